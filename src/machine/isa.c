/* SPDX-License-Identifier: MIT */
/* The instruction sets that kernels are compiled for, and which of them this CPU runs. */
#include "machine/isa.h"

#include "machine/built_isas.h"

const char *const isa_names[ISA_COUNT] = {
    [ISA_NONE] = "-", [ISA_SSE4] = "sse4", [ISA_AVX2] = "avx2", [ISA_AVX512] = "avx512", [ISA_NEON] = "neon",
};

#if defined(__x86_64__)
static bool has_sse4(void)
{
    return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
}

static bool has_avx2(void)
{
    return has_sse4() && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

static bool cpu_has(enum isa isa)
{
    switch (isa) {
#if defined(__x86_64__)
    case ISA_SSE4:
        return has_sse4();
    case ISA_AVX2:
        return has_avx2();
    case ISA_AVX512:
        return has_avx512();
#elif defined(__aarch64__)
    case ISA_NEON:
        return true;
#endif
    default:
        return false;
    }
}

bool isa_available(enum isa isa)
{
#define BIT(set, ISA, isa) | 1u << ISA_##ISA
    static const unsigned built = 0 FOR_EACH_ISA(BIT, );
    return isa < ISA_COUNT && built & 1u << isa && cpu_has(isa);
}

const char *isa_lacking(enum isa isa)
{
    return cpu_has(isa) ? "in this build" : "on this machine";
}

enum isa isa_best(void)
{
    enum isa best = ISA_COUNT - 1;
    while (best != ISA_NONE && !isa_available(best))
        best--;
    return best;
}

bool isa_any(struct error *error)
{
    if (isa_best() != ISA_NONE)
        return true;
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        if (cpu_has(isa))
            return error_set(error, EXIT_SYSTEM,
                             "this CPU has no instruction set that this build has kernels for");
    return error_set(error, EXIT_SYSTEM, "this CPU has no SSE4.2, the least that vector kernels need");
}
