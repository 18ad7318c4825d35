/* SPDX-License-Identifier: MIT */
/* A ring of tiles with one slot, for dialects of engines where nothing is ahead of a group itself: its roles
 * come one after the other. For dialect_common.h. A dialect that has more slots defines the words between
 * RING_SLOTS and RING_WAIT_DONE itself. */
#pragma once

/* RING(name): slots for tiles of THREADS · VALUES elements in shared memory, of which a round has the one
 * that is its turn. The roles, each a block in the loop over rounds: the loader asks for the round's tile,
 * the identity past n, as soon as the slot is free; a reducer, one subgroup, and the scanners, which are the
 * group's threads, RING_TEAMS times over where rounds go to teams of them in turn, wait until it has come;
 * a reducer may say that it has left what scanners wait for; a summer, one subgroup, waits until the tile of
 * a later round has been reached, where anything is ahead, and says when its round is summed; the scanners
 * say when they are done; the storer takes the tile out, or one of several that have rounds in turn as many
 * elements as they left, to another place. A thread sees each round that its role has a part in, from
 * RING_FIRST_ROUND on in steps. */
#ifndef RING_SLOTS
#define RING_SLOTS 1
#define RING_LOADER
#define RING_REDUCER(round)
#define RING_SUMMER(round)
#define RING_SCANNERS(round)
#define RING_STORER
#define RING_STORER_IN_TURN(round)
#define RING_OF(type) SHARED_MEMORY type *RESTRICT_REFERENCE
#define RING(name) SHARED_TILE(elem, name)
#define BESIDE_OF(type) SHARED_MEMORY type *RESTRICT_REFERENCE
#define RING_BESIDE(name, segmented) SHARED_TILE_BESIDE(elem, name)
#define SLOT_OF(name, round) ((void)(round), (name)) /* the elements of a round's slot */
#define RING_END(name) ((void)0)                     /* the kernel ends only when all tiles are out */

/* What a role has waited for is seen by all. */
#define RING_WAIT(name, round) BARRIER
#define RING_REACHED(name, round) ((void)(round))
#define RING_REDUCED(name, round) ((void)0)
#define RING_WAIT_REDUCED(name, round) ((void)0)
#define RING_SUMMED(name, round) ((void)0)
#define RING_WAIT_SUM(name, round) BARRIER
#define RING_WAIT_SUM_BEFORE(name, round) \
    ((void)0) /* of the round before, which the same thread has summed */
#define RING_DONE(name, round) BARRIER
#define RING_WAIT_DONE(name, round) ((void)0)
#endif
#define RING_TEAMS 1
#define RING_FIRST_ROUND 0
#define RING_ROUND_STEP 1
#define RING_PREFIXES(name, words) \
    SHARED(elem, name, RING_SLOTS *(words)*MAX_THREADS) /* of a scanner and slot */
#define IS_SEGMENTED(segmented)                                                \
    (segmented) /* a constant where kernels are compiled for one kind of pairs \
                 */
#define RING_STEPS(i, to, step) for (size i = 0; i < (to); i += (step))
#define SCANNER_BARRIER BARRIER

/* RING_WAIT of scanners who wait for nothing else of a round. */
#ifndef RING_WAIT_IN_TURN
#define RING_WAIT_IN_TURN RING_WAIT
#endif

/* RING_DONE of a tile that goes out. Slots here have what is computed in; where they have what is read, and
 * what is written is wider, the scanners store it themselves, and the storer has nothing to do. */
#ifndef RING_LEFT
#define RING_LEFT(name, round, buffer, tile, n) RING_DONE(name, round)
#endif

/* Tiles in and out. */
#ifndef RING_LOAD
#define RING_LOAD(name, round, buffer, tile, n)                                              \
    EACH_THREAD {                                                                            \
        for (size i = THREAD; i < THREADS * VALUES; i += THREADS)                            \
            PUT(name, i, READ_IN_BELOW(buffer, IN_ORDER((tile)*THREADS *VALUES + i, n), n)); \
    }
#define RING_STORE_PART(name, round, buffer, at, count)          \
    do {                                                         \
        EACH_THREAD {                                            \
            for (size i = THREAD; i < (count); i += THREADS)     \
                WRITE(buffer, (at) + i, NARROWED(GET(name, i))); \
        }                                                        \
        BARRIER;                                                 \
    } while (0)
#endif
#ifdef REVERSED
#define RING_STORE(name, round, buffer, tile, n)                                                    \
    do {                                                                                            \
        EACH_THREAD {                                                                               \
            for (size i = THREAD; i < THREADS * VALUES; i += THREADS)                               \
                if (IN_ORDER((tile)*THREADS * VALUES + i, n) < (n))                                 \
                    WRITE(buffer, IN_ORDER((tile)*THREADS *VALUES + i, n), NARROWED(GET(name, i))); \
        }                                                                                           \
        BARRIER;                                                                                    \
    } while (0)
#endif
#ifndef RING_STORE
#define RING_STORE(name, round, buffer, tile, n) \
    RING_STORE_PART(name, round, buffer, (tile)*THREADS *VALUES, TILE_PART_(tile, n))
#endif
#define TILE_PART_(tile, n) \
    ((n) - (tile)*THREADS * VALUES < THREADS * VALUES ? (n) - (tile)*THREADS * VALUES : THREADS * VALUES)

/* The lanes, the first lane and the collectives of a role that one subgroup has. */
#define EACH_LANE_OF_ONE EACH_THREAD_OF_FIRST_SUBGROUP
#define THE_FIRST_LANE_OF_ONE THE_FIRST_THREAD
#if WALKED
#define THE_LANE_OF_ONE(lane) ONE_LANE(0, 1, lane)
#else
#define THE_LANE_OF_ONE(lane) if (THREAD == (lane))
#endif
#define ANY_LANE_OF_ONE(condition) (condition) /* of lanes that run beside each other; else of this one */
#define SUBGROUPS_OF_ONE 1                     /* of collectives */
#define REDUCE_OF_ONE FIRST_SIMD_REDUCE
#define SUM_OF_ONE FIRST_SIMD_SUM
#define SCAN_EACH_OF_ONE(values, count) LANE_SCAN(1, VALUES, count, values, values)
#define SCAN_EACH_OF_ONE_REACHING(values, reach, count, most) \
    LANE_SCAN_REACHING(1, VALUES, count, values, reach, most)
#define MOVE_UP_EACH_OF_ONE(results, from, count) LANE_UP(1, VALUES, count, results, from)
#define LAST_EACH_OF_ONE(results, from, count) LANE_LAST(1, VALUES, count, results, from)

/* The factors of pairs beside a tile, as elements: RING_LOAD_FACTORS with the tile; TAKE_FACTORS as many as
 * TAKE_WIDE. */
#ifndef RING_LOAD_FACTORS
#define RING_LOAD_FACTORS(beside, ring, round, segmented, a, heads, tile, n)                   \
    EACH_THREAD {                                                                              \
        for (size i = THREAD; i < THREADS * VALUES; i += THREADS) {                            \
            const size at_ = IN_ORDER((tile)*THREADS * VALUES + i, n);                         \
            PUT(beside, i, at_ < (n) ? FACTOR(segmented, a, heads, at_) : PASSING(segmented)); \
        }                                                                                      \
    }
#define TAKE_FACTORS(name, beside, round, at) \
    SHARED_MEMORY const elem *const name = (beside) + ((void)(round), (at))
#define FACTOR_AT(name, i) (name)[i]
#endif

/* 16 bytes of a slot in one access: TAKE_WIDE declares them, NEW_WIDE some to be filled and left. */
#ifndef WIDE
#define WIDE (16 / ELEM_BYTES)
#define WIDE_LEFT WIDE
#define WIDE_AT(name, i) (name)[i]
#define FILL_WIDE(name, i, value) ((name)[i] = (value))
#define TAKE_WIDE(name, ring, round, at) SHARED_MEMORY const elem *const name = (ring) + ((void)(round), (at))
#define NEW_WIDE(name) elem name[WIDE]
#define LEAVE_WIDE(ring, round, at, name) ring_leave((ring) + ((void)(round), (at)), name)

INLINE void ring_leave(SHARED_MEMORY elem *RESTRICT to, const elem *RESTRICT from)
{
    for (uint i = 0; i < WIDE; i++)
        to[i] = from[i];
}
#endif
