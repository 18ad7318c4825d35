/* SPDX-License-Identifier: MIT */
/* How far `check` is. */
#include "report/check_progress.h"

#include "base/inert.h"
#include "base/monotonic.h"
#include "report/progress.h"

#include <math.h>
#include <string.h>

enum { LINE_BYTES = 512, LEFT_BYTES = 32, NOW_BYTES = 256 };
static const double in_place_every_s = 0.1, line_every_s = 10, known_after_s = 2;

/* By cases, all of which are taken to last as long; unknown at the start. */
static double left_s(const struct check_progress *progress, size_t done, double now_s)
{
    const double elapsed_s = now_s - progress->start_s;
    if (done == 0 || elapsed_s < known_after_s || done > progress->cases)
        return NAN;
    return elapsed_s * (double)(progress->cases - done) / (double)done;
}

void check_progress_line(const struct check_progress *progress, const struct checker_result *result,
                         double now_s, char *line, size_t size)
{
    const size_t done = progress->cases_done + result->cases;
    char left[LEFT_BYTES], now[NOW_BYTES];
    progress_left_text(left_s(progress, done, now_s), left, sizeof left);
    /* The child writes it at this moment. */
    snprintf(now, sizeof now, "%.*s", NOW_BYTES - 1, result->now);
    const int room = (int)size - 1 - (int)strlen(left);
    const int length = snprintf(line, room > 0 ? (size_t)room + 1 : size, "%zu/%zu  %s  %zu of %zu cases%s%s",
                                progress->done, progress->implementations, progress->name, done,
                                progress->cases, result->building ? "  compiling: " : "  ", now);
    if (room > 0)
        snprintf(line + (length < room ? length : room), LEFT_BYTES, "%s", left);
}

static bool is_due(struct check_progress *progress, double now_s)
{
    if (now_s - progress->shown_s < (progress->in_place ? in_place_every_s : line_every_s))
        return false;
    progress->shown_s = now_s;
    return true;
}

static void show_line(const struct check_progress *progress, char *line)
{
    if (!progress->in_place) {
        print_line(progress->stream, "%s", line);
        return;
    }
    text_inert(line);
    fprintf(progress->stream, "\r\033[K%s", line);
    fflush(progress->stream);
}

void check_progress_show(struct check_progress *progress, const struct checker_result *result)
{
    const double now_s = monotonic_s();
    const size_t width = progress->width ? progress->width : LINE_BYTES;
    char line[LINE_BYTES + LEFT_BYTES];
    if (!is_due(progress, now_s))
        return;
    check_progress_line(progress, result, now_s, line, width < LINE_BYTES ? width : LINE_BYTES);
    show_line(progress, line);
}

void check_progress_count(struct check_progress *progress, size_t counted)
{
    char line[LINE_BYTES];
    if (!is_due(progress, monotonic_s()))
        return;
    snprintf(line, progress->width && progress->width < sizeof line ? progress->width : sizeof line,
             "counting the cases: %zu of %zu implementations", counted, progress->implementations);
    show_line(progress, line);
}

void check_progress_clear(const struct check_progress *progress)
{
    progress_clear(&(struct progress_view){.stream = progress->stream, .in_place = progress->in_place});
}
