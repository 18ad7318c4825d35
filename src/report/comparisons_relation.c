/* SPDX-License-Identifier: MIT */
/* Several results beside one base as a relation: a row a point of the base, a time and a change each. */
#include "report/comparisons_relation.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A point of the base, and what became of it in each result; NULL: it was not compared. */
struct point_beside {
    const struct record *base;
    const struct compared_row *with[COMPARISONS_MOST];
};

static const struct point *point_of_row(const void *row)
{
    const struct point_beside *const beside = row;
    return &beside->base->point;
}

static double median_of(const struct record *record)
{
    return record && record_measured(record) ? record->statistics.median : NAN;
}

static void get_base_time(const struct column *column, const void *row, struct cell *cell)
{
    const struct point_beside *const beside = row;
    (void)column;
    cell_set_number(cell, median_of(beside->base));
}

static const struct compared_row *compared_in(const struct column *column, const void *row)
{
    const struct point_beside *const beside = row;
    return beside->with[column->which];
}

static void get_time(const struct column *column, const void *row, struct cell *cell)
{
    const struct compared_row *const compared = compared_in(column, row);
    cell_set_number(cell, compared ? median_of(compared->next) : NAN);
}

static void get_ratio(const struct column *column, const void *row, struct cell *cell)
{
    const struct compared_row *const compared = compared_in(column, row);
    cell_set_number(cell, compared ? compared->ratio.value : NAN);
}

static void get_verdict(const struct column *column, const void *row, struct cell *cell)
{
    const struct compared_row *const compared = compared_in(column, row);
    cell_set_text(cell, compared ? comparison_verdict_names[compared->verdict] : "");
}

/* "+28%" where it is one, "~" where that is not decided, else the verdict. */
static void get_change(const struct column *column, const void *row, struct cell *cell)
{
    const struct compared_row *const compared = compared_in(column, row);
    const bool changed =
        compared && (compared->verdict == COMPARED_FASTER || compared->verdict == COMPARED_SLOWER);
    if (changed) {
        snprintf(cell->text, CELL_BYTES, "%+.0f%%", 100 * (compared->ratio.value - 1));
        cell->missing = false;
    } else if (compared && compared->verdict == COMPARED_INCONCLUSIVE) {
        cell_set_text(cell, "~");
    } else {
        get_verdict(column, row, cell);
    }
}

static void add_result(struct comparisons_relation *made, unsigned which)
{
    static const char *const formats[] = {"new%u_time_s", "new%u_ratio", "new%u_verdict", "new %u"};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        const size_t size = sizeof made->words[which][i];
        snprintf(made->words[which][i], size, formats[i], which + 1);
    }
    const struct column columns[] = {
        {.name = made->words[which][0],
         .heading = made->words[which][3],
         .kind = CELL_TIME,
         .get = get_time,
         .which = which},
        {.heading = "change", .get = get_change, .right = true, .which = which},
        {.name = made->words[which][1], .kind = CELL_FACTOR, .get = get_ratio, .which = which},
        {.name = made->words[which][2], .get = get_verdict, .which = which},
    };
    columns_add(&made->columns, columns, sizeof columns / sizeof columns[0]);
}

/* Those of the base that were measured, and what the comparisons say of them. */
static size_t match_rows(struct point_beside *rows, const struct result_file *base,
                         const struct comparison *comparisons, size_t count)
{
    size_t used = 0;
    for (size_t r = 0; r < base->results.count; r++) {
        struct point_beside beside = {.base = &base->results.records[r]};
        bool any = false;
        for (size_t k = 0; k < count; k++)
            for (size_t i = 0; i < comparisons[k].count; i++)
                if (comparisons[k].rows[i].base == beside.base) {
                    beside.with[k] = &comparisons[k].rows[i];
                    any = true;
                }
        if (any && record_measured(beside.base))
            rows[used++] = beside;
    }
    return used;
}

static void note_paths(struct comparisons_relation *made, const char *const *paths, size_t count)
{
    size_t used = 0;
    for (size_t k = 0; k < count && used < sizeof made->note; k++)
        used += (size_t)snprintf(made->note + used, sizeof made->note - used, "%snew %zu: %s",
                                 k > 0 ? "\n" : "", k + 1, paths[k]);
}

void comparisons_relation_make(struct comparisons_relation *made, const struct result_file *base,
                               const struct comparison *comparisons, const char *const *paths, size_t count)
{
    *made = (struct comparisons_relation){.rows = memory_array(base->results.count + 1, sizeof *made->rows)};
    const size_t rows = match_rows(made->rows, base, comparisons, count);
    made->cells = point_cells_of(made->rows, sizeof *made->rows, rows, point_of_row, 0);
    point_cells_add(&made->columns, &made->cells);
    point_cells_add_parameters(&made->columns, &made->cells);
    const struct column of_base = {
        .name = "base_time_s", .heading = "base", .kind = CELL_TIME, .get = get_base_time};
    columns_add(&made->columns, &of_base, 1);
    for (unsigned k = 0; k < count; k++)
        add_result(made, k);
    note_paths(made, paths, count);
    made->relation = (struct relation){.name = "rows",
                                       .columns = made->columns.list,
                                       .column_count = made->columns.count,
                                       .rows = made->rows,
                                       .row_bytes = sizeof *made->rows,
                                       .row_count = rows,
                                       .headed_by = POINT_HEADS,
                                       .note = made->note};
}

void comparisons_relation_close(struct comparisons_relation *made)
{
    columns_close(&made->columns);
    free(made->rows);
}
