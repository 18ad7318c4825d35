/* SPDX-License-Identifier: MIT */
/* The top of the ladder of tiled scans: several values a thread. Included once for each VALUES, after
 * kernels/tiled_scan_warp.h. */
#if !defined ELEM || defined OPERATOR_IS_sum /* sums alone; the model has all in one */

#include "kernels/tiled_scan_warp.h"

/* VALUES serial values a thread, then as tiled_warp. */
KERNEL(tiled_coarsened, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE_ARRAY(elem, value);
    STORED_VALUES(elem, result);
    PRIVATE(elem, total);
    PRIVATE(elem, prefix);
    SHARED(elem, words, MAX_SIMDGROUPS);
    EACH_THREAD_LOADED (value, in, GROUP, n) {
        elem sum = IDENTITY;
        UNROLLED (v, 0, VALUES) {
            sum = OP(sum, MY_AT(value, v));
            MY_AT(value, v) = sum;
        }
        MY(total) = sum;
    }
    CALL(tiled_warp_prefix, prefix, total, words);
    EACH_THREAD_STORED (out, result, GROUP, n) {
        UNROLLED (v, 0, VALUES)
            STORED_AT(result, v) = OP(MY(prefix), MY_AT(value, v));
    }
}

#endif
