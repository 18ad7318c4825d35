/* SPDX-License-Identifier: MIT */
/* Every implementation with every ISA of this machine but the best, which test_registry.c has. */
#include "machine/isa.h"
#include "registry/registry.h"

#include "isolated.h"
#include "test.h"

/* How groups are divided among workers and launches is not what differs, nor is it how many workers divide an
 * array: with two, kernels begin where others end. */
static void expect_right(const struct implementation *implementation, enum isa isa)
{
    const unsigned fixed =
        implementation->family == FAMILY_GROUP ? AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_GROUPS) : 0;
    struct filter two;
    struct error error = {0};
    assert_done(filter_parse(&two, "workers=2", &error), &error);
    const struct checker_options smoke = {
        .extent = {.smoke = true,
                   .isa = isa,
                   .fixed_axes = fixed,
                   .distinct = IS_SANITIZED,
                   .filter = implementation->family == FAMILY_THREADS ? &two : NULL},
        .seed = 4,
    };
    const struct checker_result result = checked(implementation, &smoke);
    if (implementation->family == FAMILY_THREADS && implementation->axes & AXIS_BIT(AXIS_WORKERS))
        assert_true(result.cases > 0);
    if (result.wrong)
        fail_msg("%s: %s", implementation->name, result.finding);
}

TEST(others_pass)
{
    for (enum isa isa = ISA_NONE + 1; isa < isa_best(); isa++) {
        for (size_t i = 0; isa_available(isa) && i < registry_count; i++)
            if (registry[i]->axes & AXIS_BIT(AXIS_ISA))
                expect_right(registry[i], isa);
    }
}
