/* SPDX-License-Identifier: MIT */
/* The parameters of what is fastest, as macros of C. */
#include "base/text.h"
#include "base/text_stream.h"
#include "report/report.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

enum { TEXT = 320 };

/* An identifier from a text: capitals, digits and '_'. */
static void write_identifier(FILE *file, const char *text)
{
    for (; *text != '\0'; text++)
        fputc(isalnum((unsigned char)*text) ? toupper((unsigned char)*text) : '_', file);
}

/* What may end a comment or a literal, or continue a line, is left out. */
static void write_inert(FILE *file, const char *text)
{
    for (; *text != '\0'; text++)
        fputc(isprint((unsigned char)*text) && strchr("*\\\"", *text) == NULL ? *text : '_', file);
}

static const struct point *choice_point(const struct best_problem *problem, size_t index)
{
    return &problem->choices[index].row->point;
}

/* What has no workers runs on one. */
static uint64_t value_of(const struct point *point, enum axis axis)
{
    return axis == AXIS_WORKERS ? point_workers(point) : point->axis[axis];
}

/* axis AXIS_COUNT: the algorithm. */
static bool same_value(const struct point *a, const struct point *b, enum axis axis)
{
    return axis == AXIS_COUNT ? a->implementation == b->implementation
                              : value_of(a, axis) == value_of(b, axis);
}

/* "scan u32 sum exclusive": the axes of a problem but its size and those with these AXIS_BITs. */
static const char *problem_text(const struct best_problem *problem, unsigned but, char *text)
{
    const struct point *const point = choice_point(problem, 0);
    snprintf(text, TEXT, "%s", primitive_names[point->implementation->primitive]);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        char value[64];
        if (axis_info[axis].of_problem && !(but & AXIS_BIT(axis)) && axis != AXIS_N &&
            point_is_tabled(point, axis))
            text_add(text, TEXT, " %s%s", axis_info[axis].label,
                     point_axis_text(point, axis, value, sizeof value));
    }
    return text;
}

/* Pages and cache as AXIS_BITs where all problems have the same: no name needs them. */
static unsigned shared_axes(const struct best *best)
{
    unsigned shared = AXIS_BIT(AXIS_PAGES) | AXIS_BIT(AXIS_CACHE);
    for (size_t i = 1; i < best->problem_count; i++)
        for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
            if (!same_value(choice_point(&best->problems[0], 0), choice_point(&best->problems[i], 0), axis))
                shared &= ~AXIS_BIT(axis);
    return shared;
}

/* Whether some choice has a parameter, and points of a problem may differ in it. */
static bool is_parameter(const struct best_problem *problem, enum axis axis)
{
    if (axis_info[axis].of_problem)
        return false;
    for (size_t i = 0; i < problem->choice_count; i++)
        if (choice_point(problem, i)->axis[axis] != 0)
            return true;
    return false;
}

/* axis AXIS_COUNT: the algorithm. */
static void write_value(FILE *file, const struct point *point, enum axis axis)
{
    const char *const name = axis == AXIS_COUNT      ? point->implementation->name
                             : axis_info[axis].names ? axis_info[axis].names[point->axis[axis]]
                                                     : NULL;
    if (!name) {
        fprintf(file, "%" PRIu64, value_of(point, axis));
        return;
    }
    fputc('"', file);
    write_inert(file, name);
    fputc('"', file);
}

static void write_name(FILE *file, const char *problem, enum axis axis)
{
    fputs("#define ", file);
    write_identifier(file, problem);
    fputc('_', file);
    write_identifier(file, axis == AXIS_COUNT ? "ALGORITHM" : axis_info[axis].name);
    fputs("(n) ", file);
}

/* "(n) < 4096 ? 128 : 256": a choice holds up to the first size of the next one. */
static void write_choices(FILE *file, const struct best_problem *problem, enum axis axis)
{
    const struct point *point = choice_point(problem, 0);
    for (size_t i = 1; i < problem->choice_count; i++) {
        const struct point *const next = choice_point(problem, i);
        if (!same_value(point, next, axis)) {
            fprintf(file, "(n) < %" PRIu64 " ? ", next->n);
            write_value(file, point, axis);
            fputs(" : ", file);
        }
        point = next;
    }
    write_value(file, point, axis);
}

/* What loses least at the size where it loses most; without tiles, the choice of the largest sizes. */
static const struct point *safest_point(const struct best_problem *problem)
{
    const struct best_tile *safest = NULL;
    for (size_t i = 0; i < problem->tile_count; i++)
        if (!safest || problem->tiles[i].regret < safest->regret)
            safest = &problem->tiles[i];
    return safest ? &safest->row->point : choice_point(problem, problem->choice_count - 1);
}

/* name: the text of the problem. */
static void write_parameters(FILE *file, const struct best_problem *problem, const char *name, bool safest)
{
    for (unsigned axis = 0; axis <= AXIS_COUNT; axis++) {
        if (axis < AXIS_COUNT && !is_parameter(problem, axis))
            continue;
        write_name(file, name, axis);
        fputc('(', file);
        if (safest)
            write_value(file, safest_point(problem), axis);
        else
            write_choices(file, problem, axis);
        fputs(")\n", file);
    }
}

static void write_problem(FILE *file, const struct best_problem *problem, unsigned shared, const char *device)
{
    char text[TEXT], name[TEXT];
    problem_text(problem, shared, name);
    fprintf(file, "\n/* %s: by size on this device, elsewhere what is never far off. */\n#if defined TARGET_",
            problem_text(problem, 0, text));
    write_identifier(file, device);
    fputc('\n', file);
    write_parameters(file, problem, name, false);
    fputs("#else\n", file);
    write_parameters(file, problem, name, true);
    fputs("#endif\n", file);
}

char *tile_header(const struct best *best, const char *device, const char *origin)
{
    struct text_stream stream;
    text_stream_open(&stream);
    fputs("/* The fastest algorithms and their parameters by size, measured on ", stream.file);
    write_inert(stream.file, device);
    fputs(" by scanbench: ", stream.file);
    write_inert(stream.file, origin);
    fputs(". */\n#pragma once\n", stream.file);
    const unsigned shared = shared_axes(best);
    for (size_t i = 0; i < best->problem_count; i++)
        write_problem(stream.file, &best->problems[i], shared, device);
    return text_stream_close(&stream);
}
