/* SPDX-License-Identifier: MIT */
/* The scans that read ahead compiled for a CPU core, by each operator for any number of values per thread. */
#define SPECIALISED 0
#include "engine/compiled.h"
#include "engine/emulate/dialect_cpu.h"

#include "kernels/scan_ahead.h"

#include "kernels/scan_ahead_rows.h"

extern launch_kernel EXPORT_OP(emulate_ahead), EXPORT_OP(emulate_rows_ahead);

void EXPORT_OP(emulate_ahead)(const struct launch *launch)
{
    scan_ahead_kernel(launch);
}

void EXPORT_OP(emulate_rows_ahead)(const struct launch *launch)
{
    scan_rows_ahead_kernel(launch);
}
