/* SPDX-License-Identifier: MIT */
/* The judge of gridded data: the bound on rounding, sums that no answer can be, and what nothing adds up to.
 */
#include "trial.h"

static void assert_rounding_bound(struct problem_key key)
{
    const double roundoff = key.dtype == DTYPE_F64 ? 0x1p-53 : 0x1p-24;
    key.data = DATA_GRIDDED;
    struct trial trial = trial_of(key);
    struct finding finding;
    const size_t n = judged(&trial), places[] = {0, n / 2, n - 1}, d = key.n;
    answer_rounded(&trial);
    assert_true(verify_output(&trial.problem, trial.output, 0, d, &finding));
    assert_true(finding.error > 0 && finding.error < sqrt((double)d));
    assert_false(verify_output(&trial.problem, trial.output, 0, 0, &finding));
    for (size_t p = 0; p < 3; p++) {
        const double right = load(key.dtype, trial.output, places[p]);
        /* Beyond 10·√d·u·Σ|x| whatever the sum. */
        store(&trial, places[p], right + ceil(10 * sqrt((double)d) * roundoff * (double)(key.n + 1)));
        assert_caught(&trial, d, places[p], 1);
        store(&trial, places[p], right);
    }
    trial_close(&trial);
}

TEST(gridded_bound)
{
    for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++) {
        struct problem_key key = key_of(PRIMITIVE_SCAN, dtype, OP_SUM, 20000);
        assert_rounding_bound(key);
        key.mode = MODE_EXCLUSIVE;
        key.prefixed = true;
        assert_rounding_bound(key);
        key.reversed = true;
        assert_rounding_bound(key);
        assert_rounding_bound(key_of(PRIMITIVE_SEGMENTED_SCAN, dtype, OP_NONE, 20000));
        assert_rounding_bound(key_of(PRIMITIVE_TILED_SCAN, dtype, OP_SUM, 20050));
        assert_rounding_bound(key_of(PRIMITIVE_REDUCE, dtype, OP_SUM, 20000));
        assert_rounding_bound(key_of(PRIMITIVE_DOT, dtype, OP_NONE, 20000));
    }
}

/* Rounded in serial order it is right; off by more than the bound, of coefficients of ½ to 1, it is not. */
static void assert_recurrence_bound(enum dtype dtype, bool reversed)
{
    struct problem_key key = key_of(PRIMITIVE_RECURRENCE, dtype, OP_NONE, 5000);
    key.data = DATA_GRIDDED;
    key.reversed = reversed;
    struct trial trial = trial_of(key);
    struct finding finding;
    reference_recurrence(&key, trial.problem.input, trial.output, problem_initial(&key));
    assert_true(verify_output(&trial.problem, trial.output, 0, 2, &finding));
    assert_true(finding.error > 0.5 && finding.error < 8);
    const double right = load(dtype, trial.output, 2500);
    store(&trial, 2500, right + (dtype == DTYPE_F64 ? 0x1p-45 : 0x1p-16));
    assert_false(verify_output(&trial.problem, trial.output, 0, 2, &finding));
    assert_int_equal(finding.index, 2500);
    assert_int_equal(finding.wrong, 1);
    trial_close(&trial);
}

TEST(recurrences_are_bounded)
{
    for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++) {
        assert_recurrence_bound(dtype, false);
        assert_recurrence_bound(dtype, true);
    }
}

/* One rounding of Σ|x| = 8: the bound is u/(1 − u) of it, a little above 8 grid steps of f32, 4 of f64. */
static void assert_bound_is_tight(enum dtype dtype)
{
    const double step = dtype == DTYPE_F64 ? 0x1p-52 : 0x1p-24, most = dtype == DTYPE_F64 ? 4 : 8;
    struct problem_key key = key_of(PRIMITIVE_REDUCE, dtype, OP_SUM, 16);
    key.data = DATA_GRIDDED;
    struct trial trial = trial_of(key);
    struct finding finding;
    for (size_t i = 0; i < 16; i++) {
        store(&trial, 0, i % 2 == 0 ? 0.5 : -0.5);
        memcpy((unsigned char *)trial.input[0] + i * size_of(&trial), trial.output, size_of(&trial));
    }
    store(&trial, 0, most * step);
    assert_true(verify_output(&trial.problem, trial.output, 0, 1, &finding));
    assert_true(finding.error == 1);
    store(&trial, 0, -(most + 1) * step);
    assert_false(verify_output(&trial.problem, trial.output, 0, 1, &finding));
    assert_true(verify_output(&trial.problem, trial.output, 0, 2, &finding));
    store(&trial, 0, 0);
    assert_true(verify_output(&trial.problem, trial.output, 0, 0, &finding));
    assert_true(finding.error == 0);
    trial_close(&trial);
}

TEST(gridded_bound_is_tight)
{
    assert_bound_is_tight(DTYPE_F32);
    assert_bound_is_tight(DTYPE_F64);
}

/* f64 sums beyond what a double holds exactly. */
TEST(wide_sums_are_exact)
{
    struct problem_key key = key_of(PRIMITIVE_REDUCE, DTYPE_F64, OP_SUM, 4);
    key.data = DATA_GRIDDED;
    struct trial trial = trial_of(key);
    double *const x = trial.input[0];
    x[0] = x[1] = x[2] = 1 - 0x1p-52;
    x[3] = -0x1p-52;
    store(&trial, 0, 3 - 4 * 0x1p-52);
    assert_true(passes(&trial));
    trial.problem.key.n = 3; /* 3 − 3·2^-52 is between two doubles */
    struct finding finding;
    store(&trial, 0, 3 - 4 * 0x1p-52);
    assert_true(verify_output(&trial.problem, trial.output, 0, 1, &finding));
    assert_true(finding.error > 0.6 && finding.error < 0.7);
    assert_false(verify_output(&trial.problem, trial.output, 0, 0, &finding));
    trial_close(&trial);
}

/* 4096 − 2^-40, which is 2^64 units and more, and its neighbours: an error of one is Σ|x|·u. */
static void assert_long_sum(int sign)
{
    enum { TERMS = 4096 };
    struct problem_key key = key_of(PRIMITIVE_REDUCE, DTYPE_F64, OP_SUM, TERMS);
    key.data = DATA_GRIDDED;
    struct trial trial = trial_of(key);
    double *const x = trial.input[0];
    struct finding finding;
    for (size_t i = 0; i < TERMS; i++)
        x[i] = sign * (1 - 0x1p-52);
    store(&trial, 0, sign * (TERMS - 0x1p-40));
    assert_true(verify_output(&trial.problem, trial.output, 0, 0, &finding));
    assert_true(finding.error == 0);
    for (int side = -1; side <= 1; side += 2) {
        store(&trial, 0, sign * (TERMS - 0x1p-40 + side * 0x1p-41));
        assert_false(verify_output(&trial.problem, trial.output, 0, 0, &finding));
        assert_true(verify_output(&trial.problem, trial.output, 0, 2, &finding));
        assert_true(fabs(finding.error - 1) < 0x1p-40);
    }
    trial_close(&trial);
}

TEST(sums_of_more_than_64_bits_are_exact)
{
    assert_long_sum(1);
    assert_long_sum(-1);
}

static bool judged_in(const struct trial *trial, unsigned parts, struct finding *finding)
{
    struct gridded *const gridded = gridded_open(&trial->problem, trial->output, trial->problem.key.n, parts);
    for (unsigned p = 0; p < parts; p++)
        gridded_add_up(gridded, p);
    for (unsigned p = parts; p-- > 0;)
        gridded_judge(gridded, p);
    return gridded_close(gridded, finding);
}

static void assert_parts_agree_on(const struct trial *trial, bool right)
{
    static const unsigned parts[] = {1, 2, 3, 7, 5000};
    struct finding whole, found;
    assert_int_equal(verify_output(&trial->problem, trial->output, 0, trial->problem.key.n, &whole), right);
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        assert_int_equal(judged_in(trial, parts[p], &found), right);
        assert_true(found.error == whole.error);
        assert_int_equal(found.wrong, whole.wrong);
        assert_int_equal(found.index, whole.index);
        assert_string_equal(found.text, whole.text);
    }
}

/* Answers that are rounded, the same with a wrong last element, and with a wrong one in the first half too.
 */
static void assert_parts_agree(struct problem_key key)
{
    key.data = DATA_GRIDDED;
    struct trial trial = trial_of(key);
    answer_rounded(&trial);
    assert_parts_agree_on(&trial, true);
    for (size_t place = judged(&trial) - 1;; place = judged(&trial) / 5) {
        store(&trial, place, load(key.dtype, trial.output, place) + 1024);
        assert_parts_agree_on(&trial, false);
        if (place == judged(&trial) / 5)
            break;
    }
    trial_close(&trial);
}

TEST(parts_are_judged_as_the_whole)
{
    static const size_t rows[] = {0, 1, 7, 999, 3000};
    for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++) {
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
            struct problem_key key = key_of(PRIMITIVE_REDUCE, dtype, OP_SUM, 2999);
            key.row = rows[r];
            assert_parts_agree(key);
            key.primitive = PRIMITIVE_SCAN;
            key.mode = MODE_INCLUSIVE;
            assert_parts_agree(key);
            key.mode = MODE_EXCLUSIVE;
            key.prefixed = !key.row;
            assert_parts_agree(key);
            key.reversed = true;
            assert_parts_agree(key);
        }
        assert_parts_agree(key_of(PRIMITIVE_SEGMENTED_SCAN, dtype, OP_NONE, 2999));
        assert_parts_agree(key_of(PRIMITIVE_DOT, dtype, OP_NONE, 2999));
    }
}

static void assert_off_grid_caught(enum dtype dtype)
{
    const double half_step = dtype == DTYPE_F64 ? 0x1p-53 : 0x1p-25;
    struct problem_key key = key_of(PRIMITIVE_REDUCE, dtype, OP_SUM, 10);
    key.data = DATA_GRIDDED;
    struct trial trial = trial_of(key);
    const double bad[] = {(double)NAN, (double)INFINITY, (double)-INFINITY, half_step,
                          0x1p-149,    0.25 + half_step, -3 * half_step,    0x1p100};
    memset(trial.input[0], 0, 10 * size_of(&trial));
    for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
        store(&trial, 0, bad[b]);
        assert_caught(&trial, SIZE_MAX, 0, 1);
        struct finding finding;
        verify_output(&trial.problem, trial.output, 0, 0, &finding);
        assert_non_null(strstr(finding.text, "no sum of multiples of 2^-"));
    }
    trial_close(&trial);
}

TEST(off_grid_and_not_finite)
{
    assert_off_grid_caught(DTYPE_F32);
    assert_off_grid_caught(DTYPE_F64);
}

TEST(gridded_nothing)
{
    for
        EACH_PRIMITIVE(primitive)
        {
            struct problem_key key = key_of(primitive, DTYPE_F64, has_op(primitive) ? OP_SUM : OP_NONE, 0);
            key.data = DATA_GRIDDED;
            if (!problem_gridded(&key))
                continue;
            struct trial trial = trial_of(key);
            assert_true(passes(&trial));
            trial_close(&trial);
        }
    verify_poison(NULL, 0, false);
}

/* A limit on gridded data adds nothing up: it is judged as ever, to the bit. */
TEST(a_limit_on_gridded_data_is_judged_as_ever)
{
    struct problem_key key = key_of(PRIMITIVE_SCAN, DTYPE_F64, OP_SUM, 100);
    key.data = DATA_GRIDDED;
    struct trial trial = trial_of(key);
    trial.problem.key.primitive = PRIMITIVE_COPY;
    struct finding finding;
    memcpy(trial.output, trial.input[0], 100 * sizeof(double));
    assert_true(verify_output(&trial.problem, trial.output, 0, 1, &finding));
    ((unsigned char *)trial.output)[8 * 50] ^= 1;
    assert_false(verify_output(&trial.problem, trial.output, 0, 1, &finding));
    trial_close(&trial);
}
