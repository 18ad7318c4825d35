/* SPDX-License-Identifier: MIT */
/* What a rank does when it is told to: calls that it is late for, the skew of a barrier, and a block that is
 * proved, with an MPI library of one rank. */
#include "test.h"

#include "implementation/distribution.h"
#include "measure/ranks.h"
#include "registry/registry.h"

#include <math.h>
#include <string.h>

static struct mpi_comm *first(struct mpi_comm *parent, unsigned count)
{
    (void)count;
    return parent;
}

static void release(struct mpi_comm *comm)
{
    (void)comm;
}

static void barrier(struct mpi_comm *comm)
{
    (void)comm;
}

/* Of maxima with another rank whose barrier ended a quarter of a second later. */
static double other_ends_later_s;
static void allreduce(struct mpi_comm *comm, const void *own, void *result, struct mpi_words words)
{
    const double *const mine = own;
    double *const all = result;
    (void)comm;
    assert_int_equal(words.op, OP_MAX);
    for (size_t i = 0; i < words.count; i++)
        all[i] = mine[i] + (i % 2 == 0 ? other_ends_later_s : 0);
}

static const struct mpi_glue glue = {
    .first = first, .release = release, .barrier = barrier, .allreduce = allreduce};

static struct machine machine;
static struct ranks_bench bench;
static struct ranks_order order;

static unsigned index_of(const char *name)
{
    for (unsigned i = 0; i < registry_count; i++)
        if (registry[i] == registry_find(PRIMITIVE_SCAN, name))
            return i;
    fail();
    return 0;
}

static struct ranks_answer perform(enum ranks_order_kind kind)
{
    struct ranks_answer answer;
    order.kind = kind;
    ranks_perform(&bench, &order, &answer);
    return answer;
}

static int begin(void **state)
{
    struct error error = {0};
    (void)state;
    assert_true(machine_init(&machine, NULL, &error));
    bench = (struct ranks_bench){
        .world = {&glue, (struct mpi_comm *)&glue, 0, 1}, .seat = {.locals = 1}, .machine = &machine};
    order = (struct ranks_order){.workers = 1, .implementation = index_of("mpi/scan"), .pages = PAGES_4K};
    order.key = (struct problem_key){.primitive = PRIMITIVE_SCAN,
                                     .dtype = DTYPE_U32,
                                     .op = OP_SUM,
                                     .mode = MODE_EXCLUSIVE,
                                     .data = DATA_EXACT,
                                     .n = 1000,
                                     .seed = 1};
    const struct point point = {.dtype = DTYPE_U32,
                                .op = OP_SUM,
                                .scan_mode = MODE_EXCLUSIVE,
                                .n = 1000,
                                .workers = 1,
                                .ranks = 1,
                                .schedule = SCHEDULE_REDUCE_FIRST,
                                .collective = EXCHANGE_LINEAR,
                                .rank_algorithm = NODE_SERIAL};
    memcpy(order.axis, point.axis, sizeof order.axis);
    other_ends_later_s = 0;
    assert_false(perform(ORDER_START).failed);
    assert_false(perform(ORDER_MAP).failed);
    assert_false(perform(ORDER_FILL).failed);
    assert_false(perform(ORDER_PREPARE).failed);
    return 0;
}

static int end(void **state)
{
    (void)state;
    perform(ORDER_FINISH);
    ranks_bench_close(&bench);
    machine_close(&machine);
    return 0;
}

TEST_WITH(a_block_is_proved_and_its_run_timed, begin, end)
{
    const struct ranks_answer answer = perform(ORDER_PROVE);
    assert_false(answer.failed);
    assert_true(answer.took_s > 0);
}

/* The first call was to begin a second ago, the others in an hour at the earliest: nobody waits for them. */
TEST_WITH(a_call_that_began_late_has_no_time, begin, end)
{
    const uint64_t now = clock_read(&machine.clock);
    order.calls = 2;
    order.start_ns = now - 1000000000;
    order.window_ns = 1000;
    perform(ORDER_TIME);
    assert_true(isinf(bench.times_s[0]) && isinf(bench.times_s[1]));
    order.calls = 1;
    order.start_ns = clock_read(&machine.clock) + 300000000;
    perform(ORDER_TIME);
    assert_true(bench.times_s[0] >= 0);
}

TEST_WITH(a_barrier_that_ranks_leave_at_other_times_has_a_skew, begin, end)
{
    order.calls = 3;
    order.start_ns = clock_read(&machine.clock);
    other_ends_later_s = 0.25;
    perform(ORDER_SKEW);
    for (unsigned i = 0; i < 3; i++)
        assert_near(bench.times_s[i], 0.25, 1e-9);
}
