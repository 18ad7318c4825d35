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
    const char *source, *more; /* the texts of the kernels */
    const char *code, *host;   /* the templates behind the language's own */
    bool in_place;             /* the output may be the input whatever the mode */
};

/* EXIT_USAGE with the reason where there is none. */
const struct export_recipe *recipe_find(const struct point *point, struct error *error);

/* Whether the output may be the input. */
bool recipe_in_place(const struct export_recipe *recipe, const struct point *point);

/* Whether a call of the host function needs what the one before it has left in its workspace. */
bool recipe_keeps(const struct export_recipe *recipe, const struct point *point);

/* Whether a call fills memory with zeros, behind which its launch begins. */
bool recipe_clears(const struct export_recipe *recipe, const struct point *point);

/* The templates of a language: what its source begins with, the edits of its kernels, and the parts of its
 * end, NULL behind the last. */
enum { RECIPE_ENDS = 4 };
struct recipe_language {
    const char *begin, *edits, *ends[RECIPE_ENDS];
    const char *kernels; /* the template of kernels that stand in the file as a text; else NULL */
};
extern const struct recipe_language recipe_languages[];
