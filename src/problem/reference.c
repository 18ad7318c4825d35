/* SPDX-License-Identifier: MIT */
/* The reference: each primitive by its definition, slow and obvious, in strict order. */
#include "problem/reference.h"

#include "base/divide.h"
#include "problem/half.h"

#include <assert.h>
#include <string.h>

/* modular: the type in which sums and products wrap without undefined behaviour. */
#define SUM(type, modular, a, b) ((type)((modular)(a) + (modular)(b)))
#define PRODUCT(type, modular, a, b) ((type)((modular)(a) * (modular)(b)))
#define MIN(type, modular, a, b) ((b) < (a) ? (b) : (a))
#define MAX(type, modular, a, b) ((b) > (a) ? (b) : (a))

/* How a scan goes through its input, and whether an element counts in its own result. */
struct manner {
    bool reversed, inclusive;
};

#define DEFINE_OP(op, OP, dtype, type, modular)                                                      \
    static void scan_##op##_##dtype(const void *input, void *output, size_t n, struct manner manner, \
                                    union element initial)                                           \
    {                                                                                                \
        const type *const in = input;                                                                \
        type *const out = output;                                                                    \
        type running = initial.dtype;                                                                \
        for (size_t k = 0; k < n; k++) {                                                             \
            const size_t i = manner.reversed ? n - 1 - k : k;                                        \
            const type before = running;                                                             \
            running = OP(type, modular, running, in[i]);                                             \
            out[i] = manner.inclusive ? running : before;                                            \
        }                                                                                            \
    }                                                                                                \
    static union element reduce_##op##_##dtype(const void *input, size_t n, union element initial)   \
    {                                                                                                \
        const type *const in = input;                                                                \
        type running = initial.dtype;                                                                \
        for (size_t i = 0; i < n; i++)                                                               \
            running = OP(type, modular, running, in[i]);                                             \
        return (union element){.dtype = running};                                                    \
    }

/* A recurrence: its terms x, and what the result before is multiplied with, or the bytes of heads. */
struct chain {
    const void *terms, *factors;
    size_t n;
    bool reversed;
    union element initial;
};

#define DEFINE(dtype, type, modular)                                           \
    DEFINE_OP(sum, SUM, dtype, type, modular)                                  \
    DEFINE_OP(min, MIN, dtype, type, modular)                                  \
    DEFINE_OP(max, MAX, dtype, type, modular)                                  \
    DEFINE_OP(product, PRODUCT, dtype, type, modular)                          \
    static union element dot_##dtype(const void *x_, const void *y_, size_t n) \
    {                                                                          \
        const type *const x = x_, *const y = y_;                               \
        type sum = 0;                                                          \
        for (size_t i = 0; i < n; i++)                                         \
            sum = SUM(type, modular, sum, PRODUCT(type, modular, x[i], y[i])); \
        return (union element){.dtype = sum};                                  \
    }                                                                          \
    static void recurrence_##dtype(const struct chain *chain, void *output)    \
    {                                                                          \
        const type *const x = chain->terms, *const a = chain->factors;         \
        type *const h = output;                                                \
        type last = chain->initial.dtype;                                      \
        for (size_t k = 0; k < chain->n; k++) {                                \
            const size_t i = chain->reversed ? chain->n - 1 - k : k;           \
            last = PRODUCT(type, modular, a[i], last);                         \
            h[i] = last = SUM(type, modular, last, x[i]);                      \
        }                                                                      \
    }                                                                          \
    static void segments_##dtype(const struct chain *chain, void *output)      \
    {                                                                          \
        const type *const x = chain->terms;                                    \
        const unsigned char *const heads = chain->factors;                     \
        type *const sums = output;                                             \
        type sum = chain->initial.dtype;                                       \
        for (size_t i = 0; i < chain->n; i++)                                  \
            sums[i] = sum = heads[i] ? x[i] : SUM(type, modular, sum, x[i]);   \
    }                                                                          \
    static size_t count_##dtype(const void *input, size_t n)                   \
    {                                                                          \
        const type *const in = input;                                          \
        size_t count = 0;                                                      \
        for (size_t i = 0; i < n; i++)                                         \
            count += in[i] > 0;                                                \
        return count;                                                          \
    }                                                                          \
    static size_t compact_##dtype(const void *input, void *output, size_t n)   \
    {                                                                          \
        const type *const in = input;                                          \
        type *const out = output;                                              \
        size_t count = 0;                                                      \
        for (size_t i = 0; i < n; i++) {                                       \
            out[count] = in[i];                                                \
            count += in[i] > 0;                                                \
        }                                                                      \
        return count;                                                          \
    }

#define DEFINE_DTYPE(NAME, name, type, bits, KIND, digits, accumulator, ...) \
    DEFINE(name, type, __typeof__(((union element *)0)->accumulator))
FOR_EACH_DTYPE(DEFINE_DTYPE)

/* Converted types, which have sums alone: reads and writes convert, all between is of the accumulator. */
#define DEFINE_CONVERTED(NAME, dtype, text, type, bits, KIND, digits, accumulator, sum_type, OUTPUT, \
                         output_type, ...)                                                           \
    static void scan_sum_##dtype(const void *input, void *output, size_t n, struct manner manner,    \
                                 union element initial)                                              \
    {                                                                                                \
        const type *const in = input;                                                                \
        output_type *const out = output;                                                             \
        sum_type running = initial.accumulator;                                                      \
        for (size_t k = 0; k < n; k++) {                                                             \
            const size_t i = manner.reversed ? n - 1 - k : k;                                        \
            const sum_type before = running;                                                         \
            running += dtype##_read(in[i]);                                                          \
            out[i] = dtype##_write(manner.inclusive ? running : before);                             \
        }                                                                                            \
    }                                                                                                \
    static union element reduce_sum_##dtype(const void *input, size_t n, union element initial)      \
    {                                                                                                \
        const type *const in = input;                                                                \
        sum_type running = initial.accumulator;                                                      \
        for (size_t i = 0; i < n; i++)                                                               \
            running += dtype##_read(in[i]);                                                          \
        return (union element){.accumulator = running};                                              \
    }                                                                                                \
    static union element dot_##dtype(const void *x_, const void *y_, size_t n)                       \
    {                                                                                                \
        const type *const x = x_, *const y = y_;                                                     \
        sum_type sum = 0;                                                                            \
        for (size_t i = 0; i < n; i++)                                                               \
            sum += dtype##_read(x[i]) * dtype##_read(y[i]);                                          \
        return (union element){.accumulator = sum};                                                  \
    }                                                                                                \
    static size_t count_##dtype(const void *input, size_t n)                                         \
    {                                                                                                \
        const type *const in = input;                                                                \
        size_t count = 0;                                                                            \
        for (size_t i = 0; i < n; i++)                                                               \
            count += dtype##_read(in[i]) > 0;                                                        \
        return count;                                                                                \
    }                                                                                                \
    static size_t compact_##dtype(const void *input, void *output, size_t n)                         \
    {                                                                                                \
        const type *const in = input;                                                                \
        type *const out = output;                                                                    \
        size_t count = 0;                                                                            \
        for (size_t i = 0; i < n; i++) {                                                             \
            out[count] = in[i];                                                                      \
            count += dtype##_read(in[i]) > 0;                                                        \
        }                                                                                            \
        return count;                                                                                \
    }
FOR_EACH_CONVERTED_DTYPE(DEFINE_CONVERTED)

typedef void scan_function(const void *, void *, size_t, struct manner, union element);
typedef union element reduce_function(const void *, size_t, union element);

#define OP_ENTRY(OP, op, CLASS, identity, expression, function, DTYPE, name) \
    [DTYPE][OP_##OP] = function##_##op##_##name,
#define OP_ENTRIES(NAME, name, type, bits, KIND, digits, accumulator, function) \
    [DTYPE_##NAME][OP_NONE] = function##_sum_##name, FOR_EACH_OPERATOR(OP_ENTRY, function, DTYPE_##NAME, name)
#define CONVERTED_ENTRIES(NAME, name, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output, \
                          function, ...)                                                                \
    [DTYPE_##NAME] = {[OP_NONE] = function##_sum_##name, [OP_SUM] = function##_sum_##name},
#define CONVERTED_ENTRY(NAME, name, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output, \
                        function, ...)                                                                \
    [DTYPE_##NAME] = function##_##name,
#define DTYPE_ENTRY(NAME, name, type, bits, KIND, digits, accumulator, function) \
    [DTYPE_##NAME] = function##_##name,

void reference_scan(const struct problem_key *key, const void *input, void *output, size_t n,
                    union element initial)
{
    static scan_function *const scans[DTYPE_COUNT][OP_COUNT] = {
        FOR_EACH_DTYPE(OP_ENTRIES, scan) FOR_EACH_CONVERTED_DTYPE(CONVERTED_ENTRIES, scan)};
    const struct manner manner = {key->reversed, key->mode != MODE_EXCLUSIVE};
    assert(key->dtype != DTYPE_NONE);
    scans[key->dtype][key->op](input, output, n, manner, initial);
}

bool reference_rounds(enum dtype dtype)
{
    return dtype_is_float(dtype) && dtype_bits(dtype_output(dtype)) < dtype_bits(dtype_accumulator(dtype));
}

/* Aligned. */
size_t reference_sums_at(const struct problem_key *key)
{
    return round_up(problem_output_bytes(key), sizeof(uint64_t));
}

void reference_write(const struct problem_key *key, void *expected, size_t index, union element value)
{
    element_write(key->dtype, expected, index, value);
    if (reference_rounds(key->dtype))
        element_store(dtype_accumulator(key->dtype), (char *)expected + reference_sums_at(key), index, value);
}

#define DEFINE_SUMS(dtype)                                                                               \
    static void sums_##dtype(const uint16_t *in, float *sums, size_t n, struct manner manner, float sum) \
    {                                                                                                    \
        for (size_t k = 0; k < n; k++) {                                                                 \
            const size_t i = manner.reversed ? n - 1 - k : k;                                            \
            const float before = sum;                                                                    \
            sum += dtype##_read(in[i]);                                                                  \
            sums[i] = manner.inclusive ? sum : before;                                                   \
        }                                                                                                \
    }
DEFINE_SUMS(f16)
DEFINE_SUMS(bf16)

#define DEFINE_ROUNDED(dtype)                                                           \
    static void rounded_##dtype(const float *sums, uint16_t *out, size_t n, float more) \
    {                                                                                   \
        for (size_t i = 0; i < n; i++)                                                  \
            out[i] = dtype##_write(sums[i] + more);                                     \
    }
DEFINE_ROUNDED(f16)
DEFINE_ROUNDED(bf16)

void reference_rounded(const struct problem_key *key, const void *expected, struct span which,
                       union element more, void *output)
{
    const float *const sums = (const void *)((const char *)expected + reference_sums_at(key));
    assert(reference_rounds(key->dtype));
    (key->dtype == DTYPE_F16 ? rounded_f16 : rounded_bf16)(sums + which.first, output,
                                                           which.last - which.first, more.f32);
}

void reference_sums(const struct problem_key *key, const void *input, void *sums, size_t n,
                    union element initial)
{
    const struct manner manner = {key->reversed, key->mode != MODE_EXCLUSIVE};
    assert(reference_rounds(key->dtype));
    (key->dtype == DTYPE_F16 ? sums_f16 : sums_bf16)(input, sums, n, manner, initial.f32);
}

union element reference_reduce(enum op op, enum dtype dtype, const void *input, size_t n)
{
    static reduce_function *const reductions[DTYPE_COUNT][OP_COUNT] = {
        FOR_EACH_DTYPE(OP_ENTRIES, reduce) FOR_EACH_CONVERTED_DTYPE(CONVERTED_ENTRIES, reduce)};
    assert(dtype != DTYPE_NONE);
    return reductions[dtype][op](input, n, op_identity(op, dtype));
}

union element reference_dot(enum dtype dtype, const void *x, const void *y, size_t n)
{
    static union element (*const dots[DTYPE_COUNT])(const void *, const void *, size_t) = {
        FOR_EACH_DTYPE(DTYPE_ENTRY, dot) FOR_EACH_CONVERTED_DTYPE(CONVERTED_ENTRY, dot)};
    assert(dtype != DTYPE_NONE);
    return dots[dtype](x, y, n);
}

typedef void chain_function(const struct chain *, void *);

void reference_recurrence(const struct problem_key *key, const void *const input[PROBLEM_INPUTS],
                          void *output, union element initial)
{
    static chain_function *const recurrences[DTYPE_COUNT] = {FOR_EACH_DTYPE(DTYPE_ENTRY, recurrence)};
    const struct chain chain = {input[0], input[1], key->n, key->reversed, initial};
    recurrences[key->dtype](&chain, output);
}

void reference_segments(const struct problem_key *key, const void *const input[PROBLEM_INPUTS], void *output,
                        union element initial)
{
    static chain_function *const segments[DTYPE_COUNT] = {FOR_EACH_DTYPE(DTYPE_ENTRY, segments)};
    const struct chain chain = {.terms = input[0], .factors = input[1], .n = key->n, .initial = initial};
    segments[key->dtype](&chain, output);
}

size_t reference_count(enum dtype dtype, const void *input, size_t n)
{
    static size_t (*const counts[DTYPE_COUNT])(const void *, size_t) = {
        FOR_EACH_DTYPE(DTYPE_ENTRY, count) FOR_EACH_CONVERTED_DTYPE(CONVERTED_ENTRY, count)};
    assert(dtype != DTYPE_NONE);
    return counts[dtype](input, n);
}

size_t reference_compact(enum dtype dtype, const void *input, void *output, size_t n)
{
    static size_t (*const compactions[DTYPE_COUNT])(const void *, void *, size_t) = {
        FOR_EACH_DTYPE(DTYPE_ENTRY, compact) FOR_EACH_CONVERTED_DTYPE(CONVERTED_ENTRY, compact)};
    assert(dtype != DTYPE_NONE);
    return compactions[dtype](input, output, n);
}

/* 64 bits at a time, in which 64 / bits elements stand side by side, and four of these at once, so that none
 * waits for the one before: whole inputs are folded for every answer of a read. */
uint64_t reference_fold(enum dtype dtype, const void *input, size_t n)
{
    uint64_t words[4], first = 0, second = 0, third = 0, fourth = 0;
    const size_t size = dtype_size(dtype), together = sizeof words / size;
    size_t i = 0;
    for (; i + together <= n; i += together) {
        memcpy(words, (const char *)input + i * size, sizeof words);
        first ^= words[0];
        second ^= words[1];
        third ^= words[2];
        fourth ^= words[3];
    }
    uint64_t fold = first ^ second ^ third ^ fourth;
    for (unsigned half = 32; half >= dtype_bits(dtype); half /= 2)
        fold = (fold ^ fold >> half) & (UINT64_MAX >> (64 - half));
    for (; i < n; i++)
        fold ^= element_load(dtype, input, i).u64;
    return fold;
}
