/* SPDX-License-Identifier: MIT */
/* What may have disturbed a point, as bits with names. */
#ifndef SCANBENCH_FLAGS_H
#define SCANBENCH_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

#define FLAGS(FLAG)                                \
    FLAG(CI_WIDE, "ci_wide")                       \
    FLAG(DRIFT, "drift")                           \
    FLAG(LAUNCH_DISAGREE, "launch_disagree")       \
    FLAG(FREQ, "freq")                             \
    FLAG(STEAL, "steal")                           \
    FLAG(PREEMPTED, "preempted")                   \
    FLAG(THROTTLED, "throttled")                   \
    FLAG(FAULTS, "faults")                         \
    FLAG(MIGRATED, "migrated")                     \
    FLAG(OVERSUBSCRIBED, "oversubscribed")         \
    FLAG(SMT_SHARED, "smt_shared")                 \
    FLAG(HUGE_PARTIAL, "huge_partial")             \
    FLAG(REMOTE_NUMA, "remote_numa")               \
    FLAG(CLOCK_COARSE, "clock_coarse")             \
    FLAG(PLACEMENT_MOVED, "placement_moved")       \
    FLAG(PREDICTOR_TRAINED, "predictor_trained")   \
    FLAG(LIMIT_EXCEEDED, "limit_exceeded")         \
    FLAG(SIMULATED_TOPOLOGY, "simulated_topology") \
    FLAG(STOPPED, "stopped")                       \
    FLAG(DEVICE_SHARED, "device_shared")           \
    FLAG(UNSTABLE, "unstable") /* of older files: the grade has its place */

enum flag_index {
#define FLAG(name, text) FLAG_INDEX_##name,
    FLAGS(FLAG)
#undef FLAG
        FLAG_COUNT,
};

enum flag {
#define FLAG(name, text) FLAG_##name = 1u << FLAG_INDEX_##name,
    FLAGS(FLAG)
#undef FLAG
};

/* The names of the set bits joined with ';' ("" for none). Returns buffer. */
char *flags_text(unsigned flags, char *buffer, size_t size);

/* The flag of a name; false where none has it. */
bool flag_find(const char *name, unsigned *flag);

#endif
