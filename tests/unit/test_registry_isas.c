/* SPDX-License-Identifier: MIT */
/* Every implementation with every ISA of this machine but the best, which test_registry.c has. */
#include "machine/isa.h"
#include "registry/registry.h"

#include "isolated.h"
#include "test.h"

/* Kernels that are checked and not optimised take minutes: then one operator stands for all. */
#ifdef __SANITIZE_ADDRESS__
#define FIXED_AXES AXIS_BIT(AXIS_OP)
#else
#define FIXED_AXES 0u
#endif

static void expect_right(const struct implementation *implementation, enum isa isa)
{
    /* How groups are divided among workers and launches is not what differs. */
    const unsigned fixed =
        implementation->family == FAMILY_GROUP ? AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_GROUPS) : 0;
    const struct checker_options smoke = {
        .extent = {.smoke = true, .isa = isa, .fixed_axes = fixed | FIXED_AXES}, .seed = 4};
    const struct checker_result result = checked(implementation, &smoke);
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
