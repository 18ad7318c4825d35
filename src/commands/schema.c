/* SPDX-License-Identifier: MIT */
/* The JSON Schema of configs, for editors, from the tables that read them. */
#include "commands/commands.h"

#include "sweep/config_members.h"

#include <stdio.h>
#include <string.h>

enum { REFERENCE = 96, NUMBER = 24 };

#define DIGITS "[0-9]+(\\.[0-9]*)?"

static json_t *reference(const char *name)
{
    char place[REFERENCE];
    snprintf(place, sizeof place, "#/definitions/%s", name);
    return json_pack("{s:s}", "$ref", place);
}

static json_t *any_of(json_t *one, json_t *other)
{
    return json_pack("{s:[o,o]}", "anyOf", one, other);
}

static json_t *one_or_list(json_t *value, uint64_t minimum, uint64_t maximum)
{
    json_t *const list = json_pack("{s:s, s:I}", "type", "array", "minItems", (json_int_t)minimum);
    if (maximum)
        json_object_set_new(list, "maxItems", json_integer((json_int_t)maximum));
    json_object_set(list, "items", value);
    return any_of(value, list);
}

static json_t *words_schema(const char *const *words, size_t count)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_string(words[i]));
    return json_pack("{s:o}", "enum", list);
}

/* A maximum that JSON has no integer for is left out. */
static json_t *count_schema(uint64_t minimum, uint64_t maximum)
{
    json_t *const number = json_pack("{s:s, s:I}", "type", "integer", "minimum", (json_int_t)minimum);
    if (maximum <= INT64_MAX)
        json_object_set_new(number, "maximum", json_integer((json_int_t)maximum));
    return any_of(number, reference("count_text"));
}

/* Without a maximum where `most` is 0. */
static json_t *number_schema(double least, double most)
{
    json_t *const number = json_pack("{s:s, s:f}", "type", "number", "minimum", least);
    if (most > 0)
        json_object_set_new(number, "maximum", json_real(most));
    return number;
}

static json_t *pattern_schema(const char *pattern)
{
    return json_pack("{s:s, s:s}", "type", "string", "pattern", pattern);
}

/* Powers of two as numbers and as texts. */
static json_t *powers_schema(const struct axis_info *info)
{
    json_t *const list = json_array();
    for (uint64_t value = info->minimum; value <= info->maximum; value *= 2) {
        char text[NUMBER];
        snprintf(text, sizeof text, "%ju", (uintmax_t)value);
        json_array_append_new(list, json_integer((json_int_t)value));
        json_array_append_new(list, json_string(text));
    }
    return json_pack("{s:o}", "enum", list);
}

/* One value, a list, or a range. */
static json_t *axis_schema(enum axis axis)
{
    const struct axis_info *const info = &axis_info[axis];
    const char *words[AXIS_WORDS];
    const size_t count = axis_words(axis, words);
    json_t *value;
    if (info->kind == AXIS_IS_FRACTION)
        value = number_schema(0, 1);
    else if (info->kind == AXIS_IS_CHOICE)
        value = words_schema(words, count);
    else if (info->power_of_two)
        value = powers_schema(info);
    else
        value = count_schema(info->minimum, info->maximum);
    if (info->kind == AXIS_IS_COUNT && count)
        json_array_append_new(json_object_get(value, "anyOf"), words_schema(words, count));
    json_t *const values = one_or_list(value, 1, 0);
    if (info->kind == AXIS_IS_COUNT && !info->power_of_two)
        json_array_append_new(json_object_get(values, "anyOf"), reference("range"));
    json_object_set_new(values, "description", json_string(info->help));
    return values;
}

static json_t *zip_schema(void)
{
    json_t *const axes = json_object();
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        json_object_set_new(axes, axis_key(axis), reference(axis_key(axis)));
    return json_pack("{s:s, s:i, s:b, s:o}", "type", "object", "minProperties", 1, "additionalProperties", 0,
                     "properties", axes);
}

static json_t *list_schema(const struct config_member *member)
{
    json_t *items = reference("conditions");
    if (member->tables) {
        json_t *const tables = json_array();
        for (size_t i = 0; i < member->tables; i++)
            json_array_append_new(tables, reference(member->table[i].name));
        json_decref(items);
        items = json_pack("{s:o}", "anyOf", tables);
    }
    return json_pack("{s:s, s:i, s:I, s:o}", "type", "array", "minItems", member->expected ? 0 : 1,
                     "maxItems", (json_int_t)member->maximum, "items", items);
}

static json_t *text_schema(const struct config_member *member)
{
    json_t *const text = json_pack("{s:s}", "type", "string");
    if (member->pattern)
        json_object_set_new(text, "pattern", json_string(member->pattern));
    if (member->size)
        json_object_set_new(text, "maxLength", json_integer((json_int_t)member->size - 1));
    return text;
}

/* A number or a formula. */
static json_t *formula_schema(const struct config_member *member)
{
    return any_of(number_schema(member->least, 0),
                  json_pack("{s:s, s:i}", "type", "string", "maxLength", EXPECTATION_FORMULA - 1));
}

static json_t *quotient_schema(const struct config_member *member)
{
    json_t *const formula = formula_schema(member);
    json_array_append_new(json_object_get(formula, "anyOf"), reference("conditions"));
    return formula;
}

static json_t *kind_schema(const struct config_member *member)
{
    switch (member->kind) {
    case MEMBER_OBJECT:
        return reference(member->table->name);
    case MEMBER_TEXT:
        return text_schema(member);
    case MEMBER_TEXTS:
        return one_or_list(json_pack("{s:s}", "type", "string"), 1, member->maximum);
    case MEMBER_WORD:
    case MEMBER_NAME:
        return words_schema(member->words, member->word_count);
    case MEMBER_WORDS:
        return one_or_list(words_schema(member->words, member->word_count), member->minimum, 0);
    case MEMBER_COUNT:
        return count_schema(member->minimum, member->maximum);
    case MEMBER_NUMBER:
        return number_schema(member->least, member->most);
    case MEMBER_FORMULA:
        return formula_schema(member);
    case MEMBER_QUOTIENT:
        return quotient_schema(member);
    case MEMBER_TIME:
        return pattern_schema("^" DIGITS "(ns|us|ms|s|m|h)$");
    case MEMBER_TRUTH:
        return json_pack("{s:s}", "type", "boolean");
    case MEMBER_AXIS:
        return reference(axis_key(member->axis));
    case MEMBER_ZIP:
        return zip_schema();
    case MEMBER_CONDITIONS:
        return reference("conditions");
    case MEMBER_NAMES:
        return json_pack("{s:s, s:o}", "type", "object", "additionalProperties",
                         pattern_schema(member->pattern));
    case MEMBER_LIST:
        return list_schema(member);
    }
    return NULL;
}

/* What stands beside a reference is not read, but a description is shown. */
static json_t *table_schema(const struct member_table *table)
{
    json_t *const required = json_array(), *const properties = json_object();
    for (size_t i = 0; i < table->count; i++) {
        const struct config_member *const member = &table->members[i];
        json_t *const value = kind_schema(member);
        if (member->kind != MEMBER_AXIS)
            json_object_set_new(value, "description", json_string(member_help(member)));
        if (member->required)
            json_array_append_new(required, json_string(member_key(member)));
        json_object_set_new(properties, member_key(member), value);
    }
    json_t *const object = json_pack("{s:s, s:o, s:b, s:o}", "type", "object", "required", required,
                                     "additionalProperties", 0, "properties", properties);
    if (table->rules)
        json_object_update_new(object, json_loads(table->rules, 0, NULL));
    return object;
}

static json_t *range_schema(void)
{
    return json_pack("{s:s, s:[s,s], s:b, s:{s:o, s:o, s:o, s:o}, s:[{s:[s]}, {s:[s]}]}", "type", "object",
                     "required", "from", "to", "additionalProperties", 0, "properties", "from",
                     count_schema(0, UINT64_MAX), "to", count_schema(0, UINT64_MAX), "multiply",
                     count_schema(2, UINT64_MAX), "add", count_schema(1, UINT64_MAX), "oneOf", "required",
                     "multiply", "required", "add");
}

static json_t *conditions_schema(void)
{
    json_t *const properties = json_object();
    for (unsigned field = 0; field < FILTER_FIELDS; field++)
        json_object_set_new(properties, filter_field(field),
                            json_pack("{s:[s,s], s:i}", "type", "string", "number", "minimum", 0));
    return json_pack("{s:s, s:i, s:i, s:b, s:o}", "type", "object", "minProperties", 1, "maxProperties",
                     FILTER_TERMS, "additionalProperties", 0, "properties", properties);
}

/* The tables that a table refers to, and theirs. */
static void define_tables(json_t *definitions, const struct member_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct config_member *const member = &table->members[i];
        const size_t tables = member->kind == MEMBER_OBJECT ? 1 : member->tables;
        for (size_t j = 0; j < tables; j++) {
            json_object_set_new(definitions, member->table[j].name, table_schema(&member->table[j]));
            define_tables(definitions, &member->table[j]);
        }
    }
}

/* What holds properties or definitions takes a line for each member, and all else one line. */
static void print(json_t *value, const char *key, int indent)
{
    const bool is_list = strcmp(key, "properties") == 0 || strcmp(key, "definitions") == 0;
    if (!is_list && !json_object_get(value, "properties")) {
        json_dumpf(value, stdout, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
        return;
    }
    const char *member, *before = "{";
    json_t *item;
    json_object_foreach(value, member, item)
    {
        printf("%s\n%*s\"%s\": ", before, indent + 1, "", member);
        print(item, member, indent + 1);
        before = ",";
    }
    printf("\n%*s}", indent, "");
}

void schema_print(void)
{
    json_t *const definitions = json_object();
    json_t *const root = json_pack("{s:s, s:s}", "$schema", "http://json-schema.org/draft-07/schema#",
                                   "title", "scanbench sweep");
    json_object_set_new(definitions, "count_text",
                        pattern_schema("^([0-9]+(k|M|G|Ki|Mi|Gi)?|" DIGITS "[eE][+-]?[0-9]+)$"));
    json_object_set_new(definitions, "range", range_schema());
    json_object_set_new(definitions, "conditions", conditions_schema());
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        json_object_set_new(definitions, axis_key(axis), axis_schema(axis));
    define_tables(definitions, &config_table);
    json_object_update_new(root, table_schema(&config_table));
    json_object_set_new(root, "definitions", definitions);
    print(root, "", 0);
    putchar('\n');
    json_decref(root);
}
