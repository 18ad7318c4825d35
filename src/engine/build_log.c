/* SPDX-License-Identifier: MIT */
/* What the compiler of a device says of kernels that it refuses. */
#include "engine/build_log.h"

#include <string.h>

const char *build_log_message(const char *log, int *length)
{
    const char *const word = strstr(log, "error");
    const char *begin = word ? word : log;
    while (begin > log && begin[-1] != '\n')
        begin--;
    *length = (int)strcspn(begin, "\n");
    return begin;
}
