/* SPDX-License-Identifier: MIT */
/* The sweep config: strict JSON in, plain values out, every error with its place. */
#include "sweep/config.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "base/text.h"
#include "sweep/config_members.h"
#include "json/json_load.h"
#include "json/locate.h"

#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLES_MAX = 1000000, PROCESSES_MAX = 1000, SWEEPS_MAX = 100000 };

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static const struct measure_settings default_measure = {
    .processes = 10, .time_s = 1, .samples = 1000, .seed = 1};

double measure_process_time_s(const struct measure_settings *measure)
{
    return measure->time_s / (double)measure->processes;
}

uint64_t measure_process_samples(const struct measure_settings *measure)
{
    return (measure->samples + measure->processes - 1) / measure->processes;
}

static bool fail_at(const struct config *config, size_t offset, struct error *error, const char *what,
                    const char *expected)
{
    const struct location location = locate_offset(config->text, config->length, offset);
    return error_set_at(error, &(struct error_place){config->path, location.line, location.column}, expected,
                        "%s", what);
}

static bool check_bytes(const struct config *config, struct error *error)
{
    const char *const nul = memchr(config->text, '\0', config->length);
    if (config->length >= 3 && memcmp(config->text, "\xef\xbb\xbf", 3) == 0)
        return fail_at(config, 0, error, "a byte order mark", "UTF-8 without one");
    if (nul)
        return fail_at(config, (size_t)(nul - config->text), error, "a NUL byte", "text");
    return true;
}

/* The parser is after the token it refuses, but before a byte that is no UTF-8. */
static size_t error_offset(const struct config *config, const json_error_t *why)
{
    const size_t position = why->position > 0 ? (size_t)why->position : 0;
    if (json_error_code(why) == json_error_premature_end_of_input)
        return config->length;
    if (json_error_code(why) == json_error_invalid_utf8)
        return position;
    return locate_token(config->text, config->length, position);
}

static const char *error_text(const json_error_t *why)
{
    return json_error_code(why) == json_error_null_character ? "an escaped NUL in a text" : why->text;
}

static json_t *parse_text(const struct config *config, struct error *error)
{
    json_error_t why;
    if (!check_bytes(config, error))
        return NULL;
    json_t *const root = json_load(config->text, config->length, 0, &why);
    if (!root)
        fail_at(config, error_offset(config, &why), error, error_text(&why), "strict JSON");
    return root;
}

/* What is read of a config, and the axes that it gives to sweeps without their own. */
struct config_reading {
    struct config config;
    struct axis_values defaults[AXIS_COUNT];
};

static bool is_name(const char *text)
{
    return text_is_label(text) && !strpbrk(text, "/:");
}

static bool parse_time(const struct json_node *node, void *to)
{
    struct measure_settings *const measure = &((struct config_reading *)to)->config.measure;
    struct error ignored = {0};
    const char *const text = json_string_value(node->value);
    return (text && text_parse_duration(text, &measure->time_s, &ignored) && measure->time_s > 0) ||
           node_unexpected(node, "a duration of all processes together, such as \"500ms\" or \"2s\"");
}

static bool parse_energy(const struct json_node *node, void *to)
{
    struct measure_settings *const measure = &((struct config_reading *)to)->config.measure;
    struct error ignored = {0};
    const char *const text = json_string_value(node->value);
    return (text && text_parse_duration(text, &measure->energy_s, &ignored)) ||
           node_unexpected(node, "a duration of a point's calls, such as \"6s\"");
}

static bool parse_samples(const struct json_node *node, void *to)
{
    if (json_is_array(node->value))
        return node_unexpected(node, "the most samples of all processes together, such as 1000");
    return node_count(node, 1, SAMPLES_MAX, &((struct config_reading *)to)->config.measure.samples);
}

static bool parse_topology(const struct json_node *node, void *to)
{
    const char *source;
    if (!node_string(node, &source))
        return false;
    ((struct config_reading *)to)->config.topology = memory_text(source);
    return true;
}

/* A result in the place of a config is refused as what it is. */
static bool is_result(const struct json_node *root)
{
    const char *const schema = json_string_value(json_object_get(root->value, "schema"));
    return schema && strncmp(schema, "scanbench-", strlen("scanbench-")) == 0 &&
           !node_fail(root, "a config, such as configs/quick.json", "this is what scanbench wrote: %s",
                      schema);
}

static bool parse_filter(const struct json_node *node, void *to)
{
    const char *text;
    struct error inner = {0};
    if (!node_string(node, &text))
        return false;
    return filter_parse(&((struct config_reading *)to)->config.filter, text, &inner) ||
           node_fail(node, error_expected(&inner, "conditions"), "%.*s", error_what_length(&inner),
                     inner.text);
}

static const char *const pin_names[] = {[PIN_CORES] = "cores", [PIN_NONE] = "none"};

#define AT(member) MEMBER_AT(config_reading, member)
#define AXIS_DEFAULT(NAME) MEMBER_AXIS, AT(defaults[AXIS_##NAME]), .axis = AXIS_##NAME
static const struct config_member measure_members[] = {
    {"processes", MEMBER_COUNT, AT(config.measure.processes), .minimum = 1, .maximum = PROCESSES_MAX,
     .given = offsetof(struct config_reading, config.measure.processes_said)},
    {"time", MEMBER_PARSED, .parse = parse_time,
     .given = offsetof(struct config_reading, config.measure.time_said)},
    {"samples", MEMBER_PARSED, .parse = parse_samples},
    {"energy", MEMBER_PARSED, .parse = parse_energy},
    {"cache", AXIS_DEFAULT(CACHE)},
    {"seed", MEMBER_COUNT, AT(config.measure.seed), .maximum = UINT64_MAX},
    {"smoke", MEMBER_TRUTH, AT(config.measure.smoke)},
};
static const struct config_member machine_members[] = {
    {"workers", AXIS_DEFAULT(WORKERS)},
    {"pin", MEMBER_WORD, AT(config.pin), .words = pin_names, .word_count = LENGTH(pin_names)},
    {"pages", AXIS_DEFAULT(PAGES)},
    {"isa", AXIS_DEFAULT(ISA)},
    {"device", AXIS_DEFAULT(DEVICE)},
    {"topology", MEMBER_PARSED, .parse = parse_topology},
};
static const struct config_member root_members[] = {
    {"$schema", MEMBER_TEXT, .size = 0},
    {"name", MEMBER_TEXT, AT(config.name), .required = true, .valid = is_name,
     .expected = "a name of letters, digits, '_', '.', '+' and '-', at most 128, that starts with "
                 "a letter or a digit"},
    {"measure", MEMBER_OBJECT, .members = measure_members, .member_count = LENGTH(measure_members)},
    {"machine", MEMBER_OBJECT, .members = machine_members, .member_count = LENGTH(machine_members)},
    {"filter", MEMBER_PARSED, .parse = parse_filter},
    {"isa", MEMBER_WORD, AT(config.isa), .words = isa_names + 1, .word_count = ISA_COUNT - 1, .first = 1},
    {"sweeps", MEMBER_LIST, AT(config.sweeps), .counted = offsetof(struct config_reading, config.sweep_count),
     .maximum = SWEEPS_MAX, .item_bytes = sizeof(struct sweep), .parse = sweep_parse, .required = true},
    {"title", MEMBER_TEXT, .size = 0, .valid = plot_title_valid, .expected = "a line of at most 255 bytes"},
    {"plots", MEMBER_LIST, AT(config.plots), .counted = offsetof(struct config_reading, config.plot_count),
     PLOT_LIST},
    {"expect", MEMBER_LIST, AT(config.expectations),
     .counted = offsetof(struct config_reading, config.expectation_count), .maximum = EXPECTATIONS_MAX,
     .item_bytes = sizeof(struct expectation), .parse = expectation_parse,
     .expected = "a list of at most 1024 claims"},
};

static bool parse_root(json_t *value, const struct json_source *source, struct config *config,
                       struct error *error)
{
    const struct json_node root = {.value = value, .source = source, .error = error};
    struct config_reading reading = {.config = *config};
    const bool parsed = !is_result(&root) && members_parse(&root, MEMBERS(root_members), &reading);
    for (size_t i = 0; i < reading.config.sweep_count; i++)
        sweep_fill(&reading.config.sweeps[i], reading.defaults);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        axis_close(&reading.defaults[axis]);
    *config = reading.config;
    return parsed;
}

static bool apply_settings(json_t *root, const char *const *texts, size_t count, struct setting *settings,
                           struct error *error)
{
    for (size_t i = 0; i < count; i++)
        if (!setting_apply(root, texts[i], &settings[i], error))
            return false;
    return true;
}

static bool parse(struct config *config, const char *const *texts, size_t count, struct error *error)
{
    struct setting *const settings = memory_array(count + 1, sizeof *settings);
    const struct json_source source = {.path = config->path,
                                       .text = config->text,
                                       .length = config->length,
                                       .settings = settings,
                                       .setting_count = count,
                                       .of_options = config->of_options};
    json_t *const root = parse_text(config, error);
    const bool parsed = root && apply_settings(root, texts, count, settings, error) &&
                        parse_root(root, &source, config, error);
    sha256_hex(config->text, config->length, config->sha256);
    config->root = root;
    free(settings);
    return parsed;
}

static bool parse_or_close(struct config *config, const char *path, const char *const *settings,
                           size_t setting_count, struct error *error)
{
    config->path = memory_text(path);
    const bool read = parse(config, settings, setting_count, error);
    if (!read)
        config_close(config);
    return read;
}

bool config_near(const char *path, char *near, size_t size)
{
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    char pattern[PATH_MAX];
    glob_t found = {.gl_pathc = 0};
    if (access(path, F_OK) == 0 || errno != ENOENT)
        return false;
    snprintf(pattern, sizeof pattern, "%.*s*.json", (int)(name - path), path);
    glob(pattern, GLOB_NOSORT, NULL, &found);
    if (!slash)
        glob("configs/*.json", GLOB_NOSORT | GLOB_APPEND, NULL, &found);
    const char *const nearest = text_nearest(name, (const char *const *)found.gl_pathv, found.gl_pathc);
    snprintf(near, size, "%s", nearest ? nearest : "");
    globfree(&found);
    return nearest != NULL;
}

/* Returns false. */
static bool suggest(const char *path, struct error *error)
{
    char near[PATH_MAX];
    if (config_near(path, near, sizeof near)) {
        *error = (struct error){0};
        error_set(error, EXIT_USAGE, "%s: No such file; did you mean '%s'?", path, near);
    }
    return false;
}

bool config_read(struct config *config, const char *path, const char *const *settings, size_t setting_count,
                 struct error *error)
{
    *config = (struct config){.measure = default_measure, .pin = PIN_CORES};
    if (!file_read(path, CONFIG_BYTES, &config->text, &config->length, error))
        return suggest(path, error);
    return parse_or_close(config, strcmp(path, "-") == 0 ? "stdin" : path, settings, setting_count, error);
}

bool config_parse(struct config *config, const struct config_text *from, const char *const *settings,
                  size_t setting_count, struct error *error)
{
    *config = (struct config){
        .measure = default_measure, .pin = PIN_CORES, .length = from->length, .of_options = from->of_options};
    config->text = memory_block(from->length + 1);
    memcpy(config->text, from->text, from->length);
    config->text[from->length] = '\0';
    return parse_or_close(config, from->path, settings, setting_count, error);
}

void config_settle(struct config *config)
{
    const struct measure_settings *const measure = &config->measure;
    char time[32], seed[32];
    if (!json_object_get(config->root, "measure"))
        json_object_set_new(config->root, "measure", json_object());
    const double time_ms = 1000 * measure->time_s;
    snprintf(time, sizeof time, round(time_ms) == time_ms ? "%.0fms" : "%.9fms", time_ms);
    snprintf(seed, sizeof seed, "%" PRIu64, measure->seed);
    json_t *const settled = json_pack("{s:I, s:s, s:I, s:s}", "processes", (json_int_t)measure->processes,
                                      "time", time, "samples", (json_int_t)measure->samples, "seed", seed);
    json_object_update_new(json_object_get(config->root, "measure"), settled);
    free(config->text);
    config->text = json_dump_text(config->root, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
    config->length = strlen(config->text);
}

void config_close(struct config *config)
{
    for (size_t i = 0; i < config->sweep_count; i++)
        sweep_close(&config->sweeps[i]);
    free(config->sweeps);
    free(config->plots);
    free(config->expectations);
    free(config->path);
    free(config->text);
    free(config->topology);
    json_decref(config->root);
    *config = (struct config){0};
}
