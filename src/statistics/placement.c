/* SPDX-License-Identifier: MIT */
/* Placements: where the cores were to each other in each round, and which samples may be pooled. */
#include "statistics/placement.h"

#include "base/memory.h"
#include "base/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From the nearest on: what is further than the factor from a placement's nearest round begins the next. */
static void group(struct placements *placements, const double *sorted, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const bool first = placements->count == 0;
        if (first || sorted[i] > PLACEMENT_APART * placements->all[placements->count - 1].least_s) {
            if (placements->count == PLACEMENTS)
                return;
            placements->all[placements->count++].least_s = sorted[i];
        }
        placements->all[placements->count - 1].most_s = sorted[i];
        placements->all[placements->count - 1].samples++;
    }
}

void placements_find(struct placements *placements, const double *trips_s, size_t count)
{
    double *const sorted = memory_array(count + 1, sizeof *sorted);
    *placements = (struct placements){.count = 0};
    memcpy(sorted, trips_s, count * sizeof *sorted);
    const size_t known = placement_drop(sorted, count);
    qsort(sorted, known, sizeof *sorted, compare_double_places);
    group(placements, sorted, known);
    for (size_t i = 1; i < placements->count; i++)
        if (placements->all[i].samples > placements->all[placements->headline].samples)
            placements->headline = i;
    free(sorted);
}

static bool placement_has(const struct placed *placement, double trip_s)
{
    return trip_s >= placement->least_s && trip_s <= placement->most_s;
}

size_t placement_take(const struct placed *placement, const double *trips_s, const double *samples_s,
                      size_t count, double *taken)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (placement_has(placement, trips_s[i]))
            taken[found++] = samples_s[i];
    return found;
}

double *placement_rounds(const double *samples_s, const double *trips_s, size_t count)
{
    struct placements placements;
    double *const rounds = memory_array(count + 1, sizeof *rounds);
    if (trips_s)
        placements_find(&placements, trips_s, count);
    /* Where the cores moved within every round, no placement is better than another. */
    const bool known = trips_s && placements.count > 0;
    for (size_t i = 0; i < count; i++) {
        const bool ours = !known || placement_has(&placements.all[placements.headline], trips_s[i]);
        rounds[i] = ours ? samples_s[i] : NAN;
    }
    return rounds;
}

/* The middle of the commonest placement; NAN where there is none. */
static double headline_trip(const double *trips_s, size_t count)
{
    struct placements placements;
    if (!trips_s)
        return NAN;
    placements_find(&placements, trips_s, count);
    const struct placed *const placed = &placements.all[placements.headline];
    return placements.count > 0 ? sqrt(placed->least_s * placed->most_s) : NAN;
}

bool placement_alike(const double *base_s, size_t base_count, const double *next_s, size_t next_count)
{
    const double base = headline_trip(base_s, base_count), next = headline_trip(next_s, next_count);
    return isnan(base) || isnan(next) || !isnan(placement_trip(base, next));
}

size_t placement_drop(double *values, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(values[i]))
            values[left++] = values[i];
    return left;
}

double placement_trip(double before_s, double behind_s)
{
    const double nearer = fmin(before_s, behind_s), further = fmax(before_s, behind_s);
    return further > PLACEMENT_APART * nearer ? NAN : nearer;
}
