/* SPDX-License-Identifier: MIT */
/* scanbench run: read and plan every config, then measure, verify and write one after the other. */
#include "base/file.h"
#include "base/inert.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "commands/against.h"
#include "commands/commands.h"
#include "commands/compare.h"
#include "commands/dry_run.h"
#include "commands/job.h"
#include "commands/print_report.h"
#include "commands/ranks_attend.h"
#include "commands/run_notes.h"
#include "commands/side.h"
#include "commands/verdict.h"
#include "measure/launches.h"
#include "measure/limits.h"
#include "report/claims_json.h"
#include "report/claims_relation.h"
#include "report/html_page.h"
#include "report/progress.h"
#include "report/wrapped.h"
#include "results/join.h"
#include "results/write.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/* What a run gets from around it. */
struct surroundings {
    double budget_s;
    const struct perf_control *perf_control;
    struct against *against;
};

struct view {
    struct job *job;
    const struct options *options;
    const struct machine *machine;
    struct notes *notes;
    struct progress_view progress; /* on standard error */
};

static void stop(int signal)
{
    if (stop_at_once)
        _exit(128 + signal);
    stop_at_once = stop_signal;
    stop_signal = signal;
}

/* The first signal ends the run cleanly, the second ends what is measured, and the third all; a closed pipe
 * and a file that may not grow are ordinary write errors. */
static void watch_signals(void)
{
    struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

static void show_progress(void *context, const struct runner_progress *progress)
{
    struct view *const view = context;
    char now[PROGRESS_BYTES];
    if (!view->options->quiet)
        progress_show(&view->progress, progress->left_s, progress_of_run(progress, now, sizeof now),
                      monotonic_s());
}

static void show_finished(const struct view *view, const struct record *record)
{
    char text[256];
    if (!view->options->verbose)
        return;
    progress_clear(&view->progress);
    char counted[64] = "";
    if (record_counted(record))
        snprintf(counted, sizeof counted, ", %.3g cycles and %.3g instructions an element",
                 record_per_element(record, EVENT_CYCLES), record_per_element(record, EVENT_INSTRUCTIONS));
    print_line(stderr, "%s: %s%s%s%s", point_text(&record->point, text, sizeof text),
               status_names[record->status], *record->message ? ": " : "", record->message, counted);
}

static bool keep(void *context, size_t launch, size_t index, const struct record *record, struct error *error)
{
    const struct view *const view = context;
    struct job *const job = view->job;
    show_finished(view, record);
    job->journal.effort = job->before;
    for (size_t i = 0; i <= launch; i++)
        effort_add(&job->journal.effort, &job->launches[i].effort);
    return journal_add(&view->job->journal, launch, index, record, error);
}

static bool sync_journal(void *context, double *due_s, struct error *error)
{
    const struct view *const view = context;
    return journal_sync(&view->job->journal, due_s, error);
}

static void warn(void *context, const char *text)
{
    const struct view *const view = context;
    progress_clear(&view->progress);
    notes_add(view->notes, text);
}

/* What a run says when it ends; all borrowed. */
struct run_outcome {
    const struct results *results;
    const struct report_context *context;
    const struct options *options;
};

static bool print_claims(const struct run_outcome *outcome, struct error *error)
{
    struct claims_relation made;
    claims_relation_make(&made, outcome->context->claims);
    const bool ok =
        print_report(&(struct relations){NULL, made.relations, CLAIMS_RELATIONS}, outcome->options, error);
    claims_relation_close(&made);
    return ok;
}

static bool print_results(const struct run_outcome *outcome, struct error *error)
{
    const struct options *const options = outcome->options;
    if (options->fail_on_regression)
        return true; /* the comparison is the answer */
    if (options->format == FORMAT_JSON)
        return file_print(json_text(outcome->results, outcome->context), error);
    const struct answer_source answered = {outcome->results, outcome->context->machine, NULL, NULL};
    return print_answer(&answered, options, error) &&
           (options->format != FORMAT_TABLE || print_claims(outcome, error));
}

/* What each launch of a point measured, the journal alone says: it stays until the results are complete. */
static bool outlives(const struct job *job, const struct results *results)
{
    return job->config.measure.processes > 1 && !results->complete;
}

/* What keeps a run from being the newest result of its name; NULL: nothing. Where a folder was asked for,
 * what is a part of a sweep as that was asked for may be. */
static const char *partial(const struct job *job, const struct results *results,
                           const struct options *options)
{
    if (!results->complete)
        return "cut short";
    if (job_in_own_folder(options))
        return NULL;
    return job->config.measure.smoke  ? "a smoke run"
           : job->config.filter.count ? "a part of the sweep"
                                      : NULL;
}

/* Where the result is, and for who sits at a terminal what to look at next. */
static void say_saved(const struct job *job, const char *partial, const struct options *options)
{
    char buffer[PATH_BYTES];
    const char *const folder = job_directory(options, buffer, sizeof buffer), *const name = job->config.name;
    const bool is_usual = strcmp(folder, "results") == 0;
    if (options->quiet)
        return;
    if (partial)
        print_line(stderr, "Saved: %s.json; %s, so it does not become %s/%s.json", job->stem, partial, folder,
                   name);
    else if (!isatty(STDERR_FILENO) || !isatty(STDOUT_FILENO))
        print_line(stderr, "Saved: %s/%s.json", folder, name);
    else
        print_line(stderr, "Saved: %s/%s.json    Next: scanbench show %s%s%s%s --all", folder, name,
                   is_usual ? "" : folder, is_usual ? "" : "/", name, is_usual ? "" : ".json");
}

/* What --export may name: the ending of its file is that of report_endings at the same place. */
static const enum format export_formats[REPORT_ENDINGS] = {FORMAT_JSON, FORMAT_CSV, FORMAT_MARKDOWN,
                                                           FORMAT_HTML, FORMAT_LATEX};

/* The JSON is always written. */
static unsigned endings_of(const struct options *options)
{
    unsigned endings = 1;
    for (size_t i = 1; i < REPORT_ENDINGS; i++)
        endings |= (options->exports >> export_formats[i] & 1) << i;
    return endings;
}

/* The page of the JSON that was just written. */
static char *page_text(const char *stem, struct error *error)
{
    struct result_file file;
    char *const path = memory_format("%s.json", stem), *text = NULL;
    if (results_read(&file, path, error)) {
        text = html_page(&file, NULL, NULL, 0);
        result_file_close(&file);
    }
    free(path);
    return text;
}

/* What exports are made of. */
struct export_source {
    const struct run_outcome *outcome;
    const char *stem;
};

static char *export_text(const void *context, size_t kind, struct error *error)
{
    const struct export_source *const source = context;
    const struct run_outcome *const outcome = source->outcome;
    const struct answer_source answered = {outcome->results, outcome->context->machine, NULL, NULL};
    return export_formats[kind] == FORMAT_HTML
               ? page_text(source->stem, error)
               : answer_text(&answered, outcome->options, (enum printers)export_formats[kind]);
}

/* The journal goes when its points stand in a result. Returns whether all is written. */
static bool write_files(struct job *job, const struct run_outcome *outcome, struct error *error)
{
    const char *const part = partial(job, outcome->results, outcome->options);
    const struct export_source source = {outcome, job->stem};
    const struct report_exports files = {endings_of(outcome->options), export_text, &source};
    struct report_context context = *outcome->context;
    context.exports = &files;
    const enum report_stage stage = report_write(outcome->results, &context, job->stem, !part, error);
    if (stage < REPORT_JSON) {
        print_line(stderr, "scanbench: warning: what was measured stands in %s", job->journal.path);
        return false;
    }
    if (stage < REPORT_ALL)
        print_line(stderr,
                   "scanbench: warning: %s.json is whole; its exports or the links to the newest are not",
                   job->stem);
    if (outlives(job, outcome->results))
        print_line(stderr, "scanbench: cut short; --resume %s goes on with the processes that are missing",
                   job->journal.path);
    else
        journal_remove(&job->journal);
    return stage == REPORT_ALL;
}

static void write_results(struct job *job, const struct run_outcome *outcome, struct error *worst)
{
    struct error error = {0};
    const bool saved = job_has_files(outcome->options) && write_files(job, outcome, &error);
    verdict_keep(worst, &error);
    error = (struct error){0};
    print_results(outcome, &error);
    if (saved)
        say_saved(job, partial(job, outcome->results, outcome->options), outcome->options);
    verdict_keep(worst, &error);
}

/* With --fail-on=expect, a claim that does not hold here is a finding. */
static void check_claims(const struct claims *claims, const struct options *options, struct error *worst)
{
    struct error error = {0};
    for (size_t i = 0; options->fail_on_expect && i < claims->count; i++)
        if (claims->claims[i].verdict == CLAIM_FAILS)
            error_set(&error, EXIT_FINDING, "does not hold here: %s", claims->claims[i].expectation->name);
    verdict_keep(worst, &error);
}

static void note_stop(struct error *worst)
{
    struct error error = {0};
    if (stop_signal)
        error_set(&error, (enum exit_code)(128 + stop_signal),
                  "stopped by a signal; what was finished is written");
    verdict_keep(worst, &error);
}

static bool measure(struct view *view, const struct surroundings *around, struct error *error)
{
    struct job *const job = view->job;
    struct ranks_identity identity;
    const bool ranked = seat_read().ranked;
    if (ranked)
        ranks_identify(view->options, &identity);
    const struct launch_options running = {
        .running = {.smoke = job->config.measure.smoke,
                    .budget_s = around->budget_s,
                    .progress = show_progress,
                    .context = view,
                    .perf_control = around->perf_control,
                    .ranks = ranked ? &identity : NULL,
                    .turns = around->against->active ? &around->against->turns : NULL},
        .in_process = view->options->in_process,
        .isolate_plugins = view->options->isolate_plugins,
        .hang_s = view->options->timeout_s,
        .keep = keep,
        .meanwhile = sync_journal,
        .warn = warn,
        .context = view,
    };
    const struct workload workload = {&job->plan, &job->config, view->machine};
    bool ok = launches_run(&workload, &running, job->launches, error);
    ok = against_finish(around->against, error) && ok;
    progress_clear(&view->progress);
    return ok;
}

static void report(struct job *job, const struct options *options, struct notes *notes,
                   struct report_context *context, struct error *worst)
{
    struct results results = {0};
    struct claims claims = {0};
    results_join(job->launches, job->config.measure.processes, &results);
    limits_refuse(&results, context->machine);
    effort_add(&results.effort, &job->before);
    claims_judge(&claims, &job->config, &results);
    notes_after(notes, &results, job, context->machine);
    context->warning_count = notes->count;
    context->claims = claims.count > 0 ? claims_json(&claims) : NULL;
    write_results(job, &(struct run_outcome){&results, context, options}, worst);
    json_decref(context->claims);
    verdict_of(&results, options->strict, worst);
    check_claims(&claims, options, worst);
    claims_close(&claims);
    results_close(&results);
}

static void job_run(struct job *job, const struct options *options, const struct machine *machine,
                    const struct surroundings *around, struct error *worst)
{
    struct notes notes = {.quiet = options->quiet};
    struct view view = {
        job,
        options,
        machine,
        &notes,
        {stderr, !options->quiet && isatty(STDERR_FILENO), wrapped_width(STDERR_FILENO), monotonic_s(),
         monotonic_s(), 0},
    };
    struct report_context context = {
        .config = &job->config,
        .machine = machine,
        .argc = options->argc,
        .argv = options->argv,
        .warnings = notes.list,
    };
    struct error error = {0};
    notes_before(&notes, job, options, machine);
    if (!against_agree(around->against, &job->plan, &error) || !job_start(job, options, &context, &error)) {
        verdict_keep(worst, &error);
        note_stop(worst);
        return;
    }
    notes_damage(&notes, job);
    measure(&view, around, &error);
    verdict_keep(worst, &error);
    const struct turns *const turns = &around->against->turns;
    const struct session session = {turns->session, turns->first,
                                    around->against->active && turns_broken(turns)};
    context.session = around->against->active ? &session : NULL;
    report(job, options, &notes, &context, worst);
    note_stop(worst);
}

static bool ended(const struct error *worst)
{
    return stop_signal || worst->code == EXIT_BUDGET;
}

/* What cannot be written at the end is found before anything is measured. */
static bool check_output(const struct job *jobs, size_t count, const struct options *options,
                         struct error *error)
{
    char buffer[PATH_BYTES];
    if (!job_has_files(options))
        return true;
    const char *const folder = job_directory(options, buffer, sizeof buffer);
    bool ok = file_directory(folder, error);
    for (size_t i = 0; ok && i < count; i++)
        ok = report_check(folder, &jobs[i].config, jobs[i].resume ? 0 : jobs[i].plan.count,
                          endings_of(options), error);
    return ok;
}

/* The links to the results of both sides. */
struct against_paths {
    char base[PATH_BYTES], next[PATH_BYTES];
};

static bool against_paths_make(struct against_paths *paths, const struct job *job,
                               const struct options *options)
{
    const char *const name = job->config.name;
    const int base = snprintf(paths->base, PATH_BYTES, "%s/against/%s.json", options->output, name);
    const int next = snprintf(paths->next, PATH_BYTES, "%s/%s.json", options->output, name);
    return base < PATH_BYTES && next < PATH_BYTES;
}

/* How the two programs differ, or with --fail-on=regression what became slower. */
static void show_against(const struct job *job, const struct options *options, struct error *worst)
{
    struct against_paths paths;
    struct error error = {0};
    if (!against_paths_make(&paths, job, options))
        return;
    if (options->fail_on_regression && worst->code == EXIT_OK)
        compare_results((const char *const[]){paths.base, paths.next}, 2, options, &error);
    else if (!options->quiet)
        provenance_tell_paths(paths.base, paths.next);
    verdict_keep(worst, &error);
}

static bool measure_all(struct job *jobs, size_t count, const struct options *options,
                        const struct machine *machine, struct error *error)
{
    struct error worst = {0};
    struct perf_control control = {.owned = false};
    struct against against;
    if (!check_output(jobs, count, options, error))
        return false;
    if (options->perf_control && !perf_control_open(&control, options->perf_control, error))
        return false;
    watch_signals();
    if (!against_open(&against, options, &jobs[0].config, error)) {
        perf_control_close(&control);
        return false;
    }
    const uint64_t start_ns = clock_read(&machine->clock);
    for (size_t i = 0; i < count && !ended(&worst); i++) {
        const double spent_s = clock_since_s(&machine->clock, start_ns);
        const struct surroundings around = {fmax(0, options->budget_s - spent_s),
                                            options->perf_control ? &control : NULL, &against};
        job_run(&jobs[i], options, machine, &around, &worst);
    }
    perf_control_close(&control);
    struct error ended = {0};
    against_close(&against, &ended);
    verdict_keep(&worst, &ended);
    if (options->against)
        show_against(jobs, options, &worst);
    return worst.code == EXIT_OK || error_set(error, worst.code, "%s", worst.text);
}

static size_t run_count(const struct options *options)
{
    return options->primitive ? 1 : options->configs.count;
}

/* As JSON, the config that would be measured. */
static bool show_plan(const struct job *job, const struct options *options, const struct machine *machine,
                      struct error *error)
{
    if (options->format == FORMAT_JSON)
        return file_print(memory_text_part(job->config.text, job->config.length), error);
    return dry_run_print(&job->plan, &job->config, machine, options, error);
}

/* One machine is for all configs. */
static bool same_topology(const struct job *jobs, size_t count, struct error *error)
{
    const char *const first = jobs[0].config.topology ? jobs[0].config.topology : "";
    for (size_t i = 1; i < count; i++) {
        const char *const next = jobs[i].config.topology ? jobs[i].config.topology : "";
        if (strcmp(first, next) != 0)
            return error_set(error, EXIT_USAGE, "%s and %s have different topologies; expected one a run",
                             jobs[0].config.path, jobs[i].config.path);
    }
    return true;
}

/* Plan and measure what was read, on one machine. */
static bool run_jobs(struct job *jobs, size_t count, const struct options *options, struct error *error)
{
    struct machine machine;
    const struct resume *const resume = jobs[0].resume;
    if (!same_topology(jobs, count, error) || !machine_init(&machine, jobs[0].config.topology, error))
        return false;
    if (resume && resume->utc)
        snprintf(machine.environment.utc, sizeof machine.environment.utc, "%s", resume->utc);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++)
        ok = job_plan(&jobs[i], options, &machine, error);
    for (size_t i = 0; ok && options->dry_run && i < count; i++)
        ok = show_plan(&jobs[i], options, &machine, error);
    if (ok && !options->dry_run)
        ok = measure_all(jobs, count, options, &machine, error);
    machine_close(&machine);
    return ok;
}

static bool read_and_run(struct resume *resume, const struct options *options, struct error *error)
{
    const size_t count = resume ? 1 : run_count(options);
    const bool of_files = !resume && !options->primitive;
    struct job *const jobs = memory_array(count, sizeof *jobs);
    size_t made = 0;
    bool ok = true;
    while (ok && made < count) {
        ok = job_read(&jobs[made], of_files ? options->configs.all[made] : NULL, resume, options, error);
        made += ok;
    }
    ok = ok && run_jobs(jobs, count, options, error);
    for (size_t i = 0; i < made; i++)
        job_close(&jobs[i]);
    free(jobs);
    return ok;
}

static bool resume_run(const struct options *options, struct error *error)
{
    struct resume resume;
    const bool ok = resume_open(&resume, options->resume, error) && resume_plugins(&resume, error) &&
                    read_and_run(&resume, options, error);
    resume_close(&resume);
    return ok;
}

bool command_run(const struct options *options, struct error *error)
{
    const struct seat seat = seat_read();
    if (seat.ranked && options->configs.count > 1)
        return error_set(error, EXIT_USAGE, "mpiexec starts one run; expected one --config");
    if (seat.rank > 0)
        return ranks_attend(options, &seat, error);
    against_settle(options);
    return options->resume ? resume_run(options, error) : read_and_run(NULL, options, error);
}
