/* SPDX-License-Identifier: MIT */
/* The choice of scan kernels by ISA, element type and operator. */
#include "engine/emulate/emulate_scan.h"

#include "engine/emulate/emulate.h"
#include "engine/model/model_kernels.h"
#include "machine/built_isas.h"

#include <assert.h>

/* The exports emulate_scan_isa_elem_op of this build, and the table of them. */
#define DECLARE(OP, op, CLASS, identity, expression, KIND, isa_elem) \
    IF_OWN_CODE(KIND, CLASS, extern const struct scan_kernels emulate_scan_##isa_elem##_##op;)
#define DECLARE_ELEM(NAME, elem, type, bits, KIND, digits, accumulator, isa) \
    FOR_EACH_OPERATOR(DECLARE, KIND, isa##_##elem)
#define DECLARE_ISA(none, ISA, isa) FOR_EACH_DTYPE(DECLARE_ELEM, isa)
FOR_EACH_BUILT_ISA(DECLARE_ISA, )

#define ENTRY(OP, op, CLASS, identity, expression, KIND, isa_elem) \
    IF_OWN_CODE(KIND, CLASS, [OP_##OP] = &emulate_scan_##isa_elem##_##op, )
#define ENTRY_ELEM(NAME, elem, type, bits, KIND, digits, accumulator, isa) \
    [DTYPE_##NAME] = {FOR_EACH_OPERATOR(ENTRY, KIND, isa##_##elem)},
#define ENTRY_ISA(none, ISA, isa) [ISA_##ISA] = {FOR_EACH_DTYPE(ENTRY_ELEM, isa)},
static const struct scan_kernels *const tables[ISA_COUNT][DTYPE_COUNT][OP_COUNT] = {
    FOR_EACH_BUILT_ISA(ENTRY_ISA, )};

const struct scan_kernels *emulate_scan_kernels(enum isa isa, enum dtype dtype, enum op op)
{
    if (isa == ISA_NONE)
        return &model_scan_kernels;
    const enum dtype code = dtype_of_code(op, dtype);
    assert(tables[isa][code][op]);
    return tables[isa][code][op];
}
