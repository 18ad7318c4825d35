/* SPDX-License-Identifier: MIT */
/* The scan and reduction kernels compiled for a CPU core, those by sum for every number of values per thread.
 */
#include "engine/compiled.h"
#include "engine/emulate/dialect_cpu.h"

#include "kernels/local_reduce.h"
#include "kernels/local_scan.h"

#if SPECIALISED
/* The parts of kernels: those that are the same for all VALUES, and the others for each. */
#undef NAMED
#define NAMED(name) CONCAT(name, 0, kernel)
#include "kernels/runs.h"
#undef NAMED
#define NAMED(name) CONCAT(name, VALUES, kernel)
/* What kernels call where they are omitted. */
static UNUSED inline void call_omitted(UNUSED const struct launch *launch, ...)
{
}
#pragma push_macro("KERNEL")
#undef KERNEL
#define KERNEL OMITTED
#undef CALL_PART
#define CALL_PART(name, ...) call_omitted(launch, THREADS, __VA_ARGS__)
#define KERNELS "engine/emulate/emulate_scan_kernels.h"
#include "engine/emulate/emulate_values.h"
#pragma pop_macro("KERNEL")

#define TABLE_OF_ONE(part) \
    static __typeof__(part##_0_kernel) *const part##_of_values[] = {[0 ... 5] = part##_0_kernel}
TABLE_OF_ONE(join_runs);
TABLE_OF_ONE(scan_runs);
TABLE_OF_ONE(look_back);
TABLE_OF_ONE(join_groups);
TABLE_OF_ONE(await_groups);

#define TABLE(part) static __typeof__(part##_1_kernel) *const part##_of_values[] = EACH_VALUES(part)
TABLE(load_running);
TABLE(store_running);
TABLE(add_before);
TABLE(load_total);
TABLE(load_runs);
TABLE(scan_rows);
TABLE(store_runs);
TABLE(scan_span);
TABLE(finish_span);
TABLE(join_spans);
TABLE(join_tile);
TABLE(join_tiles);
TABLE(take_next);
TABLE(write_sums);
TABLE(write_even_sums);
TABLE(add_values);
#if ELEM_BYTES == 4
TABLE(look_back_or_give_up);
#endif

/* The kernels, which call the parts of the launch's VALUES. */
#undef PART
#define PART OMITTED
#undef CALL_PART
#define CALL_PART(name, ...) name##_of_values[__builtin_ctz(launch->values)](launch, THREADS, __VA_ARGS__)
#undef NAMED
#define NAMED(name) name##_kernel
#undef MOST_VALUES
#define MOST_VALUES 32
#define VALUES ((uint)launch->values)
#endif

#include "engine/emulate/emulate_scan_kernels.h"
#include "kernels/tiled_scan.h"
#include "kernels/tiled_scan_coarsened.h"
#include "kernels/tiled_scan_warp.h"

/* The kernels of emulate_ahead.op.c, which gain nothing from what is constant here. */
extern launch_kernel EXPORT_OP(emulate_ahead), EXPORT_OP(emulate_rows_ahead);

static const struct compiled_kernel compiled_kernels[] = {
    COMPILED(reduce_tile) COMPILED(reduce_tile_unchecked) COMPILED(reduce_once) COMPILED(reduce_tile_serial)
        COMPILED(scan_tile) COMPILED(scan_tile_shared) COMPILED(scan_tile_total) COMPILED(add_partial)
            COMPILED(scan_chained) COMPILED(scan_lookback) COMPILED(scan_one_round)
                COMPILED(scan_rows_subgroup) COMPILED(scan_rows_group) COMPILED(scan_row_loop)
                    COMPILED(scan_one_round_rows) COMPILED(reduce_rows_subgroup) COMPILED(reduce_row_loop)
                        COMPILED(reduce_row_parts)
                            COMPILED(scan_lookback_subgroup){&kernels.scan_ahead, EXPORT_OP(emulate_ahead)},
    {&kernels.scan_rows_ahead, EXPORT_OP(emulate_rows_ahead)},
#if ELEM_BYTES == 4
    COMPILED(scan_fallback)
#endif
#if ELEM_BYTES == 4 && !ELEM_IS_FLOAT
        COMPILED(reduce_atomic)
#ifdef OPERATOR_IS_sum
            COMPILED(reduce_atomic_counted)
#endif
#endif
                COMPILED(tiled_naive) COMPILED(tiled_shared) COMPILED(tiled_double_buffer)
#ifdef OPERATOR_IS_sum
                    COMPILED(tiled_warp) COMPILED(tiled_coarsened)
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
