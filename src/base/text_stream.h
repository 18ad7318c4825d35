/* SPDX-License-Identifier: MIT */
/* A text that grows by stdio, with numbers in the C locale whatever the locale of the process is. */
#pragma once

#include <locale.h>
#include <stdio.h>

struct text_stream {
    FILE *file; /* write here */
    char *text;
    size_t length;
    locale_t neutral, before;
};

/* Until the close, this thread is in the C locale. */
void text_stream_open(struct text_stream *stream);

/* The text, which the caller frees; stream->length is that of all that was written. */
char *text_stream_close(struct text_stream *stream);
