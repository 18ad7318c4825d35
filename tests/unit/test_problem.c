/* SPDX-License-Identifier: MIT */
/* Problems: the vocabulary, the sizes of their parts, and known answers of the reference. */
#include "key_bed.h"
#include "test.h"

#define EXACT ((size_t)1 << 24)

TEST(names)
{
    assert_string_equal(primitive_names[PRIMITIVE_SCAN], "scan");
    assert_string_equal(primitive_names[PRIMITIVE_TALLY], "count");
    assert_string_equal(primitive_names[PRIMITIVE_COPY_PART], "partial-copy");
    assert_string_equal(dtype_names[DTYPE_NONE], "-");
    assert_string_equal(dtype_names[DTYPE_F64], "f64");
    assert_string_equal(dtype_names[DTYPE_I64], "i64");
    assert_string_equal(op_names[OP_PRODUCT], "product");
    assert_string_equal(mode_names[MODE_INCLUSIVE], "inclusive");
    for (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; primitive++) {
        assert_non_null(primitive_names[primitive]);
        for (enum primitive other = 0; other < primitive; other++)
            assert_string_not_equal(primitive_names[primitive], primitive_names[other]);
    }
}

/* What each primitive reads and writes of 1000 elements of which 100 are selected, in elements, what bounds
 * it, and how many bytes its output takes of 10 elements of 8 bytes. */
static const struct {
    enum primitive primitive, limit;
    double elements;
    size_t output_bytes;
} moved[] = {
    {PRIMITIVE_SCAN, PRIMITIVE_COPY, 2000, 80},
    {PRIMITIVE_TILED_SCAN, PRIMITIVE_COPY, 2000, 80},
    {PRIMITIVE_REDUCE, PRIMITIVE_READ, 1000, 8},
    {PRIMITIVE_DOT, PRIMITIVE_READ_TWO, 2000, 8},
    {PRIMITIVE_TALLY, PRIMITIVE_READ, 1000, 0},
    {PRIMITIVE_COMPACT, PRIMITIVE_COPY_PART, 1100, 80},
    {PRIMITIVE_RECURRENCE, PRIMITIVE_COPY, 3000, 80},
    {PRIMITIVE_COPY, PRIMITIVE_COPY, 2000, 80},
    {PRIMITIVE_READ, PRIMITIVE_READ, 1000, 8},
    {PRIMITIVE_READ_TWO, PRIMITIVE_READ_TWO, 2000, 8},
    {PRIMITIVE_COPY_PART, PRIMITIVE_COPY_PART, 1100, 80},
};
enum { MOVED = sizeof moved / sizeof moved[0] };

TEST(traffic)
{
    for (size_t i = 0; i < MOVED; i++) {
        const enum primitive primitive = moved[i].primitive;
        assert_true(primitive_bytes(primitive, DTYPE_I32, 1000, 100) == 4 * moved[i].elements);
        assert_true(primitive_bytes(primitive, DTYPE_F64, 1000, 100) == 8 * moved[i].elements);
        assert_true(primitive_bytes(primitive, DTYPE_U32, 0, 0) == 0);
        assert_int_equal(primitive_limit(primitive), moved[i].limit);
        const bool two = primitive == PRIMITIVE_DOT || primitive == PRIMITIVE_READ_TWO ||
                         primitive == PRIMITIVE_RECURRENCE;
        assert_int_equal(primitive_inputs(primitive), two ? 2 : 1);
    }
}

/* A byte for each head. */
TEST(heads_are_bytes)
{
    const enum primitive primitive = PRIMITIVE_SEGMENTED_SCAN;
    assert_true(primitive_bytes(primitive, DTYPE_F32, 1000, 0) == 9000);
    assert_true(primitive_bytes(primitive, DTYPE_U64, 1000, 0) == 17000);
    const struct problem_key key = key_of(primitive, DTYPE_F32, OP_NONE, 10);
    assert_int_equal(problem_input_bytes(&key, 0), 40);
    assert_int_equal(problem_input_bytes(&key, 1), 10);
    assert_int_equal(problem_all_input_bytes(&key), 50);
}

/* A value a row, the last row being shorter; a limit beside it writes what it writes without rows. */
TEST(reductions_write_a_value_a_row)
{
    struct problem_key key = key_of(PRIMITIVE_REDUCE, DTYPE_U32, OP_SUM, 1000);
    assert_int_equal(problem_output_count(&key), 1);
    assert_true(problem_bytes(&key, 0) == 4000);
    key.row = 300;
    assert_int_equal(problem_rows(&key), 4);
    assert_int_equal(problem_output_count(&key), 4);
    assert_true(problem_bytes(&key, 0) == 4016);
    key.primitive = primitive_limit(key.primitive);
    assert_int_equal(problem_output_count(&key), 1);
    assert_true(problem_bytes(&key, 0) == 4000);
}

TEST(parts)
{
    assert_int_equal(primitive_part(1000, 0), 0);
    assert_int_equal(primitive_part(1000, 1), 1000);
    assert_int_equal(primitive_part(1001, 0.5), 500);
    assert_int_equal(primitive_part(0, 0.5), 0);
    assert_int_equal(primitive_part((size_t)1 << 58, 1), (size_t)1 << 58);
}

TEST(identities)
{
    assert_int_equal(op_identity(OP_SUM, DTYPE_U64).u64, 0);
    assert_int_equal(op_identity(OP_NONE, DTYPE_F64).u64, 0);
    assert_int_equal(op_identity(OP_MIN, DTYPE_U32).u32, UINT32_MAX);
    assert_int_equal(op_identity(OP_MIN, DTYPE_I32).i32, INT32_MAX);
    assert_true(op_identity(OP_MIN, DTYPE_U64).u64 == UINT64_MAX);
    assert_true(op_identity(OP_MIN, DTYPE_F32).f32 == INFINITY);
    assert_int_equal(op_identity(OP_MAX, DTYPE_U32).u32, 0);
    assert_int_equal(op_identity(OP_MAX, DTYPE_I32).i32, INT32_MIN);
    assert_true(op_identity(OP_MAX, DTYPE_F64).f64 == -INFINITY);
    assert_int_equal(op_identity(OP_PRODUCT, DTYPE_I32).i32, 1);
    assert_true(op_identity(OP_PRODUCT, DTYPE_F32).f32 == 1 && op_identity(OP_PRODUCT, DTYPE_F64).f64 == 1);
}

/* a op b by min of flipped bits, in the type whose build is taken. */
static union element flipped_min(enum op op, enum dtype dtype, union element a, union element b)
{
    const uint64_t flip = op_flip(op, dtype);
    a.u64 ^= flip;
    b.u64 ^= flip;
    union element result = element_combine(OP_MIN, dtype_of_code(OP_SUM, dtype), a, b);
    result.u64 ^= flip;
    return result;
}

TEST(flips)
{
    assert_int_equal(op_flip(OP_SUM, DTYPE_I32), 0);
    assert_int_equal(op_flip(OP_PRODUCT, DTYPE_F64), 0);
    for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++) {
        const union element one = op_identity(OP_PRODUCT, dtype);
        const unsigned unused = 64 - dtype_bits(dtype);
        const union element values[] = {
            {0},
            {.u64 = UINT64_C(1) << (63 - unused)}, /* −0 of a float */
            one,
            element_subtract(dtype, (union element){0}, one),
            op_identity(OP_MIN, dtype),
            op_identity(OP_MAX, dtype),
        };
        for (size_t i = 0; i < sizeof values / sizeof *values; i++)
            for (size_t j = 0; j < sizeof values / sizeof *values; j++)
                for (enum op op = OP_MIN; op <= OP_MAX; op++)
                    assert_true(flipped_min(op, dtype, values[i], values[j]).u64 << unused ==
                                element_combine(op, dtype, values[i], values[j]).u64 << unused);
    }
}

TEST(sizes)
{
    for (size_t i = 0; i < MOVED; i++) {
        const enum primitive primitive = moved[i].primitive;
        struct problem_key key = key_of(primitive, DTYPE_F64, OP_SUM, 10);
        const bool limit = primitive_limit(primitive) == primitive;
        assert_int_equal(problem_input_bytes(&key, 0), 80);
        assert_int_equal(problem_output_bytes(&key), moved[i].output_bytes);
        assert_int_equal(problem_expected_bytes(&key), limit ? 0 : moved[i].output_bytes);
        key.data = DATA_GRIDDED;
        assert_int_equal(problem_expected_bytes(&key), 0);
        key.dtype = DTYPE_I32;
        assert_int_equal(problem_input_bytes(&key, 0), 40);
    }
}

TEST(covers)
{
    struct problem_key key = key_of(PRIMITIVE_SCAN, DTYPE_F32, OP_SUM, 0);
    static const size_t counts[] = {0, 1, EXACT, EXACT + 1, 2 * EXACT, 2 * EXACT + 1},
                        wanted[] = {1, 1, 1, 2, 2, 4};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        key.n = counts[i];
        assert_int_equal(problem_covers(&key), wanted[i]);
    }
    key.n = EXACT;
    key.prefixed = true;
    assert_int_equal(problem_covers(&key), 2);
    key = key_of(PRIMITIVE_TILED_SCAN, DTYPE_F32, OP_SUM, 4 * EXACT);
    key.row = 1024;
    assert_int_equal(problem_covers(&key), 1);
    for (enum dtype dtype = DTYPE_U32; dtype_is_plain(dtype); dtype++) {
        const bool f32 = dtype == DTYPE_F32, is_float = f32 || dtype == DTYPE_F64;
        key = key_of(PRIMITIVE_DOT, dtype, OP_NONE, 4 * EXACT);
        assert_int_equal(problem_covers(&key), f32 ? 4 : 1);
        key = key_of(PRIMITIVE_REDUCE, dtype, OP_PRODUCT, 1000);
        assert_int_equal(problem_covers(&key), is_float ? 2 : 1);
        key.op = OP_MIN;
        assert_int_equal(problem_covers(&key), 4);
        key.n = 3;
        assert_int_equal(problem_covers(&key), 3);
        key = key_of(PRIMITIVE_SCAN, dtype, OP_MAX, 4 * EXACT);
        assert_int_equal(problem_covers(&key), 1);
        key = key_of(PRIMITIVE_COMPACT, dtype, OP_NONE, 4 * EXACT);
        assert_int_equal(problem_covers(&key), 1);
        key = key_of(PRIMITIVE_COPY, dtype, OP_NONE, 4 * EXACT);
        assert_int_equal(problem_covers(&key), 1);
    }
}

TEST(grids)
{
    struct problem_key key = key_of(PRIMITIVE_DOT, DTYPE_F64, OP_NONE, 10);
    assert_true(problem_gridded(&key));
    key.dtype = DTYPE_U64;
    assert_false(problem_gridded(&key));
    key = key_of(PRIMITIVE_TILED_SCAN, DTYPE_F32, OP_SUM, 10);
    assert_true(problem_gridded(&key));
    key.op = OP_MIN;
    assert_false(problem_gridded(&key));
    key = key_of(PRIMITIVE_COPY, DTYPE_F32, OP_NONE, 10);
    assert_false(problem_gridded(&key));
}

/* Solve into room for 8 elements; returns how many were selected. */
static size_t solve(const struct problem_key *key, const void *x, const void *y, void *expected)
{
    size_t selected = 77;
    problem_solve(key, (const void *const[PROBLEM_INPUTS]){x, y}, expected, &selected);
    return selected;
}

#define ASSERT_SCAN(key, input, type, ...)                                              \
    do {                                                                                \
        type expected[8];                                                               \
        assert_int_equal(solve(&(key), input, NULL, expected), 0);                      \
        assert_memory_equal(expected, ((type[]){__VA_ARGS__}), (key).n * sizeof(type)); \
    } while (0)

static struct problem_key exclusive_of(enum dtype dtype, enum op op)
{
    struct problem_key key = key_of(PRIMITIVE_SCAN, dtype, op, 4);
    key.mode = MODE_EXCLUSIVE;
    return key;
}

TEST(known_scans)
{
    const uint32_t words[] = {3, UINT32_MAX, 5, 0};
    struct problem_key key = exclusive_of(DTYPE_U32, OP_SUM);
    ASSERT_SCAN(key, words, uint32_t, 0, 3, 2, 7);
    key.op = OP_MIN;
    ASSERT_SCAN(key, words, uint32_t, UINT32_MAX, 3, 3, 3);
    key.mode = MODE_INCLUSIVE;
    ASSERT_SCAN(key, words, uint32_t, 3, 3, 3, 0);
    key.op = OP_MAX;
    ASSERT_SCAN(key, words, uint32_t, 3, UINT32_MAX, UINT32_MAX, UINT32_MAX);
    key.op = OP_SUM;
    ASSERT_SCAN(key, words, uint32_t, 3, 2, 7, 7);
    const int32_t integers[] = {-3, INT32_MAX, INT32_MAX, 2};
    key.dtype = DTYPE_I32;
    ASSERT_SCAN(key, integers, int32_t, -3, INT32_MAX - 3, -5, -3);
    key.op = OP_PRODUCT;
    ASSERT_SCAN(key, integers, int32_t, -3, INT32_MIN + 3, -3, -6);
    key.op = OP_MIN;
    ASSERT_SCAN(key, integers, int32_t, -3, -3, -3, -3);
    const uint64_t wide[] = {UINT64_MAX, 2, 5, 1};
    key = exclusive_of(DTYPE_U64, OP_SUM);
    ASSERT_SCAN(key, wide, uint64_t, 0, UINT64_MAX, 1, 6);
    const double doubles[] = {1, -2, 0.25, 4};
    key = exclusive_of(DTYPE_F64, OP_PRODUCT);
    ASSERT_SCAN(key, doubles, double, 1, 1, -2, -0.5);
    key.op = OP_MAX;
    ASSERT_SCAN(key, doubles, double, -INFINITY, 1, 1, 1);
    const float floats[] = {1, -2, 4, 0};
    key = exclusive_of(DTYPE_F32, OP_SUM);
    ASSERT_SCAN(key, floats, float, 0, 1, -1, 3);
}

TEST(known_tiles)
{
    const uint32_t input[] = {1, 2, 3, 4, 5};
    struct problem_key key = key_of(PRIMITIVE_TILED_SCAN, DTYPE_U32, OP_SUM, 5);
    key.mode = MODE_NONE;
    key.row = 2;
    ASSERT_SCAN(key, input, uint32_t, 1, 3, 3, 7, 5);
    key.op = OP_NONE;
    key.row = 0;
    ASSERT_SCAN(key, input, uint32_t, 1, 3, 6, 10, 15);
}

TEST(known_reductions)
{
    const float input[] = {1, -2, 4}, other[] = {3, 5, -0.5f};
    float answer;
    static const float wanted[OP_COUNT] = {3, 3, -2, 4, -8};
    for (enum op op = OP_SUM; op < OP_COUNT; op++) {
        const struct problem_key key = key_of(PRIMITIVE_REDUCE, DTYPE_F32, op, 3);
        assert_int_equal(solve(&key, input, NULL, &answer), 0);
        assert_true(answer == wanted[op]);
    }
    const struct problem_key dot = key_of(PRIMITIVE_DOT, DTYPE_F32, OP_NONE, 3);
    assert_int_equal(solve(&dot, input, other, &answer), 0);
    assert_true(answer == -9);
}

TEST(known_selections)
{
    const float input[] = {NAN, 1, -0.0f, 0, INFINITY, -NAN, -3, 0x1p-149f};
    float expected[8];
    struct problem_key key = key_of(PRIMITIVE_COMPACT, DTYPE_F32, OP_NONE, 8);
    assert_int_equal(solve(&key, input, NULL, expected), 3);
    assert_memory_equal(expected, ((float[]){1, INFINITY, 0x1p-149f}), 3 * sizeof(float));
    key.primitive = PRIMITIVE_TALLY;
    assert_int_equal(solve(&key, input, NULL, NULL), 3);
    key.dtype = DTYPE_I32;
    key.n = 4;
    assert_int_equal(solve(&key, (const int32_t[]){INT32_MIN, 0, 1, -1}, NULL, NULL), 1);
}

TEST(answers_of_nothing)
{
    for (size_t i = 0; i < MOVED; i++) {
        const enum primitive primitive = moved[i].primitive;
        for (enum dtype dtype = DTYPE_U32; dtype_is_plain(dtype); dtype++) {
            for (enum op op = OP_SUM; op < OP_COUNT; op++) {
                const struct problem_key key = key_of(primitive, dtype, op, 0);
                union element expected = {.u64 = 0x7777777777777777};
                problem_fill(&key, 0, &expected, 0, 0);
                assert_int_equal(solve(&key, &expected, &expected, &expected), 0);
                union element wanted = {.u64 = 0x7777777777777777}, identity = op_identity(op, dtype);
                if (primitive == PRIMITIVE_DOT)
                    identity.u64 = 0;
                if (primitive == PRIMITIVE_REDUCE || primitive == PRIMITIVE_DOT)
                    memcpy(&wanted, &identity, dtype_size(dtype));
                assert_memory_equal(&expected, &wanted, sizeof wanted);
            }
        }
    }
}

TEST(limits_have_no_answer)
{
    for (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; primitive++) {
        if (primitive_limit(primitive) != primitive)
            continue;
        const struct problem_key key = key_of(primitive, DTYPE_U32, OP_NONE, 1);
        uint32_t guard = 7;
        assert_int_equal(solve(&key, &(uint32_t){1}, &(uint32_t){1}, &guard), 0);
        assert_int_equal(guard, 7);
    }
}

TEST(prefixes)
{
    for (enum dtype dtype = DTYPE_U32; dtype_is_plain(dtype); dtype++) {
        for (enum op op = OP_SUM; op < OP_COUNT; op++) {
            struct problem_key key = key_of(PRIMITIVE_SCAN, dtype, op, 1);
            key.mode = MODE_EXCLUSIVE;
            const union element identity = op_identity(op, dtype);
            union element initial = problem_initial(&key), expected;
            assert_memory_equal(&initial, &identity, dtype_size(dtype));
            key.prefixed = true;
            initial = problem_initial(&key);
            assert_memory_not_equal(&initial, &identity, dtype_size(dtype));
            solve(&key, &(uint64_t){0}, NULL, &expected);
            assert_memory_equal(&expected, &initial, dtype_size(dtype));
            key.primitive = PRIMITIVE_REDUCE;
            initial = problem_initial(&key);
            assert_memory_equal(&initial, &identity, dtype_size(dtype));
        }
    }
}
