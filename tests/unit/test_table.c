/* SPDX-License-Identifier: MIT */
/* The table and the progress line: what they show, and that no line is wider than the terminal. */
#include "report/progress.h"
#include "report/table.h"
#include "report_fixture.h"
#include "results/fields.h"

static char *table_text(const struct results *results, bool color, unsigned width)
{
    static char *text;
    static size_t length;
    FILE *const stream = open_memstream(&text, &length);

    assert_non_null(stream);
    table_print(stream, results, color, width);
    fclose(stream);
    return text;
}

static unsigned characters(const char *text, size_t bytes)
{
    unsigned count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

/* The line with a text, in a static buffer. */
static const char *line_with(const char *text, const char *part)
{
    static char line[1024];
    const char *const at = strstr(text, part);

    if (at == NULL)
        fail_msg("no \"%s\" in:\n%s", part, text);
    const char *start = at;
    while (start > text && start[-1] != '\n')
        start--;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(start, "\n"), start);
    return line;
}

static void fill(struct fixture *fixture)
{
    struct record *const records = fixture->results.records;

    records[0] = fixture_record(&fixture_serial, 1 << 20, 2e-6);
    records[1] = fixture_record(&fixture_group, 1 << 20, 1e-6);
    records[1].flags = FLAG_CI_WIDE | FLAG_DRIFT;
    records[1].grade = GRADE_UNUSABLE;
    records[1].point.values_per_thread = 16;
    records[2] = fixture_record(&fixture_group, 1 << 20, 3e-6);
    records[2].point.mode = MODE_INCLUSIVE;
    records[3] = fixture_record(&fixture_serial, 1024, 2e-7);
    records[3].flags = FLAG_FREQ | FLAG_SMT_SHARED; /* of a good one: what did no harm is not told */
    records[4] = fixture_record(&fixture_group, 1024, 1e-9);
    fixture_fail(&records[4], STATUS_WRONG, "element 17 of 1024: expected 42, got 41");
    fixture_sample(&records[0]);
    fixture_sample(&records[1]);
}

static void rows_stand_by_problem_and_size(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 5);
    fill(&fixture);
    char *const text = table_text(&fixture.results, false, 0);
    const char *const exclusive = strstr(text, "scan u32 sum exclusive, huge pages, hot cache\n"),
                      *const small = strstr(text, "1Ki"), *const large = strstr(text, "1Mi"),
                      *const inclusive = strstr(text, "scan u32 sum inclusive");
    assert_true(exclusive != NULL && exclusive < small && small < large && large < inclusive);
    assert_null(strchr(text, '\033'));
    free(text);
    fixture_close(&fixture);
}

static void fields_with_a_heading_are_columns(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 5);
    fill(&fixture);
    char *const text = table_text(&fixture.results, false, 0);
    const char *at = line_with(text, "parameters");
    for (size_t i = 0; i < field_count; i++) {
        if (fields[i].heading == NULL)
            continue;
        at = strstr(at, fields[i].heading);
        if (at == NULL)
            fail_msg("no '%s', or not in the order of the list, in:\n%s", fields[i].heading, text);
    }
    free(text);
    fixture_close(&fixture);
}

static void the_best_and_the_unusable_are_marked(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 5);
    fill(&fixture);
    char *const text = table_text(&fixture.results, false, 0);
    assert_null(strchr(line_with(text, "2.00 us"), '*'));
    const char *const best = line_with(text, "1.00 us");
    assert_non_null(strstr(best, "*~ many/of-a-rather-long-name/raking  V=16  "));
    assert_non_null(strstr(best, "± 25.0 %"));
    assert_non_null(strstr(best, "50 %"));
    assert_non_null(strstr(best, "unusable"));
    /* Alone among right ones, or of its size: nothing to be the best of. */
    assert_null(strchr(line_with(text, "200 ns"), '*'));
    assert_null(strchr(line_with(text, "3.00 us"), '*'));
    assert_non_null(strstr(text, "* fastest of its size   ~ unusable"));
    assert_non_null(strstr(text, "\nOf 4 points 3 good; 1 unusable: repeat them\n"));
    assert_non_null(strstr(text, "\n  ci_wide, 1 point: "));
    assert_non_null(strstr(text, "\n  drift, 1 point: "));
    assert_null(strstr(text, "freq, "));
    assert_non_null(strstr(text, "\n  smt_shared, 1 point: "));
    free(text);
    fixture_close(&fixture);
}

/* The fastest by chance has no star. */
static void no_star_where_nobody_can_tell(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 5);
    fill(&fixture);
    for (size_t i = 0; i < FIXTURE_SAMPLES; i++)
        fixture.results.records[1].samples_s[i] =
            fixture.results.records[0].samples_s[FIXTURE_SAMPLES - 1 - i];
    char *const text = table_text(&fixture.results, true, 0);
    assert_null(strchr(line_with(text, "1.00 us"), '*'));
    assert_null(strchr(line_with(text, "1.00 us"), '\033'));
    assert_null(strstr(text, "* fastest"));
    free(text);
    fixture_close(&fixture);
}

static void what_is_not_ok_says_why_instead_of_a_rate(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 5);
    fill(&fixture);
    char *const text = table_text(&fixture.results, false, 0);
    const char *const wrong = line_with(text, "wrong: element 17 of 1024: expected 42, got 41");
    assert_null(strstr(wrong, " ns"));
    assert_null(strstr(wrong, "%"));
    free(text);
    fixture_close(&fixture);
}

static void colour_marks_the_best(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 5);
    fill(&fixture);
    char *const text = table_text(&fixture.results, true, 0);
    assert_non_null(strstr(line_with(text, "1.00 us"), "\033[1;32m"));
    assert_non_null(strstr(line_with(text, "1.00 us"), "\033[0m"));
    assert_null(strchr(line_with(text, "2.00 us"), '\033'));
    free(text);
    fixture_close(&fixture);
}

static void no_line_is_wider_than_the_terminal(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 5);
    fill(&fixture);
    for (unsigned width = 4; width < 160; width++) {
        char *const text = table_text(&fixture.results, false, width);
        for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
            if (characters(line, strcspn(line, "\n")) > width)
                fail_msg("wider than %u: %.*s", width, (int)strcspn(line, "\n"), line);
        free(text);
    }
    fixture_close(&fixture);
}

/* On a narrow terminal names go on below: nothing is cut, and no column is missing. */
static void nothing_is_hidden_at_80_columns(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 5);
    fill(&fixture);
    char *const text = table_text(&fixture.results, false, 80);
    assert_null(strstr(text, "…"));
    const char *const best = line_with(text, "1.00 us");
    assert_non_null(strstr(best, "*~ many/"));
    assert_non_null(strstr(best, "V=16"));
    assert_non_null(strstr(best, "50 % unusable"));
    assert_non_null(strstr(text, "raking\n"));
    assert_non_null(strstr(text, "wrong: element 17 of 1024: expected"));
    assert_non_null(strstr(text, "41\n"));
    free(text);
    fixture_close(&fixture);
}

/* Where there is no room the heading names the one algorithm, and its tiles have the line for themselves. */
static void one_algorithm_is_in_the_heading(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 2);
    for (size_t i = 0; i < 2; i++) {
        fixture.results.records[i] = fixture_record(&fixture_group, 1024, 1e-6);
        fixture.results.records[i].point.values_per_thread = 4 << i;
    }
    char *text = table_text(&fixture.results, false, 60);
    assert_non_null(strstr(text, "hot cache,\n  many/of-a-rather-long-name/raking\n"));
    const char *const heading = line_with(text, "parameters");
    const size_t at = (size_t)(strstr(heading, "parameters") - heading);
    assert_null(strstr(line_with(text, "V=4"), "raking"));
    assert_int_equal(strstr(line_with(text, "V=4"), "V=4") - line_with(text, "V=4"), at);
    free(text);
    text = table_text(&fixture.results, false, 0);
    assert_non_null(strstr(line_with(text, "V=4"), "raking  V=4"));
    free(text);
    fixture_close(&fixture);
}

/* What tells no row from another stands in the heading of its problem, once. */
static void what_rows_share_is_in_the_heading(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 5);
    fill(&fixture);
    char *const text = table_text(&fixture.results, false, 0);
    assert_string_equal(line_with(text, "where an algorithm has it: T=256 work"),
                        "where an algorithm has it: T=256 workers=2 avx512");
    assert_non_null(strstr(text, "where an algorithm has it: T=256 V=8 workers=2 avx512\n"));
    assert_null(strstr(line_with(text, "1.00 us"), "T=256"));
    free(text);
    fixture_close(&fixture);
}

/* On a terminal the fastest of each size, what is alone and what failed; elsewhere all. */
static void a_long_table_is_shortened_on_a_terminal(void **state)
{
    enum { SIZES = 30, MANY = 2 * SIZES + 1 };
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, MANY);
    for (size_t i = 0; i < SIZES; i++) {
        fixture.results.records[2 * i] = fixture_record(&fixture_serial, 1024 + i, 1e-6);
        fixture.results.records[2 * i + 1] = fixture_record(&fixture_group, 1024 + i, 2e-6);
    }
    fixture_fail(&fixture.results.records[1], STATUS_WRONG, "an element");
    fixture.results.records[MANY - 1] = fixture_record(&fixture_group, 4096, 3e-6);
    char *text = table_text(&fixture.results, false, 80);
    assert_null(strstr(text, "2.00 us"));
    assert_non_null(strstr(text, "wrong: an element"));
    assert_non_null(strstr(line_with(text, "3.00 us"), " 4Ki "));
    assert_non_null(strstr(text, "\n61 rows; the others are in the files, and without a terminal\n"));
    free(text);
    text = table_text(&fixture.results, false, 0);
    assert_non_null(strstr(text, "2.00 us"));
    assert_null(strstr(text, "61 rows"));
    free(text);
    fixture_close(&fixture);
}

static unsigned times_in(const char *text, const char *part)
{
    unsigned times = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        times++;
    return times;
}

/* A reason that goes for rows one below the other is said once on a terminal; elsewhere in each. */
static void a_reason_is_not_repeated_on_a_terminal(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 5);
    for (size_t i = 0; i < 5; i++) {
        fixture.results.records[i] = fixture_record(&fixture_serial, 1024 << i, 1e-6);
        if (i != 2)
            fixture_fail(&fixture.results.records[i], STATUS_UNSUPPORTED, i < 4 ? "no driver" : "no memory");
    }
    char *text = table_text(&fixture.results, false, 80);
    assert_int_equal(times_in(text, "unsupported: no driver\n"), 2); /* above and below the measured one */
    assert_int_equal(times_in(text, "unsupported: as above\n"), 1);
    assert_int_equal(times_in(text, "unsupported: no memory\n"), 1);
    assert_non_null(strstr(line_with(text, "as above"), "2Ki"));
    free(text);
    text = table_text(&fixture.results, false, 0);
    assert_int_equal(times_in(text, "unsupported: no driver\n"), 3);
    assert_null(strstr(text, "as above"));
    free(text);
    fixture_close(&fixture);
}

static void an_empty_result_prints_nothing(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 0);
    char *const text = table_text(&fixture.results, true, 80);
    assert_string_equal(text, "");
    free(text);
    fixture_close(&fixture);
}

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
        cmocka_unit_test(rows_stand_by_problem_and_size),
        cmocka_unit_test(fields_with_a_heading_are_columns),
        cmocka_unit_test(the_best_and_the_unusable_are_marked),
        cmocka_unit_test(no_star_where_nobody_can_tell),
        cmocka_unit_test(what_is_not_ok_says_why_instead_of_a_rate),
        cmocka_unit_test(colour_marks_the_best),
        cmocka_unit_test(no_line_is_wider_than_the_terminal),
        cmocka_unit_test(nothing_is_hidden_at_80_columns),
        cmocka_unit_test(one_algorithm_is_in_the_heading),
        cmocka_unit_test(what_rows_share_is_in_the_heading),
        cmocka_unit_test(a_long_table_is_shortened_on_a_terminal),
        cmocka_unit_test(a_reason_is_not_repeated_on_a_terminal),
        cmocka_unit_test(an_empty_result_prints_nothing),
        cmocka_unit_test(progress_shows_where_and_how_long),
        cmocka_unit_test(progress_stays_on_one_line),
        cmocka_unit_test(progress_shows_what_is_compiled),
        cmocka_unit_test(progress_shows_which_launch_of_several),
        cmocka_unit_test(progress_without_a_terminal_is_a_line_every_ten_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
