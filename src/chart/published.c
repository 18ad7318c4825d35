/* SPDX-License-Identifier: MIT */
/* Published numbers: configs/published.csv, which this program has in itself. Times are in seconds,
 * bandwidths in GB/s of algorithmic bytes, values in 10⁹ a second, ratios are times in units of the source's
 * own. */
#include "chart/published.h"

#include "base/embed.h"
#include "base/memory.h"
#include "implementation/implementation.h"
#include "problem/primitive.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

EMBED(published_csv, "configs/published.csv");

enum { CELLS = 16, CELL_BYTES = 64, SOURCE_BYTES = 2 * CELL_BYTES };
enum { CELL_SOURCE, CELL_MACHINE, CELL_PRIMITIVE, CELL_ALGORITHM, CELL_AXES, CELL_QUANTITY = 14, CELL_VALUE };

/* The axes of the cells from CELL_AXES on; "-" in a cell is any value. */
static const enum axis axes[] = {AXIS_LOCAL,
                                 AXIS_DTYPE,
                                 AXIS_N,
                                 AXIS_THREADS_PER_GROUP,
                                 AXIS_VALUES_PER_THREAD,
                                 AXIS_LOAD,
                                 AXIS_LOAD_WIDTH,
                                 AXIS_GROUPS,
                                 AXIS_UNROLL,
                                 AXIS_WORKERS};
enum { AXES = sizeof axes / sizeof axes[0] };

struct published_number {
    char cells[CELLS][CELL_BYTES];
    char source[SOURCE_BYTES + 2];
};

/* Read a line into cells; returns what follows it. */
static const char *read_line(const char *line, struct published_number *published)
{
    for (size_t i = 0; i < CELLS; i++) {
        const size_t length = strcspn(line, ",\n");
        snprintf(published->cells[i], CELL_BYTES, "%.*s", (int)length, line);
        line += length + (line[length] != '\0');
    }
    snprintf(published->source, sizeof published->source, "%s; %s", published->cells[CELL_SOURCE],
             published->cells[CELL_MACHINE]);
    return line;
}

/* All rows, read once: programs end with them. */
static const struct published_number *read_all(size_t *count)
{
    static struct published_number *all;
    static size_t read;
    const char *line = strchr(published_csv, '\n') + 1;
    while (*line != '\0') {
        if (all == NULL || read % 64 == 0)
            all = memory_resize(all, read + 64, sizeof *all);
        line = read_line(line, &all[read++]);
    }
    *count = read;
    return all;
}

static bool fits(const struct published_number *published, const struct point *point)
{
    char text[CELL_BYTES];
    if (strcmp(published->cells[CELL_PRIMITIVE], primitive_names[point->implementation->primitive]) != 0 ||
        strcmp(published->cells[CELL_ALGORITHM], point->implementation->name) != 0)
        return false;
    for (size_t i = 0; i < AXES; i++) {
        const char *const cell = published->cells[CELL_AXES + i];
        if (axes[i] == AXIS_N)
            snprintf(text, sizeof text, "%llu", (unsigned long long)point->n);
        else
            point_axis_text(point, axes[i], text, sizeof text);
        if (strcmp(cell, "-") != 0 && strcmp(cell, text) != 0)
            return false;
    }
    return true;
}

const struct published_number *published_find(const struct point *point)
{
    static const struct published_number *all;
    static size_t count;
    if (all == NULL)
        all = read_all(&count);
    for (size_t i = 0; i < count; i++)
        if (fits(&all[i], point))
            return &all[i];
    return NULL;
}

static bool is_of(const struct published_number *published, const char *quantity)
{
    return strcmp(published->cells[CELL_QUANTITY], quantity) == 0;
}

static double value_of(const struct published_number *published)
{
    return strtod(published->cells[CELL_VALUE], NULL);
}

double published_seconds(const struct published_number *published, double elements, double bytes)
{
    if (published == NULL || is_of(published, "ratio"))
        return NAN;
    if (is_of(published, "time"))
        return value_of(published);
    return 1e-9 * (is_of(published, "bandwidth") ? bytes : elements) / value_of(published);
}

double published_ratio(const struct published_number *one, double seconds,
                       const struct published_number *base, double base_seconds)
{
    if (one == NULL || base == NULL || one == base || strcmp(one->source, base->source) != 0 ||
        is_of(one, "ratio") != is_of(base, "ratio"))
        return NAN;
    return is_of(one, "ratio") ? value_of(one) / value_of(base) : seconds / base_seconds;
}

const char *published_source(const struct published_number *published)
{
    return published->source;
}
