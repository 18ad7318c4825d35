/* SPDX-License-Identifier: MIT */
/* The time that is left, as runs would have said it whose results are in results/reference: their samples,
 * and when each of their blocks began, are recorded there. */
#include "measure/estimator.h"

#include "base/sort.h"
#include "machine/caches.h"
#include "results/results_read.h"
#include "statistics/statistics.h"

#include "test.h"

#include <glob.h>

enum { FILES = 64, MOMENTS = 3 };
static const double moments[MOMENTS] = {0.1, 0.5, 0.75};
/* Of what is neither sampled nor warmed, what is verified: the rest is between samples. */
static const double proved_part = 0.8;

/* A run that was recorded. */
struct recorded_run {
    struct result_file file;
    struct planned_point *points;
    struct plan plan;
    struct results results; /* borrow what the file owns */
    struct measure_settings settings;
    double limits;                    /* that were sampled in each round of a block */
    double wall_s, warmed_s, proof_s; /* all of it, and parts; proof_s: and what is beside samples */
    struct estimator *estimator;
};

/* Points that shared rounds, from when to when. */
struct recorded_block {
    size_t *members, count;
    double proof_s, ready_s;
    double from_s, rounds_s, to_s; /* rounds_s: its first round began */
};

static double number_at(const json_t *object, const char *name, size_t index)
{
    const json_t *const value = json_object_get(object, name);
    return json_number_value(json_is_array(value) ? json_array_get(value, index) : value);
}

static double seconds_of(const char *text)
{
    char *unit;
    const double number = strtod(text, &unit);
    return strcmp(unit, "ms") == 0 ? number / 1000 : number;
}

static void read_settings(struct recorded_run *run)
{
    const json_t *const config = json_object_get(json_object_get(run->file.root, "effective"), "config");
    const json_t *const measure = json_object_get(config, "measure");
    run->settings = (struct measure_settings){
        .samples_min = (uint64_t)number_at(measure, "samples", 0),
        .samples_max = (uint64_t)number_at(measure, "samples", 1),
        .precision = number_at(measure, "precision", 0),
        .max_time_s = seconds_of(json_string_value(json_object_get(measure, "max_time"))),
        .launches = 1,
    };
    const json_t *const effort = json_object_get(run->file.root, "effort");
    run->wall_s = number_at(effort, "wall_s", 0);
    run->warmed_s = number_at(effort, "warmed_s", 0);
    run->proof_s = run->wall_s - run->warmed_s - number_at(effort, "sampled_s", 0) -
                   number_at(effort, "untimed_s", 0) - number_at(effort, "evicted_s", 0);
}

/* False where the result does not say with which settings it was measured, as older ones do not. */
static bool open_run(struct recorded_run *run, const char *path)
{
    struct error error = {0};
    *run = (struct recorded_run){.points = NULL};
    if (!results_read(&run->file, path, &error))
        fail_msg("%s", error.text);
    if (!json_object_get(run->file.root, "effective")) {
        result_file_close(&run->file);
        return false;
    }
    run->points = calloc(run->file.row_count + 1, sizeof *run->points);
    run->results.records = calloc(run->file.row_count + 1, sizeof *run->results.records);
    for (size_t i = 0; i < run->file.row_count; i++) {
        const struct result_row *const row = &run->file.rows[i];
        if (!result_measured(row) || isnan(row->record.began_s))
            continue;
        run->points[run->plan.count++] =
            (struct planned_point){.point = row->record.point, .supported = true};
        run->results.records[run->results.count++] = row->record;
    }
    run->plan.points = run->points;
    read_settings(run);
    run->estimator = estimator_create(&run->plan, &run->settings, false);
    return true;
}

static void close_run(struct recorded_run *run)
{
    estimator_destroy(run->estimator);
    free(run->results.records);
    free(run->points);
    result_file_close(&run->file);
}

/* The least time after `after` at which a block began; INFINITY: none did. */
static double next_began(const struct recorded_run *run, double after)
{
    double next = INFINITY;
    for (size_t i = 0; i < run->results.count; i++)
        if (run->results.records[i].began_s > after)
            next = fmin(next, run->results.records[i].began_s);
    return next;
}

static double timed_s(double call_s)
{
    return fmax(call_s, 100e-6);
}

/* What is expected where everything is known. */
static struct forecast forecast_of(const struct recorded_run *run, size_t index)
{
    const struct record *const record = &run->results.records[index];
    const struct known_point known = {record->statistics.mean, record->statistics.mean,
                                      (double)record->sample_count, 1};
    return estimate_point(&record->point, &run->settings, &estimate_tempo, &known);
}

/* Samples of a point in the first rounds. */
static size_t taken_of(const struct recorded_run *run, size_t index, size_t rounds)
{
    const size_t taken = run->results.records[index].sample_count;
    return taken < rounds ? taken : rounds;
}

/* What the block's fastest point takes is about what a limit does. */
static double limit_call_s(const struct recorded_run *run, const struct recorded_block *block)
{
    double least_s = INFINITY;
    for (size_t i = 0; i < block->count; i++)
        least_s = fmin(least_s, run->results.records[block->members[i]].statistics.mean);
    return least_s;
}

static double limit_sample_s(const struct recorded_run *run, const struct recorded_block *block)
{
    return estimate_sample_s(&run->points[block->members[0]].point, &estimate_tempo,
                             limit_call_s(run, block));
}

static size_t longest_of(const struct recorded_run *run, const struct recorded_block *block, size_t rounds)
{
    size_t longest = 0;
    for (size_t i = 0; i < block->count; i++) {
        const size_t taken = taken_of(run, block->members[i], rounds);
        longest = taken > longest ? taken : longest;
    }
    return longest;
}

static double rounds_until(const struct recorded_run *run, const struct recorded_block *block, size_t rounds)
{
    const size_t longest = longest_of(run, block, rounds);
    double seconds = 0;
    for (size_t i = 0; i < block->count; i++)
        seconds +=
            forecast_of(run, block->members[i]).sample_s * (double)taken_of(run, block->members[i], rounds);
    return seconds + run->limits * (double)longest * limit_sample_s(run, block);
}

/* Of all that was verified, by bytes, what was so for a point. */
static double proof_of(const struct recorded_run *run, size_t index)
{
    double all_s = 0;
    for (size_t i = 0; i < run->plan.count; i++)
        all_s += forecast_of(run, i).proof_s;
    return proved_part * run->proof_s * forecast_of(run, index).proof_s / all_s;
}

static void gather(struct recorded_run *run, double began, struct recorded_block *block)
{
    *block = (struct recorded_block){.members = block->members};
    for (size_t i = 0; i < run->results.count; i++)
        if (run->results.records[i].began_s == began) {
            block->members[block->count++] = i;
            block->proof_s += proof_of(run, i);
        }
    block->ready_s = run->warmed_s * (double)block->count / (double)run->plan.count;
}

/* As many limits in each round that it takes as long as it did. */
static void count_limits(struct recorded_run *run)
{
    const double sampled_s = number_at(json_object_get(run->file.root, "effort"), "sampled_s", 0);
    struct recorded_block block = {.members = calloc(run->plan.count + 1, sizeof *block.members)};
    double own_s = 0, one_s = 0;
    for (size_t i = 0; i < run->plan.count; i++)
        own_s += timed_s(run->results.records[i].statistics.mean) * run->results.records[i].sample_count;
    for (double began = next_began(run, -INFINITY); !isinf(began); began = next_began(run, began)) {
        gather(run, began, &block);
        one_s += timed_s(limit_call_s(run, &block)) * (double)longest_of(run, &block, SIZE_MAX);
    }
    run->limits = fmax(0, sampled_s - own_s) / one_s;
    free(block.members);
}

/* A block is verified before it is said to begin: what the clock says of it holds the next one's proof. */
static void place(struct recorded_run *run, double began, double from_s, struct recorded_block *block)
{
    struct recorded_block next = {.members = calloc(run->plan.count + 1, sizeof *next.members)};
    const double next_at = next_began(run, began);
    gather(run, began, block);
    gather(run, next_at, &next);
    const double least_s = (next_at - began) / 5;
    block->from_s = from_s;
    block->rounds_s = from_s + block->proof_s + block->ready_s;
    block->to_s = isinf(next_at) ? run->wall_s
                                 : from_s + block->proof_s + fmax(least_s, next_at - began - next.proof_s);
    block->rounds_s = fmin(block->rounds_s, (from_s + block->to_s) / 2);
    free(next.members);
}

/* The round that is under way. */
static size_t round_at(const struct recorded_run *run, const struct recorded_block *block, double now)
{
    const double whole = rounds_until(run, block, SIZE_MAX);
    const double passed = (now - block->rounds_s) / (block->to_s - block->rounds_s) * whole;
    size_t round = 0;
    while (passed > rounds_until(run, block, round + 1))
        round++;
    return round;
}

static struct sampling sampling_at(const struct recorded_run *run, const struct record *record,
                                   size_t samples)
{
    const size_t least = run->settings.samples_min;
    struct sampling sampling = {.samples = samples, .least = least};
    for (size_t i = 0; i < samples; i++)
        sampling.timed_s += timed_s(record->samples_s[i]);
    if (samples > 0)
        sampling.call_s = statistics_make(record->samples_s, samples).median;
    for (size_t look = sampling_next_look(0, least); look <= samples; look = sampling_next_look(look, least))
        sampling.looked = look;
    if (sampling.looked) {
        const struct statistics statistics = statistics_make(record->samples_s, sampling.looked);
        sampling.precision = statistics_precision(&statistics) / run->settings.precision;
    }
    return sampling;
}

static double said_at(const struct recorded_run *run, const struct recorded_block *block, double now)
{
    const size_t round = round_at(run, block, now), longest = longest_of(run, block, round);
    struct rounds_left rounds = {.done_s = 0};
    double prepare_s = 0;
    for (size_t i = 0; i < block->count; i++) {
        const size_t index = block->members[i];
        const struct record *const record = &run->results.records[index];
        const struct sampling sampling = sampling_at(run, record, taken_of(run, index, round));
        const struct forecast forecast = estimator_sampled(run->estimator, index, &sampling);
        rounds_left_add(&rounds, &forecast, &sampling, record->sample_count > round);
        prepare_s += forecast.prepare_s;
    }
    const double limit_s =
        estimator_limit_s(run->estimator, &run->points[block->members[0]].point, limit_call_s(run, block));
    rounds_left_add_limit(&rounds, run->limits * limit_s, longest, true);
    const double left_s = now < block->rounds_s ? fmax(0, prepare_s - (now - block->from_s)) : 0;
    return left_s + estimator_rounds_s(run->estimator, &rounds, fmax(0, now - block->rounds_s)) +
           estimator_left_s(run->estimator);
}

static void learn(struct recorded_run *run, const struct recorded_block *block)
{
    const double overhead_s = estimate_tempo.overhead_s[CACHE_HOT];
    struct block_took took = {
        .prepare_s = block->rounds_s - block->from_s,
        .rounds_s = block->to_s - block->rounds_s,
        .sharers = 1,
    };
    for (size_t i = 0; i < block->count; i++) {
        const size_t index = block->members[i];
        const struct record *const record = &run->results.records[index];
        const struct forecast forecast = forecast_of(run, index);
        const double samples = (double)record->sample_count;
        estimator_learn(run->estimator, index, record);
        took.called_s += samples * (forecast.sample_s - overhead_s);
    }
    took.limit_samples = run->limits * (double)longest_of(run, block, SIZE_MAX);
    took.limit_call_s = limit_call_s(run, block);
    took.called_s += took.limit_samples * (limit_sample_s(run, block) - overhead_s);
    estimator_learn_block(run->estimator, &run->results, block->members, block->count, &took);
}

/* What was said over what remained, at each moment. */
static void replay(struct recorded_run *run, double *quotients)
{
    struct recorded_block block = {.members = calloc(run->plan.count + 1, sizeof *block.members)};
    for (double began = next_began(run, -INFINITY); !isinf(began); began = next_began(run, began)) {
        place(run, began, block.to_s, &block);
        estimator_take(run->estimator, block.members, block.count);
        for (size_t k = 0; k < MOMENTS; k++) {
            const double now = moments[k] * run->wall_s;
            if (now >= block.from_s && now < block.to_s)
                quotients[k] = said_at(run, &block, now) / (run->wall_s - now);
        }
        learn(run, &block);
    }
    free(block.members);
}

static int compare_errors(const void *left, const void *right)
{
    return compare_doubles(*(const double *)left, *(const double *)right);
}

/* How far what was said was off, as a share of what remained, at each moment of each run. */
struct errors {
    double of[MOMENTS][FILES];
    size_t count[MOMENTS];
};

static void add_run(struct errors *errors, const char *path)
{
    struct recorded_run run;
    double said[MOMENTS] = {NAN, NAN, NAN};
    if (!open_run(&run, path))
        return;
    count_limits(&run);
    replay(&run, said);
    print_message("%-50s %5.1f s: %.2f %.2f %.2f\n", path, run.wall_s, said[0], said[1], said[2]);
    for (size_t k = 0; k < MOMENTS; k++)
        if (!isnan(said[k]) && errors->count[k] < FILES)
            errors->of[k][errors->count[k]++] = fabs(said[k] - 1);
    close_run(&run);
}

static void add_runs(struct errors *errors, const char *pattern, size_t l2, size_t l3)
{
    glob_t found;
    cache_set_bytes(2, l2);
    cache_set_bytes(3, l3);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        add_run(errors, found.gl_pathv[i]);
    globfree(&found);
}

/* 25 to 30 % when it was written. What is asked leaves room for references that are measured again. */
static void half_are_nearly_right(void **state)
{
    struct errors errors = {.count = {0}};
    (void)state;
    add_runs(&errors, "results/reference/2-core/*.json", 1 << 20, 32 << 20);
    add_runs(&errors, "results/reference/16-core/*.json", 2 << 20, 300 << 20);
    for (size_t k = 0; k < MOMENTS; k++) {
        const size_t count = errors.count[k];
        assert_true(count > 10);
        qsort(errors.of[k], count, sizeof errors.of[k][0], compare_errors);
        print_message("at %.0f %% of %zu runs: half within %.0f %%, three quarters within %.0f %%\n",
                      100 * moments[k], count, 100 * errors.of[k][count / 2],
                      100 * errors.of[k][3 * count / 4]);
        assert_true(errors.of[k][count / 2] < 0.4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_are_nearly_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
