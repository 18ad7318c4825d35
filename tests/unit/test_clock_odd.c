/* SPDX-License-Identifier: MIT */
/* Clocks that go back or stand still: found, named, and no time of theirs is told. */
#include "made_up.h"
#include "run_bed.h"

#include "machine/conditions/conditions.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The clock is some hours ahead, so that it can go back an hour on a machine that has just started. */
static const uint64_t hour_ns = 3600000000000u;

/* What the clock does from a moment on; reads are counted in all threads. */
static struct {
    enum { TRUE_CLOCK, GOES_BACK, STANDS_STILL } way;
    uint64_t from; /* the read with which that begins */
    _Atomic uint64_t reads;
    _Atomic uint64_t stood_ns;
} odd;

static void go_odd(int way, uint64_t after)
{
    odd.way = way;
    odd.from = odd.reads + after;
    odd.stood_ns = 0;
}

/* In the place of the C library's. */
int clock_gettime(clockid_t id, struct timespec *now)
{
    const long result = syscall(SYS_clock_gettime, id, now);
    if (id != CLOCK_MONOTONIC && id != CLOCK_MONOTONIC_RAW)
        return (int)result;
    const bool is_odd = ++odd.reads >= odd.from;
    uint64_t ns = (uint64_t)now->tv_sec * 1000000000u + (uint64_t)now->tv_nsec + 2 * hour_ns, none = 0;
    if (is_odd && odd.way == GOES_BACK)
        ns -= hour_ns;
    else if (is_odd && odd.way == STANDS_STILL && !atomic_compare_exchange_strong(&odd.stood_ns, &none, ns))
        ns = none;
    *now = (struct timespec){(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
    return (int)result;
}

static int right_again(void **state)
{
    (void)state;
    odd.way = TRUE_CLOCK;
    clock_calibrate();
    assert_false(clock_failed());
    return 0;
}

static void assert_named(const struct clock *clock, const char *what)
{
    struct error error = {0};
    assert_true(clock_failed());
    assert_false(clock_check(clock, &error));
    assert_int_equal(error.code, EXIT_SYSTEM);
    assert_int_equal(strncmp(error.text, clock->name, strlen(clock->name)), 0);
    if (!strstr(error.text, what))
        fail_msg("'%s' does not say '%s'", error.text, what);
}

TEST_WITH(differences_do_not_wrap, NULL, right_again)
{
    assert_int_equal(clock_between_ns(3, 5), 2);
    assert_int_equal(clock_between_ns(5, 5), 0);
    assert_int_equal(clock_between_ns(5, 3), 0);
    assert_true(clock_between_s(0, 1500000000) == 1.5);
    assert_true(clock_between_s(1, 0) == 0);
}

TEST_WITH(a_right_clock_is_right, NULL, right_again)
{
    struct error error = {0};
    const struct clock clock = clock_calibrate();
    clock_await_move(&clock);
    assert_true(clock_since_s(&clock, clock_read(&clock)) < 10);
    assert_true(clock_check(&clock, &error));
}

TEST_WITH(a_step_back_is_named, NULL, right_again)
{
    const struct clock clock = clock_calibrate();
    clock_read(&clock);
    go_odd(GOES_BACK, 1);
    const uint64_t before = clock_read(&clock);
    assert_true(clock_since_s(&clock, before + 2000000) == 0);
    assert_named(&clock, "went back by ");
}

TEST_WITH(one_that_never_moves_is_not_calibrated, NULL, right_again)
{
    struct machine machine;
    struct error error = {0};
    go_odd(STANDS_STILL, 0);
    const struct clock clock = clock_calibrate();
    assert_named(&clock, "stands still");
    assert_false(machine_init(&machine, NULL, &error));
    assert_error(&error, EXIT_SYSTEM, "stands still");
}

TEST_WITH(one_that_goes_back_is_not_calibrated, NULL, right_again)
{
    go_odd(GOES_BACK, 5000);
    const struct clock clock = clock_calibrate();
    assert_named(&clock, "went back by ");
}

/* Who waits for a time does not wait for ever. */
TEST_WITH(one_that_stops_is_found_by_who_reads_it, NULL, right_again)
{
    const struct clock clock = clock_calibrate();
    go_odd(STANDS_STILL, 100);
    interruption_watch(&clock, 1000);
    assert_named(&clock, "stands still");
}

/* The run of a plan of one point whose clock goes odd after its preparations. */
static void check_run_ends(int way, uint64_t after, const char *what)
{
    struct bed bed;
    const struct implementation right = made_up_scan("right", scan);
    bed_init(&bed, NULL);
    add(&bed, &right, SMALL);
    bed.config.measure.samples = 1000000;
    go_odd(way, after);
    assert_false(run(&bed));
    assert_int_equal(bed.error.code, EXIT_SYSTEM);
    if (!strstr(bed.error.text, what))
        fail_msg("'%s' does not say '%s'", bed.error.text, what);
    assert_int_equal(record(&bed, 0)->status, STATUS_INTERRUPTED);
    assert_int_equal(bed.finished_count, 0);
    bed_close(&bed);
}

TEST_WITH(a_step_back_ends_a_run, NULL, right_again)
{
    check_run_ends(GOES_BACK, 3000, "went back by ");
}

TEST_WITH(a_clock_that_stops_ends_a_run, NULL, right_again)
{
    check_run_ends(STANDS_STILL, 1, "stands still");
    right_again(NULL);
    check_run_ends(STANDS_STILL, 3000, "stands still");
}
