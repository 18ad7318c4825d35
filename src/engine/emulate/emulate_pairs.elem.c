/* SPDX-License-Identifier: MIT */
/* The kernels of scans of pairs compiled for a CPU core. */
#define OPERATOR OP_SUM
#define OPERATOR_IS_sum
#define SPECIALISED 0
#include "engine/compiled.h"
#include "engine/emulate/dialect_cpu.h"

#include "kernels/pairs_ahead.h"
#include "kernels/pairs_rows.h"
#include "kernels/scan_pairs.h"

static const struct compiled_kernel compiled_kernels[] = {
    COMPILED(pairs_total) COMPILED(pairs_before) COMPILED(pairs_tile) COMPILED(pairs_chained)
        COMPILED(pairs_ahead) COMPILED(pairs_one_round) COMPILED(pairs_lookback_subgroup){0}};

extern const struct compiled_table EXPORT(emulate_pairs);
const struct compiled_table EXPORT(emulate_pairs) = {compiled_kernels, NULL};
