/* SPDX-License-Identifier: MIT */
/* Recipes: how many elements an exact sum may have, what they are drawn from, and what precedes them. */
#include "problem/recipe.h"

#include "problem/draw.h"

#include <assert.h>
#include <math.h>

/* HALF_BITS: of the magnitudes of 16-bit floats, so that few sums are beyond what these have. */
enum { EXTREMA = 4, BUDGET_BITS = 24, HALF_BITS = 7, INTEGER_BITS = 24, GRID_MOST = 52, SCALES = 7 };

/* Whether one element is outstanding. */
static bool recipe_structured(enum data data)
{
    return data == DATA_STRUCTURE || data == DATA_NAN || data == DATA_INFINITY;
}

enum kind recipe_kind(const struct problem_key *key)
{
    if (primitive_info(key->primitive)->fill == FILL_SELECTABLE)
        return SELECTABLE;
    if (op_orders(key->op))
        return ORDERED;
    return key->op == OP_PRODUCT ? FACTORS : SUMMANDS;
}

static bool adds(const struct problem_key *key)
{
    return primitive_info(key->primitive)->fill == FILL_TERMS && recipe_kind(key) == SUMMANDS;
}

/* Whether all terms are joined into one. */
static bool reduces(const struct problem_key *key)
{
    return primitive_info(key->primitive)->output == OUTPUT_FIXED;
}

static bool second_is(const struct problem_key *key, enum second_rule rule)
{
    return primitive_info(key->primitive)->second == rule;
}

/* Whether one term alone is outstanding, the others being no terms. */
bool recipe_is_single(const struct problem_key *key)
{
    return recipe_structured(key->data) && !(problem_has_heads(key) && key->data == DATA_STRUCTURE);
}

/* How many terms a sum may have. */
static size_t terms_of(const struct problem_key *key)
{
    return problem_row_elements(key) + key->prefixed;
}

/* Σ|x| up to which every order of additions is exact. */
static uint64_t exact_sum(enum dtype dtype)
{
    return UINT64_C(1) << (dtype_is_float(dtype) ? dtype_digits(dtype_accumulator(dtype)) : INTEGER_BITS);
}

size_t problem_covers(const struct problem_key *key)
{
    if (key->data != DATA_EXACT || key->n < 2)
        return 1;
    if (recipe_kind(key) == ORDERED && reduces(key))
        return key->n < EXTREMA ? key->n : EXTREMA;
    if (!dtype_is_float(key->dtype))
        return 1;
    if (recipe_kind(key) == FACTORS)
        return 2;
    size_t covers = 1;
    while (adds(key) && terms_of(key) > covers * exact_sum(key->dtype))
        covers *= 2;
    return covers;
}

/* The magnitudes of a dot product's factors share the bits that there are for the product. */
static uint64_t most_of(const struct problem_key *key, unsigned stream)
{
    const uint64_t terms = recipe_is_single(key) ? (size_t)1 + key->prefixed : terms_of(key);
    const unsigned budget_bits =
        dtype_is_float(key->dtype) && dtype_bits(key->dtype) < 32 ? HALF_BITS : BUDGET_BITS;
    uint64_t most = terms > 0 ? exact_sum(key->dtype) / terms : 1;
    if (most > UINT64_C(1) << budget_bits)
        most = UINT64_C(1) << budget_bits;
    if (most == 0)
        most = 1;
    if (!second_is(key, SECOND_FACTORS))
        return most;
    const uint64_t second = UINT64_C(1) << (63 - __builtin_clzll(most)) / 2;
    return stream == 1 ? second : most / second;
}

unsigned recipe_grid_bits(enum dtype dtype)
{
    return dtype_digits(dtype) < GRID_MOST ? dtype_digits(dtype) : GRID_MOST;
}

static void prepare_grid(struct recipe *recipe, const struct problem_key *key)
{
    const unsigned bits = recipe_grid_bits(key->dtype) / (second_is(key, SECOND_FACTORS) ? 2 : 1);
    recipe->most = (UINT64_C(1) << bits) - 1;
    recipe->grid = 1.0 / (double)(UINT64_C(1) << bits);
}

/* Within a row, where a scan ends. */
static size_t peak_of(const struct problem_key *key)
{
    const size_t row = problem_row_elements(key);
    if (!reduces(key))
        return key->reversed ? 0 : row - 1;
    if (key->cover == 0)
        return row - 1;
    return key->cover == 1 ? 0 : scaled(random_at(~key->seed, key->cover), row);
}

static void prepare_order(struct recipe *recipe, const struct problem_key *key)
{
    const uint64_t values = order_values(key->dtype);
    if (key->n == 0)
        return;
    recipe->row = problem_row_elements(key);
    const size_t ranks = (key->n - 1) / recipe->row * recipe->row + recipe->row;
    while ((ranks - 1) >> recipe->shift >= values)
        recipe->shift++;
    recipe->step = values / (((ranks - 1) >> recipe->shift) + 1);
    recipe->peak = peak_of(key);
    recipe->ascends = reduces(key) ? key->cover % 2 == 1 : key->reversed;
    recipe->reversed = key->op == OP_MIN;
}

static void prepare_structure(struct recipe *recipe, const struct problem_key *key)
{
    const enum dtype dtype = key->dtype;
    const uint64_t random = random_at(recipe->seed, key->cover), values = order_values(dtype);
    if (recipe_kind(key) == ORDERED) {
        recipe->ordinary = order_element(recipe, dtype, values / 4);
        recipe->outstanding = order_element(recipe, dtype, values / 2 + 1 + scaled(random, values / 2 - 1));
    } else if (recipe_kind(key) == FACTORS) {
        recipe->ordinary = dtype_is_float(dtype) ? float_bits(dtype, 1) : 1;
        recipe->outstanding = dtype_is_float(dtype) ? float_bits(dtype, -2) : random >> 32 | 3;
    } else {
        const struct recipe alone = {.seed = recipe->seed, .most = recipe->most, .odd = 1};
        recipe->outstanding = summand(&alone, dtype, key->cover);
    }
    if (key->data == DATA_NAN)
        recipe->outstanding = float_bits(dtype, NAN);
    if (key->data == DATA_INFINITY)
        recipe->outstanding = float_bits(dtype, INFINITY);
}

struct recipe recipe_make(const struct problem_key *key, unsigned stream)
{
    const bool sparse = stream == 0 && recipe_kind(key) == SUMMANDS && key->data == DATA_EXACT;
    struct recipe recipe = {
        .seed = stream == 0 ? key->seed : random_at(~key->seed, stream),
        .n = key->n,
        .cover = stream == 0 ? key->cover : 0,
        .mask = sparse ? problem_covers(key) - 1 : 0,
        .odd = stream,
        .most = most_of(key, stream),
        .scaled = second_is(key, SECOND_COEFFICIENTS) && key->data != DATA_GRIDDED,
        .backwards = key->reversed,
        .scales = random_at(~key->seed, SCALES),
        .threshold = (uint64_t)(key->selectivity * 0x1p53),
    };
    assert(key->data != DATA_EXACT || key->cover < problem_covers(key));
    if (key->data == DATA_GRIDDED)
        prepare_grid(&recipe, key);
    if (recipe_kind(key) == ORDERED)
        prepare_order(&recipe, key);
    if (recipe_is_single(key))
        prepare_structure(&recipe, key);
    else if (stream == 0 && key->data == DATA_STRUCTURE)
        recipe.cover = 0;
    return recipe;
}

/* As an element. */
static uint64_t prefix_bits(const struct problem_key *key)
{
    struct recipe recipe = recipe_make(key, 0);
    recipe.cover = 0;
    recipe.scaled = false; /* it precedes all scales */
    if (key->data == DATA_GRIDDED)
        return gridded(&recipe, key->dtype, key->n);
    if (recipe_kind(key) == ORDERED)
        return order_element(&recipe, key->dtype, order_values(key->dtype) / 2);
    if (recipe_kind(key) == FACTORS && dtype_is_float(key->dtype))
        return float_bits(key->dtype, -2);
    return recipe_kind(key) == FACTORS ? factor(&recipe, key->dtype, key->n)
                                       : summand(&recipe, key->dtype, key->n);
}

union element problem_initial(const struct problem_key *key)
{
    if (key->prefixed && primitive_info(key->primitive)->directed)
        return element_read(key->dtype, &(union element){.u64 = prefix_bits(key)}, 0);
    return op_identity(key->op, key->dtype);
}

union element recurrence_ratio(const struct recipe *coefficients, enum dtype dtype, size_t from, size_t to)
{
    return (union element){.u64 = scale_ratio(coefficients, dtype, from, to)};
}
