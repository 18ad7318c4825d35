/* SPDX-License-Identifier: MIT */
/* What the results of a run mean for its exit code. */
#include "commands/commands.h"

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
        message_print("scanbench: warning: ", lesser.text);
}

/* Records that a finding is about, and the first of them. */
struct matches {
    size_t count;
    const struct record *first;
};

static void add_match(struct matches *matches, const struct record *record)
{
    if (!matches->count++)
        matches->first = record;
}

static void add(struct error *verdict, enum exit_code code, const char *what, const struct matches *matches,
                const char *why)
{
    struct error next = {0};
    char text[256];
    error_set(&next, code, "%zu %s %s, first %s: %s", matches->count,
              matches->count == 1 ? "point is" : "points are", what,
              point_text(&matches->first->point, text, sizeof text), why);
    verdict_keep(verdict, &next);
}

static void add_grade(const struct results *results, enum grade grade, struct error *verdict)
{
    struct matches matches = {0};
    char flags[512] = "";
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].grade == grade)
            add_match(&matches, &results->records[i]);
    if (!matches.count)
        return;
    flags_text(matches.first->flags, flags, sizeof flags);
    add(verdict, EXIT_UNSTABLE, grade_names[grade], &matches, *flags ? flags : "nothing was seen");
}

/* A run of which nothing can be measured here is no success. */
static void add_unsupported(const struct results *results, struct error *verdict)
{
    struct matches matches = {0};
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].status == STATUS_UNSUPPORTED)
            add_match(&matches, &results->records[i]);
    if (matches.count > 0 && matches.count == results->count)
        add(verdict, EXIT_SYSTEM, "unsupported, and nothing was measured", &matches, matches.first->message);
}

void verdict_of(const struct results *results, bool strict, struct error *verdict)
{
    static const struct {
        enum status status;
        enum exit_code code;
        const char *what;
    } findings[] = {{STATUS_WRONG, EXIT_FINDING, "wrong"},
                    {STATUS_CRASHED, EXIT_FINDING, "crashed"},
                    {STATUS_TIMEOUT, EXIT_FINDING, "hanging"},
                    {STATUS_IMPLAUSIBLE, EXIT_FINDING, "implausible"},
                    {STATUS_SKIPPED, EXIT_SYSTEM, "skipped"}};
    for (size_t f = 0; f < sizeof findings / sizeof findings[0]; f++) {
        struct matches matches = {0};
        for (size_t i = 0; i < results->count; i++)
            if (results->records[i].status == findings[f].status)
                add_match(&matches, &results->records[i]);
        if (matches.count)
            add(verdict, findings[f].code, findings[f].what, &matches, matches.first->message);
    }
    add_unsupported(results, verdict);
    for (enum grade grade = GRADE_SHAKY; strict && grade <= GRADE_UNUSABLE; grade++)
        add_grade(results, grade, verdict);
}

void verdict_of_claims(const struct claims *claims, struct error *verdict)
{
    struct error error = {0};
    for (size_t i = 0; i < claims->count && !error.code; i++)
        if (claims->claims[i].verdict == CLAIM_FAILS)
            error_set(&error, EXIT_FINDING, "does not hold here: %s", claims->claims[i].expectation->name);
    verdict_keep(verdict, &error);
}
