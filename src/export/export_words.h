/* SPDX-License-Identifier: MIT */
/* The words of an export: what its template is read with. */
#pragma once

#include "export/export_recipe.h"
#include "export/piece.h"

/* What the file is called and how its function is: "scan_u32_exclusive". The caller frees it. */
char *export_function_name(const struct point *point);

/* Adds a "#define NAME VALUE" for each. */
/* The kernels of a group's algorithm in the order in which its host function has them, `between` them. The
 * caller frees the text. */
char *export_kernel_names(const struct point *point, const struct export_recipe *recipe, const char *between);

void export_words(struct piece *words, const struct point *point, const struct export_recipe *recipe);
