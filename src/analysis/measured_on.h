/* SPDX-License-Identifier: MIT */
/* What a result was measured on, in a few words: the host, devices of engines, or both. */
#pragma once

#include "results/result_file.h"

/* "A CPU, 16 cores  ·  A GPU, 132 multiprocessors, driver 1.2", fresh: the host where anything was measured
 * on it, or nothing anywhere, then the devices, in their order. "" where the result says nothing. */
char *measured_on_text(const struct result_file *result);

/* What compiled what was measured: "gcc 12.2.0", or where all of it ran on devices that of the first one,
 * "NVRTC 13.0"; NULL where the result says nothing. */
const char *measured_on_compiler(const struct result_file *result);
