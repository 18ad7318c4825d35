/* SPDX-License-Identifier: MIT */
/* Values of options: one of some words, one more of a list, a share. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum { OPTION_LISTS = 64 };

/* Texts that are borrowed from argv or the environment. */
struct option_list {
    const char *all[OPTION_LISTS];
    size_t count;
};

#define CHOOSE(names, value, what, error) \
    word_choose(names, sizeof(names) / sizeof(names)[0], value, what, error)

/* The index of value in names, or −1 with the error set: `what`, the choices and "did you mean". */
int word_choose(const char *const *names, size_t count, const char *value, const char *what,
                struct error *error);

/* Append to a list. EXIT_USAGE when it is full. */
bool word_add(struct option_list *list, const char *value, const char *what, struct error *error);

/* A share from a percentage, "5" or "2.5%", from 0 to 1000 %. EXIT_USAGE. */
bool word_percent(const char *value, double *share, const char *what, struct error *error);
