/* SPDX-License-Identifier: MIT */
/* A text that grows at its end, and the words of C in a text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* All zero is an empty piece. The text ends with a NUL once something was added; its owner frees it. */
struct piece {
    char *text;
    size_t length, capacity;
};

void piece_add_part(struct piece *piece, const char *text, size_t length);
void piece_add(struct piece *piece, const char *text);

/* Removes spaces and line ends from the end. */
void piece_trim(struct piece *piece);

/* The length of the identifier, number, string, character or comment at `text`; 1 for any other byte, 0 at
 * the end. */
size_t word_length(const char *text);
bool word_is_name(const char *text);

/* The next name at or after `text`, outside of strings and comments, and its length; NULL at the end. */
const char *next_name(const char *text, size_t *length);

/* Whether the part of a text is this name. */
bool is_name(const char *text, size_t length, const char *name);

/* A copy in which `from` is replaced by `to` wherever it stands. The caller frees it. */
char *replace_all(const char *text, const char *from, const char *to);
