/* SPDX-License-Identifier: MIT */
/* A folder that several processes write into: whose turn it is, and what is in it. */
#pragma once

#include <stdbool.h>

/* Lock the folder that a path is in (of "results/x", results) until folder_unlock or the end of the process,
 * and wait for it at most wait_s. −1 where it is not to be had, or cannot be locked. */
int folder_lock(const char *path, double wait_s);

/* Takes −1 too. */
void folder_unlock(int lock);

/* Remove the files and links in the folder of a path, of which `is_litter` says so by their name and, for the
 * asking, a path to it. What cannot be removed stays. */
void folder_clean(const char *path,
                  bool (*is_litter)(const void *context, const char *name, const char *path),
                  const void *context);
