/* SPDX-License-Identifier: MIT */
/* Kernels compiled for a core: tiles stored past the caches are the same as those stored through them, and
 * end where the array does. */
#include "base/random.h"
#include "engine/emulate/emulate_tables.h"
#include "machine/isa.h"

#include "test.h"

enum { T = 64, ALIGNMENT = 64, MOST = 3 * T * 32 + 1, BYTES = MOST * sizeof(uint64_t) };
static _Alignas(ALIGNMENT) char input[BYTES], through[BYTES], past[BYTES], partials[BYTES];

/* A compiled kernel, and on how many elements it is tried. */
struct trial {
    struct compiled *compiled;
    size_t n;
};

static struct trial find(enum isa isa, const struct kernel *kernel, struct build build, size_t n)
{
    const struct compiled_table *tables[EMULATE_TABLES];
    struct built *built = NULL;
    struct error why = {0};
    build.threads = T;
    build.local = kernel == &kernels.scan_tile ? "scan_raking" : NULL;
    emulate_tables(isa, build.dtype, build.op, tables);
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
            check(find(isa, several[i % 3], (struct build){.dtype = dtype, .op = OP_SUM, .values = values},
                       sizes[i / 3]));
    }
    for (size_t k = 0; k < 3; k++)
        for (size_t n = 2 * T; n < 3 * T; n += 21)
            check(find(isa, one[k], (struct build){.dtype = dtype, .op = OP_SUM, .values = 1}, n));
}

TEST(stores_past_the_caches_are_the_same)
{
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        for (enum dtype dtype = DTYPE_NONE + 1; isa_available(isa) && dtype_is_plain(dtype); dtype++)
            check_kernels(isa, dtype);
}

static uint32_t word(const char *array, size_t i)
{
    uint32_t word;
    memcpy(&word, array + i * sizeof word, sizeof word);
    return word;
}

/* Kernels but for those of sums are compiled once, their sized parts for each number of values. */
TEST(minima_follow_for_every_number_of_values)
{
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        for (unsigned values = 1; isa_available(isa) && values <= 32; values *= 2) {
            const size_t tile = T * values;
            const struct build build = {.dtype = DTYPE_U32, .op = OP_MIN, .values = values};
            const struct trial trial = find(isa, &kernels.scan_tile, build, 3 * tile - 1);
            run(&trial, through, 0);
            compiled_discard(&trial.compiled->built);
            for (uint32_t i = 0, least = 0; i < trial.n; i++) {
                const uint32_t next = word(input, i);
                least = i % tile == 0 ? word(partials, i / tile) : least;
                least = next < least ? next : least;
                assert_int_equal(word(through, i), least);
            }
        }
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
