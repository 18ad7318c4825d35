/* SPDX-License-Identifier: MIT */
/* One launch in child processes, the parent's side: it starts a child and watches that it
 * lives. */
#include "measure/isolate.h"

#include "base/text.h"
#include "registry/registry.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Of the time that a child may be silent, after a signal and after the budget. */
enum { SILENT_LOOKS = 4, STOP_SHARE = 20, BUDGET_SHARE = 4 };
static const double stop_least_s = 3, end_s = 0.5, least_look_s = 1e-3;

/* What a child is born with. */
struct birth {
    const struct isolate_work *work;
    int ours, of_child; /* both ends of its channel */
};

static void become_child(void *context)
{
    const struct birth *const birth = context;
    close(birth->ours);
    isolate_child_run(birth->work, birth->of_child);
}

static bool start_child(struct isolation *isolation)
{
    struct birth birth = {.work = &isolation->work};
    if (!channel_make(&birth.ours, &birth.of_child))
        return error_set_errno(isolation->error, EXIT_SYSTEM, "cannot talk to a measuring process");
    isolation->work.watch->stage = WATCH_START;
    isolation->channel = (struct channel){.descriptor = birth.ours};
    const bool started = child_start(&isolation->child, become_child, &birth) ||
                         error_set_errno(isolation->error, EXIT_SYSTEM, "cannot start a measuring process");
    close(birth.of_child);
    if (!started)
        channel_close(&isolation->channel);
    return started;
}

static bool do_meanwhile(const struct isolation *isolation, double *due_s)
{
    const struct launch_options *const options = isolation->work.run->options;
    *due_s = INFINITY;
    return !options->meanwhile || options->meanwhile(options->context, due_s, isolation->error);
}

/* Seconds until the child should end by itself: those of the budget. Ranks are waited for as ever. */
static double left_s(const struct isolation *isolation)
{
    return isolation_on_ranks(isolation) ? INFINITY : launch_budget_s(isolation->work.run);
}

/* How long a child may be silent. One that is to stop ends with the sample in progress, and is believed to
 * hang sooner. One that waits for other ranks does not hear that it is to stop, and mpiexec waits a second
 * until it kills. */
static double patience_s(const struct isolation *isolation, double hang_s)
{
    if (stop_at_once)
        return 0;
    if (stop_signal)
        return isolation_on_ranks(isolation) ? 0.4 : fmin(hang_s, fmax(stop_least_s, hang_s / STOP_SHARE));
    return left_s(isolation) > 0 ? hang_s : hang_s / BUDGET_SHARE;
}

/* True when the child has something to say, its end included; false when it hangs, or the error says what
 * failed meanwhile. Silence is counted in looks, so that a run that was stopped and continued does not count
 * as one that hung, and anew from where there is less patience on. */
static bool hear(const struct isolation *isolation, double hang_s, const sigset_t *unblocked)
{
    const double look_s = fmin(hang_s, 1e6) / SILENT_LOOKS;
    uint64_t beats = isolation->work.watch->beats;
    double due_s, silent_s = 0, patience = patience_s(isolation, hang_s);
    while (silent_s < patience && do_meanwhile(isolation, &due_s)) {
        const double left = left_s(isolation), most_s = left > 0 ? fmin(look_s, left) : look_s;
        const double timeout_s = fmin(fmin(most_s, due_s), patience), before = patience;
        if (stop_signal)
            isolation->work.watch->stop = true;
        /* A signal interrupts this; elsewhere it is blocked. */
        const enum child_heard heard =
            child_hear(isolation->channel.descriptor, timeout_s + least_look_s, unblocked);
        if (heard == CHILD_SPEAKS)
            return true;
        patience = patience_s(isolation, hang_s);
        silent_s += heard == CHILD_SILENT ? timeout_s : 0;
        if (isolation->work.watch->beats != beats || patience < before)
            silent_s = 0;
        beats = isolation->work.watch->beats;
    }
    return false;
}

static bool wait_for_message(const struct isolation *isolation, double hang_s)
{
    sigset_t ending, before;
    sigemptyset(&ending);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    sigprocmask(SIG_BLOCK, &ending, &before);
    const bool heard = hear(isolation, hang_s, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return heard;
}

/* Why the ranks cannot go on: those that work together wait for each other, so that often none can be told
 * apart. */
static bool end_ranks(const struct isolation *isolation, double silent_s, const char *why)
{
    char rank[32] = "a rank";
    if (isolation->work.watch->awaited)
        snprintf(rank, sizeof rank, "rank %u", isolation->work.watch->awaited);
    if (silent_s > 0)
        return error_set(isolation->error, EXIT_SYSTEM,
                         "%s gave no sign of life for %.3g s: the run ends; --timeout gives it longer; "
                         "start mpiexec again, with --resume",
                         rank, silent_s);
    return error_set(isolation->error, EXIT_SYSTEM,
                     "rank 0 cannot go on without its measuring process: %s; "
                     "start mpiexec again, with --resume",
                     why);
}

/* How a child came to its end. */
struct ending {
    enum receipt receipt; /* the last */
    bool hung;
    bool silenced; /* it lived on, but could not be heard any more */
};

/* Let a child work until it has nothing left, or cannot go on. */
static bool run_child(struct isolation *isolation, double hang_s, struct ending *ending)
{
    if (!start_child(isolation))
        return false;
    *ending = (struct ending){.receipt = RECEIPT_PART};
    while (ending->receipt <= RECEIPT_RECORD && !ending->hung)
        if (wait_for_message(isolation, hang_s))
            ending->receipt = isolation_receive(isolation);
        else
            ending->hung = true;
    if (isolation->error->code != EXIT_OK)
        ending->receipt = RECEIPT_FAILED;
    if (ending->receipt == RECEIPT_END)
        channel_acknowledge(&isolation->channel);
    /* One that has died keeps its own status. */
    ending->silenced = ending->receipt == RECEIPT_CLOSED && !child_await(&isolation->child, end_s);
    channel_close(&isolation->channel);
    if (ending->receipt == RECEIPT_END)
        child_await(&isolation->child, INFINITY);
    else
        child_kill(&isolation->child);
    return true;
}

/* With what to do about it. */
static void hang_text(const struct point *point, double hang_s, char *text, size_t size)
{
    snprintf(text, size, "no sign of life for %.3g s, so that it was ended; ", hang_s);
    if (point->implementation && point_on_device(point))
        text_add(text, size, "scanbench check --device %s shows which kernels hang, ",
                 device_names[point->device]);
    text_add(text, size, "--timeout gives it longer");
}

/* Why it ended too early. */
static void ending_text(const struct isolation *isolation, const struct ending *ending, double hang_s,
                        char *text, size_t size)
{
    static const struct point nothing;
    struct watch *const watch = isolation->work.watch;
    char end[128];
    snprintf(text, size, "it %s", child_end_text(&isolation->child, end, sizeof end));
    if (ending->receipt == RECEIPT_BROKEN)
        snprintf(text, size, "it wrote to a descriptor of its process that is not its own");
    if (ending->silenced)
        snprintf(text, size, "it closed a descriptor of its process that is not its own");
    if (*watch->lost)
        snprintf(text, size, "%.*s", (int)strnlen(watch->lost, sizeof watch->lost), watch->lost);
    *watch->lost = '\0';
    if (ending->hung)
        hang_text(isolation_is_noted(isolation) ? &watch->point : &nothing, hang_s, text, size);
}

/* Whether a child that hangs was to stop anyway: what it had not finished is interrupted. False also with the
 * error of the budget. */
static bool end_stopped(const struct isolation *isolation)
{
    const struct launch_run *const run = isolation->work.run;
    return stop_signal || runner_refuse_budget(run->results, run->launch,
                                               run->workload->config->measure.processes, isolation->error);
}

/* One child. *done: it said itself that nothing is left; else a fresh one has to go on. */
static bool run_one(struct isolation *isolation, double hang_s, bool *done)
{
    char why[256];
    struct ending ending;
    if (!run_child(isolation, hang_s, &ending))
        return false;
    *done = ending.receipt == RECEIPT_END;
    if (*done || ending.receipt == RECEIPT_FAILED)
        return *done;
    if (isolation_on_ranks(isolation) && stop_signal)
        return true;
    if (ending.hung && (stop_signal || left_s(isolation) <= 0))
        return end_stopped(isolation);
    if (isolation->work.watch->out_of_memory)
        return error_set(isolation->error, EXIT_SYSTEM, "a measuring process had no memory to go on");
    ending_text(isolation, &ending, hang_s, why, sizeof why);
    if (ending.receipt == RECEIPT_BROKEN || ending.silenced)
        isolation_suspect_plugin(isolation);
    if (!isolation_blame(isolation, ending.hung ? STATUS_TIMEOUT : STATUS_CRASHED, why))
        return false;
    return !isolation_on_ranks(isolation) || end_ranks(isolation, ending.hung ? hang_s : 0, why);
}

/* Children until one says that it has nothing left. */
static bool run_all(struct isolation *isolation, double hang_s)
{
    const bool ranked = isolation_on_ranks(isolation); /* the others wait to be met, and sent home */
    bool ok = true, done = false;
    while (ok && !done && !stop_signal && (ranked || results_pending(isolation->work.run->results)))
        ok = run_one(isolation, hang_s, &done);
    return ok;
}

/* What is built in, then plugin after plugin, each in children of its own. */
static bool run_apart(struct isolation *isolation, double hang_s)
{
    const struct plugin *const *plugins;
    const size_t count = registry_plugins(&plugins);
    isolation->work.apart = true;
    bool ok = run_all(isolation, hang_s);
    for (size_t i = 0; ok && i < count; i++) {
        isolation->work.of = plugins[i];
        ok = run_all(isolation, hang_s);
    }
    return ok;
}

bool isolate_run(const struct launch_run *run, struct error *error)
{
    const double hang_s =
        run->options->hang_s > 0 ? run->options->hang_s : launch_hang_s(run->workload->plan);
    struct isolation isolation = {.work.run = run, .error = error};
    isolation.work.watch =
        mmap(NULL, sizeof *isolation.work.watch, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (isolation.work.watch == MAP_FAILED)
        return error_set_errno(error, EXIT_SYSTEM, "cannot share memory with a measuring process");
    const bool apart = run->options->isolate_plugins && !isolation_on_ranks(&isolation);
    const bool ok = apart ? run_apart(&isolation, hang_s) : run_all(&isolation, hang_s);
    launch_note_effort(run, &isolation.work.watch->effort);
    free(isolation.work.barred);
    munmap(isolation.work.watch, sizeof *isolation.work.watch);
    return ok;
}
