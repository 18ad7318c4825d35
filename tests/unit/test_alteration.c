/* SPDX-License-Identifier: MIT */
/* Altered inputs: the answer that is said to follow is what the reference finds, for every primitive, type,
 * operator and mode; and the judge of timed outputs sees what differs from it. */
#include "base/random.h"
#include "measure/measure.h"

#include "fill_bed.h"

enum { N = 5000, DRAWS = 24 };

/* A problem, its inputs and answer, filled and solved. */
struct solved {
    struct problem problem;
    void *input[PROBLEM_INPUTS], *expected;
    struct ranks ranks;
};

static void solve(struct solved *solved, const struct problem_key *key)
{
    *solved = (struct solved){.problem.key = *key};
    for (unsigned i = 0; i < primitive_inputs(key->primitive); i++)
        solved->problem.input[i] = solved->input[i] = filled(key, i);
    solved->problem.expected = solved->expected = calloc(1, problem_expected_bytes(key) + 8);
    problem_solve(key, solved->problem.input, solved->expected, &solved->problem.selected);
    ranks_make(&solved->ranks, &solved->problem);
}

static void discard(struct solved *solved)
{
    for (unsigned i = 0; i < PROBLEM_INPUTS; i++)
        free(solved->input[i]);
    free(solved->expected);
    ranks_close(&solved->ranks);
}

/* One alteration: what follows against what the reference finds. Whether the answer is another one. */
static bool follows(struct solved *solved, uint64_t random)
{
    const struct problem_key *const key = &solved->problem.key;
    const struct alteration drawn = alteration_draw(&solved->problem, &solved->ranks, random);
    const size_t size = dtype_size(problem_output_dtype(key)), room = problem_output_count(key);
    unsigned char *const reference = calloc(1, problem_expected_bytes(key) + 8);
    unsigned char *const said = calloc(1, room * size + 8);
    size_t selected;
    alteration_apply(&drawn, key->dtype, solved->input[0]);
    problem_solve(key, solved->problem.input, reference, &selected);
    alteration_undo(&drawn, key->dtype, solved->input[0]);
    const size_t count = primitive_info(key->primitive)->output == OUTPUT_SELECTED ? selected : room;
    if (primitive_counts(key->primitive))
        assert_int_equal(alteration_count(&solved->problem, &drawn), selected);
    if (count > 0) {
        const size_t half = count / 2; /* in two parts, as windows are */
        assert_true(alteration_answer(&solved->problem, &drawn, 0, half, said));
        assert_true(alteration_answer(&solved->problem, &drawn, half, count - half, said + half * size));
        assert_memory_equal(said, reference, count * size);
    }
    const bool differs =
        selected != solved->problem.selected || memcmp(reference, solved->expected, count * size) != 0;
    free(reference);
    free(said);
    return drawn.made && differs;
}

/* How many of some alterations change the answer. */
static unsigned changes(const struct problem_key *key)
{
    struct solved solved;
    unsigned changed = 0;
    solve(&solved, key);
    for (unsigned i = 0; i < DRAWS; i++)
        changed += follows(&solved, random_at(7, i));
    discard(&solved);
    return changed;
}

TEST(scans_and_reductions_follow)
{
    for
        EACH_DTYPE(dtype)
    for (enum op op = OP_NONE + 1; op < OP_COUNT; op++) {
        struct problem_key key = key_of(PRIMITIVE_SCAN, dtype, op, N);
        assert_int_equal(changes(&key), DRAWS);
        key.mode = MODE_EXCLUSIVE;
        assert_true(changes(&key) >= DRAWS - 1); /* of the last element nothing follows */
        key.primitive = PRIMITIVE_TILED_SCAN;
        key.row = 700;
        assert_true(changes(&key) >= DRAWS - 1);
        key = key_of(PRIMITIVE_SCAN, dtype, op, N);
        key.reversed = true;
        assert_int_equal(changes(&key), DRAWS);
        key.mode = MODE_EXCLUSIVE;
        assert_true(changes(&key) >= DRAWS - 1);
        key = key_of(PRIMITIVE_REDUCE, dtype, op, N);
        assert_int_equal(changes(&key), DRAWS);
    }
}

/* What follows are other sums, rounded then: nearly all of them are another number. */
TEST(rounded_sums_follow)
{
    for (enum dtype dtype = DTYPE_F16; dtype <= DTYPE_BF16; dtype++)
        for (enum mode mode = MODE_EXCLUSIVE; mode <= MODE_INCLUSIVE; mode++)
            for (int reversed = 0; reversed <= 1; reversed++) {
                struct problem_key key = key_of(PRIMITIVE_SCAN, dtype, OP_SUM, N);
                key.mode = mode;
                key.reversed = reversed;
                assert_true(changes(&key) > DRAWS / 2);
                key.row = 700;
                key.reversed = false;
                key.primitive = reversed ? PRIMITIVE_REDUCE : PRIMITIVE_SCAN;
                assert_true(changes(&key) > DRAWS / 2);
            }
}

TEST(dots_and_selections_follow)
{
    for
        EACH_DTYPE(dtype)
        {
            struct problem_key key = key_of(PRIMITIVE_DOT, dtype, OP_NONE, N);
            assert_int_equal(changes(&key), DRAWS);
            key = key_of(PRIMITIVE_TALLY, dtype, OP_NONE, N);
            assert_int_equal(changes(&key), DRAWS);
            key = key_of(PRIMITIVE_COMPACT, dtype, OP_NONE, N);
            assert_int_equal(changes(&key), DRAWS);
            key.selectivity = 0;
            assert_int_equal(changes(&key), 0);
        }
}

TEST(recurrences_and_segments_follow)
{
    for
        EACH_DTYPE(dtype)
        {
            struct problem_key key = key_of(PRIMITIVE_RECURRENCE, dtype, OP_NONE, N);
            assert_int_equal(changes(&key), DRAWS);
            key.reversed = key.prefixed = true;
            assert_int_equal(changes(&key), DRAWS);
            key = key_of(PRIMITIVE_SEGMENTED_SCAN, dtype, OP_NONE, N);
            assert_int_equal(changes(&key), DRAWS);
            key.selectivity = 1;
            assert_int_equal(changes(&key), DRAWS);
        }
}

/* Floats of which only some are not zero, so that their sum is exact. */
TEST(sparse_floats_follow)
{
    const struct problem_key key = key_of(PRIMITIVE_REDUCE, DTYPE_F32, OP_SUM, (size_t)1 << 25);
    struct solved solved;
    solve(&solved, &key);
    assert_true(follows(&solved, 3));
    discard(&solved);
}

/* Limits beside a point, altered as the point is. */
TEST(limits_follow)
{
    for
        EACH_DTYPE(dtype)
        {
            struct problem_key key = key_of(PRIMITIVE_SCAN, dtype, OP_SUM, N);
            struct solved solved;
            solve(&solved, &key);
            const struct alteration drawn = alteration_draw(&solved.problem, &solved.ranks, 5);
            struct problem limit = solved.problem;
            limit.key.primitive = PRIMITIVE_READ;
            limit.fold = 0;
            uint64_t before = 0, after = 0, said = 0;
            for (size_t i = 0; i < N; i++)
                before ^= bits_at(dtype, solved.input[0], i);
            alteration_apply(&drawn, dtype, solved.input[0]);
            for (size_t i = 0; i < N; i++)
                after ^= bits_at(dtype, solved.input[0], i);
            limit.fold = before;
            assert_true(alteration_answer(&limit, &drawn, 0, 1, &said));
            assert_true(said == after && before != after);
            limit.key.primitive = PRIMITIVE_COPY_PART;
            assert_true(alteration_count(&limit, &drawn) == after);
            assert_false(alteration_answer(&limit, &drawn, 0, 1, &said));
            discard(&solved);
        }
}

TEST(empty_problems_stay)
{
    struct problem_key key = key_of(PRIMITIVE_SCAN, DTYPE_U32, OP_SUM, 0);
    struct solved solved;
    solve(&solved, &key);
    assert_false(alteration_draw(&solved.problem, &solved.ranks, 5).made);
    discard(&solved);
}

/* A window is within the output wherever it is to begin, also at its end, and its line within it. */
TEST(windows_are_within)
{
    static const size_t sizes[] = {0, 4, 64, 4096, 4100, 1 << 20};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (uint64_t draw = 0; draw < 300; draw++) {
            const size_t bytes = sizes[s], first = draw == 0 ? bytes : random_at(3, draw) % (bytes + 1);
            const struct window window = window_at(bytes, first, random_at(5, draw));
            assert_true(window.bytes == (bytes < WINDOW_BYTES ? bytes : WINDOW_BYTES));
            assert_true(window.first <= first && window.first + window.bytes <= bytes);
            assert_true(first == bytes ? window.first + window.bytes == bytes
                                       : first < window.first + window.bytes);
            assert_true(window.line >= window.first &&
                        window.line + window.line_bytes <= window.first + window.bytes);
            assert_true(window.line_bytes > 0 || bytes == 0);
        }
}

/* One wrong element is named, by one worker or two, where all is compared, and where its window is. */
TEST(one_wrong_element_is_seen)
{
    const struct problem_key key = key_of(PRIMITIVE_SCAN, DTYPE_U32, OP_SUM, 60000);
    struct solved solved;
    struct error error = {0};
    struct team *const team = team_create(NULL, 2, &error);
    assert_non_null(team);
    solve(&solved, &key);
    const size_t bytes = problem_output_bytes(&key);
    uint32_t *const output = memcpy(malloc(bytes), solved.expected, bytes);
    const struct alteration nothing = {.made = false};
    const struct answered answered = {&solved.problem, &nothing, output, bytes};
    const struct window there = window_at(bytes, 12345 * sizeof *output, 9), before = window_at(bytes, 0, 9);
    struct finding finding = {0};
    assert_true(answered_whole(&answered, team, 2, &finding) && answered_in(&answered, &there, &finding));
    output[59999]++;
    output[12345]++;
    for (unsigned workers = 1; workers <= 2; workers++) {
        finding = (struct finding){0};
        assert_false(answered_whole(&answered, team, workers, &finding));
        assert_int_equal(finding.index, 12345);
        assert_non_null(strstr(finding.text, "element 12345 of 60000"));
    }
    assert_false(answered_in(&answered, &there, &finding));
    assert_true(answered_in(&answered, &before, &finding));
    free(output);
    discard(&solved);
    team_destroy(team);
}
