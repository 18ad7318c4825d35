/* SPDX-License-Identifier: MIT */
/* The kernels as CUDA C++ give the bits that the timed engine gives: on a device where SCANBENCH_LIBCUDA
 * names its driver, else on the stand-in, which needs no more than a C++ compiler. */
#include "../opencl/same_bits.h"

#include "base/text.h"
#include "engine/engine.h"
#include "registry/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *glob = "*"; /* of the implementations that are checked */

/* Floats that round, integers in a large group, elements of eight bytes, and such as are converted. */
static const struct same_bits_case cases[] = {
    {DTYPE_F32, OP_SUM, 64, 4},    {DTYPE_U32, OP_SUM, 256, 8}, {DTYPE_F64, OP_MIN, 64, 2},
    {DTYPE_U8_U32, OP_SUM, 64, 8}, {DTYPE_BF16, OP_SUM, 64, 8}, {DTYPE_U8, OP_SUM, 64, 8},
    {DTYPE_U16, OP_SUM, 256, 4},
};

/* Of what the stand-in is said to have: its groups run one after the other, so that those which wait for
 * later ones have to be alone. */
#define MULTIPROCESSORS "132"
static bool stand_in, is_alone;

static bool is_wanted(const struct implementation *implementation)
{
    const bool waits_for_later = strcmp(implementation->name, "group/read-ahead") == 0;
    return implementation->family == FAMILY_GROUP && text_glob(glob, implementation->name) &&
           (!stand_in || waits_for_later == is_alone);
}

static void kernels_give_the_same_bits_as_cuda(void **state)
{
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < registry_count; i++)
        if (is_wanted(registry[i]))
            ok &= same_bits_in_cases(registry[i], cases, sizeof cases / sizeof cases[0]);
    assert_true(ok);
}

/* The first implementation of each primitive: the code that the axes select is the same in the others. */
static void what_the_axes_select_gives_the_same_bits(void **state)
{
    enum primitive last = PRIMITIVE_COUNT;
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < registry_count; i++) {
        if (!is_wanted(registry[i]) || registry[i]->primitive == last)
            continue;
        last = registry[i]->primitive;
        ok &= same_bits_on_axes(registry[i]);
    }
    assert_true(ok);
}

/* Of those who promise that; on a device as often as its groups may come in other orders. */
static void floats_have_the_same_bits_in_every_run(void **state)
{
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < registry_count; i++)
        if (is_wanted(registry[i]) && registry[i]->deterministic && registry[i]->dtypes & 1u << DTYPE_F32)
            ok &= same_bits_in_every_run(registry[i], stand_in ? 3 : 50);
    assert_true(ok);
}

static int run_all(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kernels_give_the_same_bits_as_cuda),
                                       cmocka_unit_test(what_the_axes_select_gives_the_same_bits),
                                       cmocka_unit_test(floats_have_the_same_bits_in_every_run)};
    struct engine_device *device;
    struct error error = {0};
    if (!cuda_engine.open(NULL, &device, &error) || !same_bits_start(&cuda_engine, device, &error)) {
        printf("[  FAILED  ] 1 test: %s\n", error.text);
        return 1;
    }
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    same_bits_end();
    cuda_engine.close(device);
    return failed;
}

int main(int argc, char **argv)
{
    glob = argc > 1 ? argv[1] : glob;
    stand_in = !getenv("SCANBENCH_LIBCUDA");
    if (stand_in) {
        setenv("SCANBENCH_LIBCUDA", STAND_INS "/libcuda.so", 1);
        setenv("SCANBENCH_LIBNVRTC", STAND_INS "/libnvrtc.so", 1);
        setenv("FAKE_CUDA", "compile=1 order=1 multiprocessors=" MULTIPROCESSORS, 1);
        setenv("XDG_CACHE_HOME", STAND_INS "/stand-in-cache", 1);
        if (system("${CXX:-c++} --version >/dev/null 2>&1") != 0) {
            printf("[  SKIPPED ] no C++ compiler for the stand-in of a GPU\n");
            return 77;
        }
    }
    const int failed = run_all();
    if (!stand_in)
        return failed;
    setenv("FAKE_CUDA", "compile=1 order=1 multiprocessors=1", 1);
    is_alone = true;
    return run_all() + failed;
}
