/* SPDX-License-Identifier: MIT */
/* The judge: an output against the expected answer. */
#include "problem/verify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CHUNK ((size_t)1 << 16)
#define POISON 0xa5

/* The unit roundoff of f32. */
static const double unit = 0x1p-24;

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

static void print_element(char *text, size_t size, enum dtype dtype, const void *element)
{
    if (dtype == DTYPE_F32)
        snprintf(text, size, "%.9g", (double)*(const float *)element);
    else
        snprintf(text, size, "%u", *(const uint32_t *)element);
}

static bool verify_equal(const struct problem_key *key, const unsigned char *expected,
                         const unsigned char *output, struct finding *finding)
{
    const size_t size = dtype_size(key->dtype), bytes = key->n * size;
    const size_t start = first_unequal_chunk(expected, output, bytes);
    if (start == bytes)
        return true;
    *finding = (struct finding){0};
    for (size_t at = start; at < bytes; at += size) {
        if (memcmp(expected + at, output + at, size) != 0 && finding->wrong++ == 0)
            finding->index = at / size;
    }
    char wanted[32], got[32];
    print_element(wanted, sizeof wanted, key->dtype, expected + finding->index * size);
    print_element(got, sizeof got, key->dtype, output + finding->index * size);
    snprintf(finding->text, sizeof finding->text, "element %zu of %zu: expected %s, got %s", finding->index,
             key->n, wanted, got);
    return false;
}

/* Sums of multiples of 2^-24 stay such multiples when rounded to f32: below 1 they are exact, from 1 on every
 * f32 is one. */
static bool is_on_grid(float value)
{
    if (!isfinite(value))
        return false;
    return fabsf(value) >= 1 || value * 0x1p24f == (float)(int32_t)(value * 0x1p24f);
}

/* min(γ_d, 10·√d·u) for d roundings. */
static double relative_bound(size_t roundings)
{
    const double d = (double)roundings;
    const double gamma = d * unit < 1 ? d * unit / (1 - d * unit) : INFINITY;
    return fmin(gamma, 10 * sqrt(d) * unit);
}

static void describe_gridded(struct finding *finding, size_t n, double expected, float output,
                             double tolerance)
{
    const char *const why = is_on_grid(output) ? "" : ", which is no sum of multiples of 2^-24";
    snprintf(finding->text, sizeof finding->text, "element %zu of %zu: expected %.9g within %.2g, got %.9g%s",
             finding->index, n, expected, tolerance, (double)output, why);
}

/* Σ|x| counts an exclusive element's own input too: implementations may add and subtract it again. */
static bool verify_gridded(const struct problem *problem, const float *output, double bound,
                           struct finding *finding)
{
    const float *const input = problem->input;
    const double *const expected = problem->expected;
    size_t wrong = 0;
    double magnitudes = 0;
    for (size_t i = 0; i < problem->key.n; i++) {
        magnitudes += fabs((double)input[i]);
        const double tolerance = bound * magnitudes;
        if (is_on_grid(output[i]) && fabs((double)output[i] - expected[i]) <= tolerance)
            continue;
        if (wrong++ == 0) {
            finding->index = i;
            describe_gridded(finding, problem->key.n, expected[i], output[i], tolerance);
        }
    }
    if (wrong > 0)
        finding->wrong = wrong;
    return wrong == 0;
}

bool verify_output(const struct problem *problem, const void *output, size_t roundings,
                   struct finding *finding)
{
    const struct problem_key *const key = &problem->key;
    if (key->primitive == PRIMITIVE_COPY)
        return verify_equal(key, problem->input, output, finding);
    if (key->data == DATA_GRIDDED)
        return verify_gridded(problem, output, relative_bound(roundings), finding);
    return verify_equal(key, problem->expected, output, finding);
}

/* As f32 the pattern is off every exact problem's integers, its complement far above them; as u32 no element
 * can be both. */
void verify_poison(void *output, size_t bytes, bool complement)
{
    if (bytes > 0)
        memset(output, complement ? POISON ^ 0xff : POISON, bytes);
}
