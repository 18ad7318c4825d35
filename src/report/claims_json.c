/* SPDX-License-Identifier: MIT */
/* Claims in the JSON of a result. */
#include "base/memory.h"
#include "base/text.h"
#include "base/text_stream.h"
#include "report/report.h"
#include "json/json_load.h"

#include <math.h>
#include <stdlib.h>

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
            (worst == NULL || (is_same(claim) ? fabs(log(one->ratio.value)) > fabs(log(worst->ratio.value))
                                              : one->ratio.value < worst->ratio.value)))
            worst = one;
    }
    return worst;
}

/* "0.93× [0.90, 0.97] at n=4Mi on cuda, the least of 8; holds at 5; published 1.1"; "" without a case. */
static char *evidence_text(const struct claim *claim, const struct claim_case *one)
{
    char n[32];
    struct text_stream text;
    if (one == NULL)
        return memory_text("");
    text_stream_open(&text);
    fprintf(text.file, "%.2f%s", one->ratio.value, one->right ? "×" : " of the limit");
    if (isnan(one->ratio.interval.low))
        fputs(" of too few samples", text.file);
    else
        fprintf(text.file, " [%.2f, %.2f]", one->ratio.interval.low, one->ratio.interval.high);
    fprintf(text.file, " at n=%s on %s", text_format_count(n, sizeof n, one->left->point.n),
            expectation_place(claim->on));
    if (claim->case_count > 1)
        fprintf(text.file, ", the %s of %zu; holds at %zu", is_same(claim) ? "farthest" : "least",
                claim->case_count, claim->verdicts[CLAIM_HOLDS]);
    if (!isnan(claim->expectation->published))
        fprintf(text.file, "; published %.4g", claim->expectation->published);
    return text_stream_close(&text);
}

/* "5.19 in the model cuda, descending; published 4; holds at 0 of 3". */
static char *counted_evidence(const struct counted_claim *claim)
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
        fprintf(text.file, "; published %.4g", expected->published);
    if (claim->cases > 1)
        fprintf(text.file, "; holds at %zu of %zu", claim->holding, claim->cases);
    return text_stream_close(&text);
}

static json_t *case_json(const struct claim_case *one)
{
    char left[KEY], right[KEY];
    return json_pack(
        "{s:s, s:s?, s:s, s:o, s:o, s:o}", "left", point_key(&one->left->point, left, sizeof left), "right",
        one->right ? point_key(&one->right->point, right, sizeof right) : NULL, "verdict",
        claim_verdict_names[one->verdict], "ratio", number_json(one->ratio.value), "ratio_ci_low",
        number_json(one->ratio.interval.low), "ratio_ci_high", number_json(one->ratio.interval.high));
}

/* What both kinds of claims have in common. Takes the evidence. */
static json_t *judged_json(const struct expectation *expected, enum claim_verdict verdict, char *evidence,
                           const char *on, double ours)
{
    static const struct {
        const char *name, *asked; /* the member that says what is asked */
        size_t place;             /* of that number */
    } kinds[] = {[EXPECT_FASTER] = {"faster", "by", offsetof(struct expectation, by)},
                 [EXPECT_SAME] = {"same", "within", offsetof(struct expectation, within)},
                 [EXPECT_REACHES] = {"reaches", "of_limit", offsetof(struct expectation, of_limit)},
                 [EXPECT_COUNTS] = {"counts", "within", offsetof(struct expectation, within)},
                 [EXPECT_VERDICT] = {"verdict", "expected", 0}};
    const double *const asked = (const double *)((const char *)expected + kinds[expected->kind].place);
    json_t *const json = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "name", expected->name, "source",
        expected->source, "expects", kinds[expected->kind].name, "on", on, "verdict",
        claim_verdict_names[verdict], "evidence", evidence, "published", number_json(expected->published),
        "tolerance", number_json(expected->tolerance > 0 ? expected->tolerance : NAN), "ours",
        number_json(ours), kinds[expected->kind].asked,
        expected->kind == EXPECT_VERDICT ? json_string(model_verdict_names[expected->verdict])
                                         : json_real(*asked));
    free(evidence);
    return json;
}

static json_t *claim_json(const struct claim *claim)
{
    const struct claim_case *const one = deciding(claim);
    const struct estimate none = {NAN, {NAN, NAN}, 0}, *const ours = one ? &one->ratio : &none;
    /* it is about whatever was measured, and nothing was */
    const bool anywhere = claim->verdict == CLAIM_UNMEASURED && claim->expectation->on == 0;
    json_t *const cases = json_array();
    for (size_t i = 0; i < claim->case_count; i++)
        json_array_append_new(cases, case_json(&claim->cases[i]));
    json_t *const json = judged_json(claim->expectation, claim->verdict, evidence_text(claim, one),
                                     anywhere ? "-" : expectation_place(claim->on), ours->value);
    json_object_set_new(json, "ours_ci_low", number_json(ours->interval.low));
    json_object_set_new(json, "ours_ci_high", number_json(ours->interval.high));
    json_object_set_new(json, "cases", cases);
    return json;
}

static json_t *counted_json(const struct counted_claim *claim)
{
    const struct model_result *const decides = claim->decides;
    char key[KEY];
    char *const on = memory_format("model %s", decides ? decides->device->name : claim->expectation->device);
    json_t *const json =
        judged_json(claim->expectation, claim->verdict, counted_evidence(claim), on, claim->ours);
    if (decides)
        json_object_set_new(json, "decides", json_string(point_key(&decides->point, key, sizeof key)));
    free(on);
    return json;
}

json_t *counted_claims_json(const struct counted_claims *claims)
{
    json_t *const array = json_array();
    for (size_t i = 0; i < claims->count; i++)
        json_array_append_new(array, counted_json(&claims->claims[i]));
    return array;
}

json_t *claims_json(const struct claims *claims)
{
    json_t *const array = json_array();
    for (size_t i = 0; i < claims->count; i++)
        json_array_append_new(array, claim_json(&claims->claims[i]));
    return array;
}
