/* SPDX-License-Identifier: MIT */
/* The scan kernels compiled for a CPU core, for every number of values per thread. */
#include "group/emulate_scan.h"
#include "kernels/dialect_cpu.h"

#include "kernels/local_scan.h"

#define NAMED(name) CONCAT(name, VALUES, kernel)
#define VALUES 1
#include "kernels/scan.h"
#undef VALUES
#define VALUES 2
#include "kernels/scan.h"
#undef VALUES
#define VALUES 4
#include "kernels/scan.h"
#undef VALUES
#define VALUES 8
#include "kernels/scan.h"
#undef VALUES
#define VALUES 16
#include "kernels/scan.h"
#undef VALUES
#define VALUES 32
#include "kernels/scan.h"
#undef VALUES

#define EACH_VALUES(name)                                                                     \
    {                                                                                         \
        name##_1_kernel, name##_2_kernel, name##_4_kernel, name##_8_kernel, name##_16_kernel, \
            name##_32_kernel                                                                  \
    }
#define EACH_LOCAL(kind)                                          \
    {                                                             \
        [LOCAL_RAKING] = (void (*)(void))kind##_raking,           \
        [LOCAL_COOPERATIVE] = (void (*)(void))kind##_cooperative, \
        [LOCAL_BLELLOCH] = (void (*)(void))kind##_blelloch        \
    }

extern const struct scan_kernels EXPORT(emulate_scan);
const struct scan_kernels EXPORT(emulate_scan) = {
    .reduce_tile = EACH_VALUES(reduce_tile),
    .scan_tile = EACH_VALUES(scan_tile),
    .local_reduce = EACH_LOCAL(reduce),
    .local_scan = EACH_LOCAL(scan),
};
