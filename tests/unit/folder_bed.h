/* SPDX-License-Identifier: MIT */
/* A fresh folder for a test or for all of a program, removed with all that is in it. */
#pragma once

#include "test.h"

static char folder[] = "/tmp/scanbench-folder-XXXXXX";

static inline int make_folder(void **state)
{
    (void)state;
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    return mkdtemp(folder) == NULL;
}

static inline int remove_folder(void **state)
{
    (void)state;
    return remove_tree(folder);
}
