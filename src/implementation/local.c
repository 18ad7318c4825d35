/* SPDX-License-Identifier: MIT */
/* The words of the algorithms within a group. */
#include "implementation/local.h"

const char *const local_names[LOCAL_COUNT] = {
    "-",
#define LOCAL_ROW(NAME, spelling, ...) [LOCAL_##NAME] = spelling,
#include "implementation/local.def"
#undef LOCAL_ROW
};
