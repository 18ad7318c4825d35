/* SPDX-License-Identifier: MIT */
/* The choice of scan kernels by ISA, element type and operator. */
#include "engine/emulate/emulate_scan.h"

#include "engine/emulate/emulate.h"
#include "engine/model/model_kernels.h"

#include <assert.h>

#define DECLARE(ISA, isa, DTYPE, elem, OP, op) \
    extern const struct scan_kernels emulate_scan_##isa##_##elem##_##op;
FOR_EACH_BUILD(DECLARE)

#define ENTRY(ISA, isa, DTYPE, elem, OP, op) \
    [ISA_##ISA][DTYPE_##DTYPE][OP_##OP] = &emulate_scan_##isa##_##elem##_##op,
static const struct scan_kernels *const tables[ISA_COUNT][DTYPE_COUNT][OP_COUNT] = {FOR_EACH_BUILD(ENTRY)};

const struct scan_kernels *emulate_scan_kernels(enum isa isa, enum dtype dtype, enum op op)
{
    if (isa == ISA_NONE)
        return &model_scan_kernels;
    assert(tables[isa][dtype][op]);
    return tables[isa][dtype][op];
}

#define REDUCTION(name, NAME, reduction, ...) [LOCAL_##NAME] = LOCAL_REDUCE_##reduction,
const enum local_reduce local_scan_reduction[LOCAL_COUNT] = {FOR_EACH_LOCAL_SCAN(REDUCTION, )};
