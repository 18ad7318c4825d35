/* SPDX-License-Identifier: MIT */
/* The names of algorithms within messages: what was expected, and what was probably meant. */
#pragma once

#include "base/words.h"

enum { WORDS_ALGORITHMS = 512 };

/* The names in the registry of the primitives with these bits (1 << enum primitive); at most
 * WORDS_ALGORITHMS. Returns how many. */
size_t words_algorithms(const char **names, unsigned primitives);

/* words_suggest for an algorithm's name or glob, among the names of these primitives and globs of the folders
 * that they are in. Returns text. */
char *words_suggest_algorithm(char *text, const char *word, unsigned primitives);
