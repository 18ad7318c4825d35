/* SPDX-License-Identifier: MIT */
/* What the model counted, as CSV, JSON and a table. */
#include "report/counts_report.h"

#include "base/sha256.h"
#include "base/text_stream.h"
#include "implementation/implementation.h"
#include "report/claims_json.h"
#include "results/csv.h"
#include "json/json_load.h"
#include "json/json_values.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

enum { SCHEMA_VERSION = 1, CELL = 32 };

/* The columns between what identifies the row and the counters' end, and after it. */
static const char *const leading[] = {
    "primitive", "algorithm", "dtype",  "op",    "n",    "threads_per_group", "values_per_thread", "device",
    "order",     "verdict",   "kernel", "phase", "scope"};
enum { LEADING = sizeof leading / sizeof leading[0] };

/* One row: borrowed from its result. */
struct counts_row {
    const struct model_result *result;
    const char *kernel, *scope;
    enum phase phase;
    struct counts counts;
    double useful_adds, relative_error;
};

typedef bool visit_row(void *context, const struct counts_row *row);

static void add_counts(struct counts *sum, const struct counts *counts)
{
    for (enum counter counter = 0; counter < COUNTER_COUNT; counter++) {
        uint64_t *const to = &sum->of[counter];
        const uint64_t from = counts->of[counter];
        if (counter == COUNTER_SHARED_WORDS)
            *to = from > *to ? from : *to;
        else
            *to += from;
    }
}

static bool visit_kernel(const struct model_result *result, const struct model_kernel *kernel,
                         visit_row *visit, void *context)
{
    struct counts_row row = {.result = result, .kernel = kernel->name, .relative_error = NAN};
    row.scope = "group";
    for (row.phase = 0; kernel->has_group && row.phase < PHASE_COUNT; row.phase++) {
        row.counts = kernel->group[row.phase];
        row.useful_adds = model_useful_adds(&result->point, kernel, row.phase);
        if (!visit(context, &row))
            return false;
    }
    row.scope = "run";
    row.useful_adds = NAN;
    for (row.phase = 0; row.phase < PHASE_COUNT; row.phase++) {
        row.counts = kernel->run[row.phase];
        if (!visit(context, &row))
            return false;
    }
    return true;
}

/* Every row of a result; the last one is the whole run, with its error. */
static bool visit_rows(const struct model_result *result, visit_row *visit, void *context)
{
    const struct model_report *const report = &result->report;
    struct counts_row whole = {
        .result = result,
        .kernel = "all",
        .scope = "run",
        .phase = PHASE_TOTAL,
        .useful_adds = model_useful_adds(&result->point, NULL, PHASE_TOTAL),
        .relative_error = result->relative_error,
    };
    for (size_t i = 0; i < report->kernels; i++) {
        if (!visit_kernel(result, &report->kernel[i], visit, context))
            return false;
        add_counts(&whole.counts, &report->kernel[i].run[PHASE_TOTAL]);
    }
    return visit(context, &whole);
}

static void axis_cell(char *cell, const struct point *point, enum axis axis)
{
    point_axis_text(point, axis, cell, CELL);
    if (strcmp(cell, "-") == 0 && axis_info[axis].kind != AXIS_IS_CHOICE)
        snprintf(cell, CELL, "NaN");
}

/* The parameters in the order of the leading columns, from dtype to values per thread. */
static const enum axis parameter_axes[] = {AXIS_DTYPE, AXIS_OP, AXIS_N, AXIS_THREADS_PER_GROUP,
                                           AXIS_VALUES_PER_THREAD};
enum { PARAMETER_AXES = sizeof parameter_axes / sizeof parameter_axes[0] };

/* Those whose columns came later, at the end. */
static const enum axis late_axes[] = {AXIS_MODE,   AXIS_LOAD,    AXIS_LOAD_WIDTH,
                                      AXIS_GROUPS, AXIS_NETWORK, AXIS_SELECTIVITY,
                                      AXIS_LOCAL,  AXIS_ENGINE,  AXIS_BROADCAST};
enum { LATE_AXES = sizeof late_axes / sizeof late_axes[0] };

/* The first counter whose column came later, after those axes. */
static const enum counter first_late = COUNTER_MEMORY_INSTRUCTIONS;

/* A cell with the comma before it. */
static void write_text(FILE *file, const char *text)
{
    fputc(',', file);
    csv_write_text(file, text);
}

static void write_number(FILE *file, double number)
{
    fputc(',', file);
    csv_write_number(file, number);
}

static void write_axes(FILE *file, const struct point *point, const enum axis *axes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char cell[CELL];
        axis_cell(cell, point, axes[i]);
        write_text(file, cell);
    }
}

static bool write_csv_row(void *context, const struct counts_row *row)
{
    FILE *const file = context;
    const struct point *const point = &row->result->point;
    const struct model_result *const result = row->result;
    fputs(primitive_names[point->implementation->primitive], file);
    write_text(file, point->implementation->name);
    write_axes(file, point, parameter_axes, PARAMETER_AXES);
    const char *const words[] = {
        result->device->name, order_names[result->order], model_verdict_names[result->verdict],
        row->kernel,          phase_names[row->phase],    row->scope};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        write_text(file, words[i]);
    for (enum counter counter = 0; counter < first_late; counter++) {
        if (counter == COUNTER_STALE_READS)
            write_number(file, row->useful_adds);
        fprintf(file, ",%" PRIu64, row->counts.of[counter]);
    }
    write_number(file, row->relative_error);
    write_axes(file, point, late_axes, LATE_AXES);
    for (enum counter counter = first_late; counter < COUNTER_COUNT; counter++)
        fprintf(file, ",%" PRIu64, row->counts.of[counter]);
    fputc('\n', file);
    return true;
}

char *counts_csv_text(const struct counts_report *report)
{
    struct text_stream stream;
    text_stream_open(&stream);
    for (size_t i = 0; i < LEADING; i++)
        fprintf(stream.file, "%s,", leading[i]);
    for (enum counter counter = 0; counter < first_late; counter++)
        fprintf(stream.file, "%s%s,", counter == COUNTER_STALE_READS ? "useful_adds," : "",
                model_counter_names[counter]);
    fputs("relative_error", stream.file);
    for (size_t i = 0; i < LATE_AXES; i++)
        fprintf(stream.file, ",%s", axis_info[late_axes[i]].name);
    for (enum counter counter = first_late; counter < COUNTER_COUNT; counter++)
        fprintf(stream.file, ",%s", model_counter_names[counter]);
    fputc('\n', stream.file);
    for (size_t i = 0; i < report->count; i++)
        visit_rows(&report->results[i], write_csv_row, stream.file);
    return text_stream_close(&stream);
}

static bool add_json_row(void *context, const struct counts_row *row)
{
    json_t *const object = json_pack("{s:s, s:s, s:s}", "kernel", row->kernel, "phase",
                                     phase_names[row->phase], "scope", row->scope);
    bool ok = object != NULL;
    for (enum counter counter = 0; ok && counter < COUNTER_COUNT; counter++)
        ok = json_object_set_new(object, model_counter_names[counter],
                                 json_integer((json_int_t)row->counts.of[counter])) == 0;
    ok = ok && json_object_set_new(object, "useful_adds", number_json(row->useful_adds)) == 0;
    return json_array_append_new(context, object) == 0 && ok;
}

static json_t *axes_json(const struct point *point)
{
    json_t *const object = json_object();
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        char cell[64];
        json_t *value = json_null();
        if (!point_has(point, axis) || axis == AXIS_WORKERS || axis == AXIS_ISA || axis == AXIS_DEVICE)
            continue;
        point_axis_text(point, axis, cell, sizeof cell);
        if (axis_info[axis].kind == AXIS_IS_COUNT)
            value = json_integer((json_int_t)point->axis[axis]);
        else if (strcmp(cell, "-") != 0)
            value = json_string(cell);
        json_object_set_new(object, axis_info[axis].name, value);
    }
    return object;
}

static json_t *hazards_json(const struct model_report *report)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < report->hazards; i++) {
        const struct hazard *const hazard = &report->hazard[i];
        json_t *const thread =
            hazard->thread == MODEL_NO_THREAD ? json_null() : json_integer((json_int_t)hazard->thread);
        json_array_append_new(list, json_pack("{s:s, s:s, s:I, s:o, s:s, s:I}", "kind",
                                              hazard_names[hazard->kind], "kernel", hazard->kernel, "group",
                                              (json_int_t)hazard->group, "thread", thread, "array",
                                              hazard->array, "word", (json_int_t)hazard->word));
    }
    return list;
}

static json_t *stale_json(const struct model_report *report)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < report->stale_reads; i++) {
        const struct stale_read *const stale = &report->stale[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:I, s:I, s:I}", "kernel", stale->kernel, "array",
                                        stale->array, "word", (json_int_t)stale->word, "reader",
                                        (json_int_t)stale->reader, "writer", (json_int_t)stale->writer));
    }
    return list;
}

static json_t *result_json(const struct model_result *result)
{
    json_t *const counts = json_array();
    if (!counts || !visit_rows(result, add_json_row, counts)) {
        json_decref(counts);
        return NULL;
    }
    return json_pack("{s:s, s:s, s:o, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "primitive",
                     primitive_names[result->point.implementation->primitive], "algorithm",
                     result->point.implementation->name, "parameters", axes_json(&result->point), "device",
                     result->device->name, "order", order_names[result->order], "verdict",
                     model_verdict_names[result->verdict], "message", result->message, "relative_error",
                     number_json(result->relative_error), "hazards", hazards_json(&result->report),
                     "stale_reads", stale_json(&result->report), "counts", counts);
}

static json_t *argv_json(const struct counts_report *report)
{
    json_t *const list = json_array();
    for (int i = 0; i < report->argc; i++) {
        json_t *const word = json_string(report->argv[i]);
        json_array_append_new(list, word ? word : json_string("?"));
    }
    return list;
}

char *counts_json_text(const struct counts_report *report)
{
    char digest[65];
    sha256_hex(report->config_text, report->config_length, digest);
    json_t *const results = json_array();
    for (size_t i = 0; i < report->count; i++)
        json_array_append_new(results, result_json(&report->results[i]));
    json_error_t ignored;
    json_t *const config = json_load(report->config_text, report->config_length, 0, &ignored);
    json_t *const root =
        json_pack("{s:s, s:i, s:{s:s}, s:o, s:s, s:o, s:s, s:o, s:o}", "schema", "scanbench-counts",
                  "schema_version", SCHEMA_VERSION, "tool", "version", VERSION, "argv", argv_json(report),
                  "name", report->name, "config", config ? config : json_null(), "config_sha256", digest,
                  "claims", counted_claims_json(report->claims), "results", results);
    char *const text = json_dump_text(root, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    json_decref(root);
    return text;
}

/* Heads of the table's columns, as the field writes them. */
static const char *const short_names[COUNTER_COUNT] = {
    "adds",  "subs",   "muls",   "shuf",  "ld",   "st",    "confl",  "bar",   "sbar",   "steps",
    "words", "dev ld", "dev st", "trans", "atom", "polls", "launch", "stale", "mem ins"};

struct counts_table {
    FILE *stream;
    uint64_t most[COUNTER_COUNT]; /* 0: the column is left out */
    unsigned kernel_width;
};

static bool is_empty(const struct counts *counts)
{
    for (enum counter counter = 0; counter < COUNTER_COUNT; counter++)
        if (counts->of[counter])
            return false;
    return true;
}

static bool measure_row(void *context, const struct counts_row *row)
{
    struct counts_table *const table = context;
    const unsigned length = (unsigned)strlen(row->kernel);
    table->kernel_width = length > table->kernel_width ? length : table->kernel_width;
    for (enum counter counter = 0; counter < COUNTER_COUNT; counter++)
        if (row->counts.of[counter] > table->most[counter])
            table->most[counter] = row->counts.of[counter];
    return true;
}

static int column_width(const struct counts_table *table, enum counter counter)
{
    const int digits = snprintf(NULL, 0, "%" PRIu64, table->most[counter]);
    const int head = (int)strlen(short_names[counter]);
    return digits > head ? digits : head;
}

static bool print_row(void *context, const struct counts_row *row)
{
    const struct counts_table *const table = context;
    if (is_empty(&row->counts))
        return true;
    fprintf(table->stream, "  %-*s  %-5s  %-6s", (int)table->kernel_width, row->kernel, row->scope,
            phase_names[row->phase]);
    for (enum counter counter = 0; counter < COUNTER_COUNT; counter++)
        if (table->most[counter])
            fprintf(table->stream, "  %*" PRIu64, column_width(table, counter), row->counts.of[counter]);
    if (isfinite(row->useful_adds) && row->useful_adds > 0)
        fprintf(table->stream, "  %6.3f", (double)row->counts.of[COUNTER_ADDS] / row->useful_adds);
    fputc('\n', table->stream);
    return true;
}

static void print_heads(const struct counts_table *table)
{
    fprintf(table->stream, "  %-*s  %-5s  %-6s", (int)table->kernel_width, "kernel", "scope", "phase");
    for (enum counter counter = 0; counter < COUNTER_COUNT; counter++)
        if (table->most[counter])
            fprintf(table->stream, "  %*s", column_width(table, counter), short_names[counter]);
    fputs("  issued/useful\n", table->stream);
}

void counts_table_print(FILE *stream, const struct counts_report *report, bool color)
{
    for (size_t i = 0; i < report->count; i++) {
        const struct model_result *const result = &report->results[i];
        struct counts_table table = {.stream = stream};
        char text[256];
        const bool good = result->verdict == MODEL_OK || result->verdict == MODEL_PERMITTED_FAILURE;
        fprintf(stream, "%s%s device=%s order=%s: %s%s%s%s%s\n", i ? "\n" : "",
                point_text(&result->point, text, sizeof text), result->device->name,
                order_names[result->order],
                !color ? ""
                : good ? "\033[32m"
                       : "\033[31m",
                model_verdict_names[result->verdict], color ? "\033[0m" : "", *result->message ? ": " : "",
                result->message);
        if (!result->report.kernels)
            continue;
        visit_rows(result, measure_row, &table);
        print_heads(&table);
        visit_rows(result, print_row, &table);
    }
}
