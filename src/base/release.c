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
#define DIGITS_OF(number) #number
#define DIGITS(number) DIGITS_OF(number)
#ifdef __clang__
#define COMPILER "clang " DIGITS(__clang_major__) "." DIGITS(__clang_minor__) "." DIGITS(__clang_patchlevel__)
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
