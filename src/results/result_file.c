/* SPDX-License-Identifier: MIT */
/* The JSON of a result: its text, the digest in it, and reading it back, strictly. */
#include "results/result_file.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "base/text_stream.h"
#include "results/results.h"
#include "json/json_load.h"

#include <inttypes.h>
#include <stdio.h>
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
    digest_fill(text);
    return text;
}

enum { DIGITS = 64, HEAD = 512 };

const char digest_blank[] = "0000000000000000000000000000000000000000000000000000000000000000";

/* Where its digits begin in the head of a text; NULL: there are none. */
static const char *find_digits(const char *text, size_t length)
{
    static const char member[] = "\"digest\": \"";
    const size_t head = length < HEAD ? length : HEAD;
    const char *const at = memmem(text, head, member, strlen(member));
    const char *const digits = at ? at + strlen(member) : NULL;
    return digits && (size_t)(text + length - digits) >= DIGITS ? digits : NULL;
}

void digest_fill(char *text)
{
    const size_t length = strlen(text);
    const char *const digits = find_digits(text, length);
    char digest[DIGITS + 1];
    if (!digits)
        return;
    sha256_hex(text, length, digest);
    memcpy(text + (digits - text), digest, DIGITS);
}

bool digest_is_wrong(const char *text, size_t length)
{
    const char *const digits = find_digits(text, length);
    char digest[DIGITS + 1];
    if (!digits)
        return true;
    char *const blank = memory_block(length + 1);
    memcpy(blank, text, length);
    memcpy(blank + (digits - text), digest_blank, DIGITS);
    sha256_hex(blank, length, digest);
    free(blank);
    return memcmp(digest, digits, DIGITS) != 0;
}

static const size_t result_bytes = (size_t)1 << 30;

static bool take_schema(const struct json_node *root)
{
    const struct json_node schema = node_member(root, "schema");
    const struct json_node version = node_member(root, "schema_version");
    char expected[64];
    uint64_t number;
    const char *name;
    snprintf(expected, sizeof expected, "version %d, which this one writes", RESULTS_VERSION);
    if (!node_object(root))
        return false;
    name = json_string_value(schema.value);
    if (name == NULL || strcmp(name, results_schema) != 0)
        return node_unexpected(&schema, "'scanbench-results', the JSON that scanbench run writes");
    if (!node_count(&version, 1, INT64_MAX, &number))
        return false;
    if (number != RESULTS_VERSION)
        return node_fail(&version, expected, "version %" PRIu64 ", of %s scanbench", number,
                         number < RESULTS_VERSION ? "an older" : "a newer");
    return true;
}

static bool take_records(const struct json_node *root, struct result_file *file)
{
    const struct json_node list = node_member(root, "results");
    struct results *const results = &file->results;
    if (!json_is_array(list.value))
        return node_unexpected(&list, "a list of results");
    const size_t count = json_array_size(list.value);
    results->records = memory_array(count + 1, sizeof *results->records);
    file->described = memory_array(count + 1, sizeof *file->described);
    for (; results->count < count; results->count++) {
        const struct json_node result = node_item(&list, results->count);
        results->records[results->count] = record_of(&(struct point){0});
        if (!record_read(&results->records[results->count], &result, &file->described[results->count]))
            return false;
    }
    return true;
}

/* Whose types are checked. */
static bool take_turns(const struct json_node *root, struct result_file *file)
{
    static const char *const sides[] = {"first", "second"};
    const struct json_node turns = node_member(root, "turns");
    if (node_absent(&turns))
        return true;
    const struct json_node session = node_member(&turns, "session"), side = node_member(&turns, "side");
    size_t index = 0;
    const bool ok = node_string(&session, &file->session) && node_word(&side, "side", sides, 2, &index);
    file->first = index == 0;
    return ok;
}

static bool take_file(const struct json_node *root, struct result_file *file)
{
    if (!take_schema(root) || !run_check(root))
        return false;
    const struct json_node complete = node_member(root, "complete"), machine = node_member(root, "machine");
    const struct json_node identity = node_member(&machine, "identity");
    const struct json_node state = node_member(&machine, "state");
    if (!json_is_boolean(complete.value))
        return node_unexpected(&complete, "true or false");
    if (!node_object(&machine) || !node_object(&identity) || !node_object(&state))
        return false;
    file->results.complete = json_is_true(complete.value);
    file->identity = identity.value;
    file->state = state.value;
    return take_turns(root, file) && take_records(root, file);
}

static bool parse(struct result_file *file, bool counts_too, struct error *error)
{
    json_error_t why;
    file->root = json_load(file->text, file->length, 0, &why);
    if (file->root == NULL)
        return json_refuse(error, file->path, &why, "a result of scanbench run");
    const char *const schema = json_string_value(json_object_get(file->root, "schema"));
    file->is_counts = counts_too && schema && strcmp(schema, "scanbench-counts") == 0;
    if (file->is_counts)
        return true;
    const struct json_source source = result_source(file);
    const struct json_node root = {.value = file->root, .source = &source, .error = error};
    return take_file(&root, file);
}

/* Of a text, or with NULL that of the file. */
static bool open_result(struct result_file *file, const char *path, char *text, bool counts_too,
                        struct error *error)
{
    *file = (struct result_file){.read_from = memory_text(path), .text = text};
    file->path = file->read_from;
    file->length = text ? strlen(text) : 0;
    const bool ok = (text || file_read(path, result_bytes, &file->text, &file->length, error)) &&
                    parse(file, counts_too, error);
    file->edited = ok && !file->is_counts && digest_is_wrong(file->text, file->length);
    if (!ok)
        result_file_close(file);
    return ok;
}

bool results_read(struct result_file *file, const char *path, struct error *error)
{
    return open_result(file, path, NULL, false, error);
}

bool results_parse(struct result_file *file, const char *path, char *text, struct error *error)
{
    return open_result(file, path, text, false, error);
}

bool results_or_counts_read(struct result_file *file, const char *path, struct error *error)
{
    return open_result(file, path, NULL, true, error);
}

struct json_source result_source(const struct result_file *file)
{
    return (struct json_source){.path = file->path, .text = file->text, .length = file->length};
}

void result_file_close(struct result_file *file)
{
    results_close(&file->results);
    free(file->described);
    json_decref(file->root);
    free(file->text);
    free(file->read_from);
    *file = (struct result_file){0};
}
