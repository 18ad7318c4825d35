/* SPDX-License-Identifier: MIT */
/* What whole runs of scans and reductions over groups move, launch and wait for in the model. */
#include "model_probe.h"

#include "registry/registry.h"

enum { G = 8 };

/* The kernel's device memory, and what waits, in a run of n elements in G tiles of t. */
struct traffic {
    long loads, stores, launches, atomics, polls;
};

struct strategy {
    enum primitive primitive;
    const char *name;
    enum local local;
    struct traffic (*expected)(long n);
};

/* One word more than the table has in every scan: what precedes the first tile. */
static struct traffic reduce_then_scan(long n)
{
    return (struct traffic){2 * n + 2 * G + 1, n + 2 * G, 3, 0, 0};
}

static struct traffic scan_then_propagate(long n)
{
    return (struct traffic){2 * n + 2 * G + 1, 2 * n + 2 * G, 3, 0, 0};
}

/* Each tile but the first reads a sum; each stores its own. */
static struct traffic chained(long n)
{
    return (struct traffic){n + 1 + G - 1, n + G, 1, G + G, G - 1};
}

/* A tile's own sum and the one with all before it, but that the first tile's are the same. */
static struct traffic lookback(long n)
{
    return (struct traffic){n + 1 + G - 1, n + 2 * G - 1, 1, G + 2 * G - 1, G - 1};
}

/* The same in two tagged words for each sum: no loads and stores but the elements'. */
static struct traffic fallback(long n)
{
    return (struct traffic){n + 1, n, 1, G + 2 * (2 * G - 1), 2 * (G - 1)};
}

static struct traffic multilevel(long n)
{
    return (struct traffic){n + G, G + 1, 2, 0, 0};
}

static struct traffic atomic(long n)
{
    return (struct traffic){n, 0, 1, G, 0};
}

static const struct strategy strategies[] = {
    {PRIMITIVE_SCAN, "group/reduce-then-scan", LOCAL_RAKING, reduce_then_scan},
    {PRIMITIVE_SCAN, "group/reduce-then-scan", LOCAL_BLELLOCH, reduce_then_scan},
    {PRIMITIVE_SCAN, "group/scan-then-propagate", LOCAL_COOPERATIVE, scan_then_propagate},
    {PRIMITIVE_SCAN, "group/chained", LOCAL_RAKING, chained},
    {PRIMITIVE_SCAN, "group/lookback", LOCAL_CUB_WARP_SCANS, lookback},
    {PRIMITIVE_SCAN, "group/fallback", LOCAL_COOPERATIVE, fallback},
    {PRIMITIVE_REDUCE, "group/multilevel", LOCAL_SHARED_TREE, multilevel},
    {PRIMITIVE_REDUCE, "group/atomic", LOCAL_COOPERATIVE, atomic},
};

struct work {
    enum primitive primitive;
    const char *name;
    enum local local;
    const char *device;
    long n, threads, values;
    enum mode mode;
    unsigned width; /* of an access */
};

static struct model_result run(const struct work *work)
{
    struct point point = {.implementation = registry_find(work->primitive, work->name)};
    assert_non_null(point.implementation);
    point.group_algorithm = work->local;
    point.dtype = DTYPE_U32;
    point.op = OP_SUM;
    point.n = (uint64_t)work->n;
    point.threads_per_group = (uint64_t)work->threads;
    point.values_per_thread = (uint64_t)work->values;
    if (point_has(&point, AXIS_SCAN_MODE))
        point.scan_mode = work->mode;
    if (point_has(&point, AXIS_VECTOR_WIDTH))
        point.vector_width = work->width;
    return run_point(point, work->device, ORDER_ASCENDING);
}

static bool check_traffic(const struct strategy *strategy, struct shape s, long V)
{
    const long n = G * s.T * V;
    const struct work work = {
        strategy->primitive, strategy->name, strategy->local, "cuda", n, s.T, V, MODE_EXCLUSIVE, 1};
    const struct model_result result = run(&work);
    const struct traffic e = strategy->expected(n);
    const char *const name = strategy->name;
    return result.verdict == MODEL_OK &&
           is_equal(name, s, "device loads", in_all(&result, COUNTER_DEVICE_LOADS), e.loads) &&
           is_equal(name, s, "device stores", in_all(&result, COUNTER_DEVICE_STORES), e.stores) &&
           is_equal(name, s, "launches", in_all(&result, COUNTER_LAUNCHES), e.launches) &&
           is_equal(name, s, "atomics", in_all(&result, COUNTER_ATOMICS), e.atomics) &&
           is_equal(name, s, "polls", in_all(&result, COUNTER_POLLS), e.polls);
}

TEST(runs_move_what_the_table_says)
{
    bool ok = true;
    for (size_t i = 0; i < LENGTH(strategies); i++)
        for (int log = 0; log < 6; log++)
            for (long V = 1; V <= 32; V *= 2)
                ok &= check_traffic(&strategies[i], shape_of(log), V);
    assert_true(ok);
}

/* D levels of tiles of 32: D scans and D − 1 additions. */
TEST(each_level_costs_two_launches)
{
    static const long sizes[] = {32, 33, 32 * 32, 32 * 32 + 1, 32 * 32 * 32, 32 * 32 * 32 + 1};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        const struct work work = {PRIMITIVE_SCAN,
                                  "group/scan-then-propagate",
                                  LOCAL_RAKING,
                                  "cuda",
                                  sizes[i],
                                  32,
                                  1,
                                  MODE_INCLUSIVE,
                                  1};
        const uint64_t levels = 1 + (i + 1) / 2;
        const struct model_result result = run(&work);
        assert_int_equal(result.verdict, MODEL_OK);
        assert_int_equal(in_all(&result, COUNTER_LAUNCHES), 2 * levels - 1);
    }
}

/* From the last element to the first, whole tiles take the same operations and accesses as the other way. */
TEST(both_directions_cost_the_same)
{
    enum { T = 64, V = 4, TILES = 3 };
    size_t seen = 0;
    for (size_t i = 0; i < registry_count; i++) {
        struct model_result results[2];
        struct point point = {.implementation = registry[i], .threads_per_group = T, .values_per_thread = V};
        if (!registry[i]->reverses || registry[i]->family != FAMILY_GROUP)
            continue;
        point.dtype = DTYPE_F32;
        point.n = (uint64_t)T * V * TILES;
        point.op = point_has(&point, AXIS_OP) ? OP_SUM : OP_NONE;
        point.scan_mode = point_has(&point, AXIS_SCAN_MODE) ? MODE_EXCLUSIVE : MODE_NONE;
        point.group_algorithm = point_has(&point, AXIS_GROUP_ALGORITHM) ? LOCAL_RAKING : LOCAL_NONE;
        for (int reverse = 0; reverse < 2; reverse++) {
            point.direction = reverse ? DIRECTION_REVERSE : DIRECTION_FORWARD;
            results[reverse] = run_point(point, "cuda", ORDER_ASCENDING);
            assert_int_equal(results[reverse].verdict, MODEL_OK);
        }
        for (enum counter counter = 0; counter < COUNTER_COUNT; counter++)
            assert_int_equal(in_all(&results[0], counter), in_all(&results[1], counter));
        assert_true(in_all(&results[1], COUNTER_DEVICE_LOADS) > point.n);
        seen++;
    }
    assert_int_equal(seen, 12);
}

/* A group that gives up on another reads that one's tile: n + t loads, here for the stopped first group. */
TEST(a_fallback_reads_the_tile_again)
{
    for (long V = 1; V <= 32; V *= 2) {
        const long t = 64 * V, own_and_fallback = 2;
        const struct work work = {
            PRIMITIVE_SCAN, "group/fallback", LOCAL_RAKING, "metal-m1", G * t, 64, V, MODE_EXCLUSIVE, 1};
        const struct model_result result = run(&work);
        assert_int_equal(result.verdict, MODEL_OK);
        assert_int_equal(in_all(&result, COUNTER_DEVICE_LOADS), G * t + t + own_and_fallback);
        assert_int_equal(in_all(&result, COUNTER_DEVICE_STORES), G * t);
    }
}

/* Around the local scan T(V − 1) adds make the threads' totals; T join what precedes the tile to the thread's
 * prefix; that is put before T(V − 1) values, or before T·V of an inclusive scan. So adding the partial costs
 * none of the shared words that the table has for it, and T(2V − 1) adds are with it. The total costs an add
 * and a store. */
TEST(a_scan_kernel_adds_twice_for_each_value)
{
    for (int log = 0; log < 6; log++)
        for (long V = 1; V <= 32; V *= 2)
            for (enum mode mode = MODE_EXCLUSIVE; mode <= MODE_INCLUSIVE; mode++) {
                const struct shape s = shape_of(log);
                struct work work = {PRIMITIVE_SCAN,
                                    "group/scan-then-propagate",
                                    LOCAL_RAKING,
                                    "cuda",
                                    G * s.T * V,
                                    s.T,
                                    V,
                                    mode,
                                    1};
                struct model_result result = run(&work);
                const struct counts *phases = result.report.kernel[0].group;
                const long after = s.T + (mode == MODE_INCLUSIVE ? s.T * V : s.T * (V - 1));
                const char *const name = work.name;
                assert_true(
                    is_equal(name, s, "adds before", phases[PHASE_LOAD].of[COUNTER_ADDS], s.T * (V - 1)));
                assert_true(
                    is_equal(name, s, "adds after", phases[PHASE_FINISH].of[COUNTER_ADDS], after + 1));
                assert_true(
                    is_equal(name, s, "stores", phases[PHASE_FINISH].of[COUNTER_DEVICE_STORES], s.T * V + 1));
                work.name = "group/reduce-then-scan";
                work.local = LOCAL_RAKING;
                result = run(&work);
                phases = result.report.kernel[1].group;
                assert_true(is_equal(name, s, "adds after", phases[PHASE_FINISH].of[COUNTER_ADDS], after));
                assert_true(is_equal(name, s, "partials", phases[PHASE_FINISH].of[COUNTER_DEVICE_LOADS], 1));
                assert_true(is_equal(name, s, "barriers", phases[PHASE_FINISH].of[COUNTER_BARRIERS], 0));
            }
}

/* Of 128 bytes, for the loads and the stores of a subgroup's 32 · V words: V² one by one, V²/2 by pairs,
 * V²/4 by quads, but each at least once. */
TEST(wide_accesses_touch_fewer_segments)
{
    for (long V = 1; V <= 32; V *= 2)
        for (unsigned width = 1; width <= 4 && width <= V; width *= 2) {
            const struct work work = {PRIMITIVE_TILED_SCAN,
                                      "group/coarsened",
                                      LOCAL_NONE,
                                      "cuda",
                                      G * 256 * V,
                                      256,
                                      V,
                                      MODE_NONE,
                                      width};
            const struct model_result result = run(&work);
            const long accesses = V / width, segments = V < 32 ? V : 32;
            assert_int_equal(result.verdict, MODEL_OK);
            assert_int_equal(in_all(&result, COUNTER_TRANSACTIONS), 2 * G * 8 * accesses * segments);
            assert_int_equal(in_all(&result, COUNTER_DEVICE_LOADS), G * 256 * V);
            assert_int_equal(in_all(&result, COUNTER_DEVICE_STORES), G * 256 * V);
        }
}
