/* SPDX-License-Identifier: MIT */
/* The tables of the kernels that are compiled for a CPU core, by ISA, element type and operator. */
#include "engine/emulate/emulate_tables.h"

#include "cpu/tables.h"

TABLES(struct compiled_table, emulate_compact);
FLOAT_TABLES(struct compiled_table, emulate_dot);

/* The exports emulate_scan_isa_elem_op of this build, and the table of them. */
#define DECLARE(OP, op, CLASS, identity, expression, KIND, isa_elem) \
    IF_OWN_CODE(KIND, CLASS, extern const struct compiled_table emulate_scan_##isa_elem##_##op;)
#define DECLARE_ELEM(NAME, elem, type, bits, KIND, digits, accumulator, isa) \
    FOR_EACH_OPERATOR(DECLARE, KIND, isa##_##elem)
#define DECLARE_ISA(none, ISA, isa) FOR_EACH_DTYPE(DECLARE_ELEM, isa)
FOR_EACH_BUILT_ISA(DECLARE_ISA, )

#define ENTRY(OP, op, CLASS, identity, expression, KIND, isa_elem) \
    IF_OWN_CODE(KIND, CLASS, [OP_##OP] = &emulate_scan_##isa_elem##_##op, )
#define ENTRY_ELEM(NAME, elem, type, bits, KIND, digits, accumulator, isa) \
    [DTYPE_##NAME] = {FOR_EACH_OPERATOR(ENTRY, KIND, isa##_##elem)},
#define ENTRY_ISA(none, ISA, isa) [ISA_##ISA] = {FOR_EACH_DTYPE(ENTRY_ELEM, isa)},
static const struct compiled_table *const emulate_scan_tables[ISA_COUNT][DTYPE_COUNT][OP_COUNT] = {
    FOR_EACH_BUILT_ISA(ENTRY_ISA, )};

static void add(const struct compiled_table **tables, const struct compiled_table *table)
{
    while (*tables)
        tables++;
    *tables = table;
}

void emulate_tables(enum isa isa, enum dtype dtype, enum op op,
                    const struct compiled_table *tables[EMULATE_TABLES])
{
    const enum op applied = op ? op : OP_SUM;
    for (size_t i = 0; i < EMULATE_TABLES; i++)
        tables[i] = NULL;
    add(tables, emulate_scan_tables[isa][dtype_of_code(applied, dtype)][applied]);
    add(tables, emulate_compact_tables[isa][dtype]);
    add(tables, emulate_dot_tables[isa][dtype]);
}
