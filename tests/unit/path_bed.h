/* SPDX-License-Identifier: MIT */
/* A fresh file for a test or for all of a program. */
#pragma once

#include "test.h"

#include <unistd.h>

static char path[] = "/tmp/scanbench-file-XXXXXX";

static inline int make_path(void **state)
{
    (void)state;
    strcpy(path + strlen(path) - 6, "XXXXXX");
    const int descriptor = mkstemp(path);
    return descriptor < 0 || close(descriptor) != 0;
}

static inline int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}
