/* SPDX-License-Identifier: MIT */
/* Checking in a child process: a crash or a hang is a finding too, compiling and running apart. */
#include "check/check.h"

#include "base/child.h"
#include "base/memory.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>

static const double look_s = 20e-3;

/* What parent and child share. */
struct check_report {
    struct error error;
    volatile bool out_of_memory; /* of the child, which has said so */
    _Atomic size_t done;         /* of the results */
    _Atomic unsigned awaited;    /* the rank that the first one waits for; 0: none */
    struct checker_result result[];
};

/* What the parent waits with. */
struct waiting {
    const struct checker_work *work;
    struct check_report *report;
    size_t finished; /* that were told */
};

static void tell_finished(struct waiting *waiting)
{
    const struct checker_work *const work = waiting->work;
    for (; waiting->finished < waiting->report->done; waiting->finished++)
        work->finished(work->context, waiting->finished, &waiting->report->result[waiting->finished]);
}

/* Show how far the child is meanwhile, if somebody wants to know. */
static void wait_for(struct child *child, struct waiting *waiting)
{
    const struct checker_options *const options = waiting->work->options;
    const bool looks = options->progress || waiting->work->count > 1;
    while (!child_await(child, looks ? look_s : INFINITY)) {
        tell_finished(waiting);
        if (options->progress && waiting->finished < waiting->work->count)
            options->progress(options->context, &waiting->report->result[waiting->finished]);
    }
    tell_finished(waiting);
}

/* How the child ended, as the finding of what it was checking. */
static void note_end(struct check_report *report, struct checker_result *result, const struct child *child)
{
    char what[192], end[128], now[CASE_TEXT], whom[64] = "";
    if (report->awaited)
        snprintf(whom, sizeof whom, "rank %u does not answer: ", report->awaited);
    if (WIFSIGNALED(child->status) && WTERMSIG(child->status) == SIGALRM)
        snprintf(what, sizeof what, "%shangs (no end in %u s; --timeout gives it longer)", whom,
                 result->limit_s);
    else
        snprintf(what, sizeof what, "it %s", child_end_text(child, end, sizeof end));
    if (!result->wrong++)
        snprintf(result->finding, sizeof result->finding, "%s: %s", checker_now(result, now, sizeof now),
                 what);
}

/* Meet the ranks, and have them start their workers; however short a case is. */
static bool meet_ranks(const struct checker_ranks *with, struct ranks_bench *ranks,
                       struct check_report *report)
{
    const struct ranks_order start = {.kind = ORDER_START, .workers = CASE_WORKERS};
    struct message_cost cost;
    struct ranks_answer answer;
    *ranks = (struct ranks_bench){.machine = with->machine, .awaited = &report->awaited};
    checker_watch(&(struct checker_options){.hang_s = 0}, &report->result[0]);
    return ranks_meet(ranks, with->identity, &cost, &report->error) &&
           (ranks_command(ranks, &start, &answer) ||
            error_set(&report->error, EXIT_SYSTEM, "%s", answer.text));
}

static void run_all(const struct checker_work *work, struct check_report *report)
{
    struct checker_options options = *work->options;
    struct ranks_bench ranks = {.team = NULL};
    bool ok = !work->ranks || meet_ranks(work->ranks, &ranks, report);
    options.met = work->ranks ? &ranks : NULL;
    for (size_t i = 0; ok && i < work->count; i++) {
        ok = checker_run(work->implementations[i], &options, &report->result[i], &report->error);
        report->done += ok;
    }
    ranks_leave(&ranks);
}

static void run_child(void *context)
{
    const struct waiting *const waiting = context;
    signal(SIGALRM, SIG_DFL);
    memory_tell(&waiting->report->out_of_memory);
    run_all(waiting->work, waiting->report);
}

/* Whether a child got as far as to check, and what it has found, its own end included. */
static bool conclude(struct waiting *waiting, const struct child *child, struct error *error)
{
    struct check_report *const report = waiting->report;
    if (report->out_of_memory)
        return error_set(error, EXIT_SYSTEM, "a checking process had no memory to go on");
    if (report->error.code != EXIT_OK)
        return error_set(error, report->error.code, "%s", report->error.text);
    const bool left = child->status == 0 && waiting->work->ranks; /* as others of its ranks had ended */
    if (left || waiting->finished == waiting->work->count)
        return true;
    note_end(report, &report->result[waiting->finished], child);
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
    struct child child;
    bool ok = child_start(&child, run_child, &waiting) ||
              error_set_errno(error, EXIT_SYSTEM, "cannot start a checking process");
    if (ok) {
        wait_for(&child, &waiting);
        ok = conclude(&waiting, &child, error);
    }
    *done = waiting.finished;
    munmap(waiting.report, bytes);
    return ok;
}
