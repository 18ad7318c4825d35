/* SPDX-License-Identifier: MIT */
/* The scan and reduction kernels compiled for a CPU core, for every number of values per thread. */
#include "engine/compiled.h"
#include "engine/emulate/dialect_cpu.h"

#include "kernels/local_reduce.h"
#include "kernels/local_scan.h"

#define KERNELS "engine/emulate/emulate_scan_values.h"
#include "engine/emulate/emulate_values.h"

#if SPECIALISED
#define VALUES 1
#endif
#include "kernels/tiled_scan.h"
#include "kernels/tiled_scan_warp.h"
#if SPECIALISED
#undef VALUES
#define KERNELS "kernels/tiled_scan_coarsened.h"
#include "engine/emulate/emulate_values.h"
#define COMPILED_ONCE(name) {&kernels.name, {CONCAT(name, 1, kernel)}},
#else
#define COMPILED_ONCE(name) COMPILED(name)
#endif

static const struct compiled_kernel compiled_kernels[] = {
    COMPILED(reduce_tile) COMPILED(scan_tile) COMPILED(scan_tile_total) COMPILED(add_partial)
        COMPILED(scan_chained) COMPILED(scan_lookback)
#if ELEM_BYTES == 4
            COMPILED(scan_fallback)
#endif
#if ELEM_BYTES == 4 && !ELEM_IS_FLOAT
                COMPILED(reduce_atomic)
#endif
                    COMPILED_ONCE(tiled_naive) COMPILED_ONCE(tiled_shared) COMPILED_ONCE(tiled_double_buffer)
#ifdef OPERATOR_IS_sum
                        COMPILED_ONCE(tiled_warp) COMPILED(tiled_coarsened)
#endif
                            {0}};

/* What an algorithm does not have is a row of no name. */
static const struct compiled_local compiled_locals[] = {
#define LOCAL_ROW(NAME, spelling, scan, reduce) \
    {#scan, (group_function *)(scan)}, {#reduce, (group_function *)(reduce)},
#include "implementation/local.def"
#undef LOCAL_ROW
    {0}};

extern const struct compiled_table EXPORT_OP(emulate_scan);
const struct compiled_table EXPORT_OP(emulate_scan) = {compiled_kernels, compiled_locals};
