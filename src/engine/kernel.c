/* SPDX-License-Identifier: MIT */
/* The list of the kernels of src/kernels. */
#include "engine/kernel.h"

#define BYTES_(kind, type) BYTES_##kind(type)
#define BYTES_BUFFER_IN(type) 0
#define BYTES_BUFFER_OUT(type) 0
#define BYTES_BUFFER_EXCHANGE(type) 0
#define BYTES_BY_VALUE(type) sizeof(HOST_##type)
#define PARAMETER_(index, kind, type, name) {#name, PARAMETER_##kind, BYTES_(kind, type)},
#define KERNEL(name, ...) \
    static const struct kernel_parameter name##_parameters[] = {EACH_PARAMETER(PARAMETER_, __VA_ARGS__)};
#include "engine/kernels.def"
#undef KERNEL

#define COUNT_(index, ...) +1
#define KERNEL(object, ...) .object = {#object, object##_parameters, EACH_PARAMETER(COUNT_, __VA_ARGS__)},
const struct kernels kernels = {
#include "engine/kernels.def"
};
#undef KERNEL

/* A launch takes the arguments as words. */
#define KERNEL(name, ...) \
    _Static_assert(sizeof(struct name##_arguments) == 8 * (EACH_PARAMETER(COUNT_, __VA_ARGS__)), #name);
#include "engine/kernels.def"
#undef KERNEL
