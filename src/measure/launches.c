/* SPDX-License-Identifier: MIT */
/* Launches: one after the other. */

#include "base/memory.h"
#include "measure/isolate.h"

#include <stdlib.h>

void launches_make(struct results **launches, size_t count, const struct plan *plan)
{
    *launches = memory_array(count, sizeof **launches);
    for (size_t i = 0; i < count; i++)
        results_make(&(*launches)[i], plan);
}

void launches_close(struct results *launches, size_t count)
{
    for (size_t i = 0; launches && i < count; i++)
        results_close(&launches[i]);
    free(launches);
}

/* What the callbacks of a launch in this process need. */
struct in_process {
    const struct launch_run *run;
    struct watch watch;
    struct error *error;
};

static void show_in_process(void *context, const struct runner_progress *progress)
{
    struct in_process *const launch = context;
    const struct launch_options *const options = launch->run->options;
    double due_s;
    if (options->running.progress)
        options->running.progress(options->running.context, progress);
    if (options->meanwhile && launch->error->code == EXIT_OK &&
        !options->meanwhile(options->context, &due_s, launch->error))
        launch->watch.stop = true;
}

static void keep_in_process(void *context, const struct record *record)
{
    struct in_process *const launch = context;
    const struct launch_options *const options = launch->run->options;
    const size_t index = (size_t)(record - launch->run->results->records);
    if (record->status == STATUS_INTERRUPTED || !options->keep || launch->error->code != EXIT_OK)
        return;
    launch_note_effort(launch->run, &launch->watch.effort);
    if (!options->keep(options->context, launch->run->launch, index, record, launch->error))
        launch->watch.stop = true;
}

static bool run_in_process(const struct launch_run *run, struct error *error)
{
    struct in_process launch = {.run = run, .error = error};
    struct runner_options running = launch_running(run, &launch.watch, &launch);
    running.progress = show_in_process;
    running.finished = keep_in_process;
    runner_run(run->workload, &running, run->results, error);
    launch_note_effort(run, &launch.watch.effort);
    return error->code == EXIT_OK;
}

static const char *why_pending(const struct error *error)
{
    if (stop_signal)
        return "interrupted by a signal";
    return error->code == EXIT_BUDGET ? "time ran out" : "the run failed before";
}

/* What a launch was expected to take, and took. */
static void note_time(struct launch_run *run)
{
    const struct plan *const plan = run->workload->plan;
    double *const expected_s =
        time_of_points(plan, &run->workload->config->measure, run->earlier ? PROCESS_LATER : PROCESS_FIRST);
    for (size_t i = 0; i < plan->count; i++)
        run->before.done_s += expected_s[i];
    run->before.passed_s += clock_since_s(&run->workload->machine->clock, run->launch_start_ns);
    free(expected_s);
}

/* Who has failed in an earlier launch has failed: a hang is not waited for again. */
static void give_up_failed(struct results *launches, size_t launch)
{
    for (size_t i = 0; i < launches[launch].count; i++) {
        struct record *const record = &launches[launch].records[i];
        for (size_t k = 0; k < launch && record->status == STATUS_PENDING; k++) {
            const struct record *const before = &launches[k].records[i];
            if (before->status != STATUS_OK && before->status != STATUS_INTERRUPTED)
                record_fail(record, before->status, before->message);
        }
    }
}

static bool run_launch(struct launch_run *run, const struct results *first, struct error *error)
{
    run->earlier = run->launch ? first : NULL;
    run->launch_start_ns = clock_read(&run->workload->machine->clock);
    const bool ok = run->options->in_process ? run_in_process(run, error) : isolate_run(run, error);
    note_time(run);
    return ok && clock_check(&run->workload->machine->clock, error);
}

bool launches_run(const struct workload *workload, const struct launch_options *options,
                  struct results *launches, struct error *error)
{
    struct launch_run run = {workload, options, .start_ns = clock_read(&workload->machine->clock)};
    const size_t count = workload->config->measure.processes;
    bool ok = true;
    for (; ok && !stop_signal && run.launch < count; run.launch++) {
        run.results = &launches[run.launch];
        give_up_failed(launches, run.launch);
        const bool last = run.launch + 1 == count;
        const bool pending = results_pending(run.results);
        if (pending || (last && options->running.ranks))
            ok = run_launch(&run, &launches[0], error);
        if (pending && options->running.ranks)
            break; /* MPI starts once in a process, and each mpiexec is a launch */
    }
    for (size_t i = 0; i < count; i++)
        results_interrupt(&launches[i], why_pending(error));
    return ok;
}
