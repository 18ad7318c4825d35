/* SPDX-License-Identifier: MIT */
/* A text that grows by stdio, with numbers in the C locale whatever the locale of the process is. */
#ifndef SCANBENCH_TEXT_STREAM_H
#define SCANBENCH_TEXT_STREAM_H

#include <locale.h>
#include <stdbool.h>
#include <stdio.h>

struct text_stream {
    FILE *file; /* write here */
    char *text;
    size_t length;
    locale_t neutral, before;
};

/* False when memory is out; then there is nothing to close. Until the close, this thread is in the C locale.
 */
bool text_stream_open(struct text_stream *stream);

/* The text, which the caller frees; NULL when memory ran out on the way. */
char *text_stream_close(struct text_stream *stream);

#endif
