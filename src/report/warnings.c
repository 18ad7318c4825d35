/* SPDX-License-Identifier: MIT */
/* What disturbed points, as a relation: a row a kind of trouble, and what to do about it. */
#include "report/warnings.h"

#include <stdio.h>

/* A flag counts of points without a good number, or where it matters whatever the number. */
static bool applies(const struct warning_row *row, const struct record *record)
{
    if (!record_measured(record))
        return false;
    if (row->flag)
        return (record->flags & row->flag) && (record->grade > GRADE_GOOD || flag_matters_always(row->flag));
    if (row->grade)
        return record->grade == row->grade;
    return record->launch_count < 2 && !point_on_ranks(&record->point) && record->grade != GRADE_UNUSABLE;
}

#define ROW(member) COLUMN_MEMBER(struct warning_row, member)
static const struct column columns[] = {
    {.name = "warning", .heading = "warning", ROW(name)},
    {.name = "points", .heading = "points", .kind = CELL_INDEX, ROW(points)},
    {.name = "advice", .heading = "what to do", ROW(advice)},
};

static bool is_smoke(const struct results *results)
{
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].stop_reason == STOP_SMOKE)
            return true;
    return false;
}

/* Append a row where there are such points. */
static void add(struct warnings_relation *made, const struct results *results, const struct filter *filter,
                struct warning_row row)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct record *const record = &results->records[i];
        row.points += (!filter || filter_matches(filter, &record->point)) && applies(&row, record);
    }
    if (row.points > 0)
        made->rows[made->relation.row_count++] = row;
}

void warnings_relation_make(struct warnings_relation *made, const struct results *results,
                            const struct filter *filter)
{
    static const struct warning_row
        shaky = {.advice = "known within 15%: give more time or processes",
                 .name = "shaky",
                 .grade = GRADE_SHAKY},
        unusable = {.advice = "measure again", .name = "unusable", .grade = GRADE_UNUSABLE},
        alone = {.advice = "another process may differ by 15%: measure in ten (measure.processes)",
                 .name = "one process"};
    *made = (struct warnings_relation){.relation = {.name = "warnings",
                                                    .title = "Warnings",
                                                    RELATION_LIST(columns),
                                                    RELATION_ROWS(made->rows, 0),
                                                    .apart = true}};
    if (is_smoke(results))
        return;
    add(made, results, filter, shaky);
    add(made, results, filter, unusable);
    for (unsigned i = 0; i < FLAG_COUNT; i++) {
        struct warning_row row = {.advice = flag_advice(1u << i), .flag = 1u << i};
        flags_text(row.flag, row.name, sizeof row.name);
        add(made, results, filter, row);
    }
    add(made, results, filter, alone);
}
