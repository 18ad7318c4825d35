/* SPDX-License-Identifier: MIT */
/* Records as JSON, and back; nothing of the text is believed. */
#include "results/results.h"

#include "base/memory.h"
#include "base/text.h"
#include "json/json_load.h"

#include <math.h>
#include <string.h>

static json_t *group_json(enum field_group group, const struct record *record)
{
    json_t *const object = json_object();

    fields_add(object, group, record);
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
static json_t *limit_json(const struct record *record)
{
    json_t *const limit = group_json(FIELD_IN_LIMIT, record);
    json_object_set_new(limit, "times_s", series_json(record->limit_s, record->sample_count));
    return limit;
}

static json_t *placement_json(const struct record *record)
{
    json_t *const placement = json_object();
    json_t *const cpus = json_array();

    for (unsigned i = 0; i < record->cpu_count; i++)
        json_array_append_new(cpus, json_integer(record->cpus[i]));
    json_object_set_new(placement, "cpus", cpus);
    fields_add(placement, FIELD_IN_PLACEMENT, record);
    return placement;
}

/* Each with what its samples say alone: nothing where it has none. */
static json_t *launches_json(const struct record *record)
{
    json_t *const array = json_array();
    const double *samples_s = record->samples_s;

    for (size_t i = 0; i < record->launch_count; i++) {
        const struct launch_result *const launch = &record->launches[i];
        const struct estimate alone = estimate_times(&(struct rounds){samples_s, &launch->samples, 1});
        json_array_append_new(
            array, json_pack("{s:I, s:o, s:I, s:o, s:o, s:o, s:o}", "samples", (json_int_t)launch->samples,
                             "began_s", number_json(launch->began_s), "batch", (json_int_t)launch->batch,
                             "time_median_s", number_json(alone.value), "time_ci_low_s",
                             number_json(alone.interval.low), "time_ci_high_s",
                             number_json(alone.interval.high), "warnings", flags_json(launch->flags)));
        samples_s += launch->samples;
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
    json_t *const result = json_object();
    char key[1024];

    json_object_set_new(result, "key", text_json(point_key(&record->point, key, sizeof key)));
    json_object_set_new(result, "parameters", group_json(FIELD_IN_PARAMETERS, record));
    json_object_set_new(result, "statistics", group_json(FIELD_IN_STATISTICS, record));
    json_object_set_new(result, "samples_s", samples_json(record));
    json_object_set_new(result, "launches", launches_json(record));
    json_object_set_new(result, "counters", counters_json(record));
    json_object_set_new(result, "limit", limit_json(record));
    json_object_set_new(result, "verify", group_json(FIELD_IN_VERIFY, record));
    json_object_set_new(result, "placement", placement_json(record));
    fields_add(result, FIELD_IN_RESULT, record);
    return result;
}

enum { SAMPLES_MAX = 1000000000 };
static const double longest_s = 1e9; /* so that sums and ratios of times stay numbers */

static bool read_number(const struct json_node *node, double *number)
{
    *number = node_absent(node) ? NAN : json_number_value(node->value);
    return node_absent(node) || json_is_number(node->value) || node_unexpected(node, "a number, or null");
}

/* Null is NAN where it may be. */
static bool read_time(const struct json_node *node, bool optional, double *time_s)
{
    *time_s = NAN;
    if (optional && node_absent(node))
        return true;
    if (!json_is_number(node->value) || json_number_value(node->value) < 0)
        return node_unexpected(node, "a number, not negative");
    *time_s = json_number_value(node->value);
    return (*time_s > 0 && *time_s < longest_s) || node_unexpected(node, "a time above 0 and below 10^9 s");
}

static bool read_times(const struct json_node *list, bool optional, double *times)
{
    for (size_t i = 0; i < json_array_size(list->value); i++) {
        const struct json_node item = node_item(list, i);
        if (!read_time(&item, optional, &times[i]))
            return false;
    }
    return true;
}

static bool check_list(const struct json_node *node, size_t most)
{
    char expected[64];
    snprintf(expected, sizeof expected, "a list of at most %zu items", most);
    return (json_is_array(node->value) && json_array_size(node->value) <= most) ||
           node_unexpected(node, expected);
}

static bool read_samples(const struct json_node *result, struct record *record)
{
    const struct json_node list = node_member(result, "samples_s");
    if (!check_list(&list, SAMPLES_MAX))
        return false;
    const size_t count = json_array_size(list.value);
    record->samples_s = count ? memory_array(count, sizeof *record->samples_s) : NULL;
    record->sample_count = record->sample_capacity = count;
    return read_times(&list, false, record->samples_s);
}

/* The time of the limit beside each sample, or null. */
static bool read_limit(const struct json_node *result, struct record *record)
{
    const struct json_node limit = node_member(result, "limit"), list = node_member(&limit, "times_s");
    if (node_absent(&list))
        return true;
    if (!json_is_array(list.value) || json_array_size(list.value) != record->sample_count ||
        !record->sample_count)
        return node_unexpected(&list, "as many times as there are samples");
    record->limit_s = memory_array(record->sample_count, sizeof *record->limit_s);
    return read_times(&list, true, record->limit_s);
}

/* What its samples say is made of them again; it is a number all the same. */
static bool read_launch(const struct json_node *launch, size_t samples_left, struct launch_result *read)
{
    const struct json_node samples = node_member(launch, "samples"), batch = node_member(launch, "batch"),
                           began = node_member(launch, "began_s"), flags = node_member(launch, "warnings");
    static const char *const made[] = {"time_median_s", "time_ci_low_s", "time_ci_high_s"};
    uint64_t count = 0;
    double ignored;
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        const struct json_node number = node_member(launch, made[i]);
        if (!read_number(&number, &ignored))
            return false;
    }
    const bool ok = node_object(launch) && node_count(&samples, 0, samples_left, &count) &&
                    read_number(&began, &read->began_s) && node_count(&batch, 0, INT64_MAX, &read->batch) &&
                    flags_read(&flags, true, &read->flags);
    read->samples = count;
    return ok;
}

/* Together they have the samples that the record has. */
static bool read_launches(const struct json_node *result, struct record *record)
{
    const struct json_node list = node_member(result, "launches");
    if (!check_list(&list, SAMPLES_MAX))
        return false;
    const size_t count = json_array_size(list.value);
    size_t left = record->sample_count;
    record->launches = count ? memory_array(count, sizeof *record->launches) : NULL;
    for (; record->launch_count < count; record->launch_count++) {
        const struct json_node item = node_item(&list, record->launch_count);
        struct launch_result *const launch = &record->launches[record->launch_count];
        if (!read_launch(&item, left, launch))
            return false;
        left -= launch->samples;
    }
    return !count || left == 0 ||
           node_fail(&list, "those of the record", "%zu samples are of no launch", left);
}

static bool read_cpus(const struct json_node *result, struct record *record)
{
    const struct json_node placement = node_member(result, "placement"),
                           list = node_member(&placement, "cpus");
    if (node_absent(&placement))
        return true;
    if (!check_list(&list, sizeof record->cpus / sizeof record->cpus[0]))
        return false;
    for (record->cpu_count = 0; record->cpu_count < json_array_size(list.value); record->cpu_count++) {
        const struct json_node item = node_item(&list, record->cpu_count);
        uint64_t cpu;
        if (!node_count(&item, 0, UINT32_MAX, &cpu))
            return false;
        record->cpus[record->cpu_count] = (unsigned)cpu;
    }
    return true;
}

/* Null where nothing was counted. */
static bool read_counters(const struct json_node *result, struct record *record)
{
    const struct json_node object = node_member(result, "counters");
    const struct json_node calls = node_member(&object, "calls"),
                           enabled = node_member(&object, "enabled_ns"),
                           running = node_member(&object, "running_ns");
    if (node_absent(&object))
        return true;
    const char *key;
    json_t *value;
    double number;
    if (!node_object(&object))
        return false;
    json_object_foreach(object.value, key, value)
    {
        const struct json_node member = node_member(&object, key);
        if (!read_number(&member, &number))
            return false;
    }
    for (enum event event = 0; event < EVENT_COUNT; event++) {
        const struct json_node count = node_member(&object, event_names[event]);
        read_number(&count, &record->counts.events[event]);
    }
    return node_count(&calls, 0, INT64_MAX, &record->counted_calls) &&
           node_count(&enabled, 0, INT64_MAX, &record->counts.enabled_ns) &&
           node_count(&running, 0, INT64_MAX, &record->counts.running_ns);
}

/* What samples say is made of them again rather than believed. A result that is ok has some, and another that
 * has a time is none. */
static bool rate_samples(const struct json_node *result, struct record *record)
{
    const struct json_node samples = node_member(result, "samples_s");
    const struct json_node statistics = node_member(result, "statistics");
    if (record->status != STATUS_OK)
        return record->statistics.samples == 0 || node_unexpected(&statistics, "none of a point that failed");
    if (!record->sample_count)
        return node_unexpected(&samples, "the samples of a point that is ok");
    record->statistics = record_statistics(record);
    record->grade = record_grade(record);
    return true;
}

/* Of a point that the text describes it is a text, whatever it says. */
static bool check_key(const struct json_node *result, const struct record *record, bool described)
{
    const struct json_node key = node_member(result, "key");
    const char *text;
    char expected[1024];
    if (described)
        return key.value == NULL || node_string(&key, &text);
    point_key(&record->point, expected, sizeof expected);
    return node_string(&key, &text) && (strcmp(text, expected) == 0 || node_unexpected(&key, expected));
}

/* What the text says its point is: the name is printed in tables, CSV and C headers, and bytes are counted by
 * the type. */
static bool check_described(const struct json_node *result, const struct record *record)
{
    const struct json_node parameters = node_member(result, "parameters");
    const struct json_node algorithm = node_member(&parameters, "algorithm");
    const struct json_node dtype = node_member(&parameters, axis_info[AXIS_DTYPE].name);
    if (!text_is_label(record->point.implementation->name))
        return node_unexpected(&algorithm, "a name of letters, digits and _.:/+-, at most 128");
    return record->point.dtype != DTYPE_NONE || node_unexpected(&dtype, "the type of the elements");
}

bool record_read(struct record *record, const struct json_node *node, struct implementation *described)
{
    struct record read = record_of(&record->point);
    const bool ok = node_object(node) && check_key(node, &read, described != NULL) &&
                    fields_read(node, &read, described) && (!described || check_described(node, &read)) &&
                    read_samples(node, &read) && read_launches(node, &read) && read_cpus(node, &read) &&
                    read_limit(node, &read) && read_counters(node, &read) && rate_samples(node, &read);
    if (ok)
        *record = read;
    else
        record_close(&read);
    return ok;
}
