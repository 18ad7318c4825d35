/* SPDX-License-Identifier: MIT */
/* Checked reading and writing of whole files. */
#pragma once

#include "base/error.h"

#include <stddef.h>

/* Read at most `limit` bytes of a file, FIFO, device or "-" (stdin) into a fresh, NUL-terminated block that
 * the caller frees. Directories, missing files, those from which nothing comes for 5 s (a terminal on stdin
 * is waited for) and longer ones are EXIT_USAGE with the path and the reason, where memory or descriptors are
 * short EXIT_SYSTEM. Every file that a user names is read by this, or goes through file_check_regular.
 */
bool file_read(const char *path, size_t limit, char **text, size_t *length, struct error *error);

/* For what reads a file by its name, again, or in parts: whether it is a regular one of at most `limit`
 * bytes, which has an end and lets nobody wait. EXIT_USAGE with the path, what it is and what was expected.
 */
bool file_check_regular(const char *path, size_t limit, struct error *error);

/* Write a file so that it is whole or absent: a temporary beside it, full writes, fsync, rename, fsync of the
 * directory. On failure the temporary is removed, an older file stays whole. A link of one's own leads to the
 * file that is written. What else exists and is no regular file (another's link, a FIFO, a device, a folder)
 * is refused and left alone. EXIT_OUTPUT with the path. */
bool file_write(const char *path, const char *text, size_t length, struct error *error);

/* Point the symbolic link `path` at `target` (relative to the link's folder), atomically replacing an older
 * link. A file at `path` that is not a link is left alone and reported. EXIT_OUTPUT with the path. */
bool file_link(const char *target, const char *path, struct error *error);

/* Make a directory with its parents and prove that a file can be created in it. EXIT_OUTPUT with the path. */
bool file_directory(const char *path, struct error *error);

/* Put on disk what was created, renamed or removed in the folder of `path`. EXIT_OUTPUT with the path. */
bool file_sync_directory(const char *path, struct error *error);

/* Write all bytes to a descriptor, over short writes and EINTR. EXIT_OUTPUT; `name` is for the message. */
bool file_write_all(int descriptor, const char *text, size_t length, const char *name, struct error *error);

/* A file in memory that has the text; children inherit it. -1 with the error; `why` says what is not possible
 * then. The caller closes it. */
int file_in_memory(const char *text, size_t length, const char *why, struct error *error);

/* Write a text, which it takes, to standard output. EXIT_OUTPUT. */
bool file_print(char *text, struct error *error);
