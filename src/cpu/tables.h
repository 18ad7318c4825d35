/* SPDX-License-Identifier: MIT */
/* The choice of compiled kernels: a table for each ISA of this build and each element type. */
#ifndef SCANBENCH_TABLES_H
#define SCANBENCH_TABLES_H

#include "machine/built_isas.h"
#include "machine/isa.h"
#include "problem/primitive.h"

#define TABLE_DECLARE(type, name, ID, isa)                                                            \
    extern const type name##_##isa##_u32, name##_##isa##_i32, name##_##isa##_u64, name##_##isa##_f32, \
        name##_##isa##_f64;
#define TABLE_ENTRY(type, name, ID, isa)             \
    [ISA_##ID] = {[DTYPE_U32] = &name##_##isa##_u32, \
                  [DTYPE_I32] = &name##_##isa##_i32, \
                  [DTYPE_U64] = &name##_##isa##_u64, \
                  [DTYPE_F32] = &name##_##isa##_f32, \
                  [DTYPE_F64] = &name##_##isa##_f64},

/* Define `static const type *const name_tables[ISA_COUNT][DTYPE_COUNT]` from the exports name_isa_elem. */
#define TABLES(type, name)                  \
    FOR_EACH_ISA(TABLE_DECLARE, type, name) \
    static const type *const name##_tables[ISA_COUNT][DTYPE_COUNT] = {FOR_EACH_ISA(TABLE_ENTRY, type, name)}

#endif
