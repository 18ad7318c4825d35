/* SPDX-License-Identifier: MIT */
/* Every implementation with every ISA of this machine but the best, which test_registry.c has. */
#include "machine/isa.h"
#include "registry/registry.h"

#include "isolated.h"
#include "test.h"

/* How groups are divided among workers and launches is not what differs. */
static void expect_right(const struct implementation *implementation, enum isa isa, const char *conditions)
{
    const unsigned fixed =
        implementation->family == FAMILY_GROUP ? AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_GROUPS) : 0;
    struct filter filter;
    struct error error = {0};
    assert_done(filter_parse(&filter, conditions, &error), &error);
    const struct checker_options smoke = {
        .extent =
            {.smoke = true, .isa = isa, .fixed_axes = fixed, .distinct = IS_SANITIZED, .filter = &filter},
        .seed = 4,
    };
    const struct checker_result result = checked(implementation, &smoke);
    if (implementation->family == FAMILY_THREADS && implementation->axes & AXIS_BIT(AXIS_WORKERS))
        assert_true(result.cases > 0);
    if (result.wrong)
        fail_msg("%s: %s", implementation->name, result.finding);
}

/* How many workers divide an array does not differ either: with two, kernels begin where others end. What
 * sanitizers see of groups differs by the width of vectors and of elements. */
static void expect_all_right(const struct implementation *implementation, enum isa isa)
{
    if (implementation->family == FAMILY_GROUP && IS_SANITIZED) {
        expect_right(implementation, isa, "dtype=u32");
        expect_right(implementation, isa, "dtype=f64");
    } else {
        expect_right(implementation, isa, implementation->family == FAMILY_THREADS ? "workers=2" : NULL);
    }
}

TEST(others_pass)
{
    for (enum isa isa = ISA_NONE + 1; isa < isa_best(); isa++) {
        for (size_t i = 0; isa_available(isa) && i < registry_count; i++)
            if (registry[i]->axes & AXIS_BIT(AXIS_ISA))
                expect_all_right(registry[i], isa);
    }
}
