/* SPDX-License-Identifier: MIT */
/* Jobs: made from a config or from what an earlier run left. */

#include "base/memory.h"
#include "commands/commands.h"
#include "measure/measure.h"
#include "json/json_load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What changes a config, as texts of --set: those, and the options that are members of it. */
struct settings {
    char *texts[OPTION_LISTS + OPTION_ROWS]; /* owned */
    size_t count;
};

static void settings_make(struct settings *settings, const struct options *options)
{
    *settings = (struct settings){.count = 0};
    for (size_t i = 0; i < options->settings.count; i++)
        settings->texts[settings->count++] = memory_text(options->settings.all[i]);
    for (size_t i = 0; i < option_row_count; i++) {
        const struct option_row *const row = &option_rows[i];
        if (!row->key || !options->given[i])
            continue;
        json_t *const value = row->argument ? json_string(options->given[i]) : json_true();
        char *const text = json_dump_text(value, JSON_ENCODE_ANY);
        settings->texts[settings->count++] = memory_format("%s=%s", row->key, text);
        free(text);
        json_decref(value);
    }
}

static void settings_close(struct settings *settings)
{
    while (settings->count > 0)
        free(settings->texts[--settings->count]);
}

/* Of a file, or with a NULL path the text, which is of options->primitive. */
static bool effective_config(struct config *config, const char *path, const char *text,
                             const struct options *options, struct error *error)
{
    struct filter filter;
    struct settings settings;
    if (!filter_parse(&filter, options->filter, error))
        return false;
    settings_make(&settings, options);
    const char *const *const texts = (const char *const *)settings.texts;
    const struct config_text from = {
        .path = options->primitive, .text = text, .length = text ? strlen(text) : 0, .of_options = true};
    const bool ok = path ? config_read(config, path, texts, settings.count, error)
                         : config_parse(config, &from, texts, settings.count, error);
    settings_close(&settings);
    return ok;
}

static const char journal_ending[] = ".journal";

static bool has_ranks(const struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->points[i].supported && point_on_ranks(&plan->points[i].point))
            return true;
    return false;
}

/* Unless launches are asked for: one says all where nothing is told of speed; of ranks each mpiexec is one.
 */
static void choose_launches(struct job *job)
{
    struct measure_settings *const measure = &job->config.measure;
    if (!measure->processes_said && (measure->smoke || has_ranks(&job->plan)))
        measure->processes = 1;
}

static bool read_again(struct config *config, const struct resume *resume, struct error *error)
{
    const struct config_text text = {
        .path = resume->path, .text = resume->config_text, .length = strlen(resume->config_text)};
    if (!config_parse(config, &text, NULL, 0, error))
        return false;
    snprintf(config->sha256, sizeof config->sha256, "%s", resume->config_sha256);
    return true;
}

bool job_read(struct job *job, const char *path, struct resume *resume, const struct options *options,
              struct error *error)
{
    *job = (struct job){.resume = resume};
    if (resume)
        return read_again(&job->config, resume, error);
    char *const text = path ? NULL : quick_config(options, error);
    const bool ok = (path || text) && effective_config(&job->config, path, text, options, error);
    free(text);
    return ok;
}

bool job_plan(struct job *job, const struct options *options, const struct machine *machine,
              struct error *error)
{
    const struct plan_options planning = {.filter = &job->config.filter, .isa = job->config.isa};
    if (!plan_make(&job->plan, &job->config, machine->topology, &planning, error))
        return false;
    choose_launches(job);
    if (options->primitive && !job->resume)
        quick_begin(&job->config);
    if ((options->dry_run || options->primitive) && !job->config.measure.smoke)
        rehearsal_run(&job->plan, &job->config, machine);
    if (options->primitive && !job->resume)
        quick_settle(options, &job->plan, &job->config);
    config_settle(&job->config);
    return true;
}

bool job_has_files(const struct options *options)
{
    return strcmp(options->output, "-") != 0;
}

const char *job_directory(const struct options *options, char *buffer, size_t size)
{
    const char *const slash = options->resume ? strrchr(options->resume, '/') : NULL;
    if (options->output_set || !options->resume)
        return options->output;
    snprintf(buffer, size, "%.*s", slash ? (int)(slash - options->resume) : 1, slash ? options->resume : ".");
    return *buffer ? buffer : "/";
}

bool job_in_own_folder(const struct options *options)
{
    char folder[JOURNAL_PATH];
    return options->output_set || strcmp(job_directory(options, folder, sizeof folder), options->output) != 0;
}

/* A journal goes on where it was, unless --output says otherwise. */
static bool goes_on(const struct job *job, const struct options *options)
{
    const char *const path = job->resume ? job->resume->path : "";
    const size_t ending = strlen(journal_ending);
    return job->resume && job->resume->lines && !options->output_set && strlen(path) > ending &&
           strlen(path) < sizeof job->stem && strcmp(path + strlen(path) - ending, journal_ending) == 0;
}

static bool open_journal(struct job *job, const struct options *options, const struct report_context *context,
                         struct error *error)
{
    char folder[JOURNAL_PATH];
    if (!job_has_files(options))
        return true;
    const bool again = goes_on(job, options);
    const bool opened = again ? resume_continue(job->resume, &job->journal, error)
                              : report_begin(&job->journal, job_directory(options, folder, sizeof folder),
                                             &job->launches[0], context, error);
    if (!opened)
        return false;
    const char *const path = job->journal.path;
    snprintf(job->stem, sizeof job->stem, "%.*s", (int)(strlen(path) - strlen(journal_ending)), path);
    job->journal.effort = job->before;
    return again || journal_add_all(&job->journal, job->launches, job->config.measure.processes, error);
}

bool job_start(struct job *job, const struct options *options, const struct report_context *context,
               struct error *error)
{
    const size_t count = job->config.measure.processes;
    launches_make(&job->launches, count, &job->plan);
    if (job->resume && (!resume_match(job->resume, &job->launches[0], context, error) ||
                        !resume_records(job->resume, job->launches, count, error)))
        return false;
    job->before = job->resume ? job->resume->effort : (struct effort){0};
    return open_journal(job, options, context, error);
}

void job_close(struct job *job)
{
    journal_close(&job->journal);
    launches_close(job->launches, job->launches ? job->config.measure.processes : 0);
    plan_close(&job->plan);
    config_close(&job->config);
}
