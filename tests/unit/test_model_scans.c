/* SPDX-License-Identifier: MIT */
/* What the scans within a group cost, counted by the model, against their formulas. */
#include "model_probe.h"

#include "engine/model/dialect_model.h"
#include "kernels/local_scan.h"

/* One tile: the threads' totals, then the local algorithm. */
KERNEL(probe_scan, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    PRIVATE(elem, prefix);
    SHARED(elem, words, LOCAL_WORDS);
    LOAD_BLOCKED(value, in, GROUP, n);
    EACH_THREAD {
        UNROLLED (v, 1, VALUES)
            MY_AT(value, v) = OP(MY_AT(value, v - 1), MY_AT(value, v));
        MY(total) = MY_AT(value, VALUES - 1);
    }
    CALL(LOCAL(local_scan), prefix, total, words);
    EACH_THREAD {
        WRITE(out, GROUP * THREADS + THREAD, MY(prefix));
    }
}

/* The table's row for hillis-steele is an inclusive scan; an exclusive one reads one word less at the end. */
static struct expected hillis_steele(struct shape s)
{
    return (struct expected){s.A, 0, 0, s.T - 1 + 2 * s.A, s.T + s.A, 2 * s.L + 1, 0, s.L, s.T, 0};
}

static struct expected cooperative_scan(struct shape s)
{
    return (struct expected){
        129 * (s.S + 1) + s.S + s.T, 0, 6 * (s.S + 1), s.S + s.T, 2 * s.S, 2, 0, 12, s.S, 0};
}

static struct expected blelloch(struct shape s)
{
    return (struct expected){2 * (s.T - 1), 0, 0,       5 * s.T - 4, 4 * s.T - 2,
                             2 * s.L + 3,   0, 2 * s.L, s.T,         BLELLOCH_CONFLICTS};
}

/* A word of padding after every 32 but the last: nothing meets in a bank. */
static struct expected blelloch_padded(struct shape s)
{
    struct expected expected = blelloch(s);
    expected.words = s.T + s.S - 1;
    expected.conflicts = 0;
    return expected;
}

static struct expected raking_scan(struct shape s)
{
    return (struct expected){2 * s.T + 97,
                             0,
                             6,
                             5 * s.T - 64,
                             4 * s.T - 32,
                             2,
                             0,
                             s.S + 6,
                             s.T,
                             CONFLICTS(0, 11, 75, 371, 1635, 6851)};
}

/* A word of padding between the runs of the 32 lanes; none after the last. */
static long padding(struct shape s)
{
    return s.S > 2 ? 31 : 0;
}

static struct expected cub_raking_scan(struct shape s)
{
    return (struct expected){2 * s.T + 65,
                             0,
                             6,
                             3 * s.T,
                             2 * s.T,
                             2,
                             0,
                             2 * s.S + 4,
                             s.T + padding(s),
                             CONFLICTS(0, 6, 8, 16, 32, 0)};
}

static struct expected cub_memoize(struct shape s)
{
    return (struct expected){2 * s.T + 65,
                             0,
                             6,
                             2 * s.T,
                             2 * s.T,
                             2,
                             0,
                             2 * s.S + 4,
                             s.T + padding(s),
                             CONFLICTS(0, 4, 8, 16, 32, 0)};
}

/* The table has S + 6 steps. The longest chain is 5 rounds, a hand-off and S − 1 adds: what the last
 * subgroup puts before its own prefix is done one add earlier, and that add is the last one. */
static struct expected cub_warp_scans(struct shape s)
{
    return (struct expected){
        129 * s.S + s.T * (s.S - 1) + s.T - 32, 0, 6 * s.S, s.T * s.S, s.S, 1, 0, s.S + 5, s.S, 0};
}

static const struct row scans[] = {
    {"hillis-steele", (local_function)scan_hillis_steele, hillis_steele},
    {"cooperative", (local_function)scan_cooperative, cooperative_scan},
    {"blelloch", (local_function)scan_blelloch, blelloch},
    {"blelloch-padded", (local_function)scan_blelloch_padded, blelloch_padded},
    {"raking", (local_function)scan_raking, raking_scan},
    {"cub-raking", (local_function)scan_cub_raking, cub_raking_scan},
    {"cub-memoize", (local_function)scan_cub_memoize, cub_memoize},
    {"cub-warp-scans", (local_function)scan_cub_warp_scans, cub_warp_scans},
};

TEST(scans_cost_what_the_table_says)
{
    bool ok = true;
    for (size_t i = 0; i < LENGTH(scans); i++)
        ok &= check_row(probe_scan_model, &scans[i]);
    assert_true(ok);
}

TEST(scans_are_right)
{
    for (size_t i = 0; i < LENGTH(scans); i++)
        for (unsigned threads = 32; threads <= 1024; threads *= 2) {
            model_destroy(run_probe(probe_scan_model, scans[i].local, threads, 2, NETWORK_NONE));
            uint32_t sum = 0;
            for (unsigned t = 0; t < threads; t++) {
                assert_int_equal(output[t], sum);
                sum += input[2 * t] + input[2 * t + 1];
            }
        }
}

/* Adds and depth of 32 lanes: (129, 5), (80, 5), (57, 9), (80, 6); the result is the same. */
TEST(networks_cost_what_they_are_known_for)
{
    static const uint64_t adds[] = {129, 80, 57, 80}, depths[] = {5, 5, 9, 6};
    for (enum network network = NETWORK_KOGGE_STONE; network <= NETWORK_HAN_CARLSON; network++) {
        struct model *const model =
            run_probe(probe_scan_model, (local_function)scan_cub_raking, 32, 1, network);
        const struct counts *const local = &model_report(model)->kernel[0].group[PHASE_LOCAL];
        assert_int_equal(local->of[COUNTER_ADDS], adds[network - 1]);
        assert_int_equal(local->of[COUNTER_SHUFFLES], depths[network - 1] + 1);
        assert_int_equal(local->of[COUNTER_STEPS], depths[network - 1] + 1);
        uint32_t sum = 0;
        for (unsigned t = 0; t < 32; sum += input[t++])
            assert_int_equal(output[t], sum);
        model_destroy(model);
    }
}

AROUND_TESTS(fill, NULL)
