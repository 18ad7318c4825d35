/* SPDX-License-Identifier: MIT */
/* Judging what a config expects by what was measured. */
#include "analysis/claims.h"

#include "analysis/record_ratio.h"
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

/* What runs the record's groups; ENGINE_NONE: it is no group's. */
static enum engines place_of(const struct record *record)
{
    return point_has(&record->point, AXIS_ENGINE) ? (enum engines)record->point.engine : ENGINE_NONE;
}

/* What stands for a side, and of how many it was chosen. */
struct choice {
    const struct record *best;
    size_t of;
};

/* Among the code of the CPU itself and what one engine runs. */
static struct choice fastest(const struct filter *side, const struct record *const *records, size_t count,
                             enum engines on)
{
    struct choice choice = {NULL, 0};
    for (size_t i = 0; i < count; i++) {
        const enum engines place = place_of(records[i]);
        if ((place != ENGINE_NONE && place != on) || !filter_matches(side, &records[i]->point))
            continue;
        choice.of++;
        if (choice.best == NULL || records[i]->statistics.median < choice.best->statistics.median)
            choice.best = records[i];
    }
    return choice;
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

/* As much as was published, up to the tolerance. */
static enum claim_verdict judge_size(const struct interval *interval, double published, double tolerance)
{
    const double low = published / (1 + tolerance), high = published * (1 + tolerance);
    if (interval->low >= low && interval->high <= high)
        return CLAIM_HOLDS;
    return interval->high < low || interval->low > high ? CLAIM_FAILS : CLAIM_UNRESOLVED;
}

static enum claim_verdict judge_case(const struct expectation *expected, const struct interval *interval)
{
    if (expected->tolerance > 0)
        return judge_size(interval, expected->published, expected->tolerance);
    switch (expected->kind) {
    case EXPECT_SAME:
        return judge_same(interval, expected->within);
    case EXPECT_REACHES:
        return judge_faster(interval, expected->of_limit);
    case EXPECT_FASTER:
    case EXPECT_COUNTS:
    case EXPECT_VERDICT:
        break;
    }
    return judge_faster(interval, expected->by);
}

static void add_case(struct claim *claim, const struct record *const *records, size_t count, uint64_t seed)
{
    const struct expectation *const expected = claim->expectation;
    const bool alone = expected->kind == EXPECT_REACHES;
    const struct choice of_left = fastest(&expected->left, records, count, claim->on);
    const struct choice of_right =
        alone ? (struct choice){NULL, 1} : fastest(&expected->right, records, count, claim->on);
    const struct record *const left = of_left.best, *const right = of_right.best;
    if (left == NULL || (alone ? isnan(left->limit_ratio) : right == NULL) ||
        (place_of(left) != claim->on && (alone || place_of(right) != claim->on)))
        return;
    struct claim_case *const added = &claim->cases[claim->case_count++];
    *added = (struct claim_case){.left = left, .right = right};
    added->ratio = alone ? (struct paired_ratio){left->limit_ratio, left->limit_interval, 0}
                         : record_ratio(left, right, seed);
    added->choices = of_left.of * of_right.of;
}

static size_t extent(const struct record *const *records, size_t count)
{
    size_t end = 1;
    while (end < count && points_of_one_problem(&records[0]->point, &records[end]->point))
        end++;
    return end;
}

/* Whoever picks the fastest of many, or asks in many problems whether one contradicts, pays for it. */
static void judge_cases(struct claim *claim)
{
    for (size_t i = 0; i < claim->case_count; i++) {
        struct claim_case *const judged = &claim->cases[i];
        judged->ratio = paired_ratio_correct(judged->ratio, (double)(claim->case_count * judged->choices));
        judged->verdict = judge_case(claim->expectation, &judged->ratio.interval);
        claim->verdicts[judged->verdict]++;
    }
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
    judge_cases(claim);
    claim->verdict = verdict_of(claim);
}

struct sorted {
    const struct record *const *records;
    size_t count;
    uint64_t seed;
};

/* The first of the places that an expectation is about. */
static enum engines first_place(const struct expectation *expectation)
{
    return expectation->on ? (enum engines)__builtin_ctz(expectation->on) : ENGINE_NONE;
}

static void judge_places(struct claims *claims, const struct expectation *expectation,
                         const struct sorted *sorted)
{
    const size_t before = claims->count;
    for (enum engines on = 0; on < ENGINES; on++) {
        struct claim *const claim = &claims->claims[claims->count];
        if (expectation->on && !(expectation->on & 1u << on))
            continue;
        *claim = (struct claim){.expectation = expectation, .on = on};
        judge(claim, sorted->records, sorted->count, sorted->seed);
        if (claim->case_count > 0)
            claims->count++;
        else
            free(claim->cases);
    }
    if (claims->count == before)
        claims->claims[claims->count++] = (struct claim){
            .expectation = expectation, .on = first_place(expectation), .verdict = CLAIM_UNMEASURED};
}

void claims_judge(struct claims *claims, const struct config *config, const struct results *results)
{
    const struct record **const sorted = memory_array(results->count + 1, sizeof *sorted);
    *claims = (struct claims){
        .claims = memory_array(config->expectation_count * ENGINES + 1, sizeof *claims->claims)};
    const size_t count = sort_records(results, sorted);
    for (size_t i = 0; i < config->expectation_count; i++)
        if (!expectation_is_counted(&config->expectations[i]))
            judge_places(claims, &config->expectations[i],
                         &(struct sorted){sorted, count, config->measure.seed});
    free(sorted);
}

void claims_close(struct claims *claims)
{
    for (size_t i = 0; i < claims->count; i++)
        free(claims->claims[i].cases);
    free(claims->claims);
    *claims = (struct claims){0};
}
