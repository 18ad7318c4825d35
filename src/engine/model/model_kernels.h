/* SPDX-License-Identifier: MIT */
/* The kernels compiled for the model, in the tables that the emulate engine has. */
#ifndef SCANBENCH_MODEL_KERNELS_H
#define SCANBENCH_MODEL_KERNELS_H

#include "engine/emulate/emulate_compact.h"
#include "engine/emulate/emulate_dot.h"
#include "engine/emulate/emulate_scan.h"

/* For points of no ISA. */
extern const struct scan_kernels model_scan_kernels;
extern const struct dot_kernels model_dot_kernels;
extern const struct compact_kernels model_compact_kernels;

#endif
