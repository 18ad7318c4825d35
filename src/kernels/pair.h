/* SPDX-License-Identifier: MIT */
/* What scans of pairs of a factor and a term join. In a segmented scan a factor is a bit: whether what
 * precedes passes. A sum is masked, not multiplied by 0, so that a NaN ends at the next head. */
#pragma once

/* The factor of a pair and its term, side by side. */
#define FACTOR_WORD(i) (2 * (i))
#define TERM_WORD(i) (2 * (i) + 1)

/* The factor of element i. */
#define FACTOR(segmented, a, heads, i) ((segmented) ? ELEM_OF_BITS(READ(heads, i) == 0) : READ(a, i))

/* That of no element: it passes what precedes on as it is. */
#define PASSING(segmented) ((segmented) ? ELEM_OF_BITS(1) : ONE)

/* What a pair makes of what precedes it. */
#define JOINED(segmented, before, factor, term)             \
    ((segmented) && BITS_OF(factor) == 0 ? (term)           \
     : (segmented)                       ? OP(before, term) \
                                         : OP(MULTIPLY(factor, before), term))

/* The factor of two pairs that are joined. */
#define JOINED_FACTORS(segmented, first, second) \
    ((segmented) ? ELEM_OF_BITS(BITS_OF(first) & BITS_OF(second)) : MULTIPLY(second, first))
