/* SPDX-License-Identifier: MIT */
/* The judge of recurrences that must be rounded: against more digits than those of the type, within a bound
 * that every order of products and sums keeps. */
#include "problem/verify.h"

#include <math.h>
#include <stdio.h>

/* A result, the sum of the magnitudes that it is made of, and the same with each times the coefficients
 * between it and the result. */
struct weighed {
    long double value, magnitude, distance;
};

static void weigh(struct weighed *sum, long double coefficient, long double term)
{
    const long double factor = fabsl(coefficient);
    sum->value = coefficient * sum->value + term;
    sum->distance = factor * (sum->distance + sum->magnitude);
    sum->magnitude = factor * sum->magnitude + fabsl(term);
}

static void describe(struct finding *finding, const struct problem_key *key, const struct weighed *wanted,
                     double bound, double got)
{
    const int digits = dtype_decimals(key->dtype);
    snprintf(finding->text, sizeof finding->text, "element %zu of %zu: expected %.*Lg within %.2g, got %.*g",
             finding->index, key->n, digits, wanted->value, bound, digits, got);
}

bool verify_recurrence(const struct problem *problem, const void *output, size_t roundings,
                       struct finding *finding)
{
    const struct problem_key *const key = &problem->key;
    const long double roundoff = ldexpl(1, -(int)dtype_digits(key->dtype));
    const union element initial = problem_initial(key);
    struct weighed sum = {.value = element_value(key->dtype, &initial, 0)};
    sum.magnitude = fabsl(sum.value);
    for (size_t k = 0; k < key->n; k++) {
        const size_t i = key->reversed ? key->n - 1 - k : k;
        const double got = element_value(key->dtype, output, i);
        weigh(&sum, element_value(key->dtype, problem->input[1], i),
              element_value(key->dtype, problem->input[0], i));
        const long double error = fabsl(got - sum.value);
        const long double bound =
            1.01L * roundoff * (2 * sum.distance + (long double)roundings * sum.magnitude);
        if (error > 0)
            finding->error = fmax(finding->error, (double)(error / (roundoff * sum.magnitude)));
        if (error <= bound || finding->wrong++ > 0)
            continue;
        finding->index = i;
        describe(finding, key, &sum, (double)bound, got);
    }
    return finding->wrong == 0;
}
