/* SPDX-License-Identifier: MIT */
/* Drawing one chart of a CSV with gnuplot, without a shell. */
#include "commands/chart.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text_stream.h"
#include "report/html_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef SCRIPTS_DIR
#define SCRIPTS_DIR "scripts"
#endif

static const size_t chart_bytes = (size_t)1 << 28;
static const double gnuplot_timeout_s = 60;

bool chart_path_check(const char *path, struct error *error)
{
    for (const char *c = path; *c != '\0'; c++)
        if (!isascii(*c) || (!isalnum(*c) && strchr("_./+:@%,- ", *c) == NULL))
            return error_set(
                error, EXIT_USAGE,
                "%s: cannot be given to gnuplot; expected a path of letters, digits, spaces and _./+:@%%,-",
                path);
    return true;
}

static bool join(char *path, const char *first, const char *second, struct error *error)
{
    if (snprintf(path, CHART_PATH, "%s%s", first, second) < CHART_PATH)
        return true;
    return error_set(error, EXIT_USAGE, "%s%s: the path is too long", first, second);
}

/* The folder of this program's own file; "." where that cannot be known. */
static void program_folder(char *folder)
{
    const ssize_t length = readlink("/proc/self/exe", folder, CHART_PATH - 1);

    folder[length > 0 ? length : 0] = '\0';
    char *const slash = strrchr(folder, '/');
    if (slash == NULL)
        strcpy(folder, ".");
    else
        *slash = '\0';
}

static bool has_scripts(const char *folder)
{
    char script[CHART_PATH + 16];

    struct error unseen = {0};
    snprintf(script, sizeof script, "%sbandwidth.gp", folder);
    return file_check_regular(script, chart_bytes, &unseen) && access(script, R_OK) == 0;
}

static bool choose_scripts(char *folder, struct error *error)
{
    const char *const chosen = getenv("SCANBENCH_SCRIPTS");
    char program[CHART_PATH];

    if (chosen != NULL && chosen[0] != '\0')
        return join(folder, chosen, "/", error);
    program_folder(program);
    return join(folder, program, "/scripts/", error) &&
           (has_scripts(folder) || join(folder, SCRIPTS_DIR, "/", error));
}

bool chart_scripts(char *folder, struct error *error)
{
    if (!choose_scripts(folder, error))
        return false;
    if (has_scripts(folder))
        return chart_path_check(folder, error);
    return error_set(
        error, EXIT_SYSTEM,
        "%sbandwidth.gp: cannot be read; SCANBENCH_SCRIPTS names the folder of the gnuplot scripts", folder);
}

/* With this the scripts end where the file or the options are wrong, and say so in their last line. */
enum { SCRIPT_REFUSES = 2 };

/* gnuplot's own words, without the place in the script: '"FILE" line N: '. */
static const char *without_place(const char *line)
{
    const char *const file_end = line[0] == '"' ? strchr(line + 1, '"') : NULL;
    const char *const said = file_end != NULL ? strstr(file_end, ": ") : NULL;
    return said != NULL && strncmp(file_end, "\" line ", 7) == 0 ? said + 2 : line;
}

static bool gnuplot_failed(const struct chart *chart, const struct process_result *result,
                           struct error *error)
{
    if (result->end == PROCESS_MISSING)
        return error_set(error, EXIT_SYSTEM,
                         "gnuplot is not installed; on Debian: apt-get install gnuplot-nox");
    if (result->end == PROCESS_TIMEOUT)
        return error_set(error, EXIT_SYSTEM, "gnuplot took longer than %g s on %s and was killed",
                         gnuplot_timeout_s, chart->csv);
    if (result->end == PROCESS_EXITED && result->status == SCRIPT_REFUSES && result->last_line[0] != '\0')
        return error_set(error, EXIT_USAGE, "%s", result->last_line);
    return error_set(error, EXIT_SYSTEM, "gnuplot failed on %s (%s %d)%s%s", chart->csv,
                     result->end == PROCESS_KILLED ? "signal" : "exit code", result->status,
                     result->last_line[0] != '\0' ? ": " : "", without_place(result->last_line));
}

/* One line of the script's options; none where there is no value. */
static void print_option(FILE *text, const char *name, const char *value)
{
    if (value != NULL && value[0] != '\0')
        fprintf(text, "%s=%s\n", name, value);
}

static void print_names(FILE *text, const char *names)
{
    for (const char *at = names; *at != '\0';) {
        const int length = (int)strcspn(at, "\n");
        fprintf(text, "name=%.*s\n", length, at);
        at += length + (at[length] == '\n');
    }
}

/* What the script shall do, an option a line; fresh. */
static char *script_options(const struct chart *chart, const char *ending)
{
    const struct config_plot *const plot = chart->plot;
    char conditions[FILTER_TEXT];
    struct text_stream stream;
    text_stream_open(&stream);
    FILE *const text = stream.file;
    print_option(text, "format", ending + 1);
    print_option(text, "unit", plot->unit);
    print_option(text, "baseline", plot->baseline);
    print_option(text, "filter", plot->filter.count > 0 ? filter_text(&plot->filter, conditions) : NULL);
    print_option(text, "title", plot->look.title);
    print_option(text, "subject", chart->subject);
    print_option(text, "machine", chart->machine);
    if (chart->cores > 0)
        fprintf(text, "cores=%lld\n", chart->cores);
    print_option(text, "source", chart->source);
    print_option(text, "width", plot->look.width);
    print_option(text, "style", plot->look.style);
    if (plot->look.font_points > 0)
        fprintf(text, "font-size=%g\n", plot->look.font_points);
    print_names(text, plot->look.names);
    return text_stream_close(&stream);
}

static bool gnuplot(const struct chart *chart, const char *output, const char *ending, struct error *error)
{
    char script[CHART_PATH];
    struct process_result result;
    char *const options = script_options(chart, ending);
    const char *const arguments[] = {"gnuplot", "-d", "-c", script, chart->csv, output, options, NULL};

    snprintf(script, sizeof script, "%s%s.gp", chart->folder, plot_kinds[chart->plot->kind].script);
    const bool ran = process_run(arguments, gnuplot_timeout_s, &result, error);
    free(options);
    if (ran && result.end == PROCESS_EXITED && result.status == 0)
        return true;
    return ran ? gnuplot_failed(chart, &result, error) : false;
}

/* The name that gnuplot gives an SVG has letters and digits alone: as its title it says what the chart is of.
 */
static char *with_title(const struct chart *chart, const char *svg, size_t *length)
{
    const char *const start = strstr(svg, "<title>"), *const end = start ? strstr(start, "</title>") : NULL;
    struct text_stream stream;
    if (end == NULL)
        return memory_text(svg);
    text_stream_open(&stream);
    FILE *const out = stream.file;
    fprintf(out, "%.*s<title>", (int)(start - svg), svg);
    if (chart->plot->look.title[0] != '\0')
        html_text(out, chart->plot->look.title);
    for (const char *c = start + strlen("<title>"); chart->plot->look.title[0] == '\0' && c < end; c++)
        fputc(*c == '_' ? ' ' : *c, out);
    fputs(": ", out);
    html_text(out, chart->source);
    fputs(end, out);
    char *const text = text_stream_close(&stream);
    *length = strlen(text);
    return text;
}

static bool move_chart(const struct chart *chart, const char *drawn, const char *path, struct error *error)
{
    char *text;
    size_t length;

    if (!file_read(drawn, chart_bytes, &text, &length, error))
        return false;
    if (length > 5 && memcmp(text, "<?xml", 5) == 0) {
        char *const titled = with_title(chart, text, &length);
        free(text);
        text = titled;
    }
    const bool moved = length > 0 ? file_write(path, text, length, error)
                                  : error_set(error, EXIT_SYSTEM, "gnuplot drew nothing for %s", path);
    free(text);
    return moved;
}

/* gnuplot follows whatever link is where it writes, and a file that it left half-done would stay when this
 * process is killed: it draws into memory, which it inherits. */
bool chart_draw(const struct chart *chart, const char *stem, const char *ending, struct error *error)
{
    char path[CHART_PATH], drawing[32];

    if (!join(path, stem, ending, error))
        return false;
    const int memory = memfd_create("chart", 0);
    if (memory < 0)
        return error_set_errno(error, EXIT_SYSTEM, "no memory for %s", path);
    snprintf(drawing, sizeof drawing, "/proc/self/fd/%d", memory);
    const bool drawn = gnuplot(chart, drawing, ending, error) && move_chart(chart, drawing, path, error);
    close(memory);
    return drawn;
}
