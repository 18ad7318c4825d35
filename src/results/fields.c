/* SPDX-License-Identifier: MIT */
/* The one list of result columns, and how each is found in a record. */
#include "results/fields.h"

#include "problem/primitive.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void set_text(struct field_value *value, const char *text)
{
    snprintf(value->text, sizeof value->text, "%s", text);
    value->missing = text[0] == '\0' || strcmp(text, "-") == 0;
}

static void set_count(struct field_value *value, uint64_t count)
{
    value->count = count;
    value->missing = false;
}

static void set_number(struct field_value *value, double number)
{
    value->number = number;
    value->missing = !isfinite(number);
}

/* Text from outside the program, made inert for spreadsheets and shells. */
static void set_foreign_text(struct field_value *value, const char *text)
{
    set_text(value, text);
    for (char *c = value->text; *c != '\0'; c++)
        if (!isascii(*c) || (!isalnum(*c) && strchr(" ()@._+-/:", *c) == NULL))
            *c = '_';
    if (value->text[0] != '\0' && !isalnum(value->text[0]))
        value->text[0] = '_';
}

static bool is_measured(const struct record *record)
{
    return record->status == STATUS_OK && record->statistics.samples > 0;
}

static void get_primitive(const struct field *field, const struct field_source *source,
                          struct field_value *value)
{
    (void)field;
    set_text(value, primitive_names[source->record->point.implementation->primitive]);
}

static void get_algorithm(const struct field *field, const struct field_source *source,
                          struct field_value *value)
{
    (void)field;
    set_text(value, source->record->point.implementation->name);
}

static void get_family(const struct field *field, const struct field_source *source,
                       struct field_value *value)
{
    (void)field;
    set_text(value, family_names[source->record->point.implementation->family]);
}

static void get_axis(const struct field *field, const struct field_source *source, struct field_value *value)
{
    const struct point *const point = &source->record->point;
    const uint64_t number = point->axis[field->which];
    char text[sizeof value->text];

    if (!point_has(point, (enum axis)field->which))
        return;
    if (field->kind == FIELD_TEXT)
        set_text(value, point_axis_text(point, (enum axis)field->which, text, sizeof text));
    else if (field->kind == FIELD_COUNT)
        set_count(value, number);
    else
        set_number(value, (double)number / SELECTIVITY_ONE);
}

static void get_status(const struct field *field, const struct field_source *source,
                       struct field_value *value)
{
    (void)field;
    set_text(value, status_names[source->record->status]);
}

static void get_samples(const struct field *field, const struct field_source *source,
                        struct field_value *value)
{
    (void)field;
    if (is_measured(source->record))
        set_count(value, source->record->statistics.samples);
}

static void get_batch(const struct field *field, const struct field_source *source, struct field_value *value)
{
    (void)field;
    if (is_measured(source->record))
        set_count(value, source->record->batch);
}

/* A double at an offset in the record that holds for a measured point alone. */
static void get_measured(const struct field *field, const struct field_source *source,
                         struct field_value *value)
{
    double number;

    if (!is_measured(source->record))
        return;
    memcpy(&number, (const char *)source->record + field->which, sizeof number);
    set_number(value, number);
}

static void get_elements_per_s(const struct field *field, const struct field_source *source,
                               struct field_value *value)
{
    (void)field;
    set_number(value, record_elements_per_s(source->record));
}

static void get_bytes_per_s(const struct field *field, const struct field_source *source,
                            struct field_value *value)
{
    (void)field;
    set_number(value, record_bytes_per_s(source->record));
}

static void get_flags(const struct field *field, const struct field_source *source, struct field_value *value)
{
    char text[sizeof value->text];

    (void)field;
    set_text(value, flags_text(source->record->flags, text, sizeof text));
}

static void get_stop_reason(const struct field *field, const struct field_source *source,
                            struct field_value *value)
{
    (void)field;
    set_text(value, stop_reason_names[source->record->stop_reason]);
}

static void get_machine(const struct field *field, const struct field_source *source,
                        struct field_value *value)
{
    (void)field;
    if (source->machine != NULL)
        set_foreign_text(value, topology_facts(source->machine->topology)->cpu_model);
}

static void get_cache_bytes(const struct field *field, const struct field_source *source,
                            struct field_value *value)
{
    if (source->machine == NULL)
        return;
    const struct topology_facts *const facts = topology_facts(source->machine->topology);
    for (size_t i = 0; i < facts->caches; i++)
        if (facts->cache[i].level == field->which)
            set_count(value, facts->cache[i].bytes);
}

static void get_utc(const struct field *field, const struct field_source *source, struct field_value *value)
{
    (void)field;
    if (source->machine != NULL)
        set_foreign_text(value, source->machine->environment.utc);
}

/* The kind of the column of an axis. */
#define FIELD_OF_COUNT FIELD_COUNT
#define FIELD_OF_CHOICE FIELD_TEXT
#define FIELD_OF_FRACTION FIELD_NUMBER

#define MEASURED(name, member)                                                                 \
    {                                                                                          \
        name, FIELD_NUMBER, FIELD_IN_STATISTICS, get_measured, offsetof(struct record, member) \
    }
#define LIMIT(name, member)                                                               \
    {                                                                                     \
        name, FIELD_NUMBER, FIELD_IN_LIMIT, get_measured, offsetof(struct record, member) \
    }

const struct field fields[] = {
    {"primitive", FIELD_TEXT, FIELD_IN_PARAMETERS, get_primitive, 0},
    {"algorithm", FIELD_TEXT, FIELD_IN_PARAMETERS, get_algorithm, 0},
    {"family", FIELD_TEXT, FIELD_IN_PARAMETERS, get_family, 0},
#define AXIS(NAME, name, kind, ...) {#name, FIELD_OF_##kind, FIELD_IN_PARAMETERS, get_axis, AXIS_##NAME},
#include "implementation/axis.def"
#undef AXIS
    {"status", FIELD_TEXT, FIELD_IN_RESULT, get_status, 0},
    {"samples", FIELD_COUNT, FIELD_IN_STATISTICS, get_samples, 0},
    {"batch", FIELD_COUNT, FIELD_IN_STATISTICS, get_batch, 0},
    MEASURED("time_median_s", statistics.median),
    MEASURED("time_ci_low_s", statistics.ci_low),
    MEASURED("time_ci_high_s", statistics.ci_high),
    MEASURED("time_min_s", statistics.min),
    MEASURED("time_mean_s", statistics.mean),
    MEASURED("time_sd_s", statistics.sd),
    {"elements_per_s", FIELD_NUMBER, FIELD_IN_STATISTICS, get_elements_per_s, 0},
    {"bytes_per_s", FIELD_NUMBER, FIELD_IN_STATISTICS, get_bytes_per_s, 0},
    LIMIT("limit_bytes_per_s", limit_bytes_per_s),
    LIMIT("limit_ratio", limit_ratio),
    {"flags", FIELD_TEXT, FIELD_ELSEWHERE, get_flags, 0},
    {"stop_reason", FIELD_TEXT, FIELD_IN_RESULT, get_stop_reason, 0},
    {"machine", FIELD_TEXT, FIELD_ELSEWHERE, get_machine, 0},
    {"l1d_bytes", FIELD_COUNT, FIELD_ELSEWHERE, get_cache_bytes, 1},
    {"l2_bytes", FIELD_COUNT, FIELD_ELSEWHERE, get_cache_bytes, 2},
    {"l3_bytes", FIELD_COUNT, FIELD_ELSEWHERE, get_cache_bytes, 3},
    {"utc", FIELD_TEXT, FIELD_ELSEWHERE, get_utc, 0},
    LIMIT("limit_ratio_ci_low", limit_interval.low),
    LIMIT("limit_ratio_ci_high", limit_interval.high),
};
const size_t field_count = sizeof fields / sizeof fields[0];

struct field_value field_get(const struct field *field, const struct field_source *source)
{
    struct field_value value = {.missing = true};

    field->get(field, source, &value);
    return value;
}
