/* SPDX-License-Identifier: MIT */
/* scanbench run: read and plan every config, then measure, verify and write one after the other. */
#include "base/file.h"
#include "base/inert.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "commands/commands.h"
#include "engine/engine.h"
#include "measure/measure.h"
#include "report/report.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/* One config on its way from the plan to its result. */
struct config_run {
    struct job *job;
    const struct options *options;
    const struct machine *machine;
    const struct perf_control *perf_control; /* NULL: none */
    struct against *against;
    double budget_s;
    struct notes notes;
    struct progress_view *progress; /* on standard error; of all processes, which show it in turn */
    struct report_context context;
    struct results results;
    struct error *worst; /* of all configs */
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
    struct config_run *const run = context;
    char now[PROGRESS_BYTES];
    if (!run->options->quiet)
        progress_show(run->progress, progress->left_s, progress_of_run(progress, now, sizeof now),
                      monotonic_s());
}

static void show_finished(const struct config_run *run, const struct record *record)
{
    char text[256], counted[64] = "";
    if (!run->options->verbose)
        return;
    progress_clear(run->progress);
    if (record_counted(record))
        snprintf(counted, sizeof counted, ", %.3g cycles and %.3g instructions an element",
                 record_per_element(record, EVENT_CYCLES), record_per_element(record, EVENT_INSTRUCTIONS));
    print_line(stderr, "%s: %s%s%s%s", point_text(&record->point, text, sizeof text),
               status_names[record->status], *record->message ? ": " : "", record->message, counted);
}

static bool keep(void *context, size_t launch, size_t index, const struct record *record, struct error *error)
{
    const struct config_run *const run = context;
    struct job *const job = run->job;
    show_finished(run, record);
    job->journal.effort = job->before;
    for (size_t i = 0; i <= launch; i++)
        effort_add(&job->journal.effort, &job->launches[i].effort);
    return journal_add(&job->journal, launch, index, record, error);
}

static bool sync_journal(void *context, double *due_s, struct error *error)
{
    return journal_sync(&((struct config_run *)context)->job->journal, due_s, error);
}

static void warn(void *context, const char *text)
{
    struct config_run *const run = context;
    progress_clear(run->progress);
    notes_add(&run->notes, text);
}

static struct answer_source answered(const struct config_run *run)
{
    return (struct answer_source){&run->results, NULL, NULL};
}

static bool print_claims(const struct config_run *run, struct error *error)
{
    struct report report = {0};
    report_add_claims(&report, run->context.claims);
    const bool ok = print_report(&report, run->options, error);
    report_close(&report);
    return ok;
}

static bool print_results(const struct config_run *run, struct error *error)
{
    const struct options *const options = run->options;
    const struct answer_source source = answered(run);
    if (options->fail_on_regression)
        return true; /* the comparison is the answer */
    if (options->format == FORMAT_JSON)
        return file_print(json_text(&run->results, &run->context), error);
    return print_answer(&source, options, error) &&
           (options->format != FORMAT_TABLE || print_claims(run, error));
}

/* What keeps a run from being the newest result of its name; NULL: nothing. Where a folder was asked for,
 * what is a part of a sweep as that was asked for may be. */
static const char *partial(const struct config_run *run)
{
    if (!run->results.complete)
        return "cut short";
    if (job_in_own_folder(run->options))
        return NULL;
    return run->job->config.measure.smoke  ? "a smoke run"
           : run->job->config.filter.count ? "a part of the sweep"
                                           : NULL;
}

/* Where the result is, and for who sits at a terminal what to look at next. */
static void say_saved(const struct config_run *run)
{
    char buffer[PATH_BYTES];
    const char *const folder = job_directory(run->options, buffer, sizeof buffer);
    const char *const name = run->job->config.name, *const part = partial(run);
    const bool is_usual = strcmp(folder, "results") == 0;
    if (run->options->quiet)
        return;
    if (part) {
        char *const text = memory_format("%s.json; note: %s, so it does not become %s/%s.json",
                                         run->job->stem, part, folder, name);
        message_print("Saved: ", text);
        free(text);
    } else if (!isatty(STDERR_FILENO) || !isatty(STDOUT_FILENO))
        print_line(stderr, "Saved: %s/%s.json", folder, name);
    else
        print_line(stderr, "Saved: %s/%s.json    Next: scanbench show %s%s%s%s --all", folder, name,
                   is_usual ? "" : folder, is_usual ? "" : "/", name, is_usual ? "" : ".json");
}

/* The printers of report_endings. */
static const enum printers export_printers[REPORT_ENDINGS] = {PRINT_JSON, PRINT_CSV, PRINT_MARKDOWN,
                                                              PRINT_HTML, PRINT_LATEX};

/* The page of a JSON, which it takes; NULL with the error. */
static char *page_text(char *json, const char *stem, struct error *error)
{
    struct result_file file;
    if (!results_parse(&file, stem, json, error))
        return NULL;
    char *const text = html_page(&file, NULL, NULL, 0);
    result_file_close(&file);
    return text;
}

static char *text_of(const struct config_run *run, enum printers printer, struct error *error)
{
    const struct answer_source source = answered(run);
    return printer == PRINT_JSON   ? json_text(&run->results, &run->context)
           : printer == PRINT_HTML ? page_text(json_text(&run->results, &run->context), run->job->stem, error)
                                   : answer_text(&source, run->options, printer);
}

/* The journal goes when a complete result has its points: until then a run can be resumed from it. Returns
 * whether all is written. */
static bool write_files(const struct config_run *run, struct error *error)
{
    struct job *const job = run->job;
    char *texts[REPORT_ENDINGS] = {NULL};
    for (size_t i = 0; i < REPORT_ENDINGS; i++)
        if (i == 0 || (run->options->exports >> i & 1))
            texts[i] = text_of(run, export_printers[i], error);
    const enum report_stage stage = report_write(texts, job->config.name, job->stem, !partial(run), error);
    for (size_t i = 0; i < REPORT_ENDINGS; i++)
        free(texts[i]);
    if (stage < REPORT_JSON) {
        print_line(stderr, "scanbench: warning: what was measured stands in %s", job->journal.path);
        return false;
    }
    if (stage < REPORT_ALL)
        print_line(stderr,
                   "scanbench: warning: %s.json is whole; its exports or the links to the newest are not",
                   job->stem);
    if (run->results.complete)
        journal_remove(&job->journal);
    else
        print_line(stderr, "scanbench: cut short; --resume %s goes on with what is missing",
                   job->journal.path);
    return stage == REPORT_ALL;
}

static void write_results(const struct config_run *run)
{
    struct error unsaved = {0}, unprinted = {0};
    const bool saved = job_has_files(run->options) && write_files(run, &unsaved);
    verdict_keep(run->worst, &unsaved);
    print_results(run, &unprinted);
    if (saved)
        say_saved(run);
    verdict_keep(run->worst, &unprinted);
}

static void note_stop(struct error *worst)
{
    struct error error = {0};
    if (stop_signal)
        error_set(&error, (enum exit_code)(128 + stop_signal),
                  "stopped by a signal; what was finished is written");
    verdict_keep(worst, &error);
}

static void measure(struct config_run *run, struct error *error)
{
    struct job *const job = run->job;
    const struct options *const options = run->options;
    struct ranks_identity identity;
    const bool ranked = seat_read().ranked;
    if (ranked)
        ranks_identify(options, &identity);
    const struct launch_options running = {
        .running = {.smoke = job->config.measure.smoke,
                    .budget_s = run->budget_s,
                    .progress = show_progress,
                    .context = run,
                    .perf_control = run->perf_control,
                    .ranks = ranked ? &identity : NULL,
                    .turns = run->against->active ? &run->against->turns : NULL},
        .in_process = options->in_process,
        .isolate_plugins = options->isolate_plugins,
        .hang_s = options->timeout_s,
        .keep = keep,
        .meanwhile = sync_journal,
        .warn = warn,
        .context = run,
    };
    launches_run(&(struct workload){&job->plan, &job->config, run->machine}, &running, job->launches, error);
    against_finish(run->against, error);
    progress_clear(run->progress);
}

static void report(struct config_run *run)
{
    struct job *const job = run->job;
    struct claims claims = {0};
    results_join(job->launches, job->config.measure.processes, &run->results);
    limits_refuse(&run->results, run->machine);
    effort_add(&run->results.effort, &job->before);
    claims_judge(&claims, &job->config, &run->results, engine_peak_bytes_per_s);
    notes_after(&run->notes, &run->results, job, run->machine);
    run->context.warning_count = run->notes.count;
    run->context.claims = claims.count > 0 ? claims_json(&claims) : NULL;
    write_results(run);
    json_decref(run->context.claims);
    verdict_of(&run->results, run->options->strict, run->worst);
    if (run->options->fail_on_expect)
        verdict_of_claims(&claims, run->worst);
    claims_close(&claims);
    results_close(&run->results);
}

static void job_run(struct config_run *run)
{
    const struct options *const options = run->options;
    struct job *const job = run->job;
    struct error error = {0};
    run->notes.quiet = options->quiet;
    struct progress_view *const shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct progress_view own, *const view = shared != MAP_FAILED ? shared : &own;
    *view = (struct progress_view){.stream = stderr,
                                   .in_place = !options->quiet && isatty(STDERR_FILENO),
                                   .width = wrapped_width(STDERR_FILENO),
                                   .began_s = monotonic_s(),
                                   .printed_s = monotonic_s()};
    run->progress = view;
    run->context = (struct report_context){.config = &job->config,
                                           .machine = run->machine,
                                           .argc = options->argc,
                                           .argv = options->argv,
                                           .warnings = run->notes.list};
    notes_before(&run->notes, job, options, run->machine);
    const bool started =
        against_agree(run->against, &job->plan, &error) && job_start(job, options, &run->context, &error);
    if (started) {
        notes_damage(&run->notes, job);
        measure(run, &error);
    }
    verdict_keep(run->worst, &error);
    const struct turns *const turns = &run->against->turns;
    const struct session session = {turns->session, turns->first,
                                    run->against->active && turns_broken(turns)};
    run->context.session = run->against->active ? &session : NULL;
    if (started)
        report(run);
    note_stop(run->worst);
    if (shared != MAP_FAILED)
        munmap(shared, sizeof *shared);
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
        ok = report_check(folder, &jobs[i].config, jobs[i].resume ? 0 : jobs[i].plan.count, options->exports,
                          error);
    return ok;
}

/* How the two programs differ, or with --fail-on=regression what became slower. */
static void show_against(const struct job *job, const struct options *options, struct error *worst)
{
    char *const base = memory_format("%s/against/%s.json", options->output, job->config.name);
    char *const next = memory_format("%s/%s.json", options->output, job->config.name);
    struct error error = {0};
    if (options->fail_on_regression && worst->code == EXIT_OK)
        compare_results((const char *const[]){base, next}, 2, options, &error);
    else if (!options->quiet)
        provenance_tell_paths(base, next);
    verdict_keep(worst, &error);
    free(base);
    free(next);
}

/* A run that is to fail where a claim does not hold has some. */
static bool check_claims(const struct job *jobs, size_t count, const struct options *options,
                         struct error *error)
{
    size_t claims = 0;
    for (size_t i = 0; i < count; i++)
        claims += jobs[i].config.expectation_count;
    return claims > 0 || !options->fail_on_expect ||
           error_set(error, EXIT_USAGE,
                     "--fail-on=expect: there are no claims; expected a config with 'expect'");
}

static bool measure_all(struct job *jobs, size_t count, const struct options *options,
                        const struct machine *machine, struct error *error)
{
    struct error worst = {0};
    struct perf_control control = {.owned = false};
    struct against against;
    if (!check_claims(jobs, count, options, error) || !check_output(jobs, count, options, error))
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
        struct config_run run = {.job = &jobs[i],
                                 .options = options,
                                 .machine = machine,
                                 .perf_control = options->perf_control ? &control : NULL,
                                 .against = &against,
                                 .budget_s = fmax(0, options->budget_s - spent_s),
                                 .worst = &worst};
        job_run(&run);
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
    const char *const text = job->config.text;
    const size_t length = job->config.length;
    if (options->format == FORMAT_JSON)
        return file_print(
            memory_format("%.*s%s", (int)length, text, length > 0 && text[length - 1] == '\n' ? "" : "\n"),
            error);
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
    if (seat.rank > 0)
        return ranks_attend(options, &seat, error);
    const bool ok = seat.ranked && options->configs.count > 1
                        ? error_set(error, EXIT_USAGE, "mpiexec starts one run; expected one --config")
                    : options->resume ? resume_run(options, error)
                                      : read_and_run(NULL, options, error);
    ranks_refuse(options, error);
    return ok;
}
