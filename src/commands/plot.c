/* SPDX-License-Identifier: MIT */
/* `scanbench plot RESULT…`: draw the charts that the command line or the configs of results ask for, of each
 * result or of all in each chart. */
#include "base/file.h"
#include "base/memory.h"
#include "base/text_stream.h"
#include "commands/commands.h"
#include "commands/joined_csv.h"
#include "commands/plotting.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static bool plot_result(struct plotting *job, const char *path, struct error *error)
{
    const bool ok =
        plotting_open(job, path, error) && plotting_choose_stem(job, error) && plotting_draw(job, error);
    plotting_close(job);
    return ok;
}

/* What tells results apart: their machines, what built the programs, the names of their configs, their files,
 * or their paths. */
enum telling { TELLING_MACHINE, TELLING_BUILD, TELLING_CONFIG, TELLING_FILE, TELLING_PATH, TELLINGS };
static const char *telling(const struct plotting *job, enum telling which)
{
    const json_t *const config = json_object_get(job->result.root, "config");
    const char *const name = json_string_value(json_object_get(config, "name"));
    const char *const texts[TELLINGS] = {job->machine, job->build, name != NULL ? name : "", job->source,
                                         job->named};
    return texts[which];
}

static bool is_telling(const struct plotting *jobs, size_t count, enum telling which)
{
    for (size_t i = 0; i < count; i++) {
        if (telling(&jobs[i], which)[0] == '\0')
            return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(telling(&jobs[i], which), telling(&jobs[k], which)) == 0)
                return false;
    }
    return true;
}

/* Let a text of the first be "machine one; machine two": what results say, each once. */
static void say_all(const struct plotting *jobs, size_t count, enum telling which, char **text)
{
    struct text_stream stream;
    text_stream_open(&stream);
    for (size_t i = 0; i < count; i++) {
        bool is_new = telling(&jobs[i], which)[0] != '\0';
        for (size_t k = 0; k < i; k++)
            is_new = is_new && strcmp(telling(&jobs[i], which), telling(&jobs[k], which)) != 0;
        if (is_new)
            fprintf(stream.file, "%s%s", i > 0 ? "; " : "", telling(&jobs[i], which));
    }
    free(*text);
    *text = text_stream_close(&stream);
}

/* All rows where gnuplot can read them: a file in memory, whose path becomes the first one's CSV. -1 with the
 * error; the caller closes it. */
static int join_rows(struct plotting *jobs, size_t count, struct error *error)
{
    struct csv_part *const parts = memory_array(count, sizeof *parts);
    enum telling which = TELLING_MACHINE;
    while (which + 1 < TELLINGS && !is_telling(jobs, count, which))
        which++;
    for (size_t i = 0; i < count; i++)
        parts[i] = (struct csv_part){jobs[i].csv, telling(&jobs[i], which)};
    char *const joined = csv_join(parts, count, error);
    free(parts);
    const int memory = joined != NULL ? memfd_create("results", 0) : -1;
    if (joined != NULL && memory < 0)
        error_set_errno(error, EXIT_SYSTEM, "no memory for %zu results", count);
    const bool whole = memory >= 0 && file_write_all(memory, joined, strlen(joined), "results", error);
    if (whole) {
        snprintf(jobs[0].csv, CHART_PATH, "/proc/self/fd/%d", memory);
        free(jobs[0].header);
        jobs[0].header = memory_text_part(joined, strcspn(joined, "\r\n"));
    } else if (memory >= 0)
        close(memory);
    free(joined);
    return whole ? memory : -1;
}

/* Beside the first: "A+B-". */
static bool choose_joined_stem(struct plotting *jobs, size_t count, struct error *error)
{
    char name[CHART_PATH];
    size_t length = strlen(jobs[0].named) - strlen(".csv");
    snprintf(name, sizeof name, "%s", jobs[0].named);
    for (size_t i = 1; i < count; i++) {
        const char *const file = plotting_file_of(jobs[i].named);
        const int file_length = (int)(strlen(file) - strlen(".csv"));
        if (length + (size_t)file_length + 8 >= sizeof name)
            return error_set(error, EXIT_USAGE, "%s: the path is too long", jobs[i].named);
        length += (size_t)sprintf(name + length, "+%.*s", file_length, file);
    }
    strcpy(name + length, ".csv");
    strcpy(jobs[0].named, name);
    return plotting_choose_stem(&jobs[0], error);
}

static bool open_all(struct plotting *jobs, const struct options *options, struct error *error)
{
    for (size_t i = 0; i < options->arguments.count; i++) {
        jobs[i].options = options;
        if (!plotting_open(&jobs[i], options->arguments.all[i], error))
            return false;
        if (jobs[i].contents != CONTENTS_TIMES)
            return error_set(error, EXIT_USAGE, "--together: %s has %s; expected times", jobs[i].csv,
                             csv_contents_info[jobs[i].contents].text);
    }
    return true;
}

/* One chart of each kind for all results: the kinds are those of the first. */
static bool plot_together(const struct options *options, struct error *error)
{
    const size_t count = options->arguments.count;
    struct plotting *const jobs = memory_array(count, sizeof *jobs);
    int memory = -1;
    bool ok = !options->html || error_set(error, EXIT_USAGE, "--together: --html is a report of one result");
    ok = ok && chart_scripts(jobs[0].folder, error) && open_all(jobs, options, error) &&
         (memory = join_rows(jobs, count, error)) >= 0 && choose_joined_stem(jobs, count, error);
    if (ok) {
        say_all(jobs, count, TELLING_MACHINE, &jobs[0].machine);
        say_all(jobs, count, TELLING_BUILD, &jobs[0].build);
        say_all(jobs, count, TELLING_FILE, &jobs[0].source);
        ok = plotting_draw(&jobs[0], error);
    }
    if (memory >= 0)
        close(memory);
    for (size_t i = 0; i < count; i++)
        plotting_close(&jobs[i]);
    free(jobs);
    return ok;
}

bool command_plot(const struct options *options, struct error *error)
{
    if (options->output_set && strcmp(options->output, "-") == 0)
        return error_set(error, EXIT_USAGE,
                         "plot: charts are files; expected a folder after --output, not -");
    if (options->arguments.count == 0)
        return error_set(error, EXIT_USAGE,
                         "plot: no result given; expected the .csv or .json file of a run");
    if (options->together && options->arguments.count > 1)
        return plot_together(options, error);
    struct plotting *const job = memory_array(1, sizeof *job);
    job->options = options;
    bool ok = chart_scripts(job->folder, error);
    for (size_t i = 0; ok && i < options->arguments.count; i++)
        ok = plot_result(job, options->arguments.all[i], error);
    free(job);
    return ok;
}
