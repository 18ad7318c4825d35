/* SPDX-License-Identifier: MIT */
/* The value of a cell as people read it, and as programs do. */
#include "report/report_state.h"

#include "base/inert.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { DECIMALS_BELOW = 10 };
static const double most_factor = 1000, least_factor = 0.001, small_factor = 0.01, vague_factor = 10;

/* A factor beyond what anybody quotes; one within has up to three digits, and one at least. */
static void factor_text(double factor, char *text)
{
    if (factor > most_factor)
        snprintf(text, CELL_BYTES, "over %.0fx", most_factor);
    else if (factor < least_factor)
        snprintf(text, CELL_BYTES, "under %.3fx", least_factor);
    else
        snprintf(text, CELL_BYTES, "%.*fx",
                 factor < small_factor     ? 3
                 : factor < DECIMALS_BELOW ? 2
                                           : 1,
                 factor);
}

static void share_text(double share, const char *format, char *text)
{
    const double percent = 100 * share;
    char number[32];
    snprintf(number, sizeof number, format, fabs(percent) < DECIMALS_BELOW ? 1 : 0, percent);
    snprintf(text, CELL_BYTES, "%s%%", number);
}

static void rate_text(double rate, char *text)
{
    const double gigabytes = rate / 1e9;
    snprintf(text, CELL_BYTES, "%.*f", gigabytes < 1 ? 3 : gigabytes < 100 ? 1 : 0, gigabytes);
}

/* A count that four digits do not hold, which people read whole. */
static bool is_long_whole(double number)
{
    return number >= 1e4 && number < 1e9 && number == floor(number);
}

static void value_text(const struct column *column, const struct cell *cell, char *text)
{
    switch (column->kind) {
    case CELL_TEXT:
    case CELL_WORDS:
        snprintf(text, CELL_BYTES, "%s", cell->text);
        break;
    case CELL_FLAG:
        snprintf(text, CELL_BYTES, "%s", cell->count ? "yes" : "");
        break;
    case CELL_COUNT:
        text_format_count(text, CELL_BYTES, cell->count);
        break;
    case CELL_INDEX:
    case CELL_TALLY:
        if (cell->count > 0 || column->kind == CELL_INDEX)
            snprintf(text, CELL_BYTES, "%" PRIu64, cell->count);
        break;
    case CELL_NUMBER:
        snprintf(text, CELL_BYTES, is_long_whole(cell->number) ? "%.0f" : "%.4g", cell->number);
        break;
    case CELL_TIME:
        text_format_duration(text, CELL_BYTES, cell->number);
        break;
    case CELL_RATE:
        rate_text(cell->number, text);
        break;
    case CELL_SHARE:
        share_text(cell->number, "%.*f", text);
        break;
    case CELL_CHANGE:
        share_text(cell->number - 1, "%+.*f", text);
        break;
    case CELL_FACTOR:
        factor_text(cell->number, text);
        break;
    case CELL_STRIPS:
        break;
    }
}

char *cell_text(const struct relation *relation, size_t row, size_t column, char *text)
{
    const struct cell cell = relation_cell(relation, row, column);
    text[0] = '\0';
    if (!cell.missing)
        value_text(&relation->columns[column], &cell, text);
    return text_inert(text);
}

/* Whether an interval of ratios has 1 in it, and ends so far apart that it excludes nothing. */
static bool is_vague(enum cell_kind kind, struct interval interval)
{
    return (kind == CELL_CHANGE || kind == CELL_FACTOR) && interval.low <= 1 && interval.high >= 1 &&
           interval.high > vague_factor * interval.low;
}

char *cell_value_text(enum cell_kind kind, double number, char *text)
{
    value_text(&(struct column){.kind = kind}, &(struct cell){.number = number}, text);
    return text;
}

char *cell_interval_text(enum cell_kind kind, struct interval interval, char *text)
{
    char low[CELL_BYTES], high[CELL_BYTES];
    text[0] = '\0';
    if (!isfinite(interval.low) || !isfinite(interval.high))
        return text;
    if (is_vague(kind, interval))
        snprintf(text, CELL_BYTES, "[too few samples]");
    else
        snprintf(text, CELL_BYTES, "[%.32s, %.32s]", cell_value_text(kind, interval.low, low),
                 cell_value_text(kind, interval.high, high));
    return text;
}

char *cell_exact(const struct relation *relation, size_t row, size_t column, char *text)
{
    const struct cell cell = relation_cell(relation, row, column);
    const enum cell_kind kind = relation->columns[column].kind;
    text[0] = '\0';
    if (cell.missing)
        return text;
    if (kind == CELL_TEXT || kind == CELL_WORDS)
        snprintf(text, CELL_BYTES, "%s", cell.text);
    else if (kind == CELL_FLAG)
        snprintf(text, CELL_BYTES, "%s", cell.count ? "true" : "false");
    else if (kind <= CELL_TALLY)
        snprintf(text, CELL_BYTES, "%" PRIu64, cell.count);
    else
        snprintf(text, CELL_BYTES, "%.17g", cell.number);
    return text;
}

bool column_is_number(const struct column *column)
{
    return (column->kind > CELL_FLAG && column->kind != CELL_STRIPS) || column->right;
}

static bool column_is_empty(const struct relation *relation, size_t column)
{
    for (size_t row = 0; row < relation->row_count; row++) {
        const struct cell cell = relation_cell(relation, row, column);
        if (!cell.missing && (relation->columns[column].kind != CELL_TALLY || cell.count > 0))
            return false;
    }
    return true;
}

/* Whether all rows, of which there are several, have the same value, and the title may say it. */
static bool column_is_shared(const struct relation *relation, size_t column)
{
    char first[CELL_BYTES], text[CELL_BYTES];
    if (!relation->columns[column].shared || !relation->columns[column].heading || relation->row_count < 2 ||
        column < relation->headed_by || relation->for_programs)
        return false;
    cell_text(relation, 0, column, first);
    for (size_t row = 1; row < relation->row_count; row++)
        if (strcmp(cell_text(relation, row, column, text), first) != 0)
            return false;
    return first[0] != '\0';
}

size_t *relation_shown(const struct relation *relation, bool draws, size_t *count)
{
    size_t *const shown = memory_array(relation->column_count + 1, sizeof *shown);
    *count = 0;
    for (size_t i = relation->headed_by; i < relation->column_count; i++)
        if (relation->columns[i].heading && !relation->for_programs &&
            (draws || relation->columns[i].kind != CELL_STRIPS) && !column_is_empty(relation, i) &&
            !column_is_shared(relation, i))
            shown[(*count)++] = i;
    return shown;
}

char *relation_title(const struct relation *relation, char *text)
{
    char cell[CELL_BYTES];
    snprintf(text, CELL_BYTES, "%s", relation->title ? relation->title : "");
    for (size_t i = 0; i < relation->column_count; i++)
        if (column_is_shared(relation, i))
            text_add(text, CELL_BYTES, "%s%s %s", text[0] ? ", " : "All: ", relation->columns[i].heading,
                     cell_text(relation, 0, i, cell));
    return text_inert(text);
}

char *relation_head(const struct relation *relation, size_t row, char *text)
{
    char cell[CELL_BYTES], above[CELL_BYTES];
    bool is_new = row == 0;
    text[0] = '\0';
    for (size_t i = 0; i < relation->headed_by; i++) {
        cell_text(relation, row, i, cell);
        is_new |= row > 0 && strcmp(cell, cell_text(relation, row - 1, i, above)) != 0;
        text_add(text, CELL_BYTES, "%s%s", text[0] && cell[0] ? ", " : "", cell);
    }
    if (!is_new)
        text[0] = '\0';
    return text;
}

bool note_line(const char **rest, char *line)
{
    if (!*rest || !**rest)
        return false;
    const size_t length = strcspn(*rest, "\n");
    snprintf(line, CELL_BYTES, "%.*s", (int)length, *rest);
    *rest += length + ((*rest)[length] == '\n');
    text_inert(line);
    return true;
}
