/* SPDX-License-Identifier: MIT */
/* The one list of what a result's JSON has beside its records, and the two walks over it: one writes members,
 * one checks what was read. */
#include "results/results.h"

#include "base/release.h"
#include "engine/engine.h"
#include "registry/registry.h"
#include "json/json_load.h"

#include <stdio.h>
#include <string.h>

#define MEMBER(type, member) \
    .place = (uint16_t)offsetof(struct type, member), .size = sizeof((struct type *)NULL)->member
#define MUST_MATCH .difference = RUN_REFUSED
#define NO_MEMBER .size = 0
#define WARNS .difference = RUN_WARNED
#define BUILT(name) .difference = RUN_BUILT, .words = (name)

const struct run_field run_fields[] = {
    {RUN_ROOT, "schema", RUN_TEXT, NO_MEMBER},
    {RUN_ROOT, "schema_version", RUN_COUNT, NO_MEMBER},
    {RUN_ROOT, "digest", RUN_TEXT, NO_MEMBER},
    {RUN_ROOT, "complete", RUN_TRUTH, NO_MEMBER},
    {RUN_ROOT, "tool", RUN_OBJECT, .of = RUN_TOOL},
    {RUN_ROOT, "argv", RUN_TEXTS, NO_MEMBER},
    {RUN_ROOT, "config", RUN_OBJECT, .of = RUN_CONFIG},
    {RUN_ROOT, "config_sha256", RUN_TEXT, NO_MEMBER},
    {RUN_ROOT, "environment", RUN_WORDS, NO_MEMBER},
    {RUN_ROOT, "machine", RUN_OBJECT, .of = RUN_MACHINE},
    {RUN_ROOT, "warnings", RUN_TEXTS, NO_MEMBER},
    {RUN_ROOT, "effort", RUN_OBJECT, .of = RUN_EFFORT},
    {RUN_ROOT, "turns", RUN_OBJECT, .of = RUN_TURNS},
    {RUN_ROOT, "claims", RUN_OBJECTS, .of = RUN_CLAIM},

    {RUN_TOOL, "version", RUN_STRING, MEMBER(release, version), BUILT("version")},
    {RUN_TOOL, "compiler", RUN_STRING, MEMBER(release, compiler), BUILT("compiler")},
    {RUN_TOOL, "flags", RUN_STRING, MEMBER(release, flags), BUILT("flags")},
    {RUN_TOOL, "flags_kernel", RUN_STRING, MEMBER(release, flags_kernel), BUILT("flags of kernels")},
    {RUN_TOOL, "link_order", RUN_TEXT, BUILT("order of linking")},
    {RUN_TOOL, "libc", RUN_TEXT, NO_MEMBER},
    {RUN_TOOL, "git", RUN_STRING, MEMBER(release, commit), BUILT("commit")},

    {RUN_MACHINE, "identity", RUN_OBJECT, .of = RUN_IDENTITY},
    {RUN_MACHINE, "state", RUN_OBJECT, .of = RUN_STATE},

    {RUN_IDENTITY, "cpu_model", RUN_TEXT, MEMBER(topology_facts, cpu_model), MUST_MATCH},
    {RUN_IDENTITY, "topology_digest", RUN_TEXT, MEMBER(topology_facts, digest), MUST_MATCH},
    {RUN_IDENTITY, "real", RUN_TRUTH, MEMBER(topology_facts, real), MUST_MATCH},
    {RUN_IDENTITY, "sockets", RUN_COUNT, MEMBER(topology_facts, sockets), MUST_MATCH},
    {RUN_IDENTITY, "cores", RUN_COUNT, MEMBER(topology_facts, cores), MUST_MATCH},
    {RUN_IDENTITY, "units", RUN_COUNT, MEMBER(topology_facts, units), MUST_MATCH},
    {RUN_IDENTITY, "nodes", RUN_COUNT, MEMBER(topology_facts, nodes), MUST_MATCH},
    {RUN_IDENTITY, "smt", RUN_TRUTH, MEMBER(topology_facts, smt), MUST_MATCH},
    {RUN_IDENTITY, "allowed_cpus", RUN_COUNTS, MUST_MATCH},
    {RUN_IDENTITY, "memory_bytes", RUN_COUNT, MEMBER(topology_facts, memory_bytes), MUST_MATCH},
    {RUN_IDENTITY, "caches", RUN_OBJECTS, .of = RUN_CACHE, MUST_MATCH},
    {RUN_IDENTITY, "isa", RUN_TEXT, MUST_MATCH},
    {RUN_IDENTITY, "compiler", RUN_TEXT, MUST_MATCH},
    {RUN_IDENTITY, "flags", RUN_TEXT, MUST_MATCH},
    {RUN_IDENTITY, "pin", RUN_TEXT, MUST_MATCH},
    {RUN_IDENTITY, "flags_kernel", RUN_TEXT, MUST_MATCH},
    {RUN_IDENTITY, "plugins", RUN_OBJECTS, .of = RUN_PLUGIN, MUST_MATCH},
    {RUN_IDENTITY, NULL, RUN_OBJECT, .of = RUN_DEVICE, MUST_MATCH},

    {RUN_CACHE, "level", RUN_COUNT, MEMBER(cache_level, level)},
    {RUN_CACHE, "bytes", RUN_COUNT, MEMBER(cache_level, bytes)},
    {RUN_CACHE, "instances", RUN_COUNT, MEMBER(cache_level, instances)},

    {RUN_PLUGIN, "name", RUN_STRING, MEMBER(plugin, name)},
    {RUN_PLUGIN, "version", RUN_STRING, MEMBER(plugin, version)},
    {RUN_PLUGIN, "build", RUN_STRING, MEMBER(plugin, build)},
    {RUN_PLUGIN, "file", RUN_STRING, MEMBER(plugin, file)},
    {RUN_PLUGIN, "sha256", RUN_TEXT, MEMBER(plugin, sha256)},

    {RUN_DEVICE, "name", RUN_TEXT, MEMBER(engine_facts, name)},
    {RUN_DEVICE, "driver", RUN_TEXT, MEMBER(engine_facts, driver)},
    {RUN_DEVICE, "compiler", RUN_TEXT, MEMBER(engine_facts, compiler)},
    {RUN_DEVICE, "architecture", RUN_TEXT, MEMBER(engine_facts, architecture)},
    {RUN_DEVICE, "memory_bytes", RUN_POSITIVE, MEMBER(engine_facts, memory_bytes)},
    {RUN_DEVICE, "cache_bytes", RUN_POSITIVE, MEMBER(engine_facts, cache_bytes)},
    {RUN_DEVICE, "multiprocessors", RUN_POSITIVE, MEMBER(engine_facts, multiprocessors)},
    {RUN_DEVICE, "clock_mhz", RUN_POSITIVE, MEMBER(engine_facts, clock_mhz)},
    {RUN_DEVICE, "memory_clock_mhz", RUN_POSITIVE, MEMBER(engine_facts, memory_clock_mhz)},
    {RUN_DEVICE, "power_limit_w", RUN_POSITIVE, MEMBER(engine_facts, power_limit_w)},
    {RUN_DEVICE, "ecc", RUN_ANSWER, MEMBER(engine_facts, ecc)},

    {RUN_STATE, "kernel", RUN_TEXT, MEMBER(environment, kernel), WARNS},
    {RUN_STATE, "architecture", RUN_TEXT, MEMBER(environment, host_arch)},
    {RUN_STATE, "governor", RUN_TEXT, MEMBER(environment, governor), WARNS},
    {RUN_STATE, "boost", RUN_ANSWER, MEMBER(environment, boost), WARNS},
    {RUN_STATE, "mhz", RUN_NUMBER, MEMBER(environment, mhz), WARNS, .least = 0.02, .share = true},
    {RUN_STATE, "load_1min", RUN_NUMBER, MEMBER(environment, load_1min), WARNS, .least = 0.5},
    {RUN_STATE, "cpu_family_model_stepping", RUN_TEXT, MEMBER(environment, stepping)},
    {RUN_STATE, "microcode", RUN_TEXT, MEMBER(environment, microcode), WARNS},
    {RUN_STATE, "transparent_huge_pages", RUN_TEXT, MEMBER(environment, thp), WARNS},
    {RUN_STATE, "clocksource", RUN_TEXT, MEMBER(environment, clocksource), WARNS},
    {RUN_STATE, "aslr", RUN_KNOWN, MEMBER(environment, aslr), WARNS},
    {RUN_STATE, "hypervisor", RUN_TEXT, MEMBER(environment, hypervisor), WARNS},
    {RUN_STATE, "smt_control", RUN_TEXT, MEMBER(environment, smt)},
    {RUN_STATE, "isolated_cpus", RUN_TEXT, MEMBER(environment, isolated)},
    {RUN_STATE, "mitigations", RUN_WORDS, NO_MEMBER},
    {RUN_STATE, "limits", RUN_OBJECT, .of = RUN_LIMITS},
    {RUN_STATE, "memory_available_bytes", RUN_KNOWN, MEMBER(environment, memory_available_bytes)},
    {RUN_STATE, "utc", RUN_TEXT, MEMBER(environment, utc)},
    {RUN_STATE, "clock", RUN_OBJECT, .of = RUN_CLOCK},

    {RUN_LIMITS, "memory_left_bytes", RUN_KNOWN, MEMBER(environment, memory_left_bytes)},
    {RUN_LIMITS, "memory_bound_by", RUN_TEXT, MEMBER(environment, memory_bound)},
    {RUN_LIMITS, "cpus", RUN_NUMBER, MEMBER(environment, quota.cpus)},
    {RUN_LIMITS, "cpus_bound_by", RUN_TEXT, MEMBER(environment, quota.group)},
    {RUN_LIMITS, "throttled", RUN_KNOWN, MEMBER(environment, quota.throttled)},

    {RUN_CLOCK, "name", RUN_STRING, MEMBER(clock, name)},
    {RUN_CLOCK, "tick_s", RUN_NUMBER, MEMBER(clock, tick_s)},
    {RUN_CLOCK, "overhead_s", RUN_NUMBER, MEMBER(clock, overhead_s)},

    {RUN_EFFORT, "wall_s", RUN_NUMBER, MEMBER(effort, wall_s)},
    {RUN_EFFORT, "sampled_s", RUN_NUMBER, MEMBER(effort, sampled_s)},
    {RUN_EFFORT, "untimed_s", RUN_NUMBER, MEMBER(effort, untimed_s)},
    {RUN_EFFORT, "evicted_s", RUN_NUMBER, MEMBER(effort, evicted_s)},
    {RUN_EFFORT, "warmed_s", RUN_NUMBER, MEMBER(effort, warmed_s)},

    {RUN_CONFIG, "name", RUN_TEXT, NO_MEMBER},

    {RUN_TURNS, "session", RUN_TEXT, NO_MEMBER},
    {RUN_TURNS, "side", RUN_TEXT, NO_MEMBER},

    {RUN_CLAIM, "name", RUN_TEXT, NO_MEMBER},
    {RUN_CLAIM, "expects", RUN_TEXT, NO_MEMBER},
    {RUN_CLAIM, "verdict", RUN_TEXT, NO_MEMBER},
    {RUN_CLAIM, "evidence", RUN_TEXT, NO_MEMBER},
    {RUN_CLAIM, "by", RUN_NUMBER, NO_MEMBER},
    {RUN_CLAIM, "within", RUN_NUMBER, NO_MEMBER},
    {RUN_CLAIM, "of_limit", RUN_NUMBER, NO_MEMBER},
    {RUN_CLAIM, "cases", RUN_OBJECTS, .of = RUN_CASE},
    {RUN_CLAIM, "source", RUN_TEXT, NO_MEMBER},
    {RUN_CLAIM, "on", RUN_TEXT, NO_MEMBER},
    {RUN_CLAIM, "published", RUN_NUMBER, NO_MEMBER},
    {RUN_CLAIM, "tolerance", RUN_NUMBER, NO_MEMBER},
    {RUN_CLAIM, "ours", RUN_NUMBER, NO_MEMBER},
    {RUN_CLAIM, "ours_ci_low", RUN_NUMBER, NO_MEMBER},
    {RUN_CLAIM, "ours_ci_high", RUN_NUMBER, NO_MEMBER},

    {RUN_CASE, "left", RUN_TEXT, NO_MEMBER},
    {RUN_CASE, "right", RUN_TEXT, NO_MEMBER},
    {RUN_CASE, "verdict", RUN_TEXT, NO_MEMBER},
    {RUN_CASE, "ratio", RUN_NUMBER, NO_MEMBER},
    {RUN_CASE, "ratio_ci_low", RUN_NUMBER, NO_MEMBER},
    {RUN_CASE, "ratio_ci_high", RUN_NUMBER, NO_MEMBER},
};
const size_t run_field_count = sizeof run_fields / sizeof run_fields[0];

static json_t *whole_json(const struct run_field *field, const void *member)
{
    long long wide;
    int narrow;
    if (field->size == sizeof wide)
        memcpy(&wide, member, sizeof wide);
    else
        memcpy(&narrow, member, sizeof narrow);
    const long long number = field->size == sizeof wide ? wide
                             : field->kind == RUN_KNOWN || field->kind == RUN_ANSWER
                                 ? narrow
                                 : (long long)(unsigned)narrow;
    if (field->kind == RUN_ANSWER)
        return number < 0 ? json_null() : json_boolean(number > 0);
    return number < (field->kind == RUN_POSITIVE) ? json_null() : json_integer(number);
}

static json_t *member_json(const struct run_field *field, const void *member)
{
    double number;
    const char *text;
    switch (field->kind) {
    case RUN_TEXT:
        return text_json(member);
    case RUN_STRING:
        memcpy(&text, member, sizeof text);
        return text_json(text);
    case RUN_NUMBER:
        memcpy(&number, member, sizeof number);
        return number >= 0 ? number_json(number) : json_null();
    case RUN_TRUTH:
        return json_boolean(*(const bool *)member);
    case RUN_COUNT:
    case RUN_POSITIVE:
    case RUN_KNOWN:
    case RUN_ANSWER:
        return whole_json(field, member);
    case RUN_TEXTS:
    case RUN_COUNTS:
    case RUN_WORDS:
    case RUN_OBJECT:
    case RUN_OBJECTS:
        break;
    }
    return json_null();
}

json_t *run_json(enum run_group group, const void *row, json_t *others)
{
    json_t *const object = json_object();
    for (size_t i = 0; i < run_field_count; i++) {
        const struct run_field *const field = &run_fields[i];
        if (field->group == group && field->size)
            json_object_set_new(object, field->name, member_json(field, (const char *)row + field->place));
        else if (field->group == group && field->name)
            json_object_set(object, field->name, json_object_get(others, field->name));
    }
    json_object_update_missing(object, others);
    json_decref(others);
    return object;
}

struct effort run_effort(const json_t *value)
{
    struct effort effort = {0};
    for (size_t i = 0; i < run_field_count; i++) {
        const struct run_field *const field = &run_fields[i];
        if (field->group != RUN_EFFORT)
            continue;
        const double time_s = json_number_value(json_object_get(value, field->name));
        if (time_s > 0)
            memcpy((char *)&effort + field->place, &time_s, sizeof time_s);
    }
    return effort;
}

/* Of each kind the types of JSON as bits, the kind of its items, and both in words. */
#define BIT(type) (1u << JSON_##type)
#define NUMBER (BIT(INTEGER) | BIT(REAL))
#define TRUTH (BIT(TRUE) | BIT(FALSE))
static const struct shape {
    unsigned types;
    const char *words;
    enum run_kind items; /* of lists and of RUN_WORDS */
} shapes[] = {
    [RUN_TEXT] = {BIT(STRING), "a text", 0},
    [RUN_STRING] = {BIT(STRING), "a text", 0},
    [RUN_COUNT] = {BIT(INTEGER), "a whole number", 0},
    [RUN_POSITIVE] = {BIT(INTEGER), "a whole number", 0},
    [RUN_KNOWN] = {BIT(INTEGER), "a whole number", 0},
    [RUN_NUMBER] = {NUMBER, "a number", 0},
    [RUN_TRUTH] = {TRUTH, "true or false", 0},
    [RUN_ANSWER] = {TRUTH, "true or false", 0},
    [RUN_TEXTS] = {BIT(ARRAY), "a list", RUN_TEXT},
    [RUN_COUNTS] = {BIT(ARRAY), "a list", RUN_COUNT},
    [RUN_WORDS] = {BIT(OBJECT), "an object", RUN_TEXT},
    [RUN_OBJECT] = {BIT(OBJECT), "an object", 0},
    [RUN_OBJECTS] = {BIT(ARRAY), "a list", RUN_OBJECT},
};

static bool check_group(const struct json_node *object, enum run_group group);

static bool check_value(const struct json_node *node, enum run_kind kind, enum run_group of);

/* Every item of a list, every member of an object of texts. */
static bool check_items(const struct json_node *node, enum run_kind kind, enum run_group of)
{
    const char *key;
    json_t *value;
    for (size_t i = 0; i < json_array_size(node->value); i++) {
        const struct json_node item = node_item(node, i);
        if (!check_value(&item, kind, of))
            return false;
    }
    json_object_foreach(node->value, key, value)
    {
        const struct json_node member = node_member(node, key);
        if (!check_value(&member, kind, of))
            return false;
    }
    return true;
}

/* As deep as the groups are. */
static bool check_value(const struct json_node *node, enum run_kind kind, enum run_group of)
{
    const struct shape *const shape = &shapes[kind];
    char expected[64];
    if (json_is_null(node->value))
        return true;
    snprintf(expected, sizeof expected, "%s or null", shape->words);
    if (!(shape->types >> json_typeof(node->value) & 1))
        return node_unexpected(node, expected);
    if (kind == RUN_OBJECT)
        return check_group(node, of);
    return (kind != RUN_WORDS && !json_is_array(node->value)) || check_items(node, shape->items, of);
}

static bool check_member(const struct json_node *object, const char *name, const struct run_field *field)
{
    const struct json_node member = node_member(object, name);
    return !member.value || check_value(&member, field->kind, field->of);
}

static bool check_group(const struct json_node *object, enum run_group group)
{
    for (size_t i = 0; i < run_field_count; i++) {
        const struct run_field *const field = &run_fields[i];
        if (field->group != group)
            continue;
        for (unsigned device = field->name ? DEVICE_COUNT - 1 : 0; device < DEVICE_COUNT; device++)
            if (!check_member(object, field->name ? field->name : device_names[device], field))
                return false;
    }
    return true;
}

bool run_check(const struct json_node *root)
{
    return check_group(root, RUN_ROOT);
}
