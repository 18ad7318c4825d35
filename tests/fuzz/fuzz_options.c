/* SPDX-License-Identifier: MIT */
/* Any words as a command line, one a line of the input, and what the words of options are parsed to. */
#include "fuzz.h"

#include "base/text.h"
#include "commands/line/options.h"
#include "sweep/filter.h"

#include <math.h>
#include <string.h>

enum { WORDS = 40 };

static void check_error(const struct error *error, bool ok)
{
    CHECK(ok == (error->code == EXIT_OK));
    CHECK(ok || (error->text[0] != '\0' && strchr(error->text, '\n') == NULL));
}

static void parse_filter(const char *text)
{
    struct filter filter;
    struct error error = {0};
    check_error(&error, filter_parse(&filter, text, &error) || error.code == EXIT_OK);
}

static void parse_word(const char *word)
{
    struct error error = {0};
    uint64_t count;
    double seconds;
    char text[64];
    bool ok = text_parse_count(word, &count, &error);
    check_error(&error, ok);
    if (ok) {
        struct error again = {0};
        uint64_t same;
        CHECK(text_parse_count(text_format_count(text, sizeof text, count), &same, &again) && same == count);
    }
    error = (struct error){0};
    ok = text_parse_duration(word, &seconds, &error);
    check_error(&error, ok);
    CHECK(!ok || (isfinite(seconds) && seconds >= 0));
    text_is_label(word);
    parse_filter(word);
}

static void parse_options(int argc, char **argv)
{
    struct options options;
    struct error error = {0};
    const bool ok = options_parse(&options, argc, argv, &error);
    check_error(&error, ok);
    CHECK(!ok || options.command < COMMAND_COUNT);
    if (ok && options.filter)
        parse_filter(options.filter);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char program[] = "scanbench";
    char *argv[WORDS + 1] = {program};
    int argc = 1;
    char *const text = malloc(size + 1);
    CHECK(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    char *rest = text;
    for (char *word; argc < WORDS && (word = strsep(&rest, "\n")) != NULL;) {
        parse_word(word);
        argv[argc++] = word;
    }
    parse_options(argc, argv);
    free(text);
    return 0;
}
