/* SPDX-License-Identifier: MIT */
/* What disturbed points, as a relation: a row a kind of trouble, and what to do about it. */
#include "report/warnings.h"

#include <stdio.h>

/* A flag of points without a good number, or one that matters whatever the number. */
static bool has_flag(const struct record *record, unsigned flag)
{
    return record_measured(record) && (record->flags & flag) &&
           (record->grade > GRADE_GOOD || flag_matters_always(flag));
}

static bool has_grade(const struct record *record, unsigned grade)
{
    return record_measured(record) && record->grade == grade;
}

static bool is_of_one_process(const struct record *record, unsigned unused)
{
    (void)unused;
    return record_measured(record) && record->launch_count < 2 && !point_on_ranks(&record->point) &&
           record->grade != GRADE_UNUSABLE;
}

/* Which records are looked at. */
struct looked_at {
    const struct results *results;
    const struct filter *filter;
};

/* Append a row where there are such points. */
static void add(struct warnings_relation *made, const struct looked_at *at, struct warning_row row,
                bool (*is_such)(const struct record *record, unsigned which), unsigned which)
{
    for (size_t i = 0; i < at->results->count; i++) {
        const struct record *const record = &at->results->records[i];
        row.points += (!at->filter || filter_matches(at->filter, &record->point)) && is_such(record, which);
    }
    if (row.points > 0)
        made->rows[made->relation.row_count++] = row;
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

static void add_rows(struct warnings_relation *made, const struct looked_at *at)
{
    add(made, at,
        (struct warning_row){.name = "shaky", .advice = "known within 15%: give more time or processes"},
        has_grade, GRADE_SHAKY);
    add(made, at, (struct warning_row){.name = "unusable", .advice = "measure again"}, has_grade,
        GRADE_UNUSABLE);
    for (unsigned i = 0; i < FLAG_COUNT; i++) {
        struct warning_row row = {.advice = flag_advice(1u << i)};
        flags_text(1u << i, row.name, sizeof row.name);
        add(made, at, row, has_flag, 1u << i);
    }
    add(made, at,
        (struct warning_row){.name = "one process",
                             .advice =
                                 "another process may differ by 15%: measure in ten (measure.processes)"},
        is_of_one_process, 0);
}

void warnings_relation_make(struct warnings_relation *made, const struct results *results,
                            const struct filter *filter)
{
    *made = (struct warnings_relation){.relation = {.name = "warnings",
                                                    .title = "Warnings",
                                                    RELATION_LIST(columns),
                                                    RELATION_ROWS(made->rows, 0),
                                                    .apart = true}};
    if (!is_smoke(results))
        add_rows(made, &(struct looked_at){results, filter});
}
