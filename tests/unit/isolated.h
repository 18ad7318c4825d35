/* SPDX-License-Identifier: MIT */
/* One implementation that is checked in a child, and what that found. */
#pragma once

#include "check/check.h"

#include "test.h"

static inline void keep_result(void *context, size_t index, const struct checker_result *result)
{
    (void)index;
    *(struct checker_result *)context = *result;
}

static inline bool checker_run_isolated(const struct implementation *implementation,
                                        const struct checker_options *options, struct checker_result *result,
                                        struct error *error)
{
    const struct checker_work work = {
        .implementations = &implementation,
        .count = 1,
        .options = options,
        .finished = keep_result,
        .context = result,
    };
    size_t done;
    *result = (struct checker_result){.limit_s = 0};
    return checker_child_run(&work, &done, error);
}

/* The same of one that can be checked. */
static inline struct checker_result checked(const struct implementation *implementation,
                                            const struct checker_options *options)
{
    struct checker_result result;
    struct error error = {0};
    assert_done(checker_run_isolated(implementation, options, &result, &error), &error);
    return result;
}

/* It is wrong, and the finding says of what. */
static inline void assert_found(const struct checker_result *result, const char *what)
{
    assert_true(result->wrong > 0);
    if (!strstr(result->finding, what))
        fail_msg("'%s' does not say '%s'", result->finding, what);
}
