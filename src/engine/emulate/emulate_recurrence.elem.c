/* SPDX-License-Identifier: MIT */
/* The kernels of recurrences compiled for a CPU core. */
#define OPERATOR OP_SUM
#define OPERATOR_IS_sum
#define SPECIALISED 0
#include "engine/compiled.h"
#include "engine/emulate/dialect_cpu.h"

#if ELEM_IS_FLOAT
#include "kernels/recurrence.h"

static const struct compiled_kernel compiled_kernels[] = {COMPILED(recurrence_total) COMPILED(
    recurrence_before) COMPILED(recurrence_tile) COMPILED(recurrence_chained){0}};

extern const struct compiled_table EXPORT(emulate_recurrence);
const struct compiled_table EXPORT(emulate_recurrence) = {compiled_kernels, NULL};
#endif
