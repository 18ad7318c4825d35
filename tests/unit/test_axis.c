/* SPDX-License-Identifier: MIT */
/* The list of axes: defaults that are values, and problems told apart by it alone. */
#include "implementation/implementation.h"

#include "test.h"

/* One that has every axis. */
static const struct implementation any = {.name = "any", .primitive = PRIMITIVE_SCAN, .axes = ~0u};

TEST(members_are_axes)
{
    const struct point point = {.n = 1, .device = 2, .dtype = 3};
    assert_int_equal(point.axis[AXIS_N], 1);
    assert_int_equal(point.axis[AXIS_DEVICE], 2);
    assert_int_equal(point.axis[AXIS_DTYPE], 3);
    assert_int_equal(sizeof point.axis, sizeof(struct point) - offsetof(struct point, axis));
}

TEST(defaults_are_values)
{
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const struct axis_info *const info = &axis_info[axis];
        const uint64_t value = axis_default(axis);
        if (info->kind == AXIS_IS_COUNT)
            assert_in_range(value, info->minimum, info->maximum);
        else if (info->kind == AXIS_IS_CHOICE)
            assert_in_range(value, 1, info->count - 1);
        else
            assert_in_range(value, 0, SELECTIVITY_ONE);
    }
}

TEST(axes_of_the_problem_tell_problems_apart)
{
    struct implementation other = any;
    const struct point a = {.implementation = &any, .n = 7};
    struct point b = {.implementation = &other, .n = 7};
    other.name = "another";
    assert_int_equal(point_compare_problems(&a, &b, 0), 0);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        b.axis[axis]++;
        assert_int_equal(point_compare_problems(&a, &b, 0) == 0, !axis_info[axis].of_problem);
        assert_int_equal(point_compare_problems(&a, &b, AXIS_BIT(axis)), 0);
        b.axis[axis]--;
    }
    other.primitive = PRIMITIVE_DOT;
    assert_int_not_equal(point_compare_problems(&a, &b, 0), 0);
}

TEST(the_problem_is_what_is_computed_and_where_it_lies)
{
    static const char *const names[] = {"dtype",       "op",    "scan_mode", "n",        "row_length",
                                        "selectivity", "pages", "cache",     "direction"};
    size_t found = 0;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (axis_info[axis].of_problem)
            assert_string_equal(axis_info[axis].name, names[found++]);
    assert_int_equal(found, sizeof names / sizeof names[0]);
}

TEST(every_axis_has_a_sentence)
{
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        assert_non_null(axis_info[axis].help);
        assert_int_equal(axis_info[axis].help[strlen(axis_info[axis].help) - 1], '.');
    }
}
