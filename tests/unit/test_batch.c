/* SPDX-License-Identifier: MIT */
/* Batches: so many calls on each worker, and what changes between two of them does so when all have finished
 * the one and nobody has begun the other. */
#include "measure/measure.h"

#include "made_up.h"
#include "test.h"

#include <stdatomic.h>

enum { WORKERS = 2 };

/* What happened in a batch. */
struct happened {
    _Atomic unsigned calls;
    unsigned changes, calls_before;
};

static void count_call(const struct run *run)
{
    struct happened *const happened = run->output;
    happened->calls++;
}

static void note_change(const void *context)
{
    struct happened *const happened = *(struct happened *const *)context;
    happened->changes++;
    happened->calls_before = happened->calls;
}

static struct happened batch_of(unsigned workers, uint64_t count, uint64_t before, bool changes)
{
    struct error error = {0};
    struct happened happened = {.calls = 0};
    struct happened *const context = &happened;
    const struct clock clock = clock_calibrate();
    const struct implementation counting = made_up_scan("counting", count_call);
    const struct point point = {.implementation = &counting, .n = 1};
    struct team *const team = team_create(NULL, workers, &error);
    assert_non_null(team);
    const struct run run = {.point = &point, .output = &happened, .team = team, .workers = workers};
    const struct calls calls = {
        .count = count, .before = before, .change = changes ? note_change : NULL, .context = &context};
    assert_true(batch_time(&run, &clock, &calls, NULL).seconds >= 0);
    team_destroy(team);
    return happened;
}

TEST(all_are_called)
{
    for (unsigned workers = 1; workers <= WORKERS; workers++) {
        const struct happened happened = batch_of(workers, 5, 3, false);
        assert_int_equal(happened.calls, 5 * workers);
        assert_int_equal(happened.changes, 0);
    }
}

TEST(a_change_is_between_two_calls)
{
    for (unsigned workers = 1; workers <= WORKERS; workers++)
        for (uint64_t before = 0; before < 5; before++) {
            const struct happened happened = batch_of(workers, 5, before, true);
            assert_int_equal(happened.calls, 5 * workers);
            assert_int_equal(happened.changes, 1);
            assert_int_equal(happened.calls_before, before * workers);
        }
}
