/* SPDX-License-Identifier: MIT */
/* One sweep of a config: primitives, algorithms, axes, zip, exclude. */

#include "base/memory.h"
#include "base/text.h"
#include "registry/registry.h"
#include "sweep/algorithm_words.h"
#include "sweep/config_members.h"

#include <stdio.h>
#include <stdlib.h>

enum { PATTERNS = 1024, EXCLUDES = 1024 };

static bool parse_primitives(const struct json_node *node, void *to)
{
    struct sweep *const sweep = to;
    if (json_is_array(node->value) && !node_list(node, PRIMITIVE_COUNT))
        return false;
    for (size_t i = 0; i < values_count(node); i++) {
        const struct json_node item = value_at(node, i);
        size_t primitive;
        if (!node_word(&item, "primitive", primitive_names, PRIMITIVE_COUNT, &primitive))
            return false;
        sweep->primitives[primitive] = true;
    }
    return true;
}

static unsigned primitive_bits(const struct sweep *sweep)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < PRIMITIVE_COUNT; i++)
        bits |= sweep->primitives[i] ? 1u << i : 0;
    return bits;
}

static bool matches_any(const char *pattern, unsigned primitives)
{
    const char *names[WORDS_ALGORITHMS];
    const size_t count = words_algorithms(names, primitives);
    for (size_t i = 0; i < count; i++)
        if (text_glob(pattern, names[i]))
            return true;
    return false;
}

/* "; 'group/lookback' is of scan or compact": the primitives that have an algorithm that the pattern matches.
 */
static char *owner_text(const char *pattern, char *text, size_t size)
{
    unsigned owners = 0;
    snprintf(text, size, "; '%.64s' is of", pattern);
    for (size_t i = 0; i < registry_count; i++)
        owners |= text_glob(pattern, registry[i]->name) ? 1u << registry[i]->primitive : 0;
    const char *before = " ";
    for (unsigned primitive = 0; primitive < PRIMITIVE_COUNT; primitive++)
        if (owners & 1u << primitive) {
            text_add(text, size, "%s%s", before, primitive_names[primitive]);
            before = " or ";
        }
    return text;
}

static bool parse_pattern(const struct json_node *node, struct sweep *sweep)
{
    const char *pattern;
    const unsigned primitives = primitive_bits(sweep);
    char meant[WORDS_TEXT], expected[2 * WORDS_TEXT];
    if (!node_string(node, &pattern))
        return false;
    if (!matches_any(pattern, primitives)) {
        const bool is_elsewhere = matches_any(pattern, ~0u);
        const char *const suggested = words_suggest_algorithm(meant, pattern, primitives);
        snprintf(expected, sizeof expected,
                 "a name or glob of what 'scanbench list' shows for the primitive%s",
                 is_elsewhere ? owner_text(pattern, meant, sizeof meant)
                 : *suggested ? suggested
                              : "; those of a plugin need --plugin");
        return node_fail(node, expected, "no algorithm%s matches '%.128s'",
                         is_elsewhere ? " of the primitive" : "", pattern);
    }
    sweep->patterns[sweep->pattern_count++] = memory_text(pattern);
    return true;
}

static bool parse_algorithms(const struct json_node *node, void *to)
{
    struct sweep *const sweep = to;
    if (!node->value)
        return node_unexpected(node, "names or globs of algorithms");
    if (json_is_array(node->value) && !node_list(node, PATTERNS))
        return false;
    sweep->patterns = memory_array(values_count(node), sizeof *sweep->patterns);
    for (size_t i = 0; i < values_count(node); i++) {
        const struct json_node item = value_at(node, i);
        if (!parse_pattern(&item, sweep))
            return false;
    }
    return true;
}

static bool zip_axis(const struct json_node *node, enum axis axis, struct sweep *sweep)
{
    struct axis_values *const values = &sweep->axis[axis];
    struct axis_zip *const zip = &sweep->zip;
    if (values->count)
        return node_fail_key(node, "it either in zip or beside it", "'%s' is given twice", node->key);
    if (!axis_parse(node, axis, values))
        return false;
    if (zip->axes && values->count != zip->length) {
        char expected[64];
        snprintf(expected, sizeof expected, "%zu, as on the axis before", zip->length);
        return node_fail(node, expected, "%zu values", values->count);
    }
    zip->axes |= AXIS_BIT(axis);
    zip->length = values->count;
    return true;
}

static bool parse_zip(const struct json_node *node, void *sweep)
{
    const char *keys[AXIS_COUNT];
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        keys[axis] = axis_key(axis);
    if (!node_object(node) || !node_keys(node, keys, AXIS_COUNT))
        return false;
    if (!json_object_size(node->value))
        return node_fail(node, "lists of values by axis", "an empty zip");
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const struct json_node member = node_member(node, keys[axis]);
        if (member.value && !zip_axis(&member, axis, sweep))
            return false;
    }
    return true;
}

static bool parse_excluded(const struct json_node *node, void *filter)
{
    return conditions_parse(node, filter, false);
}

void sweep_fill(struct sweep *sweep, const struct axis_values *defaults)
{
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (!sweep->axis[axis].count && defaults[axis].count)
            axis_copy(&defaults[axis], &sweep->axis[axis]);
}

#define AXIS(NAME, ...) {NULL, MEMBER_AXIS, MEMBER_AT(sweep, axis[AXIS_##NAME]), .axis = AXIS_##NAME},
static const struct config_member sweep_members[] = {
    {"primitive", MEMBER_WORDS, .parse = parse_primitives, .words = primitive_names,
     .word_count = PRIMITIVE_COUNT, .minimum = 1,
     .help = "One or a list, default scan. A recurrence is h[i] = a[i]h[i-1] + x[i], and the sums of a "
             "segmented-scan "
             "start anew at heads. What bounds them is copy (scans), read (reductions and counts), read2 "
             "(dot products), partial-copy (compactions) or messages (exclusive scans over ranks)."},
    {"algorithm", MEMBER_TEXTS, .parse = parse_algorithms, .required = true, .maximum = PATTERNS,
     .help = "A glob or a list of globs on the names that scanbench list prints; * also matches /. Each "
             "must match."},
#include "implementation/axis.def"
    {"zip", MEMBER_ZIP, .parse = parse_zip,
     .help = "An object of axes, lists of one length, that walk together."},
    {"exclude", MEMBER_LIST, MEMBER_AT(sweep, exclude), .counted = offsetof(struct sweep, exclude_count),
     .maximum = EXCLUDES, .item_bytes = sizeof(struct filter), .parse = parse_excluded,
     .help = "A list of objects: a point that meets every condition of one of them is dropped. A condition "
             "is a value, or a string that starts with <, <=, >, >=, = or !=."},
};
#undef AXIS
const struct member_table sweep_table = {
    MEMBERS(sweep_members), "sweep",
    "{\"anyOf\": [{\"required\": [\"sizes\"]}, {\"required\": [\"zip\"], "
    "\"properties\": {\"zip\": {\"required\": [\"sizes\"]}}}]}"};

bool sweep_parse(const struct json_node *node, void *to)
{
    struct sweep *const sweep = to;
    sweep->primitives[PRIMITIVE_SCAN] = !node_member(node, "primitive").value; /* where none is named */
    if (!members_parse(node, &sweep_table, sweep))
        return false;
    if (!sweep->axis[AXIS_N].count) {
        const struct json_node sizes = node_member(node, axis_key(AXIS_N));
        return node_unexpected(&sizes, "numbers of elements, such as [\"1Ki\", \"1Mi\"]");
    }
    return true;
}

void sweep_close(struct sweep *sweep)
{
    for (size_t i = 0; i < sweep->pattern_count; i++)
        free(sweep->patterns[i]);
    free(sweep->patterns);
    free(sweep->exclude);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        axis_close(&sweep->axis[axis]);
    *sweep = (struct sweep){0};
}
