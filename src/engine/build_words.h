/* SPDX-License-Identifier: MIT */
/* What compilers of devices are told and answer: the element type and the operator of a program, as words
 * that are to be defined for problem/elem.h, and what is wrong with it. */
#pragma once

#include "kernels/choices.h"
#include "problem/element.h"

enum { BUILD_WORDS = 9 };

struct build_word {
    const char *name, *value; /* "ELEM", "u32" */
};

/* The row of the type, OPERATOR, and OPERATOR_IS_sum where it is sum; OP_NONE is a sum. Of a plain type the
 * last ones have no name. */
void build_words(enum dtype dtype, enum op op, struct build_word words[BUILD_WORDS]);

/* How the scan of a subgroup is called: "kogge_stone". */
const char *network_word(enum network network);

/* Where a log says what is wrong: its first line with an error in it, else its first; `length` bytes of the
 * log. */
const char *build_words_error(const char *log, int *length);
