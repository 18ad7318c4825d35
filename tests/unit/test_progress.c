/* SPDX-License-Identifier: MIT */
/* The progress line: what it shows, and that it is not wider than the terminal. */
#include "report/progress.h"
#include "report_fixture.h"

static char *progress_text(double left_s, unsigned width)
{
    struct record record = fixture_record(&fixture_group, 1 << 20, 1e-6);
    const struct runner_progress progress = {
        .done = 12, .total = 340, .now = &record.point, .elapsed_s = 1.5, .left_s = left_s};
    char *text;
    size_t length;
    FILE *const stream = open_memstream(&text, &length);

    assert_non_null(stream);
    progress_print(stream, &progress, width);
    fclose(stream);
    record_close(&record);
    return text;
}

static void progress_shows_where_and_how_long(void **state)
{
    (void)state;
    char *const text = progress_text(187.4, 200);
    assert_int_equal(strncmp(text, "\r\033[K12/340  scan many/", strlen("\r\033[K12/340  scan many/")), 0);
    assert_non_null(strstr(text, "  3:07 left"));
    free(text);
    char *const hours = progress_text(3723, 200);
    assert_non_null(strstr(hours, "  1:02:03 left"));
    free(hours);
    char *const unknown = progress_text(NAN, 200);
    assert_null(strstr(unknown, "left"));
    free(unknown);
}

static void progress_stays_on_one_line(void **state)
{
    (void)state;
    for (unsigned width = 1; width < 120; width++) {
        char *const text = progress_text(7, width);
        assert_true(strlen(text) - strlen("\r\033[K") < width);
        assert_null(strchr(text, '\n'));
        free(text);
    }
}

static void progress_shows_what_is_compiled(void **state)
{
    struct record record = fixture_record(&fixture_group, 1 << 20, 1e-6);
    const struct runner_progress progress = {
        .now = &record.point, .total = 3, .left_s = 7, .compiling = true};
    struct progress_lines lines = {0};
    char *text;
    size_t length;
    FILE *const stream = open_memstream(&text, &length);

    (void)state;
    progress_print(stream, &progress, 200);
    progress_line(stream, &progress, 10, &lines);
    fclose(stream);
    static const char in_place[] = "\r\033[K0/3  compiling: scan many/";
    assert_int_equal(strncmp(text, in_place, strlen(in_place)), 0);
    assert_non_null(strstr(text, "  0:07 left0/3  compiling: scan many/"));
    free(text);
    record_close(&record);
}

/* Each launch counts its points from 0 on. */
static void progress_shows_which_launch_of_several(void **state)
{
    (void)state;
    const struct runner_progress progress = {
        .launch = 1, .launches = 5, .done = 12, .total = 340, .left_s = 7};
    struct progress_lines lines = {0};
    char *text;
    size_t length;
    FILE *const stream = open_memstream(&text, &length);
    progress_print(stream, &progress, 200);
    progress_line(stream, &progress, 10, &lines);
    fclose(stream);
    assert_string_equal(text,
                        "\r\033[Klaunch 2 of 5, 12/340    0:07 leftlaunch 2 of 5, 12/340    0:07 left\n");
    free(text);
}

/* Where nothing is rewritten in place: a whole line, and the next after ten seconds. */
static void progress_without_a_terminal_is_a_line_every_ten_seconds(void **state)
{
    struct record record = fixture_record(&fixture_group, 1 << 20, 1e-6);
    const struct runner_progress progress = {
        .done = 12, .total = 340, .now = &record.point, .elapsed_s = 1.5, .left_s = 187.4};
    struct progress_lines lines = {100};
    char *text;
    size_t length;
    FILE *const stream = open_memstream(&text, &length);

    (void)state;
    for (unsigned second = 100; second <= 125; second++)
        progress_line(stream, &progress, second, &lines);
    fclose(stream);
    const char *const second = strchr(text, '\n') + 1;
    assert_int_equal(strncmp(text, "12/340  scan many/", strlen("12/340  scan many/")), 0);
    assert_int_equal(strncmp(text, second, (size_t)(second - text)), 0);
    assert_non_null(strstr(text, "  3:07 left\n"));
    assert_int_equal(length, 2 * (size_t)(second - text));
    assert_null(strchr(text, '\r'));
    free(text);
    record_close(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_shows_where_and_how_long),
        cmocka_unit_test(progress_stays_on_one_line),
        cmocka_unit_test(progress_shows_what_is_compiled),
        cmocka_unit_test(progress_shows_which_launch_of_several),
        cmocka_unit_test(progress_without_a_terminal_is_a_line_every_ten_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
