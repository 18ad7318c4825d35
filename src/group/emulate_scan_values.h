/* SPDX-License-Identifier: MIT */
/* The scan kernels of one VALUES: included by emulate_scan.op.c once for each. */
#include "kernels/scan.h"
#include "kernels/scan_one_pass.h"
#if ELEM_BYTES == 4
#include "kernels/scan_fallback.h"
#endif
