/* SPDX-License-Identifier: MIT */
/* Comparisons of made results with known properties: which ratio is judged, by which margin. */
#include "analysis/analysis.h"

#include "noise_bed.h"

enum { ROWS = 24, SIZES = 12, PROCESSES = 10, EACH = 8, SAMPLES = PROCESSES * EACH };

/* Of two results: what all of a result is slower by, its limits too, and the noise of processes and rounds;
 * standard deviations of logarithms. */
struct behaviour {
    double machine, process, round;
};

struct pair {
    struct result_file base, next;
    struct comparison_options options;
};

static const struct implementation made = {
    .name = "made", .primitive = PRIMITIVE_SCAN, .family = FAMILY_SERIAL, .axes = AXIS_BIT(AXIS_UNROLL)};

static struct record make_record(size_t index, const struct behaviour *behaviour, struct random *random)
{
    struct record record = record_of(&(struct point){.implementation = &made,
                                                     .dtype = DTYPE_U32,
                                                     .n = 1024u << index % SIZES,
                                                     .unroll = index / SIZES,
                                                     .pages = PAGES_HUGE,
                                                     .cache = CACHE_HOT});
    record.status = STATUS_OK;
    record.sample_count = SAMPLES;
    record.samples_s = calloc(SAMPLES, sizeof(double));
    record.limit_s = calloc(SAMPLES, sizeof(double));
    record.launch_count = PROCESSES;
    record.launches = calloc(PROCESSES, sizeof *record.launches);
    assert_true(record.samples_s && record.limit_s && record.launches);
    for (size_t i = 0; i < SAMPLES; i++) {
        if (i % EACH == 0)
            record.launches[i / EACH] = (struct launch_result){.samples = EACH, .began_s = NAN};
        const double shared = behaviour->machine + 0.02 * normal(random);
        record.samples_s[i] = 1e-4 * exp(shared + behaviour->round * normal(random));
        record.limit_s[i] = 0.5e-4 * exp(shared);
    }
    for (size_t process = 0; process < PROCESSES; process++) {
        const double slower = exp(behaviour->process * normal(random));
        for (size_t i = 0; i < EACH; i++)
            record.samples_s[process * EACH + i] *= slower;
    }
    record.statistics = record_statistics(&record);
    return record;
}

static struct result_file make_file(const char *path, const struct behaviour *behaviour,
                                    struct random *random)
{
    struct result_file file = {
        .path = path,
        .results = {.records = calloc(ROWS, sizeof *file.results.records), .count = ROWS, .complete = true}};
    assert_non_null(file.results.records);
    for (size_t i = 0; i < ROWS; i++)
        file.results.records[i] = make_record(i, behaviour, random);
    return file;
}

/* The second result is of a machine that is slower by so much. */
static struct pair make_pair(double slower_machine, double process, double round)
{
    struct random random = {7};
    const struct behaviour before = {0, process, round}, after = {log1p(slower_machine), process, round};
    return (struct pair){
        make_file("base", &before, &random), make_file("next", &after, &random), {.threshold = NAN}};
}

/* Times alone: the limits stay. */
static void slow_down(struct result_file *file, size_t every, double factor)
{
    for (size_t i = 0; i < file->results.count; i += every)
        for (size_t k = 0; k < SAMPLES; k++)
            file->results.records[i].samples_s[k] *= factor;
}

/* All samples are of so many processes. */
static void have_processes(struct result_file *file, size_t count)
{
    for (size_t i = 0; i < file->results.count; i++) {
        struct record *const record = &file->results.records[i];
        record->launch_count = count == 1 ? 0 : count;
        for (size_t k = 0; k < record->launch_count; k++)
            record->launches[k].samples = SAMPLES / count;
    }
}

static void drop_limits(struct result_file *file)
{
    for (size_t i = 0; i < file->results.count; i++) {
        free(file->results.records[i].limit_s);
        file->results.records[i].limit_s = NULL;
    }
}

static void interleave(struct pair *pair)
{
    pair->base.session = pair->next.session = "one";
    pair->base.first = true;
}

static struct comparison compare(const struct pair *pair)
{
    struct comparison comparison;
    struct error error = {0};
    assert_done(comparison_make(&comparison, &pair->base, &pair->next, &pair->options, &error), &error);
    return comparison;
}

static void close_pair(struct pair *pair)
{
    result_file_close(&pair->base);
    result_file_close(&pair->next);
}

/* How many rows have a verdict; closes both. */
static size_t judged(struct pair *pair, enum comparison_verdict verdict)
{
    struct comparison comparison = compare(pair);
    const size_t count = comparison.verdicts[verdict];
    comparison_close(&comparison);
    close_pair(pair);
    return count;
}

TEST(same_is_same)
{
    struct pair pair = make_pair(0, 0.002, 0.005);
    assert_int_equal(judged(&pair, COMPARED_SAME), ROWS);
}

TEST(planted_slowdown_is_found)
{
    struct pair pair = make_pair(0, 0.003, 0.01);
    slow_down(&pair.next, 12, 1.10);
    struct comparison comparison = compare(&pair);
    for (size_t i = 0; i < ROWS; i++)
        assert_int_equal(comparison.rows[i].verdict == COMPARED_SLOWER, i % 12 == 0);
    assert_int_equal(comparison.verdicts[COMPARED_FASTER], 0);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* However uncertain: a row four times as slow is slower. */
TEST(large_change_is_never_inconclusive)
{
    struct pair pair = make_pair(0, 0.1, 0.1);
    slow_down(&pair.next, 1, 4);
    have_processes(&pair.base, 1);
    have_processes(&pair.next, 1);
    assert_int_equal(judged(&pair, COMPARED_SLOWER), ROWS);
}

/* What the limits share is the machine's; the verdict says so, and hides what is smaller. */
TEST(machine_that_changed)
{
    struct pair pair = make_pair(0.06, 0.001, 0.005);
    slow_down(&pair.next, 1, 1.04);
    struct comparison comparison = compare(&pair);
    assert_int_equal(comparison.verdicts[COMPARED_SLOWER], 0);
    assert_near(comparison.machine_change, 1.06, 0.01);
    assert_near(comparison.mean.value, 1.04, 0.005);
    assert_true(comparison.rows[0].margin > 0.04);
    assert_true(comparison.detectable > 0.05);
    comparison_close(&comparison);
    close_pair(&pair);
    pair = make_pair(0.06, 0.001, 0.005);
    slow_down(&pair.next, 1, 1.12);
    assert_int_equal(judged(&pair, COMPARED_SLOWER), ROWS);
}

/* Of plain times 15 %: where no limit was measured beside, and where the sides differ on purpose. */
TEST(plain_times_need_more)
{
    static const char *const keys[] = {"compiler"};
    for (unsigned varied = 0; varied < 2; varied++)
        for (unsigned large = 0; large < 2; large++) {
            struct pair pair = make_pair(0, 0.001, 0.005);
            slow_down(&pair.next, 1, large ? 1.2 : 1.1);
            if (varied)
                pair.options.variation = (struct variation){.keys = keys, .count = 1};
            else
                drop_limits(&pair.next);
            assert_int_equal(judged(&pair, large ? COMPARED_SLOWER : COMPARED_SAME), ROWS);
        }
}

/* Fewer processes have a wider margin, and a threshold that is given counts as it is. */
TEST(margin_is_of_processes_or_given)
{
    const struct {
        size_t processes;
        double threshold, margin;
    } cases[] = {{10, NAN, 0.02}, {5, NAN, 0.05}, {4, NAN, 0.15}, {1, NAN, 0.15}, {10, 0.1, 0.1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pair pair = make_pair(0, 0.001, 0.001);
        pair.options.threshold = cases[i].threshold;
        have_processes(&pair.next, cases[i].processes);
        struct comparison comparison = compare(&pair);
        assert_near(comparison.rows[0].margin, cases[i].margin, 0);
        comparison_close(&comparison);
        close_pair(&pair);
    }
}

/* Interleaved runs are compared round by round: what moves both alike does not count, without any limit. */
TEST(rounds_are_paired)
{
    struct pair pair = make_pair(0, 0, 0);
    struct random random = {3};
    interleave(&pair);
    drop_limits(&pair.base);
    for (size_t i = 0; i < ROWS; i++)
        for (size_t k = 0; k < SAMPLES; k++) {
            double *const base = &pair.base.results.records[i].samples_s[k];
            double *const next = &pair.next.results.records[i].samples_s[k];
            *base *= exp(0.1 * normal(&random));
            *next = *base * (i % 12 ? 1 : 1.03) * exp(0.002 * normal(&random));
        }
    pair.next.results.records[1].sample_count -= 3; /* rounds that one of the two lacks */
    pair.next.results.records[1].launches[PROCESSES - 1].samples -= 3;
    struct comparison comparison = compare(&pair);
    assert_true(comparison.interleaved);
    assert_int_equal(comparison.verdicts[COMPARED_SLOWER], ROWS / 12);
    assert_int_equal(comparison.verdicts[COMPARED_SAME], ROWS - ROWS / 12);
    assert_true(isnan(comparison.machine_change));
    assert_true(comparison.detectable < 0.02);
    comparison_close(&comparison);
    close_pair(&pair);
}

TEST(missing_and_added)
{
    struct pair pair = make_pair(0, 0.001, 0.001);
    struct record *const base = pair.base.results.records, *const next = pair.next.results.records;
    next[3].status = STATUS_WRONG;
    next[4].point.n = 77;
    base[5].status = STATUS_SKIPPED;
    base[6].status = next[6].status = STATUS_UNSUPPORTED;
    struct comparison comparison = compare(&pair);
    assert_int_equal(comparison.count, ROWS + 1);
    assert_int_equal(comparison.compared, ROWS - 4);
    assert_int_equal(comparison.rows[3].verdict, COMPARED_MISSING);
    assert_int_equal(comparison.rows[4].verdict, COMPARED_MISSING);
    assert_null(comparison.rows[4].next);
    assert_int_equal(comparison.rows[5].verdict, COMPARED_ADDED);
    assert_int_equal(comparison.rows[6].verdict, COMPARED_UNMEASURED);
    assert_int_equal(comparison.rows[ROWS].verdict, COMPARED_ADDED);
    assert_int_equal(compared_point(&comparison.rows[ROWS])->n, 77);
    comparison_close(&comparison);
    close_pair(&pair);
}

TEST(varied_axis_is_not_matched)
{
    struct pair pair = make_pair(0, 0.001, 0.001);
    static const char *const keys[] = {"pages"};
    struct comparison comparison;
    struct error error = {0};
    for (size_t i = 0; i < ROWS; i++)
        pair.next.results.records[i].point.pages = PAGES_4K;
    assert_false(comparison_make(&comparison, &pair.base, &pair.next, &pair.options, &error));
    assert_int_equal(error.code, EXIT_UNSTABLE);
    pair.options.variation = (struct variation){.keys = keys, .count = 1, .axes = AXIS_BIT(AXIS_PAGES)};
    comparison = compare(&pair);
    assert_int_equal(comparison.compared, ROWS);
    comparison_close(&comparison);
    pair.options.variation.axes = AXIS_BIT(AXIS_PAGES) | AXIS_BIT(AXIS_N);
    error = (struct error){0};
    assert_false(comparison_make(&comparison, &pair.base, &pair.next, &pair.options, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    close_pair(&pair);
}

TEST(filter_selects)
{
    struct pair pair = make_pair(0, 0.001, 0.001);
    struct filter filter;
    struct error error = {0};
    assert_true(filter_parse(&filter, "n=1Ki", &error));
    pair.next.results.records[1].status = STATUS_WRONG; /* n = 2Ki */
    pair.options.filter = &filter;
    struct comparison comparison = compare(&pair);
    assert_int_equal(comparison.count, ROWS / SIZES);
    assert_int_equal(comparison.verdicts[COMPARED_MISSING], 0);
    comparison_close(&comparison);
    close_pair(&pair);
}
