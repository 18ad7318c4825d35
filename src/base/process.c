/* SPDX-License-Identifier: MIT */
/* Running another program without a shell, within a time limit. */
#include "base/process.h"

#include "base/child.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KEPT_DESCRIPTORS = 16, GENERATIONS = 64 };

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
    return TEMP_FAILURE_RETRY(read(failed, &reason, sizeof reason)) == sizeof reason ? reason : 0;
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
        TEMP_FAILURE_RETRY(waitpid(*child, NULL, 0));
    close(ends[0]);
    return reason;
}

/* Of what a program wrote the last line with something on it, as far as it fits. Closes the file. */
static void read_last_line(int file, char *last, size_t size)
{
    FILE *const written = fdopen(file, "r");
    char *line = NULL;
    size_t room = 0;
    if (!written)
        return;
    rewind(written);
    for (ssize_t length; (length = getline(&line, &room, written)) > 0;)
        if (strspn(line, " \t\r\n") < (size_t)length)
            snprintf(last, size, "%.*s", (int)strcspn(line, "\n"), line);
    free(line);
    fclose(written);
}

/* Its end is asked for, not inferred from a closed stderr: a grandchild may hold that, or the program close
 * it. */
static void await_end(struct child *child, double timeout_s, struct process_result *result)
{
    const bool in_time = child_await(child, timeout_s);
    child_kill(child);
    const bool exited = WIFEXITED(child->status);
    result->end = !in_time ? PROCESS_TIMEOUT : exited ? PROCESS_EXITED : PROCESS_KILLED;
    result->status = exited ? WEXITSTATUS(child->status) : WTERMSIG(child->status);
}

bool process_run(const char *const *arguments, double timeout_s, struct process_result *result,
                 struct error *error)
{
    struct child child = {.ended = false};
    const struct process_program program = {.arguments = arguments,
                                            .ending = SIGKILL,
                                            .input = PROCESS_NULL,
                                            .output = PROCESS_NULL,
                                            .errors = memfd_create("stderr", MFD_CLOEXEC)};
    const int failure = program.errors < 0 ? errno : process_start(&program, &child.pid);
    *result = (struct process_result){.end = PROCESS_MISSING};
    if (failure == 0)
        await_end(&child, timeout_s, result);
    if (program.errors >= 0)
        read_last_line(program.errors, result->last_line, sizeof result->last_line);
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
        TEMP_FAILURE_RETRY(waitpid(child, NULL, 0));
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
