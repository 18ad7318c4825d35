/* SPDX-License-Identifier: MIT */
/* Published numbers: configs/published.csv, which this program has in itself. Times are in seconds,
 * bandwidths in GB/s of algorithmic bytes, values in 10⁹ a second, ratios are times in units of the source's
 * own. */
#include "base/embed.h"
#include "base/memory.h"
#include "chart/chart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

EMBED(published_csv, "configs/published.csv");

enum { CELLS = 16 };
enum { CELL_SOURCE, CELL_MACHINE, CELL_PRIMITIVE, CELL_QUANTITY = 14, CELL_VALUE };

/* Read the cells of a line. Returns what follows it. */
static const char *read_line(const char *line, char cells[CELLS][PUBLISHED_CELL])
{
    for (size_t i = 0; i < CELLS; i++) {
        const size_t length = strcspn(line, ",\n");
        snprintf(cells[i], PUBLISHED_CELL, "%.*s", (int)length, line);
        line += length + (line[length] != '\0');
    }
    return line;
}

/* The columns from the primitive to the quantity are conditions; "-" in a cell is any value. */
static struct published_number number_of(char names[CELLS][PUBLISHED_CELL], char cells[CELLS][PUBLISHED_CELL])
{
    struct published_number number = {.value = strtod(cells[CELL_VALUE], NULL)};
    struct error unseen = {0};
    for (size_t i = CELL_PRIMITIVE; i < CELL_QUANTITY; i++)
        if (strcmp(cells[i], "-") != 0)
            filter_add(&number.of, names[i], cells[i], &unseen);
    snprintf(number.source, sizeof number.source, "%.63s; %.63s", cells[CELL_SOURCE], cells[CELL_MACHINE]);
    strcpy(number.quantity, cells[CELL_QUANTITY]);
    return number;
}

/* All rows are read once: the program ends with them. */
const struct published_number *published_find(const struct point *point)
{
    static struct published_number *all;
    static size_t count;
    char names[CELLS][PUBLISHED_CELL], cells[CELLS][PUBLISHED_CELL];
    for (const char *line = all == NULL ? read_line(published_csv, names) : ""; *line != '\0';) {
        line = read_line(line, cells);
        all = memory_resize(all, count + 1, sizeof *all);
        all[count++] = number_of(names, cells);
    }
    for (size_t i = 0; i < count; i++)
        if (filter_matches(&all[i].of, point))
            return &all[i];
    return NULL;
}

static bool is_of(const struct published_number *published, const char *quantity)
{
    return strcmp(published->quantity, quantity) == 0;
}

double published_seconds(const struct published_number *published, const struct record *record)
{
    if (published == NULL || is_of(published, "ratio"))
        return NAN;
    if (is_of(published, "time"))
        return published->value;
    const double amount = is_of(published, "bandwidth") ? record_bytes(record) : (double)record->point.n;
    return 1e-9 * amount / published->value;
}

double published_ratio(const struct record *record, const struct record *base)
{
    const struct published_number *const one = published_find(&record->point), *const other = published_find(
                                                                                   &base->point);
    if (one == NULL || other == NULL || one == other || strcmp(one->source, other->source) != 0 ||
        is_of(one, "ratio") != is_of(other, "ratio"))
        return NAN;
    return is_of(one, "ratio") ? one->value / other->value
                               : published_seconds(one, record) / published_seconds(other, base);
}
