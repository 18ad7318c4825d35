/* SPDX-License-Identifier: MIT */
/* What a run is expected to take, and what is said of the rest while it goes on. */
#include "measure/time_left.h"

#include "machine/caches.h"
#include "registry/registry.h"

#include "made_up.h"
#include "test.h"

static struct planned_point point_with(size_t n)
{
    return (struct planned_point){.point = made_up_point(registry_find(PRIMITIVE_SCAN, "serial"), n),
                                  .supported = true};
}

static const struct measure_settings settings = {.samples = 100, .time_s = 0.1, .processes = 10};

/* What costs more is expected to take longer: of more elements, alone with its limits, of a time twice as
 * long, emptying caches, and the first process. */
TEST(more_takes_longer)
{
    struct measure_settings longer = settings;
    const struct planned_point small = point_with(1000), large = point_with(1 << 24);
    struct planned_point cold = large;
    cache_set_bytes(2, 1 << 20);
    cache_set_bytes(3, 64 << 20);
    const double of_large = time_of_point(&large, &settings, PROCESS_LATER, 1);
    longer.time_s *= 2;
    cold.point.cache = CACHE_COLD;
    assert_true(time_of_point(&small, &settings, PROCESS_LATER, 1) < of_large);
    assert_true(time_of_point(&large, &settings, PROCESS_LATER, 4) < of_large);
    assert_true(time_of_point(&large, &longer, PROCESS_LATER, 1) > of_large);
    assert_true(time_of_point(&large, &settings, PROCESS_FIRST, 1) >= of_large);
    cold.point.n = 1000;
    assert_true(time_of_point(&cold, &settings, PROCESS_LATER, 1) >
                time_of_point(&small, &settings, PROCESS_LATER, 1));
}

/* All processes are counted, and what is unsupported costs nothing. */
TEST(a_plan_counts_all_processes)
{
    struct planned_point points[] = {point_with(1000), point_with(2000)};
    points[1].supported = false;
    const struct plan plan = {.points = points, .count = 2};
    const struct config config = {.measure = settings};
    const double first = time_of_point(&points[0], &settings, PROCESS_FIRST, 1);
    const double later = time_of_point(&points[0], &settings, PROCESS_LATER, 1);
    assert_near(time_of_plan(&plan, &config), first + 9 * later, 1e-9);
}

/* A run three times as slow as expected is said to go on so. */
TEST(the_rest_is_as_slow_as_until_now)
{
    const struct time_left begun = {.block_s = 2, .rest_s = 8};
    const struct time_left left = {.done_s = 5, .passed_s = 15, .block_s = 2, .rest_s = 3};
    assert_near(time_left_s(&begun, 0), 10, 1e-12);
    assert_near(time_left_s(&begun, 0.5), 9.5, 1e-12);
    assert_near(time_left_s(&left, 1), 9 + 5, 1e-12);
    assert_near(time_left_s(&left, 100), 9, 1e-12);
}
