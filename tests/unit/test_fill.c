/* SPDX-License-Identifier: MIT */
/* Inputs: they depend on seed, stream and index alone, and every class of data keeps its promise. */
#include "base/random.h"
#include "fill_bed.h"

#define EXACT ((size_t)1 << 24)

/* Any split into ranges gives the same bytes, and nothing outside a range is written. */
static void assert_ranges_agree(const struct problem_key *key, unsigned stream)
{
    unsigned char *const whole = filled(key, stream);
    const size_t size = primitive_input_size(key->primitive, key->dtype, stream);
    const size_t bytes = problem_input_bytes(key, stream);
    unsigned char *const pieces = malloc(bytes + 1);
    assert_non_null(pieces);
    memset(pieces, 0x77, bytes + 1);
    struct random random = {9};
    for (size_t first = 0; first < key->n;) {
        const size_t left = key->n - first;
        const size_t last = first + 1 + random_below(&random, left < 100 ? left : 100);
        problem_fill(key, stream, pieces, first, last);
        problem_fill(key, stream, pieces, last, last);
        if (last < key->n)
            assert_int_equal(pieces[last * size], 0x77);
        first = last;
    }
    assert_memory_equal(whole, pieces, bytes);
    assert_int_equal(pieces[bytes], 0x77);
    free(pieces);
    free(whole);
}

static bool data_exists(const struct problem_key *key)
{
    if (key->data == DATA_ALTERNATING)
        return key->primitive == PRIMITIVE_TALLY || key->primitive == PRIMITIVE_COMPACT ||
               problem_has_heads(key);
    if (key->data == DATA_NAN || key->data == DATA_INFINITY)
        return problem_special(key);
    return key->data != DATA_GRIDDED || problem_gridded(key);
}

static void assert_all_ranges_agree(struct problem_key key)
{
    for (unsigned stream = 0; stream < primitive_inputs(key.primitive); stream++) {
        key.data = DATA_EXACT;
        for (key.cover = 0; key.cover < problem_covers(&key); key.cover++)
            assert_ranges_agree(&key, stream);
        key.cover = key.n / 2;
        for (key.data = DATA_STRUCTURE; key.data <= DATA_GRIDDED; key.data++)
            if (data_exists(&key))
                assert_ranges_agree(&key, stream);
    }
}

TEST(ranges_agree)
{
    static const size_t counts[] = {0, 1, 2, 1000, 4099};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; primitive++)
            for
                EACH_DTYPE(dtype)
    for (enum op op = OP_NONE; op < OP_COUNT; op++)
        assert_all_ranges_agree(key_of(primitive, dtype, op, counts[i]));
}

TEST(seeds_and_streams_differ)
{
    for
        EACH_DTYPE(dtype)
        {
            struct problem_key key = key_of(PRIMITIVE_DOT, dtype, OP_NONE, 1000);
            void *const one = filled(&key, 0), *const second = filled(&key, 1);
            key.seed++;
            void *const other = filled(&key, 0);
            size_t same_seed = 0, same_stream = 0;
            for (size_t i = 0; i + 1 < key.n; i++) {
                same_seed += bits_at(dtype, one, i) == bits_at(dtype, other, i);
                same_stream += bits_at(dtype, one, i) == bits_at(dtype, second, i);
            }
            assert_true(same_seed < 30 && same_stream < 30);
            free(one);
            free(second);
            free(other);
        }
}

TEST(integers_are_full_range)
{
    static const enum dtype integers[] = {DTYPE_U32, DTYPE_I32, DTYPE_U64, DTYPE_I64};
    for (size_t d = 0; d < sizeof integers / sizeof integers[0]; d++) {
        const struct problem_key key = key_of(PRIMITIVE_SCAN, integers[d], OP_SUM, 1000);
        const uint64_t ones = dtype_size(key.dtype) == 8 ? UINT64_MAX : UINT32_MAX;
        void *const input = filled(&key, 0);
        uint64_t any = 0, all = ones;
        for (size_t i = 0; i < key.n; i++) {
            any |= bits_at(key.dtype, input, i);
            all &= bits_at(key.dtype, input, i);
        }
        assert_true(any == ones && all == 0);
        free(input);
    }
}

/* Non-zero integers whose magnitudes, of themselves or of their products, stay below what is exact. */
static void assert_exact_sum(const struct problem_key *key)
{
    void *const x = filled(key, 0), *const y = key->primitive == PRIMITIVE_DOT ? filled(key, 1) : NULL;
    double magnitudes = 0, most = 0;
    size_t negative = 0, bad = 0;
    for (size_t i = 0; i < key->n; i++) {
        const double a = value_at(key->dtype, x, i), b = y ? value_at(key->dtype, y, i) : 1;
        bad += a * b == 0 || a != trunc(a) || b != trunc(b);
        magnitudes += fabs(a * b);
        most = fmax(most, fabs(a * b));
        negative += a * b < 0;
    }
    const double exact = key->dtype == DTYPE_F32 ? 0x1p24 : 0x1p53;
    assert_int_equal(bad, 0);
    assert_true(magnitudes <= exact);
    assert_true(key->n < 1000 || most > 0.4 * fmin(exact / (double)key->n, 0x1p24));
    if (key->n >= 1000)
        assert_in_range(negative, key->n * 2 / 5, key->n * 3 / 5);
    free(x);
    free(y);
}

TEST(floats_are_exact)
{
    static const size_t counts[] = {1, 2, 3, 1000, 65536, EXACT / 4 - 1, EXACT};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++) {
            const struct problem_key sum = key_of(PRIMITIVE_REDUCE, dtype, OP_SUM, counts[c]),
                                     dot = key_of(PRIMITIVE_DOT, dtype, OP_NONE, counts[c]);
            assert_exact_sum(&sum);
            assert_exact_sum(&dot);
        }
    }
}

/* The product of all coefficients is the last scale: no power of two is lost, and none grows. */
TEST(coefficients_are_ratios_of_scales)
{
    for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++) {
        const struct problem_key key = key_of(PRIMITIVE_RECURRENCE, dtype, OP_NONE, 5000);
        void *const x = filled(&key, 0), *const a = filled(&key, 1);
        double scale = 1, magnitudes = 0;
        unsigned powers = 0, negative = 0;
        for (size_t i = 0; i < key.n; i++) {
            const double coefficient = value_at(dtype, a, i);
            scale *= coefficient;
            powers |= 1u << (ilogb(coefficient) + 3);
            negative += coefficient < 0;
            magnitudes += fabs(value_at(dtype, x, i) / scale);
            assert_true(fabs(coefficient) == ldexp(1, ilogb(coefficient)));
            assert_true(value_at(dtype, x, i) / scale == trunc(value_at(dtype, x, i) / scale));
            assert_true(fabs(scale) >= 1 && fabs(scale) <= 8);
        }
        assert_int_equal(powers, 0x7f);
        assert_in_range(negative, 2300, 2700);
        assert_true(magnitudes <= (dtype == DTYPE_F32 ? 0x1p24 : 0x1p53));
        free(x);
        free(a);
    }
}

TEST(coefficients_contract)
{
    for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++) {
        struct problem_key key = key_of(PRIMITIVE_RECURRENCE, dtype, OP_NONE, 5000);
        key.data = DATA_GRIDDED;
        void *const a = filled(&key, 1);
        double least = 1, most = 0;
        for (size_t i = 0; i < key.n; i++) {
            least = fmin(least, fabs(value_at(dtype, a, i)));
            most = fmax(most, fabs(value_at(dtype, a, i)));
        }
        assert_true(least >= 0.5 && least < 0.51 && most < 1 && most > 0.99);
        free(a);
    }
}

/* Of a segmented scan: as many heads as the key says, and segments short and long. */
TEST(heads_are_of_every_share)
{
    struct problem_key key = key_of(PRIMITIVE_SEGMENTED_SCAN, DTYPE_F32, OP_NONE, 1 << 16);
    unsigned char *heads = filled(&key, 1);
    size_t length = 0, longest = 0, pairs = 0, count = 0;
    for (size_t i = 0; i < key.n; i++) {
        assert_true(heads[i] <= 1);
        length = heads[i] ? 0 : length + 1;
        longest = length > longest ? length : longest;
        count += heads[i];
        pairs += i > 0 && heads[i] && heads[i - 1];
    }
    assert_true(longest > 1000 && pairs > 100 && count > key.n / 50 && count < key.n / 4);
    free(heads);
    for (unsigned all = 0; all <= 1; all++) {
        key.selectivity = all;
        heads = filled(&key, 1);
        for (size_t i = 0; i < key.n; i++)
            assert_int_equal(heads[i], all);
        free(heads);
    }
}

static void assert_covers_reach_all(enum primitive primitive, size_t n)
{
    struct problem_key key = key_of(primitive, DTYPE_F32, OP_SUM, n);
    const size_t covers = problem_covers(&key);
    unsigned char *const reached = calloc(n, 1);
    float *const input = malloc(n * sizeof *input);
    assert_non_null(reached);
    assert_non_null(input);
    for (key.cover = 0; key.cover < covers; key.cover++) {
        size_t set = 0, bad = 0;
        for (size_t first = 0; first < n; first += 1000003)
            problem_fill(&key, 0, input, first, first + 1000003 < n ? first + 1000003 : n);
        for (size_t i = 0; i < n; i++) {
            bad += (input[i] != 0 && fabsf(input[i]) != 1) || (input[i] == 0 && signbit(input[i]));
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

TEST(covers_reach_all)
{
    assert_covers_reach_all(PRIMITIVE_SCAN, EXACT + 3);
    assert_covers_reach_all(PRIMITIVE_DOT, 2 * EXACT + 1);
}

/* Each stretch between two restarts is exact by itself. */
TEST(tiles_are_exact)
{
    struct problem_key key = key_of(PRIMITIVE_TILED_SCAN, DTYPE_F32, OP_SUM, 100000);
    key.row = 1000;
    float *const input = filled(&key, 0);
    double most = 0;
    for (size_t first = 0; first < key.n; first += key.row) {
        double magnitudes = 0;
        for (size_t i = first; i < first + key.row; i++) {
            magnitudes += fabsf(input[i]);
            most = fmax(most, fabsf(input[i]));
        }
        assert_true(magnitudes <= 0x1p24);
    }
    assert_true(most > 0.9 * 0x1p24 / 1000);
    free(input);
}

static size_t count_changes(const struct problem_key *key, const void *input)
{
    double best = key->op == OP_MIN ? INFINITY : -INFINITY;
    size_t changes = 0;
    for (size_t i = 0; i < key->n; i++) {
        const double value = value_at(key->dtype, input, i);
        const bool beats = key->op == OP_MIN ? value < best : value > best;
        assert_true(isfinite(value) && !(value == 0 && signbit(value)));
        assert_true(value == 0 || key->dtype != DTYPE_F32 || fabs(value) >= 0x1p-126);
        best = beats ? value : best;
        changes += beats;
    }
    return changes;
}

TEST(order_changes_the_answer)
{
    for
        EACH_DTYPE(dtype)
        {
            for (enum op op = OP_MIN; op <= OP_MAX; op++) {
                const struct problem_key key = key_of(PRIMITIVE_SCAN, dtype, op, 100000);
                void *const input = filled(&key, 0);
                assert_in_range(count_changes(&key, input), key.n * 8 / 10, key.n * 95 / 100);
                free(input);
            }
        }
}

TEST(extremum_moves)
{
    for
        EACH_DTYPE(dtype)
        {
            for (enum op op = OP_MIN; op <= OP_MAX; op++) {
                struct problem_key key = key_of(PRIMITIVE_REDUCE, dtype, op, 1000);
                size_t at[4];
                for (key.cover = 0; key.cover < 4; key.cover++) {
                    void *const input = filled(&key, 0);
                    at[key.cover] = extremum_at(&key, input);
                    free(input);
                }
                assert_true(at[0] == key.n - 1 && at[1] == 0);
                assert_true(at[2] != at[3] && at[2] > 1 && at[3] > 1);
            }
        }
}

TEST(factors_show)
{
    for
        EACH_DTYPE(dtype)
        {
            struct problem_key key = key_of(PRIMITIVE_REDUCE, dtype, OP_PRODUCT, 10000);
            for (key.cover = 0; key.cover < problem_covers(&key); key.cover++) {
                void *const input = filled(&key, 0);
                size_t ones = 0, scales = 0;
                for (size_t i = 0; i < key.n; i++) {
                    const double value = value_at(dtype, input, i), magnitude = fabs(value);
                    ones += value == 1;
                    scales += magnitude != 1;
                    if (is_float(dtype))
                        assert_true(magnitude == 1 || magnitude == 2 || magnitude == 0.5);
                    else
                        assert_int_equal(bits_at(dtype, input, i) & 1, 1);
                }
                if (is_float(dtype))
                    assert_in_range(scales, 60, 64);
                if (key.cover == 0)
                    assert_true(ones < 3);
                else
                    assert_in_range(ones, key.n * 4 / 10, key.n * 6 / 10);
                free(input);
            }
        }
}

/* Any order of operations: forwards, backwards, by strides, in a tree. */
static double combine(enum op op, double a, double b)
{
    return op == OP_PRODUCT ? a * b : a + b;
}

static double reduce_strided(const struct problem_key *key, const void *input, size_t stride)
{
    double total = key->op == OP_PRODUCT ? 1 : 0;
    for (size_t lane = 0; lane < stride; lane++) {
        double part = key->op == OP_PRODUCT ? 1 : 0;
        for (size_t i = lane; i < key->n; i += stride) {
            part = combine(key->op, part, value_at(key->dtype, input, i));
            assert_true(key->dtype != DTYPE_F32 || (double)(float)part == part);
        }
        total = combine(key->op, total, part);
    }
    return total;
}

TEST(orders_agree)
{
    static const size_t counts[] = {1, 10, 100, 10000, 1000003};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++) {
            for (enum op op = OP_SUM; op <= OP_PRODUCT; op += OP_PRODUCT - OP_SUM) {
                struct problem_key key = key_of(PRIMITIVE_REDUCE, dtype, op, counts[c]);
                for (key.cover = 0; key.cover < problem_covers(&key); key.cover++) {
                    void *const input = filled(&key, 0);
                    const double total = reduce_strided(&key, input, 1);
                    assert_true(isnormal(total) || (op == OP_SUM && total == 0));
                    assert_true(reduce_strided(&key, input, 8) == total);
                    assert_true(reduce_strided(&key, input, 4099) == total);
                    free(input);
                }
            }
        }
    }
}
