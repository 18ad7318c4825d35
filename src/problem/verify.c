/* SPDX-License-Identifier: MIT */
/* The judge: an output against the expected answer. */
#include "problem/verify.h"

#include "base/random.h"
#include "problem/reference.h"
#include "problem/verify_grid.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define CHUNK ((size_t)1 << 16)
#define POISON 0xa5

/* Two runs of elements that should be the same; the finding speaks of elements base … of total. */
struct comparison {
    enum dtype dtype;
    const unsigned char *expected, *output;
    size_t base, count, total;
    bool any_nan; /* one NaN is as right as another */
};

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
static bool are_same(const struct comparison *comparison, size_t at)
{
    const enum dtype dtype = comparison->dtype;
    const unsigned char *const wanted = comparison->expected + at, *const got = comparison->output + at;
    if (memcmp(wanted, got, dtype_size(dtype)) == 0)
        return true;
    return comparison->any_nan && is_nan(dtype, element_at(dtype, wanted)) &&
           is_nan(dtype, element_at(dtype, got));
}

static void describe(struct finding *finding, const struct comparison *comparison, size_t at)
{
    const enum dtype dtype = comparison->dtype;
    const union element wanted = element_at(dtype, comparison->expected + at),
                        got = element_at(dtype, comparison->output + at);
    char wanted_text[32], got_text[32];
    element_print(dtype, wanted, wanted_text, sizeof wanted_text);
    element_print(dtype, got, got_text, sizeof got_text);
    snprintf(finding->text, sizeof finding->text, "element %zu of %zu: expected %s, got %s", finding->index,
             comparison->total, wanted_text, got_text);
    if (strcmp(wanted_text, got_text) == 0) /* NaNs */
        snprintf(finding->text, sizeof finding->text,
                 "element %zu of %zu: expected the bits %#" PRIx64 ", got %#" PRIx64, finding->index,
                 comparison->total, wanted.u64, got.u64);
}

/* Adds to what is found already. */
static bool verify_equal(const struct comparison *comparison, struct finding *finding)
{
    const size_t size = dtype_size(comparison->dtype), bytes = comparison->count * size;
    for (size_t at = first_unequal_chunk(comparison->expected, comparison->output, bytes); at < bytes;
         at += size) {
        if (are_same(comparison, at) || finding->wrong++ > 0)
            continue;
        finding->index = comparison->base + at / size;
        describe(finding, comparison, at);
    }
    return finding->wrong == 0;
}

static bool verify_elements(const struct problem *problem, const void *expected, const void *output,
                            size_t count, struct finding *finding)
{
    const struct comparison comparison = {problem->key.dtype,           expected, output, 0, count, count,
                                          problem->key.data == DATA_NAN};
    return verify_equal(&comparison, finding);
}

static bool verify_count(uint64_t expected, uint64_t count, struct finding *finding)
{
    if (count == expected)
        return true;
    finding->wrong = 1;
    snprintf(finding->text, sizeof finding->text, "count: expected %" PRIu64 ", got %" PRIu64, expected,
             count);
    return false;
}

/* Two sums over elements that are the same in whatever order. */
struct fingerprint {
    uint64_t sum[2];
};

static struct fingerprint fingerprint_of(enum dtype dtype, const unsigned char *elements, size_t count)
{
    static const uint64_t seeds[2] = {0x243f6a8885a308d3u, 0x13198a2e03707344u};
    const size_t size = dtype_size(dtype);
    struct fingerprint fingerprint = {{0, 0}};
    for (size_t i = 0; i < count; i++) {
        const uint64_t bits = element_at(dtype, elements + i * size).u64;
        fingerprint.sum[0] += random_at(seeds[0], bits);
        fingerprint.sum[1] += random_at(seeds[1], bits);
    }
    return fingerprint;
}

/* Multisets are the same when their fingerprints are, but for one chance in 2^128. */
static bool verify_multiset(const struct problem *problem, const void *output, struct finding *finding)
{
    const size_t count = problem->selected;
    const struct fingerprint wanted = fingerprint_of(problem->key.dtype, problem->expected, count),
                             got = fingerprint_of(problem->key.dtype, output, count);
    if (memcmp(&wanted, &got, sizeof wanted) == 0)
        return true;
    finding->wrong = 1;
    snprintf(finding->text, sizeof finding->text, "the %zu elements are not the expected ones in any order",
             count);
    return false;
}

static bool verify_compaction(const struct problem *problem, const void *output, uint64_t count,
                              struct finding *finding)
{
    if (!verify_count(problem->selected, count, finding))
        return false;
    if (problem->unordered)
        return verify_multiset(problem, output, finding);
    return verify_elements(problem, problem->expected, output, problem->selected, finding);
}

static uint64_t fold_inputs(const struct problem *problem)
{
    uint64_t fold = 0;
    for (unsigned i = 0; i < primitive_inputs(problem->key.primitive); i++)
        fold ^= reference_fold(problem->key.dtype, problem->input[i], problem->key.n);
    return fold;
}

static bool verify_read(const struct problem *problem, const void *output, struct finding *finding)
{
    const union element fold = {.u64 = fold_inputs(problem)};
    return verify_elements(problem, &fold, output, 1, finding);
}

static bool verify_part(const struct problem *problem, const unsigned char *output, uint64_t count,
                        struct finding *finding)
{
    const struct problem_key *const key = &problem->key;
    const size_t size = dtype_size(key->dtype), total = primitive_part(key->n, key->selectivity);
    for (size_t first = 0; first < key->n; first += PART_BLOCK) {
        const size_t last = key->n - first < PART_BLOCK ? key->n : first + PART_BLOCK;
        const size_t at = primitive_part(first, key->selectivity);
        const struct comparison comparison = {
            .dtype = key->dtype,
            .expected = (const unsigned char *)problem->input[0] + first * size,
            .output = output + at * size,
            .base = at,
            .count = primitive_part(last, key->selectivity) - at,
            .total = total,
        };
        verify_equal(&comparison, finding);
    }
    return finding->wrong == 0 && verify_count(fold_inputs(problem), count, finding);
}

bool verify_output(const struct problem *problem, const void *output, uint64_t count, size_t roundings,
                   struct finding *finding)
{
    const struct problem_key *const key = &problem->key;
    *finding = (struct finding){0};
    switch (key->primitive) {
    case PRIMITIVE_TALLY:
        return verify_count(problem->selected, count, finding);
    case PRIMITIVE_COMPACT:
        return verify_compaction(problem, output, count, finding);
    case PRIMITIVE_COPY:
        return verify_elements(problem, problem->input[0], output, key->n, finding);
    case PRIMITIVE_READ:
    case PRIMITIVE_READ_TWO:
        return verify_read(problem, output, finding);
    case PRIMITIVE_COPY_PART:
        return verify_part(problem, output, count, finding);
    default:
        break;
    }
    if (key->data == DATA_GRIDDED)
        return verify_gridded(problem, output, roundings, finding);
    const size_t elements = problem_output_bytes(key) / dtype_size(key->dtype);
    return verify_elements(problem, problem->expected, output, elements, finding);
}

size_t verify_bytes(const struct problem *problem, uint64_t count, const void **expected)
{
    const struct problem_key *const key = &problem->key;
    *expected = problem->expected;
    switch (key->primitive) {
    case PRIMITIVE_SCAN:
    case PRIMITIVE_TILED_SCAN:
        return key->data == DATA_GRIDDED ? 0 : problem_output_bytes(key);
    case PRIMITIVE_COMPACT:
        return problem->unordered || count != problem->selected ? 0
                                                                : problem->selected * dtype_size(key->dtype);
    case PRIMITIVE_COPY:
        *expected = problem->input[0];
        return key->n * dtype_size(key->dtype);
    default:
        return 0;
    }
}

/* As a float the pattern is off every exact problem's integers, its complement far above them; as an integer
 * no element can be both. */
void verify_poison(void *output, size_t bytes, bool complement)
{
    if (bytes > 0)
        memset(output, complement ? POISON ^ 0xff : POISON, bytes);
}

uint64_t verify_poison_count(bool complement)
{
    uint64_t count;
    verify_poison(&count, sizeof count, complement);
    return count;
}
