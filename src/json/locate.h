/* SPDX-License-Identifier: MIT */
/* Where in a JSON text the value of a JSON pointer is. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Both count from 1; the column counts bytes. */
struct location {
    unsigned line, column;
};

/* The start of the value at an RFC 6901 pointer, or of the member's key when `key` is set, in valid JSON.
 * False when the pointer leads nowhere. */
bool locate_pointer(const char *text, size_t length, const char *pointer, bool key,
                    struct location *location);

/* The place of a byte offset (at most length). */
struct location locate_offset(const char *text, size_t length, size_t offset);

/* Where the last token starts that starts before the offset, in any text: parsers tell where a bad token
 * ends. */
size_t locate_token(const char *text, size_t length, size_t offset);
