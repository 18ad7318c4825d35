/* SPDX-License-Identifier: MIT */
/* Fields as JSON, and back; nothing of the text is believed. */
#include "results/results.h"

#include "base/inert.h"
#include "registry/registry.h"
#include "json/json_load.h"

#include <stdio.h>
#include <string.h>

json_t *flags_json(unsigned flags)
{
    json_t *const array = json_array();
    char text[64];

    for (unsigned i = 0; i < FLAG_COUNT; i++)
        if (flags >> i & 1)
            json_array_append_new(array, json_string(flags_text(1u << i, text, sizeof text)));
    return array;
}

static json_t *value_json(const struct field *field, const struct cell *value)
{
    if (field->kind == FIELD_FLAGS)
        return flags_json((unsigned)value->count);
    if (value->missing)
        return json_null();
    if (field->kind == FIELD_KNOWN)
        return json_boolean(value->count == YES);
    if (field->kind == FIELD_COUNT)
        return json_integer((json_int_t)value->count);
    return field->kind == FIELD_NUMBER ? number_json(value->number) : text_json(value->text);
}

void fields_add(json_t *object, enum field_group group, const struct record *record)
{
    for (size_t i = 0; i < field_count; i++) {
        if (fields[i].group != group)
            continue;
        const struct cell value = field_get(&fields[i], record);
        json_object_set_new(object, field_key(&fields[i]), value_json(&fields[i], &value));
    }
}

/* A field on its way from its place in the text. */
struct field_reading {
    const struct field *field;
    const struct json_node *node;
    bool lenient; /* unknown flags and names are left out */
};

static bool read_number(const struct field_reading *reading, struct cell *value)
{
    const json_t *const json = reading->node->value;
    const bool negative = reading->field->negative;
    value->number = json_number_value(json);
    if (json_is_number(json) && (negative || value->number >= 0))
        return true;
    return node_unexpected(reading->node, negative ? "a number" : "a number, not negative");
}

static bool read_count(const struct field_reading *reading, struct cell *value)
{
    const struct field_range range = field_range(reading->field);
    return node_count(reading->node, range.minimum, range.maximum, &value->count);
}

static bool read_word(const struct field_reading *reading, struct cell *value)
{
    const struct field_words words = field_words(reading->field);
    size_t index;
    if (!node_word(reading->node, reading->field->name, words.names, words.count, &index))
        return false;
    value->count = words.first + index;
    return true;
}

/* The registry's name lives as long as the program. */
static bool read_name(const struct field_reading *reading, struct cell *value)
{
    const char *name;
    if (!node_string(reading->node, &name))
        return false;
    for (size_t i = 0; i < registry_count; i++)
        if (strcmp(registry[i]->name, name) == 0)
            value->name = registry[i]->name;
    return value->name || reading->lenient || node_unexpected(reading->node, "the name of an implementation");
}

static bool read_known(const struct field_reading *reading, struct cell *value)
{
    const json_t *const json = reading->node->value;
    value->count = json_is_true(json) ? YES : NO;
    return json_is_boolean(json) || node_unexpected(reading->node, "true or false");
}

bool flags_read(const struct json_node *list, bool lenient, unsigned *flags)
{
    *flags = 0;
    if (!json_is_array(list->value))
        return node_unexpected(list, "a list of flags");
    for (size_t i = 0; i < json_array_size(list->value); i++) {
        const struct json_node item = node_item(list, i);
        const char *word;
        unsigned flag;
        if (!node_string(&item, &word))
            return false;
        if (flag_find(word, &flag))
            *flags |= flag;
        else if (!lenient)
            return node_unexpected(&item, "a flag");
    }
    return true;
}

static bool read_flags(const struct field_reading *reading, struct cell *value)
{
    unsigned flags;
    const bool read = flags_read(reading->node, reading->lenient, &flags);
    value->count = flags;
    return read;
}

static bool read_text(const struct field_reading *reading, struct cell *value)
{
    if (!node_string(reading->node, &value->name))
        return false;
    snprintf(value->text, sizeof value->text, "%s", value->name);
    text_inert(value->text);
    return true;
}

static bool read_value(const struct field_reading *reading, struct cell *value)
{
    static bool (*const readers[])(const struct field_reading *reading, struct cell *value) = {
        [FIELD_TEXT] = read_text,   [FIELD_COUNT] = read_count, [FIELD_NUMBER] = read_number,
        [FIELD_WORD] = read_word,   [FIELD_NAME] = read_name,   [FIELD_KNOWN] = read_known,
        [FIELD_FLAGS] = read_flags,
    };
    value->missing = json_is_null(reading->node->value) && !reading->field->required;
    return value->missing || readers[reading->field->kind](reading, value);
}

static bool read_field(const struct field *field, const struct json_node *group, struct record *record,
                       struct implementation *described)
{
    const struct json_node node = node_member(group, field_key(field));
    struct cell value = {.missing = false};
    const bool needed = !described || field->required;
    if (needed ? !node_object(group) : node_absent(group))
        return !needed;
    if (!node_object(group))
        return false;
    if (!needed && node.value == NULL)
        return true;
    if (!read_value(&(struct field_reading){field, &node, described != NULL}, &value))
        return false;
    if (field->size)
        field_set(field, field_is_member(field) ? (void *)record : described, &value);
    else if (!value.missing && field->set)
        field->set(field, record, described, &value);
    return true;
}

bool fields_read(const struct json_node *result, struct record *record, struct implementation *described)
{
    if (described)
        record->point.implementation = described;
    for (size_t i = 0; i < field_count; i++) {
        const char *const name = field_groups[fields[i].group].name;
        const struct json_node group = name ? node_member(result, name) : *result;
        if (field_is_member(&fields[i]) || (described && fields[i].group != FIELD_ELSEWHERE))
            if (!read_field(&fields[i], &group, record, described))
                return false;
    }
    return true;
}

bool fields_read_parameters(const struct json_node *object, struct record *record,
                            struct implementation *described)
{
    record->point.implementation = described;
    for (size_t i = 0; i < field_count; i++)
        if (fields[i].group == FIELD_IN_PARAMETERS && !read_field(&fields[i], object, record, described))
            return false;
    return true;
}
