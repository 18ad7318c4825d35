/* SPDX-License-Identifier: MIT */
/* A text that grows by stdio, with numbers in the C locale whatever the locale of the process is. */
#include "base/text_stream.h"

#include "base/memory.h"

#include <stdbool.h>

void text_stream_open(struct text_stream *stream)
{
    *stream = (struct text_stream){.neutral = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    if (stream->neutral == (locale_t)0)
        memory_end(0);
    stream->file = open_memstream(&stream->text, &stream->length);
    if (stream->file == NULL)
        memory_end(0);
    stream->before = uselocale(stream->neutral);
}

char *text_stream_close(struct text_stream *stream)
{
    const bool failed = ferror(stream->file) != 0;
    const bool closed = fclose(stream->file) == 0;
    uselocale(stream->before);
    freelocale(stream->neutral);
    if (failed || !closed)
        memory_end(stream->length);
    return stream->text;
}
