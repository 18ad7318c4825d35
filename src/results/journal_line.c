/* SPDX-License-Identifier: MIT */
/* A line of a journal: a JSON object whose last member is the digest of the line before it. */
#include "results/journal_line.h"

#include "base/memory.h"
#include "base/sha256.h"
#include "results/record_json.h"
#include "json/json_load.h"

#include <stdlib.h>
#include <string.h>

/* The first digits of SHA-256: enough to find what broke, and nobody is to be kept from forging it. */
enum { DIGITS = 16, TAIL = 10 + 1 + DIGITS + 3 };

/* The end of a line after its first bytes: ,"digest":"0123456789abcdef"} and a newline. */
static void make_tail(const char *line, size_t length, char tail[TAIL + 1])
{
    char digest[65];
    sha256_hex(line, length, digest);
    snprintf(tail, TAIL + 1, ",\"digest\":\"%.*s\"}\n", DIGITS, digest);
}

char *journal_line_make(json_t *value, size_t *length)
{
    char *const text = json_dump_text(value, JSON_COMPACT | RECORD_DIGITS);
    const size_t before = strlen(text) - 1; /* the brace goes to the end */
    json_decref(value);
    char *const line = memory_resize(text, before + TAIL + 1, 1);
    make_tail(line, before, line + before);
    *length = before + TAIL;
    return line;
}

json_t *journal_line_read(const char *line, size_t length)
{
    char tail[TAIL + 1];
    json_error_t ignored;
    if (length <= TAIL)
        return NULL;
    make_tail(line, length - TAIL, tail);
    return memcmp(line + length - TAIL, tail, TAIL) == 0 ? json_load(line, length, 0, &ignored) : NULL;
}

json_t *journal_record(size_t launch, size_t index, const struct record *record)
{
    return json_pack("{s:I, s:I, s:o}", "launch", (json_int_t)launch, "index", (json_int_t)index, "result",
                     record_json(record));
}

bool journal_record_place(const struct json_node *line, size_t launches, size_t points, size_t *launch,
                          size_t *index)
{
    const struct json_node of_launch = node_member(line, "launch"), of_index = node_member(line, "index");
    uint64_t found[2];
    if (!node_count(&of_launch, 0, launches - 1, &found[0]) ||
        !node_count(&of_index, 0, points - 1, &found[1]))
        return false;
    *launch = found[0];
    *index = found[1];
    return true;
}
