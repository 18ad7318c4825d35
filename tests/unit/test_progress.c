/* SPDX-License-Identifier: MIT */
/* The progress line: what it shows, and that it is not wider than the terminal. */
#include "report/report.h"
#include "report_fixture.h"

static const struct runner_progress one_process = {.done = 12, .total = 340};

/* What is shown of a point at a moment, of a run that began at 0. */
static char *shown(struct progress_view *view, struct runner_progress progress, double now_s)
{
    struct record record = fixture_record(&fixture_group, 1 << 20, 1e-6);
    char *text;
    size_t length;
    view->stream = open_memstream(&text, &length);
    assert_non_null(view->stream);
    progress.now = &record.point;
    char now[PROGRESS_BYTES];
    progress_show(view, progress.left_s, progress_of_run(&progress, now, sizeof now), now_s);
    fclose(view->stream);
    record_close(&record);
    return text;
}

static void assert_shown(struct progress_view *view, struct runner_progress progress, double now_s,
                         const char *begins)
{
    char *const text = shown(view, progress, now_s);
    if (strncmp(text, begins, strlen(begins)) != 0)
        fail_msg("\"%s\"\nexpected: \"%s…\"", text, begins);
    free(text);
}

TEST(progress_has_a_bar_on_a_terminal)
{
    struct progress_view view = {.in_place = true, .width = 200};
    struct runner_progress progress = one_process;
    progress.left_s = NAN;
    assert_shown(&view, progress, 1, "\r\033[Kn=1Mi, 12 of 340 points");
    progress.left_s = 20;
    assert_shown(&view, progress, 14,
                 "\r\033[K 41%  [########------------]  0:14 of about 0:34  n=1Mi, 12 of 340 points");
    progress.left_s = 3723; /* it takes longer than expected: the share stays */
    assert_shown(&view, progress, 14,
                 "\r\033[K 41%  [########------------]  0:14 of about 1:02:17  n=1Mi, 12 of");
    progress.launch = 1;
    progress.launches = 3;
    progress.compiling = true;
    progress.left_s = 0;
    assert_shown(&view, progress, 20,
                 "\r\033[K100%  [####################]  0:20 of about 0:20  compiling many/");
}

TEST(progress_stays_on_one_line)
{
    for (unsigned width = 1; width < 140; width++) {
        struct progress_view view = {.in_place = true, .width = width};
        struct runner_progress progress = one_process;
        progress.left_s = 7;
        char *const text = shown(&view, progress, 1.5);
        assert_true(strlen(text) - strlen("\r\033[K") < width);
        assert_null(strchr(text, '\n'));
        free(text);
    }
}

/* Where nothing is rewritten in place: a whole line, and the next after ten seconds. */
TEST(progress_without_a_terminal_is_a_line_every_ten_seconds)
{
    struct progress_view view = {.began_s = 100, .printed_s = 100};
    struct runner_progress progress = one_process;
    unsigned lines = 0;
    for (unsigned second = 100; second <= 125; second++) {
        progress.left_s = 130 - second;
        char *const text = shown(&view, progress, second);
        assert_null(strchr(text, '\r'));
        if (*text)
            assert_int_equal(strncmp(text,
                                     lines++ == 0 ? " 33%  0:10 of about 0:30  n=1Mi, 12 of 340"
                                                  : " 66%  0:20 of about 0:30  n=1Mi, 12 of 340",
                                     38),
                             0);
        free(text);
    }
    assert_int_equal(lines, 2);
}
