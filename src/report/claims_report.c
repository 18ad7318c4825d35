/* SPDX-License-Identifier: MIT */
/* Claims as a table and in the JSON of a result. */
#include "report/claims_report.h"

#include "base/inert.h"
#include "base/text.h"
#include "json/json_values.h"

#include <math.h>
#include <string.h>

enum { TEXT = 256, KEY = 1024, VERDICT_WIDTH = 18 };

static const char *color_of(enum claim_verdict verdict)
{
    static const char *const colors[CLAIM_VERDICTS] = {"\033[32m", "\033[31m", "\033[33m", "\033[90m"};
    return colors[verdict];
}

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
            (worst == NULL || (is_same(claim) ? fabs(log(one->ratio.ratio)) > fabs(log(worst->ratio.ratio))
                                              : one->ratio.ratio < worst->ratio.ratio)))
            worst = one;
    }
    return worst;
}

/* "5 of 8; 0.93 [0.90, 0.97] at n=4Mi". */
static void evidence_text(const struct claim *claim, char *text, size_t size)
{
    char n[32];
    const struct claim_case *const one = deciding(claim);
    text[0] = '\0';
    if (one == NULL)
        return;
    int used = snprintf(text, size, "%.2f%s", one->ratio.ratio, one->right ? "×" : " of the limit");
    if (!isnan(one->ratio.interval.low))
        used += snprintf(text + used, size - (size_t)used, " [%.2f, %.2f]", one->ratio.interval.low,
                         one->ratio.interval.high);
    used += snprintf(text + used, size - (size_t)used, " at n=%s",
                     text_format_count(n, sizeof n, one->left->point.n));
    if (claim->case_count > 1)
        snprintf(text + used, size - (size_t)used, ", the %s of %zu; holds at %zu",
                 is_same(claim) ? "farthest" : "least", claim->case_count, claim->verdicts[CLAIM_HOLDS]);
}

static void print_claim(FILE *stream, const struct claim *claim, bool color, unsigned width)
{
    char evidence[TEXT];
    evidence_text(claim, evidence, sizeof evidence);
    fprintf(stream, "%s%-*s%s  ", color ? color_of(claim->verdict) : "", VERDICT_WIDTH,
            claim_verdict_names[claim->verdict], color ? "\033[0m" : "");
    const int room = width > VERDICT_WIDTH + 3 ? (int)width - VERDICT_WIDTH - 3 : 0;
    print_line(stream, "%.*s", width == 0 ? -1 : room, claim->expectation->name);
    if (evidence[0] != '\0')
        fprintf(stream, "%*s  %.*s\n", VERDICT_WIDTH, "", width == 0 ? -1 : room, evidence);
}

void claims_print(FILE *stream, const struct claims *claims, bool color, unsigned width)
{
    size_t verdicts[CLAIM_VERDICTS] = {0};
    if (claims->count == 0)
        return;
    fputs("\nWhat the config expects (how many times as fast, with its 95 % interval):\n", stream);
    for (size_t i = 0; i < claims->count; i++) {
        print_claim(stream, &claims->claims[i], color, width);
        verdicts[claims->claims[i].verdict]++;
    }
    const char *separator = "";
    for (enum claim_verdict verdict = 0; verdict < CLAIM_VERDICTS; verdict++) {
        if (verdicts[verdict] == 0)
            continue;
        fprintf(stream, "%s%zu %s", separator, verdicts[verdict], claim_verdict_names[verdict]);
        separator = ", ";
    }
    putc('\n', stream);
}

static json_t *case_json(const struct claim_case *one)
{
    char left[KEY], right[KEY];
    return json_pack(
        "{s:s, s:s?, s:s, s:o, s:o, s:o}", "left", point_key(&one->left->point, left, sizeof left), "right",
        one->right ? point_key(&one->right->point, right, sizeof right) : NULL, "verdict",
        claim_verdict_names[one->verdict], "ratio", number_json(one->ratio.ratio), "ratio_ci_low",
        number_json(one->ratio.interval.low), "ratio_ci_high", number_json(one->ratio.interval.high));
}

static json_t *claim_json(const struct claim *claim)
{
    const struct expectation *const expected = claim->expectation;
    const struct {
        const char *kind, *key;
        double value;
    } as[] = {
        [EXPECT_FASTER] = {"faster", "by", expected->by},
        [EXPECT_SAME] = {"same", "within", expected->within},
        [EXPECT_REACHES] = {"reaches", "of_limit", expected->of_limit},
    };
    char evidence[TEXT];
    json_t *const cases = json_array();
    evidence_text(claim, evidence, sizeof evidence);
    for (size_t i = 0; i < claim->case_count; i++)
        json_array_append_new(cases, case_json(&claim->cases[i]));
    return json_pack("{s:s, s:s, s:s, s:s, s:f, s:o}", "name", expected->name, "expects",
                     as[expected->kind].kind, "verdict", claim_verdict_names[claim->verdict], "evidence",
                     evidence, as[expected->kind].key, as[expected->kind].value, "cases", cases);
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
