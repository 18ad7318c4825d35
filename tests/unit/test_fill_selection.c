/* SPDX-License-Identifier: MIT */
/* Inputs that are selected from, of one outstanding element, and on a grid. */
#include "fill_bed.h"

static size_t count_valid(const struct problem_key *key, const void *input)
{
    size_t valid = 0;
    for (size_t i = 0; i < key->n; i++)
        valid += value_at(key->dtype, input, i) > 0;
    return valid;
}

TEST(selectivity_is_kept)
{
    static const double shares[] = {0, 0.001, 0.25, 0.5, 0.9, 1};
    for
        EACH_DTYPE(dtype)
        {
            for (size_t s = 0; s < sizeof shares / sizeof *shares; s++) {
                struct problem_key key = key_of(PRIMITIVE_COMPACT, dtype, OP_NONE, 100000);
                key.selectivity = shares[s];
                void *const input = filled(&key, 0);
                const double valid = (double)count_valid(&key, input), n = (double)key.n;
                const double spread = 5 * sqrt(n * shares[s] * (1 - shares[s]));
                assert_true(fabs(valid - n * shares[s]) <= spread);
                free(input);
            }
        }
}

TEST(selectable_floats_are_awkward)
{
    for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++) {
        const struct problem_key key = key_of(PRIMITIVE_TALLY, dtype, OP_NONE, 100000);
        void *const input = filled(&key, 0);
        size_t zeros[2] = {0}, nans[2] = {0}, negative = 0, same = 0;
        for (size_t i = 0; i < key.n; i++) {
            const double value = value_at(dtype, input, i);
            zeros[!!signbit(value)] += value == 0;
            nans[!!signbit(value)] += isnan(value);
            negative += value < 0;
            same += i > 0 && isnan(value) && bits_at(dtype, input, i) == bits_at(dtype, input, i - 1);
        }
        assert_true(zeros[0] > 5000 && zeros[1] > 5000 && nans[0] > 5000 && nans[1] > 5000 &&
                    negative > 20000);
        assert_true(same < 5);
        free(input);
    }
}

TEST(invalid_integers_are_not_positive)
{
    const struct problem_key key = key_of(PRIMITIVE_TALLY, DTYPE_I32, OP_NONE, 100000);
    int32_t *const input = filled(&key, 0);
    int32_t least = 0, largest = 0;
    for (size_t i = 0; i < key.n; i++) {
        least = input[i] < least ? input[i] : least;
        largest = input[i] > largest ? input[i] : largest;
    }
    assert_true(least < INT32_MIN / 10 * 9 && largest > INT32_MAX / 10 * 9);
    free(input);
}

TEST(selection_alternates)
{
    for
        EACH_DTYPE(dtype)
        {
            struct problem_key key = key_of(PRIMITIVE_COMPACT, dtype, OP_NONE, 1001);
            key.data = DATA_ALTERNATING;
            for (key.cover = 0; key.cover < 2; key.cover++) {
                void *const input = filled(&key, 0);
                for (size_t i = 0; i < key.n; i++)
                    assert_true((value_at(dtype, input, i) > 0) == (i % 2 == key.cover));
                free(input);
            }
        }
}

static void assert_one_outstanding(struct problem_key key)
{
    static const size_t places[] = {0, 1, 499, 999, 1000};
    key.data = DATA_STRUCTURE;
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        key.cover = places[p];
        void *const input = filled(&key, 0);
        const bool selects = key.primitive == PRIMITIVE_TALLY || key.primitive == PRIMITIVE_COMPACT;
        const uint64_t ordinary = bits_at(key.dtype, input, places[p] == 0 ? 1 : 0);
        for (size_t i = 0; i < key.n; i++) {
            const bool stands =
                selects ? value_at(key.dtype, input, i) > 0 : bits_at(key.dtype, input, i) != ordinary;
            assert_true(stands == (i == places[p]));
        }
        if (places[p] < key.n && (key.op == OP_MIN || key.op == OP_MAX))
            assert_int_equal(extremum_at(&key, input), places[p]);
        free(input);
    }
}

TEST(structure_is_one_element)
{
    for
        EACH_DTYPE(dtype)
        {
            for (enum op op = OP_SUM; op < OP_COUNT; op++)
                assert_one_outstanding(key_of(PRIMITIVE_SCAN, dtype, op, 1000));
            assert_one_outstanding(key_of(PRIMITIVE_DOT, dtype, OP_NONE, 1000));
            assert_one_outstanding(key_of(PRIMITIVE_COMPACT, dtype, OP_NONE, 1000));
            assert_one_outstanding(key_of(PRIMITIVE_TALLY, dtype, OP_NONE, 1000));
            struct problem_key dot = key_of(PRIMITIVE_DOT, dtype, OP_NONE, 1000);
            dot.data = DATA_STRUCTURE;
            void *const second = filled(&dot, 1);
            for (size_t i = 0; i < dot.n; i++)
                assert_true(bits_at(dtype, second, i) != 0);
            free(second);
        }
}

static void assert_on_grid(struct problem_key key, double units)
{
    key.data = DATA_GRIDDED;
    for (unsigned stream = 0; stream < primitive_inputs(key.primitive); stream++) {
        void *const input = filled(&key, stream);
        double least = 1, most = -1;
        for (size_t i = 0; i < key.n; i++) {
            const double value = value_at(key.dtype, input, i);
            assert_true(fabs(value) < 1 && value * units == trunc(value * units));
            least = fmin(least, value);
            most = fmax(most, value);
        }
        assert_true(least < -0.998 && most > 0.998);
        free(input);
    }
}

TEST(gridded_is_on_grid)
{
    assert_on_grid(key_of(PRIMITIVE_SCAN, DTYPE_F32, OP_SUM, 100000), 0x1p24);
    assert_on_grid(key_of(PRIMITIVE_REDUCE, DTYPE_F64, OP_SUM, 100000), 0x1p52);
    assert_on_grid(key_of(PRIMITIVE_DOT, DTYPE_F32, OP_NONE, 100000), 0x1p12);
    assert_on_grid(key_of(PRIMITIVE_DOT, DTYPE_F64, OP_NONE, 100000), 0x1p26);
}
