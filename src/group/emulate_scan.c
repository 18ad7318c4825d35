/* SPDX-License-Identifier: MIT */
/* The choice of scan kernels by ISA, element type and operator. */
#include "group/emulate_scan.h"

#include "group/emulate.h"

#include <assert.h>

#define DECLARE(ISA, isa, DTYPE, elem, OP, op) \
    extern const struct scan_kernels emulate_scan_##isa##_##elem##_##op;
FOR_EACH_BUILD(DECLARE)

#define ENTRY(ISA, isa, DTYPE, elem, OP, op) \
    [ISA_##ISA][DTYPE_##DTYPE][OP_##OP] = &emulate_scan_##isa##_##elem##_##op,
static const struct scan_kernels *const tables[ISA_COUNT][DTYPE_COUNT][OP_COUNT] = {FOR_EACH_BUILD(ENTRY)};

const struct scan_kernels *emulate_scan_kernels(const struct point *point)
{
    assert(tables[point->isa][point->dtype][point->op]);
    return tables[point->isa][point->dtype][point->op];
}
