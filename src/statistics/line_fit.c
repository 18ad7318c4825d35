/* SPDX-License-Identifier: MIT */
/* A line through pairs of numbers: what a message costs by its length. */
#include "statistics/statistics.h"

#include <math.h>

/* Of u = 1 / y and v = x / y, which a line makes intercept u + slope v = 1. */
struct fit_sums {
    double u, v, uu, uv, vv;
};

static struct fit_sums add_up(const double *x, const double *y, size_t count)
{
    struct fit_sums sums = {0};
    for (size_t i = 0; i < count; i++) {
        const double u = 1 / y[i], v = x[i] / y[i];
        sums.u += u;
        sums.v += v;
        sums.uu += u * u;
        sums.uv += u * v;
        sums.vv += v * v;
    }
    return sums;
}

struct line_fit line_fit_relative(const double *x, const double *y, size_t count)
{
    const struct fit_sums sums = add_up(x, y, count);
    const double determinant = sums.uu * sums.vv - sums.uv * sums.uv;
    if (count < 2 || !(determinant > 1e-12 * sums.uu * sums.vv))
        return (struct line_fit){NAN, NAN};
    const struct line_fit line = {(sums.u * sums.vv - sums.v * sums.uv) / determinant,
                                  (sums.v * sums.uu - sums.u * sums.uv) / determinant};
    if (line.intercept < 0)
        return (struct line_fit){0, sums.v / sums.vv};
    return line.slope < 0 ? (struct line_fit){sums.u / sums.uu, 0} : line;
}
