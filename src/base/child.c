/* SPDX-License-Identifier: MIT */
/* A child process: its start, whether it has something to say, how long it is waited for, its end in words.
 */
#include "base/child.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double first_look_s = 1e-3, longest_look_s = 20e-3;

bool child_start(struct child *child, void (*body)(void *context), void *context)
{
    fflush(NULL);
    *child = (struct child){.pid = process_fork(SIGKILL)};
    if (child->pid != 0)
        return child->pid > 0;
    process_let_crashes_end();
    dup2(STDERR_FILENO, STDOUT_FILENO);
    body(context);
    _exit(EXIT_OK);
}

static struct timespec time_of(double seconds)
{
    const time_t whole = (time_t)seconds;
    return (struct timespec){.tv_sec = whole, .tv_nsec = (long)((seconds - (double)whole) * 1e9)};
}

enum child_heard child_hear(int channel, double timeout_s, const sigset_t *unblocked)
{
    const struct timespec timeout = time_of(timeout_s);
    struct pollfd waiting = {.fd = channel, .events = POLLIN};
    const int ready = ppoll(&waiting, 1, &timeout, unblocked);
    return ready > 0 ? CHILD_SPEAKS : ready == 0 ? CHILD_SILENT : CHILD_INTERRUPTED;
}

/* A child that cannot be waited for has ended. */
static void look(struct child *child, int how)
{
    child->ended = child->ended || TEMP_FAILURE_RETRY(waitpid(child->pid, &child->status, how)) != 0;
}

bool child_await(struct child *child, double limit_s)
{
    double look_s = first_look_s, waited_s = 0;
    look(child, isinf(limit_s) ? 0 : WNOHANG);
    while (!child->ended && waited_s < limit_s) {
        look_s = fmin(look_s, limit_s - waited_s);
        const struct timespec pause = time_of(look_s);
        nanosleep(&pause, NULL);
        waited_s += look_s;
        look_s = fmin(2 * look_s, longest_look_s);
        look(child, WNOHANG);
    }
    return child->ended;
}

void child_kill(struct child *child)
{
    if (!child->ended)
        kill(child->pid, SIGKILL);
    look(child, 0);
}

char *child_end_text(const struct child *child, char *text, size_t size)
{
    if (!WIFSIGNALED(child->status)) {
        snprintf(text, size, "ended with exit status %d", WEXITSTATUS(child->status));
        return text;
    }
    const int number = WTERMSIG(child->status);
    const char *const name = sigabbrev_np(number);
    snprintf(text, size, "was killed by SIG%s (%s)", name ? name : "?",
             number == SIGKILL ? "by another process, or by the kernel for lack of memory"
                               : strsignal(number));
    return text;
}
