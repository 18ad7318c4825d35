/* SPDX-License-Identifier: MIT */
/* Kernels compiled for a core: tiles stored past the caches are the same as those stored through them, and
 * end where the array does. */
#include "base/random.h"
#include "engine/emulate/emulate_scan.h"
#include "machine/isa.h"

#include "test.h"

enum { T = 64, ALIGNMENT = 64, MOST = 3 * T * 32 + 1, BYTES = MOST * sizeof(uint64_t) };
static _Alignas(ALIGNMENT) char input[BYTES], through[BYTES], past[BYTES], partials[BYTES];

struct trial {
    launch_kernel *kernel;
    void (*local)(void);
    size_t n, values;
    bool in_place; /* add_partial: output, partials, n */
};

static void run(const struct trial *trial, char *output, unsigned streamed)
{
    const size_t tile = T * trial->values;
    struct launch launch = {.last_group = (trial->n + tile - 1) / tile,
                            .threads = T,
                            .values = (unsigned)trial->values,
                            .local = trial->local,
                            .streamed = streamed};
    memcpy(output, input, BYTES);
    launch.argument[0].in = trial->in_place ? output : input;
    launch.argument[1].out = trial->in_place ? partials : output;
    launch.argument[2].value = trial->n;
    if (trial->local)
        launch.argument[2].in = partials;
    launch.argument[3].value = trial->n;
    launch.argument[4].value = true;
    trial->kernel(&launch);
}

static void check(const struct trial *trial)
{
    run(trial, through, 0);
    run(trial, past, 1);
    assert_memory_equal(through, past, BYTES);
    assert_memory_not_equal(through, input, trial->n * sizeof(uint32_t));
}

static void check_kernels(const struct scan_kernels *kernels)
{
    launch_kernel *const ladder[] = {kernels->shared, kernels->double_buffer, kernels->warp};
    for (unsigned v = 0; v < VALUES_COUNT; v++) {
        const size_t values = (size_t)1 << v;
        const size_t sizes[] = {2 * T * values, 2 * T * values + 1, 3 * T * values - 1};
        for (size_t i = 0; i < 3; i++) {
            check(&(struct trial){kernels->scan_tile[v], kernels->local_scan[LOCAL_RAKING], sizes[i], values,
                                  0});
            check(&(struct trial){kernels->coarsened[v], NULL, sizes[i], values, false});
            check(&(struct trial){kernels->add_partial[v], NULL, sizes[i], values, true});
        }
    }
    for (size_t k = 0; k < sizeof ladder / sizeof ladder[0]; k++)
        for (size_t n = 2 * T; n < 3 * T; n += 21)
            check(&(struct trial){ladder[k], NULL, n, 1, false});
}

static void stores_past_the_caches_are_the_same(void **state)
{
    (void)state;
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        for (enum dtype dtype = DTYPE_NONE + 1; isa_available(isa) && dtype < DTYPE_COUNT; dtype++)
            check_kernels(emulate_scan_kernels(isa, dtype, OP_SUM));
}

static int fill(void **state)
{
    (void)state;
    for (size_t i = 0; i < BYTES; i++) {
        input[i] = (char)(random_at(6, i) >> 59);
        partials[i] = (char)(random_at(7, i) >> 59);
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stores_past_the_caches_are_the_same),
    };
    return cmocka_run_group_tests(tests, fill, NULL);
}
