/* SPDX-License-Identifier: MIT */
/* Compaction: the elements > 0, in their order unless the implementation is free to change it, and how many.
 */
#include "base/random.h"
#include "problem/alteration.h"
#include "problem/reference.h"
#include "problem/verify.h"

#include <stdio.h>
#include <string.h>

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    *selected = reference_compact(key->dtype, input[0], expected, key->n);
}

/* Two sums over elements that are the same in whatever order. */
struct fingerprint {
    uint64_t sum[2];
};

static struct fingerprint fingerprint_of(enum dtype dtype, const void *elements, size_t count)
{
    static const uint64_t seeds[2] = {0x243f6a8885a308d3u, 0x13198a2e03707344u};
    struct fingerprint fingerprint = {{0, 0}};
    for (size_t i = 0; i < count; i++) {
        const uint64_t bits = element_load(dtype, elements, i).u64;
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

static bool verify(const struct problem *problem, const void *output, uint64_t count, struct finding *finding)
{
    if (!verify_count(problem->selected, count, finding))
        return false;
    if (problem->unordered)
        return verify_multiset(problem, output, finding);
    return verify_elements(problem, problem->expected, output, problem->selected, finding);
}

/* One element instead of another at the same place. */
static void altered(const struct problem *problem, const struct alteration *alteration, size_t first,
                    size_t count, void *elements)
{
    const enum dtype dtype = problem->key.dtype;
    const size_t size = dtype_size(dtype);
    memcpy(elements, (const unsigned char *)problem->expected + first * size, count * size);
    if (alteration->made && alteration->place >= first && alteration->place < first + count)
        element_store(dtype, elements, alteration->place - first, alteration->is);
}

const struct primitive_info primitive_compact = {
    .inputs = 1,
    .output = OUTPUT_SELECTED,
    .counts = true,
    .limit = PRIMITIVE_COPY_PART,
    .fill = FILL_SELECTABLE,
    .solve = solve,
    .verify = verify,
    .altered = altered,
};
