/* SPDX-License-Identifier: MIT */
/* The judge is judged: it passes right outputs and catches every seeded fault. */
#include "problem/verify.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A problem with its answer, and an output to spoil. */
struct trial {
    struct problem problem;
    void *input, *expected, *output;
};

static struct trial trial_of(enum primitive primitive, enum dtype dtype, enum data data, size_t n)
{
    struct trial trial = {.problem.key = {
                              .primitive = primitive,
                              .dtype = dtype,
                              .op = OP_SUM,
                              .mode = MODE_INCLUSIVE,
                              .data = data,
                              .n = n,
                              .seed = 5,
                          }};
    const struct problem_key *const key = &trial.problem.key;
    trial.problem.input = trial.input = malloc(problem_output_bytes(key) + 1);
    trial.problem.expected = trial.expected = malloc(problem_expected_bytes(key) + 1);
    trial.output = malloc(problem_output_bytes(key) + 1);
    assert_true(trial.input != NULL && trial.expected != NULL && trial.output != NULL);
    problem_fill(key, trial.input, 0, n);
    problem_solve(key, trial.input, trial.expected);
    return trial;
}

static void trial_close(struct trial *trial)
{
    free(trial->input);
    free(trial->expected);
    free(trial->output);
}

/* What a serial f32 scan gives: n − 1 roundings. */
static void scan_f32(const struct trial *trial)
{
    float sum = 0;
    for (size_t i = 0; i < trial->problem.key.n; i++) {
        sum += ((const float *)trial->input)[i];
        ((float *)trial->output)[i] = sum;
    }
}

static void answer(const struct trial *trial)
{
    const struct problem_key *const key = &trial->problem.key;
    const void *const right = key->primitive == PRIMITIVE_COPY ? trial->input : trial->expected;
    memcpy(trial->output, right, problem_output_bytes(key));
}

static void assert_caught(const struct trial *trial, size_t roundings, size_t index, size_t wrong)
{
    struct finding finding = {0};
    assert_false(verify_output(&trial->problem, trial->output, roundings, &finding));
    assert_int_equal(finding.index, index);
    assert_int_equal(finding.wrong, wrong);
    char start[64];
    snprintf(start, sizeof start, "element %zu of %zu: expected ", index, trial->problem.key.n);
    assert_memory_equal(finding.text, start, strlen(start));
}

static void one_changed_element(void **state)
{
    (void)state;
    static const size_t counts[] = {1, 7, 16384, 16385, 100003};
    for (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; primitive++) {
        for (enum dtype dtype = DTYPE_U32; dtype < DTYPE_COUNT; dtype++) {
            for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
                const size_t n = counts[c], places[] = {0, n / 2, n - 1};
                struct trial trial = trial_of(primitive, dtype, DATA_EXACT, n);
                struct finding finding;
                answer(&trial);
                assert_true(verify_output(&trial.problem, trial.output, 0, &finding));
                for (size_t p = 0; p < 3; p++) {
                    ((uint32_t *)trial.output)[places[p]] ^= 1;
                    assert_caught(&trial, 0, places[p], 1);
                    ((uint32_t *)trial.output)[places[p]] ^= 1;
                }
                trial_close(&trial);
            }
        }
    }
}

static void finding_counts_and_says(void **state)
{
    (void)state;
    const uint32_t input[] = {1, 2, 3, 4}, expected[] = {1, 3, 6, 10}, output[] = {1, 3, 5, 42};
    const struct problem problem = {.key = {.dtype = DTYPE_U32, .op = OP_SUM, .mode = MODE_INCLUSIVE, .n = 4},
                                    .input = input,
                                    .expected = expected};
    struct finding finding;
    assert_false(verify_output(&problem, output, 0, &finding));
    assert_int_equal(finding.wrong, 2);
    assert_string_equal(finding.text, "element 2 of 4: expected 6, got 5");
}

static void copies_equal_their_input(void **state)
{
    (void)state;
    struct trial trial = trial_of(PRIMITIVE_COPY, DTYPE_F32, DATA_GRIDDED, 1000);
    struct finding finding;
    trial.problem.expected = NULL;
    answer(&trial);
    assert_true(verify_output(&trial.problem, trial.output, 0, &finding));
    ((float *)trial.output)[3] += 0x1p-24f;
    assert_caught(&trial, 1000, 3, 1);
    trial_close(&trial);
}

static void negative_zero_is_not_zero(void **state)
{
    (void)state;
    struct trial trial = trial_of(PRIMITIVE_SCAN, DTYPE_F32, DATA_STRUCTURE, 10);
    memset(trial.input, 0, 40);
    problem_solve(&trial.problem.key, trial.input, trial.expected);
    answer(&trial);
    ((float *)trial.output)[9] = -0.0f;
    assert_caught(&trial, 0, 9, 1);
    trial_close(&trial);
}

static void nothing_is_right(void **state)
{
    (void)state;
    struct finding finding;
    for (enum data data = DATA_EXACT; data <= DATA_GRIDDED; data++) {
        struct trial trial = trial_of(PRIMITIVE_SCAN, DTYPE_F32, data, 0);
        assert_true(verify_output(&trial.problem, trial.output, 0, &finding));
        trial_close(&trial);
    }
    verify_poison(NULL, 0, false);
}

static void gridded_bound(void **state)
{
    (void)state;
    enum { N = 20000 };
    struct trial trial = trial_of(PRIMITIVE_SCAN, DTYPE_F32, DATA_GRIDDED, N);
    struct finding finding;
    float *const output = trial.output;
    scan_f32(&trial);
    assert_true(verify_output(&trial.problem, output, N - 1, &finding));
    assert_false(verify_output(&trial.problem, output, 0, &finding));
    static const size_t places[] = {0, N / 2, N - 1};
    for (size_t p = 0; p < 3; p++) {
        const float right = output[places[p]];
        output[places[p]] = right + 1;
        assert_caught(&trial, N - 1, places[p], 1);
        output[places[p]] = right;
    }
    trial_close(&trial);
}

/* One rounding of Σ|x| = 8: the bound is u/(1 − u) of it, a little above 8 grid steps. */
static void gridded_bound_is_tight(void **state)
{
    (void)state;
    float input[16], output[16] = {0};
    double expected[16];
    struct problem problem = {
        .key = {.dtype = DTYPE_F32, .op = OP_SUM, .mode = MODE_INCLUSIVE, .data = DATA_GRIDDED, .n = 16},
        .input = input,
        .expected = expected};
    for (size_t i = 0; i < 16; i++)
        input[i] = i % 2 == 0 ? 0.5f : -0.5f;
    problem_solve(&problem.key, input, expected);
    for (size_t i = 0; i < 16; i++)
        output[i] = (float)expected[i];
    struct finding finding;
    output[15] = 8 * 0x1p-24f;
    assert_true(verify_output(&problem, output, 1, &finding));
    output[15] = -9 * 0x1p-24f;
    assert_false(verify_output(&problem, output, 1, &finding));
    assert_true(verify_output(&problem, output, 2, &finding));
    assert_false(verify_output(&problem, output, 0, &finding));
}

static void off_grid_and_not_finite(void **state)
{
    (void)state;
    enum { N = 5000 };
    struct trial trial = trial_of(PRIMITIVE_SCAN, DTYPE_F32, DATA_GRIDDED, N);
    float *const output = trial.output;
    scan_f32(&trial);
    const float right = output[N - 1];
    const float bad[] = {NAN, INFINITY, -INFINITY, 0x1p-25f, 0x1p-149f, 0.25f + 0x1p-25f, -0x1.8p-24f};
    for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
        output[N - 1] = bad[b];
        /* Even where the value itself is expected, the grid refuses it. */
        ((double *)trial.expected)[N - 1] = isfinite(bad[b]) ? (double)bad[b] : (double)right;
        assert_caught(&trial, N - 1, N - 1, 1);
    }
    trial_close(&trial);
}

static void large_sums_are_on_grid(void **state)
{
    (void)state;
    const float input[] = {0.5f, 0.5f + 0x1p-24f}, output[] = {0.5f, 1.0f};
    double expected[2];
    struct problem problem = {
        .key = {.dtype = DTYPE_F32, .op = OP_SUM, .mode = MODE_INCLUSIVE, .data = DATA_GRIDDED, .n = 2},
        .input = input,
        .expected = expected};
    problem_solve(&problem.key, input, expected);
    struct finding finding;
    assert_true(verify_output(&problem, output, 1, &finding));
}

/* An element that no one writes keeps the poison, and one of the two runs shows it. */
static void unwritten_element(void **state)
{
    (void)state;
    static const enum data classes[] = {DATA_EXACT, DATA_STRUCTURE, DATA_GRIDDED};
    enum { N = 300 };
    for (enum dtype dtype = DTYPE_U32; dtype < DTYPE_COUNT; dtype++) {
        for (size_t c = 0; c < (dtype == DTYPE_F32 ? 3 : 2); c++) {
            struct trial trial = trial_of(PRIMITIVE_SCAN, dtype, classes[c], N);
            uint32_t *const output = trial.output, poison[2];
            for (size_t skipped = 0; skipped < N; skipped += 13) {
                size_t caught = 0;
                for (size_t run = 0; run < 2; run++) {
                    struct finding finding;
                    verify_poison(output, N * sizeof *output, run == 1);
                    poison[run] = output[skipped];
                    if (classes[c] == DATA_GRIDDED)
                        scan_f32(&trial);
                    else
                        answer(&trial);
                    output[skipped] = poison[run];
                    caught += !verify_output(&trial.problem, output, N, &finding);
                }
                assert_int_equal(poison[0] ^ poison[1], UINT32_MAX);
                assert_true(caught >= 1);
            }
            trial_close(&trial);
        }
    }
}

static void poison_fills_its_bytes_only(void **state)
{
    (void)state;
    unsigned char bytes[9] = {0};
    verify_poison(bytes + 1, 7, false);
    assert_int_equal(bytes[0], 0);
    assert_int_equal(bytes[8], 0);
    for (size_t i = 1; i < 8; i++)
        assert_true(bytes[i] != 0 && bytes[i] == bytes[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_changed_element),
        cmocka_unit_test(finding_counts_and_says),
        cmocka_unit_test(copies_equal_their_input),
        cmocka_unit_test(negative_zero_is_not_zero),
        cmocka_unit_test(nothing_is_right),
        cmocka_unit_test(gridded_bound),
        cmocka_unit_test(gridded_bound_is_tight),
        cmocka_unit_test(off_grid_and_not_finite),
        cmocka_unit_test(large_sums_are_on_grid),
        cmocka_unit_test(unwritten_element),
        cmocka_unit_test(poison_fills_its_bytes_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
