/* SPDX-License-Identifier: MIT */
/* The tables of the kernels that are compiled for a CPU core. */
#pragma once

#include "engine/compiled.h"
#include "machine/isa.h"

/* The tables that may have kernels for a type and operator (OP_NONE: a sum), ended by NULL. */
enum { EMULATE_TABLES = 6 };
void emulate_tables(enum isa isa, enum dtype dtype, enum op op,
                    const struct compiled_table *tables[EMULATE_TABLES]);
