/* SPDX-License-Identifier: MIT */
/* Made noise: times that differ by process, and within a process by round. */
#pragma once

#include "base/random.h"
#include "statistics/verdict_rule.h"

#include "test.h"

enum { MOST_SAMPLES = 100 };

/* Within a process: independent, autocorrelated (a value that follows another by so much), of two states that
 * last, with rare long ones. The distance between its median and 1 is in center. */
struct round_noise {
    const char *name;
    double lag1;
    bool two_states, heavy;
    double center;
};

/* Between processes: the standard deviation of their logarithms; or one in five is 15 % slower. */
struct process_noise {
    const char *name;
    double sd;
    bool bimodal;
};

static const struct round_noise round_noises[] = {
    {"iid", 0, false, false, 0},
    {"ar .5", 0.5, false, false, 0},
    {"ar .8", 0.8, false, false, 0},
    {"ar .9", 0.9, false, false, 0},
    {"two states", 0, true, false, 0.01 * 0.5244},
    {"heavy", 0, false, true, 0.05 * 0.8165},
};

static const struct process_noise process_noises[] = {
    {"0", 0, false},      {".3 %", 0.003, false},   {".7 %", 0.007, false},
    {"2 %", 0.02, false}, {"bimodal", 0.003, true},
};

enum {
    ROUND_NOISES = sizeof round_noises / sizeof round_noises[0],
    PROCESS_NOISES = sizeof process_noises / sizeof process_noises[0],
};

static inline double uniform(struct random *random)
{
    return ((double)(random_next(random) >> 11) + 0.5) * 0x1p-53;
}

/* A standard normal number (Box and Muller). */
static inline double normal(struct random *random)
{
    const double radius = sqrt(-2 * log(uniform(random)));
    return radius * cos(6.283185307179586 * uniform(random));
}

/* Of Student's t with two degrees of freedom, above 0. */
static inline double heavy(struct random *random)
{
    const double a = normal(random), b = normal(random);
    return fabs(normal(random)) / sqrt((a * a + b * b) / 2);
}

/* Logarithms of the times of one process around 0. */
static inline void make_rounds(const struct round_noise *noise, double *logs, size_t count,
                               struct random *random)
{
    const double up = 0.04, down = 0.1;
    bool slow = uniform(random) < up / (up + down);
    double state = normal(random);
    for (size_t i = 0; i < count; i++) {
        slow ^= uniform(random) < (slow ? down : up);
        if (i)
            state = noise->lag1 * state + sqrt(1 - noise->lag1 * noise->lag1) * normal(random);
        logs[i] = (noise->two_states ? (slow ? log(1.3) : 0) + 0.01 * state
                   : noise->heavy    ? 0.05 * heavy(random)
                                     : 0.05 * state) -
                  noise->center;
    }
}

static inline double make_process(const struct process_noise *noise, struct random *random)
{
    const double slow = noise->bimodal && uniform(random) < 0.2 ? log(1.15) : 0;
    return slow + noise->sd * normal(random);
}

/* The times of a row, by process and round. */
struct made_row {
    double values[20 * MOST_SAMPLES];
    size_t counts[20];
    struct rounds rounds;
};

struct made_plan {
    const struct round_noise *within;
    const struct process_noise *between;
    size_t processes, samples;
};

static inline void make_row(struct made_row *row, const struct made_plan *plan, struct random *random)
{
    for (size_t i = 0; i < plan->processes; i++) {
        double *const values = row->values + i * plan->samples;
        const double process = make_process(plan->between, random);
        make_rounds(plan->within, values, plan->samples, random);
        for (size_t k = 0; k < plan->samples; k++)
            values[k] = exp(values[k] + process);
        row->counts[i] = plan->samples;
    }
    row->rounds = (struct rounds){row->values, row->counts, plan->processes};
}
