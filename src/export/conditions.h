/* SPDX-License-Identifier: MIT */
/* The conditions of a text. */
#pragma once

#include "export/macros.h"

enum condition { CONDITION_FALSE, CONDITION_TRUE, CONDITION_OPEN };

/* What the expression of an #if is by the macros. */
enum condition macros_decide(const struct macros *macros, const char *expression);

/* The text without the branches that the macros rule out, and without the conditions that they decide. Adds
 * the macros that it defines. The caller frees it. */
char *conditions_resolve(struct macros *macros, const char *text);
