/* SPDX-License-Identifier: MIT */
/* Running another program without a shell, within a time limit. */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { READ_BYTES = 4096, POLL_MS = 20 };

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Start the program with its stderr on `err`; an errno. */
static int spawn(const char *const *arguments, int err, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0)
        return failure;
    failure = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (failure == 0)
        failure = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (failure == 0)
        failure = posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    if (failure == 0)
        failure = posix_spawnp(child, arguments[0], &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

/* What a reader of stderr remembers: the last line with something on it, as far as it fits. */
struct tail {
    char line[512];
    size_t length;
    char *last;
    size_t last_size;
};

static void end_line(struct tail *tail)
{
    if (tail->length > 0 && strspn(tail->line, " \t\r") < tail->length) {
        tail->line[tail->length] = '\0';
        memcpy(tail->last, tail->line, tail->length + 1);
    }
    tail->length = 0;
}

static void feed(struct tail *tail, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n')
            end_line(tail);
        else if (tail->length + 1 < tail->last_size)
            tail->line[tail->length++] = text[i];
    }
}

/* Read what is there without waiting; false once the other end is closed. */
static bool drain(int descriptor, struct tail *tail)
{
    char text[READ_BYTES];

    for (;;) {
        const ssize_t got = read(descriptor, text, sizeof text);
        if (got > 0)
            feed(tail, text, (size_t)got);
        else if (got == 0)
            return false;
        else if (errno != EINTR)
            return errno == EAGAIN;
    }
}

static void set_status(struct process_result *result, int status)
{
    const bool exited = WIFEXITED(status);

    if (result->end != PROCESS_TIMEOUT)
        result->end = exited ? PROCESS_EXITED : PROCESS_KILLED;
    result->status = exited ? WEXITSTATUS(status) : WTERMSIG(status);
}

/* Its end is asked for, not inferred from a closed stderr: a grandchild may hold that, or the program close
 * it. */
static void wait_for(pid_t child, int descriptor, double timeout_s, struct process_result *result)
{
    struct tail tail = {.last = result->last_line, .last_size = sizeof result->last_line};
    const double deadline = now_s() + timeout_s;
    bool open = true;
    int status = 0;
    pid_t ended;

    while ((ended = waitpid(child, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
        if (now_s() > deadline && result->end != PROCESS_TIMEOUT) {
            result->end = PROCESS_TIMEOUT;
            kill(child, SIGKILL);
        }
        struct pollfd waiting = {.fd = open ? descriptor : -1, .events = POLLIN};
        poll(&waiting, 1, POLL_MS);
        open = open && drain(descriptor, &tail);
    }
    drain(descriptor, &tail);
    end_line(&tail);
    set_status(result, status);
}

bool process_run(const char *const *arguments, double timeout_s, struct process_result *result,
                 struct error *error)
{
    int ends[2];
    pid_t child;

    *result = (struct process_result){.end = PROCESS_EXITED};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_set_errno(error, EXIT_SYSTEM, "cannot start %s", arguments[0]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    const int failure = spawn(arguments, ends[1], &child);
    close(ends[1]);
    if (failure == 0)
        wait_for(child, ends[0], timeout_s, result);
    close(ends[0]);
    if (failure == ENOENT)
        result->end = PROCESS_MISSING;
    if (failure == 0 || failure == ENOENT)
        return true;
    errno = failure;
    return error_set_errno(error, EXIT_SYSTEM, "cannot start %s", arguments[0]);
}

void process_let_crashes_end(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        signal(signals[i], SIG_DFL);
}
