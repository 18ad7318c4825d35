/* SPDX-License-Identifier: MIT */
/* Conditions on points as an object of a config: "exclude", "where", the sides of a claim, a chart's filter.
 */
#include "sweep/config_conditions.h"

#include <stdio.h>
#include <string.h>

enum { CONDITION_BYTES = 256 };

/* The condition of a member: a text as it is, a number as text. */
static bool condition_text(const struct json_node *node, char text[CONDITION_BYTES])
{
    static const char expected[] = "a value or a condition such as \"<1Ki\"";
    const char *const string = json_string_value(node->value);
    uint64_t count;
    if (string && strlen(string) < CONDITION_BYTES)
        strcpy(text, string);
    else if (json_is_integer(node->value))
        snprintf(text, CONDITION_BYTES, "%" JSON_INTEGER_FORMAT, json_integer_value(node->value));
    else if (!json_is_real(node->value))
        return node_unexpected(node, expected);
    else if (json_real_value(node->value) <= 1)
        snprintf(text, CONDITION_BYTES, "%.9f", json_real_value(node->value));
    else if (!node_count(node, 0, UINT64_MAX, &count))
        return node_unexpected(node, expected);
    else
        snprintf(text, CONDITION_BYTES, "%llu", (unsigned long long)count);
    return true;
}

/* filter_add, its error placed: WHAT; expected … */
static bool add_condition(const struct json_node *node, struct filter *filter)
{
    char text[CONDITION_BYTES];
    struct error inner = {0};
    if (!condition_text(node, text))
        return false;
    if (filter_add(filter, node->key, text, &inner))
        return true;
    return node_fail_key(node, error_expected(&inner, "a condition"), "%.*s", error_what_length(&inner),
                         inner.text);
}

bool conditions_parse(const struct json_node *node, struct filter *filter)
{
    const char *key;
    json_t *value;
    if (!json_is_object(node->value))
        return node_unexpected(node, "an object of conditions, such as { \"arrangement\": \"blocked\" }");
    if (!json_object_size(node->value))
        return node_fail(node, "at least one condition", "an empty object, which every point meets");
    json_object_foreach(node->value, key, value)
    {
        const struct json_node member = node_member(node, key);
        if (!add_condition(&member, filter))
            return false;
    }
    return true;
}
