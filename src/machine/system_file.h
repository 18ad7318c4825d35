/* SPDX-License-Identifier: MIT */
/* Reading the small text files of /proc and /sys, where each may be absent. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Where the kernel says what CPUs it has, and how it runs them. */
#define CPU_FOLDER "/sys/devices/system/cpu"

/* The first line, without its end; false and an empty text when there is none. */
bool system_line(const char *path, char *text, size_t size);

/* What follows `key` and ":" or blanks on the first line that starts so; false and an empty text when none
 * does. */
bool system_value(const char *path, const char *key, char *text, size_t size);

/* The same of a file in a folder; key "": the first line. */
bool system_read(const char *folder, const char *file, const char *key, char *text, size_t size);

/* The value of a line "key: value" or "key value", NULL when it has another key. Points into the line, whose
 * end is cut off. */
const char *system_match(char *line, const char *key);

/* The leading number of a text, as of a first line; −1 when it does not start with a digit. */
long long system_number(const char *text);
