/* SPDX-License-Identifier: MIT */
/* The instruction sets that kernels are compiled for, and which of them this CPU runs. */
#include "machine/isa.h"

#include "machine/built_isas.h"

#define NAMED_ISA(NAME, name, ...) [ISA_##NAME] = #name,
const char *const isa_names[ISA_COUNT] = {[ISA_NONE] = "-", FOR_EACH_ISA(NAMED_ISA)};

#define VECTOR_BYTES_OF(NAME, name, architecture, bytes, ...) [ISA_##NAME] = (bytes),
size_t isa_vector_bytes(enum isa isa)
{
    static const size_t bytes[ISA_COUNT] = {[ISA_NONE] = 8, FOR_EACH_ISA(VECTOR_BYTES_OF)};
    return bytes[isa];
}

/* The rows of this target; each asks for what those above it do. */
#if defined __x86_64__
#define IF_ARCHITECTURE_x86_64(...) __VA_ARGS__
#define IF_ARCHITECTURE_aarch64(...)
#else
#define IF_ARCHITECTURE_x86_64(...)
#define IF_ARCHITECTURE_aarch64(...) __VA_ARGS__
#endif
#define CPU_HAS(feature) __builtin_cpu_supports(feature)
#define CHECK_ISA(NAME, name, architecture, bytes, flags, features, ...) \
    IF_ARCHITECTURE_##architecture(has = has && (features); if (isa == ISA_##NAME) return has;)

static bool cpu_has(enum isa isa)
{
    bool has = true;
    FOR_EACH_ISA(CHECK_ISA)
    return false;
}

bool isa_available(enum isa isa)
{
#define BIT(set, ISA, isa) | 1u << ISA_##ISA
    static const unsigned built = 0 FOR_EACH_BUILT_ISA(BIT, );
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
