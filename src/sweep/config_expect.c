/* SPDX-License-Identifier: MIT */
/* The claims of a config: what it expects to be faster than what, or the same. */
#include "sweep/config_expect.h"

#include "base/inert.h"
#include "base/memory.h"
#include "sweep/config_conditions.h"

#include <stdlib.h>
#include <string.h>

static const double by_most = 1e6;

static bool parse_name(const struct json_node *node, struct expectation *expectation)
{
    const char *text;
    if (!node_string(node, &text))
        return false;
    if (text[0] == '\0' || strlen(text) >= EXPECTATION_NAME || !text_is_inert(text))
        return node_unexpected(node, "a line of at most 255 bytes, without control characters");
    strcpy(expectation->name, text);
    return true;
}

static bool parse_factor(const struct json_node *node, double least, double most, const char *expected,
                         double *factor)
{
    *factor = json_number_value(node->value);
    return (json_is_number(node->value) && *factor >= least && *factor <= most) ||
           node_unexpected(node, expected);
}

static bool parse_sides(const struct json_node *node, const char *left_key, const char *right_key,
                        struct expectation *expectation)
{
    const struct json_node left = node_member(node, left_key), right = node_member(node, right_key);
    const struct json_node where = node_member(node, "where");
    return conditions_parse(&left, &expectation->left) && conditions_parse(&right, &expectation->right) &&
           (!where.value ||
            (conditions_parse(&where, &expectation->left) && conditions_parse(&where, &expectation->right)));
}

static bool parse_faster(const struct json_node *node, struct expectation *expectation)
{
    static const char *const keys[] = {"name", "faster", "than", "by", "where"};
    const struct json_node by = node_member(node, "by");
    return node_keys(node, keys, sizeof keys / sizeof keys[0]) &&
           parse_sides(node, "faster", "than", expectation) &&
           (!by.value || parse_factor(&by, 1, by_most, "a factor from 1 on", &expectation->by));
}

static bool parse_same(const struct json_node *node, struct expectation *expectation)
{
    static const char *const keys[] = {"name", "same", "as", "within", "where"};
    const struct json_node within = node_member(node, "within");
    expectation->kind = EXPECT_SAME;
    return node_keys(node, keys, sizeof keys / sizeof keys[0]) &&
           parse_sides(node, "same", "as", expectation) &&
           (!within.value ||
            parse_factor(&within, 1e-6, 1, "a share from 1e-6 to 1, such as 0.05", &expectation->within));
}

static bool parse_reaches(const struct json_node *node, struct expectation *expectation)
{
    static const char *const keys[] = {"name", "reaches", "of_limit", "where"};
    const struct json_node left = node_member(node, "reaches"), of_limit = node_member(node, "of_limit");
    const struct json_node where = node_member(node, "where");
    expectation->kind = EXPECT_REACHES;
    return node_keys(node, keys, sizeof keys / sizeof keys[0]) &&
           conditions_parse(&left, &expectation->left) &&
           (!where.value || conditions_parse(&where, &expectation->left)) &&
           parse_factor(&of_limit, 1e-6, 1, "a share from 1e-6 to 1, such as 0.9", &expectation->of_limit);
}

static bool parse_expectation(const struct json_node *node, struct expectation *expectation)
{
    *expectation = (struct expectation){.by = 1, .within = 0.05};
    if (!node_object(node))
        return false;
    const struct json_node name = node_member(node, "name"), faster = node_member(node, "faster");
    const struct json_node same = node_member(node, "same"), reaches = node_member(node, "reaches");
    if (!parse_name(&name, expectation))
        return false;
    if (!!faster.value + !!same.value + !!reaches.value != 1)
        return node_fail(node,
                         "\"faster\" and \"than\", \"same\" and \"as\", or \"reaches\" and \"of_limit\"",
                         faster.value || same.value || reaches.value
                             ? "more than one of \"faster\", \"same\" and \"reaches\""
                             : "none of \"faster\", \"same\" and \"reaches\"");
    if (reaches.value)
        return parse_reaches(node, expectation);
    return faster.value ? parse_faster(node, expectation) : parse_same(node, expectation);
}

bool expectations_parse(const struct json_node *node, struct expectation **expectations, size_t *count)
{
    const size_t size = json_array_size(node->value);
    if (!json_is_array(node->value) || size > EXPECTATIONS_MAX)
        return node_unexpected(node, "a list of at most 1024 claims");
    *expectations = memory_array(size + 1, sizeof **expectations);
    for (*count = 0; *count < size; (*count)++) {
        const struct json_node item = node_item(node, *count);
        if (!parse_expectation(&item, &(*expectations)[*count]))
            return false;
    }
    return true;
}
