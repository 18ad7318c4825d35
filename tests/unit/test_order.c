/* SPDX-License-Identifier: MIT */
/* The order in which a plan is measured: the points of a problem together, problems as they come. */
#include "measure/measure.h"
#include "registry/registry.h"

#include "test.h"

enum { POINTS = 6 };

static struct planned_point scan_of(const char *algorithm, uint64_t n)
{
    return (struct planned_point){
        .point = {.implementation = registry_find(PRIMITIVE_SCAN, algorithm), .dtype = DTYPE_U32, .n = n},
        .supported = true};
}

static struct planned_point tiled_of(uint64_t threads, uint64_t values)
{
    return (struct planned_point){
        .point = {.implementation = registry_find(PRIMITIVE_TILED_SCAN, "group/coarsened"),
                  .dtype = DTYPE_U32,
                  .n = 4096,
                  .threads_per_group = threads,
                  .values_per_thread = values},
        .supported = true};
}

TEST(a_problem_is_measured_together)
{
    struct planned_point points[POINTS] = {scan_of("simd/windows", 4096), scan_of("serial", 1024),
                                           scan_of("serial", 4096),       scan_of("simd/windows", 1024),
                                           scan_of("serial", 2048),       scan_of("simd/windows", 2048)};
    const struct plan plan = {.points = points, .count = POINTS};
    const size_t wanted[POINTS] = {0, 2, 1, 3, 4, 5};
    size_t *const order = order_all(&plan);
    assert_memory_equal(order, wanted, sizeof wanted);
    for (size_t first = 0; first < POINTS; first += 2)
        assert_int_equal(order_extent(&plan, order, POINTS, first), 2);
    assert_int_equal(order_extent(&plan, order, 1, 0), 1);
    free(order);
}

/* A scan that starts again after each tile is another problem where tiles are others: whatever they are made
 * of. */
TEST(a_tile_of_a_tiled_scan_is_of_its_problem)
{
    struct planned_point points[POINTS] = {tiled_of(256, 4), tiled_of(128, 4), tiled_of(128, 8),
                                           tiled_of(256, 2), tiled_of(64, 16), tiled_of(64, 1)};
    const struct plan plan = {.points = points, .count = POINTS};
    const size_t wanted[POINTS] = {3, 2, 3, 2, 3, 1}; /* tiles of 1024, 512, 1024, 512, 1024 and 64 */
    size_t *const sharers = order_sharers(&plan);
    assert_memory_equal(sharers, wanted, sizeof wanted);
    free(sharers);
    assert_int_equal(problem_compare(&points[0].point, &points[2].point), 0);
    assert_int_not_equal(problem_compare(&points[0].point, &points[1].point), 0);
}

/* Two programs that take turns measure the same problems in the same order, or say that they do not. */
TEST(the_digest_is_of_the_problems)
{
    struct planned_point points[] = {scan_of("serial", 1024), scan_of("simd/windows", 1024),
                                     scan_of("serial", 2048)};
    const struct plan all = {.points = points, .count = 3}, fewer = {.points = points + 1, .count = 2},
                      one = {.points = points, .count = 1};
    char of_all[65], of_fewer[65], of_one[65], again[65];
    order_digest(&all, of_all);
    order_digest(&fewer, of_fewer); /* of the same problems, by fewer implementations */
    order_digest(&one, of_one);
    order_digest(&all, again);
    assert_string_equal(of_all, again);
    assert_string_equal(of_all, of_fewer);
    assert_string_not_equal(of_all, of_one);
}
