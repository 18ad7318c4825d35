/* SPDX-License-Identifier: MIT */
/* Implementations with a seeded bug each, which the checker must find. */
#pragma once

#include "isolated.h"
#include "made_up.h"
#include "test.h"

struct bug {
    const char *name;
    void (*run)(const struct run *);
    enum primitive primitive;
    enum dtype dtype;
    enum op op;
    const char *what; /* that the finding speaks of */
    unsigned axes;    /* beyond those of the primitive */
    bool takes_initial;
};

static inline size_t scratch(const struct point *point)
{
    (void)point;
    return 128;
}

static inline struct implementation implementation_of(const struct bug *bug)
{
    const bool has_mode = bug->primitive == PRIMITIVE_SCAN;
    return (struct implementation){
        .name = "seeded",
        .summary = "for a test",
        .source = "scanbench",
        .primitive = bug->primitive,
        .family = FAMILY_SERIAL,
        .axes = bug->axes | (bug->op ? AXIS_BIT(AXIS_OP) : 0) | (has_mode ? AXIS_BIT(AXIS_SCAN_MODE) : 0),
        .dtypes = 1u << bug->dtype,
        .ops = bug->op ? 1u << bug->op : 0,
        .takes_initial = bug->takes_initial,
        .roundings = serial_roundings,
        .scratch_bytes = scratch,
        .run = bug->run,
    };
}

/* The checker finds it, and says what. */
static inline void is_found(void **state)
{
    const struct bug *const bug = *state;
    const struct checker_options smoke = {.extent = {.smoke = true}, .seed = 3};
    const struct implementation seeded = implementation_of(bug);
    const struct checker_result result = checked(&seeded, &smoke);
    if (!result.wrong)
        fail_msg("survives %zu cases", result.cases);
    if (!strstr(result.finding, bug->what))
        fail_msg("'%s' does not say '%s'", result.finding, bug->what);
    printf("    found: %s\n", result.finding);
    fflush(stdout);
}

/* Every bug is a test with its name. */
#define BUG_TESTS(bugs)                                                                              \
    static __attribute__((constructor)) void add_bugs(void)                                          \
    {                                                                                                \
        for (size_t i = 0; i < sizeof(bugs) / sizeof(bugs)[0]; i++)                                  \
            test_add((struct CMUnitTest){(bugs)[i].name, is_found, NULL, NULL, (void *)&(bugs)[i]}); \
    }
