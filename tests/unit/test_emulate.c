/* SPDX-License-Identifier: MIT */
/* Kernels compiled for a core: tiles stored past the caches are the same as those stored through them, and
 * end where the array does. */
#include "base/random.h"
#include "engine/emulate/emulate_tables.h"
#include "machine/isa.h"

#include "test.h"

enum { T = 64, ALIGNMENT = 64, MOST = 3 * T * 32 + 1, BYTES = MOST * sizeof(uint64_t) };
static _Alignas(ALIGNMENT) char input[BYTES], through[BYTES], past[BYTES], partials[BYTES];

/* A compiled kernel of sums, and on how many elements it is tried. */
struct trial {
    struct compiled *compiled;
    size_t n;
};

static struct trial find(enum isa isa, enum dtype dtype, const struct kernel *kernel, unsigned values,
                         size_t n)
{
    const struct compiled_table *tables[EMULATE_TABLES];
    const bool scans = kernel == &kernels.scan_tile;
    const struct build build = {
        .dtype = dtype, .op = OP_SUM, .threads = T, .values = values, .local = scans ? "scan_raking" : NULL};
    struct built *built = NULL;
    struct error why = {0};
    emulate_tables(isa, dtype, OP_SUM, tables);
    assert_true(compiled_build(tables, kernel, &build, &built, &why));
    return (struct trial){(struct compiled *)built, n};
}

static struct launch launch_of(const struct trial *trial, char *output)
{
    const struct kernel *const kernel = trial->compiled->built.kernel;
    const struct scan_tile_arguments scan = {input, output, partials, trial->n, true};
    const struct add_partial_arguments add = {output, partials, trial->n};
    const struct tiled_coarsened_arguments tiled = {input, output, trial->n};
    const void *const arguments = kernel == &kernels.scan_tile     ? (const void *)&scan
                                  : kernel == &kernels.add_partial ? (const void *)&add
                                                                   : &tiled;
    return compiled_launch(trial->compiled, arguments);
}

static void run(const struct trial *trial, char *output, unsigned streamed)
{
    const size_t tile = T * trial->compiled->launch.values;
    struct launch launch = launch_of(trial, output);
    launch.last_group = (trial->n + tile - 1) / tile;
    launch.streamed = streamed;
    memcpy(output, input, BYTES);
    trial->compiled->function(&launch);
}

static void check(struct trial trial)
{
    run(&trial, through, 0);
    run(&trial, past, 1);
    compiled_discard(&trial.compiled->built);
    assert_memory_equal(through, past, BYTES);
    assert_memory_not_equal(through, input, trial.n * sizeof(uint32_t));
}

static void check_kernels(enum isa isa, enum dtype dtype)
{
    const struct kernel *const several[] = {&kernels.scan_tile, &kernels.tiled_coarsened,
                                            &kernels.add_partial};
    const struct kernel *const one[] = {&kernels.tiled_shared, &kernels.tiled_double_buffer,
                                        &kernels.tiled_warp};
    for (unsigned values = 1; values <= 32; values *= 2) {
        const size_t sizes[] = {2 * T * values, 2 * T * values + 1, 3 * T * values - 1};
        for (size_t i = 0; i < 9; i++)
            check(find(isa, dtype, several[i % 3], values, sizes[i / 3]));
    }
    for (size_t k = 0; k < 3; k++)
        for (size_t n = 2 * T; n < 3 * T; n += 21)
            check(find(isa, dtype, one[k], 1, n));
}

TEST(stores_past_the_caches_are_the_same)
{
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        for (enum dtype dtype = DTYPE_NONE + 1; isa_available(isa) && dtype_is_plain(dtype); dtype++)
            check_kernels(isa, dtype);
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

AROUND_TESTS(fill, NULL)
