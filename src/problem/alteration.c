/* SPDX-License-Identifier: MIT */
/* One element of an input changed, and the answer that follows: what makes of two timed calls two problems.
 */
#include "problem/alteration.h"

#include "base/divide.h"
#include "base/memory.h"
#include "problem/draw.h"
#include "problem/reference.h"

#include <stdlib.h>

enum { RANK_PART = 4096 };

static size_t rank_parts(const struct problem *problem)
{
    return divide_up(problem->key.n, RANK_PART);
}

static const void *part_of(const struct problem *problem, size_t first)
{
    return (const unsigned char *)problem->input[0] + first * dtype_size(problem->key.dtype);
}

void ranks_make(struct ranks *ranks, const struct problem *problem)
{
    size_t before = 0;
    ranks_close(ranks);
    if (problem->key.primitive != PRIMITIVE_COMPACT)
        return;
    ranks->before = memory_array(rank_parts(problem) + 1, sizeof *ranks->before);
    for (size_t part = 0; part < rank_parts(problem); part++) {
        const size_t first = part * RANK_PART, left = problem->key.n - first;
        ranks->before[part] = before;
        before +=
            reference_count(problem->key.dtype, part_of(problem, first), left < RANK_PART ? left : RANK_PART);
    }
}

void ranks_close(struct ranks *ranks)
{
    free(ranks->before);
    ranks->before = NULL;
}

static size_t rank_of(const struct ranks *ranks, const struct problem *problem, size_t index)
{
    const size_t part = index / RANK_PART, first = part * RANK_PART;
    return ranks->before[part] + reference_count(problem->key.dtype, part_of(problem, first), index - first);
}

static union element element_at(const struct problem *problem, size_t index)
{
    return element_load(problem->key.dtype, problem->input[0], index);
}

static bool is_positive(const struct problem *problem, size_t index)
{
    return element_value(problem->key.dtype, problem->input[0], index) > 0;
}

static bool is_not_zero(const struct problem *problem, size_t index)
{
    return element_value(problem->key.dtype, problem->input[0], index) != 0;
}

/* The first element from an index on, and round about, of which that is true; n: none within reach, which
 * keeps the search short where hardly any is. */
static size_t next_with(const struct problem *problem, size_t index,
                        bool (*is)(const struct problem *problem, size_t index))
{
    const size_t n = problem->key.n, reach = n < RANK_PART ? n : RANK_PART;
    for (size_t steps = 0; steps < reach; steps++)
        if (is(problem, (index + steps) % n))
            return (index + steps) % n;
    return n;
}

static union element small_number(enum dtype dtype, unsigned number)
{
    return (union element){.u64 = dtype_is_float(dtype) ? float_bits(dtype, number) : number};
}

/* As extreme as can be: it decides every minimum, or maximum. */
static union element extreme(enum op op, enum dtype dtype)
{
    return element_combine(op, dtype, op_identity(OP_MIN, dtype), op_identity(OP_MAX, dtype));
}

/* What to join with an element, so that the sum or product of all is another one and exact as before: floats
 * change their sign. */
static union element term_joined(const struct problem *problem, union element was, uint64_t random)
{
    const enum dtype dtype = problem->key.dtype;
    const enum kind kind = recipe_kind(&problem->key);
    if (kind == ORDERED)
        return extreme(problem->key.op, dtype);
    if (!dtype_is_float(dtype))
        return (union element){.u64 = integer_bits(dtype, random) | (kind == FACTORS ? 3 : 1)};
    if (kind == FACTORS)
        return (union element){.u64 = float_bits(dtype, -1)};
    return (union element){.u64 = float_bits(dtype, -2 * element_value(dtype, &was, 0))};
}

static bool alters_zeros(const struct problem *problem)
{
    return !dtype_is_float(problem->key.dtype) || recipe_kind(&problem->key) != SUMMANDS;
}

static size_t segment_end(const struct problem *problem, size_t index)
{
    const unsigned char *const heads = problem->input[1];
    size_t end = index + 1;
    while (end < problem->key.n && !heads[end])
        end++;
    return end;
}

/* Where the answer changes first, or beside it: an exclusive scan has an element's sum after it. */
static size_t first_changed(const struct problem_key *key, size_t index)
{
    if (primitive_info(key->primitive)->output != OUTPUT_ALL)
        return index / problem_row_elements(key);
    return key->reversed && index > 0 ? index - 1 : index;
}

/* What is read changes, of floats its sign, and what is joined is the difference. */
static void draw_converted(struct alteration *drawn, enum dtype dtype, uint64_t random)
{
    const uint64_t flipped = dtype_is_float(dtype) ? sign_bit(dtype) : integer_bits(dtype, random) | 1;
    drawn->is.u64 = drawn->was.u64 ^ flipped;
    drawn->joined =
        element_subtract(dtype, element_read(dtype, &drawn->is, 0), element_read(dtype, &drawn->was, 0));
}

static void draw_term(struct alteration *drawn, const struct problem *problem, uint64_t random)
{
    const struct problem_key *const key = &problem->key;
    if (!alters_zeros(problem))
        drawn->index = next_with(problem, drawn->index, is_not_zero);
    if (drawn->index == key->n)
        return;
    drawn->was = element_at(problem, drawn->index);
    if (!dtype_is_plain(key->dtype)) {
        draw_converted(drawn, key->dtype, random);
    } else {
        drawn->joined = term_joined(problem, drawn->was, random);
        drawn->is = element_combine(key->op, key->dtype, drawn->was, drawn->joined);
    }
    drawn->place = first_changed(key, drawn->index);
    drawn->end = problem_has_heads(key) ? segment_end(problem, drawn->index) : key->n;
    drawn->made = true;
}

static void draw_selectable(struct alteration *drawn, const struct problem *problem,
                            const struct ranks *ranks)
{
    const struct problem_key *const key = &problem->key;
    const bool compacts = primitive_info(key->primitive)->output == OUTPUT_SELECTED;
    if (compacts)
        drawn->index = ranks->before ? next_with(problem, drawn->index, is_positive) : key->n;
    if (drawn->index == key->n)
        return;
    const bool positive = is_positive(problem, drawn->index);
    const union element one = small_number(key->dtype, 1);
    drawn->was = element_at(problem, drawn->index);
    drawn->is = small_number(key->dtype, compacts && drawn->was.u64 == one.u64 ? 2 : compacts || !positive);
    drawn->place = compacts ? rank_of(ranks, problem, drawn->index) : 0;
    drawn->made = true;
}

struct alteration alteration_draw(const struct problem *problem, const struct ranks *ranks, uint64_t random)
{
    const struct problem_key *const key = &problem->key;
    const struct primitive_info *const info = primitive_info(key->primitive);
    struct alteration drawn = {.made = false};
    if (key->n == 0 || key->data != DATA_EXACT || !(info->altered || info->altered_count))
        return drawn;
    drawn.index = scaled(random_at(random, 0), key->n);
    if (recipe_kind(key) == SELECTABLE)
        draw_selectable(&drawn, problem, ranks);
    else
        draw_term(&drawn, problem, random_at(random, 1));
    return drawn;
}

void alteration_apply(const struct alteration *alteration, enum dtype dtype, void *input)
{
    if (alteration->made)
        element_store(dtype, input, alteration->index, alteration->is);
}

void alteration_undo(const struct alteration *alteration, enum dtype dtype, void *input)
{
    if (alteration->made)
        element_store(dtype, input, alteration->index, alteration->was);
}

bool alteration_answer(const struct problem *problem, const struct alteration *alteration, size_t first,
                       size_t count, void *elements)
{
    const struct primitive_info *const info = primitive_info(problem->key.primitive);
    if (info->altered)
        info->altered(problem, alteration, first, count, elements);
    return info->altered != NULL;
}

void alteration_join_one(const struct problem *problem, const struct alteration *alteration,
                         union element joined, size_t index, void *element)
{
    const struct problem_key *const key = &problem->key;
    const enum dtype output = dtype_output(key->dtype);
    element_store(output, element, 0, element_load(output, problem->expected, index));
    if (!alteration->made)
        return;
    if (reference_rounds(key->dtype))
        reference_rounded(key, problem->expected, (struct span){index, index + 1}, joined, element);
    else
        element_combine_all(key->op, key->dtype, element, 1, joined);
}

uint64_t alteration_count(const struct problem *problem, const struct alteration *alteration)
{
    const struct primitive_info *const info = primitive_info(problem->key.primitive);
    return info->altered_count ? info->altered_count(problem, alteration) : problem->selected;
}

uint64_t alteration_fold(const struct problem *problem, const struct alteration *alteration)
{
    const uint64_t bits = alteration->made ? alteration->was.u64 ^ alteration->is.u64 : 0;
    return problem->fold ^ (bits & every_bit(problem->key.dtype));
}
