/* SPDX-License-Identifier: MIT */
/* Judging what a config expects by what was measured. */
#include "analysis/claims.h"

#include "base/memory.h"
#include "base/sort.h"

#include <math.h>
#include <stdlib.h>

const char *const claim_verdict_names[CLAIM_VERDICTS] = {"holds", "does not hold here", "unresolved",
                                                         "not measured"};

static int compare_records(const void *left, const void *right)
{
    const struct record *const a = *(const struct record *const *)left;
    const struct record *const b = *(const struct record *const *)right;
    const int order = point_compare_problems(&a->point, &b->point, 0);
    return order != 0 ? order : (a > b) - (a < b);
}

/* The measured records, those of a problem together. Returns how many. */
static size_t sort_records(const struct results *results, const struct record **sorted)
{
    size_t count = 0;
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].status == STATUS_OK && results->records[i].sample_count > 0)
            sorted[count++] = &results->records[i];
    qsort(sorted, count, sizeof *sorted, compare_records);
    return count;
}

static const struct record *fastest(const struct filter *side, const struct record *const *records,
                                    size_t count)
{
    const struct record *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (filter_matches(side, &records[i]->point) &&
            (best == NULL || records[i]->statistics.median < best->statistics.median))
            best = records[i];
    return best;
}

static enum claim_verdict judge_faster(const struct interval *interval, double by)
{
    if (interval->low > by)
        return CLAIM_HOLDS;
    return interval->high < by ? CLAIM_FAILS : CLAIM_UNRESOLVED;
}

static enum claim_verdict judge_same(const struct interval *interval, double within)
{
    const double low = 1 / (1 + within), high = 1 + within;
    if (interval->low >= low && interval->high <= high)
        return CLAIM_HOLDS;
    return interval->high < low || interval->low > high ? CLAIM_FAILS : CLAIM_UNRESOLVED;
}

/* Rounds of another placement than the commonest do not count. */
static struct paired_ratio record_ratio(const struct record *left, const struct record *right, uint64_t seed)
{
    double *const of_left = record_rounds(left), *const of_right = record_rounds(right);
    const struct paired_ratio ratio = paired_ratio_make((struct series){of_left, left->sample_count},
                                                        (struct series){of_right, right->sample_count},
                                                        records_share_rounds(left, right), seed);
    free(of_left);
    free(of_right);
    return ratio;
}

static enum claim_verdict judge_case(const struct expectation *expected, const struct interval *interval)
{
    switch (expected->kind) {
    case EXPECT_SAME:
        return judge_same(interval, expected->within);
    case EXPECT_REACHES:
        return judge_faster(interval, expected->of_limit);
    case EXPECT_FASTER:
        break;
    }
    return judge_faster(interval, expected->by);
}

static void add_case(struct claim *claim, const struct record *const *records, size_t count, uint64_t seed)
{
    const struct expectation *const expected = claim->expectation;
    const bool alone = expected->kind == EXPECT_REACHES;
    const struct record *const left = fastest(&expected->left, records, count);
    const struct record *const right = alone ? NULL : fastest(&expected->right, records, count);
    if (left == NULL || (alone ? isnan(left->limit_ratio) : right == NULL))
        return;
    struct claim_case *const added = &claim->cases[claim->case_count++];
    *added = (struct claim_case){.left = left, .right = right};
    added->ratio = alone ? (struct paired_ratio){left->limit_ratio, left->limit_interval}
                         : record_ratio(left, right, seed);
    added->verdict = judge_case(expected, &added->ratio.interval);
    claim->verdicts[added->verdict]++;
}

static size_t extent(const struct record *const *records, size_t count)
{
    size_t end = 1;
    while (end < count && points_of_one_problem(&records[0]->point, &records[end]->point))
        end++;
    return end;
}

static enum claim_verdict verdict_of(const struct claim *claim)
{
    if (claim->case_count == 0)
        return CLAIM_UNMEASURED;
    if (claim->verdicts[CLAIM_FAILS] > 0)
        return CLAIM_FAILS;
    return claim->verdicts[CLAIM_UNRESOLVED] > 0 ? CLAIM_UNRESOLVED : CLAIM_HOLDS;
}

static void judge(struct claim *claim, const struct record *const *records, size_t count, uint64_t seed)
{
    size_t problems = 0;
    for (size_t at = 0; at < count; at += extent(&records[at], count - at))
        problems++;
    claim->cases = memory_array(problems + 1, sizeof *claim->cases);
    for (size_t at = 0; at < count;) {
        const size_t members = extent(&records[at], count - at);
        add_case(claim, &records[at], members, seed);
        at += members;
    }
    claim->verdict = verdict_of(claim);
}

void claims_judge(struct claims *claims, const struct config *config, const struct results *results)
{
    const struct record **const sorted = memory_array(results->count + 1, sizeof *sorted);
    *claims = (struct claims){.claims = memory_array(config->expectation_count + 1, sizeof *claims->claims)};
    const size_t count = sort_records(results, sorted);
    while (claims->count < config->expectation_count) {
        struct claim *const claim = &claims->claims[claims->count];
        claim->expectation = &config->expectations[claims->count];
        claims->count++;
        judge(claim, sorted, count, config->measure.seed);
    }
    free(sorted);
}

void claims_close(struct claims *claims)
{
    for (size_t i = 0; i < claims->count; i++)
        free(claims->claims[i].cases);
    free(claims->claims);
    *claims = (struct claims){0};
}
