/* SPDX-License-Identifier: MIT */
/* One field of a result: its value out of a record, and into one. */
#include "results/field.h"

#include "base/memory.h"

#include <math.h>
#include <stdarg.h>
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

void cell_set_text(struct cell *cell, const char *text)
{
    snprintf(cell->text, sizeof cell->text, "%s", text ? text : "");
    cell->missing = cell->text[0] == '\0';
}

void cell_set_word(struct cell *cell, const char *text)
{
    cell_set_text(cell, strcmp(text, "-") == 0 ? "" : text);
}

void cell_print(struct cell *cell, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(cell->text, CELL_BYTES, format, values);
    va_end(values);
    cell->missing = cell->text[0] == '\0';
}

void cell_set_count(struct cell *cell, uint64_t count)
{
    cell->count = count;
    cell->missing = false;
}

void cell_set_number(struct cell *cell, double number)
{
    cell->number = number;
    cell->missing = !isfinite(number);
}

void cell_set_known(struct cell *cell, enum known known)
{
    cell_set_count(cell, known);
    cell_set_text(cell, known == UNKNOWN ? "" : known == YES ? "true" : "false");
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

static void get_whole(const struct field *field, const void *member, struct cell *value)
{
    const uint64_t number = whole_at(field, member);
    char text[sizeof value->text];

    cell_set_count(value, number);
    if (field->kind == FIELD_WORD)
        cell_set_word(value, field->words[number]);
    else if (field->kind == FIELD_FLAGS)
        cell_set_word(value, flags_text((unsigned)number, text, sizeof text));
    else if (field->kind == FIELD_KNOWN)
        cell_set_known(value, (enum known)number);
}

static void get_member(const struct field *field, const struct record *record, struct cell *value)
{
    const bool of_record = field->owner == FIELD_OF_RECORD;
    const void *const row = of_record ? (const void *)record : record->point.implementation;
    const char *const member = (const char *)row + field->place;
    double number;

    switch (of_record || field->kind != FIELD_TEXT ? field->kind : FIELD_NAME) {
    case FIELD_TEXT:
        cell_set_word(value, member);
        return;
    case FIELD_NAME:
        memcpy(&value->name, member, sizeof value->name);
        cell_set_text(value, value->name);
        return;
    case FIELD_NUMBER:
        memcpy(&number, member, sizeof number);
        cell_set_number(value, number);
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

struct cell field_get(const struct field *field, const struct record *record)
{
    struct cell value = {.missing = true};

    if (!applies(field, record))
        return value;
    if (field->number)
        cell_set_number(&value, field->number(record));
    else
        (field->size ? get_member : field->get)(field, record, &value);
    return value;
}

void field_set(const struct field *field, void *row, const struct cell *value)
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
