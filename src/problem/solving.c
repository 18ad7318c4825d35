/* SPDX-License-Identifier: MIT */
/* The reference by ranges of elements: exact data have the same bits in whatever order they are joined. */
#include "problem/solving.h"

#include "base/memory.h"
#include "base/span.h"
#include "problem/recipe.h"
#include "problem/reference.h"

#include <stdlib.h>

enum { ELEMENTS_LEAST = 1 << 16 }; /* fewer are solved sooner than workers are woken */

static bool is_joined(const struct problem_key *key)
{
    return key->primitive == PRIMITIVE_SCAN || key->primitive == PRIMITIVE_REDUCE;
}

static enum op op_of(const struct problem_key *key)
{
    return is_joined(key) ? key->op : OP_SUM;
}

struct fold fold_none(const struct problem_key *key)
{
    return (struct fold){.value = op_identity(op_of(key), key->dtype)};
}

struct fold fold_elements(const struct problem_key *key, const void *const input[PROBLEM_INPUTS], size_t n)
{
    struct fold fold = fold_none(key);
    if (is_joined(key))
        fold.value = reference_reduce(key->op, key->dtype, input[0], n);
    else if (key->primitive == PRIMITIVE_DOT)
        fold.value = reference_dot(key->dtype, input[0], input[1], n);
    else
        fold.selected = reference_count(key->dtype, input[0], n);
    return fold;
}

struct fold fold_both(const struct problem_key *key, struct fold first, struct fold second)
{
    return (struct fold){.value = element_combine(op_of(key), key->dtype, first.value, second.value),
                         .selected = first.selected + second.selected};
}

bool solving_has_parts(const struct problem_key *key)
{
    const struct primitive_info *const info = primitive_info(key->primitive);
    return info->solve && key->primitive != PRIMITIVE_TILED_SCAN && key->primitive != PRIMITIVE_EXSCAN &&
           key->data == DATA_EXACT && problem_rows(key) == 1 && key->n >= ELEMENTS_LEAST;
}

struct solving {
    const struct problem_key *key;
    const void *const *input;
    unsigned char *expected;
    unsigned count;
    struct fold *folds; /* of the parts; of a recurrence as if 0 preceded it */
};

struct solving *solving_open(const struct problem_key *key, const void *const input[PROBLEM_INPUTS],
                             void *expected, unsigned parts)
{
    struct solving *const solving = memory_array(1, sizeof *solving);
    *solving = (struct solving){key, input, expected, parts, memory_array(parts, sizeof *solving->folds)};
    return solving;
}

/* A part as a problem of its own. */
struct solved_part {
    struct problem_key key;
    size_t first, last; /* of its elements */
    const void *input[PROBLEM_INPUTS];
    unsigned char *expected; /* where an output of all elements has them */
};

static struct solved_part part_of(const struct solving *solving, unsigned part)
{
    const struct problem_key *const key = solving->key;
    const struct span own = span_part(key->n, part, solving->count);
    struct solved_part found = {
        .key = *key,
        .first = own.first,
        .last = own.last,
        .expected = solving->expected + own.first * dtype_size(problem_output_dtype(key)),
    };
    found.key.n = own.last - own.first;
    for (unsigned stream = 0; stream < primitive_inputs(key->primitive); stream++)
        found.input[stream] = (const unsigned char *)solving->input[stream] +
                              own.first * primitive_input_size(key->primitive, key->dtype, stream);
    return found;
}

/* What the last element of a recurrence is, by writing all. */
static struct fold fold_recurrence(const struct solved_part *own)
{
    const struct problem_key *const key = &own->key;
    reference_recurrence(key, own->input, own->expected, fold_none(key).value);
    return (struct fold){.value = element_load(key->dtype, own->expected, key->reversed ? 0 : key->n - 1)};
}

static struct fold fold_segment(const struct solved_part *own)
{
    const struct problem_key *const key = &own->key;
    const unsigned char *const heads = own->input[1];
    size_t first = key->n - 1;
    while (first > 0 && !heads[first])
        first--;
    const void *const elements = (const unsigned char *)own->input[0] + first * dtype_size(key->dtype);
    return (struct fold){.value = reference_reduce(OP_SUM, key->dtype, elements, key->n - first),
                         .begins = heads[first]};
}

void solving_fold(struct solving *solving, unsigned part)
{
    const struct solved_part own = part_of(solving, part);
    solving->folds[part] = own.key.primitive == PRIMITIVE_RECURRENCE ? fold_recurrence(&own)
                           : own.key.primitive == PRIMITIVE_SEGMENTED_SCAN
                               ? fold_segment(&own)
                               : fold_elements(&own.key, own.input, own.key.n);
}

/* What all up to a part and with it come to. */
static struct fold followed(const struct solving *solving, struct fold before, unsigned part)
{
    const struct problem_key *const key = solving->key;
    const struct solved_part own = part_of(solving, part);
    if (solving->folds[part].begins)
        return solving->folds[part];
    if (key->primitive == PRIMITIVE_RECURRENCE) {
        const struct recipe coefficients = recipe_make(key, 1);
        const size_t from = key->reversed ? own.last : own.first - 1,
                     to = key->reversed ? own.first : own.last - 1;
        before.value = element_combine(OP_PRODUCT, key->dtype, before.value,
                                       recurrence_ratio(&coefficients, key->dtype, from, to));
    }
    return fold_both(key, before, solving->folds[part]);
}

/* What precedes a part in the order of the primitive. */
static struct fold preceding(const struct solving *solving, unsigned part)
{
    const struct problem_key *const key = solving->key;
    struct fold fold = fold_none(key);
    if (primitive_info(key->primitive)->output == OUTPUT_ALL)
        fold.value = problem_initial(key);
    if (key->reversed)
        for (unsigned later = solving->count; later-- > part + 1;)
            fold = followed(solving, fold, later);
    else
        for (unsigned earlier = 0; earlier < part; earlier++)
            fold = followed(solving, fold, earlier);
    return fold;
}

static void write_scan(const struct solving *solving, const struct solved_part *own, union element before)
{
    const struct problem_key *const key = &own->key;
    if (reference_rounds(key->dtype)) {
        float *const sums = (float *)(void *)(solving->expected + reference_sums_at(solving->key));
        reference_sums(key, own->input[0], sums + own->first, key->n, before);
    }
    reference_scan(key, own->input[0], own->expected, key->n, before);
}

/* The reference writes what it does not keep too, to where the next element goes: after the last one that is
 * kept, that would be the next part's. */
static void write_compacted(const struct solving *solving, const struct solved_part *own, size_t before)
{
    const enum dtype dtype = own->key.dtype;
    size_t n = own->key.n;
    while (n > 0 && !(element_value(dtype, own->input[0], n - 1) > 0))
        n--;
    reference_compact(dtype, own->input[0], solving->expected + before * dtype_size(dtype), n);
}

void solving_write(struct solving *solving, unsigned part)
{
    const struct solved_part own = part_of(solving, part);
    const struct fold before = preceding(solving, part);
    switch (primitive_info(own.key.primitive)->output) {
    case OUTPUT_ALL:
        if (own.key.primitive == PRIMITIVE_RECURRENCE)
            reference_recurrence(&own.key, own.input, own.expected, before.value);
        else if (own.key.primitive == PRIMITIVE_SEGMENTED_SCAN)
            reference_segments(&own.key, own.input, own.expected, before.value);
        else
            write_scan(solving, &own, before.value);
        return;
    case OUTPUT_SELECTED:
        write_compacted(solving, &own, before.selected);
        return;
    case OUTPUT_FIXED:
        if (part == 0)
            reference_write(solving->key, solving->expected, 0, preceding(solving, solving->count).value);
        return;
    case OUTPUT_NONE:
        return;
    }
}

void solving_close(struct solving *solving, size_t *selected)
{
    *selected = preceding(solving, solving->count).selected;
    free(solving->folds);
    free(solving);
}
