/* SPDX-License-Identifier: MIT */
/* The tables of the kernels that are compiled for a CPU core, by ISA, element type and operator. */
#include "engine/emulate/emulate_tables.h"

#include "cpu/tables.h"

TABLES(struct compiled_table, emulate_compact);
FLOAT_TABLES(struct compiled_table, emulate_dot);
TABLES(struct compiled_table, emulate_pairs);

/* The exports emulate_scan_isa_elem_op of this build, and the table of them: max goes by the build for min,
 * and signed integers go by the unsigned ones. */
#define BUILD_OF(CLASS, op) BUILD_OF_##CLASS(op)
#define BUILD_OF_ARITHMETIC(op) op
#define BUILD_OF_ORDER(op) min
#define DECLARE(OP, op, CLASS, identity, expression, KIND, isa_elem) \
    IF_OWN_CODE(KIND, ARITHMETIC, DECLARE_ONE(isa_elem, BUILD_OF(CLASS, op)))
#define DECLARE_ONE(isa_elem, build) DECLARE_NAMED(isa_elem, build)
#define DECLARE_NAMED(isa_elem, build) extern const struct compiled_table emulate_scan_##isa_elem##_##build;
#define DECLARE_ELEM(NAME, elem, type, bits, KIND, digits, accumulator, isa) \
    FOR_EACH_OPERATOR(DECLARE, KIND, isa##_##elem)
#define DECLARE_ISA(none, ISA, isa) FOR_EACH_DTYPE(DECLARE_ELEM, isa)
FOR_EACH_BUILT_ISA(DECLARE_ISA, )

#define ENTRY(OP, op, CLASS, identity, expression, KIND, isa_elem) \
    IF_OWN_CODE(KIND, ARITHMETIC, [OP_##OP] = &ENTRY_ONE(isa_elem, BUILD_OF(CLASS, op)), )
#define ENTRY_ONE(isa_elem, build) ENTRY_NAMED(isa_elem, build)
#define ENTRY_NAMED(isa_elem, build) emulate_scan_##isa_elem##_##build
#define ENTRY_ELEM(NAME, elem, type, bits, KIND, digits, accumulator, isa) \
    [DTYPE_##NAME] = {FOR_EACH_OPERATOR(ENTRY, KIND, isa##_##elem)},
#define ENTRY_ISA(none, ISA, isa) [ISA_##ISA] = {FOR_EACH_DTYPE(ENTRY_ELEM, isa)},
static const struct compiled_table *const emulate_scan_tables[ISA_COUNT][DTYPE_COUNT][OP_COUNT] = {
    FOR_EACH_BUILT_ISA(ENTRY_ISA, )};

/* Those of converted types. */
#define DECLARE_CONVERTED(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output, \
                          isa)                                                                            \
    extern const struct compiled_table emulate_converted_##isa##_##symbol;
#define DECLARE_CONVERTED_ISA(none, ISA, isa) FOR_EACH_CONVERTED_DTYPE(DECLARE_CONVERTED, isa)
FOR_EACH_BUILT_ISA(DECLARE_CONVERTED_ISA, )

#define CONVERTED_ENTRY(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output, isa) \
    [DTYPE_##NAME] = &emulate_converted_##isa##_##symbol,
#define CONVERTED_ISA(none, ISA, isa) [ISA_##ISA] = {FOR_EACH_CONVERTED_DTYPE(CONVERTED_ENTRY, isa)},
static const struct compiled_table *const emulate_converted_tables[ISA_COUNT][DTYPE_COUNT] = {
    FOR_EACH_BUILT_ISA(CONVERTED_ISA, )};

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
    if (dtype_is_plain(dtype))
        add(tables, emulate_scan_tables[isa][dtype_of_code(OP_SUM, dtype)][applied]);
    add(tables, emulate_compact_tables[isa][dtype]);
    add(tables, emulate_dot_tables[isa][dtype]);
    add(tables, emulate_pairs_tables[isa][dtype]);
    add(tables, emulate_converted_tables[isa][dtype]);
}
