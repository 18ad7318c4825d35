/* SPDX-License-Identifier: MIT */
/* What several launches of a plan say together. */
#include "results/results.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_BYTES = 1024 };

static bool is_failure(enum status status)
{
    return status != STATUS_OK && status != STATUS_INTERRUPTED;
}

/* The launch that decides about a point alone: the first that failed; the first where none has measured it.
 * Where none decides, count: those that have measured it are joined. */
static size_t deciding(const struct results *launches, size_t count, size_t index)
{
    size_t at = 0;
    for (size_t i = count; i-- > 0;)
        if (launches[i].records[index].status == STATUS_OK)
            at = count;
    for (size_t i = count; i-- > 0;)
        if (is_failure(launches[i].records[index].status))
            at = i;
    return at;
}

static void join_failure(const struct record *from, size_t launch, struct record *joined)
{
    char message[sizeof from->message + 32];
    snprintf(message, sizeof message, "%s (launch %zu)", from->message, launch + 1);
    const bool everywhere = from->status == STATUS_UNSUPPORTED || from->status == STATUS_INTERRUPTED;
    record_fail(joined, from->status, everywhere ? from->message : message);
}

static struct launch_result launch_of(const struct record *record)
{
    return (struct launch_result){
        .samples = record->sample_count,
        .began_s = record->began_s,
        .batch = record->batch,
        .flags = record->flags,
    };
}

static void add_counts(struct event_counts *sum, const struct event_counts *counts)
{
    for (enum event event = 0; event < EVENT_COUNT; event++)
        sum->events[event] += counts->events[event];
    sum->enabled_ns += counts->enabled_ns;
    sum->running_ns += counts->running_ns;
}

/* A record that was not joined is of one. */
static size_t launches_in(const struct record *record)
{
    return record->launch_count ? record->launch_count : 1;
}

static void add_launches(struct record *joined, const struct record *record)
{
    memcpy(joined->samples_s + joined->sample_count, record->samples_s,
           record->sample_count * sizeof *record->samples_s);
    for (size_t i = 0; joined->limit_s && i < record->sample_count; i++)
        joined->limit_s[joined->sample_count + i] = record->limit_s ? record->limit_s[i] : NAN;
    joined->sample_count += record->sample_count;
    if (record->launch_count)
        memcpy(joined->launches + joined->launch_count, record->launches,
               record->launch_count * sizeof *record->launches);
    else
        joined->launches[joined->launch_count] = launch_of(record);
    joined->launch_count += launches_in(record);
    add_counts(&joined->counts, &record->counts);
    joined->counted_calls += record->counted_calls;
}

/* The records of the launches that have measured a point. */
struct measured {
    const struct record **records;
    size_t count;
};

/* What two launches say together of a field. */
static void add_value(const struct field *field, const struct cell *value, struct cell *joined)
{
    if (field->join == JOIN_LEAST)
        joined->number = fmin(joined->number, value->number);
    else if (field->join == JOIN_MOST)
        joined->number = fmax(joined->number, value->number);
    else if (field->join == JOIN_SUM)
        joined->count += value->count;
    else if (field->join == JOIN_ANY)
        joined->count |= value->count;
    else if (field->join == JOIN_ALL && value->count == NO)
        joined->count = NO;
}

/* What the launches that have it say of a field; missing where none has. */
static struct cell add_values(const struct field *field, const struct measured *measured)
{
    struct cell joined = {.missing = true};
    for (size_t i = 0; i < measured->count; i++) {
        const struct cell value = field_get(field, measured->records[i]);
        if (value.missing)
            continue;
        if (joined.missing)
            joined = value;
        else
            add_value(field, &value, &joined);
    }
    return joined;
}

/* The number at a place in the records of the launches, of those that have it. */
static struct estimate across(const struct measured *measured, size_t place, double *values)
{
    for (size_t i = 0; i < measured->count; i++) {
        memcpy(&values[i], (const char *)measured->records[i] + place, sizeof values[i]);
        values[i] = isfinite(values[i]) ? values[i] : NAN;
    }
    return values_estimate(values, measured->count);
}

static void join_number(const struct field *field, const struct measured *measured, struct record *joined,
                        double *values)
{
    const bool is_median = field->join == JOIN_MEDIAN;
    const struct estimate estimate = across(measured, is_median ? field->place : field->across, values);
    const double number = is_median                 ? estimate.value
                          : field->join == JOIN_LOW ? estimate.interval.low
                                                    : estimate.interval.high;
    field_set(field, joined, &(struct cell){.number = number});
}

static void join_fields(const struct measured *measured, struct record *joined, double *values)
{
    for (size_t i = 0; i < field_count; i++) {
        const struct field *const field = &fields[i];
        if (!field_is_member(field) || field->join == JOIN_SAMPLES)
            continue;
        if (field->join == JOIN_MEDIAN || field->join == JOIN_LOW || field->join == JOIN_HIGH) {
            if (measured->count > 1)
                join_number(field, measured, joined, values);
            continue;
        }
        const struct cell value = add_values(field, measured);
        if (!value.missing)
            field_set(field, joined, &value);
    }
}

static void make_room(const struct measured *measured, struct record *joined)
{
    size_t samples = 0, launches = 0;
    bool limited = false;
    for (size_t i = 0; i < measured->count; i++) {
        samples += measured->records[i]->sample_count;
        launches += launches_in(measured->records[i]);
        limited |= measured->records[i]->limit_s != NULL;
    }
    joined->samples_s = memory_array(samples, sizeof *joined->samples_s);
    joined->limit_s = limited ? memory_array(samples, sizeof *joined->limit_s) : NULL;
    joined->launches = memory_array(launches, sizeof *joined->launches);
    joined->sample_capacity = samples;
}

/* A copy of a record without what launches add up. */
static struct record emptied(const struct record *record)
{
    struct record copy = *record;
    copy.samples_s = copy.limit_s = NULL;
    copy.launches = NULL;
    copy.sample_count = copy.sample_capacity = copy.launch_count = 0;
    copy.counted_calls = 0;
    copy.counts = (struct event_counts){0};
    return copy;
}

/* Of records that have several processes each, the share of the limit is that of all of these. */
static void join_limit_ratio(const struct measured *measured, struct record *joined)
{
    bool are_joined = false;
    for (size_t i = 0; i < measured->count; i++)
        are_joined |= measured->records[i]->launch_count > 0;
    if (!are_joined || measured->count < 2)
        return;
    const struct estimate over = numbers_estimate_once(record_numbers_over_limit(joined));
    if (isnan(over.value))
        return;
    joined->limit_ratio = 1 / over.value;
    joined->limit_interval = (struct interval){1 / over.interval.high, 1 / over.interval.low};
}

/* What one launch says alone stays as it is: nothing is known across launches. */
static void join_samples(const struct measured *measured, struct record *joined)
{
    double *const values = memory_array(measured->count, sizeof *values);
    *joined = emptied(measured->records[0]);
    make_room(measured, joined);
    for (size_t i = 0; i < measured->count; i++)
        add_launches(joined, measured->records[i]);
    join_fields(measured, joined, values);
    join_limit_ratio(measured, joined);
    joined->statistics = record_statistics(joined);
    record_flag_limit(joined);
    joined->grade = record_grade(joined);
    free(values);
}

/* False where no launch has measured the point. */
static bool join_measured(const struct results *launches, size_t count, size_t index, struct record *joined)
{
    struct measured measured = {memory_array(count, sizeof *measured.records), 0};
    for (size_t i = 0; i < count; i++)
        if (launches[i].records[index].status == STATUS_OK)
            measured.records[measured.count++] = &launches[i].records[index];
    if (measured.count > 0)
        join_samples(&measured, joined);
    free(measured.records);
    return measured.count > 0;
}

/* A point that ended its process or hung in one launch has no rate, but what the others measured is kept:
 * whoever killed the process need not have been the point. */
static void keep_samples(const struct results *launches, size_t count, size_t index, struct record *failed)
{
    struct record measured;
    if (failed->status != STATUS_CRASHED && failed->status != STATUS_TIMEOUT)
        return;
    if (!join_measured(launches, count, index, &measured))
        return;
    measured.status = failed->status;
    memcpy(measured.message, failed->message, sizeof measured.message);
    measured.statistics = failed->statistics;
    measured.stop_reason = failed->stop_reason;
    measured.verified = failed->verified;
    measured.flags = failed->flags;
    measured.grade = failed->grade;
    *failed = measured;
}

static void join_point(struct results *launches, size_t count, size_t index, struct record *joined)
{
    const size_t decides = deciding(launches, count, index);
    if (decides == count) {
        join_measured(launches, count, index, joined);
        return;
    }
    *joined = emptied(&launches[0].records[index]);
    join_failure(&launches[decides].records[index], decides, joined);
    keep_samples(launches, count, index, joined);
}

void results_join(struct results *launches, size_t count, struct results *joined)
{
    if (count == 1) {
        *joined = launches[0];
        launches[0] = (struct results){0};
        return;
    }
    *joined = (struct results){.records = memory_array(launches[0].count, sizeof *joined->records),
                               .complete = true};
    for (; joined->count < launches[0].count; joined->count++)
        join_point(launches, count, joined->count, &joined->records[joined->count]);
    for (size_t i = 0; i < count; i++) {
        joined->complete &= launches[i].complete;
        effort_add(&joined->effort, &launches[i].effort);
    }
}

/* What neither has measured says why the first has not; a failure of either is that of both. */
static void append_record(struct record *record, const struct record *more)
{
    const struct record *const both[] = {record, more};
    struct record joined;
    if (is_failure(record->status) || (more->status == STATUS_INTERRUPTED && record_measured(record)))
        return;
    if (is_failure(more->status)) {
        record_fail(record, more->status, more->message);
        return;
    }
    const size_t unmeasured = !record_measured(record);
    if (unmeasured && !record_measured(more))
        return;
    join_samples(&(struct measured){(const struct record **)both + unmeasured, 2 - unmeasured}, &joined);
    joined.point = record->point;
    record_close(record);
    *record = joined;
}

bool results_append(struct results *results, const struct results *more)
{
    char key[KEY_BYTES], of_more[KEY_BYTES];
    bool same = results->count == more->count;
    for (size_t i = 0; same && i < results->count; i++)
        same = strcmp(point_key(&results->records[i].point, key, sizeof key),
                      point_key(&more->records[i].point, of_more, sizeof of_more)) == 0;
    for (size_t i = 0; same && i < results->count; i++)
        append_record(&results->records[i], &more->records[i]);
    results->complete &= more->complete;
    return same;
}
