/* SPDX-License-Identifier: MIT */
/* The scans and reductions of several workers under ThreadSanitizer, with up to 64 workers on two CPUs and
 * stalls wherever one worker tells another something. */
#include "chaos.h"

#include "engine/emulate/emulate_tables.h"
#include "engine/engine.h"
#include "machine/workers/team.h"
#include "registry/built_in.h"

#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_WORKERS = 64, MOST_N = 1 << 18, WATCHDOG_S = 240 };

/* The one table of group kernels that is compiled here. */
extern const struct compiled_table GROUP_KERNELS;

void emulate_tables(enum isa isa, enum dtype dtype, enum op op,
                    const struct compiled_table *tables[EMULATE_TABLES])
{
    (void)isa, (void)dtype, (void)op;
    tables[0] = &GROUP_KERNELS;
    tables[1] = NULL;
}

/* Run again and again by the same workers, as a measurement does: scratch is what the last call left. */
struct work {
    struct point point;
    struct run run;
    unsigned calls;
};

static void work(void *argument, unsigned worker)
{
    const struct work *const shared = argument;
    struct run run = shared->run;
    run.worker = worker;
    for (unsigned call = 0; call < shared->calls; call++) {
        run.point->implementation->run(&run);
        team_barrier(run.team, worker);
    }
}

static uint32_t input[MOST_N], output[MOST_N];

static struct point point_of(const struct implementation *implementation, size_t n, unsigned workers)
{
    return (struct point){
        .implementation = implementation,
        .group_algorithm = LOCAL_RAKING,
        .dtype = DTYPE_U32,
        .op = OP_SUM,
        .scan_mode = MODE_INCLUSIVE,
        .n = n,
        .threads_per_group = 64,
        .values_per_thread = 4,
        .unroll = 4,
        .arrangement = LAYOUT_BLOCKED,
        .broadcast = BROADCAST_NO,
        .vector_width = 1,
        .lane_scan = NETWORK_KOGGE_STONE,
        .workers = workers,
        .isa = ISA_NONE + 1,
    };
}

static void check_answer(const struct point *point)
{
    const bool scan = point->implementation->primitive == PRIMITIVE_SCAN;
    uint32_t sum = 0;
    for (size_t i = 0; i < point->n; i++) {
        sum += input[i];
        if (scan && output[i] != sum)
            fail_msg("%s n=%zu workers=%u: element %zu is %u, not %u", point->implementation->name,
                     (size_t)point->n, (unsigned)point->workers, i, output[i], sum);
    }
    assert_true(scan || output[0] == sum);
}

static void try(struct team *team, const struct implementation *implementation, size_t n, unsigned workers)
{
    struct work shared = {.point = point_of(implementation, n, workers), .calls = 3};
    const size_t bytes = implementation->scratch_bytes ? implementation->scratch_bytes(&shared.point) : 0;
    struct error error = {0};
    void *const scratch = aligned_alloc(64, (bytes + 64) / 64 * 64);
    assert_non_null(scratch);
    memset(scratch, 0xa5, bytes);
    memset(output, 0x5a, n * sizeof *output);
    shared.run = (struct run){.point = &shared.point,
                              .input = input,
                              .output = output,
                              .initial = op_identity(OP_SUM, DTYPE_U32),
                              .scratch = scratch,
                              .team = team,
                              .workers = workers,
                              .engine = &emulate_engine};
    if (implementation->prepare)
        assert_true(implementation->prepare(&shared.run, &shared.run.state, &error));
    team_run(team, workers, work, &shared);
    if (implementation->finish)
        implementation->finish(shared.run.state);
    check_answer(&shared.point);
    free(scratch);
}

static const struct implementation *const implementations[] = {
    &threads_scan_chained,
    &threads_scan_reduce_then_scan,
    &threads_scan_then_propagate,
    &threads_scan_partitioned,
    &threads_scan_turn,
    &threads_scan_chosen,
    &threads_reduce_blocked,
    &threads_reduce_atomic,
    &group_lookback,
    &group_fallback,
    &group_chained,
    &group_reduce_then_scan,
    &group_scan_then_propagate,
    &group_multilevel,
    &group_atomic,
};

static void every_worker_count(void **state)
{
    (void)state;
    static const unsigned workers[] = {1, 2, 3, MOST_WORKERS};
    static const size_t sizes[] = {1, 257, 70001, MOST_N};
    struct error error = {0};
    struct team *const team = team_create(NULL, MOST_WORKERS, &error);
    assert_non_null(team);
    chaos_start();
    for (size_t i = 0; i < sizeof implementations / sizeof implementations[0]; i++)
        for (size_t w = 0; w < sizeof workers / sizeof workers[0]; w++)
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
                try(team, implementations[i], sizes[s], workers[w]);
    chaos_stop();
    team_destroy(team);
    assert_true(chaos_stalls() > 1000);
}

/* Two CPUs, or what there is. */
static void crowd(void)
{
    cpu_set_t allowed, two;
    CPU_ZERO(&two);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&two) < 2; cpu++)
        if (CPU_ISSET(cpu, &allowed))
            CPU_SET(cpu, &two);
    sched_setaffinity(0, sizeof two, &two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_worker_count)};
    for (size_t i = 0; i < MOST_N; i++)
        input[i] = (uint32_t)(i * 2654435761u >> 7);
    crowd();
    alarm(WATCHDOG_S); /* whoever waits for ever */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
