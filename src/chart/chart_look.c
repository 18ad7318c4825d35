/* SPDX-License-Identifier: MIT */
/* The colours of lines: an algorithm has one in every chart. */
#include "chart/chart_look.h"

#include "base/memory.h"
#include "base/text.h"
#include "registry/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Steps between the colours of one algorithm with other algorithms within a group; prime to the palette. */
enum { LOCAL_STEP = 5, NO_COLOR = -1 };

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

static bool is_taken(const int *colors, size_t count, int color)
{
    for (size_t i = 0; i < count; i++)
        if (colors[i] == color)
            return true;
    return false;
}

static size_t find_same(const struct chart_hue *hues, size_t index)
{
    size_t i = 0;
    while (strcmp(hues[i].name, hues[index].name) != 0)
        i++;
    return i;
}

static int free_color(const int *colors, size_t count, unsigned wanted)
{
    for (unsigned i = 0; i < PALETTE; i++)
        if (!is_taken(colors, count, (int)((wanted + i) % PALETTE)))
            return (int)((wanted + i) % PALETTE);
    return PALETTE;
}

void choose_colors(const struct chart_hue *hues, size_t count, int *colors)
{
    for (size_t i = 0; i < count; i++)
        colors[i] = NO_COLOR;
    for (int with_local = 0; with_local < 2; with_local++)
        for (size_t i = 0; i < count; i++) {
            const unsigned local = local_of(hues[i].point);
            if (find_same(hues, i) != i || (local > 0) != with_local)
                continue;
            const unsigned wanted = place_of(hues[i].point->implementation) + LOCAL_STEP * local;
            colors[i] = free_color(colors, count, wanted % PALETTE);
        }
    for (size_t i = 0; i < count; i++)
        colors[i] = colors[find_same(hues, i)];
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
    for (const char *at = globs; *at != '\0';) {
        const size_t length = strcspn(at, "\n");
        char *const line = memory_text_part(at, length);
        char *const equal = strrchr(line, '=');
        *equal = '\0';
        char *const text = text_glob(line, name) ? memory_text(equal + 1) : NULL;
        free(line);
        if (text != NULL)
            return text;
        at += length + (at[length] == '\n');
    }
    return NULL;
}

void look_rename(const struct plot_look *look, const char *line, char **name)
{
    char *renamed = find_fitting(look->names, line);
    if (renamed == NULL) {
        const size_t head = strcspn(line, " ");
        char *const algorithm = memory_text_part(line, head);
        char *const text = find_fitting(look->names, algorithm);
        renamed = text != NULL ? memory_format("%s%s", text, line + head) : NULL;
        free(text);
        free(algorithm);
    }
    if (renamed == NULL)
        return;
    free(*name);
    *name = renamed;
}

void look_recolor(const struct plot_look *look, const char *line, char hex[8])
{
    char *const color = find_fitting(look->colors, line);
    snprintf(hex, 8, "%s", color != NULL ? color : "");
    free(color);
}
