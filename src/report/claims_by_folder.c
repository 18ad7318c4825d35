/* SPDX-License-Identifier: MIT */
/* Claims of several folders, one for each machine: a row a claim, a column a folder. */
#include "analysis/analysis.h"
#include "base/memory.h"
#include "base/text_stream.h"
#include "report/report_state.h"
#include "json/json_load.h"

#include <stdlib.h>
#include <string.h>

/* A claim as the first folder has it, and the list in which all folders have theirs. */
struct claim_row {
    const json_t *claim, *claims;
};

/* ---- What claims share */

typedef bool likeness(const json_t *a, const json_t *b);

static bool have_same(const char *key, const json_t *a, const json_t *b)
{
    return strcmp(member_text(a, key), member_text(b, key)) == 0;
}

#define BEST "best: "

/* Judged by the best variant, whose name follows and may differ between machines. */
static bool is_by_best(const json_t *claim)
{
    return strncmp(member_text(claim, "variant"), BEST, strlen(BEST)) == 0;
}

static bool are_named_alike(const json_t *a, const json_t *b)
{
    return have_same("name", a, b) && have_same("source", a, b);
}

static bool are_of_row(const json_t *a, const json_t *b)
{
    return are_named_alike(a, b) && is_by_best(a) == is_by_best(b);
}

static bool are_of_folder(const json_t *a, const json_t *b)
{
    return have_same("folder", a, b);
}

static bool have_reason(const json_t *a, const json_t *b)
{
    return are_of_row(a, b) && have_same("why", a, b);
}

static bool have_reason_and_folder(const json_t *a, const json_t *b)
{
    return have_reason(a, b) && are_of_folder(a, b);
}

/* Whether no claim of the list before this place is like the one there. */
static bool is_first(const json_t *claims, size_t at, likeness *alike)
{
    size_t before = 0;
    while (before < at && !alike(json_array_get(claims, before), json_array_get(claims, at)))
        before++;
    return before == at;
}

bool claims_have_folders(const json_t *claims)
{
    size_t i = 0;
    while (i < json_array_size(claims) && are_of_folder(json_array_get(claims, i), json_array_get(claims, 0)))
        i++;
    return i < json_array_size(claims);
}

/* ---- Cells */

/* "one pass beats three (best)". */
static void get_claim(const struct column *column, const void *row, struct cell *cell)
{
    const json_t *const claim = row_target(row);
    (void)column;
    cell_print(cell, "%s%s", member_text(claim, "name"),
               is_by_best(claim)                  ? " (best)"
               : member_text(claim, "variant")[0] ? " (as published)"
                                                  : "");
}

/* "holds: 1.67x [1.6, 1.7], cuda, group/read-ahead": groups ran there, and that variant is the best. */
static void print_verdict(FILE *file, const json_t *claim)
{
    const char *const on = member_text(claim, "on");
    struct cell found = {.missing = true};
    claim_get_found(NULL, &claim, &found);
    fputs(member_text(claim, "verdict"), file);
    if (found.missing)
        return;
    fprintf(file, ": %s", found.text);
    if (strcmp(on, "cpu") != 0)
        fprintf(file, ", %s", on);
    if (is_by_best(claim))
        fprintf(file, ", %s", member_text(claim, "variant") + strlen(BEST));
}

/* "variant, they differ by this (h200, 2-core)": of those that have the reason of this claim. */
static void print_reason(FILE *file, const json_t *claims, const json_t *one)
{
    const char *const why = member_text(one, "why"), *const differs = member_text(one, "differs");
    const char *before = " (";
    const json_t *claim;
    size_t i;
    fputs(why, file);
    if (differs[0] && strcmp(why, claim_reason_names[REASON_VARIANT]) == 0)
        fprintf(file, ", %s", differs);
    json_array_foreach(claims, i,
                       claim) if (have_reason(claim, one) && is_first(claims, i, have_reason_and_folder))
    {
        fprintf(file, "%s%s", before, member_text(claim, "folder"));
        before = ", ";
    }
    fputs(")", file);
}

/* What is said of a variant that a folder has no verdict of: of what is not applicable there no variant is.
 */
static const char *without_variant(const struct claim_row *line, const json_t *folder)
{
    const char *const inapplicable = claim_verdict_names[CLAIM_INAPPLICABLE];
    const json_t *claim;
    size_t i;
    json_array_foreach(line->claims, i, claim)
    {
        if (are_of_folder(claim, folder) && are_named_alike(claim, line->claim) &&
            strcmp(member_text(claim, "verdict"), inapplicable) == 0)
            return inapplicable;
    }
    return claim_verdict_names[CLAIM_UNMEASURED];
}

/* The verdicts of the folder of the claim that the column is of; of none, the reasons of all folders. */
static void get_list(const struct column *column, const void *row, struct cell *cell)
{
    const struct claim_row *const line = row;
    const char *before = "";
    const json_t *claim;
    struct text_stream text;
    size_t i;
    text_stream_open(&text);
    json_array_foreach(line->claims, i, claim)
    {
        if (!are_of_row(claim, line->claim) ||
            !(column->of ? are_of_folder(claim, column->of)
                         : member_text(claim, "why")[0] && is_first(line->claims, i, have_reason)))
            continue;
        fputs(before, text.file);
        if (column->of)
            print_verdict(text.file, claim);
        else
            print_reason(text.file, line->claims, claim);
        before = "; ";
    }
    char *const whole = text_stream_close(&text);
    cell_set_text(cell, column->of && !whole[0] ? without_variant(line, column->of) : whole);
    free(whole);
}

static void get_source(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_text(cell, member_text(row_target(row), "source"));
}

static const struct column head_columns[] = {{.heading = "claim", .get = get_claim},
                                             {.heading = "claimed", .get = claim_get_claimed}};
static const struct column tail_columns[] = {{.heading = "why", .get = get_list, .yields = 1},
                                             {.heading = "source", .get = get_source, .yields = 2}};

void report_add_claims_by_folder(struct report *report, const json_t *claims)
{
    struct claim_row *const rows = report_keep(report, memory_array(json_array_size(claims), sizeof *rows));
    struct columns columns = {0};
    size_t i, count = 0;
    const json_t *claim;
    COLUMNS_ADD(&columns, head_columns);
    json_array_foreach(claims, i, claim)
    {
        if (is_first(claims, i, are_of_row))
            rows[count++] = (struct claim_row){claim, claims};
        if (is_first(claims, i, are_of_folder))
            columns_add(
                &columns,
                &(struct column){.heading = member_text(claim, "folder"), .get = get_list, .of = claim}, 1);
    }
    COLUMNS_ADD(&columns, tail_columns);
    report_add(report, (struct relation){RELATION_COLUMNS(report, columns), RELATION_ROWS(rows, count)});
}
