/* SPDX-License-Identifier: MIT */
/* Fields as JSON. */
#include "results/field_json.h"

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

bool flags_read(const json_t *list, unsigned *flags)
{
    *flags = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *const word = json_string_value(json_array_get(list, i));
        unsigned flag;
        if (!word || !flag_find(word, &flag))
            return false;
        *flags |= flag;
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
