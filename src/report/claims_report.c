/* SPDX-License-Identifier: MIT */
/* Claims: their list in the JSON of a result, and such lists as relations: claimed, found, verdict. */
#include "base/inert.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "report/report_state.h"
#include "json/json_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Their JSON */

enum { KEY = 1024 };

static bool is_same(const struct claim *claim)
{
    return claim->expectation->kind == EXPECT_SAME;
}

/* The case that decides: the one with the least evidence for a claim that holds, else the worst against it.
 */
static const struct claim_case *deciding(const struct claim *claim)
{
    const struct claim_case *worst = NULL;
    for (size_t i = 0; i < claim->case_count; i++) {
        const struct claim_case *const one = &claim->cases[i];
        if (one->verdict == claim->verdict &&
            (worst == NULL || (is_same(claim) ? fabs(log(one->found.value)) > fabs(log(worst->found.value))
                                              : one->found.value < worst->found.value)))
            worst = one;
    }
    return worst;
}

enum { SIZE_TEXT = 32, FOUND_TEXT = 4 * SIZE_TEXT };

/* "32Ki"; 0 for what is no size. */
static const char *size_text(char text[SIZE_TEXT], double size)
{
    return text_format_count(text, SIZE_TEXT, size >= 0 && size < 0x1p63 ? (uint64_t)size : 0);
}

/* "32Ki [8Ki, 64Ki]", the size from which on a side wins; "<= 1Ki" and "> 128Mi" where all sizes lie on one
 * side of it, "undecided" where none is won. */
static const char *crossover_text(char text[FOUND_TEXT], double value, double low, double high)
{
    char from[SIZE_TEXT], above[SIZE_TEXT], to[SIZE_TEXT];
    size_text(from, value);
    size_text(above, low);
    size_text(to, high);
    if (isfinite(low) && isfinite(high))
        snprintf(text, FOUND_TEXT, "%s [%s, %s]", from, above, to);
    else if (isfinite(high))
        snprintf(text, FOUND_TEXT, "<= %s", to);
    else
        snprintf(text, FOUND_TEXT, "%s%s", isfinite(low) ? "> " : "undecided", isfinite(low) ? above : "");
    return text;
}

static void print_ratio(FILE *file, const struct claim_case *one, bool of_peak)
{
    char n[SIZE_TEXT];
    fprintf(file, "%.2f%s", one->found.value, one->right ? "×" : of_peak ? " of the peak" : " of the limit");
    if (isnan(one->found.interval.low))
        fputs(" of too few samples", file);
    else
        fprintf(file, " [%.2f, %.2f]", one->found.interval.low, one->found.interval.high);
    if (of_peak && !isnan(one->left->limit_ratio))
        fprintf(file, ", %.2f of the limit", one->left->limit_ratio);
    fprintf(file, " at n=%s", text_format_count(n, sizeof n, one->left->point.n));
    if (one->right && one->right->point.n != one->left->point.n)
        fprintf(file, " over %s, by element", text_format_count(n, sizeof n, one->right->point.n));
}

/* "0.93× [0.90, 0.97] at n=4Mi on cuda, the least of 8; holds at 5; published 1.1"; "" without a case. */
static char *evidence_text(const struct claim *claim, const struct claim_case *one)
{
    char found[FOUND_TEXT];
    struct text_stream text;
    if (one == NULL)
        return memory_text("");
    text_stream_open(&text);
    const double published = claim->expectation->published;
    const bool crosses = claim->expectation->kind == EXPECT_CROSSOVER;
    if (crosses)
        fputs(crossover_text(found, one->found.value, one->found.interval.low, one->found.interval.high),
              text.file);
    else
        print_ratio(text.file, one, claim->expectation->of_peak);
    fprintf(text.file, " on %s", expectation_place(claim->on));
    if (claim->case_count > 1)
        fprintf(text.file, ", the %s of %zu; holds at %zu", is_same(claim) ? "farthest" : "least",
                claim->case_count, claim->verdicts[CLAIM_HOLDS]);
    if (crosses)
        fprintf(text.file, "; published %s", size_text(found, published));
    else if (!isnan(published))
        fprintf(text.file, "; published %.4g%s", published,
                claim->expectation->of_peak ? " of the peak" : "");
    return text_stream_close(&text);
}

/* "5.19 in the model cuda, descending; published 4; holds at 0 of 3". */
static char *counted_evidence(const struct claim *claim)
{
    const struct expectation *const expected = claim->expectation;
    struct text_stream text;
    if (claim->decides == NULL)
        return memory_text("");
    text_stream_open(&text);
    if (expected->kind == EXPECT_VERDICT)
        fputs(model_verdict_names[claim->decides->verdict], text.file);
    else
        fprintf(text.file, "%.4g", claim->ours);
    fprintf(text.file, " in the model %s, %s", claim->decides->device->name,
            order_names[claim->decides->order]);
    if (expected->kind == EXPECT_COUNTS)
        fprintf(text.file, "; published %s%s%.4g", expected->counts.is.formula,
                expected->counts.is.formula[0] ? " = " : "", claim->published);
    if (claim->case_count > 1)
        fprintf(text.file, "; holds at %zu of %zu", claim->verdicts[CLAIM_HOLDS], claim->case_count);
    return text_stream_close(&text);
}

static json_t *case_json(const struct claim_case *one)
{
    char left[KEY], right[KEY];
    return json_pack(
        "{s:s, s:s?, s:s, s:o, s:o, s:o}", "left", point_key(&one->left->point, left, sizeof left), "right",
        one->right ? point_key(&one->right->point, right, sizeof right) : NULL, "verdict",
        claim_verdict_names[one->verdict], "ratio", number_json(one->found.value), "ratio_ci_low",
        number_json(one->found.interval.low), "ratio_ci_high", number_json(one->found.interval.high));
}

/* "samples"; of what is not applicable "needs cuda or opencl" or "needs
 * the peak of cuda", fresh. */
static char *why_text(const struct claim *claim)
{
    const char *before = claim->expectation->of_peak ? "needs the peak of " : "needs ";
    struct text_stream text;
    if (claim->verdict != CLAIM_INAPPLICABLE)
        return memory_text(claim_reason_names[claim->reason]);
    text_stream_open(&text);
    for (enum engines on = 0; on < ENGINES; on++)
        if (claim->expectation->on & 1u << on) {
            fprintf(text.file, "%s%s", before, expectation_place(on));
            before = " or ";
        }
    return text_stream_close(&text);
}

/* "as published", "best: group/read-ahead", fresh; "" of a claim that is judged by one variant. */
static char *variant_text(const struct claim *claim, const struct claim_case *one)
{
    const struct expectation *const expected = claim->expectation;
    if (!claim->is_best)
        return memory_text(expected->has_best || expected->has_best_right ? "as published" : "");
    const struct record *const best = expected->has_best ? one->left : one->right;
    return memory_format("best: %s", best->point.implementation->name);
}

/* Add what claims on times have alone: by which variant, what decides, the interval of the case that does,
 * and all cases. */
static void add_cases(json_t *json, const struct claim *claim, const struct claim_case *one)
{
    json_t *const cases = json_array();
    char *const variant = variant_text(claim, one), *const why = why_text(claim);
    for (size_t i = 0; i < claim->case_count; i++)
        json_array_append_new(cases, case_json(&claim->cases[i]));
    if (claim->expectation->of_peak) {
        json_object_set_new(json, "share_of", json_string("peak"));
        json_object_set_new(json, "limit_ratio", number_json(one ? one->left->limit_ratio : NAN));
    }
    json_object_set_new(json, "variant", json_string(variant));
    json_object_set_new(json, "why", json_string(why));
    json_object_set_new(json, "differs", json_string(claim->expectation->differs));
    free(variant);
    free(why);
    json_object_set_new(json, "ours_ci_low", number_json(one ? one->found.interval.low : NAN));
    json_object_set_new(json, "ours_ci_high", number_json(one ? one->found.interval.high : NAN));
    json_object_set_new(json, "cases", cases);
}

/* Where it was judged, fresh; "-" of what is about whatever was measured, when nothing was. */
static char *place_text(const struct claim *claim)
{
    const struct expectation *const expected = claim->expectation;
    if (expectation_is_counted(expected))
        return memory_format("model %s", claim->decides ? claim->decides->device->name : expected->device);
    return memory_text(
        claim->verdict == CLAIM_UNMEASURED && expected->on == 0 ? "-" : expectation_place(claim->on));
}

static json_t *claim_json(const struct claim *claim)
{
    static const struct {
        const char *name, *asked; /* the member that says what is asked */
        size_t place;             /* of that number */
    } kinds[] = {[EXPECT_FASTER] = {"faster", "by", offsetof(struct expectation, by)},
                 [EXPECT_SAME] = {"same", "within", offsetof(struct expectation, within)},
                 [EXPECT_REACHES] = {"reaches", "of_limit", offsetof(struct expectation, of_limit)},
                 [EXPECT_CROSSOVER] = {"crossover", "published", offsetof(struct expectation, published)},
                 [EXPECT_COUNTS] = {"counts", "within", offsetof(struct expectation, within)},
                 [EXPECT_VERDICT] = {"verdict", "expected", 0}};
    const struct expectation *const expected = claim->expectation;
    const bool is_counted = expectation_is_counted(expected);
    const struct claim_case *const one = is_counted ? NULL : deciding(claim);
    const double *const asked = (const double *)((const char *)expected + kinds[expected->kind].place);
    char *const evidence = is_counted ? counted_evidence(claim) : evidence_text(claim, one);
    char *const place = place_text(claim), key[KEY];
    json_t *const json =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "name", expected->name, "source",
                  expected->source, "expects", kinds[expected->kind].name, "on", place, "verdict",
                  claim_verdict_names[claim->verdict], "evidence", evidence, "published",
                  number_json(is_counted ? claim->published : expected->published), "tolerance",
                  number_json(expected->tolerance > 0 ? expected->tolerance : NAN), "ours",
                  number_json(is_counted ? claim->ours
                              : one      ? one->found.value
                                         : NAN),
                  kinds[expected->kind].asked,
                  expected->kind == EXPECT_VERDICT ? json_string(model_verdict_names[expected->verdict])
                                                   : json_real(*asked));
    if (!is_counted)
        add_cases(json, claim, one);
    else if (expected->counts.is.formula[0])
        json_object_set_new(json, "formula", json_string(expected->counts.is.formula));
    if (claim->decides)
        json_object_set_new(json, "decides", json_string(point_key(&claim->decides->point, key, sizeof key)));
    free(evidence);
    free(place);
    return json;
}

json_t *claims_json(const struct claims *claims)
{
    json_t *const array = json_array();
    for (size_t i = 0; i < claims->count; i++)
        json_array_append_new(array, claim_json(&claims->claims[i]));
    return array;
}

/* ---- Their relation, of rows that point to a claim of such a list */

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

/* "h200" of "results/reference/h200/one.json", "." of "one.json", fresh and inert. */
static char *folder_text(const char *path)
{
    const char *const end = strrchr(path, '/');
    const char *begin = end;
    while (begin && begin > path && begin[-1] != '/')
        begin--;
    return text_inert(end ? memory_text_part(begin, (size_t)(end - begin)) : memory_text("."));
}

bool claims_append(json_t *claims, const json_t *result, const char *path, struct error *error)
{
    const json_t *const list = json_object_get(result, "claims");
    char *const folder = folder_text(path);
    json_t *claim;
    bool ok = true;
    size_t i;
    json_array_foreach(list, i, claim)
    {
        ok = is_claim(claim) || error_set(error, EXIT_USAGE, "%s: claims/%zu is no claim", path, i);
        if (!ok)
            break;
        if (strcmp(member_text(claim, "verdict"), "unresolved") == 0) /* of older files */
            json_object_set_new(claim, "verdict", json_string(claim_verdict_names[CLAIM_INCONCLUSIVE]));
        json_object_set_new(claim, "folder", json_string(folder));
        json_array_append(claims, claim);
    }
    free(folder);
    return ok;
}

static bool expects(const json_t *claim, const char *kind)
{
    return strcmp(member_text(claim, "expects"), kind) == 0;
}

/* What a claim's numbers are: factors, shares of a limit or a peak, or counts. */
static const char *unit_of(const json_t *claim)
{
    return expects(claim, "faster") || expects(claim, "same") ? "x"
           : member_text(claim, "share_of")[0]                ? " of peak"
                                                              : "";
}

/* What is asked where no number was published: "> 1x", ">= 0.9", "1x ± 5%". */
static void get_asked(const json_t *claim, struct cell *cell)
{
    const double by = number_of(claim, "by"), share = number_of(claim, "of_limit"),
                 within = number_of(claim, "within");
    if (isfinite(by))
        cell_print(cell, "> %.4gx", by);
    else if (isfinite(share))
        cell_print(cell, ">= %.4g", share);
    else if (isfinite(within))
        cell_print(cell, "1x ± %.3g%%", 100 * within);
}

/* "2.2x ± 15%", "from 16Mi on", "2(T - 1) = 2046", or what is asked, with what was published where that is
 * shown alone: "> 1x, published 1.5x". */
void claim_get_claimed(const struct column *column, const void *row, struct cell *cell)
{
    const json_t *const claim = row_target(row);
    const double published = number_of(claim, "published"), tolerance = number_of(claim, "tolerance");
    const bool exact = isfinite(tolerance) || expects(claim, "counts");
    char around[SIZE_TEXT] = "";
    struct cell asked = {.missing = true};
    (void)column;
    get_asked(claim, &asked);
    if (expects(claim, "verdict")) {
        cell_set_text(cell, member_text(claim, "expected"));
    } else if (member_text(claim, "formula")[0]) {
        cell_print(cell, isfinite(published) ? "%s = %.4g" : "%s", member_text(claim, "formula"), published);
    } else if (expects(claim, "crossover")) {
        cell_print(cell, "from %s on", size_text(around, published));
    } else if (isfinite(published) && exact) {
        if (isfinite(tolerance))
            snprintf(around, sizeof around, " ± %.3g%%", 100 * tolerance);
        cell_print(cell, "%.4g%s%s", published, unit_of(claim), around);
    } else if (isfinite(published) && !asked.missing && !(expects(claim, "same") && published == 1)) {
        cell_print(cell, "%s, published %.4g%s", asked.text, published, unit_of(claim));
    } else {
        *cell = asked;
    }
}

/* "1.9x [1.8, 2.1]", "32Ki [8Ki, 64Ki]"; "1.9x, too few samples" where they allow no interval, which counts
 * need not have. */
void claim_get_found(const struct column *column, const void *row, struct cell *cell)
{
    const json_t *const claim = row_target(row);
    const double ours = number_of(claim, "ours"), low = number_of(claim, "ours_ci_low"),
                 high = number_of(claim, "ours_ci_high"), limit_ratio = number_of(claim, "limit_ratio");
    char around[FOUND_TEXT] = "";
    (void)column;
    if (expects(claim, "verdict")) {
        cell_set_text(cell, member_text(claim, "evidence"));
        cell->text[strcspn(cell->text, " ")] = '\0';
        return;
    }
    if (expects(claim, "crossover")) {
        if (member_text(claim, "evidence")[0])
            cell_set_text(cell, crossover_text(around, ours, low, high));
        return;
    }
    if (isfinite(low) && isfinite(high))
        snprintf(around, sizeof around, " [%.3g, %.3g]", low, high);
    else if (json_is_null(json_object_get(claim, "ours_ci_low")))
        snprintf(around, sizeof around, ", too few samples");
    if (isfinite(ours) && expects(claim, "counts"))
        cell_print(cell, "%.4g", ours);
    else if (isfinite(ours))
        cell_print(cell, "%.3g%s%s", ours, unit_of(claim), around);
    if (isfinite(limit_ratio) && !cell->missing)
        snprintf(cell->text + strlen(cell->text), CELL_BYTES - strlen(cell->text), ", %.3g of limit",
                 limit_ratio);
}

/* The member of the key in `of`. */
static void get_member(const struct column *column, const void *row, struct cell *cell)
{
    if (column->kind == CELL_NUMBER)
        cell_set_number(cell, number_of(row_target(row), column->of));
    else
        cell_set_text(cell, member_text(row_target(row), column->of));
}

/* "one pass beats three (best: group/read-ahead)". */
static void get_claim(const struct column *column, const void *row, struct cell *cell)
{
    const char *const variant = member_text(row_target(row), "variant");
    (void)column;
    if (variant[0])
        cell_print(cell, "%s (%s)", member_text(row_target(row), "name"), variant);
    else
        cell_set_text(cell, member_text(row_target(row), "name"));
}

static const struct column columns[] = {
    {.heading = "verdict", .get = get_member, .of = "verdict"},
    {.heading = "on", .get = get_member, .of = "on", .yields = 2},
    {.heading = "claimed", .get = claim_get_claimed},
    {.heading = "found", .get = claim_get_found},
    {.heading = "why", .get = get_member, .of = "why"},
    {.heading = "claim", .get = get_claim},
    {.name = "claim", .get = get_member, .of = "name"},
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
    {.name = "differs", .heading = "differs", .get = get_member, .of = "differs", .yields = 4},
    {.name = "variant", .get = get_member, .of = "variant"},
    {.name = "why", .get = get_member, .of = "why"},
    {.name = "folder", .get = get_member, .of = "folder"},
};

static enum claim_verdict verdict_of_claim(const json_t *claim)
{
    enum claim_verdict verdict = 0;
    while (verdict < CLAIM_VERDICTS &&
           strcmp(member_text(claim, "verdict"), claim_verdict_names[verdict]) != 0)
        verdict++;
    return verdict;
}

static enum tone tone_of(const void *row)
{
    static const enum tone tones[] = {
        [CLAIM_HOLDS] = TONE_GOOD,      [CLAIM_FAILS] = TONE_BAD,         [CLAIM_INCONCLUSIVE] = TONE_UNSURE,
        [CLAIM_UNMEASURED] = TONE_NONE, [CLAIM_INAPPLICABLE] = TONE_NONE, [CLAIM_VERDICTS] = TONE_NONE};
    return tones[verdict_of_claim(row_target(row))];
}

/* A verdict as the verb of so many claims: "holds" of one, "hold" of several. */
static const char *verdict_of_many(enum claim_verdict verdict, size_t count)
{
    if (count > 1 && verdict == CLAIM_HOLDS)
        return "hold";
    return count > 1 && verdict == CLAIM_FAILS ? "do not hold here" : claim_verdict_names[verdict];
}

/* "6 claims: 3 hold, 1 inconclusive, 2 not measured.", fresh; of several folders "18 verdicts: …". */
static char *sums_text(const json_t *claims, bool by_folder)
{
    size_t counts[CLAIM_VERDICTS + 1] = {0}, i;
    const char *before = ":";
    const json_t *claim;
    struct text_stream text;
    text_stream_open(&text);
    json_array_foreach(claims, i, claim) counts[verdict_of_claim(claim)]++;
    fprintf(text.file, "%zu %s%s", i, by_folder ? "verdict" : "claim", i == 1 ? "" : "s");
    for (enum claim_verdict verdict = 0; verdict < CLAIM_VERDICTS; verdict++)
        if (counts[verdict] > 0) {
            fprintf(text.file, "%s %zu %s", before, counts[verdict],
                    verdict_of_many(verdict, counts[verdict]));
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
    const bool by_folder = claims_have_folders(claims);
    report_add_note(report, count > 0 ? sums_text(claims, by_folder) : NULL);
    report_add(report, (struct relation){.name = "claims",
                                         RELATION_LIST(columns),
                                         RELATION_ROWS(rows, count),
                                         .for_programs = by_folder,
                                         .tone = tone_of});
    if (by_folder)
        report_add_claims_by_folder(report, claims);
}
