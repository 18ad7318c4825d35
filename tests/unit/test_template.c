/* SPDX-License-Identifier: MIT */
/* Texts with places to fill. */
#include "base/template.h"

#include "test.h"

static void print_name(FILE *file, const void *context)
{
    fputs(context, file);
}

static void print_lines(FILE *file, const void *context)
{
    (void)context;
    fputs("one\ntwo\n", file);
}

static void expect(const char *text, const char *expected)
{
    static const struct template_part parts[] = {{"name", print_name}, {"lines", print_lines}};
    char *printed;
    size_t length;
    FILE *const file = open_memstream(&printed, &length);
    assert_non_null(file);
    template_print(file, text, parts, 2, "N");
    fclose(file);
    assert_string_equal(printed, expected);
    free(printed);
}

TEST(words_are_filled)
{
    expect("a @name@, @name@@name@.", "a N, NN.");
    expect("", "");
}

TEST(what_is_no_place_stays)
{
    expect("\"$@\" ${x[@]:1} @other@ @nam @name", "\"$@\" ${x[@]:1} @other@ @nam @name");
}

TEST(a_place_of_lines_takes_its_lines_end)
{
    expect("@lines@\nthree\n", "one\ntwo\nthree\n");
    expect("zero\n@lines@\n", "zero\none\ntwo\n");
    expect("x @name@\n", "x N\n");
}
