/* SPDX-License-Identifier: MIT */
/* Published numbers: configs/published.csv, which this program has in itself. Times are in seconds,
 * bandwidths in GB/s of algorithmic bytes, values in 10⁹ a second, ratios are times in units of the source's
 * own. */
#include "chart/published.h"

#include "base/embed.h"
#include "base/memory.h"
#include "sweep/filter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

EMBED(published_csv, "configs/published.csv");

enum { CELLS = 16, CELL_BYTES = 64 };
enum { CELL_SOURCE, CELL_MACHINE, CELL_PRIMITIVE, CELL_QUANTITY = 14, CELL_VALUE };

struct published_number {
    struct filter of; /* the points that it is about */
    char source[2 * CELL_BYTES + 2], quantity[CELL_BYTES];
    double value;
};

/* Read the cells of a line. Returns what follows it. */
static const char *read_line(const char *line, char cells[CELLS][CELL_BYTES])
{
    for (size_t i = 0; i < CELLS; i++) {
        const size_t length = strcspn(line, ",\n");
        snprintf(cells[i], CELL_BYTES, "%.*s", (int)length, line);
        line += length + (line[length] != '\0');
    }
    return line;
}

/* The columns from the primitive to the quantity are conditions; "-" in a cell is any value. */
static struct published_number number_of(char names[CELLS][CELL_BYTES], char cells[CELLS][CELL_BYTES])
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

/* All rows, read once: programs end with them. */
static const struct published_number *read_all(size_t *count)
{
    static struct published_number *all;
    static size_t read;
    char names[CELLS][CELL_BYTES], cells[CELLS][CELL_BYTES];
    for (const char *line = read_line(published_csv, names); all == NULL || *line != '\0';) {
        line = read_line(line, cells);
        all = memory_resize(all, read + 1, sizeof *all);
        all[read++] = number_of(names, cells);
    }
    *count = read;
    return all;
}

const struct published_number *published_find(const struct point *point)
{
    static const struct published_number *all;
    static size_t count;
    if (all == NULL)
        all = read_all(&count);
    for (size_t i = 0; i < count; i++)
        if (filter_matches(&all[i].of, point))
            return &all[i];
    return NULL;
}

static bool is_of(const struct published_number *published, const char *quantity)
{
    return strcmp(published->quantity, quantity) == 0;
}

double published_seconds(const struct published_number *published, double elements, double bytes)
{
    if (published == NULL || is_of(published, "ratio"))
        return NAN;
    if (is_of(published, "time"))
        return published->value;
    return 1e-9 * (is_of(published, "bandwidth") ? bytes : elements) / published->value;
}

double published_ratio(const struct published_number *one, double seconds,
                       const struct published_number *base, double base_seconds)
{
    if (one == NULL || base == NULL || one == base || strcmp(one->source, base->source) != 0 ||
        is_of(one, "ratio") != is_of(base, "ratio"))
        return NAN;
    return is_of(one, "ratio") ? one->value / base->value : seconds / base_seconds;
}

const char *published_source(const struct published_number *published)
{
    return published->source;
}
