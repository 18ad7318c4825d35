/* SPDX-License-Identifier: MIT */
/* The ratios of two runs that took turns, round by round. */
#include "analysis/round_ratios.h"

#include "base/memory.h"
#include "statistics/placement.h"
#include "statistics/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool round_ratios_apply(const struct result_file *base, const struct result_file *next)
{
    return base->session && next->session && strcmp(base->session, next->session) == 0 &&
           base->first != next->first;
}

/* A run of one launch has no list of them. */
static size_t launches_of(const struct record *row)
{
    return row->launch_count ? row->launch_count : 1;
}

static size_t rounds_of(const struct record *row, size_t launch)
{
    return row->launch_count ? row->launches[launch].samples : row->sample_count;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The rounds that both have, as ratios beside where the cores were to each other in them. */
struct pairs {
    double *ratios, *trips_s; /* room for all */
    size_t count;
    size_t *launch_ends; /* count after each launch */
    size_t launches;
    bool placed; /* the trips are told */
};

static double trip_of(const struct record *base, const struct record *next, size_t of_base, size_t of_next)
{
    const double before_s = base->trips_s[of_base], behind_s = next->trips_s[of_next];
    return isnan(before_s) || isnan(behind_s) ? NAN : placement_trip(before_s, behind_s);
}

static void add_pairs(struct pairs *pairs, const struct record *base, const struct record *next)
{
    size_t of_base = 0, of_next = 0;
    for (size_t launch = 0; launch < pairs->launches; launch++) {
        const size_t rounds = least(rounds_of(base, launch), rounds_of(next, launch));
        for (size_t i = 0; i < rounds; i++) {
            pairs->ratios[pairs->count] = next->samples_s[of_next + i] / base->samples_s[of_base + i];
            pairs->trips_s[pairs->count++] =
                pairs->placed ? trip_of(base, next, of_base + i, of_next + i) : NAN;
        }
        pairs->launch_ends[launch] = pairs->count;
        of_base += rounds_of(base, launch);
        of_next += rounds_of(next, launch);
    }
}

static void pairs_make(struct pairs *pairs, const struct record *base, const struct record *next)
{
    const size_t most = least(base->sample_count, next->sample_count) + 1;
    *pairs = (struct pairs){
        .ratios = memory_array(most, sizeof *pairs->ratios),
        .trips_s = memory_array(most, sizeof *pairs->trips_s),
        .launches = least(launches_of(base), launches_of(next)),
        .placed = base->trips_s && next->trips_s,
    };
    pairs->launch_ends = memory_array(pairs->launches, sizeof *pairs->launch_ends);
    add_pairs(pairs, base, next);
}

static void pairs_close(struct pairs *pairs)
{
    free(pairs->ratios);
    free(pairs->trips_s);
    free(pairs->launch_ends);
}

/* Of each launch the median of its rounds in the commonest placement; nothing where it has none. */
static void rate_launches(struct round_ratios *ratios, const struct pairs *pairs)
{
    for (size_t launch = 0, i = 0; launch < pairs->launches; launch++) {
        double *const first = ratios->rounds + ratios->round_count;
        size_t count = 0;
        for (; i < pairs->launch_ends[launch]; i++)
            if (!isnan(ratios->rounds[i]))
                first[count++] = ratios->rounds[i];
        ratios->round_count += count;
        if (count > 0)
            ratios->launches[ratios->launch_count++] = statistics_make(first, count).median;
    }
}

void round_ratios_make(struct round_ratios *ratios, const struct record *base, const struct record *next)
{
    struct pairs pairs;
    *ratios = (struct round_ratios){.rounds = NULL};
    pairs_make(&pairs, base, next);
    ratios->rounds = placement_rounds(pairs.ratios, pairs.placed ? pairs.trips_s : NULL, pairs.count);
    ratios->launches = memory_array(pairs.launches, sizeof *ratios->launches);
    rate_launches(ratios, &pairs);
    pairs_close(&pairs);
}

void round_ratios_close(struct round_ratios *ratios)
{
    free(ratios->rounds);
    free(ratios->launches);
    *ratios = (struct round_ratios){0};
}
