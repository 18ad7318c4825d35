/* SPDX-License-Identifier: MIT */
/* What disturbed points, as a relation: a row a kind of trouble, and what to do about it. */
#include "base/memory.h"
#include "report/report.h"

struct warning_row {
    const char *advice;
    char name[32];
    unsigned flag, grade; /* of the points that it is about; neither: those of one process */
    size_t points;
};

/* By number: two of grades, those of flags, that of one process. */
enum { WARN_SHAKY, WARN_UNUSABLE, WARN_FLAGS, WARN_ALONE = WARN_FLAGS + FLAG_COUNT, WARNINGS };

static struct warning_row warning_at(unsigned i)
{
    struct warning_row flagged = {.flag = 1u << (i - WARN_FLAGS)};
    if (i == WARN_SHAKY)
        return (struct warning_row){"known within 15%: give more time or processes", "shaky", 0, GRADE_SHAKY,
                                    0};
    if (i == WARN_UNUSABLE)
        return (struct warning_row){"measure again", "unusable", 0, GRADE_UNUSABLE, 0};
    if (i == WARN_ALONE)
        return (struct warning_row){"another process may differ by 15%: measure in ten (measure.processes)",
                                    "one process", 0, 0, 0};
    flagged.advice = flag_advice(flagged.flag);
    flags_text(flagged.flag, flagged.name, sizeof flagged.name);
    return flagged;
}

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

static bool is_smoke(const struct results *results)
{
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].stop_reason == STOP_SMOKE)
            return true;
    return false;
}

void report_add_warnings(struct report *report, const struct results *results, const struct filter *filter)
{
#define ROW(member) COLUMN_MEMBER(struct warning_row, member)
    static const struct column columns[] = {
        {.name = "warning", .heading = "warning", ROW(name)},
        {.name = "points", .heading = "points", .kind = CELL_INDEX, ROW(points)},
        {.name = "advice", .heading = "what to do", ROW(advice)},
    };
    struct warning_row *const rows = report_keep(report, memory_array(WARNINGS, sizeof *rows));
    size_t count = 0;
    for (unsigned i = 0; i < WARNINGS; i++) {
        rows[count] = warning_at(i);
        for (size_t k = 0; k < results->count; k++)
            rows[count].points += filter_matches(filter, &results->records[k].point) &&
                                  applies(&rows[count], &results->records[k]);
        count += rows[count].points > 0;
    }
    if (count > 0 && !is_smoke(results))
        report_add(report, (struct relation){.name = "warnings",
                                             .title = "Warnings",
                                             RELATION_LIST(columns),
                                             RELATION_ROWS(rows, count),
                                             .apart = true});
}
