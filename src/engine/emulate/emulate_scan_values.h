/* SPDX-License-Identifier: MIT */
/* The scan and reduction kernels of one VALUES: included by emulate_scan.op.c once for each. */
#include "kernels/reduce.h"
#include "kernels/reduce_atomic.h"
#include "kernels/scan.h"
#include "kernels/scan_fallback.h"
#include "kernels/scan_one_pass.h"
