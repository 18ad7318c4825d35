/* SPDX-License-Identifier: MIT */
/* Texts as HTML, and samples drawn for it: a line each, a longer one at their median. The strips of a cell
 * share a scale. */
#include "report/report_state.h"

#include "base/inert.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static const char *entity_of(char character)
{
    switch (character) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void html_text(FILE *file, const char *raw)
{
    char *const inert = text_inert(memory_text(raw));
    for (const char *text = inert; *text != '\0'; text++) {
        const char *const entity = entity_of(*text);
        if (entity != NULL)
            fputs(entity, file);
        else
            fputc(*text, file);
    }
    free(inert);
}

enum { WIDTH = 200, HEIGHT = 14 }; /* of a strip, in units of its drawing */

/* The times that a strip has room for; slower samples are drawn at its end. */
struct scale {
    double low, high;
};

/* From the fastest of all to half as long again as the slower median: what is slower yet shows no ranking. */
static struct scale scale_of(const struct cell *cell)
{
    struct scale scale = {INFINITY, 0};
    double median = 0;
    for (size_t s = 0; s < CELL_STRIPS_MOST; s++) {
        median = fmax(median, cell->strips[s].count > 0 ? cell->strips[s].median : 0);
        for (size_t i = 0; i < cell->strips[s].count; i++) {
            scale.low = fmin(scale.low, cell->strips[s].values[i]);
            scale.high = fmax(scale.high, cell->strips[s].values[i]);
        }
    }
    scale.high = fmax(fmin(scale.high, 1.5 * median), scale.low * 1.001);
    return scale;
}

static double place_of(struct scale scale, double value)
{
    return 1 + fmin((value - scale.low) / (scale.high - scale.low), 1) * (WIDTH - 2);
}

static void write_strip(FILE *stream, const struct strip *strip, struct scale scale)
{
    size_t beyond = 0;
    fprintf(stream, "<svg class=\"strip\" viewBox=\"0 0 %d %d\" role=\"img\"><title>", WIDTH, HEIGHT);
    for (size_t i = 0; i < strip->count; i++)
        beyond += strip->values[i] > scale.high;
    fprintf(stream, "%zu samples", strip->count);
    if (beyond > 0)
        fprintf(stream, ", %zu beyond the right end", beyond);
    fputs("</title><path class=\"samples\" d=\"", stream);
    for (size_t i = 0; i < strip->count; i++)
        fprintf(stream, "M%.1f 4v6", place_of(scale, strip->values[i]));
    fprintf(stream, "\"/><path class=\"median\" d=\"M%.1f 1v12\"/></svg>", place_of(scale, strip->median));
}

void html_strips(FILE *stream, const struct cell *cell)
{
    for (size_t i = 0; i < CELL_STRIPS_MOST; i++)
        if (cell->strips[i].count > 0)
            write_strip(stream, &cell->strips[i], scale_of(cell));
}
