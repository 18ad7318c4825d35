/* SPDX-License-Identifier: MIT */
/* From which size on more workers pay. */
#include "analysis/best_workers.h"

/* 0 on a device, which has workers of its own kind. */
static uint64_t workers_of(const struct best_row *row)
{
    const struct point *const point = &row->record->point;
    return point_on_device(point) ? 0 : point_workers(point);
}

/* Rows are in the order of their time beside the winner's. */
static const struct best_row *fastest_with(const struct best_size *size, uint64_t workers)
{
    for (size_t i = 0; i < size->row_count; i++)
        if (workers_of(&size->rows[i]) == workers)
            return &size->rows[i];
    return NULL;
}

/* The next number of workers above `below` that any size has; 0: none. */
static uint64_t next_workers(const struct best_problem *problem, uint64_t below)
{
    uint64_t next = 0;
    for (size_t i = 0; i < problem->size_count; i++)
        for (size_t k = 0; k < problem->sizes[i].row_count; k++) {
            const uint64_t workers = workers_of(&problem->sizes[i].rows[k]);
            if (workers > below && (next == 0 || workers < next))
                next = workers;
        }
    return next;
}

/* From the largest size down to where they are faster for sure, as sure as a winner is, and on as long as
 * they are. False where no size has both. */
static bool find(const struct best_problem *problem, uint64_t workers, struct best_workers *found)
{
    *found = (struct best_workers){.workers = workers};
    for (size_t i = problem->size_count; i-- > 0;) {
        const struct best_row *const many = fastest_with(&problem->sizes[i], workers);
        const struct best_row *const one = fastest_with(&problem->sizes[i], 1);
        if (!many || !one)
            continue;
        const uint64_t n = one->record->point.n;
        const struct estimate ratio = best_ratio(many, one);
        if (found->last_n == 0) {
            found->last_n = n;
            found->last = ratio;
        }
        const bool pays = best_judge(&ratio) == VERDICT_SLOWER;
        if (found->from_n && !pays)
            break;
        if (pays && !found->from_n)
            found->to_n = n;
        if (pays)
            found->from_n = n;
    }
    return found->last_n > 0;
}

size_t best_find_workers(const struct best_problem *problem, struct best_workers *found)
{
    size_t count = 0;
    for (uint64_t workers = 1; count < BEST_WORKERS && (workers = next_workers(problem, workers)) > 0;)
        count += find(problem, workers, &found[count]);
    return count;
}
