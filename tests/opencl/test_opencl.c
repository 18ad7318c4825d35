/* SPDX-License-Identifier: MIT */
/* The kernels are written once: built as OpenCL C they give the bits that the timed engine gives. */
#include "same_bits.h"

#include "base/text.h"
#include "engine/opencl/opencl.h"
#include "registry/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define BUILT_FAST "-cl-opt-disable"

static const char *glob = "*"; /* of the implementations that are checked */
static struct engine_device *device;

/* Three shapes, and every element type, each with another operator where there are any. */
static const struct same_bits_case cases[] = {
    {DTYPE_U32, OP_SUM, 64, 4}, {DTYPE_U32, OP_SUM, 32, 1},     {DTYPE_U32, OP_SUM, 256, 8},
    {DTYPE_I32, OP_MIN, 64, 4}, {DTYPE_U64, OP_MAX, 64, 4},     {DTYPE_F32, OP_SUM, 64, 4},
    {DTYPE_F64, OP_SUM, 64, 4}, {DTYPE_U32, OP_PRODUCT, 64, 4}, {DTYPE_F16, OP_SUM, 64, 4},
    {DTYPE_U8, OP_SUM, 64, 4},
};

static void kernels_give_the_same_bits_as_opencl(void **state)
{
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->family == FAMILY_GROUP && implementation_runs_on(registry[i], ENGINE_OPENCL) &&
            text_glob(glob, registry[i]->name)) {
            ok &= same_bits_on_axes(registry[i]);
            ok &= same_bits_in_cases(registry[i], cases, sizeof cases / sizeof cases[0]);
        }
    assert_true(ok);
}

/* As users have them: an optimiser makes the most of what a kernel leaves undefined, as where one subgroup
 * of several has a value. */
static void roles_give_the_same_bits_when_optimised(void **state)
{
    static const struct same_bits_case optimised[] = {{DTYPE_U32, OP_SUM, 64, 4}};
    bool ok = true;
    (void)state;
    ((struct opencl *)device)->options = "";
    for (size_t i = 0; i < registry_count; i++)
        if (strcmp(registry[i]->name, "group/read-ahead") == 0)
            ok &= same_bits_in_cases(registry[i], optimised, 1);
    ((struct opencl *)device)->options = BUILT_FAST;
    assert_true(ok);
}

/* A device of OpenCL 1.2 that is no CPU: what it answers instead of the one that is here. */
static struct opencl_api limited;
static int32_t (*ask_device)(cl_device, uint32_t, size_t, void *, size_t *);

static int32_t answer(cl_device id, uint32_t what, size_t bytes, void *value, size_t *needed)
{
    const uint64_t type = CL_DEVICE_TYPE_CPU << 1;
    switch (what) {
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
        return -30;
    case CL_DEVICE_OPENCL_C_VERSION:
        snprintf(value, bytes, "OpenCL C 1.2 ");
        return CL_SUCCESS;
    case CL_DEVICE_TYPE:
        memcpy(value, &type, bytes < sizeof type ? bytes : sizeof type);
        return CL_SUCCESS;
    default:
        return ask_device(id, what, bytes, value, needed);
    }
}

static void limit_device(void)
{
    struct opencl *const opencl = (struct opencl *)device;
    struct error error = {0};
    limited = *opencl->api;
    ask_device = limited.clGetDeviceInfo;
    limited.clGetDeviceInfo = answer;
    opencl->api = &limited;
    assert_true(opencl_device_describe(opencl, &error));
    assert_int_equal(opencl->language, 12);
    assert_false(opencl->is_cpu);
}

/* Kernels in OpenCL C 1.2, in buffers whose addresses lead nowhere: what cannot run there says why. */
static void a_device_of_opencl_1_2_runs_what_exchanges_nothing(void **state)
{
    static const struct same_bits_case plain[] = {{DTYPE_U32, OP_SUM, 64, 4}};
    unsigned ran = 0, refused = 0;
    bool ok = true;
    (void)state;
    limit_device();
    for (size_t i = 0; i < registry_count; i++) {
        const struct point point = {.implementation = registry[i], .threads_per_group = 64};
        struct error why = {0};
        if (registry[i]->family != FAMILY_GROUP || !implementation_runs_on(registry[i], ENGINE_OPENCL) ||
            !text_glob(glob, registry[i]->name))
            continue;
        if (opencl_engine.supports(device, &point, &why)) {
            ok &= same_bits_in_cases(registry[i], plain, 1);
            ran++;
        } else {
            assert_non_null(strstr(why.text, " lacks CL_DEVICE_ATOMIC_ORDER_ACQ_REL"));
            refused++;
        }
    }
    assert_true(ok);
    assert_true(ran > 0);
    assert_true(refused > 0 || strcmp(glob, "*") != 0);
}

int main(int argc, char **argv)
{
    glob = argc > 1 ? argv[1] : glob;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_give_the_same_bits_as_opencl),
        cmocka_unit_test(roles_give_the_same_bits_when_optimised),
        cmocka_unit_test(a_device_of_opencl_1_2_runs_what_exchanges_nothing), /* and stays so */
    };
    struct error error = {0};
    if (!opencl_engine.open(NULL, &device, &error)) {
        printf("[  SKIPPED ] %s\n", error.text);
        return 77;
    }
    ((struct opencl *)device)->options = BUILT_FAST;
    printf("kernels as OpenCL C on %s\n", ((const struct opencl *)device)->name);
    if (!same_bits_start(&opencl_engine, device, &error))
        return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    same_bits_end();
    opencl_engine.close(device);
    return failed;
}
