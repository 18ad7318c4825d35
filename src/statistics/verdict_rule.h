/* SPDX-License-Identifier: MIT */
/* The one rule for numbers and verdicts: a process gives one number, the inner numbers are the interval, and
 * a verdict is that this interval lies beyond a margin. docs/statistics.md has its promises. */
#pragma once

#include "statistics/statistics.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* The samples of a point, those of a process after those of the one before it, by round; borrowed. */
struct rounds {
    const double *values; /* NAN: a round without a sample */
    const size_t *counts; /* rounds of each process */
    size_t processes;
};

/* One number of each process, the median of its rounds; of a single process those of its ten consecutive
 * blocks of rounds. */
struct numbers {
    double *values; /* owned; NAN where a process has none */
    size_t count;
    size_t processes; /* that have one */
    double center;    /* the median of the numbers; of a single process that of its rounds; NAN of none */
};

/* A number with its interval: the least and the greatest of the numbers, without the outermost ones. */
struct estimate {
    double value;             /* NAN: there is none */
    struct interval interval; /* holds the value; NAN twice: too few rounds of a single process */
    size_t processes;
};

enum verdict { VERDICT_SAME, VERDICT_FASTER, VERDICT_SLOWER, VERDICT_INCONCLUSIVE };

/* Of times, or of their ratios, next over base, in the rounds that both have. Caller closes. */
struct numbers numbers_of(const struct rounds *rounds);
struct numbers numbers_of_ratios(const struct rounds *base, const struct rounds *next);

/* Of the numbers of processes that measured both sides: next over base of each. Caller closes. */
struct numbers numbers_by_process(const struct numbers *base, const struct numbers *next);

/* The geometric mean of several rows, process by process. Caller closes. */
struct numbers numbers_mean(const struct numbers *rows, size_t count);
void numbers_close(struct numbers *numbers);

struct estimate numbers_estimate(const struct numbers *numbers);

/* The same, which closes them. */
struct estimate numbers_estimate_once(struct numbers numbers);

/* numbers_estimate of numbers_of and of numbers_of_ratios. */
struct estimate estimate_times(const struct rounds *rounds);
struct estimate estimate_ratio(const struct rounds *base, const struct rounds *next);

/* next over base, of sides that share no rounds: from the least to the greatest that their intervals allow.
 */
struct estimate estimate_apart(struct estimate base, struct estimate next);

/* What a ratio has to lie beyond 1, a share: 2 % from ten processes on, 5 % from five on, 15 % below; 1 % of
 * ten that ran interleaved. */
double verdict_margin(size_t processes, bool interleaved);

/* Of a ratio of times: slower above 1 + margin, faster below 1 / (1 + margin), same wholly inside. */
enum verdict verdict_judge(struct interval ratio, double margin);

/* The least change, a share, that a ratio as uncertain as this one would show. */
double verdict_detectable(struct interval ratio, double margin);
