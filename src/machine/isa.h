/* SPDX-License-Identifier: MIT */
/* The instruction sets that kernels are compiled for, and which of them this CPU runs. */
#pragma once

#include "base/error.h"
#include "machine/isa.def"

#include <stdbool.h>
#include <stddef.h>

#define ISA_MEMBER(NAME, ...) ISA_##NAME,
enum isa { ISA_NONE, FOR_EACH_ISA(ISA_MEMBER) ISA_COUNT };

extern const char *const isa_names[ISA_COUNT]; /* index 0 is "-" */

/* Bytes of a vector; of ISA_NONE those of a register. */
size_t isa_vector_bytes(enum isa isa);

/* True when the kernels of this ISA are in this build and the CPU and the OS support all they use. */
bool isa_available(enum isa isa);

/* The best available one; ISA_NONE on an x86 CPU without SSE4.2, which has no kernels. */
enum isa isa_best(void);

/* Where an ISA that is not available is missing: "on this machine" when this CPU has no such instructions,
 * else "in this build". */
const char *isa_lacking(enum isa isa);

/* True when the CPU runs any of this build's; else says in one sentence what it lacks (EXIT_SYSTEM). */
bool isa_any(struct error *error);
