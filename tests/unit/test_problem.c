/* SPDX-License-Identifier: MIT */
/* Problems: inputs that depend on seed and index alone, classes of data that keep their promise, known
 * answers. */
#include "problem/problem.h"

#include "base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define EXACT ((size_t)1 << 24)

static struct problem_key key_of(enum dtype dtype, enum data data, size_t n)
{
    return (struct problem_key){
        .primitive = PRIMITIVE_SCAN,
        .dtype = dtype,
        .op = OP_SUM,
        .mode = MODE_EXCLUSIVE,
        .data = data,
        .n = n,
        .seed = 42,
    };
}

static void *filled(const struct problem_key *key)
{
    void *const input = malloc(problem_output_bytes(key) + 1);
    assert_non_null(input);
    problem_fill(key, input, 0, key->n);
    return input;
}

static void vocabulary(void **state)
{
    (void)state;
    assert_string_equal(primitive_names[PRIMITIVE_SCAN], "scan");
    assert_string_equal(primitive_names[PRIMITIVE_COPY], "copy");
    assert_string_equal(dtype_names[DTYPE_NONE], "-");
    assert_string_equal(dtype_names[DTYPE_F32], "f32");
    assert_string_equal(op_names[OP_SUM], "sum");
    assert_string_equal(mode_names[MODE_INCLUSIVE], "inclusive");
    assert_int_equal(dtype_size(DTYPE_U32), 4);
    assert_int_equal(dtype_size(DTYPE_F32), 4);
    assert_true(primitive_bytes(PRIMITIVE_SCAN, DTYPE_U32, 1000) == 8000);
    assert_true(primitive_bytes(PRIMITIVE_COPY, DTYPE_F32, 0) == 0);
    assert_int_equal(primitive_limit(PRIMITIVE_SCAN), PRIMITIVE_COPY);
    assert_int_equal(primitive_limit(PRIMITIVE_COPY), PRIMITIVE_COPY);
}

static void sizes(void **state)
{
    (void)state;
    struct problem_key key = key_of(DTYPE_F32, DATA_EXACT, 10);
    assert_int_equal(problem_output_bytes(&key), 40);
    assert_int_equal(problem_expected_bytes(&key), 40);
    key.data = DATA_GRIDDED;
    assert_int_equal(problem_expected_bytes(&key), 80);
    key.primitive = PRIMITIVE_COPY;
    assert_int_equal(problem_expected_bytes(&key), 0);
    assert_int_equal(problem_covers(DTYPE_U32, SIZE_MAX), 1);
    assert_int_equal(problem_covers(DTYPE_F32, 0), 1);
    assert_int_equal(problem_covers(DTYPE_F32, EXACT), 1);
    assert_int_equal(problem_covers(DTYPE_F32, EXACT + 1), 2);
    assert_int_equal(problem_covers(DTYPE_F32, 2 * EXACT), 2);
    assert_int_equal(problem_covers(DTYPE_F32, 2 * EXACT + 1), 3);
}

/* Any split into ranges gives the same bytes, and nothing outside a range is written. */
static void assert_ranges_agree(const struct problem_key *key)
{
    unsigned char *const whole = filled(key);
    const size_t size = dtype_size(key->dtype), bytes = problem_output_bytes(key);
    unsigned char *const parts = malloc(bytes + 1);
    assert_non_null(parts);
    memset(parts, 0x77, bytes + 1);
    struct random random = {9};
    for (size_t first = 0; first < key->n;) {
        const size_t left = key->n - first;
        const size_t last = first + 1 + random_below(&random, left < 100 ? left : 100);
        problem_fill(key, parts, first, last);
        problem_fill(key, parts, last, last);
        if (last < key->n)
            assert_int_equal(parts[last * size], 0x77);
        first = last;
    }
    assert_memory_equal(whole, parts, bytes);
    assert_int_equal(parts[bytes], 0x77);
    free(parts);
    free(whole);
}

static void ranges_agree(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 1000, 4099};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        for (enum dtype dtype = DTYPE_U32; dtype < DTYPE_COUNT; dtype++) {
            struct problem_key key = key_of(dtype, DATA_EXACT, counts[i]);
            assert_ranges_agree(&key);
            key.data = DATA_STRUCTURE;
            key.cover = counts[i] / 2;
            assert_ranges_agree(&key);
        }
        const struct problem_key gridded = key_of(DTYPE_F32, DATA_GRIDDED, counts[i]);
        assert_ranges_agree(&gridded);
    }
}

static void seeds_differ(void **state)
{
    (void)state;
    struct problem_key key = key_of(DTYPE_U32, DATA_EXACT, 1000);
    uint32_t *const one = filled(&key);
    key.seed++;
    uint32_t *const other = filled(&key);
    size_t same = 0;
    for (size_t i = 0; i < key.n; i++)
        same += one[i] == other[i];
    assert_true(same < 3);
    free(one);
    free(other);
}

static void integers_are_full_range(void **state)
{
    (void)state;
    const struct problem_key key = key_of(DTYPE_U32, DATA_EXACT, 1000);
    uint32_t *const input = filled(&key);
    uint32_t any = 0, all = UINT32_MAX;
    for (size_t i = 0; i < key.n; i++) {
        any |= input[i];
        all &= input[i];
    }
    assert_int_equal(any, UINT32_MAX);
    assert_int_equal(all, 0);
    free(input);
}

static void floats_are_exact(void **state)
{
    (void)state;
    static const size_t counts[] = {1, 2, 3, 1000, 65536, EXACT - 1, EXACT};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        const struct problem_key key = key_of(DTYPE_F32, DATA_EXACT, counts[c]);
        float *const input = filled(&key);
        double magnitudes = 0, most = 0;
        size_t negative = 0, bad = 0;
        for (size_t i = 0; i < key.n; i++) {
            bad += input[i] == 0 || input[i] != truncf(input[i]);
            magnitudes += fabsf(input[i]);
            most = fmax(most, fabsf(input[i]));
            negative += input[i] < 0;
        }
        assert_int_equal(bad, 0);
        assert_true(magnitudes <= 0x1p24);
        if (key.n >= 1000) {
            assert_in_range(negative, key.n * 2 / 5, key.n * 3 / 5);
            assert_true(most > 0.9 * (double)(EXACT / key.n));
        }
        free(input);
    }
}

static void assert_covers_reach_all(size_t n)
{
    struct problem_key key = key_of(DTYPE_F32, DATA_EXACT, n);
    const size_t covers = problem_covers(DTYPE_F32, n);
    unsigned char *const reached = calloc(n, 1);
    float *const input = malloc(n * sizeof *input);
    assert_non_null(reached);
    assert_non_null(input);
    for (key.cover = 0; key.cover < covers; key.cover++) {
        size_t set = 0, bad = 0;
        for (size_t first = 0; first < n; first += 1000003)
            problem_fill(&key, input, first, first + 1000003 < n ? first + 1000003 : n);
        for (size_t i = 0; i < n; i++) {
            bad += input[i] != 0 && (fabsf(input[i]) != 1 || i % covers != key.cover);
            reached[i] = (unsigned char)(reached[i] + (input[i] != 0));
            set += input[i] != 0;
        }
        assert_int_equal(bad, 0);
        assert_true(set <= EXACT);
    }
    size_t missed = 0;
    for (size_t i = 0; i < n; i++)
        missed += reached[i] != 1;
    assert_int_equal(missed, 0);
    free(reached);
    free(input);
}

static void covers_reach_all(void **state)
{
    (void)state;
    assert_covers_reach_all(EXACT + 3);
    assert_covers_reach_all(2 * EXACT + 1);
}

static void gridded_is_on_grid(void **state)
{
    (void)state;
    const struct problem_key key = key_of(DTYPE_F32, DATA_GRIDDED, 100000);
    float *const input = filled(&key);
    float least = 1, most = -1;
    for (size_t i = 0; i < key.n; i++) {
        assert_true(fabsf(input[i]) < 1);
        assert_true(input[i] * 0x1p24f == truncf(input[i] * 0x1p24f));
        least = fminf(least, input[i]);
        most = fmaxf(most, input[i]);
    }
    assert_true(least < -0.999f && most > 0.999f);
    free(input);
}

static void structure_is_one_element(void **state)
{
    (void)state;
    static const size_t places[] = {0, 1, 499, 999, 1000};
    for (enum dtype dtype = DTYPE_U32; dtype < DTYPE_COUNT; dtype++) {
        for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
            struct problem_key key = key_of(dtype, DATA_STRUCTURE, 1000);
            key.cover = places[p];
            uint32_t *const input = filled(&key);
            for (size_t i = 0; i < key.n; i++)
                assert_true((input[i] != 0) == (i == places[p]));
            free(input);
        }
    }
}

static void known_answers(void **state)
{
    (void)state;
    const uint32_t input[] = {3, UINT32_MAX, 5, 0};
    uint32_t output[4];
    struct problem_key key = key_of(DTYPE_U32, DATA_EXACT, 4);
    problem_solve(&key, input, output);
    assert_memory_equal(output, ((uint32_t[]){0, 3, 2, 7}), sizeof output);
    key.mode = MODE_INCLUSIVE;
    problem_solve(&key, input, output);
    assert_memory_equal(output, ((uint32_t[]){3, 2, 7, 7}), sizeof output);
    const float floats[] = {1, -2, 4, 0};
    float sums[4];
    key.dtype = DTYPE_F32;
    problem_solve(&key, floats, sums);
    assert_memory_equal(sums, ((float[]){1, -1, 3, 3}), sizeof sums);
    key.mode = MODE_EXCLUSIVE;
    problem_solve(&key, floats, sums);
    assert_memory_equal(sums, ((float[]){0, 1, -1, 3}), sizeof sums);
}

static void gridded_answer_is_exact(void **state)
{
    (void)state;
    /* 1 − 2^-24 three times: the third sum needs 26 bits, more than f32 has. */
    const float nearly = 1 - 0x1p-24f;
    const float input[] = {nearly, nearly, nearly, -0x1p-24f};
    double output[4];
    struct problem_key key = key_of(DTYPE_F32, DATA_GRIDDED, 4);
    key.mode = MODE_INCLUSIVE;
    problem_solve(&key, input, output);
    assert_true(output[2] == 3 - 3 * 0x1p-24 && output[3] == 3 - 4 * 0x1p-24);
    key.mode = MODE_EXCLUSIVE;
    problem_solve(&key, input, output);
    assert_true(output[0] == 0 && output[3] == 3 - 3 * 0x1p-24);
}

static void empty_and_copy(void **state)
{
    (void)state;
    uint32_t guard = 7;
    for (enum data data = DATA_EXACT; data <= DATA_GRIDDED; data++) {
        struct problem_key key = key_of(DTYPE_F32, data, 0);
        problem_fill(&key, &guard, 0, 0);
        problem_solve(&key, &guard, &guard);
        assert_int_equal(guard, 7);
    }
    struct problem_key copy = key_of(DTYPE_U32, DATA_EXACT, 1);
    copy.primitive = PRIMITIVE_COPY;
    problem_solve(&copy, &(uint32_t){1}, &guard);
    assert_int_equal(guard, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vocabulary),
        cmocka_unit_test(sizes),
        cmocka_unit_test(ranges_agree),
        cmocka_unit_test(seeds_differ),
        cmocka_unit_test(integers_are_full_range),
        cmocka_unit_test(floats_are_exact),
        cmocka_unit_test(covers_reach_all),
        cmocka_unit_test(gridded_is_on_grid),
        cmocka_unit_test(structure_is_one_element),
        cmocka_unit_test(known_answers),
        cmocka_unit_test(gridded_answer_is_exact),
        cmocka_unit_test(empty_and_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
