/* SPDX-License-Identifier: MIT */
/* Trials for the tests of the judge: a problem with its input, its answer and an output to be judged. */
#pragma once

#include "key_bed.h"
#include "problem/reference.h"
#include "problem/verify.h"
#include "test.h"

/* Each primitive whose output is of the type of its input. */
#define EACH_PRIMITIVE(primitive)                               \
    (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; \
     primitive++) if (primitive_info(primitive)->output_dtype == DTYPE_NONE)

/* A problem with its answer, and an output to spoil. */
struct trial {
    struct problem problem;
    void *input[PROBLEM_INPUTS], *expected;
    unsigned char *output;
    uint64_t count;
};

static inline void *room(size_t bytes)
{
    void *const memory = calloc(bytes + 8, 1);
    assert_non_null(memory);
    return memory;
}

static inline void solve(struct trial *trial)
{
    problem_solve(&trial->problem.key, trial->problem.input, trial->expected, &trial->problem.selected);
}

static inline struct trial trial_of(struct problem_key key)
{
    struct trial trial = {.problem.key = key};
    for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++) {
        trial.problem.input[stream] = trial.input[stream] = room(problem_input_bytes(&key, stream));
        if (stream < primitive_inputs(key.primitive))
            problem_fill(&key, stream, trial.input[stream], 0, key.n);
    }
    trial.problem.expected = trial.expected = room(problem_expected_bytes(&key));
    trial.output = room(problem_output_bytes(&key));
    solve(&trial);
    return trial;
}

static inline void trial_close(struct trial *trial)
{
    free(trial->input[0]);
    free(trial->input[1]);
    free(trial->expected);
    free(trial->output);
}

static inline size_t size_of(const struct trial *trial)
{
    return dtype_size(trial->problem.key.dtype);
}

static inline uint64_t fold_of(const struct trial *trial)
{
    uint64_t fold = 0;
    for (unsigned stream = 0; stream < primitive_inputs(trial->problem.key.primitive); stream++)
        if (stream == 0 || !problem_has_heads(&trial->problem.key))
            fold ^= reference_fold(trial->problem.key.dtype, trial->input[stream], trial->problem.key.n);
    return fold;
}

static inline void copy_part(struct trial *trial)
{
    const struct problem_key *const key = &trial->problem.key;
    const size_t bytes = size_of(trial);
    for (size_t first = 0; first < key->n; first += PART_BLOCK) {
        const size_t last = first + PART_BLOCK < key->n ? first + PART_BLOCK : key->n;
        const size_t at = primitive_part(first, key->selectivity);
        memcpy(trial->output + at * bytes, (unsigned char *)trial->input[0] + first * bytes,
               (primitive_part(last, key->selectivity) - at) * bytes);
    }
    trial->count = fold_of(trial);
}

/* Give the right output; of the elements that count. */
static inline void answer(struct trial *trial)
{
    const struct problem_key *const key = &trial->problem.key;
    const uint64_t fold = fold_of(trial);
    trial->count = trial->problem.selected;
    if (key->primitive == PRIMITIVE_COPY || key->primitive == PRIMITIVE_MESSAGES)
        memcpy(trial->output, trial->input[0], problem_output_bytes(key));
    else if (key->primitive == PRIMITIVE_READ || key->primitive == PRIMITIVE_READ_TWO)
        memcpy(trial->output, &fold, size_of(trial));
    else if (key->primitive == PRIMITIVE_COPY_PART)
        copy_part(trial);
    else
        memcpy(trial->output, trial->expected, problem_output_bytes(key));
}

/* How many elements of the output are judged. */
static inline size_t judged(const struct trial *trial)
{
    const struct problem_key *const key = &trial->problem.key;
    if (key->primitive == PRIMITIVE_COMPACT)
        return trial->problem.selected;
    if (key->primitive == PRIMITIVE_COPY_PART)
        return primitive_part(key->n, key->selectivity);
    return problem_output_bytes(key) / dtype_size(key->dtype);
}

static inline bool passes(const struct trial *trial)
{
    struct finding finding;
    return verify_output(&trial->problem, trial->output, trial->count, trial->problem.key.n, &finding);
}

static inline void assert_caught(const struct trial *trial, size_t roundings, size_t index, size_t wrong)
{
    struct finding finding = {0};
    assert_false(verify_output(&trial->problem, trial->output, trial->count, roundings, &finding));
    assert_int_equal(finding.index, index);
    assert_int_equal(finding.wrong, wrong);
    char start[64];
    snprintf(start, sizeof start, "element %zu of %zu: expected ", index, judged(trial));
    assert_memory_equal(finding.text, start, strlen(start));
}

static inline bool has_op(enum primitive primitive)
{
    return primitive == PRIMITIVE_SCAN || primitive == PRIMITIVE_TILED_SCAN ||
           primitive == PRIMITIVE_REDUCE || primitive == PRIMITIVE_EXSCAN;
}

/* Whether the answer follows from the input: a rank alone has nothing before it, whatever its words are. */
static inline bool of_input(enum primitive primitive)
{
    return primitive != PRIMITIVE_EXSCAN;
}

/* Every primitive, dtype, operator and cover at a size. */
static inline void each_problem(size_t n, void (*test)(struct trial *trial))
{
    for
        EACH_PRIMITIVE(primitive)
        {
        for
            EACH_DTYPE(dtype)
            {
                for (enum op op = has_op(primitive) ? OP_SUM : OP_NONE;
                     op < (has_op(primitive) ? OP_COUNT : 1); op++) {
                    struct problem_key key = key_of(primitive, dtype, op, n);
                    for (key.cover = 0; key.cover < problem_covers(&key); key.cover++) {
                        struct trial trial = trial_of(key);
                        test(&trial);
                        trial_close(&trial);
                    }
                }
            }
        }
}

static inline void store(const struct trial *trial, size_t index, double value)
{
    if (trial->problem.key.dtype == DTYPE_F64)
        ((double *)(void *)trial->output)[index] = value;
    else
        ((float *)(void *)trial->output)[index] = (float)value;
}

static inline double load(enum dtype dtype, const void *array, size_t index)
{
    return dtype == DTYPE_F64 ? ((const double *)array)[index] : (double)((const float *)array)[index];
}

static inline double term(const struct trial *trial, size_t index)
{
    const enum dtype dtype = trial->problem.key.dtype;
    const double x = load(dtype, trial->input[0], index);
    return trial->problem.key.primitive == PRIMITIVE_DOT ? x * load(dtype, trial->input[1], index) : x;
}

/* What a serial float loop gives: a rounding an element. */
static inline void answer_rounded(const struct trial *trial)
{
    const struct problem_key *const key = &trial->problem.key;
    const bool scans = key->primitive == PRIMITIVE_SCAN || key->primitive == PRIMITIVE_TILED_SCAN;
    const union element initial = problem_initial(key);
    double sum = load(key->dtype, &initial, 0);
    if (problem_has_heads(key)) {
        reference_segments(key, trial->problem.input, trial->output, problem_initial(key));
        return;
    }
    if (key->reversed) {
        const size_t row = problem_row_elements(key), bytes = size_of(trial);
        for (size_t i = 0; i < key->n; i += row)
            reference_scan(key, (const char *)trial->problem.input[0] + i * bytes,
                           (char *)trial->output + i * bytes, key->n - i < row ? key->n - i : row, initial);
        return;
    }
    if (!scans)
        store(trial, 0, 0);
    for (size_t i = 0; i < key->n; i++) {
        if (key->row > 0 && i % key->row == 0)
            sum = 0;
        if (scans && key->mode == MODE_EXCLUSIVE)
            store(trial, i, sum);
        sum += term(trial, i);
        if (key->dtype == DTYPE_F32)
            sum = (double)(float)sum;
        if (!scans || key->mode == MODE_INCLUSIVE)
            store(trial, scans ? i : key->row > 0 ? i / key->row : 0, sum);
    }
}
