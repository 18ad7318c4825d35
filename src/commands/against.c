/* SPDX-License-Identifier: MIT */
/* Starting another scanbench that takes turns with this one, and its end. */
#include "commands/against.h"

#include "base/memory.h"
#include "measure/order.h"
#include "measure/watch.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    WORDS = 4 * OPTION_LISTS + 64,
    PATH_BYTES = 4096,
    LOOK_NS = 10 * 1000 * 1000,
    WRITING_S = 60,
    ENDING_S = 2
};

static const char own_variable[] = "SCANBENCH_AGAINST=";

void against_settle(const struct options *options)
{
    const int persona = personality(0xffffffff);
    if (!options->against || options->dry_run || (persona >= 0 && persona & ADDR_NO_RANDOMIZE))
        return;
    if (persona >= 0 && personality((unsigned long)persona | ADDR_NO_RANDOMIZE) >= 0)
        execv("/proc/self/exe", options->argv);
    if (!options->quiet)
        fprintf(
            stderr,
            "scanbench: warning: --against: the programs lie at random addresses (%s), which may make equal "
            "ones differ\n",
            strerror(errno));
}

/* The command line of the other program. */
struct command_line {
    char *words[WORDS];
    size_t count;
    char output[PATH_BYTES], channel[32], seed[32], budget[48];
};

static void add(struct command_line *line, const char *name, const char *value)
{
    if (name)
        line->words[line->count++] = (char *)name;
    if (value)
        line->words[line->count++] = (char *)value;
}

static void add_option(struct command_line *line, const char *name, const char *value)
{
    if (value)
        add(line, name, value);
}

static void add_list(struct command_line *line, const char *name, const char *const *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(line, name, values[i]);
}

static void make_line(struct command_line *line, const struct options *options, int channel)
{
    line->count = 0;
    snprintf(line->output, sizeof line->output, "%s/against", options->output);
    snprintf(line->channel, sizeof line->channel, "fd:%d", channel);
    snprintf(line->seed, sizeof line->seed, "%" PRIu64, options->seed);
    snprintf(line->budget, sizeof line->budget, "%.3fs", options->budget_s);
    add(line, options->against, "run");
    add_list(line, "--config", options->configs, options->config_count);
    add_list(line, "--plugin", options->plugins, options->plugin_count);
    add_list(line, "--set", options->settings, options->setting_count);
    add_option(line, "--filter", options->filter);
    add_option(line, "--isa", options->isa);
    add_option(line, "--topology", options->topology);
    add_option(line, "--seed", options->seed_set ? line->seed : NULL);
    add_option(line, "--budget", options->budget_s < 1e9 ? line->budget : NULL);
    add(line, options->smoke ? "--smoke" : NULL, NULL);
    add(line, options->in_process ? "--in-process" : NULL, NULL);
    add(line, "--output", line->output);
    add(line, "--format", "none");
    add(line, "--turns", line->channel);
    add(line, "--quiet", NULL);
    line->words[line->count] = NULL;
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

static bool start(struct against *against, const struct options *options, int channel, struct error *error)
{
    struct command_line line;
    char **const environment = make_environment();
    make_line(&line, options, channel);
    errno = posix_spawnp(&against->pid, options->against, NULL, NULL, line.words, environment);
    free(environment);
    return errno == 0 || error_set_errno(error, EXIT_SYSTEM, "--against: cannot run %s", options->against);
}

static bool check(const struct options *options, struct error *error)
{
    const char *const other = options->turns              ? "--turns"
                              : options->resume           ? "--resume"
                              : options->perf_control     ? "--perf-control"
                              : options->config_count > 1 ? "a second --config"
                                                          : NULL;
    if (other)
        return error_set(error, EXIT_USAGE, "--against does not go with %s", other);
    if (strcmp(options->output, "-") == 0)
        return error_set(error, EXIT_USAGE, "--against writes files; expected another --output than -");
    if (strcmp(options->configs[0], "-") == 0)
        return error_set(error, EXIT_USAGE,
                         "--against: two programs cannot read standard input; expected a file as --config");
    return true;
}

static bool start_other(struct against *against, const struct options *options, struct error *error)
{
    int ends[2];
    if (!check(options, error))
        return false;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
        return error_set_errno(error, EXIT_SYSTEM, "--against: cannot take turns");
    against->program = options->against;
    bool ok = turns_open(&against->turns, ends[0], true, error);
    if (ok && !(ok = start(against, options, ends[1], error)))
        turns_close(&against->turns);
    else if (!ok)
        close(ends[0]);
    close(ends[1]);
    return ok;
}

bool against_open(struct against *against, const struct options *options, struct error *error)
{
    int channel;
    *against = (struct against){.active = options->against || options->turns};
    if (!against->active)
        return true;
    if (options->against)
        return start_other(against, options, error);
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
    order_digest(plan, digest);
    return turns_agree(&against->turns, digest, &waiting, error);
}

bool against_finish(struct against *against, struct error *error)
{
    const struct turns_waiting waiting = {not_stopped, NULL};
    if (!against->active)
        return true;
    if (!turns_broken(&against->turns) && !stop_signal)
        turns_finish(&against->turns, &waiting);
    return stop_signal || !turns_broken(&against->turns) ||
           error_set(error, EXIT_SYSTEM,
                     "the program that took turns ended before; what was finished is written");
}

static bool has_ended(pid_t pid, int *status)
{
    pid_t done;
    do
        done = waitpid(pid, status, WNOHANG);
    while (done < 0 && errno == EINTR);
    return done != 0;
}

/* False where it has not ended after so long; after a signal it has little time. */
static bool await_end(pid_t pid, double limit_s, int *status)
{
    double waited_s = 0;
    while (!has_ended(pid, status)) {
        if (waited_s >= (stop_signal ? fmin(limit_s, ENDING_S) : limit_s))
            return false;
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NS}, NULL);
        waited_s += LOOK_NS * 1e-9;
    }
    return true;
}

/* One that took turns has results to write. One that does not end is asked to, and then made to: false. */
static bool end_other(const struct against *against, bool answered, int *status)
{
    if (await_end(against->pid, answered ? WRITING_S : ENDING_S, status))
        return true;
    kill(against->pid, SIGTERM);
    if (await_end(against->pid, ENDING_S, status))
        return false;
    kill(against->pid, SIGKILL);
    while (waitpid(against->pid, status, 0) < 0 && errno == EINTR) {
    }
    return false;
}

bool against_close(struct against *against, struct error *error)
{
    int status = 0;
    if (!against->active)
        return true;
    const bool answered = against->turns.answered;
    turns_close(&against->turns);
    against->active = false;
    if (!against->program)
        return true;
    const bool ended = end_other(against, answered, &status);
    if (stop_signal)
        return true; /* it ends because this one does */
    if (!ended)
        return error_set(error, EXIT_SYSTEM, "--against: %s did not end, and was killed", against->program);
    if (WIFSIGNALED(status))
        return error_set(error, EXIT_SYSTEM, "--against: %s was killed by signal %d", against->program,
                         WTERMSIG(status));
    return WEXITSTATUS(status) == 0 ||
           error_set(error, EXIT_SYSTEM, "--against: %s ended with exit status %d", against->program,
                     WEXITSTATUS(status));
}
