/* SPDX-License-Identifier: MIT */
/* Device models: what an execution of kernels may rely on. */
#include "engine/model/model.h"

#include <string.h>

#define ANY_ORDER (1u << ORDER_ASCENDING | 1u << ORDER_DESCENDING | 1u << ORDER_RANDOM)
#define ALL_ATOMICS (ATOMICS_INT32 | ATOMICS_FLOAT32 | ATOMICS_INT64 | ATOMICS_ACQUIRE_RELEASE)

/* Metal Shading Language: no double. */
#define METAL_DTYPES ((EVERY_DTYPE | EVERY_CONVERTED_DTYPE) & ~(1u << DTYPE_F64))

const char *const progress_names[PROGRESS_COUNT] = {"none", "hsa", "obe", "fair"};
const char *const visibility_names[VISIBILITY_COUNT] = {"immediate", "fence", "window", "kernel-end"};
const char *const order_names[ORDER_COUNT] = {"ascending", "descending", "random"};
const char *const device_models[] = {"metal-m1", "metal-3.2", "cuda", "cpu", NULL};

/* What all models have, and what those of Metal do. */
#define USUAL                                                                                \
    .simd_width = LANES, .max_threads_per_group = MAX_THREADS, .banks = 32, .bank_bytes = 4, \
    .order_seed = 1, .segment_bytes = 128
#define METAL                                                                        \
    USUAL, .shared_bytes = 32 << 10, .orders = ANY_ORDER, .resident_threads = 24576, \
           .progress = PROGRESS_NONE, .dtypes = METAL_DTYPES

static const struct device models[] = {
    {.name = "metal-m1", METAL, .visibility = VISIBILITY_KERNEL_END, .atomics = ATOMICS_INT32},
    {.name = "metal-3.2",
     METAL,
     .visibility = VISIBILITY_FENCE,
     .device_fence = true,
     .atomics = ATOMICS_INT32 | ATOMICS_ACQUIRE_RELEASE},
    {.name = "cuda",
     USUAL,
     .shared_bytes = 48 << 10,
     .orders = ANY_ORDER,
     .resident_threads = 132 * 2048,
     .progress = PROGRESS_OBE,
     .visibility = VISIBILITY_FENCE,
     .device_fence = true,
     .atomics = ALL_ATOMICS,
     .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE},
    {.name = "cpu",
     USUAL,
     .shared_bytes = ANY_SHARED,
     .orders = 1u << ORDER_ASCENDING,
     .progress = PROGRESS_FAIR,
     .visibility = VISIBILITY_IMMEDIATE,
     .device_fence = true,
     .atomics = ALL_ATOMICS,
     .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE},
};

const struct device *device_find(const char *name)
{
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
        if (strcmp(models[i].name, name) == 0)
            return &models[i];
    return NULL;
}

size_t device_resident_groups(const struct device *device, unsigned threads, size_t groups, unsigned workers)
{
    const size_t resident = device->resident_threads ? device->resident_threads / threads : workers;
    const size_t at_least_one = resident ? resident : 1;
    return at_least_one < groups ? at_least_one : groups;
}
