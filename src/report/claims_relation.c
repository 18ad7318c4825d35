/* SPDX-License-Identifier: MIT */
/* The claims of results, as their JSON has them, as relations: claimed, found, verdict. */
#include "base/memory.h"
#include "base/text_stream.h"
#include "report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const json_t *claim_at(const void *row)
{
    const json_t *const *const claim = row;
    return *claim;
}

static const char *text_of(const json_t *claim, const char *key)
{
    const char *const text = json_string_value(json_object_get(claim, key));
    return text ? text : "";
}

/* NAN where there is none. */
static double number_of(const json_t *claim, const char *key)
{
    const json_t *const number = json_object_get(claim, key);
    return json_is_number(number) ? json_number_value(number) : NAN;
}

static bool is_claim(const json_t *claim)
{
    return json_is_object(claim) && json_is_string(json_object_get(claim, "name")) &&
           json_is_string(json_object_get(claim, "verdict"));
}

bool claims_append(json_t *claims, const json_t *result, const char *path, struct error *error)
{
    static const char *const schemas[] = {"scanbench-results", "scanbench-counts"};
    const json_t *const list = json_object_get(result, "claims");
    const char *const schema = text_of(result, "schema");
    json_t *claim;
    size_t i;
    if (strcmp(schema, schemas[0]) != 0 && strcmp(schema, schemas[1]) != 0)
        return error_set(error, EXIT_USAGE, "%s: expected the JSON of a result", path);
    json_array_foreach(list, i, claim)
    {
        if (!is_claim(claim))
            return error_set(error, EXIT_USAGE, "%s: claims/%zu is no claim", path, i);
        if (strcmp(text_of(claim, "verdict"), "unresolved") == 0) /* of older files */
            json_object_set_new(claim, "verdict", json_string(claim_verdict_names[CLAIM_INCONCLUSIVE]));
        json_array_append(claims, claim);
    }
    return true;
}

static bool expects(const json_t *claim, const char *kind)
{
    return strcmp(text_of(claim, "expects"), kind) == 0;
}

/* What a claim's numbers are: factors, shares, or counts. */
static const char *unit_of(const json_t *claim)
{
    return expects(claim, "faster") || expects(claim, "same") ? "x" : "";
}

/* What is asked where no number was published: "> 1x", ">= 0.9", "1x ± 5%". */
static void get_asked(const json_t *claim, struct cell *cell)
{
    const double by = number_of(claim, "by"), share = number_of(claim, "of_limit"),
                 within = number_of(claim, "within");
    if (isfinite(by))
        snprintf(cell->text, CELL_BYTES, "> %.4gx", by);
    else if (isfinite(share))
        snprintf(cell->text, CELL_BYTES, ">= %.4g", share);
    else if (isfinite(within))
        snprintf(cell->text, CELL_BYTES, "1x ± %.3g%%", 100 * within);
    cell->missing = cell->text[0] == '\0';
}

/* "2.2x ± 15%", or what is asked. */
static void get_claimed(const struct column *column, const void *row, struct cell *cell)
{
    const json_t *const claim = claim_at(row);
    const double published = number_of(claim, "published"), tolerance = number_of(claim, "tolerance");
    char around[32] = "";
    (void)column;
    if (expects(claim, "verdict")) {
        cell_set_text(cell, text_of(claim, "expected"));
    } else if (isfinite(published)) {
        if (isfinite(tolerance))
            snprintf(around, sizeof around, " ± %.3g%%", 100 * tolerance);
        snprintf(cell->text, CELL_BYTES, "%.4g%s%s", published, unit_of(claim), around);
        cell->missing = false;
    } else {
        get_asked(claim, cell);
    }
}

/* "1.9x [1.8, 2.1]"; "1.9x, too few samples" where they allow no interval, which counts need not have. */
static void get_found(const struct column *column, const void *row, struct cell *cell)
{
    const json_t *const claim = claim_at(row);
    const double ours = number_of(claim, "ours"), low = number_of(claim, "ours_ci_low"),
                 high = number_of(claim, "ours_ci_high");
    char around[64] = "";
    (void)column;
    if (expects(claim, "verdict")) {
        cell_set_text(cell, text_of(claim, "evidence"));
        cell->text[strcspn(cell->text, " ")] = '\0';
        return;
    }
    if (isfinite(low) && isfinite(high))
        snprintf(around, sizeof around, " [%.3g, %.3g]", low, high);
    else if (json_is_null(json_object_get(claim, "ours_ci_low")))
        snprintf(around, sizeof around, ", too few samples");
    snprintf(cell->text, CELL_BYTES, "%.3g%s%s", ours, unit_of(claim), around);
    cell->missing = !isfinite(ours);
}

/* The member of the key in `of`. */
static void get_member(const struct column *column, const void *row, struct cell *cell)
{
    if (column->kind == CELL_NUMBER)
        cell_set_number(cell, number_of(claim_at(row), column->of));
    else
        cell_set_text(cell, text_of(claim_at(row), column->of));
}

static const struct column columns[] = {
    {.heading = "verdict", .get = get_member, .of = "verdict"},
    {.heading = "on", .get = get_member, .of = "on", .yields = 2},
    {.heading = "claimed", .get = get_claimed},
    {.heading = "found", .get = get_found},
    {.name = "claim", .heading = "claim", .get = get_member, .of = "name"},
    {.name = "source", .heading = "source", .get = get_member, .of = "source", .yields = 3},
    {.name = "expects", .get = get_member, .of = "expects"},
    {.name = "on", .get = get_member, .of = "on"},
    {.name = "verdict", .get = get_member, .of = "verdict"},
    {.name = "evidence", .get = get_member, .of = "evidence"},
    {.name = "published", .kind = CELL_NUMBER, .get = get_member, .of = "published"},
    {.name = "tolerance", .kind = CELL_NUMBER, .get = get_member, .of = "tolerance"},
    {.name = "ours", .kind = CELL_NUMBER, .get = get_member, .of = "ours"},
    {.name = "ours_ci_low", .kind = CELL_NUMBER, .get = get_member, .of = "ours_ci_low"},
    {.name = "ours_ci_high", .kind = CELL_NUMBER, .get = get_member, .of = "ours_ci_high"},
};

static enum claim_verdict verdict_of_claim(const json_t *claim)
{
    enum claim_verdict verdict = 0;
    while (verdict < CLAIM_VERDICTS && strcmp(text_of(claim, "verdict"), claim_verdict_names[verdict]) != 0)
        verdict++;
    return verdict;
}

static enum tone tone_of(const void *row)
{
    static const enum tone tones[] = {[CLAIM_HOLDS] = TONE_GOOD,
                                      [CLAIM_FAILS] = TONE_BAD,
                                      [CLAIM_INCONCLUSIVE] = TONE_UNSURE,
                                      [CLAIM_UNMEASURED] = TONE_NONE,
                                      [CLAIM_VERDICTS] = TONE_NONE};
    return tones[verdict_of_claim(claim_at(row))];
}

/* "6 claims: 3 holds, 1 inconclusive, 2 not measured.", fresh. */
static char *sums_text(const json_t *claims)
{
    size_t counts[CLAIM_VERDICTS + 1] = {0}, i;
    const char *before = ":";
    const json_t *claim;
    struct text_stream text;
    text_stream_open(&text);
    json_array_foreach(claims, i, claim) counts[verdict_of_claim(claim)]++;
    fprintf(text.file, "%zu claims", i);
    for (enum claim_verdict verdict = 0; verdict < CLAIM_VERDICTS; verdict++)
        if (counts[verdict] > 0) {
            fprintf(text.file, "%s %zu %s", before, counts[verdict], claim_verdict_names[verdict]);
            before = ",";
        }
    fputs(".", text.file);
    return text_stream_close(&text);
}

void report_add_claims(struct report *report, const json_t *claims)
{
    const size_t count = json_array_size(claims);
    const json_t **const rows = report_keep(report, memory_array(count + 1, sizeof *rows));
    for (size_t i = 0; i < count; i++)
        rows[i] = json_array_get(claims, i);
    report_add_note(report, count > 0 ? sums_text(claims) : NULL);
    report_add(report,
               (struct relation){
                   .name = "claims", RELATION_LIST(columns), RELATION_ROWS(rows, count), .tone = tone_of});
}
