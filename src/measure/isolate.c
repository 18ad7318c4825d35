/* SPDX-License-Identifier: MIT */
/* One launch in child processes, the parent's side: it starts a child, keeps the records that it sends, and
 * watches that it lives. */
#include "measure/isolate.h"

#include "base/inert.h"
#include "base/memory.h"
#include "base/process.h"
#include "measure/isolate_channel.h"
#include "measure/isolate_child.h"
#include "measure/order.h"
#include "registry/registry.h"
#include "results/journal_line.h"
#include "results/record_read.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of the time that a child may be silent, after a signal and after the budget. */
enum { SILENT_LOOKS = 4, STOP_SHARE = 20, BUDGET_SHARE = 4, END_LOOKS = 50, END_LOOK_NS = 10 * 1000 * 1000 };
static const double stop_least_s = 3;

struct isolation {
    struct isolate_work work; /* of the child that runs, and of those after it */
    pid_t pid;
    struct channel channel;
    struct error *error;
};

static bool start_child(struct isolation *isolation)
{
    int ours, of_child;
    if (!channel_make(&ours, &of_child))
        return error_set_errno(isolation->error, EXIT_SYSTEM, "cannot talk to a measuring process");
    isolation->work.watch->stage = WATCH_START;
    isolation->channel = (struct channel){.descriptor = ours};
    fflush(NULL);
    isolation->pid = process_fork(SIGKILL);
    if (isolation->pid == 0) {
        close(ours);
        isolate_become_child(&isolation->work, of_child);
    }
    close(of_child);
    if (isolation->pid > 0)
        return true;
    error_set_errno(isolation->error, EXIT_SYSTEM, "cannot start a measuring process");
    channel_close(&isolation->channel);
    return false;
}

enum look { LOOK_READY, LOOK_SILENT, LOOK_AGAIN };

/* Wait for the child to speak. A signal interrupts that; elsewhere it is blocked. */
static enum look look(const struct isolation *isolation, double timeout_s, const sigset_t *unblocked)
{
    const int timeout_ms = 1 + (int)(timeout_s * 1000);
    const struct timespec timeout = {timeout_ms / 1000, timeout_ms % 1000 * 1000000L};
    struct pollfd waiting = {.fd = isolation->channel.descriptor, .events = POLLIN};
    const int ready = ppoll(&waiting, 1, &timeout, unblocked);
    return ready > 0 ? LOOK_READY : ready == 0 ? LOOK_SILENT : LOOK_AGAIN;
}

static bool do_meanwhile(const struct isolation *isolation, double *due_s)
{
    const struct launch_options *const options = isolation->work.run->options;
    *due_s = INFINITY;
    return !options->meanwhile || options->meanwhile(options->context, due_s, isolation->error);
}

static bool on_ranks(const struct isolation *isolation)
{
    return isolation->work.run->options->running.ranks != NULL;
}

/* Seconds until the child should end by itself: those of the budget. Ranks are waited for as ever. */
static double left_s(const struct isolation *isolation)
{
    return on_ranks(isolation) ? INFINITY : launch_budget_s(isolation->work.run);
}

/* How long a child may be silent. One that is to stop ends with the sample in progress, and is believed to
 * hang sooner. One that waits for other ranks does not hear that it is to stop, and mpiexec waits a second
 * until it kills. */
static double patience_s(const struct isolation *isolation, double hang_s)
{
    if (stop_at_once)
        return 0;
    if (stop_signal)
        return on_ranks(isolation) ? 0.4 : fmin(hang_s, fmax(stop_least_s, hang_s / STOP_SHARE));
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
        const enum look seen = look(isolation, timeout_s, unblocked);
        if (seen == LOOK_READY)
            return true;
        patience = patience_s(isolation, hang_s);
        silent_s += seen == LOOK_SILENT ? timeout_s : 0;
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

static bool keep(const struct isolation *isolation, size_t index)
{
    const struct launch_run *const run = isolation->work.run;
    const struct launch_options *const options = run->options;
    launch_note_effort(run, &isolation->work.watch->effort);
    return !options->keep || options->keep(options->context, run->launch, index,
                                           &run->results->records[index], isolation->error);
}

enum receipt {
    RECEIPT_PART,   /* of a message */
    RECEIPT_RECORD, /* which is kept */
    RECEIPT_END,    /* nothing is left */
    RECEIPT_CLOSED, /* it speaks no more */
    RECEIPT_BROKEN, /* what it sent is no message */
    RECEIPT_FAILED, /* the run cannot go on; the error says why */
};

/* A kernel that went astray may have sent anything: nothing of a message is believed. It is of a point that
 * is pending in this launch, and as record_json writes the points of one launch. */
static bool read_record(const struct isolation *isolation, const struct json_node *message, size_t *index)
{
    const struct launch_run *const run = isolation->work.run;
    const struct json_node result = node_member(message, "result");
    const size_t most = run->workload->config->measure.samples + 1;
    struct record read;
    size_t launch;
    if (!journal_record_place(message, run->launch + 1, run->results->count, &launch, index))
        return false;
    struct record *const place = &run->results->records[*index];
    read = record_of(&place->point);
    if (launch != run->launch || place->status != STATUS_PENDING || !record_read(&read, &result, NULL))
        return false;
    if (read.sample_count > most || read.launch_count > 0 || read.status == STATUS_INTERRUPTED) {
        record_close(&read);
        return false;
    }
    record_close(place);
    *place = read;
    return true;
}

static enum receipt take_record(struct isolation *isolation, const struct json_node *message)
{
    size_t index;
    if (!read_record(isolation, message, &index))
        return RECEIPT_BROKEN;
    if (!keep(isolation, index))
        return RECEIPT_FAILED;
    channel_acknowledge(&isolation->channel);
    return RECEIPT_RECORD;
}

static bool is_exit_code(uint64_t code)
{
    return (code > EXIT_OK && code <= EXIT_UNSTABLE) || code == EXIT_BUDGET || code == EXIT_INTERRUPT ||
           code == EXIT_TERMINATE;
}

static enum receipt take_error(const struct isolation *isolation, const struct json_node *failure)
{
    const struct json_node code = node_member(failure, "code"), text = node_member(failure, "text");
    char shown[sizeof isolation->error->text];
    const char *what;
    uint64_t number;
    if (!node_count(&code, 0, EXIT_TERMINATE, &number) || !is_exit_code(number) || !node_string(&text, &what))
        return RECEIPT_BROKEN;
    snprintf(shown, sizeof shown, "%s", what);
    error_set(isolation->error, (enum exit_code)number, "%s", text_inert(shown));
    return RECEIPT_FAILED;
}

/* Whether a point that the child is to measure is pending. */
static bool has_pending(const struct isolation *isolation)
{
    const struct results *const results = isolation->work.run->results;
    for (size_t i = 0; i < results->count; i++) {
        const struct implementation *const implementation = results->records[i].point.implementation;
        const bool ours = !isolation->work.apart || registry_plugin_of(implementation) == isolation->work.of;
        if (ours && results->records[i].status == STATUS_PENDING)
            return true;
    }
    return false;
}

/* It may end early where it was told to alone, or the other program of an interleaved run is gone. */
static enum receipt take_end(const struct isolation *isolation)
{
    const struct turns *const turns = isolation->work.run->options->running.turns;
    const bool told = stop_signal || isolation->work.watch->stop || (turns && turns_broken(turns));
    return told || on_ranks(isolation) || !has_pending(isolation) ? RECEIPT_END : RECEIPT_BROKEN;
}

static enum receipt take_message(struct isolation *isolation, json_t *value)
{
    struct error ignored = {0};
    const struct json_source source = {
        .path = "", .text = isolation->channel.text, .length = isolation->channel.length};
    const struct json_node message = {.value = value, .source = &source, .error = &ignored};
    const struct json_node end = node_member(&message, "end"), failure = node_member(&message, "error");
    if (json_is_true(end.value))
        return take_end(isolation);
    return failure.value ? take_error(isolation, &failure) : take_record(isolation, &message);
}

static enum receipt receive(struct isolation *isolation)
{
    json_t *value = NULL;
    enum receipt receipt = RECEIPT_PART;
    switch (channel_receive(&isolation->channel, &value)) {
    case CHANNEL_MESSAGE:
        receipt = take_message(isolation, value);
        json_decref(value);
        return receipt;
    case CHANNEL_PART:
        return RECEIPT_PART;
    case CHANNEL_CLOSED:
        return RECEIPT_CLOSED;
    case CHANNEL_GARBAGE:
        return RECEIPT_BROKEN;
    }
    return receipt;
}

static int reap(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

/* Whether a child whose channel has closed does not end for that reason. */
static bool lives_on(pid_t pid)
{
    siginfo_t ended = {.si_pid = 0};
    for (unsigned i = 0; i < END_LOOKS && ended.si_pid == 0; i++) {
        if (i > 0)
            nanosleep(&(struct timespec){.tv_nsec = END_LOOK_NS}, NULL);
        if (waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT) != 0)
            return false;
    }
    return ended.si_pid == 0;
}

static void end_text(int status, char *text, size_t size)
{
    if (!WIFSIGNALED(status)) {
        snprintf(text, size, "it ended the process with exit status %d", WEXITSTATUS(status));
        return;
    }
    const char *const name = sigabbrev_np(WTERMSIG(status));
    snprintf(text, size, "killed by SIG%s (%s)", name ? name : "?",
             WTERMSIG(status) == SIGKILL ? "by another process, or by the kernel for lack of memory"
                                         : strsignal(WTERMSIG(status)));
}

/* With what to do about it. */
static void hang_text(const struct point *point, double hang_s, char *text, size_t size)
{
    const int length = snprintf(text, size, "no sign of life for %.3g s, so that it was ended; ", hang_s);
    if (point->implementation && point_on_device(point))
        snprintf(text + length, size - (size_t)length,
                 "scanbench check --engine %s shows which kernels hang, --timeout gives it longer",
                 engine_names[point->engine]);
    else
        snprintf(text + length, size - (size_t)length, "--timeout gives it longer");
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

static bool fail_point(const struct isolation *isolation, size_t index, enum status status, const char *why)
{
    record_fail(&isolation->work.run->results->records[index], status, why);
    return keep(isolation, index);
}

/* Fail what was running. True when a fresh child will do something else than this one. */
static bool blame_points(const struct isolation *isolation, enum status status, const char *why)
{
    const struct watch *const watch = isolation->work.watch;
    const struct results *const results = isolation->work.run->results;
    bool blamed = false;
    for (size_t i = 0; i < results->count; i++) {
        const struct point *const point = &results->records[i].point;
        const bool guilty = watch->stage == WATCH_POINT ? !point_compare(point, &watch->point)
                                                        : !problem_compare(point, &watch->point);
        if (results->records[i].status != STATUS_PENDING || !guilty)
            continue;
        blamed = true;
        if (!fail_point(isolation, i, status, why))
            return false;
    }
    return blamed;
}

/* What ended a child is not run again, not even as the limit of others. */
static void bar(struct isolation *isolation)
{
    isolation->work.barred = memory_resize(isolation->work.barred, isolation->work.barred_count + 1,
                                           sizeof *isolation->work.barred);
    isolation->work.barred[isolation->work.barred_count++] = isolation->work.watch->point;
}

static void warn(const struct isolation *isolation, const char *why)
{
    const struct launch_options *const options = isolation->work.run->options;
    char point[192], text[320];
    if (!options->warn)
        return;
    snprintf(text, sizeof text, "measured without %s: %s",
             point_text(&isolation->work.watch->point, point, sizeof point), why);
    options->warn(options->context, text);
}

/* What the child noted is in memory that it may have scribbled on. */
static bool is_noted(const struct isolation *isolation)
{
    const struct watch *const watch = isolation->work.watch;
    const struct results *const results = isolation->work.run->results;
    const struct implementation *const noted = watch->point.implementation;
    bool known = false;
    for (size_t i = 0; !known && i < results->count; i++)
        known = results->records[i].point.implementation == noted;
    for (size_t i = 0; !known && i < registry_count; i++)
        known = registry[i] == noted;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        known = known && (!axis_info[axis].names || watch->point.axis[axis] < axis_info[axis].count);
    return known && (watch->stage == WATCH_FILL || watch->stage == WATCH_POINT);
}

/* By the time that something odd is seen on the channel, the next point of the round may run: where a
 * plugin's is among them, what is built in did not do it. */
static void suspect_plugin(const struct isolation *isolation)
{
    struct watch *const watch = isolation->work.watch;
    const struct results *const results = isolation->work.run->results;
    if (registry_plugin_of(watch->point.implementation))
        return;
    for (size_t i = 0; i < results->count; i++) {
        const struct record *const record = &results->records[i];
        if (record->status == STATUS_PENDING && registry_plugin_of(record->point.implementation) &&
            !problem_compare(&record->point, &watch->point)) {
            watch->point = record->point;
            return;
        }
    }
}

static bool blame(struct isolation *isolation, enum status status, const char *why)
{
    const bool known = is_noted(isolation);
    const bool barred = known && point_is_among(isolation->work.barred, isolation->work.barred_count,
                                                &isolation->work.watch->point);
    const bool blamed = known && blame_points(isolation, status, why);
    if (isolation->error->code != EXIT_OK)
        return false;
    if (!blamed && (!known || barred))
        return error_set(isolation->error, EXIT_SYSTEM,
                         "the measuring process ended outside of any point: %s", why);
    if (!blamed)
        warn(isolation, why);
    if (!barred)
        bar(isolation);
    return true;
}

/* How a child came to its end. */
struct ending {
    enum receipt receipt; /* the last */
    bool hung;
    bool silenced; /* it lived on, but could not be heard any more */
    int status;    /* as waitpid gives it */
};

/* Let a child work until it has nothing left, or cannot go on. */
static bool run_child(struct isolation *isolation, double hang_s, struct ending *ending)
{
    if (!start_child(isolation))
        return false;
    *ending = (struct ending){.receipt = RECEIPT_PART};
    while (ending->receipt <= RECEIPT_RECORD && !ending->hung)
        if (wait_for_message(isolation, hang_s))
            ending->receipt = receive(isolation);
        else
            ending->hung = true;
    if (isolation->error->code != EXIT_OK)
        ending->receipt = RECEIPT_FAILED;
    if (ending->receipt == RECEIPT_END)
        channel_acknowledge(&isolation->channel);
    ending->silenced = ending->receipt == RECEIPT_CLOSED && lives_on(isolation->pid);
    /* One that has died keeps its own status. */
    if (ending->receipt != RECEIPT_END)
        kill(isolation->pid, SIGKILL);
    channel_close(&isolation->channel);
    ending->status = reap(isolation->pid);
    return true;
}

/* Why it ended too early. */
static void ending_text(const struct isolation *isolation, const struct ending *ending, double hang_s,
                        char *text, size_t size)
{
    struct watch *const watch = isolation->work.watch;
    end_text(ending->status, text, size);
    if (ending->receipt == RECEIPT_BROKEN)
        snprintf(text, size, "it wrote to a descriptor of its process that is not its own");
    if (ending->silenced)
        snprintf(text, size, "it closed a descriptor of its process that is not its own");
    if (*watch->lost)
        snprintf(text, size, "%.*s", (int)strnlen(watch->lost, sizeof watch->lost), watch->lost);
    *watch->lost = '\0';
    if (ending->hung && is_noted(isolation))
        hang_text(&watch->point, hang_s, text, size);
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
    if (on_ranks(isolation) && stop_signal)
        return true;
    if (ending.hung && (stop_signal || left_s(isolation) <= 0))
        return end_stopped(isolation);
    if (isolation->work.watch->out_of_memory)
        return error_set(isolation->error, EXIT_SYSTEM, "a measuring process had no memory to go on");
    ending_text(isolation, &ending, hang_s, why, sizeof why);
    if (ending.receipt == RECEIPT_BROKEN || ending.silenced)
        suspect_plugin(isolation);
    if (!blame(isolation, ending.hung ? STATUS_TIMEOUT : STATUS_CRASHED, why))
        return false;
    return !on_ranks(isolation) || end_ranks(isolation, ending.hung ? hang_s : 0, why);
}

/* Children until one says that it has nothing left. */
static bool run_all(struct isolation *isolation, double hang_s)
{
    const bool ranked = on_ranks(isolation); /* the others wait to be met, and sent home */
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
    const bool apart = run->options->isolate_plugins && !on_ranks(&isolation);
    const bool ok = apart ? run_apart(&isolation, hang_s) : run_all(&isolation, hang_s);
    launch_note_effort(run, &isolation.work.watch->effort);
    free(isolation.work.barred);
    munmap(isolation.work.watch, sizeof *isolation.work.watch);
    return ok;
}
