/* SPDX-License-Identifier: MIT */
/* The choice among the kernels of converted types. */
#include "cpu/converted_kernels.h"

#include "cpu/tables.h"

ISA_TABLES(struct converted_tables, converted_kernels);

const struct converted_kernels *converted_kernels(enum isa isa, enum dtype dtype)
{
    return &converted_kernels_tables[isa]->of[dtype];
}
