/* SPDX-License-Identifier: MIT */
/* What can be exported, and from what text. */
#pragma once

#include "implementation/implementation.h"

enum export_language { EXPORT_C, EXPORT_CUDA, EXPORT_OPENCL };

/* How the implementations of a name are exported. */
struct export_recipe {
    const char *primitives; /* names with spaces between them */
    const char *algorithm;
    const char *style; /* STYLE_IS_style is defined */
    enum export_language language;
    const char *source, *code; /* the text of the kernels; the template behind the language's own */
    bool in_place;             /* the output may be the input */
    bool threads;
};

/* EXIT_USAGE with the reason where there is none. */
const struct export_recipe *recipe_find(const struct point *point, struct error *error);

/* The templates that every file of a language begins and ends with. */
extern const char *const recipe_begins[], *const recipe_ends[];
