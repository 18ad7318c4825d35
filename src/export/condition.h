/* SPDX-License-Identifier: MIT */
/* The value of an #if, as far as macros decide it. */
#pragma once

#include "export/macros.h"

enum condition { CONDITION_FALSE, CONDITION_TRUE, CONDITION_OPEN };

/* What the expression of an #if is by the macros. */
enum condition macros_decide(const struct macros *macros, const char *expression);
