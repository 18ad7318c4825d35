/* SPDX-License-Identifier: MIT */
/* The kernels of dot products compiled for a CPU core. */
#define OPERATOR OP_SUM
#define OPERATOR_IS_sum
#define SPECIALISED 0
#include "engine/compiled.h"
#include "engine/emulate/dialect_cpu.h"

#if ELEM_IS_FLOAT
#include "kernels/dot.h"

static const struct compiled_kernel compiled_kernels[] = {
    COMPILED(dot_first) COMPILED(dot_second) COMPILED(dot_first_device) COMPILED(dot_second_device)
        COMPILED(dot_exchange) COMPILED(dot_add) COMPILED(dot_counter) COMPILED(dot_tagged){0}};

static const struct compiled_local compiled_locals[] = {
    {"dot_shared", (group_function *)dot_shared},
    {"dot_shuffle", (group_function *)dot_shuffle},
    {"dot_simd_sum", (group_function *)dot_simd_sum},
    {0},
};

extern const struct compiled_table EXPORT(emulate_dot);
const struct compiled_table EXPORT(emulate_dot) = {compiled_kernels, compiled_locals};
#endif
