/* SPDX-License-Identifier: MIT */
/* One implementation that is checked in a child, and what that found. */
#pragma once

#include "check/check.h"

static void keep_result(void *context, size_t index, const struct checker_result *result)
{
    (void)index;
    *(struct checker_result *)context = *result;
}

static bool checker_run_isolated(const struct implementation *implementation,
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
