/* SPDX-License-Identifier: MIT */
/* Midranks of values, and their sum over some of them. */
#include "statistics/ranks.h"

#include "base/memory.h"
#include "base/sort.h"

#include <stdlib.h>

void ranking_make(struct ranking *ranking, size_t room)
{
    *ranking = (struct ranking){.all = memory_array(room, sizeof *ranking->all),
                                .doubled = memory_array(room, sizeof *ranking->doubled)};
}

void ranking_close(struct ranking *ranking)
{
    free(ranking->all);
    free(ranking->doubled);
    *ranking = (struct ranking){0};
}

static int compare_ranked(const void *a, const void *b)
{
    return compare_doubles(((const struct ranked *)a)->value, ((const struct ranked *)b)->value);
}

/* Give the equal values first … end−1 their midrank. */
static void rank_tie(struct ranking *ranking, size_t first, size_t end)
{
    const double ties = (double)(end - first);
    ranking->tie_term += ties * ties * ties - ties;
    for (size_t i = first; i < end; i++) {
        ranking->doubled[i] = (unsigned)(first + 1 + end);
        if (ranking->all[i].counts)
            ranking->sum += ranking->doubled[i];
    }
}

void ranking_rank(struct ranking *ranking)
{
    qsort(ranking->all, ranking->count, sizeof *ranking->all, compare_ranked);
    for (size_t first = 0, end; first < ranking->count; first = end) {
        for (end = first + 1; end < ranking->count && ranking->all[end].value == ranking->all[first].value;)
            end++;
        rank_tie(ranking, first, end);
    }
}
