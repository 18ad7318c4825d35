/* SPDX-License-Identifier: MIT */
/* What disturbed the rows of a table: a line for each kind that matters. */
#include "report/evidence.h"

#include "report/wrapped.h"
#include "statistics/verdict_rule.h"

enum { LINE = 512, LEAST = 24 /* columns that a sentence takes */ };

static bool matters(const struct record *record, unsigned flag)
{
    const bool graded = record_measured(record) && (record->flags & flag);
    return graded && (record->grade > GRADE_GOOD || flag_matters_always(flag));
}

static size_t count_flag(const struct results *results, unsigned flag)
{
    size_t count = 0;
    for (size_t i = 0; i < results->count; i++)
        count += matters(&results->records[i], flag);
    return count;
}

static const char *meaning_of(enum grade grade)
{
    switch (grade) {
    case GRADE_SHAKY:
        return " shaky (known within 15 %): ask for more time or processes";
    case GRADE_UNUSABLE:
        return " unusable: repeat them";
    case GRADE_NONE:
    case GRADE_GOOD:
    case GRADE_MOVED:
    case GRADE_COUNT:
        break;
    }
    return " good";
}

/* "12 of 20 points good, 6 shaky: …, 2 unusable: …" */
static void print_grades(FILE *stream, const struct results *results, unsigned width)
{
    size_t counts[GRADE_COUNT] = {0}, measured = 0;
    char line[LINE];
    for (size_t i = 0; i < results->count; i++)
        if (record_measured(&results->records[i])) {
            counts[results->records[i].grade]++;
            measured++;
        }
    if (counts[GRADE_SHAKY] + counts[GRADE_UNUSABLE] == 0)
        return;
    int length = snprintf(line, sizeof line, "Of %zu points %zu good", measured, counts[GRADE_GOOD]);
    for (enum grade grade = GRADE_SHAKY; grade <= GRADE_UNUSABLE; grade++)
        if (counts[grade] > 0)
            length += snprintf(line + length, sizeof line - (size_t)length, "; %zu%s", counts[grade],
                               meaning_of(grade));
    putc('\n', stream);
    wrapped_print(stream, line, 2, width);
}

static bool is_smoke(const struct results *results)
{
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].stop_reason == STOP_SMOKE)
            return true;
    return false;
}

static bool has_one_process(const struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct record *const record = &results->records[i];
        if (record_measured(record) && record->launch_count < 2 && !point_on_ranks(&record->point) &&
            record->grade != GRADE_UNUSABLE)
            return true;
    }
    return false;
}

/* What no interval of theirs can hold. */
static void print_processes(FILE *stream, const struct results *results, unsigned width)
{
    char line[LINE];
    if (!has_one_process(results))
        return;
    putc('\n', stream);
    snprintf(line, sizeof line,
             "All is of one process: in another one code and data lie elsewhere in memory, and times may "
             "differ by up to %.0f %%. Ten processes tell by how much.",
             100 * verdict_margin(1, false));
    wrapped_print(stream, line, 2, width);
}

void evidence_print(FILE *stream, const struct results *results, unsigned width)
{
    if (width > 0 && width < LEAST)
        return;
    if (is_smoke(results)) {
        fputc('\n', stream);
        wrapped_print(stream, "A smoke run: one sample a point shows that all works, and no more.", 2, width);
        return;
    }
    print_grades(stream, results, width);
    for (unsigned i = 0; i < FLAG_COUNT; i++) {
        const size_t count = count_flag(results, 1u << i);
        char line[LINE], name[64];
        if (count == 0)
            continue;
        snprintf(line, sizeof line, "  %s, %zu point%s: %s", flags_text(1u << i, name, sizeof name), count,
                 count == 1 ? "" : "s", flag_advice(1u << i));
        wrapped_print(stream, line, 4, width);
    }
    print_processes(stream, results, width);
}
