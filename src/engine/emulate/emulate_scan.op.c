/* SPDX-License-Identifier: MIT */
/* The scan and reduction kernels compiled for a CPU core, for every number of values per thread. */
#include "engine/emulate/emulate_scan.h"
#include "engine/emulate/dialect_cpu.h"

#include "kernels/local_reduce.h"
#include "kernels/local_scan.h"

#define KERNELS "engine/emulate/emulate_scan_values.h"
#include "engine/emulate/emulate_values.h"

#if SPECIALISED
#define VALUES 1
#endif
#include "kernels/tiled_scan.h"
#if OPERATOR_NUMBER == OPERATOR_sum
#include "kernels/tiled_scan_warp.h"
#endif
#if SPECIALISED
#undef VALUES
#define KERNELS "kernels/tiled_scan_coarsened.h"
#include "engine/emulate/emulate_values.h"
#define ONCE(name) CONCAT(name, 1, kernel)
#else
#define ONCE(name) name##_kernel
#endif

extern const struct scan_kernels EXPORT_OP(emulate_scan);
const struct scan_kernels EXPORT_OP(emulate_scan) = {
    .reduce_tile = EACH_VALUES(reduce_tile),
    .scan_tile = EACH_VALUES(scan_tile),
    .scan_tile_total = EACH_VALUES(scan_tile_total),
    .add_partial = EACH_VALUES(add_partial),
    .chained = EACH_VALUES(scan_chained),
    .lookback = EACH_VALUES(scan_lookback),
#if ELEM_BYTES == 4
    .fallback = EACH_VALUES(scan_fallback),
#endif
#if ELEM_BYTES == 4 && !ELEM_IS_FLOAT
    .reduce_atomic = EACH_VALUES(reduce_atomic),
#endif
    .naive = ONCE(tiled_naive),
    .shared = ONCE(tiled_shared),
    .double_buffer = ONCE(tiled_double_buffer),
#if OPERATOR_NUMBER == OPERATOR_sum
    .warp = ONCE(tiled_warp),
    .coarsened = EACH_VALUES(tiled_coarsened),
#endif
    .local_scan =
        {
#define LOCAL_ROW(NAME, spelling, scan, reduce) [LOCAL_##NAME] = (void (*)(void))(scan),
#include "implementation/local.def"
#undef LOCAL_ROW
        },
    .local_reduce =
        {
#define LOCAL_ROW(NAME, spelling, scan, reduce) [LOCAL_##NAME] = (void (*)(void))(reduce),
#include "implementation/local.def"
#undef LOCAL_ROW
        },
};
