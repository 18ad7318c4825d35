/* SPDX-License-Identifier: MIT */
/* Starting another scanbench that takes turns with this one, and its end. */
#include "commands/commands.h"

#include "base/file.h"
#include "base/inert.h"
#include "base/memory.h"
#include "base/text.h"
#include "measure/bench.h"
#include "measure/measure.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WORDS = OPTION_LISTS + OPTION_ROWS, WRITING_S = 60, ENDING_S = 2 };

static const double look_s = 10e-3;
static const char own_variable[] = "SCANBENCH_AGAINST=";

/* The command line of the other program; the words are owned, but for the last, NULL. */
struct command_line {
    char *words[WORDS];
    size_t count;
};

/* Takes the word. */
static void add(struct command_line *line, char *word)
{
    line->words[line->count++] = word;
}

/* An option of ours as it was given. */
static void add_row(struct command_line *line, const struct options *options, size_t index)
{
    const struct option_row *const row = &option_rows[index];
    const struct option_list *const list =
        row->repeats ? (const struct option_list *)((const char *)options + row->member) : NULL;
    for (size_t i = 0; list && i < list->count; i++)
        add(line, memory_format("--%s=%s", row->name, list->all[i]));
    if (!list)
        add(line, memory_format(row->argument ? "--%s=%s" : "--%s", row->name, options->given[index]));
}

/* Another version of a plugin, which this program measures. */
static bool is_plugin(const struct options *options)
{
    return text_ends_with(options->against, ".so");
}

static bool is_handed_on(const struct options *options, size_t row)
{
    const bool replaced = is_plugin(options) && option_rows[row].member == offsetof(struct options, plugins);
    return option_rows[row].handed_on && options->given[row] && !replaced;
}

/* The descriptors that the other program gets. */
struct handed {
    int channel;
    int config; /* a file in memory with the effective config */
};

static void make_line(struct command_line *line, const struct options *options, const struct handed *handed)
{
    *line = (struct command_line){.count = 0};
    add(line, memory_format("%s", is_plugin(options) ? "/proc/self/exe" : options->against));
    add(line, memory_format("run"));
    add(line, memory_format("--config=/proc/self/fd/%d", handed->config));
    for (size_t i = 0; i < option_row_count; i++)
        if (is_handed_on(options, i))
            add_row(line, options, i);
    if (is_plugin(options))
        add(line, memory_format("--plugin=%s", options->against));
    add(line, memory_format("--output=%s/against", options->output));
    add(line, memory_format("--format=none"));
    add(line, memory_format("--turns=fd:%d", handed->channel));
    add(line, memory_format("--quiet"));
}

/* Ours, without what would make the other program start a third. */
static char **make_environment(void)
{
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **const environment = memory_array(count + 1, sizeof *environment);
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], own_variable, sizeof own_variable - 1) != 0)
            environment[kept++] = environ[i];
    return environment;
}

static bool start(struct against *against, const struct options *options, const struct handed *handed,
                  struct error *error)
{
    struct command_line line;
    char **const environment = make_environment();
    make_line(&line, options, handed);
    const struct process_program program = {.arguments = (const char *const *)line.words,
                                            .environment = environment,
                                            .ending = SIGTERM, /* it has results of its own to write */
                                            .input = PROCESS_SAME,
                                            .output = PROCESS_SAME,
                                            .errors = PROCESS_SAME};
    errno = process_start(&program, &against->child.pid);
    free(environment);
    while (line.count > 0)
        free(line.words[--line.count]);
    if (errno == ENOENT && !strchr(options->against, '/'))
        return error_set(error, EXIT_SYSTEM,
                         "--against: no program '%s' in PATH; help: a path has a slash, as './%s'",
                         options->against, options->against);
    return errno == 0 || error_set_errno(error, EXIT_SYSTEM, "--against: cannot run %s", options->against);
}

static bool check(const struct options *options, struct error *error)
{
    const char *const other = options->turns               ? "--turns"
                              : options->resume            ? "--resume"
                              : options->perf_control      ? "--perf-control"
                              : options->configs.count > 1 ? "a second --config"
                                                           : NULL;
    if (other)
        return error_set(error, EXIT_USAGE, "--against does not go with %s", other);
    if (strcmp(options->output, "-") == 0)
        return error_set(error, EXIT_USAGE, "--against writes files; expected another --output than -");
    if (options->fail_on_regression && !options->output_set && (options->filter || options->smoke))
        return error_set(
            error, EXIT_USAGE,
            "--fail-on=regression of a part of a sweep needs a folder for it; expected --output");
    if (is_plugin(options) && options->plugins.count != 1)
        return error_set(error, EXIT_USAGE,
                         "--against: %s is a version of a plugin; expected one --plugin, %zu are given",
                         options->against, options->plugins.count);
    return true;
}

static bool start_with(struct against *against, const struct options *options, const struct config *config,
                       int channel, struct error *error)
{
    const struct handed handed = {
        channel, file_in_memory(config->text, config->length, "--against: cannot hand on the config", error)};
    const bool ok = handed.config >= 0 && start(against, options, &handed, error);
    if (handed.config >= 0)
        close(handed.config);
    return ok;
}

static bool start_other(struct against *against, const struct options *options, const struct config *config,
                        struct error *error)
{
    int ends[2];
    if (!check(options, error))
        return false;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
        return error_set_errno(error, EXIT_SYSTEM, "--against: cannot take turns");
    against->program = options->against;
    bool ok = turns_open(&against->turns, ends[0], true, error);
    if (ok && !(ok = start_with(against, options, config, ends[1], error)))
        turns_close(&against->turns);
    else if (!ok)
        close(ends[0]);
    close(ends[1]);
    return ok;
}

bool against_open(struct against *against, const struct options *options, const struct config *config,
                  struct error *error)
{
    int channel;
    *against = (struct against){.active = options->against || options->turns};
    if (!against->active)
        return true;
    if (options->against)
        return start_other(against, options, config, error);
    return turns_channel(options->turns, &channel, error) &&
           turns_open(&against->turns, channel, false, error);
}

static bool not_stopped(void *context)
{
    (void)context;
    return !stop_signal;
}

bool against_agree(struct against *against, const struct plan *plan, struct error *error)
{
    const struct turns_waiting waiting = {not_stopped, NULL};
    char digest[65];
    if (!against->active)
        return true;
    against->turns.patience_s = launch_turn_s(plan);
    order_digest(plan, digest);
    struct error why = {0};
    if (turns_agree(&against->turns, digest, &waiting, &why))
        return true;
    if (!against->program || why.code != EXIT_SYSTEM)
        return error_set(error, why.code, "%s", why.text);
    return error_set(
        error, why.code,
        "--against: %.256s: %.512s; help: --against takes another scanbench, or a plugin FILE.so",
        against->program, why.text);
}

bool against_finish(struct against *against, struct error *error)
{
    const struct turns_waiting waiting = {not_stopped, NULL};
    if (!against->active)
        return true;
    if (!turns_broken(&against->turns) && !stop_signal)
        turns_finish(&against->turns, &waiting);
    if (turns_hung(&against->turns) && !stop_signal)
        return error_set(error, EXIT_SYSTEM,
                         "the program that took turns did not give one back within %.0f s; what was finished "
                         "is written",
                         against->turns.patience_s);
    return stop_signal || !turns_broken(&against->turns) ||
           error_set(error, EXIT_SYSTEM,
                     "the program that took turns ended before; what was finished is written");
}

/* False where it has not ended after so long; after a signal it has little time. */
static bool await_end(struct child *child, double limit_s)
{
    double waited_s = 0;
    while (!child_await(child, look_s)) {
        if (waited_s >= (stop_signal ? fmin(limit_s, ENDING_S) : limit_s))
            return false;
        waited_s += look_s;
    }
    return true;
}

/* One that took turns has results to write. One that does not end is asked to, and then made to: false. */
static bool end_other(struct child *child, bool answered)
{
    if (await_end(child, answered ? WRITING_S : ENDING_S))
        return true;
    kill(child->pid, SIGTERM);
    if (!await_end(child, ENDING_S))
        child_kill(child);
    return false;
}

bool against_close(struct against *against, struct error *error)
{
    char end[128];
    if (!against->active)
        return true;
    const bool answered = against->turns.answered && !turns_hung(&against->turns);
    turns_close(&against->turns);
    against->active = false;
    if (!against->program)
        return true;
    const bool ended = end_other(&against->child, answered);
    if (stop_signal)
        return true; /* it ends because this one does */
    if (!ended)
        return error_set(error, EXIT_SYSTEM, "--against: %s did not end, and was killed", against->program);
    return against->child.status == 0 || error_set(error, EXIT_SYSTEM, "--against: %s %s", against->program,
                                                   child_end_text(&against->child, end, sizeof end));
}
