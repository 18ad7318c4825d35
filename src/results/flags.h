/* SPDX-License-Identifier: MIT */
/* What may have disturbed a point, as bits with names. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Name, word, whether it matters whatever the grade, and what it is and what to do. */
#define FLAGS(FLAG)                                                                                        \
    FLAG(DRIFT, "drift", false,                                                                            \
         "times at the end are not those of the beginning: compare within the run, or repeat it when the " \
         "machine rests")                                                                                  \
    FLAG(FREQ, "freq", false,                                                                              \
         "the clock changed: fix it (governor performance, boost off), or compare with --against")         \
    FLAG(STEAL, "steal", false,                                                                            \
         "the host gave the CPUs to others: repeat it when the host rests, or on a machine of your own")   \
    FLAG(PREEMPTED, "preempted", false,                                                                    \
         "other processes ran in the workers' place: end them, or leave a core free")                      \
    FLAG(THROTTLED, "throttled", false,                                                                    \
         "a quota or the device's own protection slowed it down: raise the quota, cool the device, or "    \
         "pause between runs")                                                                             \
    FLAG(FAULTS, "faults", false, "pages were missing while it was timed: leave more memory free")         \
    FLAG(MIGRATED, "migrated", false, "workers were moved to other CPUs: pin them (machine.pin)")          \
    FLAG(OVERSUBSCRIBED, "oversubscribed", true, "more workers than CPUs: ask for fewer")                  \
    FLAG(SMT_SHARED, "smt_shared", true, "two workers shared a core: ask for as many as there are cores")  \
    FLAG(HUGE_PARTIAL, "huge_partial", true,                                                               \
         "the kernel gave too few huge pages: free memory, or measure with pages 4k")                      \
    FLAG(REMOTE_NUMA, "remote_numa", true,                                                                 \
         "memory lay on another node than its workers: bind the run to one node")                          \
    FLAG(CLOCK_COARSE, "clock_coarse", true, "a sample is short for the clock: take larger arrays")        \
    FLAG(PREDICTOR_TRAINED, "predictor_trained", true,                                                     \
         "so short a compaction is learnt by the branch predictor: take larger arrays")                    \
    FLAG(LIMIT_EXCEEDED, "limit_exceeded", true,                                                           \
         "faster than its limit: the limit is too low there, do not quote the share")                      \
    FLAG(SIMULATED_TOPOLOGY, "simulated_topology", true,                                                   \
         "the machine was only described: times are of another one")                                       \
    FLAG(STOPPED, "stopped", false,                                                                        \
         "the whole process stood still within a sample: means and deviations are off, medians are not")   \
    FLAG(DEVICE_SHARED, "device_shared", false,                                                            \
         "others computed on the device: measure when they have ended")                                    \
    FLAG(FOREIGN, "foreign", true,                                                                         \
         "another program timed it and checked its output: scanbench has verified neither")

enum flag_index {
#define FLAG(name, ...) FLAG_INDEX_##name,
    FLAGS(FLAG)
#undef FLAG
        FLAG_COUNT,
};

enum flag {
#define FLAG(name, ...) FLAG_##name = 1u << FLAG_INDEX_##name,
    FLAGS(FLAG)
#undef FLAG
};

/* The names of the set bits joined with ';' ("" for none). Returns buffer. */
char *flags_text(unsigned flags, char *buffer, size_t size);

/* What a flag is and what to do about it, in a few words; and whether it matters to a point with this number
 * that is good, too. */
const char *flag_advice(unsigned flag);
bool flag_matters_always(unsigned flag);

/* The flag of a name; false where none has it. */
bool flag_find(const char *name, unsigned *flag);
