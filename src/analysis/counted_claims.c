/* SPDX-License-Identifier: MIT */
/* Judging what a config expects of exact counts, and of what becomes of kernels on device models. */
#include "analysis/analysis.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

const struct model_kernel *counted_kernel(const struct model_result *result)
{
    const bool is_scan = result->point.implementation->primitive == PRIMITIVE_SCAN;
    for (size_t k = 0; k < result->report.kernels; k++) {
        const struct model_kernel *const kernel = &result->report.kernel[k];
        if (kernel->has_group && (!is_scan || strncmp(kernel->name, "scan", 4) == 0))
            return kernel;
    }
    return NULL;
}

/* A count of a run as a claim asks for it; NAN where there is none. */
static double counted_value(const struct expectation *expectation, const struct model_result *result)
{
    const enum phase phase = expectation->counts.phase;
    const enum counter counter = expectation->counts.counter;
    const struct model_kernel *const kernel = counted_kernel(result);
    double sum = 0;
    if (!expectation->counts.whole_run)
        return kernel ? (double)kernel->group[phase].of[counter] : NAN;
    for (size_t k = 0; k < result->report.kernels; k++)
        sum += (double)result->report.kernel[k].run[phase].of[counter];
    return result->report.kernels ? sum : NAN;
}

static bool is_about(const struct expectation *expectation, const struct model_result *result,
                     const struct filter *side)
{
    return filter_matches(side, &result->point) &&
           (expectation->device[0] == '\0' || strcmp(expectation->device, result->device->name) == 0);
}

bool counted_claims_expect(const struct config *config, const struct model_result *result)
{
    for (size_t i = 0; i < config->expectation_count; i++) {
        const struct expectation *const one = &config->expectations[i];
        if (one->kind == EXPECT_VERDICT && one->verdict == result->verdict &&
            is_about(one, result, &one->left))
            return true;
    }
    return false;
}

/* What a count is taken over: a number, a formula's value, or the count of the first other run that it is to
 * be held against. */
static double divisor(const struct expectation *expectation, const struct model_result *of,
                      const struct model_result *results, size_t count)
{
    const double over = quantity_at(&expectation->counts.over, &of->point);
    if (!isnan(over) || expectation->right.count == 0)
        return over;
    for (size_t i = 0; i < count; i++)
        if (is_about(expectation, &results[i], &expectation->right) && results[i].device == of->device &&
            results[i].order == of->order)
            return counted_value(expectation, &results[i]);
    return NAN;
}

static struct claim judge(const struct expectation *expectation, const struct model_result *results,
                          size_t count)
{
    struct claim claim = {.expectation = expectation,
                          .ours = NAN,
                          .published = expectation->counts.is.number,
                          .verdict = CLAIM_UNMEASURED};
    const bool is_verdict = expectation->kind == EXPECT_VERDICT;
    for (size_t i = 0; i < count; i++) {
        if (!is_about(expectation, &results[i], &expectation->left))
            continue;
        const double ours = is_verdict ? NAN
                                       : counted_value(expectation, &results[i]) /
                                             divisor(expectation, &results[i], results, count);
        const double published = is_verdict ? NAN : quantity_at(&expectation->counts.is, &results[i].point);
        if (!is_verdict && (isnan(ours) || isnan(published)))
            continue;
        const bool holds = is_verdict ? results[i].verdict == expectation->verdict
                                      : fabs(ours - published) <= expectation->within * published;
        if (claim.case_count++ == 0 || (!holds && claim.verdict == CLAIM_HOLDS)) {
            claim.decides = &results[i];
            claim.ours = ours;
            claim.published = published;
            claim.verdict = holds ? CLAIM_HOLDS : CLAIM_FAILS;
        }
        claim.verdicts[holds ? CLAIM_HOLDS : CLAIM_FAILS]++;
    }
    return claim;
}

void counted_claims_judge(struct claims *claims, const struct config *config,
                          const struct model_result *results, size_t count)
{
    *claims = (struct claims){.claims = memory_array(config->expectation_count + 1, sizeof *claims->claims)};
    for (size_t i = 0; i < config->expectation_count; i++)
        if (expectation_is_counted(&config->expectations[i]))
            claims->claims[claims->count++] = judge(&config->expectations[i], results, count);
}
