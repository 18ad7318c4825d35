/* SPDX-License-Identifier: MIT */
/* The input of a problem: each element a function of seed, stream and index. */
#include "base/divide.h"
#include "base/random.h"
#include "problem/draw.h"
#include "problem/problem.h"

#include <assert.h>
#include <string.h>

enum { MARKERS = 64, HEADS_BLOCK = 1024, HEADS_SHARES = 13 };

/* Bits of the element at an index. */
typedef uint64_t element_function(const struct recipe *recipe, enum dtype dtype, size_t index);

/* One or the other without a branch, which random data would have mispredicted half the time. */
static ALWAYS_INLINE uint64_t chosen(bool first, uint64_t one, uint64_t other)
{
    return other ^ ((one ^ other) & -(uint64_t)first);
}

/* Towards the peak of its row every element beats those before it, and those of all rows to one side, but one
 * in eight that is somewhere below. */
static ALWAYS_INLINE uint64_t ordered(const struct recipe *recipe, enum dtype dtype, size_t index)
{
    const uint64_t random = random_at(recipe->seed, index);
    const size_t row = recipe->row < recipe->n ? index / recipe->row : 0, at = index - row * recipe->row;
    const size_t last = (recipe->n - 1) / recipe->row, below = recipe->ascends ? row : last - row;
    const size_t distance = at > recipe->peak ? at - recipe->peak : recipe->peak - at;
    uint64_t rank = (below + 1) * recipe->row - 1 - distance;
    rank = chosen(random % 8 == 0 && distance > 0, scaled(remixed(random), rank), rank);
    return order_element(recipe, dtype,
                         (rank >> recipe->shift) * recipe->step + scaled(random, recipe->step));
}

static ALWAYS_INLINE uint64_t valid_bits(enum dtype dtype, uint64_t random)
{
    if (dtype_is_float(dtype))
        return normal_bits(dtype) + scaled(random, infinity_bits(dtype) - normal_bits(dtype) + 1);
    return 1 + scaled(random, dtype_kind(dtype) == KIND_SIGNED ? sign_bit(dtype) - 1 : every_bit(dtype));
}

/* Zeros of either sign, NaNs of either sign with a payload, and half of them negative numbers. */
static ALWAYS_INLINE uint64_t invalid_float(enum dtype dtype, uint64_t random, uint64_t number,
                                            unsigned which)
{
    const uint64_t payload = 1 + scaled(random, normal_bits(dtype) - 1);
    const uint64_t magnitude =
        chosen(which < 4, chosen(which < 2, 0, infinity_bits(dtype) | payload), number);
    return magnitude | chosen(which % 2 != 0 || which >= 4, sign_bit(dtype), 0);
}

static ALWAYS_INLINE uint64_t selectable(enum dtype dtype, uint64_t random, bool valid)
{
    const uint64_t other = remixed(random), number = valid_bits(dtype, other);
    if (dtype_is_float(dtype))
        return chosen(valid, number, invalid_float(dtype, other, number, random % 8));
    const uint64_t least = dtype_kind(dtype) == KIND_SIGNED ? sign_bit(dtype) + 1 : 1;
    return chosen(valid, number, -scaled(other, least) & every_bit(dtype));
}

static ALWAYS_INLINE uint64_t selected_at_random(const struct recipe *recipe, enum dtype dtype, size_t index)
{
    const uint64_t random = random_at(recipe->seed, index);
    return selectable(dtype, random, random >> 11 < recipe->threshold);
}

static ALWAYS_INLINE uint64_t selected_once(const struct recipe *recipe, enum dtype dtype, size_t index)
{
    return selectable(dtype, random_at(recipe->seed, index), index == recipe->cover);
}

static ALWAYS_INLINE uint64_t selected_in_turn(const struct recipe *recipe, enum dtype dtype, size_t index)
{
    return selectable(dtype, random_at(recipe->seed, index), index % 2 == recipe->cover % 2);
}

/* The ratio of two neighbours' scales: what precedes the first element has no index. */
static ALWAYS_INLINE uint64_t coefficient(const struct recipe *recipe, enum dtype dtype, size_t index)
{
    return scale_ratio(recipe, dtype, recipe->backwards ? index + 1 : index - 1, index);
}

/* Of either sign, at least ½ and below 1. */
static ALWAYS_INLINE uint64_t contraction(const struct recipe *recipe, enum dtype dtype, size_t index)
{
    const uint64_t random = random_at(recipe->seed, index);
    const double half = (double)(recipe->most / 2 + 1) * recipe->grid;
    const double more = (double)scaled(random, recipe->most / 2 + 1) * recipe->grid;
    return float_bits(dtype, random & 1 ? -half - more : half + more);
}

static ALWAYS_INLINE uint64_t outstanding(const struct recipe *recipe, enum dtype dtype, size_t index)
{
    (void)dtype;
    return index == recipe->cover ? recipe->outstanding : recipe->ordinary;
}

/* Of the elements first … last − 1 of an input every step-th. */
struct stretch {
    unsigned char *input;
    size_t first, last, step;
};

static ALWAYS_INLINE void fill_elements(const struct recipe *shared, enum dtype dtype,
                                        element_function *element, const struct stretch *stretch)
{
    unsigned char *const input = stretch->input;
    const size_t last = stretch->last, step = stretch->step;
    const struct recipe recipe = *shared; /* a copy that the stores cannot change */
    const size_t size = dtype_bits(dtype) / 8;
    for (size_t i = stretch->first; i < last; i += step) {
        const union element value = {.u64 = element(&recipe, dtype, i)};
        memcpy(input + i * size, &value, size);
    }
}

/* One loop for each element function and dtype. */
typedef void fill_function(const struct recipe *recipe, enum dtype dtype, const struct stretch *stretch);
#define FILL_CASE(NAME, name, type, bits, KIND, digits, accumulator, element) \
    case DTYPE_##NAME:                                                        \
        fill_elements(recipe, DTYPE_##NAME, element, stretch);                \
        return;
#define FILL_CONVERTED(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output, \
                       element, ...)                                                                   \
    case DTYPE_##NAME:                                                                                 \
        fill_elements(recipe, DTYPE_##NAME, element, stretch);                                         \
        return;
#define DEFINE_FILL(element)                                                                                 \
    static void fill_##element(const struct recipe *recipe, enum dtype dtype, const struct stretch *stretch) \
    {                                                                                                        \
        switch (dtype) {                                                                                     \
            FOR_EACH_DTYPE(FILL_CASE, element)                                                               \
            FOR_EACH_CONVERTED_DTYPE(FILL_CONVERTED, element)                                                \
        case DTYPE_NONE:                                                                                     \
        case DTYPE_COUNT:                                                                                    \
            break;                                                                                           \
        }                                                                                                    \
        assert(!"an element type");                                                                          \
    }

DEFINE_FILL(summand)
DEFINE_FILL(gridded)
DEFINE_FILL(ordered)
DEFINE_FILL(factor)
DEFINE_FILL(selected_at_random)
DEFINE_FILL(selected_once)
DEFINE_FILL(selected_in_turn)
DEFINE_FILL(outstanding)
DEFINE_FILL(coefficient)
DEFINE_FILL(contraction)

static fill_function *fill_of(const struct problem_key *key, unsigned stream)
{
    static fill_function *const exact[] = {
        [SUMMANDS] = fill_summand,
        [ORDERED] = fill_ordered,
        [FACTORS] = fill_factor,
        [SELECTABLE] = fill_selected_at_random,
    };
    if (stream == 1 && primitive_info(key->primitive)->second == SECOND_COEFFICIENTS)
        return key->data == DATA_GRIDDED ? fill_contraction : fill_coefficient;
    if (key->data == DATA_GRIDDED)
        return fill_gridded;
    if (key->data == DATA_ALTERNATING && recipe_kind(key) == SELECTABLE)
        return fill_selected_in_turn;
    if (recipe_is_single(key) && stream == 0)
        return recipe_kind(key) == SELECTABLE ? fill_selected_once : fill_outstanding;
    return exact[recipe_kind(key)];
}

/* One of 2 elements, of 4, … of 8192, as the block has it. */
static bool is_head_at_random(uint64_t seed, size_t index)
{
    const uint64_t of_block = random_at(~seed, index / HEADS_BLOCK);
    return random_at(seed, index) >> (63 - of_block % HEADS_SHARES) == 0;
}

static void fill_heads(const struct problem_key *key, uint64_t seed, const struct stretch *stretch)
{
    for (size_t i = stretch->first; i < stretch->last; i++)
        stretch->input[i] = key->data == DATA_STRUCTURE     ? i == key->cover
                            : key->data == DATA_ALTERNATING ? i % 2 == key->cover % 2
                            : key->selectivity <= 0         ? false
                            : key->selectivity >= 1         ? true
                                                            : is_head_at_random(seed, i);
}

/* A lost or repeated marker scales all that follows. */
static void fill_markers(const struct recipe *recipe, enum dtype dtype, const struct stretch *stretch)
{
    const size_t size = dtype_size(dtype), apart = divide_up(recipe->n, MARKERS);
    for (size_t m = 0; m < MARKERS; m++) {
        const uint64_t random = random_at(~recipe->seed, m);
        const size_t at = m * apart + (recipe->cover == 0 ? apart / 2 : scaled(random, apart));
        if (at < stretch->first || at >= stretch->last)
            continue;
        const double sign = recipe->cover == 0 || random & 1 ? -1 : 1;
        const union element marker = {.u64 = float_bits(dtype, sign * (m % 2 == 0 ? 2 : 0.5))};
        memcpy(stretch->input + at * size, &marker, size);
    }
}

/* Elements of other covers are zeros, which need no random numbers: all bits are 0. */
static void keep_covered(const struct recipe *recipe, size_t size, struct stretch *stretch)
{
    memset(stretch->input + stretch->first * size, 0, (stretch->last - stretch->first) * size);
    stretch->step = recipe->mask + 1;
    stretch->first += (recipe->cover - stretch->first) & recipe->mask;
}

void problem_fill(const struct problem_key *key, unsigned stream, void *input, size_t first, size_t last)
{
    assert(last <= key->n && stream < primitive_inputs(key->primitive));
    assert(key->data != DATA_GRIDDED || problem_gridded(key));
    assert((key->data != DATA_NAN && key->data != DATA_INFINITY) || problem_special(key));
    assert(key->data != DATA_ALTERNATING || recipe_kind(key) == SELECTABLE || problem_has_heads(key));
    if (first >= last)
        return;
    const struct recipe recipe = recipe_make(key, stream);
    struct stretch stretch = {input, first, last, 1};
    if (stream == 1 && problem_has_heads(key)) {
        fill_heads(key, recipe.seed, &stretch);
        return;
    }
    if (recipe.mask)
        keep_covered(&recipe, dtype_size(key->dtype), &stretch);
    fill_of(key, stream)(&recipe, key->dtype, &stretch);
    if (key->data == DATA_EXACT && recipe_kind(key) == FACTORS && dtype_is_float(key->dtype))
        fill_markers(&recipe, key->dtype, &stretch);
}
