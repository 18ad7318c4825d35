/* SPDX-License-Identifier: MIT */
/* The colours of lines: an algorithm has one in every chart. And what a config or a user calls them. */
#include "base/memory.h"
#include "base/text.h"
#include "chart/chart.h"
#include "registry/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Colours of the palette of style.gp; an index of as many or more is grey. Steps between the colours of one
 * algorithm with other algorithms within a group; prime to the palette. */
enum { PALETTE = 24, LOCAL_STEP = 5, NO_COLOR = -1 };

/* The place of an algorithm among those of its primitive, without limits; unknown ones by their letters. */
static unsigned place_of(const struct implementation *implementation)
{
    unsigned place = 0;
    for (size_t i = 0; i < registry_count; i++) {
        if (registry[i]->primitive != implementation->primitive || registry[i]->family == FAMILY_LIMIT)
            continue;
        if (strcmp(registry[i]->name, implementation->name) == 0)
            return place;
        place++;
    }
    for (const char *c = implementation->name; *c != '\0'; c++)
        place = place * 31 + (unsigned char)*c;
    return place;
}

static unsigned local_of(const struct point *point)
{
    return point->group_algorithm > LOCAL_RAKING ? (unsigned)(point->group_algorithm - LOCAL_RAKING) : 0;
}

static int free_color(const int *colors, size_t count, unsigned wanted)
{
    for (unsigned i = 0; i < PALETTE; i++) {
        const int color = (int)((wanted + i) % PALETTE);
        bool is_taken = false;
        for (size_t k = 0; k < count; k++)
            is_taken |= colors[k] == color;
        if (!is_taken)
            return color;
    }
    return PALETTE;
}

void look_colors(const struct point *const *points, size_t count, int *colors)
{
    for (size_t i = 0; i < count; i++)
        colors[i] = NO_COLOR;
    for (int with_local = 0; with_local < 2; with_local++)
        for (size_t i = 0; i < count; i++) {
            const unsigned local = local_of(points[i]);
            const unsigned wanted = place_of(points[i]->implementation) + LOCAL_STEP * local;
            if ((local > 0) == with_local)
                colors[i] = free_color(colors, count, wanted % PALETTE);
        }
}

unsigned family_shape(const struct implementation *implementation)
{
    static const unsigned shapes[FAMILY_COUNT] = {
        [FAMILY_LIMIT] = 5, [FAMILY_SERIAL] = 0, [FAMILY_SIMD] = 1,   [FAMILY_THREADS] = 2,
        [FAMILY_GROUP] = 3, [FAMILY_MPI] = 4,    [FAMILY_PLUGIN] = 5,
    };
    return shapes[implementation->family];
}

/* What stands after the first glob of "GLOB=TEXT" lines that fits: fresh; NULL: none does. */
static char *find_fitting(const char *globs, const char *name)
{
    char *const copy = memory_text(globs), *rest = copy, *found = NULL, *line;
    while (found == NULL && (line = strsep(&rest, "\n")) != NULL && *line != '\0') {
        char *const equal = strrchr(line, '=');
        *equal = '\0';
        found = text_glob(line, name) ? memory_text(equal + 1) : NULL;
    }
    free(copy);
    return found;
}

char *look_name(const struct plot_look *look, const char *line, const char *otherwise)
{
    char *const whole = find_fitting(look->names, line);
    if (whole != NULL)
        return whole;
    const size_t head = strcspn(line, " ");
    char *const algorithm = memory_text_part(line, head);
    char *const text = find_fitting(look->names, algorithm);
    char *const name = text != NULL ? memory_format("%s%s", text, line + head) : memory_text(otherwise);
    free(text);
    free(algorithm);
    return name;
}

void look_hex(const struct plot_look *look, const char *line, char hex[8])
{
    char *const color = find_fitting(look->colors, line);
    snprintf(hex, 8, "%s", color != NULL ? color : "");
    free(color);
}
