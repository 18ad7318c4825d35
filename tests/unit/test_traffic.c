/* SPDX-License-Identifier: MIT */
/* How much memory traffic points say that they have, and which copies bound that. */
#include "measure/measure.h"
#include "registry/registry.h"

#include "test.h"

static struct point point_of(enum primitive primitive, const char *name, unsigned workers)
{
    struct point point = {.n = 1 << 20, .workers = workers, .threads_per_group = 256, .values_per_thread = 8};
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->primitive == primitive && strcmp(registry[i]->name, name) == 0)
            point.implementation = registry[i];
    assert_non_null(point.implementation);
    return point;
}

static unsigned passes(enum primitive primitive, const char *name, unsigned workers)
{
    const struct point point = point_of(primitive, name, workers);
    return traffic_passes(&point);
}

TEST(traffic_is_what_the_costs_say)
{
    struct point point = point_of(PRIMITIVE_SCAN, "serial", 1);
    assert_true(traffic_of(&point) == 2);
    point = point_of(PRIMITIVE_SCAN, "threads/scan-then-propagate", 4);
    assert_true(traffic_of(&point) == 3.5);
    point = point_of(PRIMITIVE_SCAN, "group/scan-then-propagate", 1); /* and partials of 512 tiles */
    assert_true(traffic_of(&point) > 4 && traffic_of(&point) < 4.01);
    point.n = 0;
    assert_true(isnan(traffic_of(&point)));
}

TEST(passes_are_of_what_takes_more_than_a_copy)
{
    assert_int_equal(passes(PRIMITIVE_SCAN, "serial", 1), 0);
    assert_int_equal(passes(PRIMITIVE_SCAN, "group/lookback", 1), 0);
    assert_int_equal(passes(PRIMITIVE_SCAN, "threads/reduce-then-scan", 1), 0); /* one segment: 2n */
    assert_int_equal(passes(PRIMITIVE_SCAN, "threads/reduce-then-scan", 2), 3);
    assert_int_equal(passes(PRIMITIVE_SCAN, "threads/scan-then-propagate", 2), 3);
    assert_int_equal(passes(PRIMITIVE_SCAN, "threads/scan-then-propagate", 8), 4);
    assert_int_equal(passes(PRIMITIVE_SCAN, "group/reduce-then-scan", 1), 3);
    assert_int_equal(passes(PRIMITIVE_SCAN, "group/scan-then-propagate", 1), 4);
    assert_int_equal(passes(PRIMITIVE_REDUCE, "serial/strict", 1), 0);
    assert_int_equal(passes(PRIMITIVE_COPY, "limit/copy", 1), 0);
    assert_int_equal(passes(PRIMITIVE_COPY, "limit/read-copy", 1), 3);
    assert_int_equal(passes(PRIMITIVE_COPY, "limit/copy-twice-stream", 1), 4);
}

TEST(on_a_device_nothing_bounds_it)
{
    struct point point = point_of(PRIMITIVE_SCAN, "group/reduce-then-scan", 1);
    point.device = DEVICE_CUDA_0;
    assert_int_equal(traffic_passes(&point), 0);
}

TEST(limits_in_more_passes_bound_no_other)
{
    size_t found = 0;
    for (size_t i = 0; i < registry_count; i++)
        if (traffic_is_limit(registry[i])) {
            assert_int_equal(registry[i]->family, FAMILY_LIMIT);
            found++;
        }
    assert_int_equal(found, 4);
}
