/* SPDX-License-Identifier: MIT */
/* The kernels of counts and compactions compiled for a CPU core. */
#define OPERATOR sum
#define SPECIALISED 0
#include "engine/emulate/emulate_compact.h"
#include "engine/emulate/dialect_cpu.h"

#include "kernels/compact.h"
#include "kernels/count.h"

extern const struct compact_kernels EXPORT(emulate_compact);
const struct compact_kernels EXPORT(emulate_compact) = {
    .count_sequence = count_sequence_kernel,
    .count_block = count_block_kernel,
    .move_sequence = move_sequence_kernel,
    .move_block = move_block_kernel,
    .lookback = compact_lookback_kernel,
    .atomics = compact_atomics_kernel,
};
