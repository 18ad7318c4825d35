/* SPDX-License-Identifier: MIT */
/* The scan and reduction kernels and the parts of which they are made: included by emulate_scan.op.c for each
 * VALUES, where the parts are compiled, and once for the kernels. */
#include "kernels/reduce.h"
#include "kernels/reduce_atomic.h"
#include "kernels/scan.h"
#include "kernels/scan_fallback.h"
#include "kernels/scan_one_pass.h"
#include "kernels/scan_rows.h"
#include "kernels/scan_spans.h"
#include "kernels/span_sums.h"
#include "kernels/tile_reduce_serial.h"
