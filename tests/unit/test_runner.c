/* SPDX-License-Identifier: MIT */
/* The runner with made-up implementations: stopping, order, places and interruption. Nothing depends on how
 * fast. */
#include "measure/measure.h"
#include "registry/registry.h"

#include "made_up.h"
#include "run_bed.h"

#include <signal.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Interrupted in both of its first calls that are timed, after the two of the proof. */
static void scan_slow_at_first(const struct run *run)
{
    const struct timespec nap = {.tv_nsec = 400 * 1000};
    scan(run);
    if (calls == 3 || calls == 4)
        nanosleep(&nap, NULL);
}

static void scan_and_stop(const struct run *run)
{
    scan(run);
    if (calls == trigger)
        stop_signal = SIGINT;
}

static size_t huge_scratch(const struct point *point)
{
    (void)point;
    return SIZE_MAX / 4;
}

TEST_OF(bed, measures)
{
    const struct implementation right = made_up_scan("right", scan);
    add(bed, &right, SMALL);
    add(bed, registry_find(PRIMITIVE_SCAN, "serial"), SMALL);
    assert_true(run(bed));
    assert_true(bed->results.complete);
    assert_int_equal(bed->results.count, 2);
    for (size_t i = 0; i < 2; i++)
        assert_rated(record(bed, i));
    assert_int_equal(bed->finished_count, 2);
    assert_ptr_equal(bed->finished[0], record(bed, 0));
    assert_true(bed->shown > 0);
}

TEST_OF(bed, unsupported_is_a_record)
{
    const struct implementation right = made_up_scan("right", scan);
    struct planned_point *const refused = add(bed, &right, SMALL);
    refused->supported = false;
    strcpy(refused->reason, "not on a Tuesday");
    add(bed, &right, SMALL + 1);
    assert_true(run(bed));
    assert_int_equal(record(bed, 0)->status, STATUS_UNSUPPORTED);
    assert_string_equal(record(bed, 0)->message, "not on a Tuesday");
    assert_no_rate(record(bed, 0));
    assert_rated(record(bed, 1));
    assert_int_equal(bed->finished_count, 2);
    assert_true(bed->results.complete);
}

TEST_OF(bed, too_large_is_skipped)
{
    struct implementation large = made_up_scan("large", scan);
    large.scratch_bytes = huge_scratch;
    add(bed, &large, SMALL);
    add(bed, registry_find(PRIMITIVE_SCAN, "serial"), SMALL);
    add(bed, registry_find(PRIMITIVE_SCAN, "serial"), SIZE_MAX / 64);
    assert_true(run(bed));
    assert_int_equal(record(bed, 0)->status, STATUS_SKIPPED);
    assert_non_null(strstr(record(bed, 0)->message, "needs"));
    assert_no_rate(record(bed, 0));
    assert_rated(record(bed, 1));
    assert_int_equal(record(bed, 2)->status, STATUS_SKIPPED);
    assert_int_equal(calls, 0);
}

TEST_OF(bed, signal_keeps_finished)
{
    const struct implementation stopping = made_up_scan("stopping", scan_and_stop);
    add(bed, registry_find(PRIMITIVE_SCAN, "serial"), SMALL);
    add(bed, &stopping, SMALL + 1);
    add(bed, registry_find(PRIMITIVE_SCAN, "serial"), SMALL + 2);
    trigger = 30;
    assert_true(run(bed));
    assert_false(bed->results.complete);
    assert_rated(record(bed, 0));
    for (size_t i = 1; i < 3; i++) {
        assert_int_equal(record(bed, i)->status, STATUS_INTERRUPTED);
        assert_non_null(strstr(record(bed, i)->message, "signal"));
        assert_no_rate(record(bed, i));
    }
}

TEST_OF(bed, budget_ends)
{
    bed->options.budget_s = 0;
    add(bed, registry_find(PRIMITIVE_SCAN, "serial"), SMALL);
    assert_false(run(bed));
    assert_int_equal(bed->error.code, EXIT_BUDGET);
    assert_false(bed->results.complete);
    assert_int_equal(record(bed, 0)->status, STATUS_INTERRUPTED);
    assert_non_null(strstr(record(bed, 0)->message, "time ran out"));
}

/* The other side has the turn and keeps it: nothing is called meanwhile, nor after. */
TEST(nothing_runs_before_its_turn)
{
    const struct implementation right = made_up_scan("right", scan);
    struct turns turns;
    struct error error = {0};
    struct bed bed;
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    assert_true(turns_open(&turns, ends[1], false, &error));
    turns.patience_s = 0.1;
    bed_init(&bed, NULL);
    bed.options.turns = &turns;
    add(&bed, &right, SMALL);
    assert_true(run(&bed));
    assert_int_equal(calls, 0);
    assert_int_equal(record(&bed, 0)->status, STATUS_INTERRUPTED);
    assert_non_null(strstr(record(&bed, 0)->message, "did not give one back"));
    bed_close(&bed);
    turns_close(&turns);
    close(ends[0]);
}

/* The least of all but the first, which is the least of one cover alone. */
static void reduce_late(const struct run *run)
{
    const uint32_t *const in = run->input;
    uint32_t least = UINT32_MAX;
    for (size_t i = 1; i < run->point->n; i++)
        least = in[i] < least ? in[i] : least;
    *(uint32_t *)run->output = least;
}

TEST_OF(bed, every_cover_is_proved)
{
    struct implementation late = made_up_scan("late", reduce_late);
    late.primitive = PRIMITIVE_REDUCE;
    late.axes = AXIS_BIT(AXIS_OP);
    late.ops = 1u << OP_MIN;
    struct point *const point = &add(bed, &late, SMALL)->point;
    point->op = OP_MIN;
    point->scan_mode = MODE_NONE;
    assert_true(run(bed));
    assert_int_equal(record(bed, 0)->status, STATUS_WRONG);
}

TEST_OF(bed, smoke_is_one_sample)
{
    const struct implementation right = made_up_scan("right", scan);
    bed->options.smoke = true;
    add(bed, &right, SMALL);
    add(bed, &right, 0);
    assert_true(run(bed));
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(record(bed, i)->status, STATUS_OK);
        assert_int_equal(record(bed, i)->sample_count, 1);
        assert_int_equal(record(bed, i)->stop_reason, STOP_SMOKE);
        assert_int_equal(record(bed, i)->verified, 3);
    }
}

/* A batch has as many calls as the clock needs, whatever happened to the first ones. */
TEST_OF(bed, interruptions_make_no_batch)
{
    const struct implementation slow = made_up_scan("slow", scan_slow_at_first);
    bed->config.measure.time_s = 5e-3;
    add(bed, &slow, SMALL);
    assert_true(run(bed));
    assert_int_equal(record(bed, 0)->status, STATUS_OK);
    assert_true(record(bed, 0)->batch >= 4);
}

TEST_OF(bed, stops_for_a_reason)
{
    const struct implementation right = made_up_scan("right", scan);
    add(bed, &right, SMALL);
    assert_true(run(bed));
    assert_int_equal(record(bed, 0)->sample_count, 30);
    assert_int_equal(record(bed, 0)->stop_reason, STOP_MAX_SAMPLES);
    assert_true(record(bed, 0)->grade != GRADE_NONE);
    results_close(&bed->results);
    bed->config.measure.time_s = 1e-9;
    assert_true(run(bed));
    assert_int_equal(record(bed, 0)->sample_count, 1);
    assert_int_equal(record(bed, 0)->stop_reason, STOP_MAX_TIME);
}

/* Two workers on a machine that is only described: measured, and said so. */
TEST(simulated_topology_is_flagged)
{
    struct bed bed;
    bed_init(&bed, "synthetic:core:2 pu:1");
    struct planned_point *const threads =
        add(&bed, registry_find(PRIMITIVE_SCAN, "threads/reduce-then-scan"), 5000);
    threads->point.workers = 2;
    threads->point.unroll = 4;
    threads->point.isa = isa_best();
    assert_true(run(&bed));
    assert_rated(record(&bed, 0));
    assert_true(record(&bed, 0)->flags & FLAG_SIMULATED_TOPOLOGY);
    assert_int_equal(record(&bed, 0)->cpu_count, 2);
    bed_close(&bed);
}

/* On several nodes the points of one problem have buffers by their workers, and still one answer. */
TEST(several_nodes)
{
    struct bed bed;
    bed_init(&bed, "synthetic:numanode:2 core:1 pu:1");
    assert_int_equal(topology_facts(bed.machine.topology)->nodes, 2);
    for (unsigned workers = 1; workers <= 2; workers++) {
        struct point *const point =
            &add(&bed, registry_find(PRIMITIVE_SCAN, "threads/reduce-then-scan"), 5000)->point;
        point->workers = workers;
        point->unroll = 4;
        point->isa = isa_best();
    }
    add(&bed, registry_find(PRIMITIVE_SCAN, "serial"), 5000);
    assert_true(run(&bed));
    for (size_t i = 0; i < 3; i++)
        assert_rated(record(&bed, i));
    bed_close(&bed);
}

TEST_OF(bed, more_workers_than_places)
{
    const unsigned places = topology_facts(bed->machine.topology)->allowed_units;
    struct planned_point *const threads =
        add(bed, registry_find(PRIMITIVE_SCAN, "threads/reduce-then-scan"), 5000);
    threads->point.workers = places + 1;
    threads->point.unroll = 1;
    threads->point.isa = isa_best();
    bed->options.smoke = true;
    assert_true(run(bed));
    assert_int_equal(record(bed, 0)->status, STATUS_OK);
    assert_true(record(bed, 0)->flags & FLAG_OVERSUBSCRIBED);
}

/* A copy is bounded by the best copy, itself included. */
TEST_OF(bed, limit_bounds_itself)
{
    for (size_t i = 0; i < registry_count && bed->plan.count < POINTS; i++) {
        if (registry[i]->primitive != PRIMITIVE_COPY || registry[i]->engines ||
            registry[i]->family != FAMILY_LIMIT || traffic_is_limit(registry[i]))
            continue;
        struct point *const point = &add(bed, registry[i], SMALL)->point;
        point->op = OP_NONE;
        point->scan_mode = MODE_NONE;
        point->workers = 1;
        point->isa = registry[i]->axes & AXIS_BIT(AXIS_ISA) ? isa_best() : ISA_NONE;
    }
    assert_true(run(bed));
    double nearest = INFINITY; /* of the best; another may have been faster in the rounds of both */
    for (size_t i = 0; i < bed->results.count; i++) {
        assert_rated(record(bed, i));
        nearest = fmin(nearest, fabs(record(bed, i)->limit_ratio - 1));
    }
    assert_true(nearest < 1e-9);
}

TEST_OF(bed, blocks_keep_problems_together)
{
    const struct implementation right = made_up_scan("right", scan), other = made_up_scan("other", scan);
    add(bed, &right, 5);
    add(bed, &right, 3);
    add(bed, &other, 5);
    add(bed, &other, 3);
    add(bed, &other, 5)->point.scan_mode = MODE_INCLUSIVE;
    assert_int_equal(bed->plan.count, 5);
    size_t *const order = order_all(&bed->plan);
    const size_t expected[] = {0, 2, 1, 3, 4};
    assert_memory_equal(order, expected, sizeof expected);
    assert_int_equal(order_extent(&bed->plan, order, 5, 0), 2);
    assert_int_equal(order_extent(&bed->plan, order, 5, 2), 2);
    assert_int_equal(order_extent(&bed->plan, order, 5, 4), 1);
    free(order);
    bed->options.smoke = true;
    assert_true(run(bed));
    for (size_t i = 0; i < 5; i++) {
        assert_ptr_equal(bed->finished[i], record(bed, expected[i]));
        assert_int_equal(record(bed, i)->point.n, bed->points[i].point.n);
    }
}
