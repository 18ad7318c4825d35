/* SPDX-License-Identifier: MIT */
/* Checking in a child process: a crash or a hang is a finding too, compiling and running apart. */
#include "check/checker_child.h"

#include "base/memory.h"
#include "base/process.h"
#include "check/ranks_checker.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_NS = 1000 * 1000, LOOK_MOST_NS = 20 * 1000 * 1000 };

/* What parent and child share. */
struct report {
    struct error error;
    volatile bool out_of_memory; /* of the child, which has said so */
    _Atomic size_t done;         /* of the results */
    _Atomic unsigned awaited;    /* the rank that the first one waits for; 0: none */
    struct checker_result result[];
};

/* What the parent waits with. */
struct waiting {
    const struct checker_work *work;
    struct report *report;
    size_t finished; /* that were told */
};

static void tell_finished(struct waiting *waiting)
{
    const struct checker_work *const work = waiting->work;
    for (; waiting->finished < waiting->report->done; waiting->finished++)
        work->finished(work->context, waiting->finished, &waiting->report->result[waiting->finished]);
}

/* Show how far the child is meanwhile, if somebody wants to know. */
static bool wait_for(pid_t child, int *status, struct waiting *waiting, struct error *error)
{
    const struct checker_options *const options = waiting->work->options;
    const bool looks = options->progress || waiting->work->count > 1;
    struct timespec pause = {.tv_nsec = LOOK_NS};
    for (;;) {
        const pid_t ended = waitpid(child, status, looks ? WNOHANG : 0);
        tell_finished(waiting);
        if (ended == child)
            return true;
        if (ended < 0 && errno != EINTR)
            return error_set_errno(error, EXIT_SYSTEM, "cannot wait for the checking process");
        if (ended != 0)
            continue;
        if (options->progress && waiting->finished < waiting->work->count)
            options->progress(options->context, &waiting->report->result[waiting->finished]);
        nanosleep(&pause, NULL);
        pause.tv_nsec = 2 * pause.tv_nsec < LOOK_MOST_NS ? 2 * pause.tv_nsec : LOOK_MOST_NS;
    }
}

/* How the child ended, as the finding of what it was checking. */
static void note_end(struct report *report, struct checker_result *result, int status)
{
    char what[160], now[sizeof result->now], whom[64] = "";
    memcpy(now, result->now, sizeof now);
    if (report->awaited)
        snprintf(whom, sizeof whom, "rank %u does not answer: ", report->awaited);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        snprintf(what, sizeof what, "%shangs (no end in %u s; --timeout gives it longer)", whom,
                 result->limit_s);
    else if (WIFSIGNALED(status))
        snprintf(what, sizeof what, "crashed (%s)", strsignal(WTERMSIG(status)));
    else
        snprintf(what, sizeof what, "ended the process (exit status %d)", WEXITSTATUS(status));
    if (!result->wrong++)
        snprintf(result->finding, sizeof result->finding, "%s: %s", now, what);
}

static void run_on_ranks(const struct checker_work *work, struct report *report)
{
    const struct ranks_order start = {.kind = ORDER_START, .workers = CASE_WORKERS};
    struct ranks_bench bench;
    struct message_cost cost;
    struct ranks_answer answer;
    struct error *const error = &report->error;
    snprintf(report->result[0].now, sizeof report->result[0].now,
             "before the first case, the start of the ranks");
    checker_watch(&(struct checker_options){.hang_s = 0}, &report->result[0]); /* however short a case is */
    if (!ranks_meet(&bench, work->ranks->machine, work->ranks->identity, &cost, error))
        return;
    bench.awaited = &report->awaited;
    bool ok = ranks_command(&bench, &start, &answer) || error_set(error, EXIT_SYSTEM, "%s", answer.text);
    for (size_t i = 0; ok && i < work->count; i++) {
        ok = ranks_checker_run(&bench, work->implementations[i], work->options, &report->result[i], error);
        report->done += ok;
    }
    if (bench.team)
        team_destroy(bench.team);
    ranks_leave(&bench);
}

static void run_here(const struct checker_work *work, struct report *report)
{
    for (size_t i = 0; i < work->count; i++) {
        if (!checker_run(work->implementations[i], work->options, &report->result[i], &report->error))
            return;
        report->done++;
    }
}

_Noreturn static void run_child(const struct checker_work *work, struct report *report)
{
    process_let_crashes_end();
    signal(SIGALRM, SIG_DFL);
    memory_tell(&report->out_of_memory);
    work->ranks ? run_on_ranks(work, report) : run_here(work, report);
    _exit(EXIT_OK);
}

/* Whether a child got as far as to check, and what it has found, its own end included. */
static bool conclude(struct waiting *waiting, int status, struct error *error)
{
    struct report *const report = waiting->report;
    if (report->out_of_memory)
        return error_set(error, EXIT_SYSTEM, "a checking process had no memory to go on");
    if (report->error.code != EXIT_OK)
        return error_set(error, report->error.code, "%s", report->error.text);
    if (status == 0 || waiting->finished == waiting->work->count)
        return true;
    note_end(report, &report->result[waiting->finished], status);
    report->done = waiting->finished + 1;
    tell_finished(waiting);
    return true;
}

bool checker_child_run(const struct checker_work *work, size_t *done, struct error *error)
{
    struct waiting waiting = {.work = work};
    const size_t bytes = sizeof *waiting.report + work->count * sizeof waiting.report->result[0];
    *done = 0;
    waiting.report = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (waiting.report == MAP_FAILED)
        return error_set_errno(error, EXIT_SYSTEM, "cannot share memory with a checking process");
    fflush(NULL);
    const pid_t child = process_fork(SIGKILL);
    if (child == 0)
        run_child(work, waiting.report);
    int status = 0;
    const bool ok = child > 0 ? wait_for(child, &status, &waiting, error) && conclude(&waiting, status, error)
                              : error_set_errno(error, EXIT_SYSTEM, "cannot start a checking process");
    *done = waiting.finished;
    munmap(waiting.report, bytes);
    return ok;
}

static void keep_result(void *context, size_t index, const struct checker_result *result)
{
    (void)index;
    *(struct checker_result *)context = *result;
}

bool checker_run_isolated(const struct implementation *implementation, const struct checker_options *options,
                          struct checker_result *result, struct error *error)
{
    const struct checker_work work = {
        .implementations = &implementation,
        .count = 1,
        .options = options,
        .finished = keep_result,
        .context = result,
    };
    size_t done;
    *result = (struct checker_result){.limit_s = 0};
    return checker_child_run(&work, &done, error);
}
