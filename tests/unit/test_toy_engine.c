/* SPDX-License-Identifier: MIT */
/* A fifth engine, of the core words of a dialect alone: every kernel gives what the reference gives, so that
 * what dialect_common.h derives is right without an engine's own forms of it. */
#include "dialect_toy.h"

#include "engine/kernel_texts.h"

#include "registry/registry.h"
#include "trial.h"
#include "variants.h"

/* Every kernel and every group function. */
#undef KERNEL
#define KERNEL(name, ...) {&kernels.name, name##_toy},
static const struct compiled_kernel toy_kernels[] = {
#include "engine/kernels.def"
    {0}};

static const struct compiled_local toy_locals[] = {
#define LOCAL_ROW(NAME, spelling, scan, reduce) \
    {#scan, (group_function *)(scan)}, {#reduce, (group_function *)(reduce)},
#include "implementation/local.def"
#undef LOCAL_ROW
    {"dot_shared", (group_function *)dot_shared},
    {"dot_shuffle", (group_function *)dot_shuffle},
    {"dot_simd_sum", (group_function *)dot_simd_sum},
    {0}};

static bool build(const struct run *run, const struct kernel *kernel, const struct build *build,
                  struct built **built, struct error *why)
{
    static const struct compiled_table table = {toy_kernels, toy_locals};
    static const struct compiled_table *const tables[] = {&table, NULL};
    (void)run;
    if (build->dtype != TOY_DTYPE)
        return error_set(why, EXIT_USAGE, "the toy has one element type");
    return compiled_build(tables, kernel, build, built, why);
}

static void launch(const struct run *run, const struct built *built, const void *arguments, size_t groups)
{
    const struct compiled *const compiled = (const struct compiled *)built;
    struct launch launch = compiled_launch(compiled, arguments);
    (void)run;
    launch.last_group = groups;
    compiled->function(&launch);
}

static size_t resident(const struct run *run)
{
    (void)run;
    return 1;
}

static void clear(const struct run *run, void *words, size_t bytes)
{
    (void)run;
    memset(words, 0, bytes);
}

static void join(const struct run *run)
{
    (void)run;
}

static bool failed(struct engine_device *device, struct error *why)
{
    (void)device, (void)why;
    return false;
}

static const struct engine toy_engine = {
    .name = "toy",
    .copy_in = compiled_copy,
    .copy_out = compiled_copy,
    .build = build,
    .discard = compiled_discard,
    .launch = launch,
    .resident = resident,
    .clear = clear,
    .join = join,
    .failed = failed,
};

static unsigned tried;

/* Whether the toy gives what is right on a point, which its implementation supports. */
static bool is_right(const struct point *point)
{
    const struct implementation *const implementation = point->implementation;
    struct trial trial = trial_of(point_problem(point, 7));
    const size_t scratch = implementation->scratch_bytes ? implementation->scratch_bytes(point) : 0;
    struct run run = {
        .point = point,
        .initial = problem_initial(&trial.problem.key),
        .workers = 1,
        .engine = &toy_engine,
        .input = trial.input[0],
        .second = trial.input[1],
        .output = trial.output,
        .count = &trial.count,
        .scratch = room(scratch),
    };
    struct error why = {0};
    bool right = true; /* of a kernel that it has */
    memset(trial.output, 0x5a, problem_output_bytes(&trial.problem.key));
    if (implementation->prepare(&run, &run.state, &why)) {
        implementation->run(&run);
        implementation->finish(run.state);
        right = passes(&trial);
        tried++;
    }
    free(run.scratch);
    trial_close(&trial);
    return right;
}

static bool is_right_at_sizes(struct point point)
{
    const uint64_t tile = point_tile(&point), sizes[] = {0, 1, tile, 3 * tile + 17};
    struct error why = {0};
    char text[256];
    bool right = true;
    EACH_ROW_LENGTH(&point)
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        point.n = sizes[i];
        if (point.implementation->supports && !point.implementation->supports(&point, &why))
            continue;
        if (!is_right(&point)) {
            print_error("%s is wrong\n", point_text(&point, text, sizeof text));
            right = false;
        }
    }
    return right;
}

static struct point point_of(const struct implementation *implementation, const struct point *variant,
                             unsigned threads, unsigned values)
{
    struct point point = point_of_variant(implementation, variant);
    point.dtype = TOY_DTYPE;
    if (point_has(&point, AXIS_OP))
        point.op = OP_SUM;
    if (point_has(&point, AXIS_THREADS_PER_GROUP))
        point.threads_per_group = threads;
    if (point_has(&point, AXIS_VALUES_PER_THREAD))
        point.values_per_thread = values;
    return point;
}

TEST(kernels_are_right)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < registry_count; i++) {
        const struct implementation *const implementation = registry[i];
        struct point variant = {.implementation = implementation};
        if (!implementation->kernels || !(implementation->dtypes & 1u << TOY_DTYPE))
            continue;
        EACH_VARIANT(&variant)
        {
            wrong += !is_right_at_sizes(point_of(implementation, &variant, 32, 4));
            wrong += !is_right_at_sizes(point_of(implementation, &variant, 128, 8));
        }
    }
    assert_int_equal(wrong, 0);
    assert_true(tried > 500);
}
