/* SPDX-License-Identifier: MIT */
/* Copying with the widest ordinary loads and stores of an ISA. */
#define ELEM u32
#include "cpu/limit.h"
#include "cpu/vector.h"

static void copy(const void *input_, void *output_, size_t bytes)
{
    const elem *input = input_;
    elem *output = output_;
    size_t left = bytes / sizeof(elem);
    for (; left >= 4 * VECTOR_LANES; left -= 4 * VECTOR_LANES) {
        vector v[4];
#pragma GCC unroll 4
        for (unsigned u = 0; u < 4; u++)
            v[u] = vector_load(input + u * VECTOR_LANES);
#pragma GCC unroll 4
        for (unsigned u = 0; u < 4; u++)
            vector_store(output + u * VECTOR_LANES, v[u]);
        input += 4 * VECTOR_LANES;
        output += 4 * VECTOR_LANES;
    }
    for (; left >= VECTOR_LANES; left -= VECTOR_LANES) {
        vector_store(output, vector_load(input));
        input += VECTOR_LANES;
        output += VECTOR_LANES;
    }
#pragma GCC unroll 1
    for (; left > 0; left--)
        *output++ = *input++;
}

#define TABLE_(isa) limit_kernels_##isa
#define TABLE(isa) TABLE_(isa)
extern const struct limit_kernels TABLE(ISA);
const struct limit_kernels TABLE(ISA) = {.copy = copy};
