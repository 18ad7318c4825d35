/* SPDX-License-Identifier: MIT */
/* The parts of scans of runs that do not depend on the number of values per thread. */
#pragma once

#include "kernels/rows.h"
#include "kernels/ticket.h"

/* whole = what the sums of subgroups make together, for the first thread. It reads them one by one, which is
 * sooner done than shuffles of its subgroup while all others shuffle (H200: 64 Ki f32 in one round 2.3 us by
 * shuffles, 2.0 us so). */
PART(join_runs, PRIVATE_REF(elem, whole), PRIVATE_REF(elem, total), SHARED_REF(elem, words))
{
    EACH_FIRST_LANE {
        PUT(words, SUBGROUP, MY(total));
    }
    BARRIER;
    THE_FIRST_THREAD {
        MY(whole) = GET(words, 0);
        UNROLLED (s, 1, SUBGROUPS)
            MY(whole) = OP(MY(whole), GET(words, s));
    }
}

/* total = what so many groups from `first` on have published in this turn make together, for the first lane
 * of each subgroup: each thread waits for every so-manieth of them. */
PART(await_groups, EXCHANGE(packed_word, sums), VALUE(size, first), VALUE(size, count), VALUE(uint, turn),
     PRIVATE_REF(elem, total))
{
    EACH_THREAD {
        MY(total) = IDENTITY;
        for (size other = THREAD; other < count; other += THREADS) {
            packed published = PACKED_LOAD(sums, first + other);
            while (PACKED_TAG(published) != turn) {
                POLL;
                published = PACKED_LOAD(sums, first + other);
            }
            MY(total) = OP(MY(total), PACKED_VALUE(published));
        }
    }
    SIMD_REDUCE(total, total);
}

/* ends[s] = what the words of all subgroups up to s make together. first: the other subgroups shuffle when
 * the first thread has read these words, so that it is not held up. That pays for small tiles (H200: 512 Ki
 * f32 in one round by tiles of 4 Ki 2.8 us without it, 2.4 with it; 4 Mi by tiles of 16 Ki 8.1 and 8.6). */
PART(scan_runs, SHARED_REF(elem, words), SHARED_REF(elem, ends), VALUE(uint, first))
{
    PRIVATE(elem, end);
    if (first)
        BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        MY(end) = LANE < SUBGROUPS ? GET(words, LANE) : IDENTITY;
    }
    FIRST_SIMD_SCAN_INCLUSIVE(end, end);
    EACH_THREAD_OF_FIRST_SUBGROUP {
        if (LANE < SUBGROUPS)
            PUT(ends, LANE, MY(end));
    }
}

/* lead = the first of `before` and what the groups from `from` to `group` have published in this turn: each
 * thread waits for one of them. words: one a subgroup. */
PART(join_groups, EXCHANGE(packed_word, sums), VALUE(size, from), VALUE(size, group), VALUE(uint, turn),
     SHARED_REF(elem, before), PRIVATE_REF(elem, lead), SHARED_REF(elem, words))
{
    EACH_THREAD {
        MY(lead) = IDENTITY;
    }
    EACH_THREAD_BELOW (group) {
        if (THREAD >= from) {
            packed sum = PACKED_LOAD(sums, THREAD);
            while (PACKED_TAG(sum) != turn) {
                POLL;
                sum = PACKED_LOAD(sums, THREAD);
            }
            MY(lead) = PACKED_VALUE(sum);
        }
    }
    SIMD_REDUCE(lead, lead);
    EACH_FIRST_LANE {
        PUT(words, SUBGROUP, MY(lead));
    }
    BARRIER;
    elem all = BROADCAST(before, 0);
    UNROLLED (s, 0, SUBGROUPS)
        all = OP(all, BROADCAST(words, s));
    EACH_THREAD {
        MY(lead) = all;
    }
}

/* sum = all that precedes a tile, for the lanes of the first subgroup: 32 tiles at a look, those after the
 * nearest one that has published all before it left out. */
PART(look_back, EXCHANGE(packed_word, states), VALUE(size, tile), VALUE(uint, turn), VALUE(uint, first_look),
     VALUE(uint, next_look), PRIVATE_REF(elem, sum))
{
    PRIVATE(elem, own);
    PRIVATE(elem, part);
    PRIVATE(uint, known);
    uint inclusive = tile > 0 ? 0u : 1u;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        MY(sum) = IDENTITY;
    }
    if (first_look && tile > 0)
        WAIT(first_look);
    for (size at = tile; inclusive == 0; at -= LANES) {
        EACH_THREAD_OF_FIRST_SUBGROUP {
            MY(own) = IDENTITY;
            MY(known) = 0;
            if (LANE < at) {
                packed state = PACKED_LOAD(states, at - 1 - LANE);
                while ((PACKED_TAG(state) & ~LOOK_KINDS) != turn || PACKED_TAG(state) == turn) {
                    POLL;
                    if (next_look)
                        WAIT(next_look);
                    state = PACKED_LOAD(states, at - 1 - LANE);
                }
                MY(own) = PACKED_VALUE(state);
                MY(known) = (PACKED_TAG(state) & LOOK_KINDS) == STATE_INCLUSIVE ? 1u : 0u;
            }
        }
        inclusive = FIRST_SIMD_BALLOT(known);
        EACH_THREAD_OF_FIRST_SUBGROUP {
            MY(own) = inclusive & ((1u << LANE) - 1) ? IDENTITY : MY(own);
        }
        FIRST_SIMD_REDUCE(part, own);
        EACH_THREAD_OF_FIRST_SUBGROUP {
            MY(sum) = OP(MY(part), MY(sum));
        }
    }
}
