/* SPDX-License-Identifier: MIT */
/* Fields as JSON. */
#include "results/field_json.h"

#include "json/json_values.h"

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
