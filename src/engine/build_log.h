/* SPDX-License-Identifier: MIT */
/* What the compiler of a device says of kernels that it refuses. */
#pragma once

/* Where a log says what is wrong: its first line with an error in it, else its first; `length` bytes of the
 * log. */
const char *build_log_message(const char *log, int *length);
