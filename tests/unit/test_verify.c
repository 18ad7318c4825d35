/* SPDX-License-Identifier: MIT */
/* The judge is judged: it passes right outputs and catches every seeded fault. */
#include "problem/verify.h"

#include "problem/reference.h"

#include "test.h"

#define EACH_PRIMITIVE(primitive) (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; primitive++)
#define EACH_DTYPE(dtype) (enum dtype dtype = DTYPE_U32; dtype < DTYPE_COUNT; dtype++)

/* A problem with its answer, and an output to spoil. */
struct trial {
    struct problem problem;
    void *input[PROBLEM_INPUTS], *expected;
    unsigned char *output;
    uint64_t count;
};

static struct problem_key key_of(enum primitive primitive, enum dtype dtype, enum op op, size_t n)
{
    return (struct problem_key){
        .primitive = primitive,
        .dtype = dtype,
        .op = op,
        .mode = MODE_INCLUSIVE,
        .data = DATA_EXACT,
        .n = n,
        .tile = primitive == PRIMITIVE_TILED_SCAN ? 100 : 0,
        .selectivity = 0.5,
        .seed = 5,
    };
}

static void *room(size_t bytes)
{
    void *const memory = calloc(bytes + 8, 1);
    assert_non_null(memory);
    return memory;
}

static void solve(struct trial *trial)
{
    problem_solve(&trial->problem.key, trial->problem.input, trial->expected, &trial->problem.selected);
}

static struct trial trial_of(struct problem_key key)
{
    struct trial trial = {.problem.key = key};
    for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++) {
        trial.problem.input[stream] = trial.input[stream] = room(problem_input_bytes(&key));
        if (stream < primitive_inputs(key.primitive))
            problem_fill(&key, stream, trial.input[stream], 0, key.n);
    }
    trial.problem.expected = trial.expected = room(problem_expected_bytes(&key));
    trial.output = room(problem_output_bytes(&key));
    solve(&trial);
    return trial;
}

static void trial_close(struct trial *trial)
{
    free(trial->input[0]);
    free(trial->input[1]);
    free(trial->expected);
    free(trial->output);
}

static size_t size_of(const struct trial *trial)
{
    return dtype_size(trial->problem.key.dtype);
}

static uint64_t fold_of(const struct trial *trial)
{
    uint64_t fold = 0;
    for (unsigned stream = 0; stream < primitive_inputs(trial->problem.key.primitive); stream++)
        fold ^= reference_fold(trial->problem.key.dtype, trial->input[stream], trial->problem.key.n);
    return fold;
}

static void copy_part(struct trial *trial)
{
    const struct problem_key *const key = &trial->problem.key;
    const size_t size = size_of(trial);
    for (size_t first = 0; first < key->n; first += PART_BLOCK) {
        const size_t last = first + PART_BLOCK < key->n ? first + PART_BLOCK : key->n;
        const size_t at = primitive_part(first, key->selectivity);
        memcpy(trial->output + at * size, (unsigned char *)trial->input[0] + first * size,
               (primitive_part(last, key->selectivity) - at) * size);
    }
    trial->count = fold_of(trial);
}

/* Give the right output; of the elements that count. */
static void answer(struct trial *trial)
{
    const struct problem_key *const key = &trial->problem.key;
    const uint64_t fold = fold_of(trial);
    trial->count = trial->problem.selected;
    if (key->primitive == PRIMITIVE_COPY)
        memcpy(trial->output, trial->input[0], problem_output_bytes(key));
    else if (key->primitive == PRIMITIVE_READ || key->primitive == PRIMITIVE_READ_TWO)
        memcpy(trial->output, &fold, size_of(trial));
    else if (key->primitive == PRIMITIVE_COPY_PART)
        copy_part(trial);
    else
        memcpy(trial->output, trial->expected, problem_expected_bytes(key));
}

/* How many elements of the output are judged. */
static size_t judged(const struct trial *trial)
{
    const struct problem_key *const key = &trial->problem.key;
    if (key->primitive == PRIMITIVE_COMPACT)
        return trial->problem.selected;
    if (key->primitive == PRIMITIVE_COPY_PART)
        return primitive_part(key->n, key->selectivity);
    return problem_output_bytes(key) / dtype_size(key->dtype);
}

static bool passes(const struct trial *trial)
{
    struct finding finding;
    return verify_output(&trial->problem, trial->output, trial->count, trial->problem.key.n, &finding);
}

static void assert_caught(const struct trial *trial, size_t roundings, size_t index, size_t wrong)
{
    struct finding finding = {0};
    assert_false(verify_output(&trial->problem, trial->output, trial->count, roundings, &finding));
    assert_int_equal(finding.index, index);
    assert_int_equal(finding.wrong, wrong);
    char start[64];
    snprintf(start, sizeof start, "element %zu of %zu: expected ", index, judged(trial));
    assert_memory_equal(finding.text, start, strlen(start));
}

static bool has_op(enum primitive primitive)
{
    return primitive == PRIMITIVE_SCAN || primitive == PRIMITIVE_TILED_SCAN || primitive == PRIMITIVE_REDUCE;
}

/* Every primitive, dtype, operator and cover at a size. */
static void each_problem(size_t n, void (*test)(struct trial *trial))
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

static void one_changed_element(void **state)
{
    (void)state;
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
    const bool tiled = key->primitive == PRIMITIVE_TILED_SCAN && index % key->tile > 0;
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
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
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

static void one_lost_element(void **state)
{
    (void)state;
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
        key->primitive == PRIMITIVE_COMPACT)
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

static void one_repeated_element(void **state)
{
    (void)state;
    each_problem(5003, assert_repeated_caught);
}

static void structure_at_every_place(void **state)
{
    (void)state;
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
                        assert_false(passes(&trial));
                        trial_close(&trial);
                    }
                }
            }
        }
}

static void counts(void **state)
{
    (void)state;
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

static void order_of_compactions(void **state)
{
    (void)state;
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

static void behind_the_count(void **state)
{
    (void)state;
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

static void selections_of_all_kinds(void **state)
{
    (void)state;
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
static void nan_is_told(void **state)
{
    (void)state;
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
static void any_nan_is_as_right_as_another(void **state)
{
    (void)state;
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

static void finding_counts_and_says(void **state)
{
    (void)state;
    const uint32_t input[] = {1, 2, 3, 4}, expected[] = {1, 3, 6, 10}, output[] = {1, 3, 5, 42};
    const struct problem problem = {.key = {.dtype = DTYPE_U32, .op = OP_SUM, .mode = MODE_INCLUSIVE, .n = 4},
                                    .input = {input},
                                    .expected = expected};
    struct finding finding;
    assert_false(verify_output(&problem, output, 0, 0, &finding));
    assert_int_equal(finding.wrong, 2);
    assert_string_equal(finding.text, "element 2 of 4: expected 6, got 5");
}

static void finding_prints_every_dtype(void **state)
{
    (void)state;
    static const char *const texts[DTYPE_COUNT] = {NULL,
                                                   "expected 3, got 4294967295",
                                                   "expected 3, got -1",
                                                   "expected 3, got 18446744073709551615",
                                                   "expected 3, got 0.100000001",
                                                   "expected 3, got 0.10000000000000001",
                                                   "expected 3, got -9223372036854775808"};
    static const union element wanted[DTYPE_COUNT] = {{0},        {.u32 = 3}, {.i32 = 3}, {.u64 = 3},
                                                      {.f32 = 3}, {.f64 = 3}, {.i64 = 3}};
    static const union element got[DTYPE_COUNT] = {
        {0},           {.u32 = UINT32_MAX}, {.i32 = -1},       {.u64 = UINT64_MAX},
        {.f32 = 0.1f}, {.f64 = 0.1},        {.i64 = INT64_MIN}};
    for
        EACH_DTYPE(dtype)
        {
            const struct problem problem = {.key = key_of(PRIMITIVE_REDUCE, dtype, OP_SUM, 9),
                                            .expected = &wanted[dtype]};
            struct finding finding;
            assert_false(verify_output(&problem, &got[dtype], 0, 0, &finding));
            assert_memory_equal(finding.text, "element 0 of 1: ", 16);
            assert_string_equal(finding.text + 16, texts[dtype]);
        }
}

static void negative_zero_is_not_zero(void **state)
{
    (void)state;
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

static void prefix_is_expected(void **state)
{
    (void)state;
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

static void store(const struct trial *trial, size_t index, double value)
{
    if (trial->problem.key.dtype == DTYPE_F64)
        ((double *)(void *)trial->output)[index] = value;
    else
        ((float *)(void *)trial->output)[index] = (float)value;
}

static double load(enum dtype dtype, const void *array, size_t index)
{
    return dtype == DTYPE_F64 ? ((const double *)array)[index] : (double)((const float *)array)[index];
}

static double term(const struct trial *trial, size_t index)
{
    const enum dtype dtype = trial->problem.key.dtype;
    const double x = load(dtype, trial->input[0], index);
    return trial->problem.key.primitive == PRIMITIVE_DOT ? x * load(dtype, trial->input[1], index) : x;
}

/* What a serial float loop gives: a rounding an element. */
static void answer_rounded(const struct trial *trial)
{
    const struct problem_key *const key = &trial->problem.key;
    const bool scans = key->primitive == PRIMITIVE_SCAN || key->primitive == PRIMITIVE_TILED_SCAN;
    const union element initial = problem_initial(key);
    double sum = load(key->dtype, &initial, 0);
    if (!scans)
        store(trial, 0, 0);
    for (size_t i = 0; i < key->n; i++) {
        if (key->tile > 0 && i % key->tile == 0)
            sum = 0;
        if (scans && key->mode == MODE_EXCLUSIVE)
            store(trial, i, sum);
        sum += term(trial, i);
        if (key->dtype == DTYPE_F32)
            sum = (double)(float)sum;
        if (!scans || key->mode == MODE_INCLUSIVE)
            store(trial, scans ? i : 0, sum);
    }
}

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

static void gridded_bound(void **state)
{
    (void)state;
    for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++) {
        struct problem_key key = key_of(PRIMITIVE_SCAN, dtype, OP_SUM, 20000);
        assert_rounding_bound(key);
        key.mode = MODE_EXCLUSIVE;
        key.prefixed = true;
        assert_rounding_bound(key);
        assert_rounding_bound(key_of(PRIMITIVE_TILED_SCAN, dtype, OP_SUM, 20050));
        assert_rounding_bound(key_of(PRIMITIVE_REDUCE, dtype, OP_SUM, 20000));
        assert_rounding_bound(key_of(PRIMITIVE_DOT, dtype, OP_NONE, 20000));
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

static void gridded_bound_is_tight(void **state)
{
    (void)state;
    assert_bound_is_tight(DTYPE_F32);
    assert_bound_is_tight(DTYPE_F64);
}

/* f64 sums beyond what a double holds exactly. */
static void wide_sums_are_exact(void **state)
{
    (void)state;
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

static void off_grid_and_not_finite(void **state)
{
    (void)state;
    assert_off_grid_caught(DTYPE_F32);
    assert_off_grid_caught(DTYPE_F64);
}

static void gridded_nothing(void **state)
{
    (void)state;
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

static void unwritten_element(void **state)
{
    (void)state;
    each_problem(300, assert_unwritten_caught);
    for (enum dtype dtype = DTYPE_F32; dtype <= DTYPE_F64; dtype++) {
        struct problem_key key = key_of(PRIMITIVE_SCAN, dtype, OP_SUM, 300);
        key.data = DATA_GRIDDED;
        struct trial trial = trial_of(key);
        assert_unwritten_caught(&trial);
        trial_close(&trial);
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
    assert_true((verify_poison_count(false) ^ verify_poison_count(true)) == UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_changed_element),
        cmocka_unit_test(one_lost_element),
        cmocka_unit_test(one_repeated_element),
        cmocka_unit_test(structure_at_every_place),
        cmocka_unit_test(counts),
        cmocka_unit_test(order_of_compactions),
        cmocka_unit_test(behind_the_count),
        cmocka_unit_test(selections_of_all_kinds),
        cmocka_unit_test(nan_is_told),
        cmocka_unit_test(any_nan_is_as_right_as_another),
        cmocka_unit_test(finding_counts_and_says),
        cmocka_unit_test(finding_prints_every_dtype),
        cmocka_unit_test(negative_zero_is_not_zero),
        cmocka_unit_test(prefix_is_expected),
        cmocka_unit_test(gridded_bound),
        cmocka_unit_test(gridded_bound_is_tight),
        cmocka_unit_test(wide_sums_are_exact),
        cmocka_unit_test(off_grid_and_not_finite),
        cmocka_unit_test(gridded_nothing),
        cmocka_unit_test(unwritten_element),
        cmocka_unit_test(poison_fills_its_bytes_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
