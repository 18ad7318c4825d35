/* SPDX-License-Identifier: MIT */
/* The kernels of dot products compiled for a CPU core. */
#define OPERATOR sum
#define SPECIALISED 0
#include "engine/emulate/emulate_dot.h"
#include "engine/emulate/dialect_cpu.h"

#if ELEM_IS_FLOAT
#include "kernels/dot.h"

extern const struct dot_kernels EXPORT(emulate_dot);
const struct dot_kernels EXPORT(emulate_dot) = {
    .first = dot_first_kernel,
    .second = dot_second_kernel,
    .first_device = dot_first_device_kernel,
    .second_device = dot_second_device_kernel,
    .exchange = dot_exchange_kernel,
    .counter = dot_counter_kernel,
    .tagged = dot_tagged_kernel,
    .local = {(void (*)(void))dot_shared, (void (*)(void))dot_shuffle, (void (*)(void))dot_simd_sum},
};
#endif
