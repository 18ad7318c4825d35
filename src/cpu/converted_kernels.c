/* SPDX-License-Identifier: MIT */
/* The choice among the kernels of converted types. */
#include "cpu/converted_kernels.h"

#include "cpu/tables.h"

ISA_TABLES(struct converted_tables, converted_kernels);

const struct converted_kernels *converted_kernels(enum isa isa, enum dtype dtype)
{
    return &converted_kernels_tables[isa]->of[dtype];
}

static bool cpu_compresses_bytes(void)
{
#if defined __x86_64__
    return __builtin_cpu_supports("avx512vbmi2");
#else
    return false;
#endif
}

compact_kernel *converted_compress(const struct converted_kernels *kernels, unsigned unroll_index)
{
    compact_kernel *const whole = kernels->compress_whole[unroll_index];
    return whole && cpu_compresses_bytes() ? whole : kernels->compress[unroll_index];
}
