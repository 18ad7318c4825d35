/* SPDX-License-Identifier: MIT */
/* Drawing one chart of a CSV with gnuplot, without a shell. */
#include "commands/chart.h"

#include "base/file.h"
#include "base/process.h"

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

static bool gnuplot(const struct chart *chart, const char *output, const char *ending, struct error *error)
{
    char script[CHART_PATH], unit[64], baseline[PLOT_BASELINE + 16], filter[FILTER_TEXT + 16];
    char conditions[FILTER_TEXT], format[16];
    const char *arguments[11] = {"gnuplot", "-d", "-c", script, chart->csv, output, format};
    size_t count = 7;
    struct process_result result;

    snprintf(script, sizeof script, "%s%s.gp", chart->folder, plot_kinds[chart->plot->kind].script);
    snprintf(format, sizeof format, "format=%s", ending + 1);
    snprintf(unit, sizeof unit, "unit=%s", chart->plot->unit != NULL ? chart->plot->unit : "");
    snprintf(baseline, sizeof baseline, "baseline=%s", chart->plot->baseline);
    snprintf(filter, sizeof filter, "filter=%s", filter_text(&chart->plot->filter, conditions));
    if (chart->plot->unit != NULL)
        arguments[count++] = unit;
    if (chart->plot->baseline[0] != '\0')
        arguments[count++] = baseline;
    if (chart->plot->filter.count > 0)
        arguments[count++] = filter;
    const bool ran = process_run(arguments, gnuplot_timeout_s, &result, error);
    if (ran && result.end == PROCESS_EXITED && result.status == 0)
        return true;
    return ran ? gnuplot_failed(chart, &result, error) : false;
}

static bool move_chart(const char *drawn, const char *path, struct error *error)
{
    char *text;
    size_t length;

    if (!file_read(drawn, chart_bytes, &text, &length, error))
        return false;
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
    const bool drawn = gnuplot(chart, drawing, ending, error) && move_chart(drawing, path, error);
    close(memory);
    return drawn;
}
