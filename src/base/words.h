/* SPDX-License-Identifier: MIT */
/* Lists of known words within messages: what was expected, and what was probably meant. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { WORDS_TEXT = 512 };

/* "a, b or c" into text (WORDS_TEXT bytes), each name once and whole: "a, b or 7 more" where there is no room
 * for all. Returns text. */
char *words_list(char *text, const char *const *names, size_t count);

/* The name that means what others call so, or else one that is near the word; NULL: none. */
const char *words_meant(const char *word, const char *const *names, size_t count);

/* "; did you mean 'b'?" of words_meant into text (WORDS_TEXT bytes), or nothing. Returns text. */
char *words_suggest(char *text, const char *word, const char *const *names, size_t count);

/* What is written now in place of a word, an option or a key that was there before; NULL: it never was. */
const char *words_former(const char *word);

/* Whether a name is one of the names. */
bool words_have(const char *const *names, size_t count, const char *name);

/* Whether a word is in a text of words with blanks between them. */
bool words_hold(const char *text, const char *word);
