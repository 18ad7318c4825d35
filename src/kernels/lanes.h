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

/* Of groups that run at once, where there are many of them, each publishes its word WORD_COPIES times and
 * looks at one copy of the others': those that look at the same lines of a cache wait for each other (H200:
 * 256 groups, 5 % of a scan of 1 Mi). Kept: words of all copies, of at most `threads` groups each. */
#define WORD_COPIES 8
#define COPIES_OF(groups) ((groups) > 64 ? WORD_COPIES : 1)
#define WORD_OF_GROUP(copy, group, threads) ((copy) * (threads) + (group))

/* What a local algorithm may need of shared memory: a word a thread and one of padding a lane. */
#define LOCAL_WORDS (MAX_THREADS + LANES)
