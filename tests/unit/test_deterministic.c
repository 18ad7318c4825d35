/* SPDX-License-Identifier: MIT */
/* What promises floats of the same bits in every run has them, whoever of its workers comes first. */
#include "engine/engine.h"
#include "machine/isa.h"
#include "registry/registry.h"
#include "variants.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

enum { WORKERS = 6, T = 32, V = 4, N = 30 * T * V + 5, ROW = 100, RUNS = 20, ROOM = 4096 };
#include "team_bed.h"

static _Alignas(64) char input[2][N * 8 + ROOM], output[N * 8 + ROOM], first[N * 8 + ROOM];
static uint64_t counted, first_count;

static void pause_a_while(void)
{
    const struct timespec pause = {.tv_nsec = 50000};
    nanosleep(&pause, NULL);
}

/* Whoever waits calls this in place of the library's, and lets the others pass. */
int sched_yield(void)
{
    pause_a_while();
    return 0;
}

static volatile sig_atomic_t troubled;

static void come_again(void)
{
    const struct itimerval once = {.it_value = {.tv_usec = 300}};
    if (troubled)
        setitimer(ITIMER_REAL, &once, NULL);
}

/* Comes at any moment, and holds up the worker that it meets, which others may then wait for; then again
 * after a while in which all go on. */
static void hold_up(int number)
{
    const int kept = errno;
    (void)number;
    pause_a_while();
    come_again();
    errno = kept;
}

static void start_trouble(void)
{
    const struct sigaction action = {.sa_handler = hold_up, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    troubled = 1;
    come_again();
}

static void end_trouble(void)
{
    troubled = 0;
}

static bool has_workers(const struct implementation *implementation)
{
    return implementation->axes & AXIS_BIT(AXIS_WORKERS);
}

static struct point point_of(const struct point *variant, enum dtype dtype)
{
    const struct implementation *const implementation = variant->implementation;
    struct point point = point_of_variant(implementation, variant);
    point.dtype = dtype;
    point.op = implementation->ops ? OP_SUM : OP_NONE;
    point.n = N;
    point.workers = has_workers(implementation) ? WORKERS : 1;
    if (implementation->axes & AXIS_BIT(AXIS_DEVICE))
        point.device = DEVICE_CPU;
    if (point_has(&point, AXIS_THREADS_PER_GROUP))
        point.threads_per_group = T;
    if (point_has(&point, AXIS_VALUES_PER_THREAD))
        point.values_per_thread = V;
    if (point_has(&point, AXIS_GROUPS))
        point.groups = 7;
    return point;
}

/* Sums that round; half of them are for compactions to keep. */
static void fill(enum dtype dtype)
{
    for (unsigned stream = 0; stream < 2; stream++)
        for (size_t i = 0; i < N; i++) {
            const double value = (i % 2 ? 1.0 : -1.7) / (double)(i + 3 + stream);
            if (dtype == DTYPE_F32)
                ((float *)(void *)input[stream])[i] = (float)value;
            else
                ((double *)(void *)input[stream])[i] = value;
        }
}

/* How much of the output is the answer: of a compaction what it kept. */
static size_t answer_bytes(const struct point *point)
{
    const size_t bytes = dtype_size((enum dtype)point->dtype);
    return point->implementation->primitive == PRIMITIVE_COMPACT ? first_count * bytes : sizeof output;
}

static void compare_runs(const struct run *run)
{
    char text[256];
    for (int turn = 0; turn < RUNS; turn++) {
        memset(output, 0x5a, sizeof output);
        counted = 0;
        team_run(team, implementation_callers(run->point->implementation, run->workers), run_worker,
                 (void *)run);
        if (turn == 0) {
            memcpy(first, output, sizeof output);
            first_count = counted;
        }
        if (counted != first_count || memcmp(output, first, answer_bytes(run->point)) != 0)
            fail_msg("%s: run %d has other bits than the first", point_text(run->point, text, sizeof text),
                     turn + 1);
    }
}

static void run_again_and_again(const struct point *point)
{
    const struct implementation *const implementation = point->implementation;
    const size_t bytes = implementation->scratch_bytes ? implementation->scratch_bytes(point) : 0;
    struct run run = {
        .point = point,
        .input = input[0],
        .second = input[1],
        .output = output,
        .count = &counted,
        .initial = op_identity(OP_SUM, (enum dtype)point->dtype),
        .scratch = aligned_alloc(64, (bytes / 64 + 1) * 64),
        .team = team,
        .workers = (unsigned)point->workers,
    };
    struct error why = {0};
    run.engine = point->device ? &emulate_engine : NULL;
    assert_non_null(run.scratch);
    memset(run.scratch, 0xa5, bytes);
    assert_true(!implementation->prepare || implementation->prepare(&run, &run.state, &why));
    compare_runs(&run);
    if (implementation->finish)
        implementation->finish(run.state);
    free(run.scratch);
}

/* Points of what runs here, of either type; how many there were. */
static size_t try(const struct implementation *implementation)
{
    struct point variant = {.implementation = implementation};
    size_t tried = 0;
    EACH_VARIANT(&variant)
    for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++) {
        struct point point = point_of(&variant, dtype);
        struct error why = {0};
        if (implementation->supports && !implementation->supports(&point, &why) &&
            point_has(&point, AXIS_ROW_LENGTH))
            point.row_length = ROW; /* some have nothing but rows */
        if (implementation->supports && !implementation->supports(&point, &why) &&
            point_has(&point, AXIS_ROW_LENGTH))
            point.row_length = point.n; /* and some few */
        if (implementation->supports && !implementation->supports(&point, &why))
            continue;
        fill(dtype);
        run_again_and_again(&point);
        tried++;
    }
    return tried;
}

TEST(what_promises_the_same_bits_has_them)
{
    size_t promised = 0;
    start_trouble();
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->deterministic) {
            promised++;
            if (try(registry[i]) == 0)
                fail_msg("%s promises what nobody tries", registry[i]->name);
        }
    end_trouble();
    assert_true(promised > 30);
}

/* Whose sums depend on who came first. */
TEST(who_cannot_promise_does_not)
{
    static const struct {
        enum primitive primitive;
        const char *name;
    } others[] = {
        {PRIMITIVE_SCAN, "group/lookback"},   {PRIMITIVE_SCAN, "group/lookback-subgroup"},
        {PRIMITIVE_SCAN, "group/fallback"},   {PRIMITIVE_DOT, "group/one-pass/shuffle"},
        {PRIMITIVE_SCAN, "threads/chained"},  {PRIMITIVE_DOT, "group/one-pass/simd-sum"},
        {PRIMITIVE_REDUCE, "threads/atomic"}, {PRIMITIVE_COMPACT, "group/aggregated-atomics"},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const struct implementation *const it = registry_find(others[i].primitive, others[i].name);
        assert_non_null(it);
        assert_false(it->deterministic);
    }
}

AROUND_TESTS(team_setup, team_teardown)
