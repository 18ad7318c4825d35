/* SPDX-License-Identifier: MIT */
/* Include the file KERNELS for every number of values per thread that its kernels are compiled for. */
#if SPECIALISED
#define VALUES 1
#include KERNELS
#undef VALUES
#define VALUES 2
#include KERNELS
#undef VALUES
#define VALUES 4
#include KERNELS
#undef VALUES
#define VALUES 8
#include KERNELS
#undef VALUES
#define VALUES 16
#include KERNELS
#undef VALUES
#define VALUES 32
#include KERNELS
#undef VALUES
#else
#include KERNELS
#endif
#undef KERNELS
