/* SPDX-License-Identifier: MIT */
/* The scan of pairs that reads ahead: that of scan_ahead.h, where each tile has a factor for every element
 * beside it. Reducers and summers join pairs, in the order of elements; scanners go through their elements
 * from what precedes them. Included once; VALUES is a whole number of wide accesses. */
#if !defined ELEM || defined OPERATOR_IS_sum

#include "kernels/ahead.h"
#include "kernels/pair.h"
#include "kernels/pair_lanes.h"

/* Pairs of chunks that a reducer scans beside each other. */
#define PAIRS_AT_ONCE (CHUNKS_AT_ONCE < 2 ? CHUNKS_AT_ONCE : 2)

/* What precedes thread t in its tile as a pair, in the prefixes of a slot. */
#define PREFIX_FACTOR(slot, t) (2 * (slot)*THREADS + (t))
#define PREFIX_TERM(slot, t) (2 * (slot)*THREADS + THREADS + (t))

/* The words of a round: blocks of the pairs of so many groups that each lane has `each` side by side, at most
 * AHEAD_LOOKS, and `wide` lanes have some. All first factors of the lanes lie together, then all first terms,
 * all second factors, and so on: lanes look at neighbouring words, and join what is in order. */
#define ROUND_EACH(groups) \
    (uint)((groups) < AHEAD_LOOKS * LANES ? ((groups) + LANES - 1) / LANES : AHEAD_LOOKS)
#define ROUND_WIDE(groups)                                                  \
    (uint)(((groups) + ROUND_EACH(groups) - 1) / ROUND_EACH(groups) < LANES \
               ? ((groups) + ROUND_EACH(groups) - 1) / ROUND_EACH(groups)   \
               : LANES)
#define ROUND_WORDS(groups, each, wide) \
    (((groups) + (each) * (wide)-1) / ((each) * (wide)) * 2 * (each) * (wide))

/* A reducer joins the tile of a round and publishes its pair, whose words are sums[place] and the one `wide`
 * after it; the prefixes of its slot = the pair of what precedes each thread in the tile, but for the first
 * one. */
PART(ahead_reduce_pairs, RING_REF(ring), BESIDE_REF(beside), VALUE(uint, segmented),
     EXCHANGE(packed_word, sums), VALUE(size, round), VALUE(size, place), VALUE(uint, wide), VALUE(uint, tag),
     SHARED_REF(elem, prefixes), VALUE(size, slot))
{
    PRIVATE_ARRAY(elem, factor);
    PRIVATE_ARRAY(elem, term);
    PRIVATE_ARRAY(elem, factor_before);
    PRIVATE_ARRAY(elem, term_before);
    PRIVATE(elem, factor_carried);
    PRIVATE(elem, term_carried);
    for (uint first = 0; first < SUBGROUPS; first += PAIRS_AT_ONCE) {
        EACH_LANE_OF_ONE {
            UNROLLED (c, 0, PAIRS_AT_ONCE) {
                elem whole_factor = PASSING(segmented), whole_term = IDENTITY;
                if (first + c < SUBGROUPS) {
                    UNROLLED (v, 0, VALUES / WIDE) {
                        const size own = ((first + c) * LANES + LANE) * VALUES + v * WIDE;
                        TAKE_WIDE(terms, ring, round, own);
                        TAKE_FACTORS(factors, beside, round, own);
                        UNROLLED (i, 0, WIDE) {
                            const elem own_factor = FACTOR_AT(factors, i);
                            whole_term = v + i > 0
                                             ? JOINED(segmented, whole_term, own_factor, WIDE_AT(terms, i))
                                             : WIDE_AT(terms, i);
                            whole_factor =
                                v + i > 0 ? JOINED_FACTORS(segmented, whole_factor, own_factor) : own_factor;
                        }
                    }
                }
                MY_AT(factor, c) = whole_factor;
                MY_AT(term, c) = whole_term;
            }
        }
        CALL_PART(scan_lanes_pairs, segmented, SUBGROUPS_OF_ONE, PAIRS_AT_ONCE, factor, term);
        MOVE_UP_EACH_OF_ONE(factor_before, factor, PAIRS_AT_ONCE);
        MOVE_UP_EACH_OF_ONE(term_before, term, PAIRS_AT_ONCE);
        LAST_EACH_OF_ONE(factor, factor, PAIRS_AT_ONCE);
        LAST_EACH_OF_ONE(term, term, PAIRS_AT_ONCE);
        EACH_LANE_OF_ONE {
            UNROLLED (c, 0, PAIRS_AT_ONCE) {
                if (first + c < SUBGROUPS) {
                    const size thread = (first + c) * LANES + LANE;
                    const bool carries = first + c > 0;
                    elem before_factor = MY_AT(factor_before, c), before_term = MY_AT(term_before, c);
                    if (carries) {
                        before_term = LANE > 0
                                          ? JOINED(segmented, MY(term_carried), before_factor, before_term)
                                          : MY(term_carried);
                        before_factor = LANE > 0
                                            ? JOINED_FACTORS(segmented, MY(factor_carried), before_factor)
                                            : MY(factor_carried);
                    }
                    PUT(prefixes, PREFIX_FACTOR(slot, thread), before_factor);
                    PUT(prefixes, PREFIX_TERM(slot, thread), before_term);
                    MY(term_carried) =
                        carries ? JOINED(segmented, MY(term_carried), MY_AT(factor, c), MY_AT(term, c))
                                : MY_AT(term, c);
                    MY(factor_carried) = carries
                                             ? JOINED_FACTORS(segmented, MY(factor_carried), MY_AT(factor, c))
                                             : MY_AT(factor, c);
                }
            }
        }
    }
    THE_FIRST_LANE_OF_ONE {
        PACKED_STORE(sums, place, MY(factor_carried), tag);
        PACKED_STORE(sums, place + wide, MY(term_carried), tag);
    }
}

/* The summer joins the pairs of a round, `count` of them, whose words begin with sums[at]. The last lane has
 * the pair of all; the lane that looks at the words of pair `own` has the pair of those before it, but of
 * none where own is 0. */
PART(ahead_join_pairs, EXCHANGE(packed_word, sums), VALUE(uint, segmented), VALUE(size, at),
     VALUE(uint, count), VALUE(uint, own), VALUE(uint, each), VALUE(uint, wide), VALUE(uint, tag),
     PRIVATE_REF(elem, factor_all), PRIVATE_REF(elem, term_all), PRIVATE_REF(elem, factor_before),
     PRIVATE_REF(elem, term_before))
{
    PRIVATE_ARRAY(elem, factor_here);
    PRIVATE_ARRAY(elem, term_here);
    PRIVATE_ARRAY(elem, factor_below);
    PRIVATE_ARRAY(elem, term_below);
    PRIVATE(elem, factor_own);
    PRIVATE(elem, term_own);
    PRIVATE(elem, factor_carried);
    PRIVATE(elem, term_carried);
    for (uint first = 0; first < count; first += each * wide) {
        EACH_LANE_OF_ONE {
            packed factors[AHEAD_LOOKS], terms[AHEAD_LOOKS];
            const uint mine = first + (uint)LANE * each;
            const uint there = LANE >= wide || mine >= count ? 0 : count - mine < each ? count - mine : each;
            elem whole_factor = PASSING(segmented), whole_term = IDENTITY;
            CALL_PART(look_pairs, sums, at + 2 * first + LANE, wide, AHEAD_LOOKS, there, tag, factors, terms);
            MY(factor_own) = whole_factor;
            MY(term_own) = whole_term;
            UNROLLED (i, 0, AHEAD_LOOKS) {
                if (mine + i == own) {
                    MY(factor_own) = whole_factor;
                    MY(term_own) = whole_term;
                }
                if (i < there) {
                    const elem next_factor = PACKED_VALUE(factors[i]), next_term = PACKED_VALUE(terms[i]);
                    whole_term = i > 0 ? JOINED(segmented, whole_term, next_factor, next_term) : next_term;
                    whole_factor = i > 0 ? JOINED_FACTORS(segmented, whole_factor, next_factor) : next_factor;
                }
            }
            MY_AT(factor_here, 0) = whole_factor;
            MY_AT(term_here, 0) = whole_term;
        }
        CALL_PART(scan_lanes_pairs, segmented, SUBGROUPS_OF_ONE, 1, factor_here, term_here);
        MOVE_UP_EACH_OF_ONE(factor_below, factor_here, 1);
        MOVE_UP_EACH_OF_ONE(term_below, term_here, 1);
        EACH_LANE_OF_ONE {
            const uint mine = first + (uint)LANE * each;
            elem all_factor = MY_AT(factor_here, 0), all_term = MY_AT(term_here, 0);
            elem before_factor = MY(factor_own), before_term = MY(term_own);
            if (LANE > 0) {
                before_term = JOINED(segmented, MY_AT(term_below, 0), before_factor, before_term);
                before_factor = JOINED_FACTORS(segmented, MY_AT(factor_below, 0), before_factor);
            }
            if (first > 0) {
                before_term = JOINED(segmented, MY(term_carried), before_factor, before_term);
                before_factor = JOINED_FACTORS(segmented, MY(factor_carried), before_factor);
                all_term = JOINED(segmented, MY(term_carried), all_factor, all_term);
                all_factor = JOINED_FACTORS(segmented, MY(factor_carried), all_factor);
            }
            if (own >= mine && own - mine < each) {
                MY(term_before) = before_term;
                MY(factor_before) = before_factor;
            }
            MY(term_all) = MY_AT(term_here, 0) = all_term;
            MY(factor_all) = MY_AT(factor_here, 0) = all_factor;
        }
        if (first + each * wide < count) {
            LAST_EACH_OF_ONE(factor_here, factor_here, 1);
            LAST_EACH_OF_ONE(term_here, term_here, 1);
            EACH_LANE_OF_ONE {
                MY(factor_carried) = MY_AT(factor_here, 0);
                MY(term_carried) = MY_AT(term_here, 0);
            }
        }
    }
}

/* Each scanner's elements of the slot from what precedes them, as they are written. */
PART(ahead_scan_pairs, RING_REF(ring), BESIDE_REF(beside), VALUE(uint, segmented), VALUE(size, round),
     PRIVATE_REF(elem, start))
{
    EACH_THREAD {
        UNROLLED (v, 0, VALUES / WIDE) {
            TAKE_WIDE(terms, ring, round, THREAD * VALUES + v * WIDE);
            TAKE_FACTORS(factors, beside, round, THREAD * VALUES + v * WIDE);
            NEW_WIDE(left);
            UNROLLED (i, 0, WIDE) {
                MY(start) = JOINED(segmented, MY(start), FACTOR_AT(factors, i), WIDE_AT(terms, i));
                FILL_WIDE(left, i, MY(start));
            }
            LEAVE_WIDE(ring, round, THREAD * VALUES + v * WIDE, left);
        }
    }
}

/* Rounds and roles as in scan_ahead; sums: ROUND_WORDS a round. */
KERNEL(pairs_ahead, IN(elem, x), IN(elem, a), IN(uint8_t, heads), VALUE(uint, segmented), OUT(elem, out),
       IN(elem, initial), EXCHANGE(packed_word, sums), VALUE(size, n), VALUE(size, groups), VALUE(uint, tag))
{
    PRIVATE(elem, factor_all);
    PRIVATE(elem, term_all);
    PRIVATE(elem, factor_before);
    PRIVATE(elem, term_before);
    PRIVATE(elem, start);
    RING_PREFIXES(prefixes, 2);
    SHARED(elem, starts, RING_SLOTS);
    SHARED(elem, bases, RING_SLOTS); /* of the rounds after these */
    RING(ring);
    RING_BESIDE(beside, segmented);
    const uint kind = IS_SEGMENTED(segmented);
    const size length = THREADS * VALUES, tiles = n / length + (n % length != 0 ? 1 : 0);
    const elem begin = READ(initial, 0);
    const uint lag = AHEAD_LAG((uint)tiles / (uint)groups);
    const uint each = ROUND_EACH(groups), wide = ROUND_WIDE(groups), block = (uint)GROUP / (each * wide);
    const uint in_block = (uint)GROUP - block * each * wide;
    const size words = ROUND_WORDS(groups, each, wide);
    const size own = 2 * block * each * wide + in_block % each * 2 * wide + in_block / each;
    EACH_ROUND_AHEAD(round, groups, tiles)
    {
        const size first = round * groups, tile = first + GROUP, slot = round % RING_SLOTS;
        const size count = tiles - first < groups ? tiles - first : groups;
        RING_LOADER {
            RING_LOAD_FACTORS(beside, ring, round, kind, a, heads, tile, n);
            RING_LOAD(ring, round, x, tile, n);
        }
        RING_REDUCER (round) {
            RING_WAIT(ring, round);
            CALL_PART(ahead_reduce_pairs, ring, beside, kind, sums, round, round * words + own, wide, tag,
                      prefixes, slot);
            RING_REDUCED(ring, round);
        }
        RING_SUMMER (round) {
            RING_REACHED(ring, tile + lag * groups < tiles ? round + lag : round);
            CALL_PART(ahead_join_pairs, sums, kind, round * words, (uint)count, (uint)GROUP, each, wide, tag,
                      factor_all, term_all, factor_before, term_before);
            RING_WAIT_SUM_BEFORE(ring, round);
            const elem base = round > 0 ? BROADCAST(bases, (round - 1) % RING_SLOTS) : begin;
            THE_LANE_OF_ONE(in_block / each)
            {
                PUT(starts, slot, GROUP > 0 ? JOINED(kind, base, MY(factor_before), MY(term_before)) : base);
            }
            THE_LANE_OF_ONE(LANES - 1)
            {
                PUT(bases, slot, JOINED(kind, base, MY(factor_all), MY(term_all)));
            }
            RING_SUMMED(ring, round);
        }
        RING_SCANNERS (round) {
            RING_WAIT_SUM(ring, round);
            RING_WAIT_REDUCED(ring, round);
            RING_WAIT(ring, round);
            EACH_THREAD {
                MY(start) = GET(starts, slot);
                if (THREAD > 0)
                    MY(start) = JOINED(kind, MY(start), GET(prefixes, PREFIX_FACTOR(slot, THREAD)),
                                       GET(prefixes, PREFIX_TERM(slot, THREAD)));
            }
            CALL_PART(ahead_scan_pairs, ring, beside, kind, round, start);
            RING_LEFT(ring, round, out, tile, n);
        }
        RING_STORER {
            RING_STORE(ring, round, out, tile, n);
        }
    }
    RING_END(ring);
}

#endif
