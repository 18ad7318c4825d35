/* SPDX-License-Identifier: MIT */
/* The parts of scans of runs that do not depend on the number of values per thread. */
#pragma once

#include "kernels/rows.h"
#include "kernels/ticket.h"

/* The sums of subgroups as lanes of the first one have them, and what they make together. */
PART(join_runs, PRIVATE_REF(elem, run), PRIVATE_REF(elem, whole), PRIVATE_REF(elem, total),
     SHARED_REF(elem, words))
{
    EACH_FIRST_LANE {
        PUT(words, SUBGROUP, MY(total));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        MY(run) = LANE < SUBGROUPS ? GET(words, LANE) : IDENTITY;
    }
    FIRST_SIMD_REDUCE(whole, run);
}

/* ends[s] = what all subgroups up to s make together. */
PART(scan_runs, PRIVATE_REF(elem, run), SHARED_REF(elem, ends))
{
    PRIVATE(elem, end);
    FIRST_SIMD_SCAN_INCLUSIVE(end, run);
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
    EACH_THREAD {
        MY(lead) = GET(before, 0);
        for (size s = 0; s * LANES < group; s++)
            MY(lead) = OP(MY(lead), GET(words, s));
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
