/* SPDX-License-Identifier: MIT */
/* `scanbench plot RESULT…`: draw the charts that the command line or the configs of results ask for, of each
 * result or of all in each chart, with the data of each chart as CSV beside it. */
#include "base/file.h"
#include "base/inert.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "chart/chart.h"
#include "commands/commands.h"
#include "report/report.h"
#include "json/json_load.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What tells results apart: their machines, what built the programs, the names of their configs, their files.
 */
enum difference {
    DIFFERENT_MACHINE,
    DIFFERENT_BUILD,
    DIFFERENT_CONFIG,
    DIFFERENT_FILE,
    DIFFERENT_PATH,
    DIFFERENCES
};

/* One result, of times or of exact counts. */
struct plotted {
    struct result_file result;
    size_t texts[DIFFERENCES]; /* places among those of all results */
};

/* The charts of one result, or of several together. */
struct plotting {
    const struct options *options;
    char *scripts; /* their folder */
    const char *const *paths;
    struct plotted *results;
    struct chart_source *sources;
    size_t count;
    struct names texts[DIFFERENCES];
    struct chart_files files;
    char *origin; /* what the last line of charts shows */
    struct plots_chosen chosen;
    bool *fitted; /* of each --name and then of each --line-color, whether any line has it; borrowed */
};

/* ---- Results */

static void describe(struct plotting *job, struct plotted *plotted, const char *path)
{
    const json_t *const root = plotted->result.root, *const tool = json_object_get(root, "tool");
    const char *const compiler = measured_on_compiler(&plotted->result);
    const char *const version = json_string_value(json_object_get(tool, "version"));
    const char *const config = member_text(json_object_get(root, "config"), "name");
    char *const machine = text_inert(measured_on_text(&plotted->result));
    char *const build = compiler != NULL && version != NULL
                            ? text_inert(memory_format("%s · scanbench %s", compiler, version))
                            : memory_text("");
    const char *const texts[DIFFERENCES] = {machine, build, config, basename(path), path};
    for (enum difference which = 0; which < DIFFERENCES; which++)
        plotted->texts[which] = names_rank(&job->texts[which], texts[which]);
    free(machine);
    free(build);
}

static bool plotted_open(struct plotting *job, struct plotted *plotted, const char *path, struct error *error)
{
    if (!text_ends_with(path, ".json"))
        return error_set(error, EXIT_USAGE, "%s: not a result; expected the .json file of a run", path);
    if (!results_or_counts_read(&plotted->result, path, error))
        return false;
    if (!job->options->quiet)
        provenance_warn(&plotted->result);
    describe(job, plotted, path);
    return true;
}

/* By the first of what differs between all. */
static void name_sources(struct plotting *job)
{
    enum difference which = DIFFERENT_MACHINE;
    while (which + 1 < DIFFERENCES && job->texts[which].count < job->count)
        which++;
    for (size_t i = 0; i < job->count; i++)
        job->sources[i] = (struct chart_source){&job->results[i].result,
                                                job->texts[which].all[job->results[i].texts[which]]};
}

/* "a.json; b.json · A CPU, 2 cores · gcc 12.2.0 · scanbench 0.1.0 · 2026-01-31T12:00:00Z": each text once. */
static char *origin_text(const struct plotting *job)
{
    static const enum difference parts[] = {DIFFERENT_FILE, DIFFERENT_MACHINE, DIFFERENT_BUILD};
    const char *const utc = json_string_value(json_object_get(job->results[0].result.state, "utc"));
    struct text_stream stream;
    text_stream_open(&stream);
    for (size_t part = 0; part < sizeof parts / sizeof parts[0]; part++) {
        const struct names *const texts = &job->texts[parts[part]];
        for (size_t i = 0; i < texts->count; i++)
            if (texts->all[i][0] != '\0')
                fprintf(stream.file, "%s%s", i > 0 ? "; " : part > 0 ? " · " : "", texts->all[i]);
    }
    if (utc != NULL)
        fprintf(stream.file, " · %s", utc);
    return text_stream_close(&stream);
}

/* "FOLDER/A+B": in the folder of --output, else beside the first result. Of exact counts "-counts" goes. */
static bool choose_stem(struct plotting *job, struct error *error)
{
    const char *const first = job->paths[0];
    char *const folder = job->options->output_set
                             ? memory_format("%s/", job->options->output)
                             : memory_text_part(first, (size_t)(basename(first) - first));
    struct text_stream stream;
    text_stream_open(&stream);
    fputs(folder, stream.file);
    for (size_t i = 0; i < job->count; i++) {
        const char *const name = basename(job->paths[i]);
        const bool is_marked = job->results[i].result.is_counts && text_ends_with(name, "-counts.json");
        const size_t ending = strlen(is_marked ? "-counts.json" : ".json");
        fprintf(stream.file, "%s%.*s", i > 0 ? "+" : "", (int)(strlen(name) - ending), name);
    }
    job->files.stem = text_stream_close(&stream);
    job->files.stamp = job->count == 1 ? chart_stamp(first) : memory_text("");
    const bool ok =
        job->options->format == FORMAT_CSV || file_directory(folder[0] != '\0' ? folder : ".", error);
    free(folder);
    return ok;
}

/* ---- Charts */

/* Write the file of a part, as "-ladder.svg"; its name is printed, but for data. */
static bool write_file(const struct plotting *job, const char *part, const char *text, size_t length,
                       struct error *error)
{
    const bool written = chart_file_write(&job->files, part, text, length, error);
    if (written && !job->options->quiet && !text_ends_with(part, ".csv"))
        print_line(stdout, "%s%s", job->files.stem, part);
    return written;
}

/* Draw a picture in its format; the first SVG stays in html. */
static bool draw_format(const struct plotting *job, const struct gnuplot_picture *picture, const char *part,
                        struct html_chart *html, struct error *error)
{
    char *image;
    size_t length;
    if (!gnuplot_draw(picture, &image, &length, error))
        return false;
    char *const file = memory_format("%s.%s", part, picture->format);
    const bool ok = write_file(job, file, image, length, error);
    if (strcmp(picture->format, "svg") == 0)
        html->svg = image;
    else
        free(image);
    free(file);
    return ok;
}

/* A chart's pictures, among them an SVG for a report, and its data. */
static bool draw_chart(const struct plotting *job, struct gnuplot_picture *picture, const char *part,
                       struct html_chart *html, struct error *error)
{
    const char *formats[2] = {"svg", "png"};
    size_t count = 2;
    if (job->options->chart_format != NULL) {
        formats[0] = job->options->chart_format;
        formats[1] = "svg";
        count = job->options->html && strcmp(formats[0], "svg") != 0 ? 2 : 1;
    }
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        picture->format = formats[i];
        ok = draw_format(job, picture, part, html, error);
    }
    char *const data = memory_format("%s.csv", part);
    ok = ok && write_file(job, data, picture->csv, strlen(picture->csv), error);
    free(data);
    return ok;
}

/* Of a chart that says little: what it needs. */
static void warn_of(const struct plotting *job, const struct chart *chart, const struct plot_kind *kind)
{
    if (strcmp(kind->draw, "cells") == 0 && chart->point_count == 1)
        message_print("scanbench: warning: ",
                      "the heat map has a single cell; help: measure more tiles, or plot another --kind");
    if (strcmp(kind->x, "result") == 0 && job->count == 1)
        message_print("scanbench: warning: ",
                      "a history of one result; help: scanbench plot --kind history OLD.json NEW.json");
}

static bool plot_chart(const struct plotting *job, size_t index, const struct chart *chart,
                       struct html_chart *html, struct error *error)
{
    const struct config_plot *const plot = &job->chosen.plots[index];
    char *const csv = chart_csv(chart);
    if (!job->options->quiet)
        warn_of(job, chart, &plot_kinds[plot->kind]);
    if (job->options->format == FORMAT_CSV)
        return file_print(csv, error);
    char *const part = plots_chosen_name(&job->chosen, index);
    char *const options = look_options(&plot->look, job->options);
    char *const title = memory_format("%s: %s", chart_text_of(chart, "@title"), basename(job->paths[0]));
    struct gnuplot_picture picture = {.folder = job->scripts,
                                      .script = plot_kinds[plot->kind].script,
                                      .csv = csv,
                                      .options = options,
                                      .title = title,
                                      .named = job->paths[0]};
    const bool ok = draw_chart(job, &picture, part, html, error);
    free(title);
    free(options);
    free(part);
    free(csv);
    return ok;
}

/* Note which of the "GLOB=…" of an option fit a line. Returns the place after them. */
static bool *note_fitted(const struct option_list *list, const struct chart *chart, bool by_algorithm,
                         bool *fitted)
{
    for (size_t i = 0; i < list->count; i++, fitted++) {
        const char *const text = list->all[i];
        char *const glob = memory_text_part(text, (size_t)(strrchr(text, '=') - text));
        *fitted |= chart_has_line(chart, glob, by_algorithm);
        free(glob);
    }
    return fitted;
}

/* When all charts are drawn: what fitted no line of any. Returns the place after them. */
static const bool *warn_of_unfitted(const struct option_list *list, const char *option, const bool *fitted)
{
    for (size_t i = 0; i < list->count; i++)
        if (!*fitted++)
            print_line(stderr, "scanbench: warning: %s '%s': no line matches", option, list->all[i]);
    return fitted;
}

static bool plot_one(const struct plotting *job, size_t index, struct html_chart *html, struct error *error)
{
    const struct config_plot *const plot = &job->chosen.plots[index];
    struct chart chart;
    bool ok = chart_make(&chart, job->sources, job->count, plot, error);
    html->name = plot->look.title[0] != '\0' ? plot->look.title : plot_kinds[plot->kind].title;
    if (ok) {
        note_fitted(&job->options->line_colors, &chart, false,
                    note_fitted(&job->options->names, &chart, true, job->fitted));
        chart_text_add(&chart, "@origin", job->origin, NAN, NAN);
        ok = plot_chart(job, index, &chart, html, error);
    }
    if (ok && job->options->paper && !job->options->quiet)
        print_line(stderr, "caption: %s. %s. %s %s", chart_text_of(&chart, "@title"),
                   chart_text_of(&chart, "@subtitle"), chart_text_of(&chart, "@footer"), job->origin);
    chart_close(&chart);
    return ok;
}

static bool write_html(const struct plotting *job, const struct html_chart *charts, struct error *error)
{
    char *const text = html_page(&job->results[0].result, NULL, charts, job->chosen.count);
    const bool written = write_file(job, ".html", text, strlen(text), error);
    free(text);
    return written;
}

static bool draw_all(struct plotting *job, struct error *error)
{
    const bool is_counts = job->results[0].result.is_counts;
    if (job->options->html && (job->count > 1 || is_counts))
        return error_set(error, EXIT_USAGE,
                         is_counts ? "--html: %s has exact counts; the report is made of times"
                                   : "--together: --html is a report of one result",
                         job->paths[0]);
    if (job->options->html && job->options->format == FORMAT_CSV)
        return error_set(error, EXIT_USAGE,
                         "--html draws charts, and --format csv prints their data; expected one of them");
    if (!plots_choose(&job->chosen, job->options, &job->results[0].result, error))
        return false;
    if (job->options->format == FORMAT_CSV && job->chosen.count != 1)
        return error_set(error, EXIT_USAGE,
                         "--format csv: %s asks for %zu charts; expected one, as with --kind %s",
                         job->paths[0], job->chosen.count, plot_kinds[job->chosen.plots[0].kind].name);
    struct html_chart *const charts = memory_array(job->chosen.count, sizeof *charts);
    bool ok = true;
    for (size_t i = 0; ok && i < job->chosen.count; i++)
        ok = plot_one(job, i, &charts[i], error);
    ok = ok && (!job->options->html || write_html(job, charts, error));
    for (size_t i = 0; i < job->chosen.count; i++)
        free(charts[i].svg);
    free(charts);
    return ok;
}

static void plotting_close(struct plotting *job)
{
    for (size_t i = 0; i < job->count; i++)
        result_file_close(&job->results[i].result);
    for (enum difference which = 0; which < DIFFERENCES; which++)
        names_close(&job->texts[which]);
    free(job->results);
    free(job->sources);
    free(job->scripts);
    free(job->files.stem);
    free(job->files.stamp);
    free(job->origin);
    free(job->chosen.plots);
}

/* Open the results, the charts of all of which are one each. */
static bool plot_results(struct plotting *job, size_t count, struct error *error)
{
    job->results = memory_array(count, sizeof *job->results);
    job->sources = memory_array(count, sizeof *job->sources);
    while (job->count < count) {
        struct plotted *const plotted = &job->results[job->count];
        const char *const path = job->paths[job->count++];
        if (!plotted_open(job, plotted, path, error))
            return false;
        if (count > 1 && plotted->result.is_counts)
            return error_set(error, EXIT_USAGE, "--together: %s has exact counts; expected times", path);
    }
    name_sources(job);
    job->origin = origin_text(job);
    return choose_stem(job, error) && draw_all(job, error);
}

/* Whether all results go into each chart: where that is asked for, and a history is nothing else. */
static bool is_together(const struct options *options)
{
    bool together = options->together;
    for (size_t i = 0; i < options->kinds.count; i++)
        together |= strcmp(options->kinds.all[i], "history") == 0;
    return together;
}

bool command_plot(const struct options *options, struct error *error)
{
    if (options->output_set && strcmp(options->output, "-") == 0)
        return error_set(error, EXIT_USAGE,
                         "plot: charts are files; expected a folder after --output, not -");
    if (options->arguments.count == 0)
        return error_set(error, EXIT_USAGE, "plot: no result given; expected the .json file of a run");
    const size_t count = options->arguments.count, step = is_together(options) ? count : 1;
    char **const paths = memory_array(count, sizeof *paths);
    bool *const fitted = memory_array(options->names.count + options->line_colors.count + 1, sizeof *fitted);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++)
        ok = (paths[i] = side_path(options->arguments.all[i], error)) != NULL;
    for (size_t i = 0; ok && i < count; i += step) {
        struct plotting job = {.options = options, .paths = (const char *const *)paths + i, .fitted = fitted};
        ok = (options->format == FORMAT_CSV || gnuplot_scripts(&job.scripts, error)) &&
             plot_results(&job, step, error);
        plotting_close(&job);
    }
    if (ok && !options->quiet)
        warn_of_unfitted(&options->line_colors, "--line-color",
                         warn_of_unfitted(&options->names, "--name", fitted));
    for (size_t i = 0; i < count; i++)
        free(paths[i]);
    free(paths);
    free(fitted);
    return ok;
}
