/* SPDX-License-Identifier: MIT */
/* What the CSV that a chart is drawn from has: its rows are times, exact counts or a history. */
#include "commands/csv_contents.h"

#include "base/file.h"
#include "base/inert.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t csv_bytes = (size_t)1 << 30;

const struct csv_contents_info csv_contents_info[CONTENTS_KINDS] = {
    [CONTENTS_TIMES] = {"times", NULL, ".csv"},
    [CONTENTS_COUNTS] = {"exact counts", "phase", "-counts.csv"},
    [CONTENTS_HISTORY] = {"a history", "commit", "-history.csv"},
};

bool csv_has_column(const char *columns, const char *name, size_t length)
{
    for (const char *at = columns; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return true;
    }
    return false;
}

enum csv_contents csv_contents_of(const char *columns)
{
    for (enum csv_contents contents = 0; contents < CONTENTS_KINDS; contents++) {
        const char *const own = csv_contents_info[contents].column;
        if (own != NULL && csv_has_column(columns, own, strlen(own)))
            return contents;
    }
    return CONTENTS_TIMES;
}

int csv_contents_stem(enum csv_contents contents, const char *name)
{
    const char *const own = csv_contents_info[contents].ending;
    if (contents == CONTENTS_HISTORY && strcmp(name, own + 1) == 0)
        return 0;
    return (int)(strlen(name) - strlen(text_ends_with(name, own) ? own : ".csv"));
}

/* Cells become labels, and in gnuplot's words what a terminal shows. */
static bool check_cells(const char *path, const char *text, size_t length, struct error *error)
{
    struct error_place place = {path, 1, 1};
    unsigned bytes;
    for (const char *at = text; at < text + length; at += bytes) {
        uint32_t code;
        bytes = inert_decode(at, &code);
        if (bytes == 0 || (inert_is_control(code) && code != '\n' && code != '\r'))
            return error_set_at(error, &place, "UTF-8 without control characters",
                                bytes == 0 ? "got the byte 0x%02X" : "got the character U+%04X",
                                bytes == 0 ? (unsigned char)*at : (unsigned)code);
        place.column = code == '\n' ? 1 : place.column + bytes;
        place.line += code == '\n';
    }
    return true;
}

/* The cells of the line that begins at text, and its end. */
static size_t count_cells(const char *text, const char **end)
{
    bool quoted = false;
    size_t cells = 1;
    for (; *text != '\0' && (quoted || *text != '\n'); text++) {
        quoted ^= *text == '"';
        cells += !quoted && *text == ',';
    }
    *end = text;
    return cells;
}

/* A line that is torn has fewer cells than the header; empty lines are none. */
static bool check_lines(const char *path, const char *text, struct error *error)
{
    const char *end;
    const size_t columns = count_cells(text, &end);
    char expected[64];
    snprintf(expected, sizeof expected, "%zu, as many as there are columns", columns);
    for (struct error_place place = {path, 2, 1}; *end != '\0'; place.line++) {
        const char *const line = end + 1;
        const size_t cells = count_cells(line, &end);
        if (line[strspn(line, "\r")] != '\n' && *line != '\0' && cells != columns)
            return error_set_at(error, &place, expected, "a line of %zu cells", cells);
    }
    return true;
}

char *csv_contents_header(const char *path, struct error *error)
{
    char *text;
    size_t length;

    if (!file_check_regular(path, csv_bytes, error) || !file_read(path, csv_bytes, &text, &length, error))
        return NULL;
    if (!check_cells(path, text, length, error) || !check_lines(path, text, error)) {
        free(text);
        return NULL;
    }
    text[strcspn(text, "\r\n")] = '\0';
    return text;
}
