/* SPDX-License-Identifier: MIT */
/* What the machine has and what this process may use of it: cores, caches, NUMA nodes (hwloc). */
#pragma once

#include "base/error.h"
#include "machine/caches.h"

#include <stddef.h>

struct topology; /* opaque: owns what was read from hwloc */

/* One allowed place for a worker. */
struct place {
    unsigned cpu;     /* OS index of the processing unit */
    unsigned core;    /* logical index of its core */
    unsigned node;    /* OS index of its NUMA node */
    unsigned sibling; /* rank among the allowed units of its core: 0 for the first */
    unsigned kind; /* hybrid CPUs: kind rank, the most efficient-per-watt is 0; 0 where there is one kind */
};

struct cache_level {
    unsigned level;
    size_t bytes;       /* of one instance */
    unsigned instances; /* that serve allowed cores */
};

/* What a record and a plan say of the machine; filled once, plain values. */
struct topology_facts {
    char cpu_model[128];
    char digest[17]; /* hash of shape: sockets, cores, units, caches, nodes; equal for equal machines */
    size_t memory_bytes;
    unsigned sockets, cores, units; /* the whole machine */
    unsigned allowed_cores, allowed_units;
    unsigned nodes;
    bool real; /* false for a topology from XML or a synthetic string: it plans, nothing is pinned */
    bool smt;  /* some core has more than one unit */
    size_t caches;
    struct cache_level cache[CACHE_LEVELS]; /* L1d, L2, … as seen by the first allowed core */
};

/* source is NULL for this machine (with its cgroup and the initial CPU affinity respected), "xml:FILE" or
 * "synthetic:DESCRIPTION". EXIT_USAGE for a bad source, EXIT_SYSTEM when hwloc fails. Caller destroys. */
struct topology *topology_create(const char *source, struct error *error);
void topology_destroy(struct topology *topology);

const struct topology_facts *topology_facts(const struct topology *topology);

/* All allowed places in the order workers take them: one a core first, cores of the most numerous kind before
 * others, SMT siblings last. Returns how many; *places is borrowed from the topology. */
size_t topology_places(const struct topology *topology, const struct place **places);

/* The bytes of the outermost cache (0 when unknown). */
size_t topology_last_cache(const struct topology *topology);
