/* SPDX-License-Identifier: MIT */
/* Reading a result JSON back, strictly: all that read one, read it here. */
#include "results/results_read.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "results/field_read.h"
#include "results/result_shape.h"
#include "results/seal.h"
#include "statistics/placement.h"
#include "json/json_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t result_bytes = (size_t)1 << 30;
static const double longest_s = 1e9; /* so that sums and ratios of times stay numbers */
static const char schema_name[] = "scanbench-results";
enum { SCHEMA_VERSION = 1 };

static bool take_schema(const struct json_node *root)
{
    const struct json_node schema = node_member(root, "schema");
    const struct json_node version = node_member(root, "schema_version");
    uint64_t number;
    const char *name;
    if (!node_object(root))
        return false;
    name = json_string_value(schema.value);
    if (name == NULL || strcmp(name, schema_name) != 0)
        return node_unexpected(&schema, "'scanbench-results', the JSON that scanbench run writes");
    return node_count(&version, SCHEMA_VERSION, SCHEMA_VERSION, &number);
}

static bool take_bool(const struct json_node *node, bool *value)
{
    *value = json_is_true(node->value);
    return json_is_boolean(node->value) || node_unexpected(node, "true or false");
}

/* Null is NAN where it may be. */
static bool take_time(const struct json_node *node, bool optional, double *time_s)
{
    *time_s = NAN;
    if (optional && node_absent(node))
        return true;
    if (!json_is_number(node->value) || json_number_value(node->value) < 0)
        return node_unexpected(node, "a number, not negative");
    *time_s = json_number_value(node->value);
    return (*time_s > 0 && *time_s < longest_s) || node_unexpected(node, "a time above 0 and below 10^9 s");
}

static double *make_room(const struct json_node *list)
{
    return memory_array(json_array_size(list->value) + 1, sizeof(double));
}

static bool take_times(const struct json_node *list, bool may_be_null, double **times, size_t *count)
{
    if (!json_is_array(list->value))
        return node_unexpected(list, "a list of times");
    *times = make_room(list);
    for (; *count < json_array_size(list->value); (*count)++) {
        const struct json_node item = node_item(list, *count);
        if (!take_time(&item, may_be_null, &(*times)[*count]))
            return false;
    }
    return true;
}

/* Only the commonest placement of the cores counts; a file may not say where they were. */
static void drop_other_placements(struct result_row *row)
{
    row->rounds_s = record_rounds(&row->record);
    row->samples_s = record_rounds(&row->record);
    row->sample_count = placement_drop(row->samples_s, row->record.sample_count);
}

static bool take_samples(const struct json_node *result, struct result_row *row)
{
    const struct json_node list = node_member(result, "samples_s");
    const struct json_node placement = node_member(result, "placement");
    const struct json_node trips = node_member(&placement, "round_trips_s");
    size_t trip_count = 0;
    struct record *const record = &row->record;
    bool ok = take_times(&list, false, &record->samples_s, &record->sample_count);
    if (ok && !node_absent(&placement) && !node_absent(&trips))
        ok = take_times(&trips, true, &record->trips_s, &trip_count);
    if (ok && record->trips_s && trip_count != record->sample_count)
        ok = node_unexpected(&trips, "as many times as there are samples");
    if (ok)
        drop_other_placements(row);
    return ok;
}

/* A launch without a median, as one that took no sample, says nothing. */
static bool take_launch(const struct json_node *launch, struct result_row *row, size_t *left)
{
    const struct json_node median = node_member(launch, "time_median_s");
    const struct json_node samples = node_member(launch, "samples");
    const struct json_node began = node_member(launch, "began_s");
    struct launch_result *const kept = &row->record.launches[row->launches];
    double *const time_s = &row->launch_medians_s[row->launch_count];
    uint64_t rounds = 0;
    if (!node_object(launch) || !take_time(&median, true, time_s) ||
        (!node_absent(&samples) && !node_count(&samples, 0, *left, &rounds)))
        return false;
    kept->began_s = json_is_number(began.value) ? json_number_value(began.value) : NAN;
    row->record.launch_count++;
    row->launch_count += !isnan(*time_s);
    row->launch_rounds[row->launches++] = rounds;
    *left -= rounds;
    return true;
}

static bool take_launches(const struct json_node *result, struct result_row *row)
{
    const struct json_node list = node_member(result, "launches");
    if (node_absent(&list))
        return true;
    if (!json_is_array(list.value))
        return node_unexpected(&list, "a list");
    size_t left = row->record.sample_count; /* that no launch has yet */
    row->launch_medians_s = make_room(&list);
    row->launch_rounds = memory_array(json_array_size(list.value) + 1, sizeof *row->launch_rounds);
    row->record.launches = memory_array(json_array_size(list.value) + 1, sizeof *row->record.launches);
    for (size_t i = 0; i < json_array_size(list.value); i++) {
        const struct json_node item = node_item(&list, i);
        if (!take_launch(&item, row, &left))
            return false;
    }
    return true;
}

/* It is printed in tables, CSV and C headers. */
static bool check_name(const struct json_node *result, const char *name)
{
    const struct json_node parameters = node_member(result, "parameters");
    const struct json_node algorithm = node_member(&parameters, "algorithm");
    return text_is_label(name) ||
           node_unexpected(&algorithm, "a name of letters, digits and _.:/+-, at most 128");
}

/* What bytes are counted by. */
static bool check_dtype(const struct json_node *result, const struct point *point)
{
    const struct json_node parameters = node_member(result, "parameters");
    const struct json_node dtype = node_member(&parameters, axis_info[AXIS_DTYPE].name);
    return point->dtype != DTYPE_NONE || node_unexpected(&dtype, "the type of the elements");
}

static bool take_row(const struct json_node *result, struct result_row *row)
{
    row->record = record_of(&(struct point){.implementation = &row->implementation});
    return node_object(result) && fields_read(result, &row->record, &row->implementation) &&
           check_name(result, row->implementation.name) && check_dtype(result, &row->record.point) &&
           take_samples(result, row) && take_launches(result, row);
}

static bool take_rows(const struct json_node *root, struct result_file *file)
{
    const struct json_node results = node_member(root, "results");
    if (!json_is_array(results.value))
        return node_unexpected(&results, "a list of results");
    const size_t count = json_array_size(results.value);
    file->rows = memory_array(count + 1, sizeof *file->rows);
    while (file->row_count < count) {
        const struct json_node result = node_item(&results, file->row_count);
        struct result_row *const row = &file->rows[file->row_count++];
        if (!take_row(&result, row))
            return false;
    }
    return true;
}

static bool take_turns(const struct json_node *root, struct result_file *file)
{
    static const char *const sides[] = {"first", "second"};
    const struct json_node turns = node_member(root, "turns");
    if (node_absent(&turns))
        return true;
    const struct json_node session = node_member(&turns, "session");
    const struct json_node side = node_member(&turns, "side");
    size_t index;
    if (!node_object(&turns) || !node_string(&session, &file->session) ||
        !node_word(&side, "side", sides, 2, &index))
        return false;
    file->first = index == 0;
    return true;
}

static bool take_file(const struct json_node *root, struct result_file *file)
{
    const struct json_node complete = node_member(root, "complete");
    if (!take_schema(root) || !take_bool(&complete, &file->complete))
        return false;
    const struct json_node machine = node_member(root, "machine");
    const struct json_node identity = node_member(&machine, "identity");
    const struct json_node state = node_member(&machine, "state");
    if (!node_object(&machine) || !node_object(&identity) || !node_object(&state))
        return false;
    file->identity = identity.value;
    file->state = state.value;
    return take_turns(root, file) && take_rows(root, file) && result_shape_check(root);
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
    *file = (struct result_file){.path = path};
    if (!file_read(path, result_bytes, &file->text, &file->length, error))
        return false;
    const bool ok = parse(file, error);
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
    for (size_t i = 0; i < file->row_count; i++) {
        record_close(&file->rows[i].record);
        free(file->rows[i].rounds_s);
        free(file->rows[i].samples_s);
        free(file->rows[i].launch_medians_s);
        free(file->rows[i].launch_rounds);
    }
    free(file->rows);
    json_decref(file->root);
    free(file->text);
    *file = (struct result_file){0};
}

struct series result_samples(const struct result_row *row)
{
    return (struct series){row->samples_s, row->sample_count};
}

struct series result_rounds(const struct result_row *row)
{
    return (struct series){row->rounds_s, row->record.sample_count};
}

bool result_measured(const struct result_row *row)
{
    return row != NULL && row->record.status == STATUS_OK && row->sample_count > 0;
}
