/* SPDX-License-Identifier: MIT */
/* The top of the ladder of tiled scans: several values a thread. Included once for each VALUES, after
 * kernels/scan.h and kernels/tiled_scan_warp.h. */
#if !defined ELEM || defined OPERATOR_IS_sum /* sums alone; the model has all in one */

#include "kernels/tiled_scan_warp.h"

/* VALUES serial values a thread, then as tiled_warp. */
KERNEL(tiled_coarsened, IN(in_elem, in), OUT(out_elem, out), VALUE(size, n))
{
    PRIVATE_ARRAY(elem, value);
    PRIVATE(elem, total);
    PRIVATE(elem, prefix);
    SHARED(elem, words, MAX_SUBGROUPS);
    CALL_PART(load_running, in, GROUP, n, value, total);
    CALL(tiled_warp_prefix, prefix, total, words);
    CALL_PART(store_running, out, GROUP, n, value, prefix, IDENTITY, 1);
}

#endif
