/* SPDX-License-Identifier: MIT */
/* The kernels compiled for the model: once, for all element types, operators and values per thread. */
#include "engine/model/model_kernels.h"

#include "engine/model/dialect_model.h"

#include "kernels/compact.h"
#include "kernels/count.h"
#include "kernels/dot.h"
#include "kernels/local_reduce.h"
#include "kernels/local_scan.h"
#include "kernels/reduce.h"
#include "kernels/reduce_atomic.h"
#include "kernels/scan.h"
#include "kernels/scan_one_pass.h"
#include "kernels/tiled_scan.h"

#include "kernels/scan_fallback.h"
#include "kernels/tiled_scan_warp.h"

#include "kernels/tiled_scan_coarsened.h"

/* One kernel at the index of every VALUES. */
#define ALL_VALUES(name)                                                                   \
    {                                                                                      \
        name##_model, name##_model, name##_model, name##_model, name##_model, name##_model \
    }

const struct scan_kernels model_scan_kernels = {
    .reduce_tile = ALL_VALUES(reduce_tile),
    .reduce_atomic = ALL_VALUES(reduce_atomic),
    .scan_tile = ALL_VALUES(scan_tile),
    .scan_tile_total = ALL_VALUES(scan_tile_total),
    .add_partial = ALL_VALUES(add_partial),
    .chained = ALL_VALUES(scan_chained),
    .lookback = ALL_VALUES(scan_lookback),
    .fallback = ALL_VALUES(scan_fallback),
    .naive = tiled_naive_model,
    .shared = tiled_shared_model,
    .double_buffer = tiled_double_buffer_model,
    .warp = tiled_warp_model,
    .coarsened = ALL_VALUES(tiled_coarsened),
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

const struct dot_kernels model_dot_kernels = {
    .first = dot_first_model,
    .second = dot_second_model,
    .first_device = dot_first_device_model,
    .second_device = dot_second_device_model,
    .exchange = dot_exchange_model,
    .counter = dot_counter_model,
    .tagged = dot_tagged_model,
    .local = {(void (*)(void))dot_shared, (void (*)(void))dot_shuffle, (void (*)(void))dot_simd_sum},
};

const struct compact_kernels model_compact_kernels = {
    .count_sequence = count_sequence_model,
    .count_block = count_block_model,
    .move_sequence = move_sequence_model,
    .move_block = move_block_model,
    .lookback = compact_lookback_model,
    .atomics = compact_atomics_model,
};
