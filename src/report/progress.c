/* SPDX-License-Identifier: MIT */
/* One line of progress on a terminal, rewritten in place; elsewhere a line now and then. */
#include "report/progress.h"

#include "base/inert.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LINE_BYTES = 512, TIME_BYTES = 32, DEFAULT_WIDTH = 80 };
static const double line_every_s = 10;

void progress_left_text(double left_s, char *text, size_t size)
{
    const double most_s = 1e9;

    text[0] = '\0';
    if (!isfinite(left_s) || left_s < 0 || left_s > most_s)
        return;
    const unsigned seconds = (unsigned)(left_s + 0.5);
    if (seconds < 3600)
        snprintf(text, size, "  %u:%02u left", seconds / 60, seconds % 60);
    else
        snprintf(text, size, "  %u:%02u:%02u left", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

/* "launch 2 of 5, 12/340  scan serial …": what is done now, and with what. */
static void now_text(const struct runner_progress *progress, char text[LINE_BYTES])
{
    int length = 0;
    if (progress->launches > 1)
        length = snprintf(text, LINE_BYTES, "launch %" PRIu64 " of %" PRIu64 ", ", progress->launch + 1,
                          progress->launches);
    length += snprintf(text + length, LINE_BYTES - (size_t)length, "%zu/%zu  %s", progress->done,
                       progress->total, progress->compiling ? "compiling: " : "");
    if (progress->now != NULL)
        point_text(progress->now, text + length, LINE_BYTES - (size_t)length);
}

void progress_print(FILE *stream, const struct runner_progress *progress, unsigned width)
{
    char line[LINE_BYTES], left[TIME_BYTES];
    /* A line as wide as the terminal would wrap on some. */
    const int room = (int)(width > 0 ? width : DEFAULT_WIDTH) - 1;

    progress_left_text(progress->left_s, left, sizeof left);
    now_text(progress, line);
    const int line_room = room - (int)strlen(left);
    if (line_room > 0)
        fprintf(stream, "\r\033[K%.*s%s", line_room, line, left);
    else
        fprintf(stream, "\r\033[K%.*s", room, line);
    fflush(stream);
}

void progress_line(FILE *stream, const struct runner_progress *progress, double now_s,
                   struct progress_lines *lines)
{
    char line[LINE_BYTES], left[TIME_BYTES];
    if (now_s - lines->printed_s < line_every_s)
        return;
    lines->printed_s = now_s;
    progress_left_text(progress->left_s, left, sizeof left);
    now_text(progress, line);
    print_line(stream, "%s%s", line, left);
}

void progress_clear(FILE *stream)
{
    fputs("\r\033[K", stream);
    fflush(stream);
}
