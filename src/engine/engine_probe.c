/* SPDX-License-Identifier: MIT */
/* What the devices of engines are, asked in a process of its own. */
#include "engine/engine.h"

#include "base/child.h"
#include "base/monotonic.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <unistd.h>

int engine_probe_silence_ms = 60000;

/* What a child answers; small enough for a pipe to take it in one piece. */
struct answer {
    struct engine_facts facts;
    struct error why; /* code EXIT_OK: none */
};

static void ask_device(uint64_t device, struct answer *answer)
{
    const struct engine *const engine = engine_of(&(struct point){.device = device});
    const double start_s = monotonic_s();
    struct engine_device *opened;
    if (!engine->open(device_names[device], &opened, &answer->why))
        return;
    engine->facts(opened, &answer->facts);
    answer->facts.open_s = monotonic_s() - start_s;
    engine->close(opened);
}

/* What a child asks, and both ends of the pipe that it answers on. */
struct question {
    uint64_t device;
    int ends[2];
};

static void answer_question(void *context)
{
    const struct question *const question = context;
    struct answer answer = {0};
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    ask_device(question->device, &answer);
    if (write(question->ends[1], &answer, sizeof answer) != (ssize_t)sizeof answer)
        _exit(EXIT_SYSTEM);
}

/* Whether it says something, its end included. */
static bool is_heard(int from)
{
    enum child_heard heard;
    do
        heard = child_hear(from, engine_probe_silence_ms * 1e-3, NULL);
    while (heard == CHILD_INTERRUPTED);
    return heard == CHILD_SPEAKS;
}

static void note_end(const char *name, bool silent, const struct child *child, struct error *why)
{
    char end[128];
    if (silent)
        error_set(why, EXIT_SYSTEM,
                  "%s: its driver does not answer within %d s; restart the machine if it "
                  "stays so",
                  name, engine_probe_silence_ms / 1000);
    else
        error_set(why, EXIT_SYSTEM, "%s: a process that asks its driver %s; install it anew", name,
                  child_end_text(child, end, sizeof end));
}

static void take_answer(const char *name, struct child *child, int from, struct answer *answer)
{
    const bool silent = !is_heard(from);
    const bool whole = !silent && read(from, answer, sizeof *answer) == (ssize_t)sizeof *answer;
    if (!whole)
        *answer = (struct answer){0};
    if (silent)
        child_kill(child);
    child_await(child, INFINITY);
    if (!whole)
        note_end(name, silent, child, &answer->why);
}

static void ask_child(uint64_t device, struct answer *answer)
{
    struct question question = {.device = device};
    struct child child;
    if (pipe2(question.ends, O_CLOEXEC) != 0) {
        error_set_errno(&answer->why, EXIT_SYSTEM, "%s cannot be asked", device_names[device]);
        return;
    }
    const bool started =
        child_start(&child, answer_question, &question) ||
        error_set_errno(&answer->why, EXIT_SYSTEM, "%s cannot be asked", device_names[device]);
    close(question.ends[1]);
    if (started)
        take_answer(device_names[device], &child, question.ends[0], answer);
    close(question.ends[0]);
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

double engine_peak_bytes_per_s(uint64_t device)
{
    const struct engine_facts *facts;
    struct error why = {0};
    if (!engine_has_device(device_engine(device)) || !engine_probe(device, &facts, &why) ||
        facts->memory_clock_mhz == 0 || facts->memory_bus_bits == 0)
        return NAN;
    return 2e6 * facts->memory_clock_mhz * facts->memory_bus_bits / 8;
}
