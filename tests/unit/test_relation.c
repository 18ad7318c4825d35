/* SPDX-License-Identifier: MIT */
/* Relations in every printer: each has every cell, no line is too wide, and nothing of a text is obeyed. */
#include "base/inert.h"
#include "report/relation.h"
#include "report/report.h"

#include <math.h>
#include <string.h>

#include "test.h"

/* A row with a member of every kind. */
struct made_up {
    const char *place, *name;
    uint64_t n;
    double time_s, rate, share, ratio;
    bool fits;
};

#define MADE_UP(member) COLUMN_MEMBER(struct made_up, member)
static const struct column columns[] = {
    {.heading = "place", MADE_UP(place)},
    {.name = "name", .heading = "name", MADE_UP(name)},
    {.name = "n", .heading = "n", .kind = CELL_COUNT, MADE_UP(n)},
    {.name = "time_s", .heading = "time", .kind = CELL_TIME, MADE_UP(time_s)},
    {.name = "bytes_per_s", .heading = "GB/s", .kind = CELL_RATE, MADE_UP(rate), .yields = 1},
    {.name = "share", .heading = "of copy", .kind = CELL_SHARE, MADE_UP(share), .yields = 2, .missed = true},
    {.heading = "change", .kind = CELL_CHANGE, MADE_UP(ratio)},
    {.name = "ratio", .heading = "lead", .kind = CELL_FACTOR, MADE_UP(ratio), .shared = true},
    {.name = "fits", .kind = CELL_FLAG, MADE_UP(fits)},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

#define HOSTILE "=a\033[2J,\"b\"|<i>\\x{y}\xff"
static const struct made_up rows[] = {
    {"here", "plain", 65536, 1.25e-6, 5e9, 0.5, 1.05, true},
    {"here", "a/rather/long-name of-several/words that-goes-on", 1000, 2e-3, NAN, 0.125, 1.05, false},
    {"there", HOSTILE, 7, NAN, 1e11, 1.5, 1.05, false},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static struct relation made_up_relation(void)
{
    return (struct relation){.name = "rows",
                             .title = "A title",
                             .columns = columns,
                             .column_count = COLUMNS,
                             .rows = rows,
                             .row_bytes = sizeof rows[0],
                             .row_count = ROWS,
                             .headed_by = 1,
                             .note =
                                 "A note that is below all rows, and longer than a narrow terminal is wide."};
}

static char *printed(enum printers printer, struct relation relation, unsigned width)
{
    const struct report report = {.schema = "scanbench-test", .relations = &relation, .count = 1};
    return report_text(&report, printer, &(struct print_look){.width = width});
}

static void assert_parts(const char *text, const char *const *parts)
{
    for (; *parts; parts++)
        if (!strstr(text, *parts))
            fail_msg("no \"%s\" in:\n%s", *parts, text);
}

TEST(every_printer_has_every_cell)
{
    static const char *const parts[PRINTERS][16] = {
        [PRINT_TABLE] = {"A title, lead 1.05x\n", "here\nname ", "plain  ", "64Ki  1.25 us   5.0      50%",
                         "there\n", "12%", "A note", NULL},
        [PRINT_CSV] = {"name,n,time_s,bytes_per_s,share,ratio,fits\n",
                       "plain,65536,1.2500000000000001e-06,5000000000,0.5,1.05,true\n",
                       "that-goes-on,1000,0.002,,0.125,1.05,false\n",
                       "\"'=a?[2J,\"\"b\"\"|<i>\\x{y}?\",7,,100000000000,1.5,1.05,false\n", NULL},
        [PRINT_JSON] = {"\"schema\": \"scanbench-test\"", "\"rows\": [", "\"n\": 65536", "\"time_s\": null",
                        "\"bytes_per_s\": 5000000000.0", "\"fits\": true", NULL},
        [PRINT_MARKDOWN] = {"**A title, lead 1.05x**\n", "**here**\n",
                            "| name | n | time | GB/s | of copy | change |\n",
                            "| plain | 64Ki | 1.25 us | 5.0 | 50% | +5.0% |\n", "\\|\\<i>\\\\x{y}?", NULL},
        [PRINT_LATEX] = {"\\begin{tabular}{lrrrrr}\n\\toprule\nname & n &",
                         "plain & 64Ki & 1.25 us & 5.0 & 50\\% & +5.0\\% \\\\\n",
                         "\\textless{}i\\textgreater{}\\textbackslash{}x\\{y\\}", "\\end{tabular}", NULL},
        [PRINT_HTML] = {"<h2>A title, lead 1.05x</h2>", "<h3>here</h3>", "<table class=\"rows\">",
                        "<td data-head=\"name\">plain</td>", ">1.25 us</td>", "|&lt;i&gt;", NULL},
    };
    const struct relation relation = made_up_relation();
    for (enum printers printer = 0; printer < PRINTERS; printer++) {
        char *const text = printed(printer, relation, 0);
        assert_parts(text, parts[printer]);
        free(text);
    }
}

TEST(no_printer_lets_a_text_be_obeyed)
{
    const struct relation relation = made_up_relation();
    for (enum printers printer = 0; printer < PRINTERS; printer++) {
        char *const text = printed(printer, relation, 60), *at;
        while ((at = strchr(text, '\n')) != NULL)
            *at = ' ';
        assert_true(text_is_inert(text));
        free(text);
    }
}

TEST(no_line_is_wider_than_asked)
{
    const struct relation relation = made_up_relation();
    for (unsigned width = 36; width < 130; width++) {
        char *const text = printed(PRINT_TABLE, relation, width), *rest = text, *line;
        while ((line = strsep(&rest, "\n")) != NULL)
            if (wrapped_columns(line) > width)
                fail_msg("wider than %u: %s", width, line);
        free(text);
    }
}

TEST(a_narrow_table_leaves_out_what_yields_first)
{
    const struct relation relation = made_up_relation();
    char *text = printed(PRINT_TABLE, relation, 84);
    assert_null(strstr(text, "  of copy"));
    assert_non_null(strstr(text, "GB/s"));
    free(text);
    text = printed(PRINT_TABLE, relation, 50);
    assert_null(strstr(text, "  GB/s"));
    assert_non_null(strstr(text, "1.25 us"));
    assert_non_null(strstr(text, "goes-on"));
    assert_non_null(strstr(text, "\n(columns left out: of copy; --format markdown\n"));
    free(text);
    text = printed(PRINT_TABLE, relation, 0);
    assert_null(strstr(text, "left out"));
    free(text);
}

TEST(what_several_tables_leave_out_is_named_once)
{
    struct relation relations[] = {made_up_relation(), made_up_relation()};
    relations[1].note = "The last note.";
    const struct report report = {.relations = relations, .count = 2};
    char *const text = report_text(&report, PRINT_TABLE, &(struct print_look){.width = 84});
    static const char end[] = "The last note.\n(columns left out: of copy; --format markdown prints all)\n";
    assert_string_equal(strstr(text, "The last note."), end);
    assert_ptr_equal(strstr(text, "left out"), strstr(text, end) + strlen("The last note.\n(columns "));
    free(text);
}

TEST(what_does_not_yield_is_there_however_narrow_the_line)
{
    static const char *const parts[] = {
        "\nname ", "  n     time  change\n",
        "\na/rather/long-name of-several/words that-goes-on  1000  2.00 ms   +5.0%\n", NULL};
    char *const text = printed(PRINT_TABLE, made_up_relation(), 20);
    assert_parts(text, parts);
    free(text);
}

TEST(for_programs_people_read_the_note_alone)
{
    struct relation relation = made_up_relation();
    relation.for_programs = true;
    relation.title = NULL;
    relation.note = "One.\nTwo of " HOSTILE ".\n";
    char *const text = printed(PRINT_TABLE, relation, 0), *const csv = printed(PRINT_CSV, relation, 0);
    assert_int_equal(strncmp(text, "One.\nTwo of =a?[2J", 18), 0);
    assert_non_null(strstr(csv, "plain,65536"));
    free(text);
    free(csv);
}

TEST(without_rows_there_is_a_header_for_programs_alone)
{
    struct relation relation = made_up_relation();
    relation.row_count = 0;
    relation.title = relation.note = NULL;
    char *csv = printed(PRINT_CSV, relation, 0), *table = printed(PRINT_TABLE, relation, 0);
    assert_string_equal(csv, "name,n,time_s,bytes_per_s,share,ratio,fits\n");
    assert_string_equal(table, "");
    free(csv);
    free(table);
}
