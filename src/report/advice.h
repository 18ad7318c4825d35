/* SPDX-License-Identifier: MIT */
/* The sentences of an answer, as fresh texts. */
#pragma once

#include "analysis/best_points.h"

/* A tile that is never far off. */
struct safe_tile {
    size_t tiles, sizes; /* as struct best_tile has them */
    uint64_t n;          /* where it loses most */
    double ratio;        /* there, 1.25 for a quarter; NAN: it loses nothing */
    char name[160];
};

/* "Use simd/windows up to 64Ki, threads/chained 2w from 256Ki.", without these axes of the choices,
 * AXIS_BITs, that all points share. */
char *advice_text(const struct best_problem *problem, unsigned common);

/* A line each: "2 workers pay off from 256Ki elements (1.7x at 16Mi)." */
char *gains_text(const struct best_workers *found, size_t count);

/* A line each: "Safest of 3 tiles: group/x T=64 V=8, at worst +25% at 4Ki." */
char *safest_text(const struct safe_tile *safe, size_t count);
