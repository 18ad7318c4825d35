/* SPDX-License-Identifier: MIT */
/* Memory for small things: where there is none, the program ends with one line and EXIT_SYSTEM. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* None of these returns NULL, and the caller frees what it gets. Where memory is out, a line on standard
 * error says how much was asked for, and the process ends at once, from any thread and in a child too: no
 * handler runs that could need memory, and what was written, a journal above all, stays. What grows with the
 * n of a problem does not come from here: buffers and the model refuse those with an error. */

/* count zeroed elements of so many bytes. */
void *memory_array(size_t count, size_t bytes) __attribute__((malloc, returns_nonnull, warn_unused_result));

/* An array moved into room for count elements; what is new holds anything. */
void *memory_resize(void *array, size_t count, size_t bytes)
    __attribute__((returns_nonnull, warn_unused_result));

/* A copy of a text, or of its first bytes. */
char *memory_text(const char *text) __attribute__((malloc, returns_nonnull, warn_unused_result));
char *memory_text_part(const char *text, size_t most)
    __attribute__((malloc, returns_nonnull, warn_unused_result));

/* A text made as printf makes it. */
char *memory_format(const char *format, ...)
    __attribute__((format(printf, 1, 2), malloc, returns_nonnull, warn_unused_result));

/* Stores a whole number in `to`, an unsigned integer of 4 or 8 bytes. */
void memory_set_whole(void *to, size_t bytes, uint64_t number);

/* As malloc, for libraries that take an allocator. */
void *memory_block(size_t bytes) __attribute__((malloc, returns_nonnull, warn_unused_result));

/* End the program as they do; for what takes memory in another way. 0 bytes: how many is not known. */
_Noreturn void memory_end(size_t bytes);

/* In a child: what memory_end sets in memory that the parent shares, so that the parent does not take it for
 * a crash. */
void memory_tell(volatile bool *out_of_memory);
