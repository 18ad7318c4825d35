/* SPDX-License-Identifier: MIT */
/* The kernels of converted types compiled for a CPU core: sums, whose elements are converted where a tile is
 * loaded and stored. */
#define OPERATOR OP_SUM
#define OPERATOR_IS_sum
#define SPECIALISED 0
#include "engine/compiled.h"
#include "engine/emulate/dialect_cpu.h"
#include "engine/emulate/dialect_cpu_valid.h"

#include "kernels/local_reduce.h"
#include "kernels/local_scan.h"

/* Those of several launches scan or reduce sums too, which are not what is read: they are left out. */
#pragma GCC diagnostic ignored "-Wunused-function"
#include "kernels/compact.h"
#include "kernels/compact_ahead.h"
#include "kernels/copy.h"
#include "kernels/count.h"
#include "kernels/dot.h"
#include "kernels/reduce.h"
#include "kernels/scan.h"
#include "kernels/scan_ahead.h"
#include "kernels/scan_one_pass.h"
#include "kernels/scan_rows.h"

static const struct compiled_kernel compiled_kernels[] = {
#if ELEM_IS_FLOAT
    COMPILED(dot_first) COMPILED(dot_second) COMPILED(dot_first_device) COMPILED(dot_second_device)
        COMPILED(dot_counter) COMPILED(dot_tagged)
#elif ELEM_IS_SELECTABLE
    COMPILED(count_sequence) COMPILED(count_block) COMPILED(count_atomic) COMPILED(count_atomic_counted)
        COMPILED(move_sequence) COMPILED(move_block) COMPILED(compact_one_round) COMPILED(compact_lookback)
            COMPILED(compact_lookback_subgroup) COMPILED(compact_atomics) COMPILED(compact_ahead)
#endif
            COMPILED(reduce_once) COMPILED(scan_chained) COMPILED(scan_lookback) COMPILED(scan_one_round)
                COMPILED(scan_lookback_subgroup) COMPILED(scan_ahead) COMPILED(copy_tile)
                    COMPILED(copy_tile_unchecked){0}};

static const struct compiled_local compiled_locals[] = {
#define LOCAL_ROW(NAME, spelling, scan, reduce) \
    {#scan, (group_function *)(scan)}, {#reduce, (group_function *)(reduce)},
#include "implementation/local.def"
#undef LOCAL_ROW
#if ELEM_IS_FLOAT
    {"dot_shared", (group_function *)dot_shared},
    {"dot_shuffle", (group_function *)dot_shuffle},
    {"dot_simd_sum", (group_function *)dot_simd_sum},
#endif
    {0}};

#define EXPORT_CONVERTED CONCAT(emulate_converted, ISA, CONVERTED)
extern const struct compiled_table EXPORT_CONVERTED;
const struct compiled_table EXPORT_CONVERTED = {compiled_kernels, compiled_locals};
