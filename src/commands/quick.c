/* SPDX-License-Identifier: MIT */
/* Makes a config from a primitive and the axes of the command line. */
#include "commands/commands.h"

#include "base/memory.h"
#include "base/text.h"
#include "engine/engine.h"
#include "machine/caches.h"
#include "machine/topology.h"
#include "measure/time_left.h"
#include "registry/registry.h"
#include "sweep/config.h"
#include "json/json_load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of --time, which ends the run, for samples; the rest is for verification and limits. */
#define BUDGET_SHARE 0.5
#define MOST_POINT_S 1.0
#define LEAST_POINT_S 0.01
#define COUNTED_SIZE "64Ki"

enum { VALUE_BYTES = 128, QUICK_SECONDS = 15, LEAST_N = 1 << 10, MOST_N = 1 << 24, SIZE_STEP = 4, STEP = 2 };

/* Half of a cache holds an input and an output: the largest power of two of elements of 4 bytes. */
static uint64_t cached_elements(unsigned level)
{
    const uint64_t elements = cache_bytes(level) / 2 / (2 * sizeof(uint32_t));
    uint64_t power = LEAST_N;
    while (power * 2 <= elements && power < MOST_N)
        power *= 2;
    return power;
}

/* One size within each cache, one between the last two, and one beyond; each once. */
static json_t *default_sizes(void)
{
    const uint64_t second = cached_elements(2),
                   third = (uint64_t)fmin((double)cached_elements(3), MOST_N / 4);
    uint64_t between = second;
    while (between * between < second * third)
        between *= 2;
    const uint64_t sizes[] = {cached_elements(1), second, between, third, MOST_N};
    json_t *const list = json_array();
    uint64_t last = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (sizes[i] <= last)
            continue;
        char text[VALUE_BYTES];
        json_array_append_new(list, json_string(text_format_count(text, sizeof text, sizes[i])));
        last = sizes[i];
    }
    return list;
}

/* A fraction is a number in JSON; whatever else is a word, whose mistakes the config's parser finds. */
static json_t *one_value(enum axis axis, const char *word)
{
    char *end;
    const double number = strtod(word, &end);
    const bool is_fraction = axis < AXIS_COUNT && axis_info[axis].kind == AXIS_IS_FRACTION;
    return is_fraction && *word && !*end ? json_real(number) : json_string(word);
}

/* From one count by steps to the other, which is the last whatever the step; of words that are no counts the
 * range in a config, whose parser refuses them. */
static json_t *range_value(enum axis axis, const char *word, const char *dots)
{
    char *const first = memory_text_part(word, (size_t)(dots - word));
    const uint64_t step = axis == AXIS_N ? SIZE_STEP : STEP;
    struct error why = {0};
    uint64_t from, to;
    json_t *list = NULL;
    if (text_parse_count(first, &from, &why) && text_parse_count(dots + 2, &to, &why) && from > 0 &&
        from <= to) {
        list = json_array();
        for (uint64_t value = from; value<to; value = value> to / step ? to : value * step)
            json_array_append_new(list, json_integer((json_int_t)value));
        json_array_append_new(list, json_integer((json_int_t)to));
    } else
        list = json_pack("{s:s, s:s, s:i}", "from", first, "to", dots + 2, "multiply", (int)step);
    free(first);
    return list;
}

/* "1Ki..16Mi", or a list with commas. axis AXIS_COUNT: the algorithms. */
static json_t *axis_value(enum axis axis, const char *text)
{
    const char *const dots = strstr(text, "..");
    if (dots && axis < AXIS_COUNT && axis_info[axis].kind == AXIS_IS_COUNT)
        return range_value(axis, text, dots);
    json_t *const list = json_array();
    for (const char *word = text; word; word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL) {
        char value[VALUE_BYTES];
        snprintf(value, sizeof value, "%.*s", (int)strcspn(word, ","), word);
        json_array_append_new(list, one_value(axis, value));
    }
    return list;
}

/* What is measured, in words of the config. */
struct quick_choice {
    const struct options *options;
    enum primitive primitive;
    bool on_host;
    json_t *devices; /* of GPUs */
};

static bool has_axis(const struct implementation *implementation, enum axis axis)
{
    return point_has(&(struct point){.implementation = implementation}, axis);
}

/* Whether an implementation takes rows, and one of the types, where the line names them. The
 * config's parser refuses a word that is no type. */
static bool takes(const struct quick_choice *choice, const struct implementation *implementation)
{
    const char *const named = choice->options->axes[AXIS_DTYPE];
    char words[VALUE_BYTES];
    bool any = !named;
    if (choice->options->axes[AXIS_ROW_LENGTH] && !has_axis(implementation, AXIS_ROW_LENGTH))
        return false;
    snprintf(words, sizeof words, "%s", named ? named : "");
    for (char *rest = words, *word; (word = strsep(&rest, ","));)
        for (enum dtype dtype = DTYPE_NONE + 1; dtype < DTYPE_COUNT; dtype++)
            any |= strcmp(word, dtype_names[dtype]) == 0 && implementation->dtypes & 1u << dtype;
    return any;
}

/* What is recommended there and takes them; all of it where nothing does, so that reasons are
 * printed. */
static json_t *recommended(const struct quick_choice *choice, enum run_place place)
{
    json_t *const taking = json_array(), *const all = json_array();
    for (size_t i = 0; i < registry_count; i++) {
        if (registry[i]->primitive != choice->primitive || !registry_recommends(registry[i], place, 0))
            continue;
        json_array_append_new(all, json_string(registry[i]->name));
        if (takes(choice, registry[i]))
            json_array_append_new(taking, json_string(registry[i]->name));
    }
    json_t *const list = json_array_size(taking) > 0 ? taking : all;
    json_decref(list == taking ? all : taking);
    return list;
}

/* The first type that all recommended implementations take. */
static enum dtype common_dtype(enum primitive primitive)
{
    unsigned dtypes = ~0u;
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->primitive == primitive && registry_recommends(registry[i], RUN_ON_HOST, 0) &&
            !registry_plugin_of(registry[i]))
            dtypes &= registry[i]->dtypes;
    for (enum dtype dtype = DTYPE_NONE + 1; dtype < DTYPE_COUNT; dtype++)
        if (dtypes & 1u << dtype)
            return dtype;
    return DTYPE_U32;
}

static bool add_device(struct quick_choice *choice, const char *word, struct error *error)
{
    const int device = word_choose(device_names + 1, DEVICE_COUNT - 1, word, "--device", error) + 1;
    if (device <= 0)
        return false;
    if (device == DEVICE_CPU)
        return choice->on_host = true;
    if (!engine_has_device(device_engine((uint64_t)device)))
        return error_set(error, EXIT_USAGE,
                         "--device: '%s' is a model, for 'scanbench counts'; expected cpu or a GPU", word);
    json_array_append_new(choice->devices, json_string(word));
    return true;
}

/* The CPU and the first GPU that answers, unless the options name devices. */
static bool choose_devices(struct quick_choice *choice, struct error *error)
{
    const struct option_list *const named = &choice->options->devices;
    const struct engine_facts *facts;
    struct error why = {0};
    choice->on_host = !named->count;
    if (!named->count && engine_probe(DEVICE_CUDA_0, &facts, &why))
        return add_device(choice, device_names[DEVICE_CUDA_0], error);
    for (size_t i = 0; i < named->count; i++)
        if (!add_device(choice, named->all[i], error))
            return false;
    return true;
}

/* A GPU that nobody named is left out where nothing is recommended for it. */
static bool has_algorithms(struct quick_choice *choice, struct error *error)
{
    json_t *const list = recommended(choice, RUN_ON_DEVICE);
    const bool none = json_array_size(list) == 0 && !choice->options->algorithm;
    json_decref(list);
    if (!none || json_array_size(choice->devices) == 0)
        return true;
    json_array_clear(choice->devices);
    return !choice->options->devices.count ||
           error_set(error, EXIT_USAGE,
                     "--device: nothing of %s is recommended for a GPU; expected --algorithm too",
                     choice->options->primitive);
}

/* A sweep of these algorithms, which it takes, with what one says beside; NULL: nothing. What is recommended
 * has all workers: with a single one it is rarely the fastest. */
static json_t *sweep_of(const struct quick_choice *choice, json_t *algorithms, const char *beside)
{
    const struct options *const options = choice->options;
    json_t *const sweep = json_pack(
        "{s:s, s:o, s:s, s:o, s:[s]}", "primitive", options->primitive, "algorithm", algorithms, "dtype",
        dtype_names[common_dtype(choice->primitive)], "sizes", default_sizes(), "workers", "cores");
    if (options->algorithm)
        json_array_insert_new(json_object_get(sweep, "workers"), 0, json_integer(1));
    if (beside)
        json_object_update_new(sweep, json_loads(beside, 0, NULL));
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (options->axes[axis])
            json_object_set_new(sweep, axis_key(axis), axis_value(axis, options->axes[axis]));
    return sweep;
}

/* Each in a sweep of its own, since shapes differ. */
static void add_device_sweeps(const struct quick_choice *choice, json_t *sweeps)
{
    json_t *const list = recommended(choice, RUN_ON_DEVICE), *name;
    size_t i;
    json_array_foreach(list, i, name)
    {
        const struct implementation *const implementation =
            registry_find(choice->primitive, json_string_value(name));
        const char *beside;
        for (size_t row = 0; (beside = registry_recommends(implementation, RUN_ON_DEVICE, row)); row++) {
            json_t *const sweep = sweep_of(choice, json_pack("[O]", name), beside);
            json_object_set(sweep, axis_key(AXIS_DEVICE), choice->devices);
            json_array_append_new(sweeps, sweep);
        }
    }
    json_decref(list);
}

/* The algorithms that were named are in one sweep, so that none is there twice. */
static json_t *sweeps_of(const struct quick_choice *choice)
{
    json_t *const sweeps = json_array();
    const char *const named = choice->options->algorithm;
    if (named)
        json_array_append_new(sweeps, sweep_of(choice, axis_value(AXIS_COUNT, named), NULL));
    else if (choice->on_host)
        json_array_append_new(sweeps, sweep_of(choice, recommended(choice, RUN_ON_HOST), NULL));
    if (json_array_size(choice->devices) == 0)
        return sweeps;
    if (!named) {
        add_device_sweeps(choice, sweeps);
        return sweeps;
    }
    if (choice->on_host)
        json_array_insert_new(choice->devices, 0, json_string(device_names[DEVICE_CPU]));
    json_object_set(json_array_get(sweeps, 0), axis_key(AXIS_DEVICE), choice->devices);
    return sweeps;
}

/* Whether an axis is one of some algorithm that the names or globs of a list match. */
static bool any_has(const struct quick_choice *choice, const json_t *list, enum axis axis)
{
    bool any = false;
    for (size_t i = 0; i < registry_count; i++)
        for (size_t k = 0; k < json_array_size(list); k++)
            any |= registry[i]->primitive == choice->primitive && has_axis(registry[i], axis) &&
                   text_glob(json_string_value(json_array_get(list, k)), registry[i]->name);
    return any;
}

/* The algorithms that are measured: as they were named, else what is recommended. */
static json_t *chosen_algorithms(const struct quick_choice *choice)
{
    if (choice->options->algorithm)
        return axis_value(AXIS_COUNT, choice->options->algorithm);
    json_t *const list = choice->on_host ? recommended(choice, RUN_ON_HOST) : json_array();
    json_t *const more = json_array_size(choice->devices) ? recommended(choice, RUN_ON_DEVICE) : json_array();
    json_array_extend(list, more);
    json_decref(more);
    return list;
}

/* In a sweep of several algorithms an axis is for those that have it. One that none has would be measured as
 * another problem than was asked for. */
static bool check_axes(const struct quick_choice *choice, struct error *error)
{
    json_t *const list = chosen_algorithms(choice);
    char name[OPTION_NAME_BYTES];
    bool ok = true;
    for (enum axis axis = 0; ok && axis < AXIS_COUNT; axis++)
        ok = !choice->options->axes[axis] || axis == AXIS_WORKERS || any_has(choice, list, axis) ||
             error_set(error, EXIT_USAGE, "--%s: none of the algorithms has it; help: scanbench list %s",
                       option_axis_name(axis, name), choice->options->primitive);
    json_decref(list);
    return ok;
}

void quick_begin(struct config *config)
{
    if (!config->measure.time_said)
        config->measure.time_s = LEAST_POINT_S;
}

void quick_settle(const struct options *options, const struct plan *plan, struct config *config)
{
    const double most_s =
        isfinite(options->budget_s) ? options->budget_s * BUDGET_SHARE : (double)QUICK_SECONDS;
    if (config->measure.time_said)
        return;
    config->measure.time_s = MOST_POINT_S;
    while (config->measure.time_s > LEAST_POINT_S && time_of_plan(plan, config) > most_s)
        config->measure.time_s *= 0.8;
    config->measure.time_s = round(1000 * config->measure.time_s) / 1000;
}

static enum primitive primitive_named(const char *name)
{
    enum primitive primitive = 0;
    while (strcmp(primitive_names[primitive], name) != 0)
        primitive++;
    return primitive;
}

/* For counts, which have no device and no time: the group algorithms at one small size. */
static char *counts_config(const struct options *options)
{
    const struct quick_choice choice = {.options = options, .primitive = primitive_named(options->primitive)};
    const char *const algorithms = options->algorithm ? options->algorithm : "group/*";
    json_t *const sweep = sweep_of(&choice, axis_value(AXIS_COUNT, algorithms), NULL);
    if (!options->axes[AXIS_N])
        json_object_set_new(sweep, "sizes", json_string(COUNTED_SIZE));
    if (!options->algorithm && !options->axes[AXIS_ROW_LENGTH])
        json_object_set_new(sweep, "exclude", json_pack("[{s:s}]", "algorithm", "group/row*"));
    json_object_del(sweep, "workers");
    return json_dump_line(json_pack("{s:s, s:[o], s:[{s:s}]}", "name", options->primitive, "sweeps", sweep,
                                    "plots", "kind", "counts"),
                          JSON_INDENT(2));
}

char *quick_config(const struct options *options, struct error *error)
{
    if (options->command == COMMAND_COUNTS)
        return counts_config(options);
    struct quick_choice choice = {.options = options, .devices = json_array()};
    struct topology *const topology = topology_create(options->topology, error); /* and with it the caches */
    char *text = NULL;
    choice.primitive = primitive_named(options->primitive);
    if (topology && choose_devices(&choice, error) && has_algorithms(&choice, error) &&
        check_axes(&choice, error))
        text = json_dump_line(json_pack("{s:s, s:o, s:[{s:s}]}", "name", options->primitive, "sweeps",
                                        sweeps_of(&choice), "plots", "kind", "bandwidth-vs-size"),
                              JSON_INDENT(2));
    json_decref(choice.devices);
    topology_destroy(topology);
    return text;
}
