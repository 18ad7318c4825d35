/* SPDX-License-Identifier: MIT */
/* One field of a result: its value out of a record, and into one. */
#include "results/field.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct field_group_info field_groups[FIELD_GROUPS] = {
    [FIELD_IN_PARAMETERS] = {"parameters", ""},
    [FIELD_IN_STATISTICS] = {"statistics", ""},
    [FIELD_IN_LIMIT] = {"limit", "limit_"},
    [FIELD_IN_VERIFY] = {"verify", ""},
    [FIELD_IN_PLACEMENT] = {"placement", ""},
    [FIELD_IN_RESULT] = {NULL, ""},
    [FIELD_ELSEWHERE] = {NULL, ""},
};

void field_value_text(struct field_value *value, const char *text)
{
    snprintf(value->text, sizeof value->text, "%s", text);
    value->missing = text[0] == '\0' || strcmp(text, "-") == 0;
}

void field_value_count(struct field_value *value, uint64_t count)
{
    value->count = count;
    value->missing = false;
}

void field_value_number(struct field_value *value, double number)
{
    value->number = number;
    value->missing = !isfinite(number);
}

void field_value_known(struct field_value *value, enum known known)
{
    field_value_count(value, known);
    field_value_text(value, known == UNKNOWN ? "" : known == YES ? "true" : "false");
}

bool field_is_member(const struct field *field)
{
    return field->size > 0 && field->owner == FIELD_OF_RECORD;
}

struct field_words field_words(const struct field *field)
{
    const bool of_axis = !field->description;
    const struct axis_info *const axis = &axis_info[of_axis ? field->which : 0];
    const unsigned first = of_axis ? 1 : field->first_word;
    const char *const *const names = of_axis ? axis->names : field->words;

    return (struct field_words){names + first, (of_axis ? axis->count : field->word_count) - first, first};
}

struct field_range field_range(const struct field *field)
{
    const bool of_axis = !field->description;
    const struct axis_info *const axis = &axis_info[of_axis ? field->which : 0];

    return of_axis ? (struct field_range){axis->minimum, axis->maximum} : (struct field_range){0, INT64_MAX};
}

const char *field_key(const struct field *field)
{
    return field->name + strlen(field_groups[field->group].prefix);
}

static bool applies(const struct field *field, const struct record *record)
{
    return (field->group != FIELD_IN_STATISTICS && field->group != FIELD_IN_LIMIT) || record_measured(record);
}

/* Counts, and enums of whatever width. */
static uint64_t whole_at(const struct field *field, const void *member)
{
    if (field->size == sizeof(uint64_t)) {
        uint64_t number;
        memcpy(&number, member, sizeof number);
        return number;
    }
    unsigned number;
    memcpy(&number, member, sizeof number);
    return number;
}

static void get_whole(const struct field *field, const void *member, struct field_value *value)
{
    const uint64_t number = whole_at(field, member);
    char text[sizeof value->text];

    field_value_count(value, number);
    if (field->kind == FIELD_WORD)
        field_value_text(value, field->words[number]);
    else if (field->kind == FIELD_FLAGS)
        field_value_text(value, flags_text((unsigned)number, text, sizeof text));
    else if (field->kind == FIELD_KNOWN)
        field_value_known(value, (enum known)number);
}

static void get_member(const struct field *field, const struct record *record, struct field_value *value)
{
    const bool of_record = field->owner == FIELD_OF_RECORD;
    const void *const row = of_record ? (const void *)record : record->point.implementation;
    const char *const member = (const char *)row + field->place;
    double number;

    switch (of_record || field->kind != FIELD_TEXT ? field->kind : FIELD_NAME) {
    case FIELD_TEXT:
        field_value_text(value, member);
        return;
    case FIELD_NAME:
        memcpy(&value->name, member, sizeof value->name);
        field_value_text(value, value->name ? value->name : "");
        return;
    case FIELD_NUMBER:
        memcpy(&number, member, sizeof number);
        field_value_number(value, number);
        return;
    case FIELD_COUNT:
    case FIELD_WORD:
    case FIELD_KNOWN:
    case FIELD_FLAGS:
        get_whole(field, member, value);
    }
}

bool field_is_text(const struct field *field)
{
    return field->kind != FIELD_COUNT && field->kind != FIELD_NUMBER;
}

struct field_value field_get(const struct field *field, const struct record *record)
{
    struct field_value value = {.missing = true};

    if (!applies(field, record))
        return value;
    if (field->number)
        field_value_number(&value, field->number(record));
    else
        (field->size ? get_member : field->get)(field, record, &value);
    return value;
}

void field_set(const struct field *field, void *row, const struct field_value *value)
{
    char *const member = (char *)row + field->place;
    const double number = value->missing ? NAN : value->number;

    switch (field->owner == FIELD_OF_RECORD || field->kind != FIELD_TEXT ? field->kind : FIELD_NAME) {
    case FIELD_TEXT:
        snprintf(member, field->size, "%s", value->text);
        return;
    case FIELD_NAME:
        memcpy(member, &value->name, sizeof value->name);
        return;
    case FIELD_NUMBER:
        memcpy(member, &number, sizeof number);
        return;
    case FIELD_COUNT:
    case FIELD_WORD:
    case FIELD_KNOWN:
    case FIELD_FLAGS:
        memory_set_whole(member, field->size, value->count);
    }
}
