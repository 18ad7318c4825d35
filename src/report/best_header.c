/* SPDX-License-Identifier: MIT */
/* What is best, as a C header: from which size on which algorithm, one table a problem. */
#include "report/best_header.h"

#include "base/text_stream.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { TEXT = 320 };

/* An identifier from a text: letters, digits and '_'. */
static void write_identifier(FILE *file, const char *text)
{
    for (; *text != '\0'; text++)
        fputc(isalnum((unsigned char)*text) ? *text : '_', file);
}

/* What may end a comment or a literal, or continue a line, is left out. */
static void write_inert(FILE *file, const char *text)
{
    for (; *text != '\0'; text++)
        fputc(isprint((unsigned char)*text) && strchr("*\\\"", *text) == NULL ? *text : '_', file);
}

/* Whether a choice is made on an axis: points with another value solve the same problem. */
static bool is_chosen(enum axis axis)
{
    return !axis_info[axis].of_problem;
}

static void write_members(FILE *file)
{
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (is_chosen(axis))
            fprintf(file, "    %s%s;\n", axis_info[axis].names ? "const char *" : "unsigned ",
                    axis_info[axis].name);
}

/* What the algorithm has alone, in the order of the members, so that C++ takes it too. */
static void write_choice(FILE *file, const struct best_choice *choice, bool first)
{
    const struct point *const point = &choice->row->record->point;
    fprintf(file, "    {.from_n = %" PRIu64 ", .algorithm = \"", first ? UINT64_C(0) : point->n);
    write_inert(file, point->implementation->name);
    fputc('"', file);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const uint64_t value = point->axis[axis];
        if (!is_chosen(axis) || value == 0)
            continue;
        fprintf(file, ", .%s = ", axis_info[axis].name);
        if (axis_info[axis].names)
            fprintf(file, "\"%s\"", axis_info[axis].names[value]);
        else
            fprintf(file, "%" PRIu64, value);
    }
    fputs("},\n", file);
}

static void write_problem(FILE *file, const struct best_problem *problem)
{
    char text[TEXT];
    best_problem_text(problem, text, sizeof text);
    fprintf(file, "\n/* %s */\nstatic const struct scanbench_choice scanbench_best_", text);
    write_identifier(file, text);
    fputs("[] = {\n", file);
    for (size_t i = 0; i < problem->choice_count; i++)
        write_choice(file, &problem->choices[i], i == 0);
    fputs("};\n", file);
}

char *best_header(const struct best *best, const char *origin)
{
    struct text_stream stream;
    text_stream_open(&stream);
    fputs("/* Which algorithm is best from which size on, by scanbench best from ", stream.file);
    write_inert(stream.file, origin);
    fputs(". */\n#ifndef SCANBENCH_BEST\n#define SCANBENCH_BEST\n\n#include <stddef.h>\n\n"
          "/* Sorted by size; what an algorithm does not have is 0. */\n"
          "struct scanbench_choice {\n    size_t from_n;\n    const char *algorithm;\n",
          stream.file);
    write_members(stream.file);
    fputs("};\n", stream.file);
    for (size_t i = 0; i < best->problem_count; i++)
        write_problem(stream.file, &best->problems[i]);
    fputs("\n#endif\n", stream.file);
    return text_stream_close(&stream);
}
