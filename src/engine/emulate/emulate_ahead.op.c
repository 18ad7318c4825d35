/* SPDX-License-Identifier: MIT */
/* The scan that reads ahead compiled for a CPU core, by each operator for any number of values per thread. */
#define SPECIALISED 0
#include "engine/compiled.h"
#include "engine/emulate/dialect_cpu.h"

#include "kernels/scan_ahead.h"

extern launch_kernel EXPORT_OP(emulate_ahead);

void EXPORT_OP(emulate_ahead)(const struct launch *launch)
{
    scan_ahead_kernel(launch);
}
