/* SPDX-License-Identifier: MIT */
/* Intervals of ratios for the few medians that launches give: Welch's of two geometric means, and Student's
 * of pairs. */
#include "statistics/welch.h"

#include <math.h>

struct moments {
    double mean, error_squared; /* of the mean of logarithms */
    double degrees;
};

static struct moments log_moments(struct series series)
{
    const double count = (double)series.count;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < series.count; i++)
        sum += log(series.values[i]);
    const double mean = sum / count;
    for (size_t i = 0; i < series.count; i++) {
        const double distance = log(series.values[i]) - mean;
        squares += distance * distance;
    }
    return (struct moments){mean, squares / (count - 1) / count, count - 1};
}

double student_t95(double degrees)
{
    static const double few[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706};
    const double z = 1.959964, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z, d = degrees;
    const double whole = floor(degrees);
    if (degrees < 5) {
        const size_t at = (size_t)whole - 1;
        return few[at] + (degrees - whole) * (few[at + 1] - few[at]);
    }
    /* Cornish and Fisher; Abramowitz and Stegun 26.7.5 */
    return z + (z3 + z) / (4 * d) + (5 * z5 + 16 * z3 + 3 * z) / (96 * d * d) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * d * d * d);
}

struct interval student_ratio(struct series ratios)
{
    if (ratios.count < 2)
        return (struct interval){NAN, NAN};
    const struct moments moments = log_moments(ratios);
    const double half = student_t95(moments.degrees) * sqrt(moments.error_squared);
    return (struct interval){exp(moments.mean - half), exp(moments.mean + half)};
}

static double degrees_of(const struct moments *a, const struct moments *b)
{
    const double squared = a->error_squared + b->error_squared;
    if (!(squared > 0))
        return a->degrees + b->degrees;
    return fmax(1, squared * squared /
                       (a->error_squared * a->error_squared / a->degrees +
                        b->error_squared * b->error_squared / b->degrees));
}

double welch_degrees(struct series base, struct series next)
{
    if (base.count < 2 || next.count < 2)
        return 0;
    const struct moments a = log_moments(base), b = log_moments(next);
    return degrees_of(&a, &b);
}

struct interval welch_ratio(struct series base, struct series next)
{
    if (base.count < 2 || next.count < 2)
        return (struct interval){NAN, NAN};
    const struct moments a = log_moments(base), b = log_moments(next);
    const double center = b.mean - a.mean;
    const double half = student_t95(degrees_of(&a, &b)) * sqrt(a.error_squared + b.error_squared);
    return (struct interval){exp(center - half), exp(center + half)};
}

/* Of t = √degrees · tan x, whose density is a power of the cosine, by Simpson's rule. */
static double student_tail(double t, double degrees)
{
    enum { STEPS = 200 };
    const double right = acos(0), left = atan(t / sqrt(degrees)), step = (right - left) / STEPS;
    const double whole = sqrt(acos(-1)) * exp(lgamma(degrees / 2) - lgamma((degrees + 1) / 2));
    double sum = 0;
    for (unsigned i = 0; i <= STEPS; i++) {
        const double weight = i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2;
        sum += weight * pow(fmax(cos(left + i * step), 0), degrees - 1);
    }
    return sum * step / 3 / whole;
}

/* With so many degrees it is a normal variable, and its density too narrow for the steps. */
double student_beyond(double t, double degrees)
{
    const double many = 1000;
    return degrees < many ? student_tail(t, degrees) : erfc(t / sqrt(2)) / 2;
}

double student_above(double probability, double degrees)
{
    double low = 0, high = 1;
    while (student_beyond(high, degrees) > probability)
        high *= 2;
    for (unsigned i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (student_beyond(middle, degrees) > probability)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}
