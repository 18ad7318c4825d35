/* SPDX-License-Identifier: MIT */
/* The result of one point: its verdict, its samples, what disturbed it. */
#pragma once

#include "implementation/implementation.h"
#include "machine/instruments/instruments.h"
#include "results/flags.h"
#include "statistics/statistics.h"
#include "statistics/verdict_rule.h"

#include <stdint.h>

enum status {
    STATUS_PENDING, /* not reached: never reported but as interrupted */
    STATUS_OK,
    STATUS_WRONG,
    STATUS_UNSUPPORTED,
    STATUS_SKIPPED,
    STATUS_CRASHED,
    STATUS_TIMEOUT,
    STATUS_INTERRUPTED,
    STATUS_IMPLAUSIBLE, /* faster than 1.25 of its limit, with confidence */
    STATUS_COUNT,
};
extern const char *const status_names[STATUS_COUNT];

enum stop_reason {
    STOP_NONE,
    STOP_PRECISION, /* in results of earlier versions alone */
    STOP_MAX_TIME,
    STOP_MAX_SAMPLES,
    STOP_SMOKE,
    STOP_COUNT,
};
extern const char
    *const stop_reason_names[STOP_COUNT]; /* "-", "precision", "max_time", "max_samples", "smoke" */

/* How well a point's number is known: it decides nothing. */
enum grade {
    GRADE_NONE,     /* there is no number */
    GRADE_GOOD,     /* half of its interval is 5 % of it at most */
    GRADE_SHAKY,    /* 15 % */
    GRADE_UNUSABLE, /* more, or it has no interval */
    GRADE_COUNT,
};
extern const char *const grade_names[GRADE_COUNT]; /* "-", "good", "shaky", "unusable" */

/* A launch of a point that had several: its part of the samples. */
struct launch_result {
    size_t samples;
    double began_s; /* of its record */
    uint64_t batch;
    unsigned flags;
};

enum known { UNKNOWN, NO, YES };

/* Of sums of floats on data that must be rounded. */
struct accuracy {
    double error_eps;         /* the largest error of any element, in units of ε·Σ|x|; NAN: no such sums */
    enum known repeats;       /* a second call gave the same bits */
    enum known workers_agree; /* so did other numbers of workers; unknown where none was measured beside */
};

struct record {
    struct point point;
    enum status status;
    char message[256]; /* why it is not ok; empty when it is */
    enum stop_reason stop_reason;
    unsigned flags;    /* bits of enum flag */
    uint64_t batch;    /* calls in a sample */
    double began_s;    /* when the rounds of its problem began, in seconds since 1970; NAN: unknown */
    double *samples_s; /* owned; seconds a call, in the order of measurement */
    size_t sample_count, sample_capacity;
    double *limit_s;  /* owned; what the limit took in the rounds of the samples for as many bytes, NAN where
                         it  was not measured; NULL: it has none, or it is not told */
    enum grade grade; /* by record_grade */
    struct statistics statistics; /* by record_statistics; samples = 0: there are none */
    double limit_bytes_per_s;     /* best limit kernel of its kind, same rounds; NAN when none */
    double limit_ratio;           /* limit time / time for the same algorithmic bytes; NAN when none */
    struct interval
        limit_interval;     /* 95 %, of the rounds' limit ratios; across launches where there are several */
    const char *limit_name; /* which one was best; NULL when none */
    double traffic;         /* what it reads and writes of memory, over n; NAN: it does not say */
    double traffic_ratio;   /* of more than 2: its traffic a second over that of the best limit kernel with as
                              much, same rounds; NAN when none */
    const char *traffic_name; /* which one that was; NULL when none */
    double huge_fraction;     /* of input and output, in huge pages; NAN unknown */
    double empty_dispatch_s;  /* cost of releasing and joining the workers with nothing to do */
    unsigned cpus[8];         /* CPUs of the first workers */
    unsigned cpu_count;
    size_t selected;   /* compact, partial copy: elements that the point wrote; else 0 */
    uint64_t verified; /* outputs compared and found right in this configuration */
    struct accuracy accuracy;
    struct event_counts counts; /* of all timed batches, where the kernel allows counting */
    uint64_t counted_calls;
    double compute_s;      /* of a fixed chain of additions on the workers around each batch; NAN unknown */
    double compute_spread; /* of its times, the distance of the quartiles over the median; NAN unknown */
    double throughput_s;   /* of four such chains side by side; NAN unknown */
    double energy_j;      /* a call, of all CPU packages or of the device, idle included; NAN: not measured */
    double idle_w;        /* what these take while nothing runs */
    double energy_ratio;  /* of the limit's call for as many bytes, over energy_j */
    double clock_mhz;     /* of a device: the lowest around its samples; NAN unknown */
    double temperature_c; /* the highest */
    char slowed_by[48];   /* what slowed it down, words of engine.h with ';' between; "": nothing known */
    /* On ranks, else NAN: calls that one of them was late for, which do not count; the median distance
     * between the ends of a barrier; the median time of the exchange of a word alone; a message and the rate
     * of its bytes, of a line through messages of some lengths; the memory's bytes a second on a rank; what a
     * call takes by these three. */
    double late_calls, barrier_skew_s, exchange_s, message_s, message_bytes_per_s, rank_bytes_per_s,
        predicted_s;
    struct launch_result *launches; /* owned; samples_s holds one launch after the other */
    size_t launch_count;            /* 0 where there was one launch */
};

/* A record of a point that nothing is known of yet. */
struct record record_of(const struct point *point);
void record_close(struct record *record);

/* Give a record a verdict that is no result: its samples go. */
void record_fail(struct record *record, enum status status, const char *message);

/* Statistics of the samples; the median and its interval are those of the processes. There is a sample. */
struct statistics record_statistics(const struct record *record);

/* Whether sample i of both is of one round: of one problem's points, where they were measured together, in
 * each launch. Points that a resumed run measured later were not; where it is not known when, they are taken
 * to be. */
bool records_share_rounds(const struct record *a, const struct record *b);

/* Algorithmic bytes of a call. */
double record_bytes(const struct record *record);

/* Elements and algorithmic bytes a second by the median; NAN unless the status is ok and there are samples.
 */
double record_elements_per_s(const struct record *record);
double record_bytes_per_s(const struct record *record);

/* The share of the median that the exchange of a word alone takes; NAN where it is not known. */
double record_exchange_share(const struct record *record);

/* Nanojoules of an element; NAN where its energy was not measured. */
double record_element_nj(const struct record *record);

/* Whether the CPU counted what it did: the status is ok, the kernel let it, and there were elements. */
bool record_counted(const struct record *record);

/* What it would have counted all the time, an element of the counted calls; NAN where it is not known. */
double record_per_element(const struct record *record, enum event event);

/* Where the time of a run went. */
struct effort {
    double wall_s;    /* of measuring, all processes and launches, one after the other */
    double sampled_s; /* inside of samples, the limits' included */
    double untimed_s; /* in the calls before each sample */
    double evicted_s; /* in emptying caches before cold calls */
    double warmed_s;  /* inside of the batches before, that are timed to choose how many calls a sample has */
};

void effort_add(struct effort *sum, const struct effort *more);

/* All records of a run, in plan order. */
struct results {
    struct record *records;
    size_t count;
    bool complete; /* every planned point was reached */
    struct effort effort;
};
void results_close(struct results *results);

/* Whether a record is ok and has samples. record may be NULL. */
bool record_measured(const struct record *record);

/* Whether a record is still to be measured. */
bool results_pending(const struct results *results);

/* Mark what is pending as interrupted, for this reason, and note whether the results are complete. */
void results_interrupt(struct results *results, const char *why);

/* By half the interval over the median alone. */
enum grade record_grade(const struct record *record);

/* Set FLAG_LIMIT_EXCEEDED, or clear it: whether more than 1.02 of its limit was reached, with confidence. */
void record_flag_limit(struct record *record);

/* What the processes of a record say, as the one rule has it. */

/* Of its times; over those of its limit in the same rounds, none where no limit was measured beside, or it is
 * its own; of next over base, which share rounds. Caller closes. */
struct numbers record_numbers(const struct record *record);
struct numbers record_numbers_over_limit(const struct record *record);
struct numbers records_ratio_numbers(const struct record *base, const struct record *next);

struct estimate record_estimate(const struct record *record);

/* The time of next over that of base: of the rounds that both have, where records_share_rounds; else of the
 * numbers of the processes, where each measured both; else of their times apart, which a clock that moves may
 * change: as sure as of a single process. */
struct estimate records_ratio(const struct record *base, const struct record *next);

/* Of several numbers of one process each, such as a value that each process computed. NAN do not count. */
struct estimate values_estimate(const double *values, size_t count);
