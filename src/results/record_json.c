/* SPDX-License-Identifier: MIT */
/* A record as JSON: its fields, every raw sample, its launches and counters. */
#include "results/record_json.h"

#include "results/field_json.h"
#include "json/json_values.h"

#include <stdlib.h>

static json_t *group_json(enum field_group group, const struct field_source *source)
{
    json_t *const object = json_object();

    fields_add(object, group, source);
    return object;
}

/* Null without any. */
static json_t *series_json(const double *values, size_t count)
{
    if (values == NULL)
        return json_null();
    json_t *const array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, number_json(values[i]));
    return array;
}

static json_t *samples_json(const struct record *record)
{
    return record->sample_count ? series_json(record->samples_s, record->sample_count) : json_array();
}

/* Null where no limit was measured beside. */
static json_t *limit_json(const struct field_source *source)
{
    const struct record *const record = source->record;
    json_t *const limit = group_json(FIELD_IN_LIMIT, source);
    json_object_set_new(limit, "times_s", series_json(record->limit_s, record->sample_count));
    return limit;
}

static json_t *placement_json(const struct field_source *source)
{
    const struct record *const record = source->record;
    json_t *const placement = json_object();
    json_t *const cpus = json_array();

    for (unsigned i = 0; i < record->cpu_count; i++)
        json_array_append_new(cpus, json_integer(record->cpus[i]));
    json_object_set_new(placement, "cpus", cpus);
    fields_add(placement, FIELD_IN_PLACEMENT, source);
    return placement;
}

static json_t *launches_json(const struct record *record)
{
    json_t *const array = json_array();

    for (size_t i = 0; i < record->launch_count; i++) {
        const struct launch_result *const launch = &record->launches[i];
        json_array_append_new(
            array, json_pack("{s:I, s:o, s:I, s:o, s:o, s:o, s:o}", "samples", (json_int_t)launch->samples,
                             "began_s", number_json(launch->began_s), "batch", (json_int_t)launch->batch,
                             "time_median_s", number_json(launch->median), "time_ci_low_s",
                             number_json(launch->ci_low), "time_ci_high_s", number_json(launch->ci_high),
                             "flags", flags_json(launch->flags)));
    }
    return array;
}

/* Null where nothing was counted: the kernel refuses, or there are no elements. As counted, and scaled. */
static json_t *counters_json(const struct record *record)
{
    const struct event_counts *const counts = &record->counts;

    if (!record_counted(record))
        return json_null();
    json_t *counters =
        json_pack("{s:o, s:I, s:I, s:I}", "running", number_json(counters_running(counts)), "calls",
                  (json_int_t)record->counted_calls, "enabled_ns", (json_int_t)counts->enabled_ns,
                  "running_ns", (json_int_t)counts->running_ns);
    for (enum event event = 0; event < EVENT_COUNT; event++) {
        char name[64];
        snprintf(name, sizeof name, "%s_per_element", event_names[event]);
        json_object_set_new(counters, name, number_json(record_per_element(record, event)));
        json_object_set_new(counters, event_names[event], number_json(counts->events[event]));
    }
    return counters;
}

json_t *record_json(const struct record *record)
{
    const struct field_source *const source = &(struct field_source){.record = record};
    json_t *const result = json_object();
    char key[1024];

    json_object_set_new(result, "key", text_json(point_key(&record->point, key, sizeof key)));
    json_object_set_new(result, "parameters", group_json(FIELD_IN_PARAMETERS, source));
    json_object_set_new(result, "statistics", group_json(FIELD_IN_STATISTICS, source));
    json_object_set_new(result, "samples_s", samples_json(record));
    json_object_set_new(result, "launches", launches_json(record));
    json_object_set_new(result, "counters", counters_json(record));
    json_object_set_new(result, "limit", limit_json(source));
    json_object_set_new(result, "verify", group_json(FIELD_IN_VERIFY, source));
    json_object_set_new(result, "placement", placement_json(source));
    fields_add(result, FIELD_IN_RESULT, source);
    return result;
}
