/* SPDX-License-Identifier: MIT */
/* Judging what a config expects by what was measured. */
#include "analysis/analysis.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

const char *const claim_verdict_names[CLAIM_VERDICTS] = {"holds", "does not hold here", "inconclusive",
                                                         "not measured", "not applicable"};
const char *const claim_reason_names[CLAIM_REASONS] = {"", "machine", "variant", "close", "samples", "sizes"};

/* Of a side, among the code of the CPU itself and what one engine runs; NULL: none is. */
static const struct record *fastest(const struct filter *side, const struct best_size *size, enum engines on)
{
    for (size_t i = 0; i < size->row_count; i++) {
        const enum engines place = point_engine(&size->rows[i]->point);
        if ((place == ENGINE_NONE || place == on) && filter_matches(side, &size->rows[i]->point))
            return size->rows[i];
    }
    return NULL;
}

static struct estimate scaled(struct estimate ratio, double by)
{
    return (struct estimate){
        ratio.value * by, {ratio.interval.low * by, ratio.interval.high * by}, ratio.processes};
}

/* What a ratio is to be: equal to a number, or above it; and how far from it counts as equal. */
struct claimed {
    double number;
    bool equal;
    double within; /* 0: what the number of processes allows */
};

static struct claimed what_is_claimed(const struct expectation *expected)
{
    if (expected->tolerance > 0)
        return (struct claimed){expected->published, true, expected->tolerance};
    if (expected->kind == EXPECT_SAME)
        return (struct claimed){1, true, expected->within};
    return (struct claimed){expected->kind == EXPECT_REACHES ? expected->of_limit : expected->by, false, 0};
}

static double margin_of(const struct claimed *claimed, size_t processes)
{
    return claimed->within > 0 ? claimed->within : verdict_margin(processes, false);
}

/* What more samples would say, however many; inconclusive where the number is so near to where the verdict
 * changes that no number of processes is sure to decide. */
static enum verdict foreseen(const struct claimed *claimed, double share)
{
    const double near = 1 + verdict_margin(SIZE_MAX, false) / 2;
    const struct interval about = {share / near, share * near};
    return verdict_judge(about, margin_of(claimed, SIZE_MAX));
}

/* That a ratio is above a number is open where it is that number, as near as any processes can measure. */
static void judge_case(const struct expectation *expected, struct claim_case *one)
{
    const struct claimed claimed = what_is_claimed(expected);
    const struct estimate share = scaled(one->found, 1 / claimed.number);
    const enum verdict asked = claimed.equal ? VERDICT_SAME : VERDICT_SLOWER;
    const enum verdict verdict = verdict_judge(share.interval, margin_of(&claimed, share.processes));
    const enum verdict more = foreseen(&claimed, share.value);
    one->reason = REASON_MACHINE;
    if (verdict == VERDICT_INCONCLUSIVE || (verdict == VERDICT_SAME && !claimed.equal)) {
        one->verdict = CLAIM_INCONCLUSIVE;
        if (verdict_judge(share.interval, margin_of(&claimed, SIZE_MAX)) != VERDICT_SAME)
            one->reason = more == VERDICT_INCONCLUSIVE ? REASON_CLOSE : REASON_SAMPLES;
        one->may_fail = one->reason == REASON_SAMPLES && more != asked;
    } else {
        one->verdict = verdict == asked ? CLAIM_HOLDS : CLAIM_FAILS;
    }
}

/* What claims are judged by. */
struct evidence {
    const struct results *results; /* borrowed */
    struct best best;              /* of them */
    double (*peak_of)(uint64_t device);
};

static struct estimate limit_share(const struct record *record)
{
    return (struct estimate){record->limit_ratio, record->limit_interval,
                             record->launch_count ? record->launch_count : 1};
}

/* Of what the memory can move. */
static struct estimate peak_share(const struct record *record, double peak_bytes_per_s)
{
    const struct estimate time_s = record_estimate(record);
    const double least_s = record_bytes(record) / peak_bytes_per_s;
    return (struct estimate){least_s / time_s.value,
                             {least_s / time_s.interval.high, least_s / time_s.interval.low},
                             time_s.processes};
}

static struct estimate share_of(const struct evidence *evidence, const struct expectation *expected,
                                const struct record *record)
{
    return expected->of_peak ? peak_share(record, evidence->peak_of(record->point.device))
                             : limit_share(record);
}

/* What stands for the left side, and for the right one where there is one. */
struct both_sides {
    const struct record *left, *right;
};

/* What they say; false where they were not both measured, or have no limit or peak. Of two sizes the times of
 * an element are compared. */
static bool make_case(const struct evidence *evidence, const struct claim *claim, struct both_sides sides,
                      struct claim_case *found)
{
    const struct expectation *const expected = claim->expectation;
    const struct record *const left = sides.left, *const right = sides.right;
    const bool alone = expected->kind == EXPECT_REACHES;
    if (left == NULL || (right == NULL && !alone) ||
        (point_engine(&left->point) != claim->on && (alone || point_engine(&right->point) != claim->on)))
        return false;
    *found = (struct claim_case){.left = left, .right = right, .verdict = CLAIM_INCONCLUSIVE};
    found->found = alone ? share_of(evidence, expected, left)
                         : scaled(records_ratio(left, right), (double)left->point.n / (double)right->point.n);
    return !alone || !isnan(found->found.value);
}

static const struct filter *left_of(const struct claim *claim)
{
    const struct expectation *const expected = claim->expectation;
    return claim->is_best && expected->has_best ? &expected->best : &expected->left;
}

static const struct filter *right_of(const struct claim *claim)
{
    const struct expectation *const expected = claim->expectation;
    return claim->is_best && expected->has_best_right ? &expected->best_right : &expected->right;
}

/* What a size says of both sides. */
static bool find_case(const struct evidence *evidence, const struct claim *claim,
                      const struct best_size *size, struct claim_case *found)
{
    const bool alone = claim->expectation->kind == EXPECT_REACHES;
    const struct both_sides sides = {fastest(left_of(claim), size, claim->on),
                                     alone ? NULL : fastest(right_of(claim), size, claim->on)};
    return make_case(evidence, claim, sides, found);
}

static void add_case(struct claim *claim, const struct claim_case *one)
{
    claim->cases[claim->case_count++] = *one;
    claim->verdicts[one->verdict]++;
}

static void judge_each_size(const struct evidence *evidence, struct claim *claim,
                            const struct best_problem *problem)
{
    struct claim_case one;
    for (size_t i = 0; i < problem->size_count; i++)
        if (find_case(evidence, claim, &problem->sizes[i], &one)) {
            judge_case(claim->expectation, &one);
            add_case(claim, &one);
        }
}

/* Of a side, among all sizes of a problem the one that takes the least time for an element; NULL: none. */
static const struct record *fastest_element(const struct filter *side, const struct best_problem *problem,
                                            enum engines on)
{
    const struct record *found = NULL;
    double least_s = INFINITY;
    for (size_t i = 0; i < problem->size_count; i++) {
        const struct record *const row = fastest(side, &problem->sizes[i], on);
        const double element_s = row ? row->statistics.median / (double)row->point.n : INFINITY;
        if (element_s < least_s) {
            least_s = element_s;
            found = row;
        }
    }
    return found;
}

/* Where the sides have sizes of their own. */
static void judge_sizes_apart(const struct evidence *evidence, struct claim *claim,
                              const struct best_problem *problem)
{
    const struct both_sides sides = {fastest_element(left_of(claim), problem, claim->on),
                                     fastest_element(right_of(claim), problem, claim->on)};
    struct claim_case one;
    if (!make_case(evidence, claim, sides, &one))
        return;
    judge_case(claim->expectation, &one);
    add_case(claim, &one);
}

/* The power of two next to where the ratio of times becomes 1, between two sizes. */
static double crossing(const struct claim_case *before, const struct claim_case *after)
{
    const double from = log2((double)before->left->point.n), to = log2((double)after->left->point.n);
    const double below = -log(before->found.value), above = log(after->found.value);
    return exp2(round(from + (to - from) * below / (below + above)));
}

/* Where the left side begins to win, as far as the sizes up to one of them say it. */
struct crossover {
    struct claim_case whole;  /* with what is known of its range */
    struct claim_case before; /* of the size before; no left side: there is none */
    size_t undecided;         /* sizes within the range at which no side wins */
};

/* Where the right side wins, whatever was found at smaller sizes does not count: from there on it did not. */
static void add_size(struct crossover *crossover, const struct claim_case *one)
{
    struct estimate *const found = &crossover->whole.found;
    const struct claim_case *const before = &crossover->before;
    const enum verdict verdict = best_judge(&one->found);
    const double n = (double)one->left->point.n;
    const bool open = isnan(found->interval.high);
    if (crossover->whole.left == NULL || verdict == VERDICT_FASTER || (open && verdict == VERDICT_SLOWER)) {
        crossover->whole.left = one->left;
        crossover->whole.right = one->right;
    }
    if (verdict == VERDICT_FASTER) {
        *found = (struct estimate){NAN, {n, NAN}, one->found.processes};
        crossover->undecided = 0;
    } else if (open) {
        if (before->left && before->found.value < 1 && one->found.value >= 1)
            found->value = crossing(before, one);
        if (verdict == VERDICT_SLOWER)
            found->interval.high = n;
        else
            crossover->undecided++;
    }
    crossover->before = *one;
}

/* The published size has to lie above the last size at which the right side wins, and no higher than the next
 * one at which the left side does, with at most one size between them at which none does. */
static void judge_crossover(struct crossover *crossover, double published)
{
    struct claim_case *const whole = &crossover->whole;
    const struct interval range = whole->found.interval;
    const bool open = isnan(range.low) || isnan(range.high);
    whole->reason = crossover->undecided > 1 ? REASON_SAMPLES : open ? REASON_SIZES : REASON_MACHINE;
    whole->verdict = whole->reason == REASON_MACHINE ? CLAIM_HOLDS : CLAIM_INCONCLUSIVE;
    if (published <= range.low || published > range.high) {
        whole->reason = REASON_MACHINE;
        whole->verdict = CLAIM_FAILS;
    }
}

static void judge_all_sizes(const struct evidence *evidence, struct claim *claim,
                            const struct best_problem *problem)
{
    struct crossover crossover = {.whole = {.found = {NAN, {NAN, NAN}, 0}}};
    struct claim_case one;
    for (size_t i = 0; i < problem->size_count; i++)
        if (find_case(evidence, claim, &problem->sizes[i], &one))
            add_size(&crossover, &one);
    if (crossover.whole.left == NULL)
        return;
    judge_crossover(&crossover, claim->expectation->published);
    add_case(claim, &crossover.whole);
}

static enum claim_verdict verdict_of(const struct claim *claim)
{
    if (claim->case_count == 0)
        return CLAIM_UNMEASURED;
    if (claim->verdicts[CLAIM_FAILS] > 0)
        return CLAIM_FAILS;
    return claim->verdicts[CLAIM_INCONCLUSIVE] > 0 ? CLAIM_INCONCLUSIVE : CLAIM_HOLDS;
}

/* What decided the cases that decide the claim. One that more samples would only show to hold leaves nothing
 * open where another stays open whatever they show. */
static enum claim_reason reason_of(const struct claim *claim)
{
    enum claim_reason reason = REASON_NONE, besides_samples = REASON_NONE;
    bool may_fail = false;
    for (size_t i = 0; i < claim->case_count; i++) {
        const struct claim_case *const one = &claim->cases[i];
        if (one->verdict != claim->verdict)
            continue;
        may_fail |= one->may_fail;
        if (one->reason > reason)
            reason = one->reason;
        if (one->reason > besides_samples && one->reason != REASON_SAMPLES)
            besides_samples = one->reason;
    }
    return may_fail || besides_samples == REASON_NONE ? reason : besides_samples;
}

static void judge(struct claim *claim, const struct evidence *evidence)
{
    const struct best *const best = &evidence->best;
    void (*const judge_problem)(const struct evidence *, struct claim *, const struct best_problem *) =
        claim->expectation->kind == EXPECT_CROSSOVER ? judge_all_sizes
        : claim->expectation->by_element             ? judge_sizes_apart
                                                     : judge_each_size;
    claim->cases = memory_array(best->row_count + 1, sizeof *claim->cases);
    for (size_t p = 0; p < best->problem_count; p++)
        judge_problem(evidence, claim, &best->problems[p]);
    claim->verdict = verdict_of(claim);
    claim->reason = reason_of(claim);
    if (claim->reason == REASON_MACHINE && claim->expectation->differs[0] && !claim->is_best)
        claim->reason = REASON_VARIANT;
}

/* What decides a claim that is judged by two variants: what leaves one of them open leaves the claim so. */
static void compare_variants(struct claim *published, struct claim *best)
{
    const enum claim_reason open =
        published->verdict == CLAIM_INCONCLUSIVE ? published->reason : best->reason;
    if (published->verdict == CLAIM_INCONCLUSIVE || best->verdict == CLAIM_INCONCLUSIVE)
        published->reason = best->reason = open;
    else if (published->verdict != best->verdict)
        published->reason = best->reason = REASON_VARIANT;
}

/* The first of the places that an expectation is about. */
static enum engines first_place(const struct expectation *expectation)
{
    return expectation->on ? (enum engines)__builtin_ctz(expectation->on) : ENGINE_NONE;
}

/* Judge a claim and add it; false, and nothing is added, where nothing was measured for it. */
static bool add_claim(struct claims *claims, const struct claim *asked, const struct evidence *evidence)
{
    struct claim *const claim = &claims->claims[claims->count];
    *claim = *asked;
    judge(claim, evidence);
    if (claim->case_count > 0)
        claims->count++;
    else
        free(claim->cases);
    return claim->case_count > 0;
}

/* Whether the results say anything of a place that the expectation is about, and its peak is known where it
 * is asked for. */
static bool is_applicable(const struct expectation *expectation, const struct evidence *evidence)
{
    const struct results *const results = evidence->results;
    bool applicable = !expectation->of_peak && (expectation->on == 0 || expectation->on & 1u << ENGINE_NONE);
    for (size_t i = 0; i < results->count && !applicable; i++) {
        const struct point *const point = &results->records[i].point;
        applicable = (expectation->on == 0 || expectation->on & 1u << point_engine(point)) &&
                     (!expectation->of_peak || !isnan(evidence->peak_of(point->device)));
    }
    return applicable;
}

static void judge_places(struct claims *claims, const struct expectation *expectation,
                         const struct evidence *evidence)
{
    const size_t before = claims->count;
    for (enum engines on = 0; on < ENGINES; on++) {
        if (expectation->on && !(expectation->on & 1u << on))
            continue;
        const bool published =
            add_claim(claims, &(struct claim){.expectation = expectation, .on = on}, evidence);
        const struct claim by_best = {.expectation = expectation, .on = on, .is_best = true};
        if ((expectation->has_best || expectation->has_best_right) && add_claim(claims, &by_best, evidence) &&
            published)
            compare_variants(&claims->claims[claims->count - 2], &claims->claims[claims->count - 1]);
    }
    if (claims->count == before)
        claims->claims[claims->count++] = (struct claim){
            .expectation = expectation,
            .on = first_place(expectation),
            .verdict = is_applicable(expectation, evidence) ? CLAIM_UNMEASURED : CLAIM_INAPPLICABLE};
}

void claims_judge(struct claims *claims, const struct config *config, const struct results *results,
                  double (*peak_of)(uint64_t device))
{
    struct evidence evidence = {.results = results, .peak_of = peak_of};
    *claims = (struct claims){
        .claims = memory_array(2 * config->expectation_count * ENGINES + 1, sizeof *claims->claims)};
    best_make(&evidence.best, results, NULL, true);
    for (size_t i = 0; i < config->expectation_count; i++)
        if (!expectation_is_counted(&config->expectations[i]))
            judge_places(claims, &config->expectations[i], &evidence);
    best_close(&evidence.best);
}

void claims_close(struct claims *claims)
{
    for (size_t i = 0; i < claims->count; i++)
        free(claims->claims[i].cases);
    free(claims->claims);
    *claims = (struct claims){0};
}
