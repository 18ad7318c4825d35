/* SPDX-License-Identifier: MIT */
/* Reading a record back from JSON; nothing of the text is believed. */
#include "registry/registry.h"
#include "results/record_json.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_MAX = 1000000000 };

static const struct member {
    const char *name;
    size_t place; /* in struct statistics */
} times[] = {
    {"time_median_s", offsetof(struct statistics, median)},
    {"time_ci_low_s", offsetof(struct statistics, ci_low)},
    {"time_ci_high_s", offsetof(struct statistics, ci_high)},
    {"time_min_s", offsetof(struct statistics, min)},
    {"time_p5_s", offsetof(struct statistics, p5)},
    {"time_q1_s", offsetof(struct statistics, q1)},
    {"time_q3_s", offsetof(struct statistics, q3)},
    {"time_p95_s", offsetof(struct statistics, p95)},
    {"time_max_s", offsetof(struct statistics, max)},
    {"time_mean_s", offsetof(struct statistics, mean)},
    {"time_sd_s", offsetof(struct statistics, sd)},
    {"time_mad_s", offsetof(struct statistics, mad)},
    {"lag1", offsetof(struct statistics, lag1)},
};

/* A number, or NAN for null. */
static bool read_number(const json_t *object, const char *name, double *number)
{
    const json_t *const value = json_object_get(object, name);
    if (!json_is_number(value) && !json_is_null(value))
        return false;
    *number = json_is_null(value) ? NAN : json_number_value(value);
    return true;
}

/* A whole number from 0 to most, or 0 for null. */
static bool read_count(const json_t *object, const char *name, uint64_t most, uint64_t *count)
{
    const json_t *const value = json_object_get(object, name);
    const json_int_t number = json_integer_value(value);
    *count = (uint64_t)number;
    return json_is_null(value) || (json_is_integer(value) && number >= 0 && (uint64_t)number <= most);
}

/* The index of a member's word in names, from the back: of two with one name the later. */
static bool read_word(const json_t *object, const char *name, const char *const *names, size_t count,
                      unsigned *index)
{
    const json_t *const value = json_object_get(object, name);
    if (!json_is_string(value) && !json_is_null(value))
        return false;
    const char *const word = json_is_null(value) ? "-" : json_string_value(value);
    for (*index = (unsigned)count; (*index)-- > 0;)
        if (strcmp(names[*index], word) == 0)
            return true;
    return false;
}

static bool read_flag(const char *word, unsigned *flags)
{
    char text[64];
    for (unsigned i = 0; i < FLAG_COUNT; i++) {
        if (strcmp(word, flags_text(1u << i, text, sizeof text)) != 0)
            continue;
        *flags |= 1u << i;
        return true;
    }
    return false;
}

static bool read_flags(const json_t *object, unsigned *flags)
{
    const json_t *const list = json_object_get(object, "flags");
    *flags = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *const word = json_string_value(json_array_get(list, i));
        if (!word || !read_flag(word, flags))
            return false;
    }
    return json_is_array(list);
}

static bool read_statistics(const json_t *value, struct record *record)
{
    const json_t *const object = json_object_get(value, "statistics");
    uint64_t samples, outliers;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        double number;
        if (!read_number(object, times[i].name, &number))
            return false;
        memcpy((char *)&record->statistics + times[i].place, &number, sizeof number);
    }
    if (!read_count(object, "samples", SAMPLES_MAX, &samples) ||
        !read_count(object, "outliers", SAMPLES_MAX, &outliers) ||
        !read_count(object, "batch", INT64_MAX, &record->batch))
        return false;
    record->statistics.samples = samples;
    record->statistics.outliers = outliers;
    return true;
}

static bool read_samples(const json_t *value, struct record *record)
{
    const json_t *const list = json_object_get(value, "samples_s");
    const size_t count = json_array_size(list);
    if (!json_is_array(list))
        return false;
    record->samples_s = count ? malloc(count * sizeof *record->samples_s) : NULL;
    if (count && !record->samples_s)
        return false;
    record->sample_count = record->sample_capacity = count;
    for (size_t i = 0; i < count; i++) {
        const json_t *const sample = json_array_get(list, i);
        if (!json_is_number(sample))
            return false;
        record->samples_s[i] = json_number_value(sample);
    }
    return true;
}

static bool read_launch(const json_t *value, struct launch *launch)
{
    uint64_t samples;
    const bool read = read_count(value, "samples", SAMPLES_MAX, &samples) &&
                      read_count(value, "batch", INT64_MAX, &launch->batch) &&
                      read_number(value, "time_median_s", &launch->median) &&
                      read_number(value, "time_ci_low_s", &launch->ci_low) &&
                      read_number(value, "time_ci_high_s", &launch->ci_high) &&
                      read_flags(value, &launch->flags);
    launch->samples = read ? samples : 0;
    return read;
}

/* Together they have the samples that the record has. */
static bool read_launches(const json_t *value, struct record *record)
{
    const json_t *const list = json_object_get(value, "launches");
    const size_t count = json_array_size(list);
    size_t samples = 0;
    if (!json_is_array(list))
        return false;
    record->launches = count ? calloc(count, sizeof *record->launches) : NULL;
    if (count && !record->launches)
        return false;
    record->launch_count = count;
    for (size_t i = 0; i < count; i++) {
        if (!read_launch(json_array_get(list, i), &record->launches[i]))
            return false;
        samples += record->launches[i].samples;
    }
    return !count || samples == record->sample_count;
}

/* The name lives as long as the program: it is one of the registry's. */
static bool read_limit(const json_t *value, struct record *record)
{
    const json_t *const limit = json_object_get(value, "limit");
    const char *const name = json_string_value(json_object_get(limit, "algorithm"));
    for (size_t i = 0; name && i < registry_count; i++)
        if (strcmp(registry[i]->name, name) == 0)
            record->limit_name = registry[i]->name;
    return (!name || record->limit_name) && read_number(limit, "bytes_per_s", &record->limit_bytes_per_s) &&
           read_number(limit, "ratio", &record->limit_ratio) &&
           read_number(limit, "ratio_ci_low", &record->limit_interval.low) &&
           read_number(limit, "ratio_ci_high", &record->limit_interval.high);
}

/* As many as there are samples, or null. */
static bool read_trips(const json_t *placement, struct record *record)
{
    const json_t *const list = json_object_get(placement, "round_trips_s");
    if (json_is_null(list))
        return true;
    if (!json_is_array(list) || json_array_size(list) != record->sample_count || !record->sample_count)
        return false;
    record->trips_s = malloc(record->sample_count * sizeof *record->trips_s);
    for (size_t i = 0; record->trips_s && i < record->sample_count; i++) {
        const json_t *const trip = json_array_get(list, i);
        if (!json_is_number(trip) && !json_is_null(trip))
            return false;
        record->trips_s[i] = json_is_null(trip) ? NAN : json_number_value(trip);
    }
    return record->trips_s != NULL;
}

static bool read_placement(const json_t *value, struct record *record)
{
    const json_t *const placement = json_object_get(value, "placement");
    const json_t *const cpus = json_object_get(placement, "cpus");
    const size_t most = sizeof record->cpus / sizeof record->cpus[0];
    if (!json_is_array(cpus) || json_array_size(cpus) > most)
        return false;
    for (record->cpu_count = 0; record->cpu_count < json_array_size(cpus); record->cpu_count++) {
        const json_t *const cpu = json_array_get(cpus, record->cpu_count);
        if (!json_is_integer(cpu))
            return false;
        record->cpus[record->cpu_count] = (unsigned)json_integer_value(cpu);
    }
    return read_trips(placement, record) && read_number(placement, "huge_fraction", &record->huge_fraction) &&
           read_number(placement, "empty_dispatch_s", &record->empty_dispatch_s);
}

static bool read_cores(const json_t *value, struct record *record)
{
    return read_number(value, "compute_s", &record->compute_s) &&
           read_number(value, "compute_spread", &record->compute_spread);
}

/* Null where nothing was counted. */
static bool read_counters(const json_t *value, struct record *record)
{
    const json_t *const object = json_object_get(value, "counters");
    if (json_is_null(object))
        return true;
    for (enum counter counter = 0; counter < COUNTER_COUNT; counter++)
        if (!read_number(object, counter_names[counter], &record->counts.events[counter]))
            return false;
    return read_count(object, "calls", INT64_MAX, &record->counted_calls) &&
           read_count(object, "enabled_ns", INT64_MAX, &record->counts.enabled_ns) &&
           read_count(object, "running_ns", INT64_MAX, &record->counts.running_ns);
}

static bool read_known(const json_t *object, const char *name, enum known *known)
{
    const json_t *const value = json_object_get(object, name);
    *known = json_is_true(value) ? YES : json_is_false(value) ? NO : UNKNOWN;
    return json_is_boolean(value) || json_is_null(value);
}

static bool read_accuracy(const json_t *value, struct accuracy *accuracy)
{
    const json_t *const verify = json_object_get(value, "verify");
    return read_number(verify, "error_eps", &accuracy->error_eps) &&
           read_known(verify, "bits_repeat", &accuracy->repeats) &&
           read_known(verify, "bits_same_across_workers", &accuracy->workers_agree);
}

static bool read_verdict(const json_t *value, struct record *record)
{
    const char *const message = json_string_value(json_object_get(value, "message"));
    const json_t *const verify = json_object_get(value, "verify");
    unsigned status, reason;
    uint64_t selected;
    if (!read_word(value, "status", status_names, STATUS_COUNT, &status) ||
        !read_word(value, "stop_reason", stop_reason_names, STOP_COUNT, &reason) ||
        !read_count(verify, "outputs_right", INT64_MAX, &record->verified) ||
        !read_count(verify, "selected", INT64_MAX, &selected))
        return false;
    record->selected = selected;
    record->status = (enum status)status;
    record->stop_reason = (enum stop_reason)reason;
    if (message)
        snprintf(record->message, sizeof record->message, "%s", message);
    return true;
}

/* A result that is ok has samples and a time. */
static bool is_whole(const struct record *record)
{
    return record->status != STATUS_OK ||
           (record->sample_count > 0 && record->statistics.samples > 0 && record->statistics.median > 0);
}

bool record_read(struct record *record, const json_t *value, struct error *error)
{
    struct record read = record_of(&record->point);
    const char *const key = json_string_value(json_object_get(value, "key"));
    char expected[1024];
    point_key(&record->point, expected, sizeof expected);
    if (!key || strcmp(key, expected) != 0)
        return error_set(error, EXIT_USAGE, "a result of '%s'; expected '%s'", key ? key : "?", expected);
    if (read_verdict(value, &read) && read_flags(value, &read.flags) && read_statistics(value, &read) &&
        read_samples(value, &read) && read_launches(value, &read) && read_limit(value, &read) &&
        read_placement(value, &read) && read_counters(value, &read) && read_cores(value, &read) &&
        read_accuracy(value, &read.accuracy) && is_whole(&read)) {
        *record = read;
        return true;
    }
    record_close(&read);
    return error_set(error, EXIT_USAGE, "the result of '%s' is not as scanbench writes it", expected);
}
