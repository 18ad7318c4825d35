/* SPDX-License-Identifier: MIT */
/* Fields as JSON, and back; nothing of what is read is believed. */
#include "results/field_json.h"

#include "registry/registry.h"
#include "json/json_values.h"

#include <math.h>
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

static json_t *value_json(const struct field *field, const struct field_value *value)
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

void fields_add(json_t *object, enum field_group group, const struct field_source *source)
{
    for (size_t i = 0; i < field_count; i++) {
        if (fields[i].group != group)
            continue;
        const struct field_value value = field_get(&fields[i], source);
        json_object_set_new(object, field_key(&fields[i]), value_json(&fields[i], &value));
    }
}

json_t *parameters_json(const struct point *point)
{
    const struct record record = {.point = *point};
    json_t *const object = json_object();

    fields_add(object, FIELD_IN_PARAMETERS, &(struct field_source){.record = &record});
    return object;
}

static bool read_flag(const char *word, unsigned *flags)
{
    char text[64];
    for (unsigned i = 0; i < FLAG_COUNT; i++) {
        if (strcmp(word, flags_text(1u << i, text, sizeof text)) != 0)
            continue;
        *flags |= 1u << i;
        return true;
    }
    return false;
}

bool flags_read(const json_t *list, unsigned *flags)
{
    *flags = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *const word = json_string_value(json_array_get(list, i));
        if (!word || !read_flag(word, flags))
            return false;
    }
    return json_is_array(list);
}

static bool take_number(const json_t *value, double *number)
{
    *number = json_is_null(value) ? NAN : json_number_value(value);
    return json_is_number(value) || json_is_null(value);
}

static bool take_count(const json_t *value, uint64_t most, uint64_t *count)
{
    const json_int_t number = json_integer_value(value);
    *count = (uint64_t)number;
    return json_is_null(value) || (json_is_integer(value) && number >= 0 && (uint64_t)number <= most);
}

bool number_read(const json_t *object, const char *key, double *number)
{
    return take_number(json_object_get(object, key), number);
}

bool count_read(const json_t *object, const char *key, uint64_t most, uint64_t *count)
{
    return take_count(json_object_get(object, key), most, count);
}

/* The index of a word, from the back: of two with one name the later. */
static bool take_word(const struct field *field, const char *word, uint64_t *index)
{
    for (*index = field->word_count; (*index)-- > 0;)
        if (strcmp(field->words[*index], word) == 0)
            return true;
    return false;
}

/* It lives as long as the program: it is one of the registry's. */
static bool take_name(const char *text, const char **name)
{
    *name = NULL;
    for (size_t i = 0; i < registry_count; i++)
        if (strcmp(registry[i]->name, text) == 0)
            *name = registry[i]->name;
    return *name != NULL;
}

static bool take_known(const json_t *json, uint64_t *known)
{
    *known = json_is_true(json) ? YES : json_is_false(json) ? NO : UNKNOWN;
    return json_is_boolean(json) || json_is_null(json);
}

static bool take_flags(const json_t *json, uint64_t *count)
{
    unsigned flags;
    const bool read = flags_read(json, &flags);
    *count = flags;
    return read;
}

static bool take_value(const struct field *field, const json_t *json, struct field_value *value)
{
    const char *const text = json_is_null(json) ? "-" : json_string_value(json);
    switch (field->kind) {
    case FIELD_COUNT:
        return take_count(json, INT64_MAX, &value->count);
    case FIELD_NUMBER:
        return take_number(json, &value->number);
    case FIELD_KNOWN:
        return take_known(json, &value->count);
    case FIELD_FLAGS:
        return take_flags(json, &value->count);
    case FIELD_WORD:
        return text && take_word(field, text, &value->count);
    case FIELD_NAME:
        return json_is_null(json) || (text && take_name(text, &value->name));
    case FIELD_TEXT:
        snprintf(value->text, sizeof value->text, "%s", text && !json_is_null(json) ? text : "");
        return text != NULL;
    }
    return false;
}

bool fields_read(const json_t *result, struct record *record)
{
    for (size_t i = 0; i < field_count; i++) {
        const char *const group = field_groups[fields[i].group].name;
        struct field_value value = {.missing = false};
        if (!field_is_member(&fields[i]))
            continue;
        const json_t *const object = group ? json_object_get(result, group) : result;
        if (!take_value(&fields[i], json_object_get(object, field_key(&fields[i])), &value))
            return false;
        field_set(&fields[i], record, &value);
    }
    return true;
}
