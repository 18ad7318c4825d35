/* SPDX-License-Identifier: MIT */
/* Problems: seeded input for a primitive, an element type and a size, and the answer the reference gives. */
#include "problem/problem.h"

#include "base/random.h"
#include "problem/reference.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

/* Floats are exact integers up to here. */
#define F32_EXACT ((size_t)1 << 24)

size_t problem_covers(enum dtype dtype, size_t n)
{
    if (dtype != DTYPE_F32 || n <= F32_EXACT)
        return 1;
    return (n - 1) / F32_EXACT + 1;
}

/* A random integer of magnitude 1…most (at most 2^24), with a random sign. */
static inline float signed_integer(uint64_t random, uint32_t most)
{
    const int32_t magnitude = 1 + (int32_t)((random >> 32) * most >> 32);
    const int32_t sign =
        1 - 2 * (int32_t)(random & 1); /* no branch: it would be mispredicted half the time */
    return (float)(sign * magnitude);
}

static void fill_u32(uint64_t seed, uint32_t *input, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        input[i] = (uint32_t)(random_at(seed, i) >> 32);
}

static void fill_dense(uint64_t seed, uint32_t most, float *input, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        input[i] = signed_integer(random_at(seed, i), most);
}

static void fill_cover(const struct problem_key *key, size_t covers, float *input, size_t first, size_t last)
{
    assert(key->cover < covers);
    memset(input + first, 0, (last - first) * sizeof *input);
    const size_t behind = (first + covers - key->cover) % covers;
    for (size_t i = behind == 0 ? first : first + covers - behind; i < last; i += covers)
        input[i] = signed_integer(random_at(key->seed, i), 1);
}

static void fill_exact_f32(const struct problem_key *key, float *input, size_t first, size_t last)
{
    const size_t covers = problem_covers(DTYPE_F32, key->n);
    if (covers > 1)
        fill_cover(key, covers, input, first, last);
    else
        fill_dense(key->seed, (uint32_t)(F32_EXACT / key->n), input, first, last);
}

static void fill_gridded(uint64_t seed, float *input, size_t first, size_t last)
{
    const uint64_t most = F32_EXACT - 1;
    for (size_t i = first; i < last; i++) {
        const uint64_t shifted = (random_at(seed, i) >> 32) * (2 * most + 1) >> 32;
        input[i] = (float)((int32_t)shifted - (int32_t)most) * 0x1p-24f;
    }
}

static void fill_structure(const struct problem_key *key, void *input, size_t first, size_t last)
{
    const size_t size = dtype_size(key->dtype), at = key->cover;
    memset((unsigned char *)input + first * size, 0, (last - first) * size);
    if (at < first || at >= last)
        return;
    const uint64_t random = random_at(key->seed, at);
    if (key->dtype == DTYPE_F32)
        ((float *)input)[at] = signed_integer(random, F32_EXACT);
    else
        ((uint32_t *)input)[at] = random >> 32 == 0 ? 1 : (uint32_t)(random >> 32);
}

void problem_fill(const struct problem_key *key, void *input, size_t first, size_t last)
{
    assert(last <= key->n && (key->data != DATA_GRIDDED || key->dtype == DTYPE_F32));
    if (first >= last)
        return;
    if (key->data == DATA_STRUCTURE)
        fill_structure(key, input, first, last);
    else if (key->data == DATA_GRIDDED)
        fill_gridded(key->seed, input, first, last);
    else if (key->dtype == DTYPE_F32)
        fill_exact_f32(key, input, first, last);
    else
        fill_u32(key->seed, input, first, last);
}

void problem_solve(const struct problem_key *key, const void *input, void *expected)
{
    /* The answer of a copy is its input. */
    if (key->primitive == PRIMITIVE_COPY)
        return;
    if (key->data == DATA_GRIDDED)
        reference_scan_grid(input, expected, key->n, key->mode);
    else if (key->dtype == DTYPE_F32)
        reference_scan_f32(input, expected, key->n, key->mode);
    else
        reference_scan_u32(input, expected, key->n, key->mode);
}

size_t problem_expected_bytes(const struct problem_key *key)
{
    if (key->primitive == PRIMITIVE_COPY)
        return 0;
    return key->n * (key->data == DATA_GRIDDED ? sizeof(double) : dtype_size(key->dtype));
}

size_t problem_output_bytes(const struct problem_key *key)
{
    return key->n * dtype_size(key->dtype);
}
