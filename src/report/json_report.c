/* SPDX-License-Identifier: MIT */
/* Results as JSON: the fields of every record, every raw sample, and what they were measured with and on. */
#include "base/sha256.h"
#include "machine/isa.h"
#include "report/claims_report.h"
#include "report/fields.h"
#include "report/record_json.h"
#include "report/report.h"
#include "report/text_stream.h"
#include "sweep/json_load.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUILD_FLAGS
#define BUILD_FLAGS ""
#endif
#ifndef GIT
#define GIT ""
#endif
#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

enum { SCHEMA_VERSION = 1 };

/* Text from outside may be no UTF-8; then its bytes beyond ASCII become '?'. Empty is null. */
static json_t *text_json(const char *text)
{
    if (text == NULL || text[0] == '\0')
        return json_null();
    json_t *const whole = json_string(text);
    if (whole != NULL)
        return whole;
    char *const ascii = strdup(text);
    if (ascii == NULL)
        return NULL;
    for (char *c = ascii; *c != '\0'; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    json_t *const plain = json_string(ascii);
    free(ascii);
    return plain;
}

/* Takes the value. What cannot be appended leaves no array, so that nothing is lost in silence. */
static void append(json_t **array, json_t *value)
{
    if (json_array_append_new(*array, value) == 0)
        return;
    json_decref(*array);
    *array = NULL;
}

static json_t *number_json(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

/* Numbers of which a negative one means unknown. */
static json_t *known_json(long long number)
{
    return number < 0 ? json_null() : json_integer(number);
}

static json_t *known_bool_json(int number)
{
    return number < 0 ? json_null() : json_boolean(number != 0);
}

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
        append(&array, number_json(record->samples_s[i]));
    return array;
}

static json_t *flags_json(unsigned flags)
{
    json_t *array = json_array();
    char text[64];

    for (unsigned i = 0; i < FLAG_COUNT; i++)
        if (flags >> i & 1)
            append(&array, json_string(flags_text(1u << i, text, sizeof text)));
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

static json_t *placement_json(const struct record *record)
{
    json_t *cpus = json_array();

    for (unsigned i = 0; i < record->cpu_count; i++)
        append(&cpus, json_integer(record->cpus[i]));
    return json_pack("{s:o, s:o, s:o}", "cpus", cpus, "huge_fraction", number_json(record->huge_fraction),
                     "empty_dispatch_s", number_json(record->empty_dispatch_s));
}

static json_t *launches_json(const struct record *record)
{
    json_t *array = json_array();

    for (size_t i = 0; i < record->launch_count; i++) {
        const struct launch *const launch = &record->launches[i];
        append(&array,
               json_pack("{s:I, s:I, s:o, s:o, s:o, s:o}", "samples", (json_int_t)launch->samples, "batch",
                         (json_int_t)launch->batch, "time_median_s", number_json(launch->median),
                         "time_ci_low_s", number_json(launch->ci_low), "time_ci_high_s",
                         number_json(launch->ci_high), "flags", flags_json(launch->flags)));
    }
    return array;
}

/* Takes the value; NULL in place of the object when memory ran out. */
static void set(json_t **object, const char *name, json_t *value)
{
    if (json_object_set_new(*object, name, value) == 0)
        return;
    json_decref(*object);
    *object = NULL;
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
        set(&counters, name, number_json(counts_scaled(counts, counter) / elements));
        set(&counters, counter_names[counter], number_json(counts->events[counter]));
    }
    return counters;
}

json_t *record_json(const struct field_source *source)
{
    const struct record *const record = source->record;
    char key[1024];
    json_t *const result = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:{s:I, s:I}, s:o, s:o, s:o}", "key",
        text_json(point_key(&record->point, key, sizeof key)), "parameters",
        group_json(FIELD_IN_PARAMETERS, 0, source), "statistics", statistics_json(source), "samples_s",
        samples_json(record), "launches", launches_json(record), "counters", counters_json(record), "limit",
        limit_json(source), "verify", "outputs_right", (json_int_t)record->verified, "selected",
        (json_int_t)record->selected, "placement", placement_json(record), "flags", flags_json(record->flags),
        "message", text_json(record->message));

    if (add_fields(result, FIELD_IN_RESULT, 0, source))
        return result;
    json_decref(result);
    return NULL;
}

static json_t *results_json(const struct results *results, const struct machine *machine)
{
    json_t *array = json_array();

    for (size_t i = 0; i < results->count && array != NULL; i++)
        append(&array, record_json(&(struct field_source){&results->records[i], machine}));
    return array;
}

json_t *tool_json(void)
{
    return json_pack("{s:s, s:o, s:o, s:o}", "version", VERSION, "compiler", text_json(COMPILER), "flags",
                     text_json(BUILD_FLAGS), "git", text_json(GIT));
}

static json_t *texts_json(const char *const *texts, size_t count)
{
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++)
        append(&array, text_json(texts[i]));
    return array;
}

/* The names that the results have on an axis, each once. */
static json_t *axis_json(const struct results *results, enum axis axis)
{
    json_t *array = json_array();
    uint64_t seen = 0;

    for (size_t i = 0; i < results->count; i++) {
        const struct point *const point = &results->records[i].point;
        char text[64];
        if (!point_has(point, axis) || (seen >> point->axis[axis] & 1))
            continue;
        seen |= UINT64_C(1) << point->axis[axis];
        append(&array, text_json(point_axis_text(point, axis, text, sizeof text)));
    }
    return array;
}

static json_t *caches_json(const struct topology_facts *facts)
{
    json_t *array = json_array();

    for (size_t i = 0; i < facts->caches; i++)
        append(&array,
               json_pack("{s:i, s:I, s:i}", "level", (int)facts->cache[i].level, "bytes",
                         (json_int_t)facts->cache[i].bytes, "instances", (int)facts->cache[i].instances));
    return array;
}

static json_t *cpus_json(const struct topology *topology)
{
    json_t *array = json_array();
    const struct place *places;
    const size_t count = topology_places(topology, &places);

    for (size_t i = 0; i < count; i++)
        append(&array, json_integer(places[i].cpu));
    return array;
}

/* What must be the same for two results to be comparable. */
json_t *identity_json(const struct results *results, const struct report_context *context)
{
    const struct topology_facts *const facts = topology_facts(context->machine->topology);

    return json_pack("{s:o, s:s, s:b, s:i, s:i, s:i, s:i, s:b, s:o, s:I, s:o, s:s, s:o, s:o, s:o, s:o, s:s}",
                     "cpu_model", text_json(facts->cpu_model), "topology_digest", facts->digest, "real",
                     (int)facts->real, "sockets", (int)facts->sockets, "cores", (int)facts->cores, "units",
                     (int)facts->units, "nodes", (int)facts->nodes, "smt", (int)facts->smt, "allowed_cpus",
                     cpus_json(context->machine->topology), "memory_bytes", (json_int_t)facts->memory_bytes,
                     "caches", caches_json(facts), "isa", isa_names[isa_best()], "compiler",
                     text_json(COMPILER), "flags", text_json(BUILD_FLAGS), "pages",
                     axis_json(results, AXIS_PAGES), "cache", axis_json(results, AXIS_CACHE), "pin",
                     context->config->pin == PIN_CORES ? "cores" : "none");
}

/* What may have changed since, and only warns. */
static json_t *state_json(const struct machine *machine)
{
    const struct environment *const now = &machine->environment;

    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:{s:s, s:o, s:o}}",
                     "kernel", text_json(now->kernel), "architecture", text_json(now->host_arch), "governor",
                     text_json(now->governor), "boost", known_bool_json(now->boost), "mhz",
                     now->mhz < 0 ? json_null() : number_json(now->mhz), "load_1min",
                     now->load_1min < 0 ? json_null() : number_json(now->load_1min), "microcode",
                     text_json(now->microcode), "transparent_huge_pages", text_json(now->thp), "clocksource",
                     text_json(now->clocksource), "aslr", known_json(now->aslr), "hypervisor",
                     text_json(now->hypervisor), "memory_available_bytes",
                     known_json(now->memory_available_bytes), "utc", text_json(now->utc), "clock", "name",
                     machine->clock.name, "tick_s", number_json(machine->clock.tick_s), "overhead_s",
                     number_json(machine->clock.overhead_s));
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

static json_t *report_json(const struct results *results, const struct report_context *context)
{
    const struct config *const config = context->config;
    char digest[65];

    sha256_hex(config->text, config->length, digest);
    json_t *const report = json_pack(
        "{s:s, s:i, s:b, s:o, s:o, s:o, s:s, s:{s:o, s:o}, s:o, s:o}", "schema", "scanbench-results",
        "schema_version", SCHEMA_VERSION, "complete", (int)results->complete, "tool", tool_json(), "argv",
        texts_json((const char *const *)context->argv, (size_t)context->argc), "config", config_json(config),
        "config_sha256", digest, "machine", "identity", identity_json(results, context), "state",
        state_json(context->machine), "warnings", texts_json(context->warnings, context->warning_count),
        "results", results_json(results, context->machine));
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
    if (context->claims != NULL)
        json_object_set_new(report, "claims", claims_json(context->claims));
    const bool written = report != NULL && json_dumpf(report, stream.file, JSON_INDENT(1)) == 0;
    fputc('\n', stream.file);
    json_decref(report);
    char *const text = text_stream_close(&stream);
    if (written)
        return text;
    free(text);
    return NULL;
}
