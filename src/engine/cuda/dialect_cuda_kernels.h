/* SPDX-License-Identifier: MIT */
/* Every kernel in CUDA C++: one program for each kernel, element type, operator, shape and group function. A
 * program reads the file of its kernel alone. */
#include "engine/cuda/dialect_cuda.h"

/* What the other kernels of its file call: they are read all the same. */
#ifndef LOCAL_local_scan
#define LOCAL_local_scan scan_raking
#endif
#ifndef LOCAL_local_reduce
#define LOCAL_local_reduce reduce_raking
#endif
#ifndef LOCAL_local_dot
#define LOCAL_local_dot dot_shuffle
#endif

#include "engine/kernel_texts.h"
