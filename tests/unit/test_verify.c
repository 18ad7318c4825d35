/* SPDX-License-Identifier: MIT */
/* The judge is judged: it passes right outputs and catches every seeded fault. */
#include "trial.h"

static void assert_changes_caught(struct trial *trial)
{
    answer(trial);
    assert_true(passes(trial));
    const size_t count = judged(trial), places[] = {0, count / 2, count - 1};
    for (size_t p = 0; p < 3 && count > 0; p++) {
        trial->output[places[p] * size_of(trial)] ^= 1;
        assert_caught(trial, 0, places[p], 1);
        trial->output[places[p] * size_of(trial)] ^= 1;
    }
}

TEST(one_changed_element)
{
    static const size_t counts[] = {0, 1, 7, 8192, 16385, 100003};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
        each_problem(counts[c], assert_changes_caught);
}

/* The answer when an implementation does not see an element, or sees another value. */
static void answer_with(struct trial *trial, size_t index, const void *value)
{
    const size_t size = size_of(trial);
    unsigned char *const place = (unsigned char *)trial->input[0] + index * size;
    const bool limit = primitive_limit(trial->problem.key.primitive) == trial->problem.key.primitive;
    union element kept;
    struct trial other = *trial;
    other.expected = room(problem_expected_bytes(&trial->problem.key));
    memcpy(&kept, place, size);
    memcpy(place, value, size);
    if (!limit)
        solve(&other);
    answer(&other);
    memcpy(place, &kept, size);
    trial->count = other.count;
    free(other.expected);
}

/* Where the least or largest of a reduction is not, an element does not show; nor does, elsewhere, one that
 * changes nothing. */
static bool shows(const struct trial *trial, size_t index)
{
    const struct problem_key *const key = &trial->problem.key;
    const bool tiled = key->primitive == PRIMITIVE_TILED_SCAN && index % key->row > 0;
    const unsigned char *const outputs = trial->expected, *const inputs = trial->input[0];
    const size_t size = size_of(trial);
    if (key->primitive == PRIMITIVE_TALLY || key->primitive == PRIMITIVE_COMPACT) {
        size_t valid = reference_count(key->dtype, inputs + index * size, 1);
        return valid > 0;
    }
    if (key->op != OP_MIN && key->op != OP_MAX)
        return true;
    if (key->primitive == PRIMITIVE_REDUCE)
        return memcmp(outputs, inputs + index * size, size) == 0;
    return index == 0 || (key->primitive == PRIMITIVE_TILED_SCAN && !tiled) ||
           memcmp(outputs + index * size, outputs + (index - 1) * size, size) != 0;
}

static size_t lost, lost_tried;

static void assert_lost_caught(struct trial *trial)
{
    const struct problem_key *const key = &trial->problem.key;
    const union element identity = op_identity(key->op, key->dtype);
    const size_t places[] = {0, 1, key->n / 3, key->n / 2, key->n - 2, key->n - 1};
    for (size_t p = 0; p < sizeof places / sizeof *places && of_input(key->primitive); p++) {
        /* The value that it adds nothing with may be its own. */
        if (memcmp((unsigned char *)trial->input[0] + places[p] * size_of(trial), &identity,
                   size_of(trial)) == 0)
            continue;
        lost_tried++;
        if (!shows(trial, places[p]))
            continue;
        answer_with(trial, places[p], &identity);
        assert_false(passes(trial));
        lost++;
    }
}

TEST(one_lost_element)
{
    each_problem(5003, assert_lost_caught);
    assert_true(lost > lost_tried * 2 / 3);
}

/* Seen twice: as if the element held itself twice. Minima, maxima and selections do not see how often. */
static void assert_repeated_caught(struct trial *trial)
{
    const struct problem_key *const key = &trial->problem.key;
    const size_t places[] = {0, key->n / 2, key->n - 1}, size = size_of(trial);
    const bool limit = primitive_limit(key->primitive) == key->primitive;
    if (limit || key->op == OP_MIN || key->op == OP_MAX || key->primitive == PRIMITIVE_TALLY ||
        key->primitive == PRIMITIVE_COMPACT || !of_input(key->primitive))
        return;
    for (size_t p = 0; p < 3; p++) {
        unsigned char twice[16];
        memcpy(twice, (unsigned char *)trial->input[0] + places[p] * size, size);
        memcpy(twice + size, twice, size);
        const union element both = reference_reduce(key->op, key->dtype, twice, 2);
        if (key->op == OP_PRODUCT && key->cover == 1 && memcmp(&both, twice, size) == 0)
            continue;
        answer_with(trial, places[p], &both);
        assert_false(passes(trial));
    }
}

TEST(one_repeated_element)
{
    each_problem(5003, assert_repeated_caught);
}

TEST(structure_at_every_place)
{
    static const size_t places[] = {0, 31, 32, 4096, 4999};
    for
        EACH_PRIMITIVE(primitive)
        {
        for
            EACH_DTYPE(dtype)
            {
                for (enum op op = has_op(primitive) ? OP_SUM : OP_NONE;
                     op < (has_op(primitive) ? OP_COUNT : 1); op++) {
                    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
                        struct problem_key key = key_of(primitive, dtype, op, 5000);
                        key.data = DATA_STRUCTURE;
                        key.cover = places[p];
                        struct trial trial = trial_of(key);
                        answer(&trial);
                        assert_true(passes(&trial));
                        /* Losing it: what an ordinary element gives there. */
                        unsigned char *const x = trial.input[0];
                        const size_t ordinary = (places[p] == 0 ? 1 : 0) * size_of(&trial);
                        answer_with(&trial, places[p], x + ordinary);
                        assert_int_equal(passes(&trial), !of_input(primitive));
                        trial_close(&trial);
                    }
                }
            }
        }
}

TEST(counts)
{
    for
        EACH_DTYPE(dtype)
        {
            for (enum primitive primitive = PRIMITIVE_TALLY; primitive <= PRIMITIVE_COMPACT; primitive++) {
                struct trial trial = trial_of(key_of(primitive, dtype, OP_NONE, 1000));
                struct finding finding;
                answer(&trial);
                assert_in_range(trial.count, 400, 600);
                const uint64_t right = trial.count;
                const uint64_t bad[] = {right - 1,
                                        right + 1,
                                        0,
                                        right | UINT64_C(1) << 32,
                                        verify_poison_count(false),
                                        verify_poison_count(true)};
                for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
                    assert_false(verify_output(&trial.problem, trial.output, bad[b], 0, &finding));
                    char text[128];
                    snprintf(text, sizeof text, "count: expected %zu, got %zu", (size_t)right,
                             (size_t)bad[b]);
                    assert_string_equal(finding.text, text);
                    assert_int_equal(finding.wrong, 1);
                }
                trial_close(&trial);
            }
        }
}

static void swap(const struct trial *trial, size_t a, size_t b)
{
    const size_t size = size_of(trial);
    union element kept;
    memcpy(&kept, trial->output + a * size, size);
    memcpy(trial->output + a * size, trial->output + b * size, size);
    memcpy(trial->output + b * size, &kept, size);
}

TEST(order_of_compactions)
{
    for
        EACH_DTYPE(dtype)
        {
            struct trial trial = trial_of(key_of(PRIMITIVE_COMPACT, dtype, OP_NONE, 1000));
            answer(&trial);
            swap(&trial, 3, 400);
            assert_caught(&trial, 0, 3, 2);
            trial.problem.unordered = true;
            assert_true(passes(&trial));
            for (size_t i = 0; i < trial.count / 2; i++)
                swap(&trial, i, trial.count - 1 - i);
            assert_true(passes(&trial));
            /* One twice, another not at all. */
            memcpy(trial.output, trial.output + 7 * size_of(&trial), size_of(&trial));
            assert_false(passes(&trial));
            answer(&trial);
            trial.output[5 * size_of(&trial)] ^= 1;
            assert_false(passes(&trial));
            trial.output[5 * size_of(&trial)] ^= 1;
            trial.count--;
            assert_false(passes(&trial));
            trial_close(&trial);
        }
}

TEST(behind_the_count)
{
    for (enum primitive primitive = PRIMITIVE_COMPACT; primitive <= PRIMITIVE_COPY_PART;
         primitive += PRIMITIVE_COPY_PART - PRIMITIVE_COMPACT) {
        struct trial trial = trial_of(key_of(primitive, DTYPE_U32, OP_NONE, 3000));
        answer(&trial);
        const size_t count = judged(&trial);
        verify_poison(trial.output + count * 4, (3000 - count) * 4, false);
        assert_true(passes(&trial));
        trial_close(&trial);
    }
}

TEST(selections_of_all_kinds)
{
    static const double shares[] = {0, 1, 0.001};
    for
        EACH_DTYPE(dtype)
        {
            for (size_t s = 0; s < 4; s++) {
                struct problem_key key = key_of(PRIMITIVE_COMPACT, dtype, OP_NONE, 2001);
                key.data = s == 3 ? DATA_ALTERNATING : DATA_EXACT;
                key.selectivity = s == 3 ? 0.5 : shares[s];
                struct trial trial = trial_of(key);
                assert_changes_caught(&trial);
                assert_true(s != 0 || trial.count == 0);
                assert_true(s != 1 || trial.count == 2001);
                assert_true(s != 3 || trial.count == 1001);
                trial_close(&trial);
            }
        }
}

/* A NaN that slipped through is not what is expected, and is told by its bits. */
TEST(nan_is_told)
{
    struct trial trial = trial_of(key_of(PRIMITIVE_COPY, DTYPE_F32, OP_NONE, 10));
    struct finding finding;
    ((uint32_t *)trial.input[0])[4] = 0x7fc00001;
    answer(&trial);
    assert_true(passes(&trial));
    ((uint32_t *)(void *)trial.output)[4] = 0x7fc00002;
    assert_false(verify_output(&trial.problem, trial.output, 0, 0, &finding));
    assert_string_equal(finding.text, "element 4 of 10: expected the bits 0x7fc00001, got 0x7fc00002");
    trial_close(&trial);
}

static bool finds_wrong(enum dtype dtype, enum data data, const void *expected, const void *output, size_t n)
{
    const struct problem problem = {
        .key = {.dtype = dtype, .op = OP_SUM, .mode = MODE_INCLUSIVE, .n = n, .data = data},
        .expected = expected};
    struct finding finding;
    return !verify_output(&problem, output, 0, 0, &finding);
}

/* Where the data have NaNs, every NaN is right where one is expected, and there alone. */
TEST(any_nan_is_as_right_as_another)
{
    const float wanted[] = {1, NAN, INFINITY}, other[] = {1, -NAN, INFINITY};
    const float gone[] = {1, 2, INFINITY}, spread[] = {1, NAN, NAN};
    assert_false(finds_wrong(DTYPE_F32, DATA_NAN, wanted, other, 3));
    assert_true(finds_wrong(DTYPE_F32, DATA_EXACT, wanted, other, 3));
    assert_true(finds_wrong(DTYPE_F32, DATA_NAN, wanted, gone, 3));
    assert_true(finds_wrong(DTYPE_F32, DATA_NAN, wanted, spread, 3));

    const double wanted64[] = {1, (double)NAN}, other64[] = {1, -(double)NAN}, gone64[] = {1, 2};
    assert_false(finds_wrong(DTYPE_F64, DATA_NAN, wanted64, other64, 2));
    assert_true(finds_wrong(DTYPE_F64, DATA_NAN, wanted64, gone64, 2));
    assert_true(finds_wrong(DTYPE_F64, DATA_NAN, gone64, wanted64, 2));

    const uint32_t bits[] = {0x7fc00001}, others[] = {0x7fc00002}; /* no NaNs among integers */
    assert_true(finds_wrong(DTYPE_U32, DATA_NAN, bits, others, 1));
}

TEST(finding_counts_and_says)
{
    const uint32_t input[] = {1, 2, 3, 4}, expected[] = {1, 3, 6, 10}, output[] = {1, 3, 5, 42};
    const struct problem problem = {.key = {.dtype = DTYPE_U32, .op = OP_SUM, .mode = MODE_INCLUSIVE, .n = 4},
                                    .input = {input},
                                    .expected = expected};
    struct finding finding;
    assert_false(verify_output(&problem, output, 0, 0, &finding));
    assert_int_equal(finding.wrong, 2);
    assert_string_equal(finding.text, "element 2 of 4: expected 6, got 5");
}

TEST(finding_prints_every_dtype)
{
    static const struct {
        enum dtype dtype;
        union element wanted, got;
        const char *text;
    } rows[] = {
        {DTYPE_U32, {.u32 = 3}, {.u32 = UINT32_MAX}, "expected 3, got 4294967295"},
        {DTYPE_I32, {.i32 = 3}, {.i32 = -1}, "expected 3, got -1"},
        {DTYPE_U64, {.u64 = 3}, {.u64 = UINT64_MAX}, "expected 3, got 18446744073709551615"},
        {DTYPE_F32, {.f32 = 3}, {.f32 = 0.1f}, "expected 3, got 0.100000001"},
        {DTYPE_F64, {.f64 = 3}, {.f64 = 0.1}, "expected 3, got 0.10000000000000001"},
        {DTYPE_I64, {.i64 = 3}, {.i64 = INT64_MIN}, "expected 3, got -9223372036854775808"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct problem problem = {.key = key_of(PRIMITIVE_REDUCE, rows[i].dtype, OP_SUM, 9),
                                        .expected = &rows[i].wanted};
        struct finding finding;
        assert_false(verify_output(&problem, &rows[i].got, 0, 0, &finding));
        assert_memory_equal(finding.text, "element 0 of 1: ", 16);
        assert_string_equal(finding.text + 16, rows[i].text);
    }
}

TEST(negative_zero_is_not_zero)
{
    struct problem_key key = key_of(PRIMITIVE_SCAN, DTYPE_F32, OP_SUM, 10);
    key.data = DATA_STRUCTURE;
    key.cover = 10;
    struct trial trial = trial_of(key);
    answer(&trial);
    ((float *)(void *)trial.output)[9] = -0.0f;
    assert_caught(&trial, 0, 9, 1);
    trial_close(&trial);
}

static void assert_prefix_counts(struct trial *trial)
{
    const union element initial = problem_initial(&trial->problem.key);
    answer(trial);
    assert_true(passes(trial));
    assert_memory_equal(trial->output, &initial, size_of(trial));
    trial->problem.key.prefixed = false;
    solve(trial);
    assert_false(passes(trial));
}

TEST(prefix_is_expected)
{
    for
        EACH_DTYPE(dtype)
        {
            for (enum op op = OP_SUM; op < OP_COUNT; op++) {
                struct problem_key key = key_of(PRIMITIVE_SCAN, dtype, op, 100);
                key.mode = MODE_EXCLUSIVE;
                key.prefixed = true;
                struct trial trial = trial_of(key);
                assert_prefix_counts(&trial);
                trial_close(&trial);
            }
        }
}

static void assert_poison_caught(struct trial *trial, size_t skipped)
{
    const size_t size = size_of(trial), bytes = problem_output_bytes(&trial->problem.key);
    uint64_t poison[2] = {0};
    size_t caught = 0;
    for (size_t run = 0; run < 2; run++) {
        verify_poison(trial->output, bytes, run == 1);
        memcpy(&poison[run], trial->output + skipped * size, size);
        if (trial->problem.key.data == DATA_GRIDDED)
            answer_rounded(trial);
        else
            answer(trial);
        memcpy(trial->output + skipped * size, &poison[run], size);
        caught += !passes(trial);
    }
    assert_true(caught >= 1);
}

/* An element that no one writes keeps the poison, and one of the two runs shows it. */
static void assert_unwritten_caught(struct trial *trial)
{
    for (size_t skipped = 0; skipped < judged(trial); skipped += 13)
        assert_poison_caught(trial, skipped);
}

TEST(unwritten_element)
{
    each_problem(300, assert_unwritten_caught);
    for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++) {
        struct problem_key key = key_of(PRIMITIVE_SCAN, dtype, OP_SUM, 300);
        key.data = DATA_GRIDDED;
        struct trial trial = trial_of(key);
        assert_unwritten_caught(&trial);
        trial_close(&trial);
    }
}

TEST(poison_fills_its_bytes_only)
{
    unsigned char bytes[9] = {0};
    verify_poison(bytes + 1, 7, false);
    assert_int_equal(bytes[0], 0);
    assert_int_equal(bytes[8], 0);
    for (size_t i = 1; i < 8; i++)
        assert_true(bytes[i] != 0 && bytes[i] == bytes[1]);
    assert_true((verify_poison_count(false) ^ verify_poison_count(true)) == UINT64_MAX);
}
