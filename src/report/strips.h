/* SPDX-License-Identifier: MIT */
/* Samples drawn for HTML: a line each, a longer one at their median. */
#pragma once

#include "report/relation.h"

void strips_write(FILE *stream, const struct cell *cell);
