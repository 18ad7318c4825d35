/* SPDX-License-Identifier: MIT */
/* The kernels of counts, compactions and copies compiled for a CPU core. */
#define OPERATOR OP_SUM
#define OPERATOR_IS_sum
#define SPECIALISED 0
#include "engine/compiled.h"
#include "engine/emulate/dialect_cpu.h"
#include "engine/emulate/dialect_cpu_valid.h"

#include "kernels/compact.h"
#include "kernels/compact_ahead.h"
#include "kernels/copy.h"
#include "kernels/count.h"

static const struct compiled_kernel compiled_kernels[] = {
    COMPILED(count_sequence) COMPILED(count_block) COMPILED(count_atomic) COMPILED(count_atomic_counted)
        COMPILED(move_sequence) COMPILED(move_block) COMPILED(compact_one_round) COMPILED(compact_lookback)
            COMPILED(compact_lookback_subgroup) COMPILED(compact_atomics) COMPILED(compact_ahead)
                COMPILED(copy_tile) COMPILED(copy_tile_unchecked){0}};

static const struct compiled_local compiled_locals[] = {{0}};

extern const struct compiled_table EXPORT(emulate_compact);
const struct compiled_table EXPORT(emulate_compact) = {compiled_kernels, compiled_locals};
