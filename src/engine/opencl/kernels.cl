/* SPDX-License-Identifier: MIT */
/* Every kernel, as OpenCL C: one program for each element type, operator, values per thread and group function. */
#include "engine/opencl/dialect_opencl.h"

#include "kernels/local_reduce.h"
#include "kernels/local_scan.h"
#include "kernels/reduce.h"
#include "kernels/scan.h"
#include "kernels/scan_one_pass.h"
#include "kernels/tiled_scan.h"
#if IS_SUM
#include "kernels/compact.h"
#include "kernels/count.h"
#endif
#if IS_SUM && IS_FLOAT
#include "kernels/dot.h"
#endif
#if ELEM_BYTES == 4
#include "kernels/scan_fallback.h"
#endif
#if HAS_ATOMIC
#include "kernels/reduce_atomic.h"
#endif
#if IS_SUM
#include "kernels/tiled_scan_warp.h"
#include "kernels/tiled_scan_coarsened.h"
#endif
