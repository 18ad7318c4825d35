/* SPDX-License-Identifier: MIT */
/* `scanbench plot RESULT…`: draw the charts that the command line or the configs of results ask for, of each
 * result or of all in each chart, with the data of each chart as CSV beside it. */
#include "analysis/measured_on.h"
#include "base/file.h"
#include "base/inert.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "chart/chart_files.h"
#include "chart/chart_page.h"
#include "chart/gnuplot.h"
#include "commands/commands.h"
#include "commands/plots_chosen.h"
#include "commands/provenance.h"
#include "report/html_page.h"
#include "results/result_file.h"
#include "json/json_load.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t result_bytes = (size_t)1 << 30;

enum { CHART_PART = 64 };

/* One result, of times or of exact counts. */
struct plotted {
    const char *named;         /* as the command line names it */
    struct result_file result; /* of counts the root alone */
    bool is_counts;
    char *machine, *build; /* what the last line of charts says; owned */
};

/* The charts of one result, or of several together. */
struct plotting {
    const struct options *options;
    char folder[GNUPLOT_FOLDER]; /* of the scripts */
    struct plotted *results;
    struct chart_source *sources;
    size_t count;
    char *stem, *stamped; /* of the charts' files, up to the kind; NULL: not stamped */
    char *origin;         /* what the last line of charts shows */
    struct plots_chosen chosen;
};

/* "gcc 12.2.0 · scanbench 0.1.0"; "" where nothing says so. */
static char *build_text(const struct result_file *result)
{
    const json_t *const tool = json_object_get(result->root, "tool");
    const char *const compiler = measured_on_compiler(result);
    const char *const version = json_string_value(json_object_get(tool, "version"));
    if (compiler == NULL || version == NULL)
        return memory_text("");
    return text_inert(memory_format("%s · scanbench %s", compiler, version));
}

/* The JSON of exact counts: true with its root where it is one. */
static bool read_counts(struct plotted *plotted, struct error *error)
{
    struct result_file *const file = &plotted->result;
    json_error_t why;
    if (!file_read(plotted->named, result_bytes, &file->text, &file->length, error))
        return false;
    file->path = plotted->named;
    file->root = json_load(file->text, file->length, 0, &why);
    const char *const schema = json_string_value(json_object_get(file->root, "schema"));
    plotted->is_counts = schema != NULL && strcmp(schema, "scanbench-counts") == 0;
    return true;
}

static bool plotted_open(struct plotted *plotted, const char *path, bool quiet, struct error *error)
{
    plotted->named = path;
    if (!text_ends_with(path, ".json"))
        return error_set(error, EXIT_USAGE, "%s: not a result; expected the .json file of a run", path);
    if (!read_counts(plotted, error))
        return false;
    if (!plotted->is_counts) {
        result_file_close(&plotted->result);
        plotted->result = (struct result_file){0};
        if (!results_read(&plotted->result, path, error))
            return false;
        if (!quiet)
            provenance_warn(&plotted->result);
    }
    plotted->machine = text_inert(measured_on_text(&plotted->result));
    plotted->build = build_text(&plotted->result);
    return true;
}

static void plotted_close(struct plotted *plotted)
{
    free(plotted->machine);
    free(plotted->build);
    result_file_close(&plotted->result);
}

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

static const char *difference_of(const struct plotted *plotted, enum difference which)
{
    const json_t *const config = json_object_get(plotted->result.root, "config");
    const char *const name = json_string_value(json_object_get(config, "name"));
    const char *const texts[DIFFERENCES] = {plotted->machine, plotted->build, name != NULL ? name : "",
                                            chart_file_of(plotted->named), plotted->named};
    return texts[which];
}

static bool do_differ(const struct plotting *job, enum difference which)
{
    for (size_t i = 0; i < job->count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(difference_of(&job->results[i], which), difference_of(&job->results[k], which)) == 0)
                return false;
    return true;
}

static void name_sources(struct plotting *job)
{
    enum difference which = DIFFERENT_MACHINE;
    while (which + 1 < DIFFERENCES && !do_differ(job, which))
        which++;
    for (size_t i = 0; i < job->count; i++)
        job->sources[i] =
            (struct chart_source){&job->results[i].result, difference_of(&job->results[i], which)};
}

/* "a.json; b.json · A CPU, 2 cores · gcc 12.2.0 · scanbench 0.1.0 · 2026-01-31T12:00:00Z": each text once. */
static char *origin_text(const struct plotting *job)
{
    static const enum difference texts[] = {DIFFERENT_FILE, DIFFERENT_MACHINE, DIFFERENT_BUILD};
    struct text_stream stream;
    text_stream_open(&stream);
    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++)
        for (size_t i = 0; i < job->count; i++) {
            const char *const text = difference_of(&job->results[i], texts[t]);
            bool is_new = text[0] != '\0';
            for (size_t k = 0; k < i; k++)
                is_new = is_new && strcmp(text, difference_of(&job->results[k], texts[t])) != 0;
            if (is_new)
                fprintf(stream.file, "%s%s", i > 0 ? "; " : t > 0 ? " · " : "", text);
        }
    const char *const utc = json_string_value(json_object_get(job->results[0].result.state, "utc"));
    if (utc != NULL)
        fprintf(stream.file, " · %s", utc);
    return text_stream_close(&stream);
}

/* The name of a result without its ending, of exact counts without "-counts" too. */
static int stem_length(const struct plotted *plotted, const char *name)
{
    const char *const ending =
        plotted->is_counts && text_ends_with(name, "-counts.json") ? "-counts.json" : ".json";
    return (int)(strlen(name) - strlen(ending));
}

/* "FOLDER/A+B": in the folder of --output, else beside the first result. */
static bool choose_stem(struct plotting *job, struct error *error)
{
    const char *const first = job->results[0].named, *const name = chart_file_of(first);
    struct text_stream stream;
    char *const folder = job->options->output_set ? memory_format("%s/", job->options->output)
                                                  : memory_text_part(first, (size_t)(name - first));
    text_stream_open(&stream);
    fputs(folder, stream.file);
    for (size_t i = 0; i < job->count; i++) {
        const char *const own = chart_file_of(job->results[i].named);
        fprintf(stream.file, "%s%.*s", i > 0 ? "+" : "", stem_length(&job->results[i], own), own);
    }
    job->stem = text_stream_close(&stream);
    job->stamped = job->count == 1 ? chart_stamped(first, job->stem) : NULL;
    const bool ok =
        job->options->format == FORMAT_CSV || file_directory(folder[0] != '\0' ? folder : ".", error);
    free(folder);
    return ok;
}

/* What the config is about, before the chart's own title. */
static void add_subject(const struct plotting *job, const struct config_plot *plot, struct chart_data *data)
{
    const json_t *const config = json_object_get(job->results[0].result.root, "config");
    const char *const subject = json_string_value(json_object_get(config, "title"));
    for (size_t i = 0;
         i < data->text_count && subject != NULL && plot_title_valid(subject) && plot->look.title[0] == '\0';
         i++)
        if (strcmp(data->texts[i].key, "@title") == 0) {
            char *const own = data->texts[i].text;
            data->texts[i].text = memory_format("%s: %s", subject, own);
            free(own);
        }
}

static bool make_data(const struct plotting *job, const struct config_plot *plot, struct chart_data *data,
                      struct error *error)
{
    const bool ok = chart_data_make(data, (struct chart_sources){job->sources, job->count}, plot, error);
    if (ok) {
        add_subject(job, plot, data);
        chart_text_add(data, "@origin", job->origin, NAN, NAN);
    }
    return ok;
}

/* Write the file of a part, as "-ladder.svg"; its name is printed, but for data. */
static bool write_file(const struct plotting *job, const char *part, const char *text, size_t length,
                       struct error *error)
{
    const struct chart_place place = {job->stem, job->stamped, part};
    char *path;
    const bool written = chart_file_write(&place, text, length, &path, error);
    if (written && !job->options->quiet && !text_ends_with(part, ".csv"))
        print_line(stdout, "%s", path);
    free(path);
    return written;
}

/* Draw a picture in its format; the first SVG stays in html. */
static bool draw_format(const struct plotting *job, const struct gnuplot_picture *picture, const char *part,
                        struct html_chart *html, struct error *error)
{
    char *image, *const file = memory_format("%s.%s", part, picture->format);
    size_t length;
    bool ok = gnuplot_draw(picture, &image, &length, error);
    if (ok) {
        ok = write_file(job, file, image, length, error);
        if (strcmp(picture->format, "svg") == 0 && html->svg == NULL)
            html->svg = image;
        else
            free(image);
    }
    free(file);
    return ok;
}

static bool draw_formats(const struct plotting *job, struct gnuplot_picture *picture, const char *part,
                         struct html_chart *html, struct error *error)
{
    static const char *const usual[] = {"svg", "png"};
    const char *const asked = job->options->chart_format;
    bool ok = true;
    for (size_t i = 0; ok && i < (asked != NULL ? 1 : sizeof usual / sizeof usual[0]); i++) {
        picture->format = asked != NULL ? asked : usual[i];
        ok = draw_format(job, picture, part, html, error);
    }
    if (ok && job->options->html && html->svg == NULL) {
        picture->format = "svg";
        ok = draw_format(job, picture, part, html, error);
    }
    return ok;
}

/* A chart's pictures and its data. */
static bool draw_chart(const struct plotting *job, size_t index, struct gnuplot_picture *picture,
                       struct html_chart *html, struct error *error)
{
    const struct config_plot *const plot = &job->chosen.plots[index];
    char part[CHART_PART];
    plots_chosen_name(&job->chosen, index, part);
    char *const options = look_options(&plot->look), *const data = memory_format("%s.csv", part);
    char *const title = memory_format("%s: %s", picture->title, chart_file_of(job->results[0].named));
    picture->folder = job->folder;
    picture->script = plot_kinds[plot->kind].script;
    picture->options = options;
    picture->title = title;
    picture->named = job->results[0].named;
    const bool ok = draw_formats(job, picture, part, html, error) &&
                    write_file(job, data, picture->csv, strlen(picture->csv), error);
    free(title);
    free(data);
    free(options);
    return ok;
}

static bool plot_one(const struct plotting *job, size_t index, struct html_chart *html, struct error *error)
{
    const struct config_plot *const plot = &job->chosen.plots[index];
    struct chart_data data;
    if (!make_data(job, plot, &data, error))
        return false;
    char *const csv = chart_csv(&data);
    html->name = plot->look.title[0] != '\0' ? plot->look.title : plot_kinds[plot->kind].title;
    struct gnuplot_picture picture = {.csv = csv, .title = chart_text_of(&data, "@title")};
    const bool ok = job->options->format == FORMAT_CSV ? file_print(memory_text(csv), error)
                                                       : draw_chart(job, index, &picture, html, error);
    if (ok && plot->look.is_paper && !job->options->quiet)
        print_line(stderr, "caption: %s. %s %s %s", chart_text_of(&data, "@title"),
                   chart_text_of(&data, "@subtitle"), chart_text_of(&data, "@footer"), job->origin);
    free(csv);
    chart_data_close(&data);
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
    const bool is_counts = job->results[0].is_counts;
    if (job->options->html && (job->count > 1 || is_counts))
        return error_set(error, EXIT_USAGE,
                         is_counts ? "--html: %s has exact counts; the report is made of times"
                                   : "--together: --html is a report of one result",
                         job->results[0].named);
    if (!plots_choose(&job->chosen, job->options, &job->results[0].result, is_counts, error))
        return false;
    if (job->options->format == FORMAT_CSV && job->chosen.count != 1)
        return error_set(
            error, EXIT_USAGE, "--format csv: %s asks for %zu charts; expected one, as with --kind %s",
            job->results[0].named, job->chosen.count, plot_kinds[job->chosen.plots[0].kind].name);
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

/* Open results, the charts of all of which are one each. */
static bool plot_results(struct plotting *job, const char *const *paths, size_t count, struct error *error)
{
    bool ok = true;
    job->results = memory_array(count, sizeof *job->results);
    job->sources = memory_array(count, sizeof *job->sources);
    for (job->count = 0; ok && job->count < count; job->count++) {
        ok = plotted_open(&job->results[job->count], paths[job->count], job->options->quiet, error);
        if (ok && count > 1 && job->results[job->count].is_counts)
            ok = error_set(error, EXIT_USAGE, "--together: %s has exact counts; expected times",
                           paths[job->count]);
    }
    if (ok) {
        name_sources(job);
        job->origin = origin_text(job);
        ok = choose_stem(job, error) && draw_all(job, error);
    }
    for (size_t i = 0; i < job->count; i++)
        plotted_close(&job->results[i]);
    free(job->results);
    free(job->sources);
    free(job->stem);
    free(job->stamped);
    free(job->origin);
    plots_chosen_close(&job->chosen);
    return ok;
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
    const size_t step = is_together(options) ? options->arguments.count : 1;
    bool ok = true;
    for (size_t i = 0; ok && i < options->arguments.count; i += step) {
        struct plotting job = {.options = options};
        ok = (options->format == FORMAT_CSV || gnuplot_scripts(job.folder, error)) &&
             plot_results(&job, options->arguments.all + i, step, error);
    }
    return ok;
}
