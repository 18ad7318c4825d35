/* SPDX-License-Identifier: MIT */
/* What doctor found: a list for people and for programs. */
#include "commands/findings.h"
#include "base/inert.h"
#include "report/wrapped.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

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

void findings_print(const struct findings *findings)
{
    enum { TEXT_AT = 26 };
    const unsigned width = wrapped_width(STDOUT_FILENO);
    char line[sizeof findings->list[0].text + sizeof findings->list[0].advice + TEXT_AT];
    for (size_t i = 0; i < findings->count; i++) {
        const struct doctor_finding *const finding = &findings->list[i];
        snprintf(line, sizeof line, "%-8s  %-14s  %s", finding_kind_names[finding->kind], finding->topic,
                 finding->text);
        wrapped_print(stdout, line, TEXT_AT, width);
        if (!*finding->advice)
            continue;
        snprintf(line, sizeof line, "%*s> %s", TEXT_AT, "", finding->advice);
        wrapped_print(stdout, line, TEXT_AT + 2, width);
    }
}

json_t *findings_json(const struct findings *findings)
{
    json_t *const array = json_array();
    for (size_t i = 0; i < findings->count; i++) {
        const struct doctor_finding *const finding = &findings->list[i];
        json_t *const advice = *finding->advice ? json_string(finding->advice) : json_null();
        json_array_append_new(array, json_pack("{s:s, s:s, s:s, s:o}", "topic", finding->topic, "kind",
                                               finding_kind_names[finding->kind], "text", finding->text,
                                               "advice", advice));
    }
    return array;
}
