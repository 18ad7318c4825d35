/* SPDX-License-Identifier: MIT */
/* What is best, as CSV and as JSON. */
#include "report/best_write.h"

#include "base/text_stream.h"
#include "results/csv.h"
#include "results/field_json.h"
#include "json/json_load.h"
#include "json/json_values.h"

#include <math.h>
#include <stdlib.h>

enum { SCHEMA_VERSION = 1, TEXT = 320 };

/* A row of either format: a point with what is said of it; NAN where it is not. */
struct best_line {
    const char *kind; /* winner, tie, choice, tile */
    const struct best_row *row;
    struct estimate ratio;
    double crossover_low_n, crossover_n;
};

static struct best_line finalist_line(const struct best_size *size, size_t index)
{
    return (struct best_line){index > 0 ? "tie" : "winner", size->finalists[index].row,
                              size->finalists[index].ratio, NAN, NAN};
}

static struct best_line choice_line(const struct best_choice *choice)
{
    return (struct best_line){"choice", choice->row, {NAN, {NAN, NAN}, 0}, choice->low_n, choice->n};
}

static struct best_line tile_line(const struct best_tile *tile)
{
    const struct interval interval = {1 + tile->interval.low, 1 + tile->interval.high};
    return (struct best_line){"tile", tile->row, {1 + tile->regret, interval, 0}, NAN, NAN};
}

static void write_line(FILE *file, struct best_line line)
{
    const double numbers[] = {line.row->median_s,       line.ratio.value,     line.ratio.interval.low,
                              line.ratio.interval.high, line.crossover_low_n, line.crossover_n};

    fprintf(file, "%s,", line.kind);
    csv_write_parameters(file, &line.row->record->point);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        fputs(i > 0 ? "," : "", file);
        csv_write_number(file, numbers[i]);
    }
    fputc('\n', file);
}

static void write_problem(FILE *file, const struct best_problem *problem)
{
    for (size_t i = 0; i < problem->size_count; i++)
        for (size_t k = 0; k < problem->sizes[i].finalist_count; k++)
            write_line(file, finalist_line(&problem->sizes[i], k));
    for (size_t i = 0; i < problem->choice_count; i++)
        write_line(file, choice_line(&problem->choices[i]));
    for (size_t i = 0; i < problem->tile_count; i++)
        write_line(file, tile_line(&problem->tiles[i]));
}

char *best_csv(const struct best *best)
{
    struct text_stream stream;
    text_stream_open(&stream);
    fputs("kind,", stream.file);
    csv_write_parameter_names(stream.file);
    fputs("time_median_s,ratio,ratio_ci_low,ratio_ci_high,crossover_low_n,crossover_n\n", stream.file);
    for (size_t i = 0; i < best->problem_count; i++)
        write_problem(stream.file, &best->problems[i]);
    return text_stream_close(&stream);
}

static json_t *line_json(struct best_line line)
{
    return json_pack("{s:o, s:f, s:o, s:o, s:o}", "parameters", parameters_json(&line.row->record->point),
                     "time_median_s", line.row->median_s, "ratio", number_json(line.ratio.value),
                     "ratio_ci_low", number_json(line.ratio.interval.low), "ratio_ci_high",
                     number_json(line.ratio.interval.high));
}

static json_t *sizes_json(const struct best_problem *problem)
{
    json_t *const array = json_array();
    for (size_t i = 0; i < problem->size_count; i++) {
        const struct best_size *const size = &problem->sizes[i];
        json_t *const finalists = json_array();
        for (size_t k = 0; k < size->finalist_count; k++)
            json_array_append_new(finalists, line_json(finalist_line(size, k)));
        json_array_append_new(array, json_pack("{s:I, s:o}", "n", (json_int_t)size->rows[0].record->point.n,
                                               "finalists", finalists));
    }
    return array;
}

static json_t *choices_json(const struct best_problem *problem)
{
    json_t *const array = json_array();
    for (size_t i = 0; i < problem->choice_count; i++) {
        const struct best_choice *const choice = &problem->choices[i];
        json_array_append_new(
            array, json_pack("{s:I, s:o, s:o, s:o}", "from_n", (json_int_t)choice->row->record->point.n,
                             "parameters", parameters_json(&choice->row->record->point), "crossover_low_n",
                             number_json(choice->low_n), "crossover_n", number_json(choice->n)));
    }
    return array;
}

static json_t *tiles_json(const struct best_problem *problem)
{
    json_t *const array = json_array();
    for (size_t i = 0; i < problem->tile_count; i++) {
        const struct best_tile *const tile = &problem->tiles[i];
        json_array_append_new(array, json_pack("{s:o, s:f, s:o, s:o, s:I, s:I}", "parameters",
                                               parameters_json(&tile->row->record->point), "regret",
                                               tile->regret, "regret_ci_low", number_json(tile->interval.low),
                                               "regret_ci_high", number_json(tile->interval.high), "tiles",
                                               (json_int_t)tile->tiles, "sizes", (json_int_t)tile->sizes));
    }
    return array;
}

char *best_json(const struct best *best)
{
    char text[TEXT];
    json_t *const problems = json_array();
    for (size_t i = 0; i < best->problem_count; i++) {
        const struct best_problem *const problem = &best->problems[i];
        json_array_append_new(problems, json_pack("{s:s, s:o, s:o, s:o}", "problem",
                                                  best_problem_text(problem, text, sizeof text), "sizes",
                                                  sizes_json(problem), "choices", choices_json(problem),
                                                  "tiles", tiles_json(problem)));
    }
    json_t *const root = json_pack("{s:s, s:i, s:o}", "schema", "scanbench-best", "schema_version",
                                   SCHEMA_VERSION, "problems", problems);
    return json_dump_line(root, JSON_INDENT(1));
}
