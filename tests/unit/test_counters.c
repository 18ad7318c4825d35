/* SPDX-License-Identifier: MIT */
/* Counters, on events that every kernel has: what is counted, what is missing, and how refusals are told. */
#include "machine/instruments/instruments.h"

#include "test.h"

#include <linux/perf_event.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WORKERS = 2, PAGES = 100 };

/* Time in nanoseconds, page faults, and what no kernel has. */
static const struct event_source software[EVENT_COUNT] = {
    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {PERF_TYPE_SOFTWARE, 4711},
};

struct work {
    struct counters *counters;
    bool touch;
};

static void touch_pages(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    volatile char *const map =
        mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(map, MAP_FAILED);
    madvise((void *)map, PAGES * page, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < PAGES; i++)
        map[i * page] = 1;
    munmap((void *)map, PAGES * page);
}

static void count(void *argument, unsigned worker)
{
    const struct work *const work = argument;
    counters_start(work->counters, worker);
    if (work->touch)
        touch_pages();
    counters_stop(work->counters, worker);
}

TEST(counts_on_every_worker)
{
    struct error error = {0};
    struct team *const team = team_create(NULL, WORKERS, &error);
    assert_non_null(team);
    struct counters *const counters = counters_create(team, software, &error);
    if (!counters) { /* a container may forbid even these */
        assert_true(*error.text != '\0');
        team_destroy(team);
        skip();
    }
    struct work work = {counters, true};
    struct event_counts counts = {0}, after = {0};
    team_run(team, WORKERS, count, &work);
    counters_take(counters, WORKERS, &counts);
    assert_true(counts.events[0] > 0);
    assert_true(counts.events[1] >= WORKERS * PAGES);
    assert_true(isnan(counts.events[2]));
    assert_true(isnan(counters_scaled(&counts, 2)));
    assert_true(counters_scaled(&counts, 1) >= WORKERS * PAGES);
    assert_true(counters_running(&counts) > 0.99);
    touch_pages(); /* stopped: not counted */
    work.touch = false;
    team_run(team, WORKERS, count, &work);
    counters_take(counters, WORKERS, &after);
    assert_true(after.events[1] < PAGES);
    counters_destroy(counters);
    team_destroy(team);
}

TEST(one_worker_of_two)
{
    struct error error = {0};
    struct team *const team = team_create(NULL, WORKERS, &error);
    struct counters *const counters = counters_create(team, software, &error);
    if (!counters) {
        team_destroy(team);
        skip();
    }
    struct work work = {counters, true};
    struct event_counts counts = {0};
    team_run(team, 1, count, &work);
    counters_take(counters, 1, &counts);
    assert_true(counts.events[1] >= PAGES && counts.events[1] < 2 * PAGES);
    counters_destroy(counters);
    team_destroy(team);
}

TEST(refusal_is_told)
{
    static const struct event_source nothing[EVENT_COUNT] = {{PERF_TYPE_SOFTWARE, 4711}};
    struct error error = {0};
    struct team *const team = team_create(NULL, 1, &error);
    assert_null(counters_create(team, nothing, &error));
    assert_int_equal(error.code, EXIT_SYSTEM);
    assert_true(*error.text != '\0');
    team_destroy(team);
}

TEST(nobody_counts)
{
    struct event_counts counts = {0};
    counters_start(NULL, 0);
    counters_stop(NULL, 0);
    counters_take(NULL, 1, &counts);
    counters_destroy(NULL);
    assert_int_equal(counts.enabled_ns, 0);
    assert_true(isnan(counters_running(&counts)));
    assert_true(isnan(counters_scaled(&counts, EVENT_CYCLES)));
}

TEST(scales_by_time_running)
{
    const struct event_counts counts = {.events = {100, 50, NAN}, .enabled_ns = 1000, .running_ns = 250};
    assert_true(counters_scaled(&counts, EVENT_CYCLES) == 400);
    assert_true(counters_scaled(&counts, EVENT_INSTRUCTIONS) == 200);
    assert_true(isnan(counters_scaled(&counts, EVENT_LLC_MISSES)));
    assert_true(counters_running(&counts) == 0.25);
}
