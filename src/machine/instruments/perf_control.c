/* SPDX-License-Identifier: MIT */
/* The control protocol of perf: a line with a command one way, a line "ack" the other. */
#include "machine/instruments/instruments.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, TIMEOUT_MS = 5000 };

static bool bad_text(const char *text, struct error *error)
{
    return error_set(error, EXIT_USAGE, "--perf-control: '%.128s'; expected fd:A,B or fifo:A,B", text);
}

/* The number before `end`, which must follow its digits. */
static bool take_descriptor(const char *text, char end, int *descriptor)
{
    char *after;
    errno = 0;
    const long number = strtol(text, &after, 10);
    *descriptor = (int)number;
    return isdigit((unsigned char)*text) && *after == end && errno == 0 && number <= 1 << 20;
}

static bool take_descriptors(struct perf_control *control, const char *names, struct error *error)
{
    const char *const comma = strchr(names, ',');
    if (!comma || !take_descriptor(names, ',', &control->commands) ||
        !take_descriptor(comma + 1, '\0', &control->acknowledgements))
        return bad_text(names, error);
    if (fcntl(control->commands, F_GETFD) < 0)
        return error_set_errno(error, EXIT_SYSTEM, "--perf-control: descriptor %d", control->commands);
    if (fcntl(control->acknowledgements, F_GETFD) < 0)
        return error_set_errno(error, EXIT_SYSTEM, "--perf-control: descriptor %d",
                               control->acknowledgements);
    return true;
}

/* A file would be written over. */
static bool is_fifo(int descriptor)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode);
}

/* Without O_NONBLOCK it would wait forever for a perf that is not there; later it is written and read as
 * usual. */
static int open_fifo(const char *path, int mode, struct error *error)
{
    const int descriptor = open(path, mode | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor >= 0 && is_fifo(descriptor))
        return descriptor;
    if (descriptor >= 0) {
        error_set(error, EXIT_USAGE, "--perf-control: %s: not a FIFO; expected one that perf has open", path);
        close(descriptor);
    } else if (errno == ENXIO)
        error_set(error, EXIT_SYSTEM, "--perf-control: no perf has %s open", path);
    else
        error_set_errno(error, EXIT_SYSTEM, "--perf-control: %s", path);
    return -1;
}

static bool open_fifos(struct perf_control *control, const char *names, struct error *error)
{
    char first[PATH_BYTES];
    const char *const comma = strchr(names, ',');
    if (!comma || comma == names || !comma[1] || comma - names >= PATH_BYTES)
        return bad_text(names, error);
    snprintf(first, sizeof first, "%.*s", (int)(comma - names), names);
    control->commands = open_fifo(first, O_WRONLY, error);
    if (control->commands < 0)
        return false;
    control->acknowledgements = open_fifo(comma + 1, O_RDONLY, error);
    control->owned = true;
    if (control->acknowledgements >= 0)
        return true;
    close(control->commands);
    return false;
}

bool perf_control_open(struct perf_control *control, const char *text, struct error *error)
{
    *control = (struct perf_control){.commands = -1, .acknowledgements = -1};
    if (strncmp(text, "fd:", 3) == 0)
        return take_descriptors(control, text + 3, error);
    if (strncmp(text, "fifo:", 5) == 0)
        return open_fifos(control, text + 5, error);
    return bad_text(text, error);
}

void perf_control_close(struct perf_control *control)
{
    if (control->owned) {
        close(control->commands);
        close(control->acknowledgements);
    }
    *control = (struct perf_control){.commands = -1, .acknowledgements = -1};
}

/* perf sends "ack", a line feed and, in some versions, a NUL: what comes before the word's end is taken
 * together. */
static bool wait_for_ack(const struct perf_control *control, const char *command, struct error *error)
{
    char line[64] = "";
    size_t length = 0;
    while (length + 1 < sizeof line) {
        struct pollfd ready = {.fd = control->acknowledgements, .events = POLLIN};
        const int polled = poll(&ready, 1, TIMEOUT_MS);
        if (polled < 0 && errno == EINTR)
            continue;
        if (polled == 0)
            return error_set(error, EXIT_SYSTEM, "--perf-control: no answer to '%s' within %d s", command,
                             TIMEOUT_MS / 1000);
        const ssize_t got = polled < 0 ? -1 : read(control->acknowledgements, line + length, 1);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return error_set(error, EXIT_SYSTEM, "--perf-control: perf went away before it answered '%s'",
                             command);
        if (line[length] == '\n')
            break;
        length += line[length] != '\0';
    }
    line[length] = '\0';
    return strcmp(line, "ack") == 0 ||
           error_set(error, EXIT_SYSTEM, "--perf-control: '%s' was answered '%s'; expected ack", command,
                     line);
}

static bool tell(const struct perf_control *control, const char *command, struct error *error)
{
    char line[16];
    if (!control)
        return true;
    const int length = snprintf(line, sizeof line, "%s\n", command);
    if (TEMP_FAILURE_RETRY(write(control->commands, line, (size_t)length)) != length)
        return error_set_errno(error, EXIT_SYSTEM, "--perf-control: cannot send '%s'", command);
    return wait_for_ack(control, command, error);
}

bool perf_control_enable(const struct perf_control *control, struct error *error)
{
    return tell(control, "enable", error);
}

bool perf_control_disable(const struct perf_control *control, struct error *error)
{
    return tell(control, "disable", error);
}
