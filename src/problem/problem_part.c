/* SPDX-License-Identifier: MIT */
/* A part of an array that lies on ranks: what of the answer is right there. */
#include "problem/problem_part.h"

#include "base/memory.h"
#include "problem/reference.h"
#include "problem/solving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 14 };

/* How what is right on a rank follows from all of the array. A primitive that does not say it does not
 * compile. */
enum distribution {
    DISTRIBUTION_NONE,     /* no ranks compute it */
    DISTRIBUTION_OWN,      /* from its part alone */
    DISTRIBUTION_PREFIX,   /* from the parts before it too */
    DISTRIBUTION_ALL,      /* from all elements: one answer on every rank */
    DISTRIBUTION_COUNTED,  /* how many are selected of all elements */
    DISTRIBUTION_SELECTED, /* its selected elements, and how many are before them */
    DISTRIBUTION_WORDS,    /* each rank has as many words: from those before */
    DISTRIBUTION_AROUND,   /* the same: from those of another one */
};

static enum distribution distribution_of(enum primitive primitive)
{
#define DISTRIBUTION(NAME, symbol, distribution, name) [PRIMITIVE_##NAME] = DISTRIBUTION_##distribution,
    static const enum distribution all[PRIMITIVE_COUNT] = {FOR_EACH_PRIMITIVE(DISTRIBUTION)};
    return all[primitive];
}

struct problem_key problem_over_ranks(const struct problem_key *key, unsigned ranks)
{
    const enum distribution distribution = distribution_of(key->primitive);
    struct problem_key whole = *key;
    if (distribution == DISTRIBUTION_WORDS || distribution == DISTRIBUTION_AROUND)
        whole.n *= ranks;
    return whole;
}

struct problem_part problem_part_of(const struct problem_key *whole, unsigned rank, unsigned ranks)
{
    return (struct problem_part){
        .key = *whole, .rank = rank, .ranks = ranks, .own = span_part(whole->n, rank, ranks)};
}

size_t problem_part_elements(const struct problem_part *part)
{
    return part->own.last - part->own.first;
}

/* Write elements first … last − 1 of the whole array to the beginning of memory. */
static void draw(const struct problem_key *key, unsigned stream, void *memory, size_t first, size_t last)
{
    const uintptr_t base = (uintptr_t)memory - first * dtype_size(key->dtype);
    problem_fill(key, stream, (void *)base, first, last);
}

void problem_part_fill(const struct problem_part *part, unsigned stream, void *input, struct span elements)
{
    draw(&part->key, stream, (char *)input + elements.first * dtype_size(part->key.dtype),
         part->own.first + elements.first, part->own.first + elements.last);
}

/* Walk through elements of the whole array that this rank does not hold, chunk by chunk. */
static struct fold fold_range(const struct problem_key *key, size_t first, size_t last)
{
    const size_t size = dtype_size(key->dtype);
    unsigned char *const chunk = memory_block(2 * CHUNK * size), *const second = chunk + CHUNK * size;
    struct fold fold = fold_none(key);
    for (size_t at = first; at < last; at += CHUNK) {
        const size_t end = last - at < CHUNK ? last : at + CHUNK;
        draw(key, 0, chunk, at, end);
        if (primitive_inputs(key->primitive) > 1)
            draw(key, 1, second, at, end);
        const void *const drawn[PROBLEM_INPUTS] = {chunk, second};
        fold = fold_both(key, fold, fold_elements(key, drawn, end - at));
    }
    free(chunk);
    return fold;
}

static void expect_scan(struct problem_part *part)
{
    const struct problem_key *const key = &part->key;
    const union element before = fold_range(key, 0, part->own.first).value;
    reference_scan(key, part->input[0], part->expected, problem_part_elements(part),
                   element_combine(key->op, key->dtype, problem_initial(key), before));
}

static void expect_reduction(struct problem_part *part)
{
    const union element all = fold_range(&part->key, 0, part->key.n).value;
    element_store(part->key.dtype, part->expected, 0, all);
}

static void count_selected(struct problem_part *part)
{
    part->before_selected = fold_range(&part->key, 0, part->own.first).selected;
    part->own_selected = reference_count(part->key.dtype, part->input[0], problem_part_elements(part));
    part->selected = part->before_selected + part->own_selected +
                     fold_range(&part->key, part->own.last, part->key.n).selected;
}

/* The kept elements in the rank's share of them, of whatever block. */
static void draw_share(struct problem_part *part)
{
    const size_t size = dtype_size(part->key.dtype);
    unsigned char *const chunk = memory_block(2 * CHUNK * size), *const kept = chunk + CHUNK * size;
    size_t found = 0;
    for (size_t at = 0; at < part->key.n && found < part->share.last; at += CHUNK) {
        const size_t end = part->key.n - at < CHUNK ? part->key.n : at + CHUNK;
        draw(&part->key, 0, chunk, at, end);
        const size_t more = reference_compact(part->key.dtype, chunk, kept, end - at);
        const size_t first = part->share.first > found ? part->share.first - found : 0;
        const size_t last = part->share.last - found < more ? part->share.last - found : more;
        if (first < last)
            memcpy((char *)part->moved + (found + first - part->share.first) * size, kept + first * size,
                   (last - first) * size);
        found += more;
    }
    free(chunk);
}

static void expect_compaction(struct problem_part *part)
{
    count_selected(part);
    reference_compact(part->key.dtype, part->input[0], part->expected, problem_part_elements(part));
    part->share = span_part(part->selected, part->rank, part->ranks);
    draw_share(part);
}

/* What the ranks before have at the same place, rank after rank. */
static void expect_exscan(struct problem_part *part)
{
    const struct problem_key *const key = &part->key;
    const size_t words = problem_part_elements(part);
    unsigned char *const other = memory_block(words * dtype_size(key->dtype) + 1);
    for (size_t i = 0; i < words; i++)
        element_store(key->dtype, part->expected, i, op_identity(key->op, key->dtype));
    for (unsigned rank = 0; rank < part->rank; rank++) {
        draw(key, 0, other, rank * words, (rank + 1) * words);
        for (size_t i = 0; i < words; i++)
            element_store(key->dtype, part->expected, i,
                          element_combine(key->op, key->dtype, element_load(key->dtype, part->expected, i),
                                          element_load(key->dtype, other, i)));
    }
    free(other);
}

void problem_part_solve(struct problem_part *part)
{
    switch (distribution_of(part->key.primitive)) {
    case DISTRIBUTION_PREFIX:
        expect_scan(part);
        return;
    case DISTRIBUTION_ALL:
        expect_reduction(part);
        return;
    case DISTRIBUTION_COUNTED:
        count_selected(part);
        return;
    case DISTRIBUTION_SELECTED:
        expect_compaction(part);
        return;
    case DISTRIBUTION_WORDS:
        expect_exscan(part);
        return;
    case DISTRIBUTION_NONE:
    case DISTRIBUTION_OWN:
    case DISTRIBUTION_AROUND:
        return;
    }
}

/* Where messages end up: the words of the rank that the last one came from. */
static bool verify_messages(const struct problem_part *part, const struct problem *problem,
                            const void *output, struct finding *finding)
{
    const size_t words = problem_part_elements(part);
    unsigned skip = 1;
    while (2 * skip < part->ranks)
        skip *= 2;
    const unsigned from = part->ranks > 1 ? (part->rank + part->ranks - skip) % part->ranks : part->rank;
    unsigned char *const other = memory_block(words * dtype_size(part->key.dtype) + 1);
    draw(&part->key, 0, other, from * words, (from + 1) * words);
    struct problem theirs = *problem;
    theirs.input[0] = other;
    const bool right = verify_output(&theirs, output, 0, 0, finding);
    free(other);
    return right;
}

/* The part as a problem of its own. */
static struct problem own_problem(const struct problem_part *part, const struct part_answer *answer)
{
    struct problem own = {
        .key = part->key,
        .input = {part->input[0], part->input[1]},
        .expected = answer->moved ? part->moved : part->expected,
        .selected = answer->moved ? part->share.last - part->share.first : part->own_selected,
    };
    own.key.primitive = answer->primitive;
    own.key.n = problem_part_elements(part);
    if (distribution_of(answer->primitive) == DISTRIBUTION_COUNTED)
        own.selected = part->selected;
    return own;
}

bool problem_part_verify(const struct problem_part *part, const struct part_answer *answer,
                         struct finding *finding)
{
    const struct problem own = own_problem(part, answer);
    const enum distribution distribution = distribution_of(answer->primitive);
    *finding = (struct finding){0};
    if (distribution == DISTRIBUTION_AROUND)
        return verify_messages(part, &own, answer->output, finding);
    if (!verify_output(&own, answer->output, answer->count[0], 0, finding))
        return false;
    const uint64_t before = answer->moved ? part->share.first : part->before_selected;
    if (distribution != DISTRIBUTION_SELECTED || answer->count[1] == before)
        return true;
    snprintf(finding->text, sizeof finding->text, "elements before this rank: expected %llu, got %llu",
             (unsigned long long)before, (unsigned long long)answer->count[1]);
    return false;
}

uint64_t problem_part_selected(const struct problem_part *part, enum primitive primitive, bool moved)
{
    if (primitive == PRIMITIVE_COPY_PART)
        return primitive_part(problem_part_elements(part), part->key.selectivity);
    if (distribution_of(primitive) != DISTRIBUTION_SELECTED)
        return 0;
    return moved ? part->share.last - part->share.first : part->own_selected;
}

size_t problem_part_bytes(const struct problem_part *part, enum primitive primitive, bool moved)
{
    struct problem_key key = part->key;
    key.primitive = primitive;
    key.n = problem_part_elements(part);
    if (primitive_info(primitive)->output == OUTPUT_SELECTED)
        return problem_part_selected(part, primitive, moved) * dtype_size(key.dtype);
    return problem_output_bytes(&key);
}
