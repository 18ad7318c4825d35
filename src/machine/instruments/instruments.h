/* SPDX-License-Identifier: MIT */
/* What a block is measured with: the timer, a test of the speed of a core, hardware counters, and a perf
 * around it all. */
#pragma once

#include "base/error.h"
#include "machine/workers/team.h"

#include <stdint.h>
#include <time.h>

/* clock.c: the timer, calibrated: CLOCK_MONOTONIC_RAW where it is cheap, with fences on both sides of a read.
 */

struct clock {
    clockid_t id;
    const char *name;  /* "CLOCK_MONOTONIC_RAW" or "CLOCK_MONOTONIC" */
    double tick_s;     /* q: the smallest non-zero difference seen */
    double overhead_s; /* o: the median cost of a back-to-back pair */
};

/* Calibrate; takes a few milliseconds, or a second where the clock does not move. */
struct clock clock_calibrate(void);

/* Nanoseconds since an arbitrary start. Everything before it in program order has finished, loads and stores
 * included (non-temporal ones too), and nothing after it has started. */
uint64_t clock_read(const struct clock *clock);

/* From one reading to another; 0 where the other is the smaller one. */
uint64_t clock_between_ns(uint64_t start, uint64_t end);
double clock_between_s(uint64_t start, uint64_t end);

/* From a reading to now. */
double clock_since_s(const struct clock *clock, uint64_t start);

/* Wait until the clock moves, a second at most: for who has read the same twice and doubts it. */
void clock_await_move(const struct clock *clock);

/* Whether a reading of this process was smaller than the one before it in its thread, or many were the same
 * for a second: since it was calibrated. Then no time is to be believed, and who waits for one waits for
 * ever. */
bool clock_failed(void);

/* EXIT_SYSTEM with the name of the clock, and what it did, when it has failed; also when it did not go on,
 * since it was calibrated or this was asked, as the kernel says that it does. */
bool clock_check(const struct clock *clock, struct error *error);

/* probe.c: a fixed amount of arithmetic: how fast this core is now, without counters. */

enum { PROBE_ADDITIONS = 4096, PROBE_WIDTH = 4 };

/* Seconds that a chain of PROBE_ADDITIONS takes on the calling thread, each addition waiting for the one
 * before: a cycle each, so about a microsecond. */
double probe_core_s(const struct clock *clock);

/* Seconds that PROBE_WIDTH such chains of PROBE_ADDITIONS take side by side: where somebody else computes on
 * the core's other thread, they compete with him for places, which one chain alone does not. */
double probe_wide_s(const struct clock *clock);

/* counters.c: hardware counters of the workers through perf_event_open: one group of events a thread. */

/* What is counted: its name in results, and what perf_event_open(2) calls it: PERF_COUNT_HW_…. */
#define EVENTS(EVENT)                                 \
    EVENT(CYCLES, "cycles", CPU_CYCLES)               \
    EVENT(INSTRUCTIONS, "instructions", INSTRUCTIONS) \
    EVENT(LLC_MISSES, "llc_misses", CACHE_MISSES)

enum event {
#define EVENT(event, name, hardware) EVENT_##event,
    EVENTS(EVENT)
#undef EVENT
        EVENT_COUNT,
};
extern const char *const event_names[EVENT_COUNT];

/* What the kernel is asked for: the type and config of struct perf_event_attr. */
struct event_source {
    uint32_t type;
    uint64_t config;
};
extern const struct event_source hardware_events[EVENT_COUNT];

/* Events in user mode, summed over workers and samples. All zero: nothing counted. */
struct event_counts {
    double events[EVENT_COUNT]; /* as counted; NAN for those that the machine lacks */
    uint64_t enabled_ns, running_ns;
};

struct counters; /* opaque: owns its descriptors */

/* Open a stopped group of the events on every worker. NULL where the kernel refuses the first of them, with
 * the reason and what would allow it in why (EXIT_SYSTEM): no error of the run. Called by worker 0. Caller
 * destroys, before the team. */
struct counters *counters_create(struct team *team, const struct event_source events[EVENT_COUNT],
                                 struct error *why);
void counters_destroy(struct counters *counters);

/* Each worker starts and stops its own group. counters may be NULL: nothing is done. */
void counters_start(struct counters *counters, unsigned worker);
void counters_stop(struct counters *counters, unsigned worker);

/* Add to counts what the first so many workers counted since this was last called, and forget it. All are
 * stopped. */
void counters_take(struct counters *counters, unsigned workers, struct event_counts *counts);

/* The events that would have been counted had the group been on the CPU's counters all the time; NAN when
 * unknown. */
double counters_scaled(const struct event_counts *counts, enum event event);

/* The share of the time that the group was on the CPU's counters; NAN when nothing was counted. */
double counters_running(const struct event_counts *counts);

/* energy.c: what the CPU packages and their memory have taken, as the kernel's powercap tells it. */

enum { ENERGY_COUNTERS = 32 };

/* Microjoules since some time; after range_uj a counter begins anew. */
struct energy_counter {
    uint64_t uj, range_uj;
};
struct energy_reading {
    size_t count; /* 0: there is nothing to read */
    struct energy_counter counters[ENERGY_COUNTERS];
};

/* Read those of all packages, in the folder that SCANBENCH_POWERCAP names, else /sys/class/powercap. False
 * where there is none, or this user may not read it. */
bool energy_read(struct energy_reading *reading);

/* Joules from one reading of the same counters to another, each of which began anew once at most. */
double energy_between_j(const struct energy_reading *before, const struct energy_reading *after);

/* perf_control.c: telling a perf that wraps this program when to count: the control protocol of perf stat and
 * perf record. */

/* Where commands go and where acknowledgements come from. Caller-owned. */
struct perf_control {
    int commands, acknowledgements;
    bool owned; /* opened here: closed by perf_control_close */
};

/* text is what --perf-control says: "fd:A,B" names two open descriptors, "fifo:A,B" two FIFOs that perf has
 * open. EXIT_USAGE when it is neither, or what is named is no FIFO; EXIT_SYSTEM when they cannot be used. */
bool perf_control_open(struct perf_control *control, const char *text, struct error *error);
void perf_control_close(struct perf_control *control);

/* Send the command and wait for the acknowledgement, a few seconds at most. EXIT_SYSTEM. control may be NULL:
 * there is nobody to tell. */
bool perf_control_enable(const struct perf_control *control, struct error *error);
bool perf_control_disable(const struct perf_control *control, struct error *error);
