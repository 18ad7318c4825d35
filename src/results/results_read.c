/* SPDX-License-Identifier: MIT */
/* Reading a result JSON back, strictly: all that read one, read it here. */
#include "results/results_read.h"

#include "base/file.h"
#include "base/memory.h"
#include "results/record_json.h"
#include "results/results_json.h"
#include "results/run_fields.h"
#include "json/json_load.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static bool parse(struct result_file *file, struct error *error)
{
    json_error_t why;
    file->root = json_load(file->text, file->length, 0, &why);
    if (file->root == NULL)
        return json_refuse(error, file->path, &why, "a result of scanbench run");
    const struct json_source source = result_source(file);
    const struct json_node root = {.value = file->root, .source = &source, .error = error};
    return take_file(&root, file);
}

bool results_read(struct result_file *file, const char *path, struct error *error)
{
    *file = (struct result_file){.read_from = memory_text(path)};
    file->path = file->read_from;
    const bool ok = file_read(path, result_bytes, &file->text, &file->length, error) && parse(file, error);
    file->edited = ok && seal_broken(file->text, file->length);
    if (!ok)
        result_file_close(file);
    return ok;
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
