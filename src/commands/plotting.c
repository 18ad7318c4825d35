/* SPDX-License-Identifier: MIT */
/* The charts of one result. */
#include "commands/plotting.h"

#include "analysis/best_points.h"
#include "analysis/measured_on.h"
#include "base/file.h"
#include "base/inert.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "commands/chart_names.h"
#include "commands/provenance.h"
#include "report/html_report.h"
#include "results/sibling.h"
#include "json/json_load.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const size_t result_bytes = (size_t)1 << 30, chart_bytes = (size_t)1 << 28;

enum { CHART_PART = 64 };

/* A path with its old ending replaced. */
static bool with_ending(char *path, const char *from, size_t old_length, const char *ending,
                        struct error *error)
{
    const int stem = (int)(strlen(from) - old_length);

    if (snprintf(path, CHART_PATH, "%.*s%s", stem, from, ending) < CHART_PATH)
        return true;
    return error_set(error, EXIT_USAGE, "%s: the path is too long", from);
}

/* The CSV and the JSON that a path names: one of them, and the other of the same run. */
static bool find_files(struct plotting *job, const char *path, struct error *error)
{
    const bool is_csv = text_ends_with(path, ".csv");
    const char *const own = is_csv ? ".csv" : ".json", *const other = is_csv ? ".json" : ".csv";

    if (!text_ends_with(path, own))
        return error_set(error, EXIT_USAGE, "%s: not a result; expected a .csv or .json file of a run", path);
    char *const sibling = sibling_find(path, own, other);
    const bool fits = with_ending(job->named, path, strlen(own), ".csv", error) &&
                      with_ending(is_csv ? job->csv : job->json, path, 0, "", error) &&
                      with_ending(is_csv ? job->json : job->csv, sibling, 0, "", error);
    free(sibling);
    if (!fits || !chart_path_check(job->csv, error))
        return false;
    if (!is_csv && access(job->csv, F_OK) != 0)
        return error_set(error, EXIT_USAGE, "%s: the chart is drawn from %s, which is not there", path,
                         job->csv);
    if (access(job->json, F_OK) != 0)
        job->json[0] = '\0';
    return true;
}

/* Whether the CSV has what a kind needs; `what` says what the CSV is without. */
static bool check_columns(const struct plotting *job, const struct plot_kind *kind, const char *what,
                          struct error *error)
{
    size_t length;
    for (const char *name = kind->columns; *name != '\0'; name += length + (name[length] == ',')) {
        length = strcspn(name, ",");
        if (!csv_has_column(job->header, name, length))
            return error_set(error, EXIT_USAGE, "%s: %s: its header has no column %.*s", job->csv, what,
                             (int)length, name);
    }
    return true;
}

/* The kind that is drawn where none is named. */
static size_t usual_kind(const struct plotting *job)
{
    size_t kind = 0;
    while (csv_contents_of(plot_kinds[kind].columns) != job->contents)
        kind++;
    return kind;
}

/* gnuplot reads it by its name, once a chart. */
static bool check_csv(struct plotting *job, struct error *error)
{
    job->header = csv_contents_header(job->csv, error);
    if (!job->header)
        return false;
    job->contents = csv_contents_of(job->header);
    return check_columns(job, &plot_kinds[usual_kind(job)], "not a CSV of scanbench", error);
}

const char *plotting_file_of(const char *path)
{
    const char *const slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

bool plotting_choose_stem(struct plotting *job, struct error *error)
{
    const char *const name = plotting_file_of(job->named);
    const int name_length = csv_contents_stem(job->contents, name);
    char folder[CHART_PATH];

    if (job->options->output_set)
        snprintf(folder, sizeof folder, "%s/", job->options->output);
    else
        snprintf(folder, sizeof folder, "%.*s", (int)(name - job->named), job->named);
    const char *const dash = name_length > 0 ? "-" : "";
    if (snprintf(job->stem, sizeof job->stem, "%s%.*s%s", folder, name_length, name, dash) >= CHART_PATH)
        return error_set(error, EXIT_USAGE, "%s: the path is too long", job->csv);
    if (job->contents == CONTENTS_TIMES) {
        char *const stem = memory_text_part(job->stem, strlen(job->stem) - 1);
        job->stamped = chart_stamped(job->named, stem);
        free(stem);
    }
    return chart_path_check(job->stem, error) && file_directory(folder[0] != '\0' ? folder : ".", error);
}

/* The JSON of exact counts, for its config. */
static bool read_counts(struct plotting *job, struct error *error)
{
    struct result_file *const file = &job->result;
    json_error_t why;
    file->path = job->json;
    if (!file_read(job->json, result_bytes, &file->text, &file->length, error))
        return false;
    file->root = json_load(file->text, file->length, 0, &why);
    if (file->root == NULL)
        return json_refuse(error, job->json, &why, "the JSON of exact counts");
    const char *const schema = json_string_value(json_object_get(file->root, "schema"));
    return (schema != NULL && strcmp(schema, "scanbench-counts") == 0) ||
           error_set(error, EXIT_USAGE, "%s: expected the JSON of exact counts", job->json);
}

/* The JSON, where charts or the report need it: which charts its config asks for, and what the report shows.
 */
static bool read_result(struct plotting *job, struct error *error)
{
    const struct options *const options = job->options;
    if (options->html && job->contents != CONTENTS_TIMES)
        return error_set(error, EXIT_USAGE, "--html: %s has %s; the report is made of times", job->csv,
                         csv_contents_info[job->contents].text);
    if (options->html && job->json[0] == '\0')
        return error_set(error, EXIT_USAGE, "--html: %s has no JSON beside it, which the report is made of",
                         job->csv);
    if (job->json[0] == '\0' || job->contents == CONTENTS_HISTORY)
        return true;
    if (job->contents == CONTENTS_COUNTS)
        return read_counts(job, error);
    if (!results_read(&job->result, job->json, error))
        return false;
    if (!options->quiet)
        provenance_warn(&job->result);
    return sibling_match(job->csv, job->json, job->result.root, error);
}

/* The plots that the config of the result asks for, if there are any. */
static bool read_plots(struct plotting *job, struct error *error)
{
    if (job->result.root == NULL)
        return true;
    const struct json_source source = result_source(&job->result);
    const struct json_node root = {.value = job->result.root, .source = &source, .error = error};
    const struct json_node config = node_member(&root, "config");
    if (!json_is_object(config.value))
        return true;
    const struct json_node plots = node_member(&config, "plots");
    return plots.value == NULL || plots_parse(&plots, &job->plots, &job->plot_count);
}

/* Leave out what this file cannot show, and take the file's usual chart when nothing is left. */
static void fit_plots(struct plotting *job)
{
    size_t kept = 0;
    for (size_t i = 0; i < job->plot_count; i++)
        if (csv_contents_of(plot_kinds[job->plots[i].kind].columns) == job->contents)
            job->plots[kept++] = job->plots[i];
    job->plot_count = kept;
    if (kept > 0)
        return;
    free(job->plots);
    job->plots = memory_array(1, sizeof *job->plots);
    job->plot_count = 1;
    job->plots[0].kind = usual_kind(job);
}

/* The kinds that the command line names, in its order. */
static bool take_kinds(struct plotting *job, struct error *error)
{
    job->plots = memory_array(job->options->kinds.count, sizeof *job->plots);
    for (size_t i = 0; i < job->options->kinds.count; i++) {
        const int kind = plot_kind_find(job->options->kinds.all[i], error);
        if (kind < 0)
            return false;
        const enum csv_contents drawn = csv_contents_of(plot_kinds[kind].columns);
        if (drawn != job->contents)
            return error_set(error, EXIT_USAGE, "--kind=%s draws %s; %s has %s", plot_kinds[kind].name,
                             csv_contents_info[drawn].text, job->csv, csv_contents_info[job->contents].text);
        job->plots[job->plot_count++] = (struct config_plot){.kind = (size_t)kind};
    }
    return true;
}

/* What the command line says of what a chart looks like; its names come first. */
static bool apply_look(const struct options *options, struct plot_look *look, struct error *error)
{
    const struct plot_look configured = *look;
    look->names[0] = '\0';
    for (size_t i = 0; i < options->names.count; i++)
        if (!plot_name_add(look, options->names.all[i]))
            return error_set(error, EXIT_USAGE, "--name: expected at most %d bytes of names", PLOT_NAMES);
    if (strlen(look->names) + strlen(configured.names) < PLOT_NAMES)
        strcat(look->names, configured.names);
    if (options->title != NULL)
        strcpy(look->title, options->title);
    if (options->width != NULL)
        strcpy(look->width, options->width);
    if (options->font_size != NULL)
        look->font_points = strtod(options->font_size, NULL);
    if (options->style != NULL)
        look->style = options->style;
    return true;
}

/* What the command line says of every chart. */
static bool apply_options(struct plotting *job, struct error *error)
{
    const struct options *const options = job->options;
    for (size_t i = 0; i < job->plot_count; i++) {
        struct config_plot *const plot = &job->plots[i];
        if (!apply_look(options, &plot->look, error))
            return false;
        if (options->unit != NULL)
            plot->unit = options->unit;
        if (options->baseline != NULL)
            strcpy(plot->baseline, options->baseline);
        if (options->filter != NULL && !filter_parse(&plot->filter, options->filter, error))
            return false;
    }
    return true;
}

static bool choose_plots(struct plotting *job, struct error *error)
{
    if (job->options->kinds.count > 0 ? !take_kinds(job, error) : !read_plots(job, error))
        return false;
    if (job->options->kinds.count == 0)
        fit_plots(job);
    for (size_t i = 0; i < job->plot_count; i++) {
        const struct plot_kind *const kind = &plot_kinds[job->plots[i].kind];
        if (!check_columns(job, kind, kind->name, error))
            return false;
    }
    return apply_options(job, error);
}

/* The unit of a chart as its name has it: "" for that of its kind. */
static const char *unit_part(const struct config_plot *plot)
{
    static const char *const parts[PLOT_UNITS] = {"-bytes", "-elements", "-time"};
    if (plot->unit == NULL || strcmp(plot->unit, plot_kinds[plot->kind].unit) == 0)
        return "";
    size_t unit = 0;
    while (strcmp(plot_units[unit], plot->unit) != 0)
        unit++;
    return parts[unit];
}

/* How many plots before this one have the same name. */
static size_t twins_before(const struct plotting *job, size_t index)
{
    const struct config_plot *const plots = job->plots;
    size_t twins = 0;
    for (size_t i = 0; i < index; i++)
        twins +=
            plots[i].kind == plots[index].kind && strcmp(unit_part(&plots[i]), unit_part(&plots[index])) == 0;
    return twins;
}

/* The part of a chart's name after its result's: "bandwidth-time", the second of these "bandwidth-time-2". */
static void name_chart(const struct plotting *job, size_t index, char part[CHART_PART])
{
    const size_t twins = twins_before(job, index);
    const struct config_plot *const plot = &job->plots[index];
    const int length = snprintf(part, CHART_PART, "%s%s", plot_kinds[plot->kind].script, unit_part(plot));
    if (twins > 0)
        snprintf(part + length, CHART_PART - (size_t)length, "-%zu", twins + 1);
}

/* "results/quick-bandwidth.svg" of a stem with or without its time; fresh. */
static char *chart_path(const char *stem, const char *part, const char *ending)
{
    return memory_format("%s%s%s", stem, part, ending);
}

/* Draw a chart with one ending, stamped where the result is, and say its name. */
static bool draw_ending(const struct plotting *job, const struct chart *chart, const char *part,
                        const char *ending, struct error *error)
{
    char *const path = chart_path(job->stem, part, ending);
    bool drawn;
    if (job->stamped != NULL) {
        char *const stem = memory_format("%s-%s", job->stamped, part);
        char *const stamped = memory_format("%s%s", stem, ending);
        char *const name = memory_text_part(job->stem, strlen(job->stem) - 1);
        drawn = chart_draw(chart, stem, ending, error) && chart_link(stamped, path, name, error);
        free(name);
        free(stamped);
        free(stem);
    } else {
        char *const stem = memory_format("%s%s", job->stem, part);
        drawn = chart_draw(chart, stem, ending, error);
        free(stem);
    }
    if (drawn && !job->options->quiet)
        print_line(stdout, "%s", path);
    free(path);
    return drawn;
}

/* What the config says that it is about; NULL where it says nothing, or nothing that may be a title. */
static const char *subject_of(const struct plotting *job)
{
    const char *const title =
        json_string_value(json_object_get(json_object_get(job->result.root, "config"), "title"));
    return title != NULL && plot_title_valid(title) ? title : NULL;
}

static bool draw_endings(const struct plotting *job, size_t index, struct error *error)
{
    static const char *const endings[] = {".svg", ".png", ".pdf"};
    const char *const asked = job->options->chart_format;
    const char *const between = job->machine[0] != '\0' && job->build[0] != '\0' ? "  ·  " : "";
    char *const machine = memory_format("%s%s%s", job->machine, between, job->build);
    const struct chart chart = {.folder = job->folder,
                                .csv = job->csv,
                                .plot = &job->plots[index],
                                .subject = subject_of(job),
                                .source = job->source,
                                .machine = machine,
                                .cores = json_integer_value(json_object_get(job->result.identity, "cores"))};
    char part[CHART_PART];
    bool drawn = true;

    name_chart(job, index, part);
    for (size_t i = 0; drawn && i < sizeof endings / sizeof endings[0]; i++) {
        const bool is_asked = asked != NULL ? strcmp(asked, endings[i] + 1) == 0 : i < 2;
        if (is_asked || (i == 0 && job->options->html))
            drawn = draw_ending(job, &chart, part, endings[i], error);
    }
    free(machine);
    return drawn;
}

static bool read_chart(const struct plotting *job, size_t index, struct html_chart *chart,
                       struct error *error)
{
    const struct config_plot *const plot = &job->plots[index];
    char part[CHART_PART];
    size_t length;

    chart->name = plot->look.title[0] != '\0' ? plot->look.title : plot_kinds[plot->kind].title;
    name_chart(job, index, part);
    char *const path = chart_path(job->stem, part, ".svg");
    const bool read = file_read(path, chart_bytes, &chart->svg, &length, error);
    free(path);
    return read;
}

static bool write_html(const struct plotting *job, const struct html_chart *charts, struct error *error)
{
    struct best best;
    best_make(&best, &job->result.results, NULL);
    char *const text = html_report(&job->result, &best, charts, job->plot_count);
    best_close(&best);

    char *const name = memory_text_part(job->stem, strlen(job->stem) - 1);
    char *const path = memory_format("%s.html", name);
    char *const stamped = memory_format("%s.html", job->stamped != NULL ? job->stamped : name);
    const bool written = file_write(stamped, text, strlen(text), error) &&
                         (job->stamped == NULL || chart_link(stamped, path, name, error));
    if (written && !job->options->quiet)
        print_line(stdout, "%s", path);
    free(stamped);
    free(path);
    free(name);
    free(text);
    return written;
}

/* The report, with the charts that were just drawn. */
static bool make_html(const struct plotting *job, struct error *error)
{
    struct html_chart *const charts = memory_array(job->plot_count, sizeof *charts);
    bool ok = true;
    for (size_t i = 0; ok && i < job->plot_count; i++)
        ok = read_chart(job, i, &charts[i], error);
    ok = ok && write_html(job, charts, error);
    for (size_t i = 0; i < job->plot_count; i++)
        free(charts[i].svg);
    free(charts);
    return ok;
}

/* "gcc 12.2.0  ·  scanbench 0.1.0"; "" where nothing says so. */
static char *build_text(const struct plotting *job)
{
    const json_t *const tool = json_object_get(job->result.root, "tool");
    const char *const compiler = measured_on_compiler(&job->result);
    const char *const version = json_string_value(json_object_get(tool, "version"));
    if (compiler == NULL || version == NULL)
        return memory_text("");
    return text_inert(memory_format("%s  ·  scanbench %s", compiler, version));
}

bool plotting_open(struct plotting *job, const char *path, struct error *error)
{
    if (!chart_path_check(path, error) || !find_files(job, path, error) || !check_csv(job, error) ||
        !read_result(job, error))
        return false;
    job->source = text_inert(memory_text(plotting_file_of(job->csv)));
    job->machine = text_inert(measured_on_text(&job->result));
    job->build = build_text(job);
    return true;
}

void plotting_close(struct plotting *job)
{
    free(job->plots);
    free(job->header);
    free(job->stamped);
    free(job->source);
    free(job->machine);
    free(job->build);
    result_file_close(&job->result);
    job->plots = NULL;
    job->plot_count = 0;
    job->header = job->stamped = job->source = job->machine = job->build = NULL;
    job->result = (struct result_file){0};
}

bool plotting_draw(struct plotting *job, struct error *error)
{
    bool ok = choose_plots(job, error);
    for (size_t i = 0; ok && i < job->plot_count; i++)
        ok = draw_endings(job, i, error);
    return ok && (!job->options->html || make_html(job, error));
}
