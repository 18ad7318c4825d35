/* SPDX-License-Identifier: MIT */
/* The kernels are written once: built as OpenCL C they give the bits that the timed engine gives. */
#include "same_bits.h"

#include "base/text.h"
#include "engine/opencl/opencl.h"
#include "registry/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static const char *glob = "*"; /* of the implementations that are checked */

/* Three shapes, then every element type, each with another operator where there are any. */
static const struct same_bits_case cases[] = {
    {DTYPE_U32, OP_SUM, 32, 1}, {DTYPE_U32, OP_SUM, 64, 4},     {DTYPE_U32, OP_SUM, 256, 8},
    {DTYPE_I32, OP_MIN, 64, 4}, {DTYPE_U64, OP_MAX, 64, 4},     {DTYPE_F32, OP_SUM, 64, 4},
    {DTYPE_F64, OP_SUM, 64, 4}, {DTYPE_U32, OP_PRODUCT, 64, 4},
};

static void kernels_give_the_same_bits_as_opencl(void **state)
{
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->family == FAMILY_GROUP && text_glob(glob, registry[i]->name)) {
            ok &= same_bits_on_axes(registry[i]);
            ok &= same_bits_in_cases(registry[i], cases, sizeof cases / sizeof cases[0]);
        }
    assert_true(ok);
}

int main(int argc, char **argv)
{
    glob = argc > 1 ? argv[1] : glob;
    const struct CMUnitTest tests[] = {cmocka_unit_test(kernels_give_the_same_bits_as_opencl)};
    struct engine_device *device;
    struct error error = {0};
    if (!opencl_engine.open(NULL, &device, &error)) {
        printf("[  SKIPPED ] %s\n", error.text);
        return 77;
    }
    opencl_set_options(device, "-cl-opt-disable"); /* built fast */
    printf("kernels as OpenCL C on %s\n", opencl_device_name(device));
    if (!same_bits_start(&opencl_engine, device, &error))
        return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    same_bits_end();
    opencl_engine.close(device);
    return failed;
}
