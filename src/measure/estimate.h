/* SPDX-License-Identifier: MIT */
/* How long a plan will take, from its sizes, its settings, and what is known of the machine's pace. */
#ifndef SCANBENCH_ESTIMATE_H
#define SCANBENCH_ESTIMATE_H

#include "sweep/plan.h"

/* What the noise of a point follows: whether its arrays stay in the caches of one core, in a small part of
 * the cache that cores and other guests of the host share, or not; or are on a device. From the quietest to
 * the noisiest. */
enum reach { REACH_CORE, REACH_SHARED, REACH_MEMORY, REACH_DEVICE, REACHES };

enum reach estimate_reach(const struct point *point);

/* How fast things go here beside the calls themselves. */
struct tempo {
    double proof;  /* what is verified before the first sample, over what bytes and calls say of it */
    double ready;  /* what else comes before it, warming up among it, over what settings say of it */
    double rounds; /* the rounds of a block over what its samples say: of programs that take turns */
    double beside; /* samples of limits, for each of the points of a block together */
    double overhead_s[CACHE_STATES]; /* of a sample, beside its calls; of a cold one, empty caches too */
    double share[REACHES]; /* of the samples that there may be, those taken until the precision is reached */
};

/* Of a machine that nobody measured yet. */
extern const struct tempo estimate_tempo;

/* What is expected of a point. */
struct forecast {
    double bound;            /* samples that there may be at most */
    double samples;          /* that there will be */
    double sample_s;         /* that each takes, in calls and beside them */
    double beside_s;         /* that the limits take meanwhile, for each */
    double prepare_s;        /* before the first, of the limits beside too */
    double proof_s, ready_s; /* the two parts of that, where both of the tempo are 1 */
    double sampling_s;       /* from the first to the last, the limits beside included */
};

/* Algorithmic bytes of a call. */
double estimate_bytes(const struct point *point);

/* Seconds of a call on a machine that nobody measured yet. */
double estimate_call_s(const struct point *point);

/* The fewest of a point whose arrays are in memory. */
double estimate_memory_s(const struct point *point);

/* Seconds of a limit's call for as many bytes. */
double estimate_limit_s(const struct point *point);

/* What is known of a point: seconds of its call, and of its limits'; the samples of a like point, NAN where
 * nobody knows; how many points its block has, which share the limits. */
struct known_point {
    double call_s, limit_s, samples;
    size_t sharers;
};

/* What is expected of it. */
struct forecast estimate_point(const struct point *point, const struct measure_settings *settings,
                               const struct tempo *tempo, const struct known_point *known);

/* What the samples of a point say while it is being sampled. */
struct sampling {
    size_t samples;
    double call_s;    /* seconds of a call, by the last of them; 0: there are none */
    double timed_s;   /* seconds that all of them have of max_time */
    size_t least;     /* that there must be */
    size_t looked;    /* samples at which the precision was looked at; 0: not yet */
    double precision; /* what it was over what is asked */
};

/* After so many samples the precision is looked at next; 0: none yet. Of as many as there must be, `least`,
 * half say how long the rest takes: only from all of them on may sampling stop. */
size_t sampling_next_look(size_t samples, size_t least);

/* The samples that it still takes: as many as are expected, and once the precision was looked at, as many as
 * noise that shares nothing wants for it: four times as many for half of it. 1 at least. */
double forecast_samples_left(const struct forecast *forecast, const struct sampling *sampling);

/* Rounds that are under way: what those that were said to take, and what is expected of the rest. All 0: none
 * yet. */
struct rounds_left {
    double done_s, left_s; /* of the points, and of the limits what they did */
    double limits_s;       /* of limits that go on, a round */
    double most_left;      /* samples of the point that goes on longest */
    double round_s;        /* of all that go on */
};

/* Add a point of these rounds, or a limit beside it whose samples take so long. */
void rounds_left_add(struct rounds_left *rounds, const struct forecast *forecast,
                     const struct sampling *sampling, bool active);
void rounds_left_add_limit(struct rounds_left *rounds, double sample_s, size_t samples, bool active);

/* Seconds that they still take where so many have passed: as much over what was said as until now; tempo:
 * over it in earlier rounds. */
double rounds_left_s(const struct rounds_left *rounds, double passed_s, double tempo);

/* Seconds of a sample and what is beside its calls. */
double estimate_sample_s(const struct point *point, const struct tempo *tempo, double call_s);

/* Wall time of all launches of a plan in seconds, where nothing is measured yet: for --dry-run. */
double estimate_plan(const struct plan *plan, const struct config *config);

#endif
