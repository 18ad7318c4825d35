/* SPDX-License-Identifier: MIT */
/* Every kernel in CUDA C++: one program for each kernel, element type, operator, shape and group function. */
#include "engine/cuda/dialect_cuda.h"

/* What the kernels that are not wanted call: they are read all the same. */
#ifndef LOCAL_local_scan
#define LOCAL_local_scan scan_raking
#endif
#ifndef LOCAL_local_reduce
#define LOCAL_local_reduce reduce_raking
#endif
#ifndef LOCAL_local_dot
#define LOCAL_local_dot dot_shuffle
#endif

#include "kernels/local_reduce.h"
#include "kernels/local_scan.h"

#include "kernels/reduce.h"
#include "kernels/scan.h"

#include "kernels/scan_one_pass.h"
#include "kernels/tiled_scan.h"

#if ELEM_BYTES == 4
#include "kernels/scan_fallback.h"
#endif
#if ELEM_BYTES == 4 && ELEM_IS_INTEGER && OPERATOR_NUMBER != OPERATOR_product
#include "kernels/reduce_atomic.h"
#endif
#if OPERATOR_NUMBER == OPERATOR_sum
#include "kernels/compact.h"
#include "kernels/count.h"
#include "kernels/tiled_scan_warp.h"

#include "kernels/tiled_scan_coarsened.h"
#endif
#if OPERATOR_NUMBER == OPERATOR_sum && !ELEM_IS_INTEGER
#include "kernels/dot.h"
#endif
