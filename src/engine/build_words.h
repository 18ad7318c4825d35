/* SPDX-License-Identifier: MIT */
/* The element type and the operator of a program, as words that its compiler is to define for problem/elem.h.
 */
#pragma once

#include "kernels/choices.h"
#include "problem/element.h"

enum { BUILD_WORDS = 6 };

struct build_word {
    const char *name, *value; /* "ELEM", "u32" */
};

/* The row of the type, OPERATOR, and OPERATOR_IS_sum where it is sum; OP_NONE is a sum. */
void build_words(enum dtype dtype, enum op op, struct build_word words[BUILD_WORDS]);

/* How the scan of a subgroup is called: "kogge_stone". */
const char *network_word(enum network network);
