/* SPDX-License-Identifier: MIT */
/* What each member of a result's JSON may be, beside its fields. */
#include "results/result_shape.h"

#include <stdio.h>
#include <string.h>

/* Bits by type of JSON. */
enum shape_type {
    IS_TEXT = 1 << JSON_STRING,
    IS_WHOLE = 1 << JSON_INTEGER,
    IS_NUMBER = 1 << JSON_INTEGER | 1 << JSON_REAL,
    IS_TRUTH = 1 << JSON_TRUE | 1 << JSON_FALSE,
    IS_LIST = 1 << JSON_ARRAY,
    IS_OBJECT = 1 << JSON_OBJECT,
    OR_NULL = 1 << JSON_NULL,
};

/* A member of an object by its name; without a name, every item of a list or every member of an object. */
struct shape {
    const char *name;
    unsigned types; /* bits of enum shape_type */
    const struct shape *members;
    size_t member_count;
};

#define MEMBERS(list) (list), sizeof(list) / sizeof(list)[0]

static const struct shape texts[] = {{NULL, IS_TEXT | OR_NULL, NULL, 0}};
static const struct shape wholes[] = {{NULL, IS_WHOLE, NULL, 0}};
static const struct shape numbers[] = {{NULL, IS_NUMBER | OR_NULL, NULL, 0}};

static const struct shape tool[] = {
    {"version", IS_TEXT, NULL, 0},
    {"compiler", IS_TEXT | OR_NULL, NULL, 0},
    {"flags", IS_TEXT | OR_NULL, NULL, 0},
    {"flags_kernel", IS_TEXT | OR_NULL, NULL, 0},
    {"link_order", IS_TEXT | OR_NULL, NULL, 0},
    {"libc", IS_TEXT | OR_NULL, NULL, 0},
    {"git", IS_TEXT | OR_NULL, NULL, 0},
};
static const struct shape config[] = {{"name", IS_TEXT, NULL, 0}};

static const struct shape cache[] = {
    {"level", IS_WHOLE, NULL, 0},
    {"bytes", IS_WHOLE, NULL, 0},
    {"instances", IS_WHOLE, NULL, 0},
};
static const struct shape caches[] = {{NULL, IS_OBJECT, MEMBERS(cache)}};
static const struct shape plugins[] = {{NULL, IS_OBJECT, MEMBERS(texts)}};

static const struct shape identity[] = {
    {"cpu_model", IS_TEXT | OR_NULL, NULL, 0},
    {"topology_digest", IS_TEXT, NULL, 0},
    {"real", IS_TRUTH, NULL, 0},
    {"sockets", IS_WHOLE, NULL, 0},
    {"cores", IS_WHOLE, NULL, 0},
    {"units", IS_WHOLE, NULL, 0},
    {"nodes", IS_WHOLE, NULL, 0},
    {"smt", IS_TRUTH, NULL, 0},
    {"allowed_cpus", IS_LIST, MEMBERS(wholes)},
    {"memory_bytes", IS_WHOLE, NULL, 0},
    {"caches", IS_LIST, MEMBERS(caches)},
    {"isa", IS_TEXT, NULL, 0},
    {"compiler", IS_TEXT | OR_NULL, NULL, 0},
    {"flags", IS_TEXT | OR_NULL, NULL, 0},
    {"flags_kernel", IS_TEXT | OR_NULL, NULL, 0},
    {"pages", IS_LIST, MEMBERS(texts)},
    {"cache", IS_LIST, MEMBERS(texts)},
    {"pin", IS_TEXT, NULL, 0},
    {"plugins", IS_LIST, MEMBERS(plugins)},
};

static const struct shape limits[] = {
    {"memory_left_bytes", IS_WHOLE | OR_NULL, NULL, 0},
    {"memory_bound_by", IS_TEXT | OR_NULL, NULL, 0},
    {"cpus", IS_NUMBER | OR_NULL, NULL, 0},
    {"cpus_bound_by", IS_TEXT | OR_NULL, NULL, 0},
    {"throttled", IS_WHOLE | OR_NULL, NULL, 0},
};
static const struct shape timer[] = {
    {"name", IS_TEXT, NULL, 0},
    {"tick_s", IS_NUMBER | OR_NULL, NULL, 0},
    {"overhead_s", IS_NUMBER | OR_NULL, NULL, 0},
};

static const struct shape state[] = {
    {"kernel", IS_TEXT | OR_NULL, NULL, 0},
    {"architecture", IS_TEXT | OR_NULL, NULL, 0},
    {"governor", IS_TEXT | OR_NULL, NULL, 0},
    {"boost", IS_TRUTH | OR_NULL, NULL, 0},
    {"mhz", IS_NUMBER | OR_NULL, NULL, 0},
    {"load_1min", IS_NUMBER | OR_NULL, NULL, 0},
    {"microcode", IS_TEXT | OR_NULL, NULL, 0},
    {"transparent_huge_pages", IS_TEXT | OR_NULL, NULL, 0},
    {"clocksource", IS_TEXT | OR_NULL, NULL, 0},
    {"aslr", IS_WHOLE | OR_NULL, NULL, 0},
    {"cpu_family_model_stepping", IS_TEXT | OR_NULL, NULL, 0},
    {"hypervisor", IS_TEXT | OR_NULL, NULL, 0},
    {"smt_control", IS_TEXT | OR_NULL, NULL, 0},
    {"isolated_cpus", IS_TEXT | OR_NULL, NULL, 0},
    {"mitigations", IS_OBJECT | OR_NULL, MEMBERS(texts)},
    {"limits", IS_OBJECT, MEMBERS(limits)},
    {"memory_available_bytes", IS_WHOLE | OR_NULL, NULL, 0},
    {"utc", IS_TEXT | OR_NULL, NULL, 0},
    {"clock", IS_OBJECT, MEMBERS(timer)},
};

static const struct shape machine[] = {
    {"identity", IS_OBJECT, MEMBERS(identity)},
    {"state", IS_OBJECT, MEMBERS(state)},
};

static const struct shape resume[] = {
    {"path", IS_TEXT | OR_NULL, NULL, 0},
    {"config", IS_TEXT, NULL, 0},
    {"settings", IS_LIST, MEMBERS(texts)},
    {"filter", IS_TEXT | OR_NULL, NULL, 0},
    {"isa", IS_TEXT | OR_NULL, NULL, 0},
    {"topology", IS_TEXT | OR_NULL, NULL, 0},
    {"seed", IS_TEXT, NULL, 0},
    {"smoke", IS_TRUTH, NULL, 0},
    {"points", IS_WHOLE, NULL, 0},
    {"utc", IS_TEXT | OR_NULL, NULL, 0},
};

static const struct shape effective[] = {
    {"config", IS_OBJECT | OR_NULL, MEMBERS(config)},
    {"processes", IS_WHOLE, NULL, 0},
    {"time_s", IS_NUMBER, NULL, 0},
    {"samples_most", IS_WHOLE, NULL, 0},
    {"random_seed", IS_TEXT, NULL, 0},
    {"filter", IS_TEXT | OR_NULL, NULL, 0},
    {"isa", IS_TEXT | OR_NULL, NULL, 0},
    {"topology", IS_TEXT | OR_NULL, NULL, 0},
    {"smoke", IS_TRUTH, NULL, 0},
    {"environment", IS_OBJECT, MEMBERS(texts)},
};

static const struct shape turns[] = {{"session", IS_TEXT, NULL, 0}, {"side", IS_TEXT, NULL, 0}};

static const struct shape claim_case[] = {
    {"left", IS_TEXT, NULL, 0},
    {"right", IS_TEXT | OR_NULL, NULL, 0},
    {"verdict", IS_TEXT, NULL, 0},
    {"ratio", IS_NUMBER | OR_NULL, NULL, 0},
    {"ratio_ci_low", IS_NUMBER | OR_NULL, NULL, 0},
    {"ratio_ci_high", IS_NUMBER | OR_NULL, NULL, 0},
};
static const struct shape claim_cases[] = {{NULL, IS_OBJECT, MEMBERS(claim_case)}};
static const struct shape claim[] = {
    {"name", IS_TEXT, NULL, 0},
    {"expects", IS_TEXT, NULL, 0},
    {"verdict", IS_TEXT, NULL, 0},
    {"evidence", IS_TEXT, NULL, 0},
    {"by", IS_NUMBER, NULL, 0},
    {"within", IS_NUMBER, NULL, 0},
    {"of_limit", IS_NUMBER, NULL, 0},
    {"cases", IS_LIST, MEMBERS(claim_cases)},
    {"source", IS_TEXT, NULL, 0},
    {"on", IS_TEXT, NULL, 0},
    {"published", IS_NUMBER | OR_NULL, NULL, 0},
    {"tolerance", IS_NUMBER | OR_NULL, NULL, 0},
    {"ours", IS_NUMBER | OR_NULL, NULL, 0},
    {"ours_ci_low", IS_NUMBER | OR_NULL, NULL, 0},
    {"ours_ci_high", IS_NUMBER | OR_NULL, NULL, 0},
};
static const struct shape claims[] = {{NULL, IS_OBJECT, MEMBERS(claim)}};

static const struct shape root_members[] = {
    {"complete", IS_TRUTH, NULL, 0},
    {"tool", IS_OBJECT, MEMBERS(tool)},
    {"argv", IS_LIST, MEMBERS(texts)},
    {"config", IS_OBJECT | OR_NULL, MEMBERS(config)},
    {"config_sha256", IS_TEXT, NULL, 0},
    {"digest", IS_TEXT, NULL, 0},
    {"effective", IS_OBJECT, MEMBERS(effective)},
    {"machine", IS_OBJECT, MEMBERS(machine)},
    {"warnings", IS_LIST, MEMBERS(texts)},
    {"effort", IS_OBJECT, MEMBERS(numbers)},
    {"resume", IS_OBJECT, MEMBERS(resume)},
    {"turns", IS_OBJECT | OR_NULL, MEMBERS(turns)},
    {"claims", IS_LIST, MEMBERS(claims)},
};

/* "a text or null": at most three words. */
static const char *types_text(unsigned types, char *text, size_t size)
{
    static const struct {
        unsigned types;
        const char *words;
    } names[] = {
        {IS_TEXT, "a text"},         {IS_NUMBER, "a number"}, {IS_WHOLE, "a whole number"},
        {IS_TRUTH, "true or false"}, {IS_LIST, "a list"},     {IS_OBJECT, "an object"},
        {OR_NULL, "null"},
    };
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if ((types & names[i].types) != names[i].types)
            continue;
        types &= ~names[i].types;
        length +=
            (size_t)snprintf(text + length, size - length, "%s%s", length ? " or " : "", names[i].words);
    }
    return text;
}

static bool check(const struct json_node *node, const struct shape *shape);

/* Every item of a list, every member of an object. */
static bool check_all(const struct json_node *node, const struct shape *shape)
{
    for (size_t i = 0; i < json_array_size(node->value); i++) {
        const struct json_node item = node_item(node, i);
        if (!check(&item, shape))
            return false;
    }
    const char *key;
    json_t *value;
    json_object_foreach(node->value, key, value)
    {
        const struct json_node member = node_member(node, key);
        if (!check(&member, shape))
            return false;
    }
    return true;
}

static bool check_members(const struct json_node *node, const struct shape *members, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!members[i].name) {
            if (!check_all(node, &members[i]))
                return false;
            continue;
        }
        const struct json_node member = node_member(node, members[i].name);
        if (member.value && !check(&member, &members[i]))
            return false;
    }
    return true;
}

/* As deep as the tables are. */
static bool check(const struct json_node *node, const struct shape *shape)
{
    char expected[64];
    if (!(shape->types >> json_typeof(node->value) & 1))
        return node_unexpected(node, types_text(shape->types, expected, sizeof expected));
    return check_members(node, shape->members, shape->member_count);
}

bool result_shape_check(const struct json_node *root)
{
    return check_members(root, MEMBERS(root_members));
}
