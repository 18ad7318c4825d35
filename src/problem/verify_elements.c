/* SPDX-License-Identifier: MIT */
/* What the primitives judge their outputs with: elements against elements, counts against counts. */
#include "problem/verify.h"

#include "problem/reference.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define CHUNK ((size_t)1 << 16)

/* Equal outputs, the usual case, are found equal at the speed of memory; the byte where a different chunk
 * starts. */
static size_t first_unequal_chunk(const unsigned char *a, const unsigned char *b, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += CHUNK) {
        const size_t length = bytes - at < CHUNK ? bytes - at : CHUNK;
        if (memcmp(a + at, b + at, length) != 0)
            return at;
    }
    return bytes;
}

static union element element_at(enum dtype dtype, const unsigned char *element)
{
    return element_load(dtype, element, 0);
}

static bool is_nan(enum dtype dtype, union element value)
{
    return isnan(element_value(dtype, &value, 0));
}

/* Of the elements at a byte. */
static bool are_same(const struct element_pairs *pairs, size_t at)
{
    const enum dtype dtype = pairs->dtype;
    const unsigned char *const wanted = pairs->expected + at, *const got = pairs->output + at;
    if (memcmp(wanted, got, dtype_size(dtype)) == 0)
        return true;
    return pairs->any_nan && is_nan(dtype, element_at(dtype, wanted)) &&
           is_nan(dtype, element_at(dtype, got));
}

static void describe(struct finding *finding, const struct element_pairs *pairs, size_t at)
{
    const enum dtype dtype = pairs->dtype;
    const union element wanted = element_at(dtype, pairs->expected + at),
                        got = element_at(dtype, pairs->output + at);
    char wanted_text[32], got_text[32];
    element_print(dtype, wanted, wanted_text, sizeof wanted_text);
    element_print(dtype, got, got_text, sizeof got_text);
    snprintf(finding->text, sizeof finding->text, "element %zu of %zu: expected %s, got %s", finding->index,
             pairs->total, wanted_text, got_text);
    if (strcmp(wanted_text, got_text) == 0) /* NaNs */
        snprintf(finding->text, sizeof finding->text,
                 "element %zu of %zu: expected the bits %#" PRIx64 ", got %#" PRIx64, finding->index,
                 pairs->total, wanted.u64, got.u64);
}

bool verify_equal(const struct element_pairs *pairs, struct finding *finding)
{
    const size_t size = dtype_size(pairs->dtype), bytes = pairs->count * size;
    for (size_t at = first_unequal_chunk(pairs->expected, pairs->output, bytes); at < bytes; at += size) {
        if (are_same(pairs, at) || finding->wrong++ > 0)
            continue;
        finding->index = pairs->base + at / size;
        describe(finding, pairs, at);
    }
    return finding->wrong == 0;
}

bool verify_elements(const struct problem *problem, const void *expected, const void *output, size_t count,
                     struct finding *finding)
{
    const struct element_pairs pairs = {
        problem_output_dtype(&problem->key), expected, output, 0, count, count,
        problem->key.data == DATA_NAN};
    return verify_equal(&pairs, finding);
}

bool verify_count(uint64_t expected, uint64_t count, struct finding *finding)
{
    if (count == expected)
        return true;
    finding->wrong = 1;
    snprintf(finding->text, sizeof finding->text, "count: expected %" PRIu64 ", got %" PRIu64, expected,
             count);
    return false;
}

bool verify_expected(const struct problem *problem, const void *output, uint64_t count,
                     struct finding *finding)
{
    (void)count;
    return verify_elements(problem, problem->expected, output, problem_output_count(&problem->key), finding);
}

bool verify_input(const struct problem *problem, const void *output, uint64_t count, struct finding *finding)
{
    (void)count;
    return verify_elements(problem, problem->input[0], output, problem->key.n, finding);
}

uint64_t verify_fold(const struct problem *problem)
{
    uint64_t fold = 0;
    for (unsigned i = 0; i < primitive_inputs(problem->key.primitive); i++)
        fold ^= reference_fold(problem->key.dtype, problem->input[i], problem->key.n);
    return fold;
}
