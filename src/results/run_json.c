/* SPDX-License-Identifier: MIT */
/* Facts of a run as JSON, what they may be there, and efforts back. */
#include "results/run_json.h"

#include "json/json_values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
        return known_bool_json((int)number);
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

json_t *run_json(enum run_group group, const void *row, const struct run_source *source)
{
    json_t *const object = json_object();
    for (size_t i = 0; i < run_field_count; i++) {
        const struct run_field *const field = &run_fields[i];
        if (field->group != group)
            continue;
        json_t *const value =
            field->get ? field->get(source) : member_json(field, (const char *)row + field->place);
        if (value && field->name)
            json_object_set_new(object, field->name, value);
        else if (value && json_object_update_new(object, value) != 0)
            break;
    }
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
