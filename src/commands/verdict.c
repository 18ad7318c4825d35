/* SPDX-License-Identifier: MIT */
/* What the results of a run mean for its exit code. */
#include "commands/verdict.h"
#include "base/inert.h"

#include <stdio.h>

static const enum exit_code mild_to_severe[] = {
    EXIT_OK,     EXIT_UNSTABLE, EXIT_SYSTEM,    EXIT_FINDING,   EXIT_USAGE,
    EXIT_OUTPUT, EXIT_BUDGET,   EXIT_TERMINATE, EXIT_INTERRUPT,
};

static size_t severity(enum exit_code code)
{
    size_t rank = 0;
    while (mild_to_severe[rank] != code && rank + 1 < sizeof mild_to_severe / sizeof mild_to_severe[0])
        rank++;
    return rank;
}

void verdict_keep(struct error *worst, const struct error *next)
{
    const bool worse = severity(next->code) > severity(worst->code);
    const struct error lesser = worse ? *worst : *next;
    if (worse)
        *worst = *next;
    if (lesser.code != EXIT_OK)
        print_line(stderr, "scanbench: warning: %s", lesser.text);
}

/* The records that match, and the first of them. */
struct matches {
    size_t count;
    const struct record *first;
};

static struct matches with_status(const struct results *results, enum status status)
{
    struct matches matches = {0};
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].status == status && !matches.count++)
            matches.first = &results->records[i];
    return matches;
}

static struct matches with_grade(const struct results *results, enum grade grade)
{
    struct matches matches = {0};
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].grade == grade && !matches.count++)
            matches.first = &results->records[i];
    return matches;
}

static void add(struct error *verdict, enum exit_code code, const char *what, const struct matches *matches,
                const char *why)
{
    struct error next = {0};
    char text[256];
    if (!matches->count)
        return;
    error_set(&next, code, "%zu %s %s, first %s: %s", matches->count,
              matches->count == 1 ? "point is" : "points are", what,
              point_text(&matches->first->point, text, sizeof text), why);
    verdict_keep(verdict, &next);
}

void verdict_of(const struct results *results, bool strict, struct error *verdict)
{
    const struct matches wrong = with_status(results, STATUS_WRONG);
    const struct matches crashed = with_status(results, STATUS_CRASHED);
    const struct matches hung = with_status(results, STATUS_TIMEOUT);
    const struct matches implausible = with_status(results, STATUS_IMPLAUSIBLE);
    const struct matches skipped = with_status(results, STATUS_SKIPPED);
    add(verdict, EXIT_FINDING, "wrong", &wrong, wrong.count ? wrong.first->message : "");
    add(verdict, EXIT_FINDING, "crashed", &crashed, crashed.count ? crashed.first->message : "");
    add(verdict, EXIT_FINDING, "hanging", &hung, hung.count ? hung.first->message : "");
    add(verdict, EXIT_FINDING, "implausible", &implausible,
        implausible.count ? implausible.first->message : "");
    add(verdict, EXIT_SYSTEM, "skipped", &skipped, skipped.count ? skipped.first->message : "");
    if (!strict)
        return;
    for (enum grade grade = GRADE_SHAKY; grade <= GRADE_UNUSABLE; grade++) {
        const struct matches loose = with_grade(results, grade);
        char flags[512] = "";
        if (loose.count)
            flags_text(loose.first->flags, flags, sizeof flags);
        add(verdict, EXIT_UNSTABLE, grade_names[grade], &loose, *flags ? flags : "nothing was seen");
    }
}
