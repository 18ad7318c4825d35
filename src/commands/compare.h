/* SPDX-License-Identifier: MIT */
/* Two results side by side, for compare and for a run with --against. */
#pragma once

#include "commands/line/options.h"

/* Read results by name or path, the base first, and print what changed. With options->fail_on_regression
 * EXIT_FINDING for a slower point, and EXIT_UNSTABLE for one that may be. */
bool compare_results(const char *const *paths, size_t count, const struct options *options,
                     struct error *error);
