/* SPDX-License-Identifier: MIT */
/* One launch in child processes, the parent's side: it starts a child, keeps the records that it sends, and
 * watches that it lives. */
#include "measure/isolate.h"

#include "base/memory.h"
#include "base/process.h"
#include "measure/isolate_child.h"
#include "measure/isolate_message.h"
#include "measure/order.h"
#include "registry/registry.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of the time that a child may be silent, after a signal and after the budget. */
enum { SILENT_LOOKS = 4, STOP_SHARE = 20, BUDGET_SHARE = 4 };
static const double stop_least_s = 3;

struct isolation {
    struct isolate_work work; /* of the child that runs, and of those after it */
    pid_t pid;
    int channel;
    struct error *error;
};

static bool start_child(struct isolation *isolation)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return error_set_errno(isolation->error, EXIT_SYSTEM, "cannot talk to a measuring process");
    isolation->work.watch->stage = WATCH_START;
    fflush(NULL);
    isolation->pid = process_fork(SIGKILL);
    if (isolation->pid == 0) {
        close(ends[0]);
        isolate_become_child(&isolation->work, ends[1]);
    }
    close(ends[1]);
    isolation->channel = ends[0];
    if (isolation->pid > 0)
        return true;
    error_set_errno(isolation->error, EXIT_SYSTEM, "cannot start a measuring process");
    close(ends[0]);
    return false;
}

enum look { LOOK_READY, LOOK_SILENT, LOOK_AGAIN };

/* Wait for the child to speak. A signal interrupts that; elsewhere it is blocked. */
static enum look look(const struct isolation *isolation, double timeout_s, const sigset_t *unblocked)
{
    const int timeout_ms = 1 + (int)(timeout_s * 1000);
    const struct timespec timeout = {timeout_ms / 1000, timeout_ms % 1000 * 1000000L};
    struct pollfd waiting = {.fd = isolation->channel, .events = POLLIN};
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

static bool receive_arrays(const struct isolation *isolation, struct record *record)
{
    struct record_array arrays[RECORD_ARRAYS];
    bool ok = true;
    record_arrays(record, arrays);
    for (size_t i = 0; i < RECORD_ARRAYS; i++)
        record_set_array(record, &arrays[i], NULL);
    for (size_t i = 0; ok && i < RECORD_ARRAYS; i++) {
        if (!arrays[i].bytes)
            continue;
        void *const data = memory_block(arrays[i].bytes);
        record_set_array(record, &arrays[i], data);
        ok = isolate_receive(isolation->channel, data, arrays[i].bytes);
    }
    return ok;
}

static bool keep(const struct isolation *isolation, size_t index)
{
    const struct launch_run *const run = isolation->work.run;
    const struct launch_options *const options = run->options;
    launch_note_effort(run, &isolation->work.watch->effort);
    return !options->keep || options->keep(options->context, run->launch, index,
                                           &run->results->records[index], isolation->error);
}

/* A kernel that went astray may have written anything: nothing of the message is believed. */
static bool is_sound(const struct isolation *isolation, const struct isolate_message *message)
{
    const struct results *const results = isolation->work.run->results;
    const size_t most = isolation->work.run->workload->config->measure.samples_max + 1;
    return message->index < results->count && message->record.sample_count <= most &&
           message->record.launch_count == 0 && message->record.status < STATUS_COUNT &&
           !point_compare(&message->record.point, &results->records[message->index].point);
}

enum receipt { RECEIPT_RECORD, RECEIPT_END, RECEIPT_BROKEN, RECEIPT_FAILED };

static enum receipt take_record(const struct isolation *isolation, struct isolate_message *message)
{
    struct record *const place = &isolation->work.run->results->records[message->index];
    message->record.point = place->point;
    message->record.sample_capacity = message->record.sample_count;
    if (!receive_arrays(isolation, &message->record)) {
        record_close(&message->record);
        return RECEIPT_BROKEN;
    }
    record_close(place);
    *place = message->record;
    if (!keep(isolation, message->index))
        return RECEIPT_FAILED;
    isolate_send(isolation->channel, "", 1);
    return RECEIPT_RECORD;
}

static enum receipt receive(const struct isolation *isolation)
{
    struct isolate_message message;
    if (!isolate_receive(isolation->channel, &message, sizeof message))
        return RECEIPT_BROKEN;
    if (message.kind == ISOLATE_RECORD)
        return is_sound(isolation, &message) ? take_record(isolation, &message) : RECEIPT_BROKEN;
    if (message.error.code != EXIT_OK)
        error_set(isolation->error, message.error.code, "%s", message.error.text);
    return message.error.code == EXIT_OK ? RECEIPT_END : RECEIPT_FAILED;
}

static int reap(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

static void end_text(int status, char *text, size_t size)
{
    if (!WIFSIGNALED(status)) {
        snprintf(text, size, "it ended the process with exit status %d", WEXITSTATUS(status));
        return;
    }
    const char *const name = sigabbrev_np(WTERMSIG(status));
    snprintf(text, size, "killed by SIG%s (%s)", name ? name : "?", strsignal(WTERMSIG(status)));
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

static bool blame(struct isolation *isolation, enum status status, const char *why)
{
    const bool known = isolation->work.watch->stage != WATCH_START;
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
    enum receipt receipt; /* the last: never RECEIPT_RECORD, but of one that hung */
    bool hung;
    int status; /* as waitpid gives it */
};

/* Let a child work until it has nothing left, or cannot go on. */
static bool run_child(struct isolation *isolation, double hang_s, struct ending *ending)
{
    if (!start_child(isolation))
        return false;
    *ending = (struct ending){.receipt = RECEIPT_RECORD};
    while (ending->receipt == RECEIPT_RECORD && !ending->hung)
        if (wait_for_message(isolation, hang_s))
            ending->receipt = receive(isolation);
        else
            ending->hung = true;
    if (isolation->error->code != EXIT_OK)
        ending->receipt = RECEIPT_FAILED;
    /* One that has died keeps its own status. */
    if (ending->receipt != RECEIPT_END)
        kill(isolation->pid, SIGKILL);
    close(isolation->channel);
    ending->status = reap(isolation->pid);
    return true;
}

/* Why it ended too early. */
static void ending_text(const struct isolation *isolation, const struct ending *ending, double hang_s,
                        char *text, size_t size)
{
    struct watch *const watch = isolation->work.watch;
    end_text(ending->status, text, size);
    if (*watch->lost)
        snprintf(text, size, "%s", watch->lost);
    *watch->lost = '\0';
    if (ending->hung)
        hang_text(&watch->point, hang_s, text, size);
}

/* Whether a child that hangs was to stop anyway: what it had not finished is interrupted. False also with the
 * error of the budget. */
static bool end_stopped(const struct isolation *isolation)
{
    const struct launch_run *const run = isolation->work.run;
    return stop_signal || runner_refuse_budget(run->results, run->launch,
                                               run->workload->config->measure.launches, isolation->error);
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
