/* SPDX-License-Identifier: MIT */
/* The choice of compiled kernels: a table for each ISA of this build and each element type. */
#pragma once

#include "machine/built_isas.h"
#include "machine/isa.h"
#include "problem/primitive.h"

/* TABLES(type, name) defines `static const type *const name_tables[ISA_COUNT][DTYPE_COUNT]` from the exports
 * name_isa_elem of this build. */
#define TABLES(type, name)                         \
    FOR_EACH_BUILT_ISA(TABLES_DECLARE, type, name) \
    static const type *const name##_tables[ISA_COUNT][DTYPE_COUNT] = {FOR_EACH_BUILT_ISA(TABLES_ROW, name)}
#define TABLES_DECLARE(type, name, ISA, isa) FOR_EACH_DTYPE(TABLES_DECLARE_ONE, type, name, isa)
#define TABLES_DECLARE_ONE(NAME, elem, ctype, bits, KIND, digits, accumulator, type, name, isa) \
    extern const type name##_##isa##_##elem;
#define TABLES_ROW(name, ISA, isa) [ISA_##ISA] = {FOR_EACH_DTYPE(TABLES_ENTRY, name, isa)},
#define TABLES_ENTRY(NAME, elem, ctype, bits, KIND, digits, accumulator, name, isa) \
    [DTYPE_##NAME] = &name##_##isa##_##elem,

/* The same of the types of floats alone. */
#define FLOAT_TABLES(type, name)                                       \
    FOR_EACH_BUILT_ISA(FLOAT_TABLES_DECLARE, type, name)               \
    static const type *const name##_tables[ISA_COUNT][DTYPE_COUNT] = { \
        FOR_EACH_BUILT_ISA(FLOAT_TABLES_ROW, name)}
#define FLOAT_TABLES_DECLARE(type, name, ISA, isa) FOR_EACH_DTYPE(FLOAT_TABLES_DECLARE_ONE, type, name, isa)
#define FLOAT_TABLES_DECLARE_ONE(NAME, elem, ctype, bits, KIND, digits, accumulator, type, name, isa) \
    IF_FLOAT(KIND, extern const type name##_##isa##_##elem;)
#define FLOAT_TABLES_ROW(name, ISA, isa) [ISA_##ISA] = {FOR_EACH_DTYPE(FLOAT_TABLES_ENTRY, name, isa)},
#define FLOAT_TABLES_ENTRY(NAME, elem, ctype, bits, KIND, digits, accumulator, name, isa) \
    IF_FLOAT(KIND, [DTYPE_##NAME] = &name##_##isa##_##elem, )

/* The same without types, `name_tables[ISA_COUNT]` from the exports name_isa. */
#define ISA_TABLES(type, name)                  \
    FOR_EACH_BUILT_ISA(ISA_DECLARE, type, name) \
    static const type *const name##_tables[ISA_COUNT] = {FOR_EACH_BUILT_ISA(ISA_ENTRY, name)}
#define ISA_DECLARE(type, name, ISA, isa) extern const type name##_##isa;
#define ISA_ENTRY(name, ISA, isa) [ISA_##ISA] = &name##_##isa,
