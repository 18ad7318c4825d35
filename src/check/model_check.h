/* SPDX-License-Identifier: MIT */
/* What groups do, checked in the model of a GPU: races that an engine which runs the threads of a group one
 * after the other cannot have. */
#pragma once

#include "check/checker.h"

/* Run each shape of the implementation's groups once in the model, over several tiles, and note what races,
 * waits for ever or comes out wrong. False when memory is out (EXIT_SYSTEM). */
bool model_check_run(const struct implementation *implementation, const struct checker_options *options,
                     struct checker_result *result, struct error *error);

/* How many runs that is: none on a device or where nothing runs in groups. */
size_t model_check_count(const struct implementation *implementation, const struct checker_options *options);
