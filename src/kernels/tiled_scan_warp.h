/* SPDX-License-Identifier: MIT */
/* The ladder of tiled scans, in registers: sums only. Included once, after kernels/tiled_scan.h. */
#pragma once
#if !defined ELEM || defined OPERATOR_IS_sum /* sums alone; the model has all in one */

/* Each subgroup scans in registers, then the first one their sums. What precedes a lane is the inclusive sum
 * less its own value: sums only. */
GROUP_FUNCTION(tiled_warp_prefix, PRIVATE_REF(elem, prefix), PRIVATE_REF(elem, total),
               SHARED_REF(elem, words))
{
    PRIVATE(elem, inclusive);
    PRIVATE(elem, sum);
    SIMD_SCAN_INCLUSIVE(inclusive, total);
    EACH_THREAD {
        MY(prefix) = SUBTRACT(MY(inclusive), MY(total));
    }
    EACH_LAST_LANE {
        PUT(words, SUBGROUP, OP(MY(prefix), MY(total)));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        MY(sum) = LANE < SUBGROUPS ? GET(words, LANE) : IDENTITY;
    }
    FIRST_SIMD_SCAN_INCLUSIVE(inclusive, sum);
    EACH_THREAD_OF_FIRST_SUBGROUP {
        const elem before = SUBTRACT(MY(inclusive), MY(sum));
        if (LANE < SUBGROUPS)
            PUT(words, LANE, before);
    }
    BARRIER;
    EACH_THREAD {
        MY(prefix) = OP(GET(words, SUBGROUP), MY(prefix));
    }
}

KERNEL(tiled_warp, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE(elem, value);
    PRIVATE(elem, prefix);
    SHARED(elem, words, MAX_SUBGROUPS);
    LOAD_ROW(value, in, GROUP, n);
    CALL(tiled_warp_prefix, prefix, value, words);
    EACH_THREAD {
        MY(value) = OP(MY(prefix), MY(value));
    }
    STORE_ROW(out, value, GROUP, n);
}

#endif
