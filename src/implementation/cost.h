/* SPDX-License-Identifier: MIT */
/* What an implementation costs, as formulas that people read and tests evaluate. */
#pragma once

#include "implementation/point.h"

/* One cost; a table of them ends with {NULL, NULL}, and what it does not name is 0. */
struct cost {
    const char *what;    /* "reads", "adds": for groups a column of `scanbench counts` */
    const char *formula; /* as formula_value has it, over cost_letters */
};

/* Such a table: COSTS({what, formula}, …). */
#define COSTS(...)        \
    (const struct cost[]) \
    {                     \
        __VA_ARGS__,      \
        {                 \
            NULL, NULL    \
        }                 \
    }

/* Where costs hold that do not depend on how n divides. */
#define ANY_SIZE "any n"

/* What the letters of formulas stand for. */
enum { COST_LETTERS = 17 };
struct cost_letter {
    char letter;
    const char *meaning;
};
extern const struct cost_letter cost_letters[COST_LETTERS];

struct cost_variable {
    char letter;
    int64_t value;
};

/* The value of a formula of whole numbers, one-letter variables, parentheses, + and -, products by standing
 * side by side ("2TV"), / rounded to 0, by what is positive, and "a = b ? x : y", with = < or >. False when
 * the text is no such formula, names a letter that is not among the `count` variables, or exceeds 64 bits. */
bool formula_value(const char *text, const struct cost_variable *variables, size_t count, int64_t *value);

/* The value of a formula at a point that selects `selected` elements; axes that it lacks count once. False
 * when it is no formula of these letters. */
bool cost_value(const char *formula, const struct point *point, uint64_t selected, int64_t *value);
