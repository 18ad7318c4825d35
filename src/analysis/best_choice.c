/* SPDX-License-Identifier: MIT */
/* From which size on which row is to be used, and where one takes over from another. */
#include "analysis/best_choice.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static bool is_finalist(const struct best_size *size, const struct best_row *row)
{
    for (size_t i = 0; i < size->finalist_count; i++)
        if (best_same(size->finalists[i].row, row, AXIS_BIT(AXIS_N)))
            return true;
    return false;
}

/* Where the line through the ratios of two sizes, both logarithmic, meets 1. */
static double crossing(double low_n, double low_ratio, double high_n, double high_ratio)
{
    const double low = log(low_ratio), high = log(high_ratio);
    return low_n * pow(high_n / low_n, low / (low - high));
}

/* Look from the size at which the new choice won back to where the old one was faster. */
static void find_crossing(const struct best_problem *problem, const struct best_choice *old,
                          struct best_choice *new)
{
    double after_n = NAN, after = NAN;
    new->low_n = new->n = NAN;
    for (size_t i = new->size + 1; i-- > 0;) {
        const struct best_row *const a = best_row_at(&problem->sizes[i], old->row);
        const struct best_row *const b = best_row_at(&problem->sizes[i], new->row);
        if (a == NULL || b == NULL)
            return;
        const double n = (double)a->record->point.n;
        const struct estimate ratio = best_ratio(a, b);
        if (isnan(new->n) && ratio.value > 1 && after < 1)
            new->n = crossing(n, ratio.value, after_n, after);
        after_n = n;
        after = ratio.value;
        if (best_judge(&ratio) == VERDICT_SLOWER) {
            new->low_n = n;
            return;
        }
    }
}

/* A choice stays while it cannot be told from the winner. */
void best_choose(struct best_problem *problem)
{
    problem->choices = memory_array(problem->size_count, sizeof *problem->choices);
    for (size_t i = 0; i < problem->size_count; i++) {
        const struct best_size *const size = &problem->sizes[i];
        struct best_choice *const next = &problem->choices[problem->choice_count];
        if (i > 0 && is_finalist(size, next[-1].row))
            continue;
        *next = (struct best_choice){size->rows, i, NAN, NAN};
        if (i > 0)
            find_crossing(problem, next - 1, next);
        problem->choice_count++;
    }
}
