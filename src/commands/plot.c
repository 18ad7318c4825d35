/* SPDX-License-Identifier: MIT */
/* `scanbench plot RESULT…`: draw the charts of a result with gnuplot, without a shell. */
#include "base/file.h"
#include "base/process.h"
#include "commands/commands.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef SCRIPTS_DIR
#define SCRIPTS_DIR "scripts"
#endif

enum { PATH_BYTES = 4096 };
static const size_t result_bytes = (size_t)1 << 30, chart_bytes = (size_t)1 << 28;
static const double gnuplot_timeout_s = 60;
static const char script_name[] = "bandwidth.gp";

/* Where the charts of one result come from and go to. */
struct chart {
    char script[PATH_BYTES];
    char csv[PATH_BYTES];
    char stem[PATH_BYTES]; /* of the chart's files */
};

/* gnuplot takes names that start with '<' or '|' for commands, and a few characters would need quoting in a
 * shell that somebody pastes the name to: all but these are refused. */
static bool check_path(const char *path, struct error *error)
{
    for (const char *c = path; *c != '\0'; c++)
        if (!isascii(*c) || (!isalnum(*c) && strchr("_./+:@%,- ", *c) == NULL))
            return error_set(
                error, EXIT_USAGE,
                "%s: cannot be given to gnuplot; expected a path of letters, digits, spaces and _./+:@%%,-",
                path);
    return true;
}

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), ending_length = strlen(ending);

    return length >= ending_length && strcmp(text + length - ending_length, ending) == 0;
}

static bool join(char *path, const char *first, const char *second, const char *third, struct error *error)
{
    if (snprintf(path, PATH_BYTES, "%s%s%s", first, second, third) < PATH_BYTES)
        return true;
    return error_set(error, EXIT_USAGE, "%s%s: the path is too long", first, second);
}

/* The folder of this program's own file; "." where that cannot be known. */
static void program_folder(char *folder)
{
    const ssize_t length = readlink("/proc/self/exe", folder, PATH_BYTES - 1);

    folder[length > 0 ? length : 0] = '\0';
    char *const slash = strrchr(folder, '/');
    if (slash == NULL)
        strcpy(folder, ".");
    else
        *slash = '\0';
}

/* The scripts of SCANBENCH_SCRIPTS, else those beside the program in a source tree, else the installed ones.
 */
static bool find_script(char *script, struct error *error)
{
    const char *const chosen = getenv("SCANBENCH_SCRIPTS");
    char folder[PATH_BYTES];

    if (chosen != NULL && chosen[0] != '\0') {
        if (!join(script, chosen, "/", script_name, error))
            return false;
    } else {
        program_folder(folder);
        if (!join(script, folder, "/scripts/", script_name, error))
            return false;
        if (access(script, R_OK) != 0 && !join(script, SCRIPTS_DIR, "/", script_name, error))
            return false;
    }
    if (access(script, R_OK) == 0)
        return check_path(script, error);
    return error_set(error, EXIT_SYSTEM,
                     "%s: cannot be read; SCANBENCH_SCRIPTS names the folder of the gnuplot scripts", script);
}

/* The CSV that a path names: itself, or the one beside a JSON. */
static bool find_csv(const char *path, char *csv, struct error *error)
{
    if (ends_with(path, ".csv"))
        return join(csv, path, "", "", error);
    if (!ends_with(path, ".json"))
        return error_set(error, EXIT_USAGE, "%s: not a result; expected a .csv or .json file of a run", path);
    if (!join(csv, path, "", "", error))
        return false;
    strcpy(csv + strlen(csv) - strlen(".json"), ".csv");
    if (access(csv, F_OK) == 0)
        return true;
    return error_set(error, EXIT_USAGE, "%s: the chart is drawn from %s, which is not there", path, csv);
}

static bool has_column(const char *header, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = header; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return true;
    }
    return false;
}

static bool check_header(const char *path, const char *header, struct error *error)
{
    static const char *const needed[] = {"primitive", "algorithm",     "family",      "dtype", "n",
                                         "status",    "time_median_s", "bytes_per_s", "flags"};

    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (!has_column(header, needed[i]))
            return error_set(error, EXIT_USAGE, "%s: not a CSV of scanbench: its header has no column %s",
                             path, needed[i]);
    return true;
}

static bool check_csv(const char *path, struct error *error)
{
    char *text;
    size_t length;

    if (!file_read(path, result_bytes, &text, &length, error))
        return false;
    text[strcspn(text, "\r\n")] = '\0';
    const bool good = check_header(path, text, error);
    free(text);
    return good;
}

static const char *base_name(const char *path)
{
    const char *const slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* "<folder>/<name of the CSV>-bandwidth" in the folder of --output, else beside the CSV. */
static bool choose_stem(struct chart *chart, const struct options *options, struct error *error)
{
    const char *const name = base_name(chart->csv);
    const int name_length = (int)(strlen(name) - strlen(".csv"));
    char folder[PATH_BYTES];

    if (options->output_set)
        snprintf(folder, sizeof folder, "%s/", options->output);
    else
        snprintf(folder, sizeof folder, "%.*s", (int)(name - chart->csv), chart->csv);
    if (snprintf(chart->stem, sizeof chart->stem, "%s%.*s-bandwidth", folder, name_length, name) >=
        PATH_BYTES)
        return error_set(error, EXIT_USAGE, "%s: the path is too long", chart->csv);
    return check_path(chart->stem, error) && file_directory(folder[0] != '\0' ? folder : ".", error);
}

static bool gnuplot(const struct chart *chart, const char *output, struct error *error)
{
    const char *const arguments[] = {"gnuplot", "-d", "-c", chart->script, chart->csv, output, NULL};
    struct process_result result;

    if (!process_run(arguments, gnuplot_timeout_s, &result, error))
        return false;
    if (result.end == PROCESS_MISSING)
        return error_set(error, EXIT_SYSTEM,
                         "gnuplot is not installed; on Debian: apt-get install gnuplot-nox");
    if (result.end == PROCESS_TIMEOUT)
        return error_set(error, EXIT_SYSTEM, "gnuplot took longer than %g s on %s and was killed",
                         gnuplot_timeout_s, chart->csv);
    if (result.end == PROCESS_EXITED && result.status == 0)
        return true;
    return error_set(error, EXIT_SYSTEM, "gnuplot failed on %s (%s %d)%s%s", chart->csv,
                     result.end == PROCESS_KILLED ? "signal" : "exit code", result.status,
                     result.last_line[0] != '\0' ? ": " : "", result.last_line);
}

/* Whole or not at all: gnuplot draws to a temporary name. */
static bool move_chart(const char *temporary, const char *path, struct error *error)
{
    char *text;
    size_t length;

    if (!file_read(temporary, chart_bytes, &text, &length, error))
        return false;
    const bool moved = length > 0 ? file_write(path, text, length, error)
                                  : error_set(error, EXIT_SYSTEM, "gnuplot drew nothing for %s", path);
    free(text);
    return moved;
}

static bool draw(const struct chart *chart, const char *ending, bool quiet, struct error *error)
{
    char path[PATH_BYTES], temporary[PATH_BYTES], mark[32];

    snprintf(mark, sizeof mark, ".%ld.tmp", (long)getpid());
    if (!join(path, chart->stem, ending, "", error) || !join(temporary, chart->stem, mark, ending, error))
        return false;
    const bool drawn = gnuplot(chart, temporary, error) && move_chart(temporary, path, error);
    unlink(temporary);
    if (drawn && !quiet)
        printf("%s\n", path);
    return drawn;
}

static bool plot_result(const char *path, const char *script, const struct options *options,
                        struct error *error)
{
    struct chart chart;

    return join(chart.script, script, "", "", error) && check_path(path, error) &&
           find_csv(path, chart.csv, error) && check_csv(chart.csv, error) &&
           choose_stem(&chart, options, error) && draw(&chart, ".svg", options->quiet, error) &&
           draw(&chart, ".png", options->quiet, error);
}

bool command_plot(const struct options *options, struct error *error)
{
    char script[PATH_BYTES];

    if (options->output_set && strcmp(options->output, "-") == 0)
        return error_set(error, EXIT_USAGE,
                         "plot: charts are files; expected a folder behind --output, not -");
    if (options->argument_count == 0)
        return error_set(error, EXIT_USAGE,
                         "plot: no result given; expected the .csv or .json file of a run");
    if (!find_script(script, error))
        return false;
    for (size_t i = 0; i < options->argument_count; i++)
        if (!plot_result(options->arguments[i], script, options, error))
            return false;
    return true;
}
