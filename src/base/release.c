/* SPDX-License-Identifier: MIT */
/* What this program is, as the build says. */
#include "base/release.h"

/* The tests build this file without what the Makefile defines for it. */
#ifndef BUILD_FLAGS
#define BUILD_FLAGS ""
#endif
#ifndef BUILD_FLAGS_KERNEL
#define BUILD_FLAGS_KERNEL ""
#endif
#ifndef GIT
#define GIT ""
#endif
#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

const struct release release = {
    .version = VERSION,
    .commit = GIT,
    .compiler = COMPILER,
    .flags = BUILD_FLAGS,
    .flags_kernel = BUILD_FLAGS_KERNEL,
};
