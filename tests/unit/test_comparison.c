/* SPDX-License-Identifier: MIT */
/* Comparisons of made results with known properties: how often they err, and what they find. */
#include "analysis/comparison.h"
#include "analysis/noise_floor.h"
#include "base/buffer.h"
#include "base/random.h"
#include "report/comparison_print.h"

#include "test.h"

enum { ROWS = 120, SAMPLES = 40, SIZES = 12 };

static double normal(struct random *random)
{
    const double u = ((double)(random_next(random) >> 11) + 0.5) * 0x1p-53;
    const double v = (double)(random_next(random) >> 11) * 0x1p-53;
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

/* How a made run behaves. All are standard deviations of logarithms but the lag. */
struct behaviour {
    double noise; /* of samples within the run */
    double lag1;
    double drift; /* of the whole row, between runs; the limits drift alike */
};

static struct result_row make_row(size_t index, const struct behaviour *behaviour, double limit_drift,
                                  struct random *random)
{
    const double drift = behaviour->drift * normal(random);
    struct result_row row = {
        .implementation = {.name = "made",
                           .primitive = PRIMITIVE_SCAN,
                           .family = FAMILY_SERIAL,
                           .axes = AXIS_BIT(AXIS_UNROLL)},
        .record = {.point = {.dtype = DTYPE_U32,
                             .n = 1024u << index % SIZES,
                             .unroll = index / SIZES,
                             .pages = PAGES_HUGE,
                             .cache = CACHE_HOT},
                   .status = STATUS_OK,
                   .limit_bytes_per_s = 1e10 * (double)(1 + index % SIZES) * exp(limit_drift),
                   .compute_s = 1e-6},
        .samples_s = malloc(SAMPLES * sizeof(double)),
        .sample_count = SAMPLES,
    };
    double state = normal(random);
    for (size_t i = 0; i < SAMPLES; i++) {
        state = behaviour->lag1 * state + sqrt(1 - behaviour->lag1 * behaviour->lag1) * normal(random);
        row.samples_s[i] = 1e-4 * exp(drift + behaviour->noise * state);
    }
    return row;
}

static struct result_file make_file(const char *path, const struct behaviour *behaviour,
                                    struct random *random)
{
    double limit_drift[SIZES];
    struct result_file file = {
        .path = path, .complete = true, .rows = calloc(ROWS, sizeof *file.rows), .row_count = ROWS};
    assert_non_null(file.rows);
    for (size_t i = 0; i < SIZES; i++)
        limit_drift[i] = behaviour->drift * normal(random);
    for (size_t i = 0; i < ROWS; i++) {
        file.rows[i] = make_row(i, behaviour, limit_drift[i % SIZES], random);
        file.rows[i].record.point.implementation = &file.rows[i].implementation;
    }
    return file;
}

static void slow_down(struct result_file *file, size_t every, double factor)
{
    for (size_t i = 0; i < file->row_count; i += every)
        for (size_t k = 0; k < file->rows[i].sample_count; k++)
            file->rows[i].samples_s[k] *= factor;
}

static struct comparison compare(const struct result_file *base, const struct result_file *next)
{
    const struct comparison_options options = {.bound = 0.02, .floor = NAN, .seed = 1};
    struct comparison comparison;
    struct error error = {0};
    if (!comparison_make(&comparison, base, next, &options, &error))
        fail_msg("%s", error.text);
    return comparison;
}

struct pair {
    struct result_file base, next;
};

static struct pair make_pair(const struct behaviour *behaviour, uint64_t seed)
{
    struct random random = {seed};
    struct pair pair;
    pair.base = make_file("base", behaviour, &random);
    pair.next = make_file("next", behaviour, &random);
    return pair;
}

static void close_pair(struct pair *pair)
{
    result_file_close(&pair->base);
    result_file_close(&pair->next);
}

static void same_is_same(void **state)
{
    (void)state;
    const struct behaviour behaviours[] = {
        {0.005, 0, 0}, {0.005, 0, 0.01}, {0.005, 0.5, 0.005}, {0.002, 0, 0.03}};
    for (size_t i = 0; i < sizeof behaviours / sizeof behaviours[0]; i++) {
        struct pair pair = make_pair(&behaviours[i], 11 + i);
        struct comparison comparison = compare(&pair.base, &pair.next);
        assert_int_equal(comparison.compared, ROWS);
        if (comparison.verdicts[COMPARED_SAME] < 0.95 * ROWS)
            fail_msg("behaviour %zu: %zu of %d rows are the same", i, comparison.verdicts[COMPARED_SAME],
                     ROWS);
        assert_true(comparison.verdicts[COMPARED_FASTER] + comparison.verdicts[COMPARED_SLOWER] <=
                    0.02 * ROWS);
        comparison_close(&comparison);
        close_pair(&pair);
    }
}

static void planted_slowdown_is_found(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.005, 0, 0.005};
    struct pair pair = make_pair(&quiet, 21);
    slow_down(&pair.next, 10, 1.05);
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_true(comparison.floor < 0.03);
    assert_true(comparison.verdicts[COMPARED_SLOWER] >= ROWS / 10 - 2);
    assert_true(comparison.verdicts[COMPARED_SLOWER] <= ROWS / 10);
    assert_true(comparison.verdicts[COMPARED_SAME] >= 0.95 * (ROWS - ROWS / 10));
    for (size_t i = 0; i < ROWS; i++)
        if (comparison.rows[i].verdict == COMPARED_SLOWER)
            assert_int_equal(i % 10, 0);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* A change of every row is no noise as long as the limits stay where they were. */
static void change_of_all_is_found(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.005, 0, 0.003};
    struct pair pair = make_pair(&quiet, 22);
    slow_down(&pair.next, 1, 0.95);
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_true(comparison.verdicts[COMPARED_FASTER] >= 0.95 * ROWS);
    assert_true(comparison.mean > 0.94 && comparison.mean < 0.96);
    assert_true(comparison.spread.low > 0.94 && comparison.spread.high < 0.96);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* On a machine that moves by a tenth, five percent are not seen, and not claimed. */
static void noise_hides(void **state)
{
    (void)state;
    const struct behaviour loud = {0.01, 0.3, 0.1};
    struct pair pair = make_pair(&loud, 23);
    slow_down(&pair.next, 10, 1.05);
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_true(comparison.floor > 0.05);
    assert_true(comparison.verdicts[COMPARED_SLOWER] <= 0.05 * ROWS);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* So are cores that the host shares, even where memory did not change. */
static void slow_cores_are_noise(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.002, 0, 0.002};
    struct pair pair = make_pair(&quiet, 30);
    slow_down(&pair.next, 1, 1.2);
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_int_equal(comparison.verdicts[COMPARED_SLOWER], ROWS);
    comparison_close(&comparison);
    for (size_t i = 0; i < ROWS; i++)
        pair.next.rows[i].record.compute_s *= 1.25;
    comparison = compare(&pair.base, &pair.next);
    assert_int_equal(comparison.verdicts[COMPARED_SAME], ROWS);
    comparison_close(&comparison);
    close_pair(&pair);
}

enum { LAUNCHES = 4, LAUNCH_ROUNDS = SAMPLES / LAUNCHES };

static void make_launches(struct result_row *row)
{
    row->record.samples_s = malloc(SAMPLES * sizeof(double));
    row->record.sample_count = SAMPLES;
    row->launch_medians_s = malloc(LAUNCHES * sizeof(double));
    row->launch_rounds = malloc(LAUNCHES * sizeof(size_t));
    row->launches = row->launch_count = LAUNCHES;
    for (size_t launch = 0; launch < LAUNCHES; launch++)
        row->launch_rounds[launch] = LAUNCH_ROUNDS;
}

/* Both move by a tenth from round to round and by more from launch to launch. */
static void make_rounds(struct result_row *base, struct result_row *next, double noise, struct random *random)
{
    double launch = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        launch = i % LAUNCH_ROUNDS ? launch : 0.2 * normal(random);
        const double both = launch + 0.1 * normal(random);
        base->record.samples_s[i] = base->samples_s[i] = 1e-4 * exp(both + noise * normal(random));
        next->record.samples_s[i] = next->samples_s[i] = 1e-4 * exp(both + noise * normal(random));
        base->launch_medians_s[i / LAUNCH_ROUNDS] = 1e-4 * exp(launch + noise * normal(random));
        next->launch_medians_s[i / LAUNCH_ROUNDS] = 1e-4 * exp(launch + noise * normal(random));
    }
}

/* Two runs that took turns on a machine that moves. */
static struct pair make_turns(double noise, uint64_t seed)
{
    const struct behaviour still = {0, 0, 0};
    struct random random = {seed};
    struct pair pair = make_pair(&still, seed);
    pair.base.session = pair.next.session = "the same";
    pair.base.first = true;
    for (size_t i = 0; i < ROWS; i++) {
        make_launches(&pair.base.rows[i]);
        make_launches(&pair.next.rows[i]);
        make_rounds(&pair.base.rows[i], &pair.next.rows[i], noise, &random);
    }
    return pair;
}

static void slow_rounds_down(struct result_file *file, size_t every, double factor)
{
    slow_down(file, every, factor);
    for (size_t i = 0; i < file->row_count; i += every)
        for (size_t k = 0; k < file->rows[i].record.sample_count; k++)
            file->rows[i].record.samples_s[k] *= factor;
}

static void turns_are_paired(void **state)
{
    (void)state;
    struct pair pair = make_turns(0.01, 31);
    slow_rounds_down(&pair.next, 10, 1.05);
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_true(comparison.in_turn);
    assert_int_equal(comparison.by_launch, ROWS);
    assert_true(comparison.verdicts[COMPARED_SLOWER] >= ROWS / 10 - 2);
    assert_true(comparison.verdicts[COMPARED_SAME] >= 0.95 * (ROWS - ROWS / 10));
    for (size_t i = 0; i < ROWS; i++)
        if (comparison.rows[i].verdict == COMPARED_SLOWER)
            assert_int_equal(i % 10, 0);
    comparison_close(&comparison);
    pair.next.session = "another";
    comparison = compare(&pair.base, &pair.next);
    assert_false(comparison.in_turn);
    assert_true(comparison.verdicts[COMPARED_SAME] < 0.1 * ROWS);
    comparison_close(&comparison);
    close_pair(&pair);
}

static double *make_trips(void)
{
    double *const trips_s = malloc(SAMPLES * sizeof *trips_s);
    for (size_t i = 0; i < SAMPLES; i++)
        trips_s[i] = 50e-9;
    return trips_s;
}

/* Rounds in which the cores were further apart, or moved from one side's sample to the other's, do not count,
 * whatever they say. */
static void turns_of_one_placement(void **state)
{
    (void)state;
    struct pair pair = make_turns(0.003, 33);
    for (size_t i = 0; i < ROWS; i++) {
        struct result_row *const base = &pair.base.rows[i], *const next = &pair.next.rows[i];
        base->record.trips_s = make_trips();
        next->record.trips_s = make_trips();
        for (size_t k = 0; k < SAMPLES; k += 5) {
            base->record.trips_s[k] = next->record.trips_s[k] = 200e-9;
            next->record.samples_s[k] *= 3;
            next->record.trips_s[k + 1] = k % 10 ? NAN : 200e-9;
            next->record.samples_s[k + 1] *= 3;
        }
    }
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_true(comparison.verdicts[COMPARED_SAME] >= 0.95 * ROWS);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* One launch; and rounds that one of the two lacks. */
static void turns_of_one_launch(void **state)
{
    (void)state;
    struct pair pair = make_turns(0.003, 32);
    slow_rounds_down(&pair.next, 10, 1.05);
    for (size_t i = 0; i < ROWS; i++) {
        struct result_row *const base = &pair.base.rows[i], *const next = &pair.next.rows[i];
        base->launches = base->launch_count = next->launches = next->launch_count = 0;
        next->record.sample_count = SAMPLES - 3;
    }
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_int_equal(comparison.by_launch, 0);
    assert_true(comparison.verdicts[COMPARED_SLOWER] >= ROWS / 10 - 2);
    assert_true(comparison.verdicts[COMPARED_SAME] >= 0.95 * (ROWS - ROWS / 10));
    comparison_close(&comparison);
    close_pair(&pair);
}

static void lost_and_new(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.001, 0, 0};
    struct pair pair = make_pair(&quiet, 24);
    pair.next.rows[3].record.status = STATUS_WRONG;
    pair.next.rows[4].record.point.n = 77;
    pair.base.rows[5].record.status = STATUS_SKIPPED;
    pair.base.rows[6].record.status = pair.next.rows[6].record.status = STATUS_UNSUPPORTED;
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_int_equal(comparison.count, ROWS + 1);
    assert_int_equal(comparison.compared, ROWS - 4);
    assert_int_equal(comparison.rows[3].verdict, COMPARED_LOST);
    assert_int_equal(comparison.rows[4].verdict, COMPARED_LOST);
    assert_null(comparison.rows[4].next);
    assert_int_equal(comparison.rows[5].verdict, COMPARED_NEW);
    assert_int_equal(comparison.rows[6].verdict, COMPARED_UNMEASURED);
    assert_int_equal(comparison.rows[ROWS].verdict, COMPARED_NEW);
    assert_int_equal(compared_point(&comparison.rows[ROWS])->n, 77);
    comparison_close(&comparison);
    close_pair(&pair);
}

/* Launches that scatter widen the interval, however narrow each is. */
static void launches_count(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.0001, 0, 0};
    struct pair pair = make_pair(&quiet, 25);
    const double base[] = {1e-4, 1.1e-4, 0.9e-4}, next[] = {1.05e-4, 1.15e-4, 0.95e-4};
    pair.base.rows[0].launch_medians_s = memcpy(malloc(sizeof base), base, sizeof base);
    pair.next.rows[0].launch_medians_s = memcpy(malloc(sizeof next), next, sizeof next);
    pair.base.rows[0].launch_count = pair.next.rows[0].launch_count = 3;
    struct comparison comparison = compare(&pair.base, &pair.next);
    assert_int_equal(comparison.by_launch, 1);
    assert_int_equal(comparison.rows[0].verdict, COMPARED_UNRESOLVED);
    assert_true(comparison.rows[0].interval.low < 0.9 && comparison.rows[0].interval.high > 1.2);
    comparison_close(&comparison);
    close_pair(&pair);
}

static void given_floor_and_bound(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.001, 0, 0};
    struct pair pair = make_pair(&quiet, 26);
    slow_down(&pair.next, 1, 1.05);
    struct comparison_options options = {.bound = 0.1, .floor = 0, .seed = 1};
    struct comparison comparison;
    struct error error = {0};
    assert_true(comparison_make(&comparison, &pair.base, &pair.next, &options, &error));
    assert_int_equal(comparison.verdicts[COMPARED_SAME], ROWS);
    assert_int_equal(comparison.controls, 0);
    comparison_close(&comparison);
    options.bound = 0;
    assert_true(comparison_make(&comparison, &pair.base, &pair.next, &options, &error));
    assert_int_equal(comparison.verdicts[COMPARED_SLOWER], ROWS);
    comparison_close(&comparison);
    close_pair(&pair);
}

static void varied_axis_is_not_matched(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.001, 0, 0};
    struct pair pair = make_pair(&quiet, 27);
    for (size_t i = 0; i < ROWS; i++)
        pair.next.rows[i].record.point.pages = PAGES_4K;
    static const char *const keys[] = {"pages"};
    struct comparison_options options = {.bound = 0.02, .floor = NAN, .seed = 1};
    struct comparison comparison;
    struct error error = {0};
    assert_false(comparison_make(&comparison, &pair.base, &pair.next, &options, &error));
    assert_int_equal(error.code, EXIT_UNSTABLE);
    options.variation = (struct variation){.keys = keys, .count = 1, .axes = AXIS_BIT(AXIS_PAGES)};
    error = (struct error){0};
    assert_true(comparison_make(&comparison, &pair.base, &pair.next, &options, &error));
    assert_int_equal(comparison.compared, ROWS);
    comparison_close(&comparison);
    options.variation.axes = AXIS_BIT(AXIS_PAGES) | AXIS_BIT(AXIS_N);
    assert_false(comparison_make(&comparison, &pair.base, &pair.next, &options, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    close_pair(&pair);
}

static void filter_selects(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.001, 0, 0};
    struct pair pair = make_pair(&quiet, 28);
    struct filter filter;
    struct error error = {0};
    assert_true(filter_parse(&filter, "n=1Ki", &error));
    pair.next.rows[1].record.status = STATUS_WRONG; /* n = 2Ki */
    struct comparison_options options = {.filter = &filter, .bound = 0.02, .floor = NAN, .seed = 1};
    struct comparison comparison;
    assert_true(comparison_make(&comparison, &pair.base, &pair.next, &options, &error));
    assert_int_equal(comparison.count, ROWS / SIZES);
    assert_int_equal(comparison.verdicts[COMPARED_LOST], 0);
    comparison_close(&comparison);
    close_pair(&pair);
}

static void texts_hold_every_row(void **state)
{
    (void)state;
    const struct behaviour quiet = {0.001, 0, 0};
    struct pair pair = make_pair(&quiet, 29);
    pair.next.rows[3].record.status = STATUS_WRONG;
    pair.base.rows[0].implementation.name = pair.next.rows[0].implementation.name = "a,b";
    struct comparison comparison = compare(&pair.base, &pair.next);
    char *const csv = comparison_csv(&comparison);
    size_t lines = 0;
    for (const char *c = csv; *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, ROWS + 1);
    assert_non_null(strstr(csv, ",NaN,lost\n"));
    assert_non_null(strstr(csv, ",\"a,b\","));
    free(csv);
    char *const text = comparison_json(&comparison, &pair.base, &pair.next);
    json_t *const json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_int_equal(json_array_size(json_object_get(json, "rows")), ROWS);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(json, "summary"), "lost")), 1);
    assert_true(json_is_null(json_object_get(json_array_get(json_object_get(json, "rows"), 3), "ratio")));
    json_decref(json);
    free(text);
    comparison_close(&comparison);
    close_pair(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_is_same),           cmocka_unit_test(planted_slowdown_is_found),
        cmocka_unit_test(change_of_all_is_found), cmocka_unit_test(noise_hides),
        cmocka_unit_test(slow_cores_are_noise),   cmocka_unit_test(turns_are_paired),
        cmocka_unit_test(turns_of_one_launch),    cmocka_unit_test(turns_of_one_placement),
        cmocka_unit_test(lost_and_new),           cmocka_unit_test(launches_count),
        cmocka_unit_test(given_floor_and_bound),  cmocka_unit_test(varied_axis_is_not_matched),
        cmocka_unit_test(filter_selects),         cmocka_unit_test(texts_hold_every_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
