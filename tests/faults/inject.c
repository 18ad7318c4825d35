/* SPDX-License-Identifier: MIT */
/* Calls of the program that are wrapped by the linker (--wrap); jansson's allocations come from the program.
 */
#include "inject.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

static struct {
    enum inject_kind kind;
    enum inject_mode mode;
    unsigned nth;
    _Atomic unsigned calls;
    _Atomic bool fired;
    pid_t victim; /* whom INJECT_KILL kills */
} * shared;

/* What the linker calls the true ones, and what it calls in their place. */
#define WRAP(type, name, ...)        \
    type __real_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__)

WRAP(void *, malloc, size_t);
WRAP(void *, calloc, size_t, size_t);
WRAP(void *, realloc, void *, size_t);
WRAP(void *, aligned_alloc, size_t, size_t);
WRAP(char *, strdup, const char *);
WRAP(char *, strndup, const char *, size_t);
WRAP(int, asprintf, char **, const char *, ...);
WRAP(int, vasprintf, char **, const char *, va_list);
WRAP(FILE *, open_memstream, char **, size_t *);
WRAP(FILE *, fdopen, int, const char *);
WRAP(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
WRAP(void *, mmap, void *, size_t, int, int, int, off_t);
WRAP(int, mprotect, void *, size_t, int);
WRAP(pid_t, fork, void);
WRAP(int, socketpair, int, int, int, int[2]);
WRAP(int, open, const char *, int, ...);
WRAP(ssize_t, write, int, const void *, size_t);
WRAP(int, fsync, int);
WRAP(int, fdatasync, int);
WRAP(int, rename, const char *, const char *);
WRAP(int, symlink, const char *, const char *);
WRAP(int, unlink, const char *);

/* Whether this is the call to be killed at. */
static bool kills(enum inject_kind kind)
{
    return shared && shared->kind == kind && shared->mode == INJECT_KILL && shared->victim == getpid() &&
           ++shared->calls == shared->nth;
}

static bool fails(enum inject_kind kind, int reason)
{
    if (kills(kind))
        kill(getpid(), SIGKILL);
    if (!shared || shared->kind != kind || shared->mode == INJECT_SHORT || shared->mode == INJECT_KILL)
        return false;
    const unsigned call = ++shared->calls;
    if (call < shared->nth || (call > shared->nth && shared->mode == INJECT_ONCE))
        return false;
    shared->fired = true;
    errno = reason;
    return true;
}

void *__wrap_malloc(size_t bytes)
{
    return fails(INJECT_ALLOCATION, ENOMEM) ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return fails(INJECT_ALLOCATION, ENOMEM) ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *old, size_t bytes)
{
    return fails(INJECT_ALLOCATION, ENOMEM) ? NULL : __real_realloc(old, bytes);
}

void *__wrap_aligned_alloc(size_t align, size_t bytes)
{
    return fails(INJECT_ALLOCATION, ENOMEM) ? NULL : __real_aligned_alloc(align, bytes);
}

char *__wrap_strdup(const char *text)
{
    return fails(INJECT_ALLOCATION, ENOMEM) ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t most)
{
    return fails(INJECT_ALLOCATION, ENOMEM) ? NULL : __real_strndup(text, most);
}

int __wrap_asprintf(char **text, const char *format, ...)
{
    if (fails(INJECT_ALLOCATION, ENOMEM))
        return -1;
    va_list arguments;
    va_start(arguments, format);
    const int length = __real_vasprintf(text, format, arguments);
    va_end(arguments);
    return length;
}

int __wrap_vasprintf(char **text, const char *format, va_list arguments)
{
    return fails(INJECT_ALLOCATION, ENOMEM) ? -1 : __real_vasprintf(text, format, arguments);
}

FILE *__wrap_open_memstream(char **text, size_t *length)
{
    return fails(INJECT_ALLOCATION, ENOMEM) ? NULL : __real_open_memstream(text, length);
}

FILE *__wrap_fdopen(int descriptor, const char *mode)
{
    return fails(INJECT_ALLOCATION, ENOMEM) ? NULL : __real_fdopen(descriptor, mode);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *argument)
{
    return fails(INJECT_THREAD, EAGAIN) ? EAGAIN : __real_pthread_create(thread, attributes, start, argument);
}

void *__wrap_mmap(void *place, size_t bytes, int protection, int flags, int descriptor, off_t offset)
{
    return fails(INJECT_MAP, ENOMEM) ? MAP_FAILED
                                     : __real_mmap(place, bytes, protection, flags, descriptor, offset);
}

int __wrap_mprotect(void *place, size_t bytes, int protection)
{
    return fails(INJECT_PROTECT, ENOMEM) ? -1 : __real_mprotect(place, bytes, protection);
}

pid_t __wrap_fork(void)
{
    return fails(INJECT_FORK, EAGAIN) ? -1 : __real_fork();
}

int __wrap_socketpair(int domain, int type, int protocol, int ends[2])
{
    return fails(INJECT_PIPE, EMFILE) ? -1 : __real_socketpair(domain, type, protocol, ends);
}

int __wrap_open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return fails(INJECT_OPEN, EMFILE) ? -1 : __real_open(path, flags, mode);
}

static ssize_t write_short(int descriptor, const void *data, size_t bytes)
{
    if (++shared->calls % 3 == 0) {
        errno = EINTR;
        return -1;
    }
    return __real_write(descriptor, data, bytes > 7 ? bytes / 2 : bytes);
}

ssize_t __wrap_write(int descriptor, const void *data, size_t bytes)
{
    if (shared && shared->kind == INJECT_WRITE && shared->mode == INJECT_SHORT)
        return write_short(descriptor, data, bytes);
    if (kills(INJECT_WRITE)) {
        const ssize_t torn = __real_write(descriptor, data, bytes / 2);
        kill(getpid(), SIGKILL);
        return torn;
    }
    return shared && shared->mode == INJECT_KILL ? __real_write(descriptor, data, bytes)
           : fails(INJECT_WRITE, ENOSPC)         ? -1
                                                 : __real_write(descriptor, data, bytes);
}

int __wrap_fsync(int descriptor)
{
    return fails(INJECT_SYNC, EIO) ? -1 : __real_fsync(descriptor);
}

int __wrap_fdatasync(int descriptor)
{
    return fails(INJECT_SYNC, EIO) ? -1 : __real_fdatasync(descriptor);
}

int __wrap_rename(const char *from, const char *to)
{
    return fails(INJECT_RENAME, EIO) ? -1 : __real_rename(from, to);
}

int __wrap_symlink(const char *target, const char *path)
{
    return fails(INJECT_RENAME, EIO) ? -1 : __real_symlink(target, path);
}

int __wrap_unlink(const char *path)
{
    return fails(INJECT_UNLINK, EIO) ? -1 : __real_unlink(path);
}

void inject_start(enum inject_kind kind, enum inject_mode mode, unsigned nth)
{
    if (!shared)
        shared = __real_mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        abort();
    shared->kind = kind;
    shared->mode = mode;
    shared->nth = nth;
    shared->calls = 0;
    shared->fired = false;
}

bool inject_stop(void)
{
    shared->kind = INJECT_NOTHING;
    return shared->fired;
}

unsigned inject_calls(void)
{
    return shared->calls;
}

pid_t inject_fork(void)
{
    const pid_t child = __real_fork();
    if (child == 0)
        shared->victim = getpid();
    return child;
}
