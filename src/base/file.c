/* SPDX-License-Identifier: MIT */
/* Checked reading and writing of whole files. */
#include "base/file.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 5000, LINKS_MAX = 8 };

/* What is read, and whether something must come soon: one who writes to a FIFO may never come, or stop. */
struct input {
    int descriptor;
    bool hurried;
};

/* One piece: how many bytes, 0 at the end; below 0 errno says why. */
static ssize_t read_piece(const struct input *input, char *text, size_t most)
{
    for (;;) {
        struct pollfd piece = {.fd = input->descriptor, .events = POLLIN};
        const int ready = input->hurried ? poll(&piece, 1, WAIT_MS) : 1;
        if (ready == 0)
            errno = ETIMEDOUT;
        const ssize_t got = ready > 0 ? read(input->descriptor, text, most) : -1;
        if (got >= 0 || (errno != EINTR && errno != EAGAIN))
            return got;
    }
}

/* A block for up to limit + 1 bytes, so that "longer than limit" shows, grown as bytes come; false leaves
 * errno. */
static bool read_all(const struct input *input, size_t limit, char **text, size_t *length)
{
    size_t room = 0;
    ssize_t got = 1;
    while (got > 0 && *length <= limit) {
        if (*length == room) {
            room = room == 0 ? 1 << 16 : 2 * room;
            room = room > limit ? limit + 1 : room;
            *text = memory_resize(*text, room + 1, 1);
        }
        got = read_piece(input, *text + *length, room - *length);
        *length += got > 0 ? (size_t)got : 0;
    }
    (*text)[*length] = '\0';
    return got >= 0;
}

/* A file that is not there is the user's to mend; memory and descriptors that are not are the system's. */
static enum exit_code refusal(int reason)
{
    return reason == ENOMEM || reason == EMFILE || reason == ENFILE || reason == EIO ? EXIT_SYSTEM
                                                                                     : EXIT_USAGE;
}

/* Who types is waited for. */
static bool open_input(struct input *input, const char *path)
{
    struct stat status;
    *input = (struct input){.descriptor = STDIN_FILENO};
    if (strcmp(path, "-") != 0)
        input->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    input->hurried = input->descriptor >= 0 && fstat(input->descriptor, &status) == 0 &&
                     !S_ISREG(status.st_mode) && (input->descriptor != STDIN_FILENO || !isatty(STDIN_FILENO));
    return input->descriptor >= 0;
}

static void refuse_to_read(const char *name, struct error *error)
{
    const bool is_stdin = strcmp(name, "stdin") == 0;
    if (errno == ETIMEDOUT)
        error_set_expected(error, EXIT_USAGE,
                           is_stdin ? "what another program writes, or the name of a file in place of -"
                                    : "a file, or something that writes",
                           "%s: nothing came for %d s", name, WAIT_MS / 1000);
    else
        error_set_errno(error, refusal(errno), "%s", name);
}

static void close_input(const struct input *input)
{
    if (input->descriptor != STDIN_FILENO)
        close(input->descriptor);
}

bool file_read(const char *path, size_t limit, char **text, size_t *length, struct error *error)
{
    const char *const name = strcmp(path, "-") == 0 ? "stdin" : path;
    struct input input;
    *text = NULL;
    *length = 0;
    if (!open_input(&input, path))
        return error_set_errno(error, refusal(errno), "%s", name);
    const bool complete = read_all(&input, limit, text, length);
    if (!complete)
        refuse_to_read(name, error);
    else if (*length > limit)
        error_set(error, EXIT_USAGE, "%s: longer than the limit of %zu bytes", name, limit);
    close_input(&input);
    if (complete && *length <= limit)
        return true;
    free(*text);
    *text = NULL;
    *length = 0;
    return false;
}

bool file_check_regular(const char *path, size_t limit, struct error *error)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return error_set_errno(error, EXIT_USAGE, "%s", path);
    if (!S_ISREG(status.st_mode))
        return error_set(error, EXIT_USAGE, "%s: %s; expected a regular file", path,
                         S_ISDIR(status.st_mode)    ? "a directory"
                         : S_ISFIFO(status.st_mode) ? "a FIFO"
                                                    : "a device");
    return (size_t)status.st_size <= limit ||
           error_set(error, EXIT_USAGE, "%s: longer than the limit of %zu bytes", path, limit);
}

bool file_write_all(int descriptor, const char *text, size_t length, const char *name, struct error *error)
{
    while (length > 0) {
        const ssize_t written = write(descriptor, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return error_set_errno(error, EXIT_OUTPUT, "%s", name);
        text += written;
        length -= (size_t)written;
    }
    return true;
}

/* Some file systems, pipes and devices have no fsync and say EINVAL. */
static bool sync_descriptor(int descriptor, const char *name, struct error *error)
{
    if (fsync(descriptor) == 0 || errno == EINVAL)
        return true;
    return error_set_errno(error, EXIT_OUTPUT, "%s", name);
}

static bool write_and_close(int descriptor, const char *text, size_t length, const char *name,
                            struct error *error)
{
    const bool written =
        file_write_all(descriptor, text, length, name, error) && sync_descriptor(descriptor, name, error);
    if (close(descriptor) != 0 && written)
        return error_set_errno(error, EXIT_OUTPUT, "%s", name);
    return written;
}

bool file_sync_directory(const char *path, struct error *error)
{
    const char *const slash = strrchr(path, '/');
    char *const directory =
        slash == NULL ? memory_text(".") : memory_text_part(path, (size_t)(slash - path) + 1);
    const int descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(directory);
    if (descriptor < 0)
        return error_set_errno(error, EXIT_OUTPUT, "%s", path);
    const bool synced = sync_descriptor(descriptor, path, error);
    close(descriptor);
    return synced;
}

/* A name beside path that nobody uses: process ids would not do, which containers that share a folder have in
 * common. */
static char *temporary_beside(const char *path)
{
    uint32_t number = 0;
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) != (ssize_t)sizeof number)
        number = (uint32_t)getpid() ^ (uint32_t)clock();
    return memory_format("%s.%08x.tmp", path, number);
}

static bool write_temporary(const char *temporary, const char *path, const char *text, size_t length,
                            struct error *error)
{
    const int descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return error_set_errno(error, EXIT_OUTPUT, "%s", path);
    if (!write_and_close(descriptor, text, length, path, error)) {
        unlink(temporary);
        return false;
    }
    return true;
}

static bool rename_temporary(char *temporary, const char *path, struct error *error)
{
    if (rename(temporary, path) != 0) {
        error_set_errno(error, EXIT_OUTPUT, "%s", path);
        unlink(temporary);
        return false;
    }
    return file_sync_directory(path, error);
}

/* Where a link leads, fresh, when it is this user's own; NULL for any other. Owner and target are asked of
 * the one link that was opened, whatever is put at the path meanwhile. */
static char *own_link_target(const char *path)
{
    char target[PATH_MAX];
    struct stat status;
    const int link = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (link < 0)
        return NULL;
    const bool own = fstat(link, &status) == 0 && S_ISLNK(status.st_mode) && status.st_uid == geteuid();
    const ssize_t length = own ? readlinkat(link, "", target, sizeof target) : -1;
    close(link);
    if (length <= 0 || length == sizeof target)
        return NULL;
    const char *const slash = target[0] == '/' ? NULL : strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    return memory_format("%.*s%.*s", (int)folder, path, (int)length, target);
}

static bool refuse_to_write(const char *path, mode_t mode, struct error *error)
{
    const char *const what = S_ISLNK(mode)    ? "a link of another user, or one that leads nowhere"
                             : S_ISDIR(mode)  ? "a folder"
                             : S_ISFIFO(mode) ? "a FIFO"
                             : S_ISSOCK(mode) ? "a socket"
                                              : "a device";
    return error_set_expected(error, EXIT_OUTPUT, "a regular file, which is replaced, or none", "%s: %s",
                              path, what);
}

static bool write_whole(const char *path, const char *text, size_t length, struct error *error)
{
    char *const temporary = temporary_beside(path);
    const bool written =
        write_temporary(temporary, path, text, length, error) && rename_temporary(temporary, path, error);
    free(temporary);
    return written;
}

/* Over at most so many links. */
static bool write_through(const char *path, const char *text, size_t length, unsigned links,
                          struct error *error)
{
    struct stat status;
    if (lstat(path, &status) != 0 || S_ISREG(status.st_mode))
        return write_whole(path, text, length, error);
    char *const target = S_ISLNK(status.st_mode) && links > 0 ? own_link_target(path) : NULL;
    const bool written = target ? write_through(target, text, length, links - 1, error)
                                : refuse_to_write(path, status.st_mode, error);
    free(target);
    return written;
}

bool file_write(const char *path, const char *text, size_t length, struct error *error)
{
    return write_through(path, text, length, LINKS_MAX, error);
}

bool file_link(const char *target, const char *path, struct error *error)
{
    struct stat status;
    if (lstat(path, &status) == 0 && !S_ISLNK(status.st_mode))
        return error_set(error, EXIT_OUTPUT, "%s: not a symbolic link, so not replaced by one to %s", path,
                         target);
    char *const temporary = temporary_beside(path);
    const bool linked = symlink(target, temporary) == 0 ? rename_temporary(temporary, path, error)
                                                        : error_set_errno(error, EXIT_OUTPUT, "%s", path);
    free(temporary);
    return linked;
}

/* mkdir of one level; the refusal's own errno stays. Of a link that is there already, it is why that leads to
 * no folder. */
static bool make_level(const char *path)
{
    struct stat status;
    if (mkdir(path, 0777) == 0)
        return true;
    const int reason = errno;
    const bool found = stat(path, &status) == 0;
    if (found && S_ISDIR(status.st_mode))
        return true;
    if (reason != EEXIST)
        errno = reason;
    else if (found)
        errno = ENOTDIR;
    return false;
}

static bool make_levels(char *path)
{
    for (char *slash = strchr(path + (*path == '/'), '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = make_level(path);
        *slash = '/';
        if (!made)
            return false;
    }
    return make_level(path);
}

/* By a file without a name, of which nothing can stay; not every file system has such. */
static int open_nameless(const char *path)
{
    const int descriptor = open(path, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR))
        return descriptor;
    char *const probe = memory_format("%s/.probe-XXXXXX", path);
    const int named = mkostemp(probe, O_CLOEXEC);
    if (named >= 0)
        unlink(probe);
    free(probe);
    return named;
}

static bool prove_writable(const char *path)
{
    const int descriptor = open_nameless(path);
    if (descriptor >= 0)
        close(descriptor);
    return descriptor >= 0;
}

bool file_directory(const char *path, struct error *error)
{
    char *const levels = memory_text(path);
    const bool made = make_levels(levels);
    if (!made)
        error_set_errno(error, EXIT_OUTPUT, "cannot make the directory %s", path);
    free(levels);
    if (!made)
        return false;
    if (!prove_writable(path))
        return error_set_errno(error, EXIT_OUTPUT, "cannot create files in %s", path);
    return true;
}

int file_in_memory(const char *text, size_t length, const char *why, struct error *error)
{
    const int memory = memfd_create("text", 0);
    if (memory < 0)
        error_set_errno(error, EXIT_SYSTEM, "%s", why);
    else if (file_write_all(memory, text, length, why, error))
        return memory;
    else
        close(memory);
    return -1;
}

bool file_print(char *text, struct error *error)
{
    const bool printed = file_write_all(STDOUT_FILENO, text, strlen(text), "standard output", error);
    free(text);
    return printed;
}
