/* SPDX-License-Identifier: MIT */
/* Results as JSON: the fields of every record, every raw sample, and what they were measured with and on; and
 * the digest that the text has of itself. */
#include "results/results_json.h"

#include "base/memory.h"
#include "base/sha256.h"
#include "base/text_stream.h"
#include "results/record_json.h"
#include "results/run_fields.h"
#include "json/json_load.h"
#include "json/json_values.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

const char results_schema[] = "scanbench-results";

/* A line each. */
static void print_records(FILE *file, const struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        json_t *const json = record_json(&results->records[i]);
        char *const line = json_dump_text(json, RECORD_DIGITS);
        fprintf(file, "%s\n  %s", i > 0 ? "," : "", line);
        free(line);
        json_decref(json);
    }
}

char *json_text(const struct results *results, const struct report_context *context)
{
    struct text_stream stream;
    json_t *const report = run_facts_json(results, context);
    char *const head = json_dump_text(report, JSON_INDENT(1) | RECORD_DIGITS);
    json_decref(report);
    text_stream_open(&stream);
    fprintf(stream.file, "%.*s,\n \"results\": [", (int)(strlen(head) - strlen("\n}")), head);
    print_records(stream.file, results);
    fputs("\n ]\n}\n", stream.file);
    free(head);
    char *const text = text_stream_close(&stream);
    seal_close(text);
    return text;
}

enum { DIGITS = 64, HEAD = 512 };

const char seal_blank[] = "0000000000000000000000000000000000000000000000000000000000000000";

/* Where its digits begin in the head of a text; NULL: there are none. */
static const char *find_digits(const char *text, size_t length)
{
    static const char member[] = "\"digest\": \"";
    const size_t head = length < HEAD ? length : HEAD;
    const char *const at = memmem(text, head, member, strlen(member));
    const char *const digits = at ? at + strlen(member) : NULL;
    return digits && (size_t)(text + length - digits) >= DIGITS ? digits : NULL;
}

void seal_close(char *text)
{
    const size_t length = strlen(text);
    const char *const digits = find_digits(text, length);
    char digest[DIGITS + 1];
    if (!digits)
        return;
    sha256_hex(text, length, digest);
    memcpy(text + (digits - text), digest, DIGITS);
}

bool seal_broken(const char *text, size_t length)
{
    const char *const digits = find_digits(text, length);
    char digest[DIGITS + 1];
    if (!digits)
        return true;
    char *const blank = memory_block(length + 1);
    memcpy(blank, text, length);
    memcpy(blank + (digits - text), seal_blank, DIGITS);
    sha256_hex(blank, length, digest);
    free(blank);
    return memcmp(digest, digits, DIGITS) != 0;
}
