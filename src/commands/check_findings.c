/* SPDX-License-Identifier: MIT */
/* What a check found, and printing it. */

#include "base/text.h"
#include "base/text_stream.h"
#include "commands/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdict_names[CHECKED_VERDICTS] = {"wrong", "nothing to run here", "ok but for some",
                                                            "ok"};

/* Where there would be something to run. */
static void needs_text(const struct options *options, const struct implementation *implementation, char *text,
                       size_t size)
{
    if (options->filter && implementation_runs_on(implementation, ENGINE_NONE)) {
        snprintf(text, size, "--filter leaves none of its cases");
        return;
    }
    for (enum engines engine = ENGINE_NONE + 1; engine < ENGINES; engine++)
        if (implementation_runs_on(implementation, engine) && engine_has_device(engine))
            text_add(text, size, "%s%s", *text ? " or " : "it needs --device ",
                     device_names[device_first(engine)]);
    if (!*text && implementation->axes & AXIS_BIT(AXIS_RANKS))
        snprintf(text, size, "%s", implementation->preconditions);
    else if (!*text && options->devices.count)
        snprintf(text, size, "it has no kernel for a device");
}

/* "scanbench check --plugin mine.so mine/scan --filter primitive=scan,dtype=u32,n=3" */
static void repeat_text(const struct options *options, const struct point *point, char *text)
{
    snprintf(text, REPEAT_BYTES, "scanbench check");
    for (size_t i = 0; i < options->plugins.count; i++)
        text_add(text, REPEAT_BYTES, " --plugin %s", options->plugins.all[i]);
    for (size_t i = 0; i < options->devices.count; i++)
        text_add(text, REPEAT_BYTES, " --device %s", options->devices.all[i]);
    text_add(text, REPEAT_BYTES, "%s %s --filter primitive=%s,dtype=%s,n=%ju", options->all ? " --all" : "",
             point->implementation->name, primitive_names[point->implementation->primitive],
             dtype_names[point->dtype], (uintmax_t)point->n);
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
        needs_text(options, implementation, checked.what, sizeof checked.what);
    if (result->wrong && result->point.implementation)
        repeat_text(options, &result->point, checked.repeat);
    return checked;
}

/* What was found: for programs, and in one line. */
struct summary {
    const char *verdict, *device;
    size_t implementations, wrong, cases;
    double time_s;
};

static char *summary_text(const struct summary *summary, const struct options *options)
{
    struct text_stream text;
    char time[32];
    text_stream_open(&text);
    fprintf(text.file, "%s%s%s: ", summary->verdict, *summary->device ? " on " : "", summary->device);
    if (summary->wrong)
        fprintf(text.file, "%zu of ", summary->wrong);
    fprintf(text.file, "%zu implementation%s, %zu cases, %s%s", summary->implementations,
            summary->implementations == 1 ? "" : "s", summary->cases,
            text_format_duration(time, sizeof time, summary->time_s),
            options->all || options->smoke ? "" : ". Every case: --all");
    return text_stream_close(&text);
}

static char *wrong_text(const struct check_findings *found)
{
    struct text_stream text;
    text_stream_open(&text);
    for (const struct checked *one = found->list; one < found->list + found->wrong; one++)
        fprintf(text.file, "wrong: %s; %zu of %zu cases%s%s\n", one->what, one->wrong, one->cases,
                *one->repeat ? "; repeat: " : "", one->repeat);
    return text_stream_close(&text);
}

static bool is_alike(const struct checked *a, const struct checked *b)
{
    return a->verdict == b->verdict && strcmp(a->what, b->what) == 0;
}

/* "nothing to run here (14 implementations): it needs --device opencl:0 or cuda:0", a line a reason. */
static char *reasons_text(const struct checked *list, size_t count)
{
    struct text_stream text;
    text_stream_open(&text);
    for (size_t i = 0; i < count; i++) {
        size_t alike = 0, before = 0;
        for (size_t k = 0; k < count; k++) {
            alike += is_alike(&list[k], &list[i]);
            before += k < i && is_alike(&list[k], &list[i]);
        }
        if (before)
            continue;
        fprintf(text.file, "%s (", verdict_names[list[i].verdict]);
        if (alike == 1)
            fprintf(text.file, "%s)", list[i].implementation->name);
        else
            fprintf(text.file, "%zu implementations)", alike);
        fprintf(text.file, "%s%s\n", *list[i].what ? ": " : "", list[i].what);
    }
    return text_stream_close(&text);
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
        {.name = "verdict", COLUMN_MEMBER(struct summary, verdict)},
        {.name = "device", COLUMN_MEMBER(struct summary, device)},
        {.name = "implementations", .kind = CELL_COUNT, COLUMN_MEMBER(struct summary, implementations)},
        {.name = "wrong", .kind = CELL_COUNT, COLUMN_MEMBER(struct summary, wrong)},
        {.name = "cases", .kind = CELL_COUNT, COLUMN_MEMBER(struct summary, cases)},
        {.name = "time_s", .kind = CELL_TIME, COLUMN_MEMBER(struct summary, time_s)},
    };
    static const struct column columns[] = {
        {.name = "name", .heading = "implementation", .get = get_name},
        {.name = "primitive", .heading = "primitive", .get = get_name, .which = true},
        {.name = "cases", .heading = "cases", .kind = CELL_INDEX, COLUMN_MEMBER(struct checked, cases)},
        {.name = "wrong", .heading = "wrong", .kind = CELL_INDEX, COLUMN_MEMBER(struct checked, wrong)},
        {.name = "verdict",
         .heading = "verdict",
         .words = verdict_names,
         COLUMN_MEMBER(struct checked, verdict)},
        {.name = "finding", .heading = "finding", COLUMN_MEMBER(struct checked, what)},
        {.name = "repeat", COLUMN_MEMBER(struct checked, repeat)},
    };
    const bool every = options->all || options->format == FORMAT_CSV || options->format == FORMAT_JSON;
    const char *const verdict = found->wrong ? "wrong" : found->cases ? "ok" : "nothing was checked";
    size_t noted = found->wrong, checked = 0;
    for (size_t i = 0; i < found->count; i++)
        checked += found->list[i].verdict != CHECKED_NOTHING;
    const struct summary summary = {verdict,      found->device, checked,
                                    found->wrong, found->cases,  found->time_s};
    qsort(found->list, found->count, sizeof *found->list, compare_verdicts);
    while (noted < found->count && found->list[noted].verdict != CHECKED_OK)
        noted++;
    char *const summed = summary_text(&summary, options), *const wrong = wrong_text(found),
                *const reasons = reasons_text(found->list + found->wrong, noted - found->wrong);
    struct relation list[] = {
        {.name = "summary",
         RELATION_LIST(of_summary),
         RELATION_ROWS(&summary, 1),
         .single = true,
         .note = options->quiet ? NULL : summed},
        {.single = true, .note = wrong},
        {.single = true, .note = every || options->quiet ? NULL : reasons},
        {.name = "implementations",
         RELATION_LIST(columns),
         RELATION_ROWS(found->list, every ? found->count : 0),
         .tone = tone_of},
    };
    const bool ok = print_report(&(struct report){.schema = "scanbench-check", .relations = list, .count = 4},
                                 options, error);
    free(reasons);
    free(summed);
    free(wrong);
    return ok;
}
