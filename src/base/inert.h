/* SPDX-License-Identifier: MIT */
/* Text from outside the program, made inert before a person's terminal gets it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The code of the UTF-8 character at text, which is not at its end, and its bytes; 0 bytes where there is
 * none: overlong, a surrogate, cut off. */
unsigned inert_decode(const char *text, uint32_t *code);

/* Whether a terminal obeys this character instead of showing it: C0, DEL and C1, ends of lines, marks that
 * turn the direction of writing. */
bool inert_is_control(uint32_t code);

/* Whether a text is UTF-8 without such characters. */
bool text_is_inert(const char *text);

/* Put a '?' for each such character, and for each byte that is no UTF-8. Returns text. */
char *text_inert(char *text);

/* Print one line, made inert, and its end. Whatever a message has from a file, a path or another program goes
 * to the terminal this way. */
void print_line(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
