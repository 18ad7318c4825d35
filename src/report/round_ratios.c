/* SPDX-License-Identifier: MIT */
/* The ratios of two runs that took turns, round by round. */
#include "report/round_ratios.h"

#include "measure/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool round_ratios_apply(const struct result_file *base, const struct result_file *next)
{
    return base->session && next->session && strcmp(base->session, next->session) == 0 &&
           base->first != next->first;
}

/* A run of one launch has no list of them. */
static size_t launches_of(const struct result_row *row)
{
    return row->launches ? row->launches : 1;
}

static size_t rounds_of(const struct result_row *row, size_t launch)
{
    return row->launches ? row->launch_rounds[launch] : row->round_count;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The rounds that one of the two lacks, or had with the cores placed otherwise, tell nothing. */
static void add_launch(struct round_ratios *ratios, const double *base, const double *next, size_t rounds)
{
    double *const first = ratios->rounds + ratios->round_count;
    size_t count = 0;
    for (size_t i = 0; i < rounds; i++)
        if (!isnan(base[i]) && !isnan(next[i]))
            first[count++] = next[i] / base[i];
    ratios->round_count += count;
    if (count > 0)
        ratios->launches[ratios->launch_count++] = statistics_make(first, count).median;
}

bool round_ratios_make(struct round_ratios *ratios, const struct result_row *base,
                       const struct result_row *next)
{
    const size_t launches = least(launches_of(base), launches_of(next));
    const double *of_base = base->rounds_s, *of_next = next->rounds_s;
    *ratios = (struct round_ratios){
        .rounds = malloc((least(base->round_count, next->round_count) + 1) * sizeof *ratios->rounds),
        .launches = malloc(launches * sizeof *ratios->launches),
    };
    if (!ratios->rounds || !ratios->launches)
        return false;
    for (size_t i = 0; i < launches; i++) {
        add_launch(ratios, of_base, of_next, least(rounds_of(base, i), rounds_of(next, i)));
        of_base += rounds_of(base, i);
        of_next += rounds_of(next, i);
    }
    return true;
}

void round_ratios_close(struct round_ratios *ratios)
{
    free(ratios->rounds);
    free(ratios->launches);
    *ratios = (struct round_ratios){0};
}
