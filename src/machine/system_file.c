/* SPDX-License-Identifier: MIT */
/* Reading the small text files of /proc and /sys, where each may be absent. */
#include "machine/system_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *system_match(char *line, const char *key)
{
    line[strcspn(line, "\n")] = '\0';
    const size_t length = strlen(key);
    if (strncmp(line, key, length) != 0)
        return NULL;
    const char *const value = line + length;
    const size_t gap = strspn(value, " \t:");
    return gap > 0 || length == 0 ? value + gap : NULL;
}

bool system_value(const char *path, const char *key, char *text, size_t size)
{
    text[0] = '\0';
    FILE *const file = fopen(path, "re");
    if (!file)
        return false;
    char *line = NULL;
    size_t room = 0;
    const char *value = NULL;
    while (!value && getline(&line, &room, file) >= 0)
        value = system_match(line, key);
    if (value)
        snprintf(text, size, "%s", value);
    free(line);
    fclose(file);
    return value != NULL;
}

bool system_line(const char *path, char *text, size_t size)
{
    return system_value(path, "", text, size);
}

bool system_read(const char *folder, const char *file, const char *key, char *text, size_t size)
{
    char path[2 * PATH_MAX];
    text[0] = '\0';
    return snprintf(path, sizeof path, "%s/%s", folder, file) < (int)sizeof path &&
           system_value(path, key, text, size);
}

long long system_number(const char *text)
{
    if (text[0] < '0' || text[0] > '9')
        return -1;
    errno = 0;
    const long long number = strtoll(text, NULL, 10);
    return errno ? LLONG_MAX : number;
}
