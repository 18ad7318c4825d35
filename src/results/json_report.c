/* SPDX-License-Identifier: MIT */
/* Results as JSON: the fields of every record, every raw sample, and what they were measured with and on. */
#include "base/sha256.h"
#include "report/claims_report.h"
#include "report/report.h"
#include "results/fields.h"
#include "results/record_json.h"
#include "results/text_stream.h"
#include "statistics/placement.h"
#include "json/json_load.h"
#include "json/json_values.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEMA_VERSION = 1 };

static json_t *value_json(const struct field *field, const struct field_value *value)
{
    if (value->missing)
        return json_null();
    if (field->kind == FIELD_TEXT)
        return text_json(value->text);
    if (field->kind == FIELD_COUNT)
        return json_integer((json_int_t)value->count);
    return number_json(value->number);
}

/* Add the fields of one group to an object, without the first `prefix` bytes of their names. */
static bool add_fields(json_t *object, enum field_group group, size_t prefix,
                       const struct field_source *source)
{
    for (size_t i = 0; i < field_count; i++) {
        if (fields[i].group != group)
            continue;
        const struct field_value value = field_get(&fields[i], source);
        if (json_object_set_new(object, fields[i].name + prefix, value_json(&fields[i], &value)) != 0)
            return false;
    }
    return true;
}

static json_t *group_json(enum field_group group, size_t prefix, const struct field_source *source)
{
    json_t *const object = json_object();

    if (add_fields(object, group, prefix, source))
        return object;
    json_decref(object);
    return NULL;
}

/* The columns, and what only JSON has room for. */
static json_t *statistics_json(const struct field_source *source)
{
    static const struct statistics none = {
        .p5 = NAN, .q1 = NAN, .q3 = NAN, .p95 = NAN, .max = NAN, .mad = NAN, .lag1 = NAN};
    const struct record *const record = source->record;
    const bool measured = record->status == STATUS_OK && record->statistics.samples > 0;
    const struct statistics *const all = measured ? &record->statistics : &none;
    json_t *const columns = group_json(FIELD_IN_STATISTICS, 0, source);
    json_t *const more = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "time_p5_s", number_json(all->p5), "time_q1_s",
        number_json(all->q1), "time_q3_s", number_json(all->q3), "time_p95_s", number_json(all->p95),
        "time_max_s", number_json(all->max), "time_mad_s", number_json(all->mad), "lag1",
        number_json(all->lag1), "outliers", measured ? json_integer((json_int_t)all->outliers) : json_null());

    if (more == NULL || json_object_update(columns, more) != 0) {
        json_decref(columns);
        json_decref(more);
        return NULL;
    }
    json_decref(more);
    return columns;
}

static json_t *samples_json(const struct record *record)
{
    json_t *array = json_array();

    for (size_t i = 0; i < record->sample_count; i++)
        json_append(&array, number_json(record->samples_s[i]));
    return array;
}

static json_t *flags_json(unsigned flags)
{
    json_t *array = json_array();
    char text[64];

    for (unsigned i = 0; i < FLAG_COUNT; i++)
        if (flags >> i & 1)
            json_append(&array, json_string(flags_text(1u << i, text, sizeof text)));
    return array;
}

static json_t *limit_json(const struct field_source *source)
{
    const char *const name = source->record->status == STATUS_OK ? source->record->limit_name : NULL;
    json_t *const limit = json_pack("{s:o}", "algorithm", text_json(name));

    if (add_fields(limit, FIELD_IN_LIMIT, strlen("limit_"), source))
        return limit;
    json_decref(limit);
    return NULL;
}

/* Null where the record does not say how far the cores were from each other. */
static json_t *trips_json(const struct record *record)
{
    if (record->trips_s == NULL)
        return json_null();
    json_t *array = json_array();
    for (size_t i = 0; i < record->sample_count; i++)
        json_append(&array, number_json(record->trips_s[i]));
    return array;
}

static json_t *placed_json(const struct record *record, const struct placed *placed, double *samples_s)
{
    const size_t count =
        placement_take(placed, record->trips_s, record->samples_s, record->sample_count, samples_s);
    const struct statistics statistics = statistics_make(samples_s, count);
    return json_pack("{s:f, s:f, s:I, s:o, s:o, s:o}", "round_trip_least_s", placed->least_s,
                     "round_trip_most_s", placed->most_s, "samples", (json_int_t)count, "time_median_s",
                     number_json(statistics.median), "time_ci_low_s", number_json(statistics.ci_low),
                     "time_ci_high_s", number_json(statistics.ci_high));
}

/* The statistics of each placement, which are never pooled. */
static json_t *placements_json(const struct record *record)
{
    struct placements placements = {.count = 0};
    double *const samples_s = malloc((record->sample_count + 1) * sizeof *samples_s);
    json_t *array = json_array();
    const bool found =
        samples_s != NULL &&
        (record->trips_s == NULL || placements_find(&placements, record->trips_s, record->sample_count));
    for (size_t i = 0; i < placements.count; i++)
        json_append(&array, placed_json(record, &placements.all[i], samples_s));
    free(samples_s);
    if (found)
        return array;
    json_decref(array);
    return NULL;
}

static json_t *placement_json(const struct record *record)
{
    json_t *cpus = json_array();

    for (unsigned i = 0; i < record->cpu_count; i++)
        json_append(&cpus, json_integer(record->cpus[i]));
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "cpus", cpus, "huge_fraction",
                     number_json(record->huge_fraction), "empty_dispatch_s",
                     number_json(record->empty_dispatch_s), "round_trips_s", trips_json(record), "placements",
                     placements_json(record));
}

static json_t *launches_json(const struct record *record)
{
    json_t *array = json_array();

    for (size_t i = 0; i < record->launch_count; i++) {
        const struct launch *const launch = &record->launches[i];
        json_append(&array, json_pack("{s:I, s:I, s:o, s:o, s:o, s:o}", "samples",
                                      (json_int_t)launch->samples, "batch", (json_int_t)launch->batch,
                                      "time_median_s", number_json(launch->median), "time_ci_low_s",
                                      number_json(launch->ci_low), "time_ci_high_s",
                                      number_json(launch->ci_high), "flags", flags_json(launch->flags)));
    }
    return array;
}

/* Null where nothing was counted: the kernel refuses, or there are no elements. As counted, and scaled. */
static json_t *counters_json(const struct record *record)
{
    const struct counts *const counts = &record->counts;
    const double elements = (double)record->counted_calls * (double)record->point.n;

    if (record->status != STATUS_OK || counts->enabled_ns == 0 || elements == 0)
        return json_null();
    json_t *counters =
        json_pack("{s:o, s:I, s:I, s:I}", "running", number_json(counts_running(counts)), "calls",
                  (json_int_t)record->counted_calls, "enabled_ns", (json_int_t)counts->enabled_ns,
                  "running_ns", (json_int_t)counts->running_ns);
    for (enum counter counter = 0; counter < COUNTER_COUNT; counter++) {
        char name[64];
        snprintf(name, sizeof name, "%s_per_element", counter_names[counter]);
        json_set(&counters, name, number_json(counts_scaled(counts, counter) / elements));
        json_set(&counters, counter_names[counter], number_json(counts->events[counter]));
    }
    return counters;
}

static json_t *known_word_json(enum known known)
{
    return known == UNKNOWN ? json_null() : json_boolean(known == YES);
}

static json_t *verify_json(const struct record *record)
{
    const struct accuracy *const accuracy = &record->accuracy;
    return json_pack("{s:I, s:I, s:o, s:o, s:o}", "outputs_right", (json_int_t)record->verified, "selected",
                     (json_int_t)record->selected, "error_eps", number_json(accuracy->error_eps),
                     "bits_repeat", known_word_json(accuracy->repeats), "bits_same_across_workers",
                     known_word_json(accuracy->workers_agree));
}

json_t *record_json(const struct field_source *source)
{
    const struct record *const record = source->record;
    char key[1024];
    json_t *const result = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "key",
        text_json(point_key(&record->point, key, sizeof key)), "parameters",
        group_json(FIELD_IN_PARAMETERS, 0, source), "statistics", statistics_json(source), "samples_s",
        samples_json(record), "launches", launches_json(record), "counters", counters_json(record),
        "compute_s", number_json(record->compute_s), "compute_spread", number_json(record->compute_spread),
        "limit", limit_json(source), "verify", verify_json(record), "placement", placement_json(record),
        "flags", flags_json(record->flags), "message", text_json(record->message));

    if (add_fields(result, FIELD_IN_RESULT, 0, source))
        return result;
    json_decref(result);
    return NULL;
}

static json_t *results_json(const struct results *results, const struct machine *machine)
{
    json_t *array = json_array();

    for (size_t i = 0; i < results->count && array != NULL; i++)
        json_append(&array, record_json(&(struct field_source){&results->records[i], machine}));
    return array;
}

static json_t *config_json(const struct config *config)
{
    bool refused;
    json_error_t ignored;
    json_t *const parsed = json_load(config->text, config->length, 0, &ignored, &refused);

    return parsed != NULL || refused ? parsed : json_null();
}

json_t *resume_json(const struct results *results, const struct report_context *context)
{
    static const struct invocation silent;
    const struct invocation *const said = context->invocation ? context->invocation : &silent;
    const struct config *const config = context->config;
    char seed[32];

    snprintf(seed, sizeof seed, "%" PRIu64, config->measure.seed);
    return json_pack("{s:o, s:s%, s:o, s:o, s:o, s:o, s:s, s:b, s:I}", "path", text_json(config->path),
                     "config", config->text, config->length, "settings",
                     texts_json(said->settings, said->setting_count), "filter", text_json(said->filter),
                     "isa", text_json(said->isa), "topology", text_json(said->topology), "seed", seed,
                     "smoke", (int)said->smoke, "points", (json_int_t)results->count);
}

static json_t *effort_json(const struct effort *effort)
{
    return json_pack("{s:f, s:f, s:f, s:f}", "wall_s", effort->wall_s, "sampled_s", effort->sampled_s,
                     "untimed_s", effort->untimed_s, "warmed_s", effort->warmed_s);
}

/* Null where the other run ended before: what was measured is no pair. */
static json_t *turns_json(const struct turns *turns)
{
    if (turns_broken(turns))
        return json_null();
    return json_pack("{s:s, s:s}", "session", turns->session, "side", turns->first ? "first" : "second");
}

static json_t *report_json(const struct results *results, const struct report_context *context)
{
    const struct config *const config = context->config;
    char digest[65];

    sha256_hex(config->text, config->length, digest);
    json_t *const report = json_pack(
        "{s:s, s:i, s:b, s:o, s:o, s:o, s:s, s:{s:o, s:o}, s:o, s:o, s:o}", "schema", "scanbench-results",
        "schema_version", SCHEMA_VERSION, "complete", (int)results->complete, "tool", tool_json(), "argv",
        texts_json((const char *const *)context->argv, (size_t)context->argc), "config", config_json(config),
        "config_sha256", digest, "machine", "identity", identity_json(results, context), "state",
        state_json(context->machine), "warnings", texts_json(context->warnings, context->warning_count),
        "effort", effort_json(&results->effort), "results", results_json(results, context->machine));
    if (results->complete || json_object_set_new(report, "resume", resume_json(results, context)) == 0)
        return report;
    json_decref(report);
    return NULL;
}

char *json_text(const struct results *results, const struct report_context *context)
{
    struct text_stream stream;

    if (!text_stream_open(&stream))
        return NULL;
    json_t *const report = report_json(results, context);
    const bool in_turn =
        context->turns == NULL || json_object_set_new(report, "turns", turns_json(context->turns)) == 0;
    const bool whole =
        context->claims == NULL || json_object_set_new(report, "claims", claims_json(context->claims)) == 0;
    const bool written =
        report != NULL && in_turn && whole && json_dumpf(report, stream.file, JSON_INDENT(1)) == 0;
    fputc('\n', stream.file);
    json_decref(report);
    char *const text = text_stream_close(&stream);
    if (written)
        return text;
    free(text);
    return NULL;
}
