/* SPDX-License-Identifier: MIT */
/* What the devices of engines are, asked in a process of its own. */
#include "engine/engine_probe.h"

#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int engine_probe_silence_ms = 60000;

/* What a child answers; small enough for a pipe to take it in one piece. */
struct answer {
    struct engine_facts facts;
    struct error why; /* code EXIT_OK: none */
};

static void ask_device(uint64_t device, struct answer *answer)
{
    const struct engine *const engine = engine_of(&(struct point){.engine = device_engine(device)});
    struct engine_device *opened;
    if (!engine->open(device_names[device], &opened, &answer->why))
        return;
    engine->facts(opened, &answer->facts);
    engine->close(opened);
}

static _Noreturn void run_child(uint64_t device, int to)
{
    struct answer answer = {0};
    process_let_crashes_end();
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    ask_device(device, &answer);
    const bool told = write(to, &answer, sizeof answer) == (ssize_t)sizeof answer;
    _exit(told ? EXIT_OK : EXIT_SYSTEM);
}

/* True when there is something to read, the end of the child included. */
static bool wait_for_answer(int from)
{
    struct pollfd waiting = {.fd = from, .events = POLLIN};
    int ready;
    while ((ready = poll(&waiting, 1, engine_probe_silence_ms)) < 0 && errno == EINTR) {
    }
    return ready > 0;
}

static void note_end(const char *name, bool silent, int status, struct error *why)
{
    if (silent)
        error_set(why, EXIT_SYSTEM,
                  "%s: its driver does not answer within %d s; restart the machine if it "
                  "stays so",
                  name, engine_probe_silence_ms / 1000);
    else if (WIFSIGNALED(status))
        error_set(why, EXIT_SYSTEM, "%s: its driver crashes (%s); install it anew", name,
                  strsignal(WTERMSIG(status)));
    else
        error_set(why, EXIT_SYSTEM, "%s: its driver ends the process (exit status %d); install it anew", name,
                  WEXITSTATUS(status));
}

static void take_answer(const char *name, pid_t child, int from, struct answer *answer)
{
    int status = 0;
    const bool silent = !wait_for_answer(from);
    const bool whole = !silent && read(from, answer, sizeof *answer) == (ssize_t)sizeof *answer;
    if (!whole)
        *answer = (struct answer){0};
    if (silent)
        kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!whole)
        note_end(name, silent, status, &answer->why);
}

static void ask_child(uint64_t device, struct answer *answer)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        error_set_errno(&answer->why, EXIT_SYSTEM, "%s cannot be asked", device_names[device]);
        return;
    }
    const pid_t child = fork();
    if (child == 0)
        run_child(device, ends[1]);
    if (child < 0)
        error_set_errno(&answer->why, EXIT_SYSTEM, "%s cannot be asked", device_names[device]);
    close(ends[1]);
    if (child > 0)
        take_answer(device_names[device], child, ends[0], answer);
    close(ends[0]);
}

bool engine_probe(uint64_t device, const struct engine_facts **facts, struct error *why)
{
    static struct answer answers[DEVICE_COUNT];
    static bool asked[DEVICE_COUNT];
    struct answer *const answer = &answers[device];
    if (!asked[device])
        ask_child(device, answer);
    asked[device] = true;
    *facts = &answer->facts;
    return answer->why.code == EXIT_OK || error_set(why, answer->why.code, "%s", answer->why.text);
}
