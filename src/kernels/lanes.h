/* SPDX-License-Identifier: MIT */
/* The sizes of groups, for kernels and for hosts alike. */
#pragma once

#define LANES 32         /* of a subgroup */
#define MAX_THREADS 1024 /* of a group */
#define MAX_VALUES_PER_THREAD 32
#define MAX_VALUES_AHEAD 128 /* of a scan that reads ahead, whose threads hold none of them */
#define MAX_SUBGROUPS (MAX_THREADS / LANES)

/* The subgroups of a ring of tiles that sum rounds in turn, and those that store rounds in turn where none
 * reduces; all that load, store whole tiles or sum. */
#define RING_SUMMERS 3
#define RING_STORERS 4
#define RING_OTHER_ROLES (2 + RING_SUMMERS)

/* What a local algorithm may need of shared memory: a word a thread and one of padding a lane. */
#define LOCAL_WORDS (MAX_THREADS + LANES)
