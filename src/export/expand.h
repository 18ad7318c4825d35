/* SPDX-License-Identifier: MIT */
/* The expansion of macros as the preprocessor of C makes it. */
#pragma once

#include "export/macros.h"

/* The text with the inlined macros expanded, PAINT before names that are not to be expanded again. The caller
 * frees it. */
#define PAINT "\1"
char *macros_expand(const struct macros *macros, const char *text);
