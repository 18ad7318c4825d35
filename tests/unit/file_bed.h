/* SPDX-License-Identifier: MIT */
/* A fresh folder for each test of files, and what is expected of what lies in it. */
#pragma once

#include "base/file.h"

#include "folder_bed.h"

#include <dirent.h>
#include <signal.h>
#include <unistd.h>

#define LIMIT ((size_t)1 << 20)

/* Each test runs in a fresh folder, removed with all that is in it. */
static inline int enter(void **state)
{
    return make_folder(state) != 0 || chdir(folder) != 0;
}

static inline size_t entries(void)
{
    DIR *const directory = opendir(".");
    assert_non_null(directory);
    size_t count = 0;
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count - 2;
}

static inline int leave(void **state)
{
    return chdir("/") != 0 || remove_folder(state) != 0;
}

static inline void assert_holds(const char *path, const char *wanted)
{
    struct error error = {0};
    char *text;
    size_t length;
    assert_done(file_read(path, LIMIT, &text, &length, &error), &error);
    assert_string_equal(text, wanted);
    assert_int_equal(length, strlen(wanted));
    free(text);
}

static inline void write_text(const char *path, const char *text)
{
    struct error error = {0};
    assert_done(file_write(path, text, strlen(text), &error), &error);
}

static inline void ignore_signal(int signal_number)
{
    (void)signal_number;
}

/* A signal every so often, so that slow reads and writes are interrupted; 0 stops it. */
static inline void interrupt_every(useconds_t period_us)
{
    struct sigaction action = {.sa_handler = ignore_signal};
    sigaction(SIGALRM, &action, NULL);
    ualarm(period_us, period_us);
}
