/* SPDX-License-Identifier: MIT */
/* Running another program without a shell, within a time limit. */
#include "base/process.h"

#include "base/memory.h"
#include "base/monotonic.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { READ_BYTES = 4096, POLL_MS = 20, KEPT_DESCRIPTORS = 16, GENERATIONS = 64 };

static int kept_descriptors[KEPT_DESCRIPTORS];
static unsigned kept_count;

void process_keep_descriptor(int descriptor)
{
    if (descriptor >= 0 && kept_count < KEPT_DESCRIPTORS)
        kept_descriptors[kept_count++] = descriptor;
}

void process_forget_descriptor(int descriptor)
{
    for (unsigned i = 0; i < kept_count; i++)
        if (kept_descriptors[i] == descriptor)
            kept_descriptors[i--] = kept_descriptors[--kept_count];
}

static void close_kept(void)
{
    while (kept_count > 0)
        close(kept_descriptors[--kept_count]);
}

pid_t process_fork(int ending)
{
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child != 0)
        return child;
    close_kept();
    prctl(PR_SET_PDEATHSIG, ending);
    if (getppid() != parent)
        _exit(EXIT_SYSTEM); /* it ended before that was said */
    return 0;
}

static bool take_descriptor(int from, int mode, int to)
{
    const int source = from == PROCESS_NULL ? open("/dev/null", mode | O_CLOEXEC) : from;
    if (from == PROCESS_SAME)
        return true;
    if (source == to)
        return fcntl(to, F_SETFD, 0) == 0;
    return source >= 0 && dup2(source, to) == to;
}

/* One that is found may yet lie in a later folder of the path. */
static bool is_absent(int reason)
{
    return reason == ENOENT || reason == ENOTDIR || reason == EACCES;
}

/* As a shell finds it, but what is no program is refused: execvp would give that to a shell. Returns where it
 * does not start; errno says why. */
static void execute(const struct process_program *program)
{
    char *const *const arguments = (char *const *)program->arguments;
    char *const *const environment = program->environment ? program->environment : environ;
    const char *at = getenv("PATH") ? getenv("PATH") : "/bin:/usr/bin";
    int reason = ENOENT;
    if (strchr(arguments[0], '/')) {
        execve(arguments[0], arguments, environment);
        return;
    }
    while (at && is_absent(reason)) {
        const size_t length = strcspn(at, ":");
        char *const file =
            memory_format("%.*s/%s", length ? (int)length : 1, length ? at : ".", arguments[0]);
        execve(file, arguments, environment);
        reason = errno;
        free(file);
        at = at[length] ? at + length + 1 : NULL;
    }
    errno = reason;
}

/* Does not return where the program starts; the reason goes to `failed`, which closes where it does. */
_Noreturn static void become(const struct process_program *program, int failed)
{
    if (take_descriptor(program->input, O_RDONLY, STDIN_FILENO) &&
        take_descriptor(program->output, O_WRONLY, STDOUT_FILENO) &&
        take_descriptor(program->errors, O_WRONLY, STDERR_FILENO))
        execute(program);
    const int reason = errno;
    const ssize_t ignored = write(failed, &reason, sizeof reason);
    (void)ignored;
    _exit(EXIT_SYSTEM);
}

/* Why the child did not become the program; 0 where it did, or was killed first. */
static int read_reason(int failed)
{
    int reason;
    ssize_t got;
    do
        got = read(failed, &reason, sizeof reason);
    while (got < 0 && errno == EINTR);
    return got == sizeof reason ? reason : 0;
}

static void reap(pid_t child)
{
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
}

int process_start(const struct process_program *program, pid_t *child)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    *child = process_fork(program->ending);
    int reason = *child < 0 ? errno : 0;
    if (*child == 0)
        become(program, ends[1]);
    close(ends[1]);
    if (*child > 0 && (reason = read_reason(ends[0])) != 0)
        reap(*child);
    close(ends[0]);
    return reason;
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
    const double deadline = monotonic_s() + timeout_s;
    bool open = true;
    int status = 0;
    pid_t ended;

    while ((ended = waitpid(child, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
        if (monotonic_s() > deadline && result->end != PROCESS_TIMEOUT) {
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
    const struct process_program program = {.arguments = arguments,
                                            .ending = SIGKILL,
                                            .input = PROCESS_NULL,
                                            .output = PROCESS_NULL,
                                            .errors = ends[1]};
    const int failure = process_start(&program, &child);
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

void process_adopt_orphans(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* Kill the children that there are; false when there are none. */
static bool end_some_children(void)
{
    char path[64];
    int child;
    bool any = false;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *const children = fopen(path, "re");
    while (children && fscanf(children, "%d", &child) == 1) {
        kill(child, SIGKILL);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
        any = true;
    }
    if (children)
        fclose(children);
    return any;
}

void process_end_children(void)
{
    for (unsigned generation = 0; generation < GENERATIONS && end_some_children(); generation++) {
    }
}
