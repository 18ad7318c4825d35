/* SPDX-License-Identifier: MIT */
/* Formulas as people read them, "129(S + 1) + T", and what they come to. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct formula_variable {
    char letter;
    int64_t value;
};

/* The value of a formula of whole numbers, one-letter variables, parentheses, + and -, products by standing
 * side by side ("2TV"), / rounded to 0, by what is positive, and "a = b ? x : y", with = < or >. False when
 * the text is no such formula, names a letter that is not among the `count` variables, or exceeds 64 bits. */
bool formula_value(const char *text, const struct formula_variable *variables, size_t count, int64_t *value);
