/* SPDX-License-Identifier: MIT */
/* Placements: where the cores were to each other in each round, and which samples may be pooled. On virtual
 * machines the CPUs move, and the cost of what they share with them. */
#ifndef SCANBENCH_PLACEMENT_H
#define SCANBENCH_PLACEMENT_H

#include <stdbool.h>
#include <stddef.h>

/* Round trips further apart than this factor are of different placements. */
#define PLACEMENT_APART 1.5

enum { PLACEMENTS = 8 };

/* Rounds whose round trips are alike. */
struct placed {
    double least_s, most_s; /* round trips between worker 0 and the furthest other one */
    size_t samples;
};

struct placements {
    struct placed all[PLACEMENTS]; /* by distance; what is beyond the last counts to none */
    size_t count;
    size_t headline; /* the commonest */
};

/* Find the placements of samples with these round trips; NAN: the cores moved within the round. */
void placements_find(struct placements *placements, const double *trips_s, size_t count);

/* The samples of one placement in order to `taken`, which has room for count. Returns how many. */
size_t placement_take(const struct placed *placement, const double *trips_s, const double *samples_s,
                      size_t count, double *taken);

/* A fresh copy of the samples, NAN in place of those that are not of the commonest placement. trips_s NULL:
 * all are. */
double *placement_rounds(const double *samples_s, const double *trips_s, size_t count);

/* Whether the commonest placements of two series of round trips are the same; also where one tells nothing.
 */
bool placement_alike(const double *base_s, size_t base_count, const double *next_s, size_t next_count);

/* Drop what is NAN. Returns how many are left. */
size_t placement_drop(double *values, size_t count);

/* One round trip for before and after a round; NAN when the cores moved in between. */
double placement_trip(double before_s, double behind_s);

#endif
