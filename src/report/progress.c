/* SPDX-License-Identifier: MIT */
/* One line of progress on a terminal, rewritten in place; elsewhere a line now and then. */
#include "report/report.h"

#include "base/inert.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>

enum { TIME_BYTES = 32, DEFAULT_WIDTH = 80, BAR = 20, LEAST_FOR_BAR = 60, COUNT_BYTES = 32 };
static const double line_every_s = 10, most_s = 1e9;

/* "0:07", "1:02:03" */
static void clock_text(double time_s, char *text)
{
    const unsigned seconds = (unsigned)(time_s + 0.5);
    if (seconds < 3600)
        snprintf(text, TIME_BYTES, "%u:%02u", seconds / 60, seconds % 60);
    else
        snprintf(text, TIME_BYTES, "%u:%02u:%02u", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

static bool is_known(double left_s)
{
    return isfinite(left_s) && left_s >= 0 && left_s <= most_s;
}

/* "[####------]  ", where a terminal has room for it. */
static void bar_text(const struct progress_view *view, char *text, size_t size)
{
    const int full = (int)(view->share * BAR);
    text[0] = '\0';
    if (view->in_place && view->width >= LEAST_FOR_BAR)
        snprintf(text, size, "[%.*s%.*s]  ", full, "####################", BAR - full,
                 "--------------------");
}

/* " 41%  [####------]  0:14 of about 0:34  "; "" while it is unknown how long all takes. */
static int time_text(struct progress_view *view, double left_s, double now_s, char *text)
{
    const double elapsed_s = now_s - view->began_s, all_s = elapsed_s + left_s;
    char elapsed[TIME_BYTES], all[TIME_BYTES], bar[4 * BAR];
    text[0] = '\0';
    if (!is_known(left_s) || !(all_s > 0))
        return 0;
    view->share = fmax(view->share, elapsed_s / all_s);
    clock_text(elapsed_s, elapsed);
    clock_text(all_s, all);
    bar_text(view, bar, sizeof bar);
    return snprintf(text, PROGRESS_BYTES, "%3.0f%%  %s%s of about %s  ", floor(100 * view->share), bar,
                    elapsed, all);
}

char *progress_of_run(const struct runner_progress *progress, char *text, size_t size)
{
    char n[COUNT_BYTES];
    *text = '\0';
    if (progress->now != NULL && progress->compiling)
        text_add(text, size, "compiling %s, ", progress->now->implementation->name);
    if (progress->now != NULL)
        text_add(text, size, "n=%s, ", text_format_count(n, sizeof n, progress->now->n));
    if (progress->launches > 1)
        return text_add(text, size, "process %" PRIu64 " of %" PRIu64, progress->launch + 1,
                        progress->launches);
    return text_add(text, size, "%zu of %zu points", progress->done, progress->total);
}

void progress_show(struct progress_view *view, double left_s, const char *now, double now_s)
{
    char line[2 * PROGRESS_BYTES];
    if (!view->in_place && now_s - view->printed_s < line_every_s)
        return;
    view->printed_s = now_s;
    const int length = time_text(view, left_s, now_s, line);
    snprintf(line + length, PROGRESS_BYTES, "%s", now);
    text_inert(line);
    if (!view->in_place) {
        print_line(view->stream, "%s", line);
        return;
    }
    /* A line as wide as the terminal would wrap on some. */
    fprintf(view->stream, "\r\033[K%.*s", (int)(view->width > 0 ? view->width : DEFAULT_WIDTH) - 1, line);
    fflush(view->stream);
}

void progress_clear(const struct progress_view *view)
{
    if (!view->in_place)
        return;
    fputs("\r\033[K", view->stream);
    fflush(view->stream);
}
