/* SPDX-License-Identifier: MIT */
/* What doctor found: a list for people and for programs. */
#include "commands/findings.h"
#include "base/inert.h"

#include <stdarg.h>
#include <stdio.h>

const char *const finding_kind_names[FINDING_KINDS] = {
    [FINDING_OK] = "ok",
    [FINDING_NOTE] = "note",
    [FINDING_DISTURBS] = "disturbs",
    [FINDING_MISSING] = "missing",
};

void findings_add(struct findings *findings, const char *topic, enum finding_kind kind, const char *advice,
                  const char *format, ...)
{
    if (findings->count == FINDINGS)
        return;
    struct doctor_finding *const finding = &findings->list[findings->count++];
    *finding = (struct doctor_finding){.topic = topic, .kind = kind};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->text, sizeof finding->text, format, arguments);
    va_end(arguments);
    snprintf(finding->advice, sizeof finding->advice, "%s", advice ? advice : "");
    text_inert(finding->text);
    text_inert(finding->advice);
}

static void get_found(const struct column *column, const void *row, struct cell *cell)
{
    const struct doctor_finding *const finding = row;
    (void)column;
    snprintf(cell->text, CELL_BYTES, "%s%s%.240s", finding->text, *finding->advice ? "; " : "",
             finding->advice);
    cell->missing = false;
}

struct relation findings_relation(const struct findings *findings)
{
    static const struct column columns[] = {
        {.heading = "", .words = finding_kind_names, COLUMN_MEMBER(struct doctor_finding, kind)},
        {.name = "topic", .heading = "topic", COLUMN_MEMBER(struct doctor_finding, topic)},
        {.name = "kind", .words = finding_kind_names, COLUMN_MEMBER(struct doctor_finding, kind)},
        {.name = "text", COLUMN_MEMBER(struct doctor_finding, text)},
        {.name = "advice", COLUMN_MEMBER(struct doctor_finding, advice)},
        {.heading = "found; what to do", .get = get_found},
    };
    return (struct relation){.name = "findings",
                             .columns = columns,
                             .column_count = sizeof columns / sizeof columns[0],
                             .rows = findings->list,
                             .row_bytes = sizeof findings->list[0],
                             .row_count = findings->count};
}
