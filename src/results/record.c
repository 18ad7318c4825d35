/* SPDX-License-Identifier: MIT */
/* Records: names of their verdicts, rates, grades, their end, and what their processes say together. */
#include "results/record.h"

#include "base/inert.h"
#include "base/memory.h"
#include "results/field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *const status_names[STATUS_COUNT] = {
    [STATUS_PENDING] = "interrupted",
    [STATUS_OK] = "ok",
    [STATUS_WRONG] = "wrong",
    [STATUS_UNSUPPORTED] = "unsupported",
    [STATUS_SKIPPED] = "skipped",
    [STATUS_CRASHED] = "crashed",
    [STATUS_TIMEOUT] = "timeout",
    [STATUS_INTERRUPTED] = "interrupted",
    [STATUS_IMPLAUSIBLE] = "implausible",
};

const char *const stop_reason_names[STOP_COUNT] = {
    [STOP_NONE] = "-",
    [STOP_PRECISION] = "precision",
    [STOP_MAX_TIME] = "max_time",
    [STOP_MAX_SAMPLES] = "max_samples",
    [STOP_SMOKE] = "smoke",
};

const char *const grade_names[GRADE_COUNT] = {
    [GRADE_NONE] = "-",
    [GRADE_GOOD] = "good",
    [GRADE_SHAKY] = "shaky",
    [GRADE_UNUSABLE] = "unusable",
};

static double rate(const struct record *record, double amount)
{
    if (record->status != STATUS_OK || record->statistics.samples == 0 || !(record->statistics.median > 0))
        return NAN;
    return amount / record->statistics.median;
}

double record_elements_per_s(const struct record *record)
{
    return rate(record, (double)record->point.n);
}

double record_exchange_share(const struct record *record)
{
    return rate(record, record->exchange_s);
}

static double counted_elements(const struct record *record)
{
    return (double)record->counted_calls * (double)record->point.n;
}

bool record_counted(const struct record *record)
{
    return record->status == STATUS_OK && record->counts.enabled_ns > 0 && counted_elements(record) > 0;
}

double record_element_nj(const struct record *record)
{
    return 1e9 * record->energy_j / (double)record->point.n;
}

double record_per_element(const struct record *record, enum event event)
{
    return record_counted(record) ? counters_scaled(&record->counts, event) / counted_elements(record) : NAN;
}

double record_bytes(const struct record *record)
{
    const struct problem_key key = point_problem(&record->point, 0);
    return problem_bytes(&key, record->selected);
}

double record_bytes_per_s(const struct record *record)
{
    return rate(record, record_bytes(record));
}

struct record record_of(const struct point *point)
{
    static const struct cell unknown = {.missing = true};
    struct record record = {.point = *point};
    for (size_t i = 0; i < field_count; i++)
        if (field_is_member(&fields[i]) && fields[i].kind == FIELD_NUMBER &&
            fields[i].group != FIELD_IN_STATISTICS)
            field_set(&fields[i], &record, &unknown);
    return record;
}

struct statistics record_statistics(const struct record *record)
{
    struct statistics statistics = statistics_make(record->samples_s, record->sample_count);
    const struct estimate estimate = record_estimate(record);
    statistics.median = estimate.value;
    statistics.ci_low = estimate.interval.low;
    statistics.ci_high = estimate.interval.high;
    return statistics;
}

static bool began_together(double a_s, double b_s)
{
    return isnan(a_s) || isnan(b_s) || a_s == b_s;
}

bool records_share_rounds(const struct record *a, const struct record *b)
{
    bool shared = points_share_rounds(&a->point, &b->point) && began_together(a->began_s, b->began_s) &&
                  a->launch_count == b->launch_count;
    for (size_t i = 0; shared && i < a->launch_count; i++)
        shared = began_together(a->launches[i].began_s, b->launches[i].began_s);
    return shared;
}

void record_close(struct record *record)
{
    free(record->samples_s);
    free(record->limit_s);
    free(record->launches);
    record->samples_s = record->limit_s = NULL;
    record->launches = NULL;
    record->sample_count = record->sample_capacity = record->launch_count = 0;
}

void record_fail(struct record *record, enum status status, const char *message)
{
    record_close(record);
    record->status = status;
    snprintf(record->message, sizeof record->message, "%s", message);
    text_inert(record->message);
    record->statistics = (struct statistics){0};
    record->grade = GRADE_NONE;
    record->stop_reason = STOP_NONE;
    record->verified = 0;
}

void effort_add(struct effort *sum, const struct effort *more)
{
    sum->wall_s += more->wall_s;
    sum->sampled_s += more->sampled_s;
    sum->untimed_s += more->untimed_s;
    sum->evicted_s += more->evicted_s;
    sum->warmed_s += more->warmed_s;
}

void results_close(struct results *results)
{
    for (size_t i = 0; i < results->count; i++)
        record_close(&results->records[i]);
    free(results->records);
    *results = (struct results){0};
}

bool results_pending(const struct results *results)
{
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].status == STATUS_PENDING)
            return true;
    return false;
}

void results_interrupt(struct results *results, const char *why)
{
    results->complete = true;
    for (size_t i = 0; i < results->count; i++) {
        struct record *const record = &results->records[i];
        if (record->status == STATUS_PENDING)
            record_fail(record, STATUS_INTERRUPTED, why);
        results->complete &= record->status != STATUS_INTERRUPTED;
    }
}

bool record_measured(const struct record *record)
{
    return record && record->status == STATUS_OK && record->statistics.samples > 0;
}

static const double good_most = 0.05, shaky_most = 0.15;

enum grade record_grade(const struct record *record)
{
    const double half = statistics_precision(&record->statistics);
    if (!record_measured(record))
        return GRADE_NONE;
    if (half <= good_most)
        return GRADE_GOOD;
    return half <= shaky_most ? GRADE_SHAKY : GRADE_UNUSABLE;
}

void record_flag_limit(struct record *record)
{
    record->flags &= ~FLAG_LIMIT_EXCEEDED;
    if (record->limit_interval.low > 1.02)
        record->flags |= FLAG_LIMIT_EXCEEDED;
}

/* Caller frees the counts. */
static struct rounds rounds_of(const struct record *record, const double *values)
{
    const size_t processes = record->launch_count ? record->launch_count : 1;
    size_t *const counts = memory_array(processes, sizeof *counts);
    counts[0] = record->sample_count;
    for (size_t i = 0; i < record->launch_count; i++)
        counts[i] = record->launches[i].samples;
    return (struct rounds){values, counts, processes};
}

struct numbers record_numbers(const struct record *record)
{
    const struct rounds rounds = rounds_of(record, record->samples_s);
    const struct numbers numbers = numbers_of(&rounds);
    free((void *)rounds.counts);
    return numbers;
}

static struct numbers ratio_numbers(const struct rounds *base, const struct rounds *next)
{
    const struct numbers numbers = numbers_of_ratios(base, next);
    free((void *)base->counts);
    free((void *)next->counts);
    return numbers;
}

/* A limit is its own: it took what the record took. */
static bool has_limit(const struct record *record)
{
    for (size_t i = 0; record->limit_s && i < record->sample_count; i++)
        if (isfinite(record->limit_s[i]) && record->limit_s[i] != record->samples_s[i])
            return true;
    return false;
}

struct numbers record_numbers_over_limit(const struct record *record)
{
    if (!has_limit(record))
        return (struct numbers){.center = NAN};
    const struct rounds limit = rounds_of(record, record->limit_s),
                        own = rounds_of(record, record->samples_s);
    return ratio_numbers(&limit, &own);
}

struct numbers records_ratio_numbers(const struct record *base, const struct record *next)
{
    const struct rounds of_base = rounds_of(base, base->samples_s),
                        of_next = rounds_of(next, next->samples_s);
    return ratio_numbers(&of_base, &of_next);
}

struct estimate record_estimate(const struct record *record)
{
    return numbers_estimate_once(record_numbers(record));
}

/* Whether each process measured both, before the next one began. */
static bool took_turns(const struct record *a, const struct record *b)
{
    bool turns = a->launch_count > 1 && a->launch_count == b->launch_count;
    for (size_t i = 1; turns && i < a->launch_count; i++)
        turns = fmax(a->launches[i - 1].began_s, b->launches[i - 1].began_s) <
                fmin(a->launches[i].began_s, b->launches[i].began_s);
    return turns;
}

static struct estimate ratio_by_process(const struct record *base, const struct record *next)
{
    struct numbers sides[] = {record_numbers(base), record_numbers(next)};
    const struct estimate estimate = numbers_estimate_once(numbers_by_process(&sides[0], &sides[1]));
    numbers_close(&sides[0]);
    numbers_close(&sides[1]);
    return estimate;
}

struct estimate records_ratio(const struct record *base, const struct record *next)
{
    struct estimate ratio = {NAN, {NAN, NAN}, 0};
    if (records_share_rounds(base, next))
        ratio = numbers_estimate_once(records_ratio_numbers(base, next));
    else if (took_turns(base, next))
        ratio = ratio_by_process(base, next);
    if (isnan(ratio.value)) {
        ratio = estimate_apart(record_estimate(base), record_estimate(next));
        ratio.processes = 1;
    }
    return ratio;
}

struct estimate values_estimate(const double *values, size_t count)
{
    size_t *const counts = memory_array(count + 1, sizeof *counts);
    for (size_t i = 0; i < count; i++)
        counts[i] = 1;
    const struct estimate estimate = estimate_times(&(struct rounds){values, counts, count});
    free(counts);
    return estimate;
}
