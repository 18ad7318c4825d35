/* SPDX-License-Identifier: MIT */
/* The reference: each primitive by its definition, slow and obvious, in strict order. */
#include "problem/reference.h"

void reference_scan_u32(const uint32_t *input, uint32_t *output, size_t n, enum mode mode)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t before = sum;
        sum += input[i];
        output[i] = mode == MODE_INCLUSIVE ? sum : before;
    }
}

void reference_scan_f32(const float *input, float *output, size_t n, enum mode mode)
{
    float sum = 0;
    for (size_t i = 0; i < n; i++) {
        const float before = sum;
        sum += input[i];
        output[i] = mode == MODE_INCLUSIVE ? sum : before;
    }
}

void reference_scan_grid(const float *input, double *output, size_t n, enum mode mode)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        const int64_t before = sum;
        sum += (int64_t)(input[i] * 0x1p24f);
        output[i] = (double)(mode == MODE_INCLUSIVE ? sum : before) * 0x1p-24;
    }
}
