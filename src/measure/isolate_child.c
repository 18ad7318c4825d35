/* SPDX-License-Identifier: MIT */
/* One launch in child processes, the child's side: it measures, and streams its records to the parent. */
#include "measure/isolate.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "base/random.h"
#include "results/results.h"
#include "json/json_load.h"

#include <alloca.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LAYOUT_PAGES = 1024, STACK_SPAN = 1 << 20 };

struct measuring {
    const struct isolate_work *work;
    int channel;
};

static void show(void *context, const struct runner_progress *progress)
{
    const struct measuring *const child = context;
    const struct runner_options *const running = &child->work->run->options->running;
    if (running->progress)
        running->progress(running->context, progress);
}

static bool send_line(int channel, const char *text, size_t length)
{
    for (size_t done = 0; done < length;) {
        const ssize_t sent = send(channel, text + done, length - done, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        done += sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

/* A line as a journal has them; then wait until the parent has kept it. */
static void send_message(const struct measuring *child, json_t *message)
{
    size_t length;
    char kept;
    ssize_t got;
    char *const line = journal_line_make(message, &length);
    const bool sent = send_line(child->channel, line, length);
    free(line);
    do
        got = sent ? recv(child->channel, &kept, sizeof kept, 0) : 0;
    while (got < 0 && errno == EINTR);
    if (got <= 0)
        _exit(EXIT_SYSTEM); /* nobody listens any more */
}

static void send_finished(void *context, const struct record *record)
{
    const struct measuring *const child = context;
    const struct launch_run *const run = child->work->run;
    if (record->status != STATUS_INTERRUPTED)
        send_message(child, journal_record(run->launch, (size_t)(record - run->results->records), record));
}

/* How the run ended. */
static void send_end(const struct measuring *child, const struct error *error)
{
    if (error->code == EXIT_OK)
        send_message(child, json_pack("{s:b}", "end", 1));
    else
        send_message(child, json_pack("{s:{s:i, s:o}}", "error", "code", (int)error->code, "text",
                                      text_json(error->text)));
}

/* Signals that end a run are the parent's to handle. */
static void ignore_signals(void)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
}

/* Where memory runs out, the kernel shall end the child and not the parent. */
static void volunteer_for_oom(void)
{
    const int descriptor = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    const ssize_t ignored = write(descriptor, "500", 3);
    (void)ignored;
    close(descriptor);
}

/* Every launch has its mappings elsewhere: a child that is forked would inherit the places of the others. */
static void shift_mappings(struct random *random)
{
    const size_t pages = 1 + random_below(random, LAYOUT_PAGES);
    mmap(NULL, pages * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

/* From here to a place of the launch, whatever the environment holds: another run of the same seed has it
 * too. */
static size_t stack_gap(struct random *random, uintptr_t here)
{
    return (here - CACHE_LINE * random_below(random, STACK_SPAN / CACHE_LINE)) % STACK_SPAN;
}

/* What failed is known, and nothing more can be done on the device. */
static void end_lost(void *context, const char *why)
{
    const struct measuring *const child = context;
    snprintf(child->work->watch->lost, sizeof child->work->watch->lost, "%s", why);
    _exit(EXIT_SYSTEM);
}

static void run_child(const struct isolate_work *work, int channel)
{
    const struct launch_run *const run = work->run;
    struct measuring child = {work, channel};
    struct runner_options running = launch_running(run, work->watch, &child);
    struct error error = {0};
    running.barred = work->barred;
    running.barred_count = work->barred_count;
    running.apart = work->apart;
    running.of = work->of;
    memory_tell(&work->watch->out_of_memory);
    running.progress = show;
    running.finished = send_finished;
    running.lost = end_lost;
    runner_run(run->workload, &running, run->results, &error);
    send_end(&child, &error);
}

void isolate_child_run(const struct isolate_work *work, int channel)
{
    struct random random = {random_at(~work->run->workload->config->measure.seed, work->run->launch)};
    ignore_signals();
    volunteer_for_oom();
    shift_mappings(&random);
    char *const gap = alloca(stack_gap(&random, (uintptr_t)__builtin_frame_address(0)));
    __asm__ volatile("" : : "r"(gap) : "memory");
    run_child(work, channel);
}
