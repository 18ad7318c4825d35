/* SPDX-License-Identifier: MIT */
/* Winners, ties, crossings and tiles, of results whose answer is known. */
#include "analysis/analysis.h"
#include "base/random.h"
#include "report/report.h"

#include "test.h"

enum { ROUNDS = 40, PROCESSES = 10, ROWS = 64 };

struct fixture {
    struct results results;
    struct record records[ROWS];
    struct implementation described[ROWS];
    double samples[ROWS][ROUNDS];
    struct launch_result processes[ROWS][PROCESSES];
};

static struct fixture fixture;

static int open_fixture(void **state)
{
    (void)state;
    memset(&fixture, 0, sizeof fixture);
    fixture.results.records = fixture.records;
    return 0;
}

/* Times around time_s, with a disturbance that all rows of a round share and some of its own. */
static struct record *add_row(const char *name, uint64_t n, double time_s, double noise)
{
    const size_t index = fixture.results.count++;
    struct record *const record = &fixture.records[index];
    struct random own = {index * 7919 + 1};
    fixture.described[index] =
        (struct implementation){.name = name, .primitive = PRIMITIVE_SCAN, .family = FAMILY_SERIAL};
    *record = (struct record){
        .point = {.implementation = &fixture.described[index], .dtype = DTYPE_U32, .n = n},
        .status = STATUS_OK,
        .samples_s = fixture.samples[index],
        .sample_count = ROUNDS,
        .launches = fixture.processes[index],
        .launch_count = PROCESSES,
    };
    for (size_t i = 0; i < PROCESSES; i++)
        record->launches[i].samples = ROUNDS / PROCESSES;
    for (size_t i = 0; i < ROUNDS; i++) {
        const double shared = 1 + 0.2 * (double)(i % 5);
        record->samples_s[i] = time_s * shared * (1 + noise * ((double)random_below(&own, 1001) / 500 - 1));
    }
    return record;
}

/* What the fixture says of the implementation of one of its records. */
static struct implementation *described(const struct record *record)
{
    return (struct implementation *)record->point.implementation;
}

static struct record *add_tile(uint64_t n, uint64_t t, uint64_t v, double time_s)
{
    struct record *const row = add_row("group/x", n, time_s, 1e-4);
    described(row)->axes = AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_VALUES_PER_THREAD);
    row->point.threads_per_group = t;
    row->point.values_per_thread = v;
    return row;
}

static struct best make(const char *condition)
{
    struct filter filter = {0};
    struct error error = {0};
    struct best best;
    if (condition)
        assert_true(filter_parse(&filter, condition, &error));
    for (size_t i = 0; i < fixture.results.count; i++)
        fixture.records[i].statistics = record_statistics(&fixture.records[i]);
    best_make(&best, &fixture.results, &filter, false);
    assert_done(best_check(&best, "a.json", &error), &error);
    return best;
}

/* How many rows of a size cannot be told from its winner. */
static size_t ties(const struct best_size *size)
{
    size_t count = 0;
    for (size_t i = 0; i < size->row_count; i++)
        count += best_ties(size, size->rows[i]);
    return count;
}

TEST_WITH(winner_and_tie, open_fixture, NULL)
{
    add_row("slow", 1024, 1.05e-6, 1e-3);
    add_row("even", 1024, 1.0001e-6, 5e-3);
    add_row("fast", 1024, 1e-6, 1e-4);
    described(add_row("limit", 1024, 1e-9, 1e-4))->family = FAMILY_LIMIT;
    add_row("broken", 1024, 1e-9, 1e-4)->status = STATUS_WRONG;
    struct best best = make(NULL);
    assert_int_equal(best.problem_count, 1);
    const struct best_size *const size = &best.problems[0].sizes[0];
    assert_int_equal(size->row_count, 3);
    assert_int_equal(ties(size), 2);
    assert_string_equal(size->rows[2]->point.implementation->name, "slow");
    assert_false(best_ties(size, size->rows[2]));
    best_close(&best);
}

TEST_WITH(too_few_samples_tell_nothing, open_fixture, NULL)
{
    struct record *const a = add_row("a", 1024, 1e-6, 0);
    struct record *const b = add_row("b", 1024, 1.01e-6, 0);
    a->sample_count = b->sample_count = 4;
    a->launch_count = b->launch_count = 0;
    struct best best = make(NULL);
    assert_int_equal(ties(&best.problems[0].sizes[0]), 2);
    best_close(&best);
}

/* Also where the rounds of both say otherwise: each row has one number. */
TEST_WITH(a_tie_is_never_faster, open_fixture, NULL)
{
    add_row("a", 1024, 1.001e-6, 0.02);
    add_row("b", 1024, 1e-6, 0.02);
    struct record *const alone = add_row("c", 1024, 1e-6, 0.02);
    alone->sample_count = ROUNDS / 4;
    alone->launch_count = 0;
    struct best best = make(NULL);
    const struct best_size *const size = &best.problems[0].sizes[0];
    assert_true(ties(size) > 1);
    for (size_t i = 0; i < size->row_count; i++) {
        const struct estimate ratio = best_ratio(size->rows[0], size->rows[i]);
        assert_true(ratio.value >= 1);
        assert_true(ratio.interval.low <= ratio.value && ratio.value <= ratio.interval.high);
        assert_near(ratio.value, size->rows[i]->statistics.median / size->rows[0]->statistics.median, 0);
    }
    best_close(&best);
}

/* Each of three is faster than the next in the rounds of both. */
TEST_WITH(a_circle_has_no_winner, open_fixture, NULL)
{
    static const char *const names[] = {"a", "b", "c"};
    static const double times_s[3][3] = {{1, 2, 3}, {2, 3, 1}, {3, 1, 2}};
    for (size_t row = 0; row < 3; row++) {
        struct record *const added = add_row(names[row], 1024, 1e-6, 0);
        for (size_t i = 0; i < ROUNDS; i++)
            added->samples_s[i] = 1e-6 * times_s[row][i % 3];
    }
    struct best best = make(NULL);
    assert_int_equal(best.problems[0].sizes[0].row_count, 3);
    assert_int_equal(ties(&best.problems[0].sizes[0]), 3);
    best_close(&best);
}

/* However far they are from each other. */
TEST_WITH(one_sample_is_no_proof, open_fixture, NULL)
{
    struct record *const a = add_row("a", 1024, 1e-6, 0);
    struct record *const b = add_row("b", 1024, 9e-6, 0);
    a->sample_count = b->sample_count = 1;
    a->launch_count = b->launch_count = 0;
    struct best best = make(NULL);
    assert_int_equal(ties(&best.problems[0].sizes[0]), 2);
    best_close(&best);
}

enum { EQUALS = 16, TRIALS = 200 };

/* Sums of twelve: near enough to a normal variable. */
static double normal(struct random *random)
{
    double sum = -6;
    for (unsigned i = 0; i < 12; i++)
        sum += (double)(random_next(random) >> 11) * 0x1p-53;
    return sum;
}

/* Of so many equals, in how many of 200 trials at least one is said to be slower. */
static unsigned trials_with_a_loser(double lag1)
{
    struct random random = {21};
    unsigned trials = 0;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        open_fixture(NULL);
        for (size_t i = 0; i < EQUALS; i++) {
            static char names[EQUALS][8];
            snprintf(names[i], sizeof names[i], "e%zu", i);
            struct record *const row = add_row(names[i], 1024, 1e-6, 0);
            double now = normal(&random);
            for (size_t k = 0; k < ROUNDS; k++) {
                now = lag1 * now + sqrt(1 - lag1 * lag1) * normal(&random);
                row->samples_s[k] *= exp(0.02 * now);
            }
        }
        struct best best = make(NULL);
        trials += ties(&best.problems[0].sizes[0]) < EQUALS;
        best_close(&best);
    }
    return trials;
}

TEST(equals_are_not_excluded)
{
    assert_true(trials_with_a_loser(0) <= TRIALS / 20);
    assert_true(trials_with_a_loser(0.4) <= TRIALS / 20);
}

/* And still tells who is 6 % slower. */
TEST_WITH(a_loser_among_many_is_excluded, open_fixture, NULL)
{
    struct random random = {5};
    for (size_t i = 0; i < EQUALS; i++) {
        struct record *const row = add_row(i == 7  ? "slow"
                                           : i % 2 ? "odd"
                                                   : "even",
                                           1024, i == 7 ? 1.06e-6 : 1e-6, 0);
        row->point.unroll = i;
        for (size_t k = 0; k < ROUNDS; k++)
            row->samples_s[k] *= exp(0.01 * normal(&random));
    }
    struct best best = make(NULL);
    const struct best_size *const size = &best.problems[0].sizes[0];
    assert_int_equal(ties(size), EQUALS - 1);
    for (size_t i = 0; i < size->row_count; i++)
        assert_int_equal(best_ties(size, size->rows[i]),
                         strcmp(size->rows[i]->point.implementation->name, "slow") != 0);
    best_close(&best);
}

/* a takes 1 ns an element, b 1 us and 0.5 ns an element: they cross at 2000. */
TEST_WITH(crossing, open_fixture, NULL)
{
    for (uint64_t n = 256; n <= 16384; n *= 4) {
        add_row("a", n, 1e-9 * (double)n, 1e-4);
        add_row("b", n, 1e-6 + 0.5e-9 * (double)n, 1e-4);
    }
    struct best best = make(NULL);
    const struct best_problem *const problem = &best.problems[0];
    assert_int_equal(problem->size_count, 4);
    assert_int_equal(problem->choice_count, 2);
    assert_string_equal(problem->choices[0].row->point.implementation->name, "a");
    assert_string_equal(problem->choices[1].row->point.implementation->name, "b");
    assert_int_equal(problem->choices[1].row->point.n, 4096);
    best_close(&best);
}

/* A size at which one algorithm alone was measured recommends nothing beside those that have rivals. */
TEST_WITH(what_has_no_rival_is_no_choice, open_fixture, NULL)
{
    add_row("a", 1024, 1, 1e-3);
    add_row("b", 1024, 2, 1e-3);
    add_row("c", 2048, 1, 1e-3);
    add_row("b", 4096, 1, 1e-3);
    add_row("a", 4096, 2, 1e-3);
    struct best best = make(NULL);
    assert_int_equal(best.problems[0].choice_count, 2);
    assert_int_equal(best.problems[0].choices[0].size, 0);
    assert_int_equal(best.problems[0].choices[1].size, 2);
    best_close(&best);
    fixture.results.count = 0;
    add_row("a", 1024, 1, 1e-3);
    add_row("b", 2048, 1, 1e-3);
    best = make(NULL);
    assert_int_equal(best.problems[0].choice_count, 2); /* none has a rival */
    best_close(&best);
}

/* One that was so disturbed that nothing is known of it, but took twice as long by the median, is used no
 * longer. */
TEST_WITH(a_choice_ends_where_it_takes_much_longer, open_fixture, NULL)
{
    add_row("a", 1024, 1, 1e-3);
    add_row("b", 1024, 2, 1e-3);
    struct record *const disturbed = add_row("a", 2048, 2, 0);
    for (size_t i = 0; i < ROUNDS; i++)
        disturbed->samples_s[i] = i % 8 < 3 ? 0.5 : 6;
    add_row("b", 2048, 1, 1e-3);
    struct best best = make(NULL);
    assert_int_equal(ties(&best.problems[0].sizes[1]), 2);
    assert_int_equal(best.problems[0].choice_count, 2);
    best_close(&best);
}

/* T=64 is best at one size and bad at the other; T=128 is never best and never bad. */
TEST_WITH(least_regret, open_fixture, NULL)
{
    add_tile(1024, 64, 4, 1e-6);
    add_tile(4096, 64, 4, 6e-6);
    add_tile(1024, 128, 4, 1.1e-6);
    add_tile(4096, 128, 4, 4.2e-6);
    add_tile(1024, 256, 8, 1.5e-6);
    add_tile(4096, 256, 8, 4e-6);
    add_tile(4096, 512, 8, 3.9e-6); /* not measured at 1024 */
    struct best best = make(NULL);
    const struct best_problem *const problem = &best.problems[0];
    assert_int_equal(problem->tile_count, 1);
    const struct best_tile *const tile = &problem->tiles[0];
    assert_int_equal(tile->row->point.threads_per_group, 128);
    assert_int_equal(tile->row->point.n, 1024);
    assert_true(fabs(tile->regret - 0.1) < 0.01);
    assert_int_equal(tile->tiles, 3);
    assert_int_equal(tile->sizes, 2);
    best_close(&best);
}

TEST_WITH(filtered, open_fixture, NULL)
{
    struct best best;
    struct filter filter = {0};
    struct error error = {0};
    add_row("a", 1024, 1e-6, 1e-4);
    add_row("a", 4096, 4e-6, 1e-4);
    best = make("n>1Ki");
    assert_int_equal(best.row_count, 1);
    best_close(&best);
    assert_true(filter_parse(&filter, "n>1M", &error));
    best_make(&best, &fixture.results, &filter, false);
    assert_false(best_check(&best, "a.json", &error));
    best_close(&best);
    assert_error(&error, EXIT_USAGE, "a.json: no measured point is left");
}

TEST_WITH(header, open_fixture, NULL)
{
    add_row("a", 1024, 1e-6, 1e-4);
    add_row("*/b\"", 4096, 4e-6, 1e-4);
    struct best best = make(NULL);
    char *const text = tile_header(&best, "a/device", "x*/");
    assert_non_null(strstr(text, "#if defined TARGET_A_DEVICE\n"));
    assert_null(strstr(text, "_DTYPE(n)")); /* of the problem */
    assert_non_null(strstr(text, "_ALGORITHM(n) ((n) < 4096 ? \"a\" : \"_/b_\")"));
    assert_null(strstr(text, "x*/"));
    free(text);
    best_close(&best);
}

/* What all problems share is in no name, and what has no workers runs on one. */
TEST_WITH(names_of_the_header, open_fixture, NULL)
{
    add_row("a", 1024, 1e-6, 1e-4)->point.workers = 0;
    struct record *const spread = add_row("b", 4096, 4e-6, 1e-4);
    described(spread)->axes = AXIS_BIT(AXIS_WORKERS);
    spread->point.workers = 4;
    for (size_t i = 0; i < fixture.results.count; i++)
        fixture.records[i].point.pages = PAGES_HUGE;
    struct best best = make(NULL);
    char *text = tile_header(&best, "a", "a.json");
    assert_non_null(strstr(text, "/* scan u32 pages=huge cache=-: "));
    assert_non_null(strstr(text, "#define SCAN_U32_WORKERS(n) ((n) < 4096 ? 1 : 4)"));
    free(text);
    best_close(&best);
    add_row("a", 1024, 1e-6, 1e-4)->point.pages = PAGES_4K;
    best = make(NULL);
    assert_int_equal(best.problem_count, 2);
    text = tile_header(&best, "a", "a.json");
    assert_non_null(strstr(text, "#define SCAN_U32_PAGES_HUGE_WORKERS(n) ((n) < 4096 ? 1 : 4)"));
    assert_non_null(strstr(text, "#define SCAN_U32_PAGES_4K_ALGORITHM(n) (\"a\")"));
    free(text);
    best_close(&best);
}
