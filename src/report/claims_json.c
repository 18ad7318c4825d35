/* SPDX-License-Identifier: MIT */
/* Claims in the JSON of a result. */
#include "report/claims_json.h"

#include "base/text.h"
#include "json/json_values.h"

#include <math.h>
#include <string.h>

enum { TEXT = 256, KEY = 1024 };

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

/* "0.93× [0.90, 0.97] at n=4Mi on cuda, the least of 8; holds at 5; published 1.1". */
static void evidence_text(const struct claim *claim, char *text, size_t size)
{
    char n[32];
    const struct claim_case *const one = deciding(claim);
    text[0] = '\0';
    if (one == NULL)
        return;
    int used = snprintf(text, size, "%.2f%s", one->ratio.value, one->right ? "×" : " of the limit");
    if (isnan(one->ratio.interval.low))
        used += snprintf(text + used, size - (size_t)used, " of too few samples");
    else
        used += snprintf(text + used, size - (size_t)used, " [%.2f, %.2f]", one->ratio.interval.low,
                         one->ratio.interval.high);
    used += snprintf(text + used, size - (size_t)used, " at n=%s on %s",
                     text_format_count(n, sizeof n, one->left->point.n), expectation_place(claim->on));
    if (claim->case_count > 1)
        used +=
            snprintf(text + used, size - (size_t)used, ", the %s of %zu; holds at %zu",
                     is_same(claim) ? "farthest" : "least", claim->case_count, claim->verdicts[CLAIM_HOLDS]);
    if (!isnan(claim->expectation->published))
        snprintf(text + used, size - (size_t)used, "; published %.4g", claim->expectation->published);
}

/* "5.19 in the model cuda, descending; published 4; holds at 0 of 3". */
static void counted_evidence(const struct counted_claim *claim, char *text, size_t size)
{
    const struct expectation *const expected = claim->expectation;
    int used = 0;
    text[0] = '\0';
    if (claim->decides == NULL)
        return;
    if (expected->kind == EXPECT_VERDICT)
        used = snprintf(text, size, "%s", model_verdict_names[claim->decides->verdict]);
    else
        used = snprintf(text, size, "%.4g", claim->ours);
    used += snprintf(text + used, size - (size_t)used, " in the model %s, %s", claim->decides->device->name,
                     order_names[claim->decides->order]);
    if (expected->kind == EXPECT_COUNTS)
        used += snprintf(text + used, size - (size_t)used, "; published %.4g", expected->published);
    if (claim->cases > 1)
        snprintf(text + used, size - (size_t)used, "; holds at %zu of %zu", claim->holding, claim->cases);
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

/* What both kinds of claims have in common. */
static json_t *judged_json(const struct expectation *expected, enum claim_verdict verdict,
                           const char *evidence, const char *on)
{
    static const char *const kinds[] = {[EXPECT_FASTER] = "faster",
                                        [EXPECT_SAME] = "same",
                                        [EXPECT_REACHES] = "reaches",
                                        [EXPECT_COUNTS] = "counts",
                                        [EXPECT_VERDICT] = "verdict"};
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o}", "name", expected->name, "source",
                     expected->source, "expects", kinds[expected->kind], "on", on, "verdict",
                     claim_verdict_names[verdict], "evidence", evidence, "published",
                     number_json(expected->published), "tolerance",
                     number_json(expected->tolerance > 0 ? expected->tolerance : NAN));
}

/* It is about whatever was measured, and nothing was. */
static bool is_anywhere(const struct claim *claim)
{
    return claim->verdict == CLAIM_UNMEASURED && claim->expectation->on == 0;
}

static json_t *claim_json(const struct claim *claim)
{
    const struct expectation *const expected = claim->expectation;
    const struct claim_case *const one = deciding(claim);
    char evidence[TEXT];
    json_t *const cases = json_array();
    evidence_text(claim, evidence, sizeof evidence);
    for (size_t i = 0; i < claim->case_count; i++)
        json_array_append_new(cases, case_json(&claim->cases[i]));
    json_t *const json = judged_json(expected, claim->verdict, evidence,
                                     is_anywhere(claim) ? "-" : expectation_place(claim->on));
    json_object_set_new(json, "ours", number_json(one ? one->ratio.value : NAN));
    json_object_set_new(json, "ours_ci_low", number_json(one ? one->ratio.interval.low : NAN));
    json_object_set_new(json, "ours_ci_high", number_json(one ? one->ratio.interval.high : NAN));
    if (expected->kind == EXPECT_FASTER)
        json_object_set_new(json, "by", json_real(expected->by));
    else if (expected->kind == EXPECT_SAME)
        json_object_set_new(json, "within", json_real(expected->within));
    else
        json_object_set_new(json, "of_limit", json_real(expected->of_limit));
    json_object_set_new(json, "cases", cases);
    return json;
}

static json_t *counted_json(const struct counted_claim *claim)
{
    const struct expectation *const expected = claim->expectation;
    char evidence[TEXT], key[KEY], on[TEXT];
    counted_evidence(claim, evidence, sizeof evidence);
    snprintf(on, sizeof on, "model %s", claim->decides ? claim->decides->device->name : expected->device);
    json_t *const json = judged_json(expected, claim->verdict, evidence, on);
    json_object_set_new(json, "ours", number_json(claim->ours));
    if (expected->kind == EXPECT_COUNTS)
        json_object_set_new(json, "within", json_real(expected->within));
    else
        json_object_set_new(json, "expected", json_string(model_verdict_names[expected->verdict]));
    if (claim->decides)
        json_object_set_new(json, "decides", json_string(point_key(&claim->decides->point, key, sizeof key)));
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
        if (json_array_append_new(array, claim_json(&claims->claims[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}
