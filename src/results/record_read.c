/* SPDX-License-Identifier: MIT */
/* Reading a record back from JSON; nothing of the text is believed. */
#include "results/record_read.h"

#include "base/memory.h"
#include "results/field_json.h"
#include "results/field_read.h"
#include "results/grade.h"
#include "results/join.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_MAX = 1000000000 };

static bool read_samples(const json_t *value, struct record *record)
{
    const json_t *const list = json_object_get(value, "samples_s");
    const size_t count = json_array_size(list);
    if (!json_is_array(list))
        return false;
    record->samples_s = count ? memory_array(count, sizeof *record->samples_s) : NULL;
    record->sample_count = record->sample_capacity = count;
    for (size_t i = 0; i < count; i++) {
        const json_t *const sample = json_array_get(list, i);
        if (!json_is_number(sample))
            return false;
        record->samples_s[i] = json_number_value(sample);
    }
    return true;
}

static bool read_launch(const json_t *value, struct launch_result *launch)
{
    uint64_t samples;
    const bool read = count_read(value, "samples", SAMPLES_MAX, &samples) &&
                      number_read(value, "began_s", &launch->began_s) &&
                      count_read(value, "batch", INT64_MAX, &launch->batch) &&
                      number_read(value, "time_median_s", &launch->median) &&
                      number_read(value, "time_ci_low_s", &launch->ci_low) &&
                      number_read(value, "time_ci_high_s", &launch->ci_high) &&
                      flags_read(json_object_get(value, "flags"), &launch->flags);
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
    record->launches = count ? memory_array(count, sizeof *record->launches) : NULL;
    record->launch_count = count;
    for (size_t i = 0; i < count; i++) {
        if (!read_launch(json_array_get(list, i), &record->launches[i]))
            return false;
        samples += record->launches[i].samples;
    }
    return !count || samples == record->sample_count;
}

/* As many as there are samples, or null. */
static bool read_beside(const json_t *list, const struct record *record, double **values)
{
    if (json_is_null(list))
        return true;
    if (!json_is_array(list) || json_array_size(list) != record->sample_count || !record->sample_count)
        return false;
    *values = memory_array(record->sample_count, sizeof **values);
    for (size_t i = 0; i < record->sample_count; i++) {
        const json_t *const value = json_array_get(list, i);
        if (!json_is_number(value) && !json_is_null(value))
            return false;
        (*values)[i] = json_is_null(value) ? NAN : json_number_value(value);
    }
    return true;
}

static bool read_limit(const json_t *value, struct record *record)
{
    const json_t *const limit = json_object_get(value, "limit");
    return read_beside(json_object_get(limit, "times_s"), record, &record->limit_s);
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
    return read_beside(json_object_get(placement, "round_trips_s"), record, &record->trips_s);
}

/* Null where nothing was counted. */
static bool read_counters(const json_t *value, struct record *record)
{
    const json_t *const object = json_object_get(value, "counters");
    if (json_is_null(object))
        return true;
    for (enum event event = 0; event < EVENT_COUNT; event++)
        if (!number_read(object, event_names[event], &record->counts.events[event]))
            return false;
    return count_read(object, "calls", INT64_MAX, &record->counted_calls) &&
           count_read(object, "enabled_ns", INT64_MAX, &record->counts.enabled_ns) &&
           count_read(object, "running_ns", INT64_MAX, &record->counts.running_ns);
}

static bool has_times(const struct record *record)
{
    for (size_t i = 0; i < record->sample_count; i++)
        if (!(record->samples_s[i] > 0))
            return false;
    return record->sample_count > 0;
}

/* What samples say is made of them again rather than believed. A result that is ok has some, and another that
 * has a time is none. */
static bool rate_samples(struct record *record)
{
    if (record->status != STATUS_OK)
        return record->statistics.samples == 0;
    if (!has_times(record))
        return false;
    if (record->launch_count)
        join_rate(record);
    else
        record->statistics = record_statistics(record);
    record->grade = record_grade(record);
    return true;
}

/* Where in the text a member is at fault, nobody asks. */
static bool read_fields(const json_t *value, struct record *record)
{
    struct error ignored = {0};
    const struct json_source nowhere = {.path = "", .text = ""};
    const struct json_node node = {.value = (json_t *)value, .source = &nowhere, .error = &ignored};
    return fields_read(&node, record, NULL);
}

bool record_read(struct record *record, const json_t *value, struct error *error)
{
    struct record read = record_of(&record->point);
    const char *const key = json_string_value(json_object_get(value, "key"));
    char expected[1024];
    point_key(&record->point, expected, sizeof expected);
    if (!key || strcmp(key, expected) != 0)
        return error_set(error, EXIT_USAGE, "a result of '%s'; expected '%s'", key ? key : "?", expected);
    if (read_fields(value, &read) && read_samples(value, &read) && read_launches(value, &read) &&
        read_placement(value, &read) && read_limit(value, &read) && read_counters(value, &read) &&
        rate_samples(&read)) {
        *record = read;
        return true;
    }
    record_close(&read);
    return error_set(error, EXIT_USAGE, "the result of '%s' is not as scanbench writes it", expected);
}
