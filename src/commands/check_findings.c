/* SPDX-License-Identifier: MIT */
/* What a check found, and printing it. */
#include "commands/check_findings.h"

#include "commands/print_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdict_names[CHECKED_VERDICTS] = {"wrong", "nothing to run here", "ok but for some",
                                                            "ok"};

/* Where there would be something to run. */
static void needs_text(const struct implementation *implementation, char *text, size_t size)
{
    size_t used = 0;
    for (enum engines engine = ENGINE_NONE + 1; engine < ENGINES && used < size; engine++)
        if (implementation_runs_on(implementation, engine) && engine_has_device(engine))
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " or " : "it needs --device ",
                                     device_names[device_first(engine)]);
}

/* "scanbench check --plugin mine.so mine/scan --filter primitive=scan,dtype=u32,n=3" */
static void repeat_text(const struct options *options, const struct point *point, char *text)
{
    size_t used = (size_t)snprintf(text, REPEAT_BYTES, "scanbench check");
    for (size_t i = 0; i < options->plugins.count && used < REPEAT_BYTES; i++)
        used += (size_t)snprintf(text + used, REPEAT_BYTES - used, " --plugin %s", options->plugins.all[i]);
    for (size_t i = 0; i < options->devices.count && used < REPEAT_BYTES; i++)
        used += (size_t)snprintf(text + used, REPEAT_BYTES - used, " --device %s", options->devices.all[i]);
    if (used < REPEAT_BYTES)
        snprintf(text + used, REPEAT_BYTES - used, "%s %s --filter primitive=%s,dtype=%s,n=%ju",
                 options->all ? " --all" : "", point->implementation->name,
                 primitive_names[point->implementation->primitive], dtype_names[point->dtype],
                 (uintmax_t)point->n);
}

struct checked checked_make(const struct options *options, const struct implementation *implementation,
                            const struct checker_result *result)
{
    struct checked checked = {
        .implementation = implementation, .cases = result->cases, .wrong = result->wrong};
    checked.verdict = result->wrong      ? CHECKED_WRONG
                      : !result->cases   ? CHECKED_NOTHING
                      : *result->refused ? CHECKED_PART
                                         : CHECKED_OK;
    snprintf(checked.what, sizeof checked.what, "%s", result->wrong ? result->finding : result->refused);
    if (checked.verdict == CHECKED_NOTHING && !*checked.what)
        needs_text(implementation, checked.what, sizeof checked.what);
    if (result->wrong && result->point.implementation)
        repeat_text(options, &result->point, checked.repeat);
    return checked;
}

/* What was found in one line. */
struct summary {
    const char *verdict, *device, *hint;
    char what[64];
    size_t implementations, wrong, cases;
    double time_s;
};

static struct summary summary_of(const struct check_findings *found, const struct options *options)
{
    const bool part = !options->all && !options->smoke;
    struct summary summary = {.verdict = found->wrong   ? "wrong"
                                         : found->cases ? "ok"
                                                        : "nothing was checked",
                              .device = found->device,
                              .hint = part ? "Every case: --all" : "",
                              .implementations = found->count,
                              .wrong = found->wrong,
                              .cases = found->cases,
                              .time_s = found->time_s};
    const int length =
        found->wrong ? snprintf(summary.what, sizeof summary.what, "%zu of ", found->wrong) : 0;
    snprintf(summary.what + length, sizeof summary.what - (size_t)length, "%zu implementation%s",
             found->count, found->count == 1 ? "" : "s");
    return summary;
}

static void get_name(const struct column *column, const void *row, struct cell *cell)
{
    const struct implementation *const implementation = ((const struct checked *)row)->implementation;
    cell_set_text(cell, column->which ? primitive_names[implementation->primitive] : implementation->name);
}

static enum tone tone_of(const void *row)
{
    const enum checked_verdict verdict = ((const struct checked *)row)->verdict;
    return verdict == CHECKED_WRONG ? TONE_BAD : verdict == CHECKED_OK ? TONE_GOOD : TONE_UNSURE;
}

static int compare_verdicts(const void *left, const void *right)
{
    const struct checked *const a = left, *const b = right;
    return a->verdict != b->verdict ? (int)a->verdict - (int)b->verdict : (a > b) - (a < b);
}

bool check_findings_print(struct check_findings *found, const struct options *options, struct error *error)
{
    static const struct column of_summary[] = {
        {.name = "verdict", .heading = "verdict", COLUMN_MEMBER(struct summary, verdict)},
        {.name = "device", .heading = "device", COLUMN_MEMBER(struct summary, device)},
        {.heading = "what", COLUMN_MEMBER(struct summary, what)},
        {.name = "implementations", .kind = CELL_COUNT, COLUMN_MEMBER(struct summary, implementations)},
        {.name = "wrong", .kind = CELL_COUNT, COLUMN_MEMBER(struct summary, wrong)},
        {.name = "cases",
         .heading = "cases",
         .kind = CELL_COUNT,
         .as_is = true,
         COLUMN_MEMBER(struct summary, cases)},
        {.name = "time_s", .heading = "time", .kind = CELL_TIME, COLUMN_MEMBER(struct summary, time_s)},
        {.heading = "hint", COLUMN_MEMBER(struct summary, hint)},
    };
    static const struct column columns[] = {
        {.name = "name", .heading = "implementation", .get = get_name},
        {.name = "primitive", .heading = "primitive", .get = get_name, .which = true},
        {.name = "cases",
         .heading = "cases",
         .kind = CELL_COUNT,
         .as_is = true,
         COLUMN_MEMBER(struct checked, cases)},
        {.name = "wrong",
         .heading = "wrong",
         .kind = CELL_COUNT,
         .as_is = true,
         COLUMN_MEMBER(struct checked, wrong)},
        {.name = "verdict",
         .heading = "verdict",
         .words = verdict_names,
         COLUMN_MEMBER(struct checked, verdict)},
        {.name = "finding", .heading = "finding", COLUMN_MEMBER(struct checked, what)},
        {.name = "repeat", COLUMN_MEMBER(struct checked, repeat)},
    };
    const bool every = options->all || options->format == FORMAT_CSV || options->format == FORMAT_JSON;
    const struct summary summary = summary_of(found, options);
    size_t noted = found->wrong;
    qsort(found->list, found->count, sizeof *found->list, compare_verdicts);
    while (noted < found->count && found->list[noted].verdict != CHECKED_OK)
        noted++;
    const struct relation list[] = {
        {.name = "summary",
         .columns = of_summary,
         .column_count = sizeof of_summary / sizeof of_summary[0],
         .rows = &summary,
         .row_count = !options->quiet || options->format == FORMAT_JSON,
         .single = true,
         .sentence = "{verdict}[ on {device}]: {what}, {cases} cases, {time}[. {hint}]"},
        {.columns = columns,
         .column_count = sizeof columns / sizeof columns[0],
         .rows = found->list,
         .row_bytes = sizeof *found->list,
         .row_count = found->wrong,
         .single = true,
         .tone = tone_of,
         .sentence = "wrong: {finding}; {wrong} of {cases} cases[; repeat: {repeat}]"},
        {.name = "implementations",
         .columns = columns,
         .column_count = sizeof columns / sizeof columns[0],
         .rows = found->list + (every ? 0 : found->wrong),
         .row_bytes = sizeof *found->list,
         .row_count = every            ? found->count
                      : options->quiet ? 0
                                       : noted - found->wrong,
         .tone = tone_of},
    };
    return print_report(&(struct relations){"scanbench-check", list, 3}, options, error);
}
