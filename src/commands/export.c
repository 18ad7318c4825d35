/* SPDX-License-Identifier: MIT */
/* scanbench export: the winners of a result, or an algorithm, as source files. */
#include "export/exported.h"

#include "base/file.h"
#include "base/inert.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/words.h"
#include "commands/commands.h"
#include "problem/primitive.h"
#include "registry/registry.h"
#include "report/report.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool write_export(const struct options *options, struct exported *exported, struct error *error)
{
    const char *const folder = options->output_set ? options->output : ".";
    if (strcmp(folder, "-") == 0)
        return file_print(memory_text(exported->text), error);
    char *const path = memory_format("%s/%s", folder, exported->name);
    const bool ok = file_directory(folder, error) &&
                    file_write(path, exported->text, strlen(exported->text), error) &&
                    file_print(memory_format("%s\n", text_inert(path)), error);
    free(path);
    return ok;
}

static bool export_one(const struct options *options, const struct point *point, const char *figures,
                       struct error *error)
{
    struct exported exported;
    if (!export_point(point, figures, &exported, error))
        return false;
    const bool ok = write_export(options, &exported, error);
    exported_close(&exported);
    return ok;
}

/* Axes of a measurement: an export has any size, and memory, data and threads as its caller has them. */
static const unsigned measured_alone =
    AXIS_BIT(AXIS_N) | AXIS_BIT(AXIS_ROW_LENGTH) | AXIS_BIT(AXIS_SELECTIVITY) | AXIS_BIT(AXIS_PAGES) |
    AXIS_BIT(AXIS_CACHE) | AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_IN_PLACE);

enum { AXIS_OPTION_BYTES = OPTION_NAME_BYTES + 2 };

/* "--scan-mode" into option. Returns option. */
static char *axis_option(enum axis axis, char *option)
{
    char name[OPTION_NAME_BYTES];
    snprintf(option, AXIS_OPTION_BYTES, "--%s", *option_axis_name(axis, name) ? name : axis_info[axis].name);
    return option;
}

/* NULL: it was not given. */
static const char *axis_given(const struct options *options, enum axis axis)
{
    if (axis == AXIS_ISA)
        return options->isa;
    if (axis == AXIS_DEVICE)
        return options->devices.count ? options->devices.all[0] : NULL;
    return options->axes[axis];
}

static bool has_axis(const struct point *point, enum axis axis)
{
    return point_has(point, axis) && !(measured_alone & AXIS_BIT(axis));
}

/* With those that the export has. */
static bool refuse_axis(const struct point *point, const char *option, struct error *error)
{
    char options[AXIS_COUNT][AXIS_OPTION_BYTES], text[WORDS_TEXT];
    const char *expected[AXIS_COUNT];
    size_t count = 0;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (has_axis(point, axis))
            expected[count++] = axis_option(axis, options[axis]);
    return error_set(error, EXIT_USAGE, "%s: an export of %s has no such axis; expected %s", option,
                     point->implementation->name, words_list(text, expected, count));
}

static bool take_axis(struct point *point, enum axis axis, const char *text, struct error *error)
{
    const struct axis_info *const info = &axis_info[axis];
    char option[AXIS_OPTION_BYTES];
    axis_option(axis, option);
    if (!has_axis(point, axis))
        return refuse_axis(point, option, error);
    if (info->kind == AXIS_IS_CHOICE) {
        const int index = word_choose(info->names + 1, info->count - 1, text, option, error);
        point->axis[axis] = (uint64_t)index + 1;
        return index >= 0;
    }
    struct error why = {0};
    if (!text_parse_count(text, &point->axis[axis], &why))
        return error_set(error, EXIT_USAGE, "%s: %s", option, why.text);
    return (point->axis[axis] >= info->minimum && point->axis[axis] <= info->maximum) ||
           error_set(error, EXIT_USAGE, "%s: %s is out of range; expected %ju to %ju", option, text,
                     (uintmax_t)info->minimum, (uintmax_t)info->maximum);
}

/* The device and the group's algorithm come first: what they have no use for is refused. */
static bool take_axes(struct point *point, const struct options *options, struct error *error)
{
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const char *const text = axis_given(options, axis);
        if (text && !take_axis(point, axis, text, error))
            return false;
    }
    if (options->devices.count > 1)
        return error_set(error, EXIT_USAGE, "--device: %zu devices given; expected one",
                         options->devices.count);
    return point_engine(point) != ENGINE_EMULATE || !options->devices.count ||
           error_set(error, EXIT_USAGE,
                     "--device: no groups are exported for the CPU; expected cuda:0 or opencl:0");
}

/* A result's settings are those that were measured. */
static bool refuse_axes(const struct options *options, struct error *error)
{
    char option[AXIS_OPTION_BYTES];
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (axis_given(options, axis))
            return error_set(error, EXIT_USAGE,
                             "%s: a result has the settings that were measured; expected --filter, "
                             "which picks among them, or an ALGORITHM",
                             axis_option(axis, option));
    return true;
}

/* By its name alone the first primitive that has it. */
static const struct implementation *find_named(const struct options *options, struct error *error)
{
    const struct option_list *const words = &options->arguments;
    const char *const name = words->all[words->count - 1];
    for (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; primitive++) {
        if (words->count > 1 && strcmp(primitive_names[primitive], words->all[0]) != 0)
            continue;
        const struct implementation *const found = registry_find(primitive, name);
        if (found)
            return found;
    }
    error_set(error, EXIT_USAGE, "there is no algorithm %s; expected a result or one of scanbench list",
              name);
    return NULL;
}

static bool export_named(const struct options *options, struct error *error)
{
    if (options->filter)
        return error_set(error, EXIT_USAGE,
                         "--filter: an algorithm has no measured points; expected a RESULT");
    const struct implementation *const implementation = find_named(options, error);
    if (!implementation)
        return false;
    struct point point = export_default(implementation);
    return take_axes(&point, options, error) && export_one(options, &point, "", error);
}

/* Where the figures of a record come from, as lines of a comment. */
static char *figures_of(const struct result_file *file, const struct record *record)
{
    const char *cpu = "?";
    char date[32] = "?";
    json_unpack((json_t *)file->identity, "{s:s}", "cpu_model", &cpu);
    const time_t began = (time_t)record->began_s;
    struct tm calendar;
    if (record->began_s == record->began_s && gmtime_r(&began, &calendar))
        strftime(date, sizeof date, "%Y-%m-%d", &calendar);
    char *const share = record->limit_name
                            ? memory_format(", %.0f%% [%.0f, %.0f] of %s", 100 * record->limit_ratio,
                                            100 * record->limit_interval.low,
                                            100 * record->limit_interval.high, record->limit_name)
                            : memory_text("");
    char *const lines = memory_format("Measured on %s, %s: %.3g GB/s at n = %zu%s.", cpu, date,
                                      1e-9 * record_bytes_per_s(record), (size_t)record->point.n, share);
    free(share);
    return lines;
}

/* The winner of a problem is that of its largest size; --filter picks another one. */
static bool export_winner(const struct options *options, const struct result_file *file,
                          const struct best_problem *problem, struct error *error)
{
    const struct record *const record = problem->sizes[problem->size_count - 1].rows[0];
    struct point point = record->point;
    const struct implementation *const described = point.implementation;
    point.implementation = registry_find(described->primitive, described->name);
    if (!point.implementation)
        return error_set(error, EXIT_USAGE, "%s cannot be exported: it is no algorithm of this program",
                         described->name);
    struct error why = {0};
    char *const figures = figures_of(file, record);
    const bool ok = export_one(options, &point, figures, &why);
    free(figures);
    if (ok)
        return true;
    if (why.code != EXIT_USAGE)
        return error_set(error, why.code, "%s", why.text);
    return error_set(error, why.code, "%s; it won at n=%zu, and --filter takes another one", why.text,
                     (size_t)record->point.n);
}

/* The GPU of a result whose winner runs on one, else its CPU. */
static const char *device_of(const struct result_file *file, const struct point *point)
{
    const char *name = "?";
    json_t *const identity = (json_t *)file->identity;
    json_unpack(identity, "{s:s}", "cpu_model", &name);
    if (point_on_device(point))
        json_unpack(identity, "{s:{s:s}}", device_names[point->device], "name", &name);
    return name;
}

/* "engines.h" of "results/engines.json". */
static char *header_name(const char *path)
{
    const char *const slash = strrchr(path, '/');
    const char *const name = slash ? slash + 1 : path;
    return memory_format("%.*s.h", (int)(strlen(name) - strlen(".json")), name);
}

static bool export_header(const struct options *options, const struct result_file *file,
                          const struct best *best, struct error *error)
{
    const struct point *const point = &best->problems[0].choices[0].row->point;
    struct exported exported = {.name = header_name(options->arguments.all[0]),
                                .text = tile_header(best, device_of(file, point), file->path)};
    const bool ok = write_export(options, &exported, error);
    exported_close(&exported);
    return ok;
}

static bool export_winners(const struct options *options, const struct result_file *file,
                           const struct best *best, struct error *error)
{
    for (size_t i = 0; i < best->problem_count; i++)
        if (!export_winner(options, file, &best->problems[i], error))
            return false;
    return true;
}

static bool is_header(const struct options *options)
{
    return options->as && strcmp(options->as, "header") == 0;
}

static bool export_result(const struct options *options, const char *path, struct error *error)
{
    struct filter filter;
    struct result_file file;
    struct best best;
    if (!refuse_axes(options, error) || !side_read(&file, path, error))
        return false;
    if (!side_filter(&filter, options->filter, &file, error)) {
        result_file_close(&file);
        return false;
    }
    best_make(&best, &file.results, &filter, false);
    const bool ok = best_check(&best, file.path, error) &&
                    (is_header(options) ? export_header(options, &file, &best, error)
                                        : export_winners(options, &file, &best, error));
    best_close(&best);
    result_file_close(&file);
    return ok;
}

bool command_export(const struct options *options, struct error *error)
{
    const struct option_list *const words = &options->arguments;
    if (words->count == 0 || words->count > 2)
        return error_set(error, EXIT_USAGE,
                         "export: %zu words given; expected RESULT or [PRIMITIVE] ALGORITHM", words->count);
    const char *const last = words->all[words->count - 1];
    if (is_header(options) && (words->count > 1 || !text_ends_with(last, ".json")))
        return error_set(error, EXIT_USAGE, "--as header needs a result: it is made of what was measured");
    return text_ends_with(last, ".json") ? export_result(options, last, error) : export_named(options, error);
}
