/* SPDX-License-Identifier: MIT */
/* The scan kernels compiled for a CPU core, for every number of values per thread. */
#include "group/emulate_scan.h"
#include "kernels/dialect_cpu.h"

#include "kernels/local_reduce.h"
#include "kernels/local_scan.h"

#define KERNELS "group/emulate_scan_values.h"
#include "group/emulate_values.h"

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
#define LOCAL_ENTRY(name, NAME, reduce, ...) [LOCAL_##NAME] = (void (*)(void))scan_##name,
    .local_scan = {FOR_EACH_LOCAL_SCAN(LOCAL_ENTRY, )},
#undef LOCAL_ENTRY
#define LOCAL_ENTRY(name, NAME, reduce, ...) [LOCAL_##NAME] = (void (*)(void))reduce_##reduce,
    .local_reduce = {FOR_EACH_LOCAL_SCAN(LOCAL_ENTRY, )},
};
