/* SPDX-License-Identifier: MIT */
/* What subgroups do with pairs: scan those of their lanes in order, and look at those that groups publish. */
#pragma once
#if !defined ELEM || defined OPERATOR_IS_sum /* the model has all in one */

#include "kernels/pair.h"

/* Of the first `subgroups` the first `count` pairs of each lane, joined with those of all lanes below it. */
PART(scan_lanes_pairs, VALUE(uint, segmented), VALUE(size, subgroups), VALUE(uint, count),
     PRIVATE_REF(elem, factor), PRIVATE_REF(elem, term))
{
    PRIVATE_ARRAY(elem, factor_below);
    PRIVATE_ARRAY(elem, term_below);
    for (uint by = 1; by < LANES; by *= 2) {
        LANE_UP_BY(subgroups, VALUES, count, factor_below, factor, by);
        LANE_UP_BY(subgroups, VALUES, count, term_below, term, by);
        EACH_THREAD_OF(subgroups)
        {
            UNROLLED (c, 0, count) {
                if (LANE >= by) {
                    MY_AT(term, c) =
                        JOINED(segmented, MY_AT(term_below, c), MY_AT(factor, c), MY_AT(term, c));
                    MY_AT(factor, c) = JOINED_FACTORS(segmented, MY_AT(factor_below, c), MY_AT(factor, c));
                }
            }
        }
    }
}

/* Looks at up to `most` pairs, of which the first `count` are there, until all have the tag. Their words are
 * `wide` apart from `from` on: a factor, its term, the next factor. Each look is asked for before the one
 * before it is needed. */
PART(look_pairs, EXCHANGE(packed_word, sums), VALUE(size, from), VALUE(uint, wide), VALUE(uint, most),
     VALUE(uint, count), VALUE(uint, tag), PRIVATE_REF(packed, factors), PRIVATE_REF(packed, terms))
{
    uint missing = (1u << count) - 1;
    while (ANY_LANE_OF_ONE(missing != 0)) {
        UNROLLED (i, 0, most) {
            if (missing & 1u << i) {
                factors[i] = PACKED_LOAD(sums, from + 2 * i * wide);
                terms[i] = PACKED_LOAD(sums, from + (2 * i + 1) * wide);
            }
        }
        UNROLLED (i, 0, most)
            if (missing & 1u << i && PACKED_TAG(factors[i]) == tag && PACKED_TAG(terms[i]) == tag)
                missing &= ~(1u << i);
        if (missing != 0)
            POLL;
    }
}

#endif
