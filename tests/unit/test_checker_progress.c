/* SPDX-License-Identifier: MIT */
/* A check tells how far it is, and each of its cases has the time to itself. */

#include "isolated.h"
#include "made_up.h"
#include "test.h"

#include <time.h>
#include <unistd.h>

enum { HANG_S = 2, ALL_S = 3, RUNS_A_CASE = 2 };

static struct timespec pause_of_run;

/* What some progress has told. */
struct told {
    size_t times, cases;
    char now[CASE_TEXT];
};

static void note(void *context, const struct checker_result *result)
{
    struct told *const told = context;
    told->times++;
    assert_true(result->cases >= told->cases);
    told->cases = result->cases;
    checker_now(result, told->now, sizeof told->now);
}

static void slow(const struct run *run)
{
    nanosleep(&pause_of_run, NULL);
    scan_sums(run);
}

static void hangs_at_three(const struct run *run)
{
    scan_sums(run);
    while (run->point->n == 3)
        pause();
}

/* All of them take longer than any of them may. */
TEST(each_case_has_the_time_to_itself)
{
    const struct implementation scan = made_up_scan("fake", slow);
    struct told told = {.times = 0};
    const struct checker_options options = {
        .extent = {.smoke = true}, .hang_s = HANG_S, .seed = 3, .progress = note, .context = &told};
    const size_t cases = checker_count(&scan, &options);
    assert_in_range(cases, 10, 10000);
    pause_of_run.tv_nsec = (long)(ALL_S * 1000000000L / (long)(cases * RUNS_A_CASE));
    const struct checker_result result = checked(&scan, &options);
    if (result.wrong)
        fail_msg("%s", result.finding);
    assert_int_equal(result.cases, cases);
    assert_in_range(told.times, 2, 100000);
    assert_in_range(told.cases, 1, cases);
    assert_non_null(strstr(told.now, "scan fake"));
}

TEST(a_case_that_hangs_is_found)
{
    const struct implementation scan = made_up_scan("fake", hangs_at_three);
    const struct checker_options options = {.extent = {.smoke = true}, .hang_s = 1, .seed = 3};
    const struct checker_result result = checked(&scan, &options);
    assert_true(result.wrong > 0);
    if (!strstr(result.finding, "n=3") || !strstr(result.finding, "hangs (no end in 1 s; --timeout"))
        fail_msg("%s", result.finding);
}
