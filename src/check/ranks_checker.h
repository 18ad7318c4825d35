/* SPDX-License-Identifier: MIT */
/* Checking implementations whose arrays are on ranks: all ranks take each case together, and each proves its
 * own part. */
#pragma once

#include "check/checker.h"
#include "measure/ranks_serve.h"

/* Of the first rank, whose bench has its workers started: run every case twice, on poison and on its
 * complement. False when a rank refuses memory (EXIT_SYSTEM). */
bool ranks_checker_run(struct ranks_bench *bench, const struct implementation *implementation,
                       const struct checker_options *options, struct checker_result *result,
                       struct error *error);
