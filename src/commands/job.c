/* SPDX-License-Identifier: MIT */
/* Jobs: made from a config or from what an earlier run left. */
#include "commands/job.h"

#include "commands/quick.h"
#include "measure/launches.h"
#include "results/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char journal_ending[] = ".journal";

static enum isa isa_named(const char *name)
{
    for (enum isa isa = ISA_NONE + 1; name && isa < ISA_COUNT; isa++)
        if (strcmp(name, isa_names[isa]) == 0)
            return isa;
    return ISA_NONE;
}

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
    if (!measure->processes_said && (job->invocation.smoke || has_ranks(&job->plan)))
        measure->processes = 1;
}

static bool plan_job(struct job *job, const struct machine *machine, struct error *error)
{
    const struct plan_options planning = {.filter = &job->filter, .isa = isa_named(job->invocation.isa)};
    if (plan_make(&job->plan, &job->config, machine->topology, &planning, error)) {
        choose_launches(job);
        return true;
    }
    config_close(&job->config);
    return false;
}

static struct job job_of(const struct options *options)
{
    return (struct job){.invocation = {.settings = options->settings.all,
                                       .setting_count = options->settings.count,
                                       .filter = options->filter,
                                       .isa = options->isa,
                                       .topology = options->topology,
                                       .smoke = options->smoke}};
}

/* What follows once the config is read. */
static bool plan_options(struct job *job, const struct options *options, const struct machine *machine,
                         struct error *error)
{
    if (options->seed_set)
        job->config.measure.seed = options->seed;
    return plan_job(job, machine, error);
}

bool job_init(struct job *job, const char *path, const struct options *options, const struct machine *machine,
              struct error *error)
{
    *job = job_of(options);
    if (options->filter && !filter_parse(&job->filter, options->filter, error))
        return false;
    return config_read(&job->config, path, options->settings.all, options->settings.count, error) &&
           plan_options(job, options, machine, error);
}

static bool plan_quick(struct job *job, const struct options *options, const struct machine *machine,
                       double point_s, struct error *error)
{
    char *const text = quick_config(options, point_s, error);
    const struct config_text from = {options->primitive, text, text ? strlen(text) : 0};
    const bool ok =
        text && config_parse(&job->config, &from, options->settings.all, options->settings.count, error) &&
        plan_options(job, options, machine, error);
    free(text);
    return ok;
}

/* The first plan shows how long its points take, so that the second one keeps to the time. */
bool job_init_quick(struct job *job, const struct options *options, const struct machine *machine,
                    struct error *error)
{
    *job = job_of(options);
    if (options->filter && !filter_parse(&job->filter, options->filter, error))
        return false;
    if (!plan_quick(job, options, machine, 1, error))
        return false;
    const double point_s = quick_point_s(options, &job->plan, &job->config);
    plan_close(&job->plan);
    config_close(&job->config);
    return plan_quick(job, options, machine, point_s, error);
}

bool job_init_again(struct job *job, struct resume *resume, const struct machine *machine,
                    struct error *error)
{
    const struct invocation *const said = &resume->invocation;
    *job = (struct job){.invocation = *said, .resume = resume};
    if (said->filter && !filter_parse(&job->filter, said->filter, error))
        return false;
    const struct config_text text = {resume->config_path, resume->config_text, resume->config_length};
    if (!config_parse(&job->config, &text, said->settings, said->setting_count, error))
        return false;
    job->config.measure.seed = resume->seed;
    return plan_job(job, machine, error);
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
