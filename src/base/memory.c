/* SPDX-License-Identifier: MIT */
/* Memory for small things: where there is none, the program ends with one line and EXIT_SYSTEM. */
#include "base/memory.h"

#include "base/error.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile bool *told;

void memory_tell(volatile bool *out_of_memory)
{
    told = out_of_memory;
}

void memory_end(size_t bytes)
{
    char line[96], size[48] = "";
    if (bytes > 0)
        snprintf(size, sizeof size, ": %zu bytes are not to be had", bytes);
    const int length = snprintf(line, sizeof line, "scanbench: error: out of memory%s\n", size);
    const ssize_t ignored = write(STDERR_FILENO, line, (size_t)length);
    (void)ignored;
    if (told)
        *told = true;
    _exit(EXIT_SYSTEM);
}

/* How many bytes an array takes; none has none, so that NULL means refused. */
static size_t array_bytes(size_t count, size_t bytes)
{
    size_t all;
    if (__builtin_mul_overflow(count, bytes, &all))
        memory_end(SIZE_MAX);
    return all > 0 ? all : 1;
}

void *memory_array(size_t count, size_t bytes)
{
    const size_t all = array_bytes(count, bytes);
    void *const array = calloc(1, all);
    if (!array)
        memory_end(all);
    return array;
}

void *memory_resize(void *array, size_t count, size_t bytes)
{
    const size_t all = array_bytes(count, bytes);
    void *const moved = realloc(array, all);
    if (!moved)
        memory_end(all);
    return moved;
}

char *memory_text(const char *text)
{
    return memory_text_part(text, strlen(text));
}

char *memory_text_part(const char *text, size_t most)
{
    char *const copy = strndup(text, most);
    if (!copy)
        memory_end(strnlen(text, most) + 1);
    return copy;
}

char *memory_format(const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        memory_end(strlen(format));
    return text;
}

void memory_set_whole(void *to, size_t bytes, uint64_t number)
{
    const uint32_t narrow = (uint32_t)number;
    if (bytes == sizeof number)
        memcpy(to, &number, sizeof number);
    else
        memcpy(to, &narrow, sizeof narrow);
}

void *memory_block(size_t bytes)
{
    void *const block = malloc(bytes > 0 ? bytes : 1);
    if (!block)
        memory_end(bytes);
    return block;
}
