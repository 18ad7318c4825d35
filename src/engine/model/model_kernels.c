/* SPDX-License-Identifier: MIT */
/* The kernels compiled for the model: once, for all element types, operators and values per thread. */
#include "engine/model/model_kernels.h"

#include "engine/model/dialect_model.h"

#include "engine/kernel_texts.h"

#undef KERNEL
#define KERNEL(name, ...) {&kernels.name, name##_model},
static const struct compiled_kernel compiled_kernels[] = {
#include "engine/kernels.def"
    {0}};

static const struct compiled_local compiled_locals[] = {
#define LOCAL_ROW(NAME, spelling, scan, reduce) \
    {#scan, (group_function *)(scan)}, {#reduce, (group_function *)(reduce)},
#include "implementation/local.def"
#undef LOCAL_ROW
    {"dot_shared", (group_function *)dot_shared},
    {"dot_shuffle", (group_function *)dot_shuffle},
    {"dot_simd_sum", (group_function *)dot_simd_sum},
    {0}};

const struct compiled_table model_kernels = {compiled_kernels, compiled_locals};
