/* SPDX-License-Identifier: MIT */
/* The sweep config: strict JSON in, plain values out, every error with its place. */
#include "sweep/config.h"

#include "base/divide.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "base/text.h"
#include "sweep/config_members.h"
#include "json/json_load.h"
#include "json/locate.h"

#include <errno.h>
#include <float.h>
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
    return divide_up(measure->samples, measure->processes);
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
     .given = offsetof(struct config_reading, config.measure.processes_said),
     .help = "In how many new processes everything is measured, one after the other, each with another "
             "layout of its memory. Default 10; 1 in a smoke run, and on ranks, where each mpiexec is a "
             "process. The first one chooses the calls per sample and proves all outputs right; the others "
             "start from that. A point that fails in one of them has failed."},
    {"time", MEMBER_TIME, AT(config.measure.time_s), .least = DBL_MIN,
     .given = offsetof(struct config_reading, config.measure.time_said),
     .expected = "a duration of all processes together, such as \"500ms\" or \"2s\"",
     .help = "Of the samples of a point, in all processes together. Default 1s, which is 100 ms in each of "
             "ten."},
    {"samples", MEMBER_COUNT, AT(config.measure.samples), .minimum = 1, .maximum = SAMPLES_MAX,
     .expected = "the most samples of all processes together, such as 1000",
     .help = "The most samples of a point, in all processes together. Default 1000. A process takes at "
             "least three of each point, or one if a call takes longer than the time. Nothing stops because "
             "it looks precise. The result is the median of the processes' medians, and its interval is "
             "theirs without the outermost. With a single process, another layout of memory may lead to a "
             "time outside of the interval. A run that was cut short has the result of the processes that "
             "finished."},
    {"energy", MEMBER_TIME, AT(config.measure.energy_s),
     .expected = "a duration of a point's calls, such as \"6s\"",
     .help = "How long each point is called in a pass of its own that counts energy, after the samples of "
             "the last process. Default none. The pass repeats calls without a pause from one step of the "
             "counter to another, for all points and their limits, three times; before and after it nothing "
             "runs for as long. CPU packages and their memory are counted by powercap (RAPL), which only "
             "root reads on most systems, GPUs by NVML. A counter of NVML moves ten times a second: give a "
             "GPU 15s, a CPU 3s. A warning names each place that nobody counts. Other programs on the "
             "machine are counted too."},
    {"cache", AXIS_DEFAULT(CACHE)},
    {"seed", MEMBER_COUNT, AT(config.measure.seed), .maximum = UINT64_MAX,
     .help = "Of the inputs and of the order of measurement. Default 1."},
    {"smoke", MEMBER_TRUTH, AT(config.measure.smoke),
     .help = "True takes one verified sample per point, which tests the setup and shows nothing of speed."},
};
static const struct config_member machine_members[] = {
    {"workers", AXIS_DEFAULT(WORKERS)},
    {"pin", MEMBER_WORD, AT(config.pin), .words = pin_names, .word_count = LENGTH(pin_names),
     .help = "With cores, the default, each worker is bound to a core of its own; with none the scheduler "
             "decides."},
    {"pages", AXIS_DEFAULT(PAGES)},
    {"isa", AXIS_DEFAULT(ISA)},
    {"device", AXIS_DEFAULT(DEVICE)},
    {"topology", MEMBER_TEXT, .parse = parse_topology,
     .help = "Plans for xml:FILE or synthetic:DESCRIPTION, and pins nothing."},
};
static const struct member_table measure_table = {MEMBERS(measure_members), "measure"},
                                 machine_table = {MEMBERS(machine_members), "machine"};
static const struct config_member root_members[] = {
    {"$schema", MEMBER_TEXT, .size = 0,
     .help = "The JSON Schema of configs, for editors, which scanbench help schema prints. It is not read."},
    {"name", MEMBER_TEXT, AT(config.name), .required = true, .valid = is_name,
     .pattern = "^[A-Za-z0-9][A-Za-z0-9_.+-]*$",
     .expected = "a name of letters, digits, '_', '.', '+' and '-', at most 128, that starts with "
                 "a letter or a digit",
     .help = "The name of the result files: letters, digits and _, ., + or -, a letter or digit first."},
    {"measure", MEMBER_OBJECT, .table = &measure_table, .help = "How each point is measured."},
    {"machine", MEMBER_OBJECT, .table = &machine_table, .help = "What of the machine is used."},
    {"filter", MEMBER_TEXT, .parse = parse_filter,
     .help = "Only points that meet all conditions are measured, as with --filter."},
    {"isa", MEMBER_WORD, AT(config.isa), .words = isa_names + 1, .word_count = ISA_COUNT - 1, .first = 1,
     .help = "The only instruction set, as with --isa."},
    {"sweeps", MEMBER_LIST, AT(config.sweeps), .counted = offsetof(struct config_reading, config.sweep_count),
     .maximum = SWEEPS_MAX, .item_bytes = sizeof(struct sweep), .parse = sweep_parse, .required = true,
     .table = &sweep_table, .tables = 1, .help = "A list of sweeps."},
    {"title", MEMBER_TEXT, .size = 0, .valid = plot_title_valid, .pattern = PLOT_TITLE_PATTERN,
     .expected = "a line of at most 255 bytes",
     .help = "What the sweep is about: it is put before the titles of its charts."},
    {"plots", MEMBER_LIST, AT(config.plots), .counted = offsetof(struct config_reading, config.plot_count),
     PLOT_LIST, .table = &plot_table, .tables = 1, .help = "A list of charts for scanbench plot."},
    {"expect", MEMBER_LIST, AT(config.expectations),
     .counted = offsetof(struct config_reading, config.expectation_count), .maximum = EXPECTATIONS_MAX,
     .item_bytes = sizeof(struct expectation), .parse = expectation_parse,
     .expected = "a list of at most 1024 claims", .table = claim_tables, .tables = CLAIM_TABLES,
     .help = "A list of claims that the results are judged by."},
};
const struct member_table config_table = {MEMBERS(root_members), "config"};

static bool parse_root(json_t *value, const struct json_source *source, struct config *config,
                       struct error *error)
{
    const struct json_node root = {.value = value, .source = source, .error = error};
    struct config_reading reading = {.config = *config};
    const bool parsed = !is_result(&root) && members_parse(&root, &config_table, &reading);
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
