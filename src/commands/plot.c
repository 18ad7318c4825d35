/* SPDX-License-Identifier: MIT */
/* `scanbench plot RESULT…`: draw the charts that the command line or the config of a result asks for. */
#include "analysis/best_points.h"
#include "base/file.h"
#include "base/inert.h"
#include "base/memory.h"
#include "commands/chart.h"
#include "commands/commands.h"
#include "report/html_report.h"
#include "results/results_read.h"
#include "results/sibling.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const size_t result_bytes = (size_t)1 << 30, chart_bytes = (size_t)1 << 28;

/* What best draws with unless it is told another. */
enum { WINNERS_SEED = 1 };

/* The charts of one result. */
struct plotting {
    const struct options *options;
    char folder[CHART_PATH]; /* of the scripts */
    char named[CHART_PATH];  /* the CSV as the command line names it: what charts are called after */
    char csv[CHART_PATH];
    char json[CHART_PATH];     /* of the same run; "" when there is none */
    char stem[CHART_PATH];     /* of the charts' files, up to the kind */
    char *header;              /* the first line of the CSV */
    bool of_counts;            /* the CSV has exact counts, not times */
    struct result_file result; /* what the JSON has, where it is asked; root NULL: nothing was read */
    struct config_plot *plots;
    size_t plot_count;
};

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), ending_length = strlen(ending);

    return length >= ending_length && strcmp(text + length - ending_length, ending) == 0;
}

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
    const bool is_csv = ends_with(path, ".csv");
    const char *const own = is_csv ? ".csv" : ".json", *const other = is_csv ? ".json" : ".csv";

    if (!ends_with(path, own))
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

static bool has_column(const char *header, const char *name, size_t length)
{
    for (const char *at = header; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return true;
    }
    return false;
}

/* Exact counts have a column phase, and so needs a kind that draws them. */
static bool is_of_counts(const char *columns)
{
    return has_column(columns, "phase", strlen("phase"));
}

/* Whether the CSV has what a kind needs; `what` says what the CSV is without. */
static bool check_columns(const struct plotting *job, const struct plot_kind *kind, const char *what,
                          struct error *error)
{
    size_t length;
    for (const char *name = kind->columns; *name != '\0'; name += length + (name[length] == ',')) {
        length = strcspn(name, ",");
        if (!has_column(job->header, name, length))
            return error_set(error, EXIT_USAGE, "%s: %s: its header has no column %.*s", job->csv, what,
                             (int)length, name);
    }
    return true;
}

/* The kind that is drawn where none is named. */
static size_t usual_kind(const struct plotting *job)
{
    size_t kind = 0;
    while (is_of_counts(plot_kinds[kind].columns) != job->of_counts)
        kind++;
    return kind;
}

/* Cells become labels, and in gnuplot's words what a terminal shows. */
static bool check_cells(const char *path, const char *text, size_t length, struct error *error)
{
    struct error_place place = {path, 1, 1};
    unsigned bytes;
    for (const char *at = text; at < text + length; at += bytes) {
        uint32_t code;
        bytes = inert_decode(at, &code);
        if (bytes == 0 || (inert_is_control(code) && code != '\n' && code != '\r'))
            return error_set_at(error, &place, "UTF-8 without control characters",
                                bytes == 0 ? "got the byte 0x%02X" : "got the character U+%04X",
                                bytes == 0 ? (unsigned char)*at : (unsigned)code);
        place.column = code == '\n' ? 1 : place.column + bytes;
        place.line += code == '\n';
    }
    return true;
}

/* gnuplot reads it by its name, once a chart. */
static bool check_csv(struct plotting *job, struct error *error)
{
    char *text;
    size_t length;

    if (!file_check_regular(job->csv, result_bytes, error) ||
        !file_read(job->csv, result_bytes, &text, &length, error))
        return false;
    if (!check_cells(job->csv, text, length, error)) {
        free(text);
        return false;
    }
    text[strcspn(text, "\r\n")] = '\0';
    job->header = text;
    job->of_counts = is_of_counts(text);
    return check_columns(job, &plot_kinds[usual_kind(job)], "not a CSV of scanbench", error);
}

static const char *base_name(const char *path)
{
    const char *const slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* "<folder>/<name of the CSV>-" in the folder of --output, else beside the CSV. The exact counts of a sweep
 * are in "<name>-counts.csv", their chart in "<name>-counts.svg". */
static bool choose_stem(struct plotting *job, struct error *error)
{
    const char *const name = base_name(job->named);
    const char *const ending = job->of_counts && ends_with(name, "-counts.csv") ? "-counts.csv" : ".csv";
    const int name_length = (int)(strlen(name) - strlen(ending));
    char folder[CHART_PATH];

    if (job->options->output_set)
        snprintf(folder, sizeof folder, "%s/", job->options->output);
    else
        snprintf(folder, sizeof folder, "%.*s", (int)(name - job->named), job->named);
    if (snprintf(job->stem, sizeof job->stem, "%s%.*s-", folder, name_length, name) >= CHART_PATH)
        return error_set(error, EXIT_USAGE, "%s: the path is too long", job->csv);
    return chart_path_check(job->stem, error) && file_directory(folder[0] != '\0' ? folder : ".", error);
}

/* The JSON, where charts or the report need it: which charts its config asks for, and what the report shows.
 * The one of exact counts has neither. */
static bool read_result(struct plotting *job, struct error *error)
{
    const struct options *const options = job->options;
    if (options->html && job->of_counts)
        return error_set(error, EXIT_USAGE, "--html: %s has exact counts; the report is made of times",
                         job->csv);
    if (options->html && job->json[0] == '\0')
        return error_set(error, EXIT_USAGE, "--html: %s has no JSON beside it, which the report is made of",
                         job->csv);
    if (job->json[0] == '\0' || job->of_counts || (options->kinds.count > 0 && !options->html))
        return true;
    return results_read(&job->result, job->json, error) &&
           sibling_match(job->csv, job->json, job->result.root, error);
}

/* The plots that the config of the result asks for, if there are any. */
static bool read_plots(struct plotting *job, struct error *error)
{
    if (job->result.root == NULL)
        return true;
    const struct json_source source = result_source(&job->result);
    const struct json_node root = {.value = job->result.root, .source = &source, .error = error};
    const struct json_node config = node_member(&root, "config"), plots = node_member(&config, "plots");
    return plots.value == NULL || plots_parse(&plots, &job->plots, &job->plot_count);
}

/* Leave out what this file cannot show, and take the file's usual chart when nothing is left. */
static void fit_plots(struct plotting *job)
{
    size_t kept = 0;
    for (size_t i = 0; i < job->plot_count; i++)
        if (is_of_counts(plot_kinds[job->plots[i].kind].columns) == job->of_counts)
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
        if (is_of_counts(plot_kinds[kind].columns) != job->of_counts)
            return error_set(error, EXIT_USAGE, "--kind=%s: %s has %s", plot_kinds[kind].name, job->csv,
                             job->of_counts ? "exact counts, no times" : "times, no exact counts");
        job->plots[job->plot_count++] = (struct config_plot){.kind = (size_t)kind};
    }
    return true;
}

/* What the command line says of every chart. */
static bool apply_options(struct plotting *job, struct error *error)
{
    const struct options *const options = job->options;
    for (size_t i = 0; i < job->plot_count; i++) {
        struct config_plot *const plot = &job->plots[i];
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

/* How many plots before this one are of the same kind. */
static size_t twins_before(const struct plotting *job, size_t index)
{
    size_t twins = 0;
    for (size_t i = 0; i < index; i++)
        twins += job->plots[i].kind == job->plots[index].kind;
    return twins;
}

/* The stem of a chart's files: "quick-bandwidth", the second of a kind "quick-bandwidth-2". */
static bool name_chart(const struct plotting *job, size_t index, char *stem, struct error *error)
{
    const size_t twins = twins_before(job, index);
    char number[24] = "";

    if (twins > 0)
        snprintf(number, sizeof number, "-%zu", twins + 1);
    if (snprintf(stem, CHART_PATH, "%s%s%s", job->stem, plot_kinds[job->plots[index].kind].script, number) <
        CHART_PATH)
        return true;
    return error_set(error, EXIT_USAGE, "%s: the path is too long", job->stem);
}

static bool draw_endings(const struct plotting *job, size_t index, struct error *error)
{
    static const char *const endings[] = {".svg", ".png"};
    const struct chart chart = {job->folder, job->csv, &job->plots[index]};
    char stem[CHART_PATH];

    if (!name_chart(job, index, stem, error))
        return false;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (!chart_draw(&chart, stem, endings[i], error))
            return false;
        if (!job->options->quiet)
            print_line(stdout, "%s%s", stem, endings[i]);
    }
    return true;
}

static bool read_chart(const struct plotting *job, size_t index, struct html_chart *chart,
                       struct error *error)
{
    char stem[CHART_PATH], path[CHART_PATH + 8];
    size_t length;

    chart->name = plot_kinds[job->plots[index].kind].title;
    if (!name_chart(job, index, stem, error))
        return false;
    snprintf(path, sizeof path, "%s.svg", stem);
    return file_read(path, chart_bytes, &chart->svg, &length, error);
}

static bool write_html(const struct plotting *job, const struct html_chart *charts, struct error *error)
{
    char path[CHART_PATH + 8];
    struct best best;
    struct error none_measured = {0};
    if (!best_make(&best, &job->result, NULL, WINNERS_SEED, &none_measured))
        best = (struct best){0};
    char *const text = html_report(job->result.root, &best, charts, job->plot_count);
    best_close(&best);

    snprintf(path, sizeof path, "%.*s.html", (int)strlen(job->stem) - 1, job->stem);
    const bool written = file_write(path, text, strlen(text), error);
    free(text);
    if (written && !job->options->quiet)
        print_line(stdout, "%s", path);
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

static bool plot_result(struct plotting *job, const char *path, struct error *error)
{
    job->plots = NULL;
    job->plot_count = 0;
    job->header = NULL;
    job->result = (struct result_file){0};
    bool ok = chart_path_check(path, error) && find_files(job, path, error) && check_csv(job, error) &&
              read_result(job, error) && choose_stem(job, error) && choose_plots(job, error);
    for (size_t i = 0; ok && i < job->plot_count; i++)
        ok = draw_endings(job, i, error);
    ok = ok && (!job->options->html || make_html(job, error));
    free(job->plots);
    free(job->header);
    result_file_close(&job->result);
    return ok;
}

bool command_plot(const struct options *options, struct error *error)
{
    struct plotting job = {.options = options};

    if (options->output_set && strcmp(options->output, "-") == 0)
        return error_set(error, EXIT_USAGE,
                         "plot: charts are files; expected a folder behind --output, not -");
    if (options->arguments.count == 0)
        return error_set(error, EXIT_USAGE,
                         "plot: no result given; expected the .csv or .json file of a run");
    if (!chart_scripts(job.folder, error))
        return false;
    for (size_t i = 0; i < options->arguments.count; i++)
        if (!plot_result(&job, options->arguments.all[i], error))
            return false;
    return true;
}
