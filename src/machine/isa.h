/* SPDX-License-Identifier: MIT */
/* The instruction sets that kernels are compiled for, and which of them this CPU runs. */
#ifndef SCANBENCH_ISA_H
#define SCANBENCH_ISA_H

#include <stdbool.h>

/* Worst to best within one architecture. */
enum isa {
    ISA_NONE,
    ISA_SSE2,
    ISA_AVX2,
    ISA_AVX512, /* F, BW, DQ, VL */
    ISA_NEON,
    ISA_COUNT,
};

extern const char *const isa_names[ISA_COUNT]; /* "-", "sse2", "avx2", "avx512", "neon" */

/* True when the kernels of this ISA are in this build and the CPU and the OS support all they use. */
bool isa_available(enum isa isa);

/* The best available one; never ISA_NONE on a supported architecture. */
enum isa isa_best(void);

#endif
