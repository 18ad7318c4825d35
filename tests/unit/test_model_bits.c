/* SPDX-License-Identifier: MIT */
/* The kernels are written once: what the model computes of scans and compactions over groups has the bits
 * that the timed engine gives, of sums that round too. */
#include "engine/engine.h"
#include "engine/model/model.h"
#include "machine/isa.h"
#include "registry/registry.h"
#include "variants.h"

enum { WORKERS = 1, T = 64, V = 4, TILE = T * V, MOST = 5 * TILE + 7, BYTES = MOST * 8, SCRATCH = 1 << 16 };
#include "team_bed.h"

static _Alignas(64) char input[BYTES], timed[BYTES], modelled[BYTES], scratch[SCRATCH];
static uint64_t timed_count, modelled_count;

/* Sums that round; half of them are for compactions to keep. */
static void fill(enum dtype dtype)
{
    for (size_t i = 0; i < MOST; i++) {
        const double value = (i % 3 ? 1.0 : -1.7) / (double)(i + 3);
        if (dtype == DTYPE_F32)
            ((float *)(void *)input)[i] = (float)value;
        else if (dtype == DTYPE_F64)
            ((double *)(void *)input)[i] = value;
        else if (dtype_size(dtype) == 4)
            ((uint32_t *)(void *)input)[i] = (uint32_t)i * 2654435761u * (i % 2);
        else
            ((uint64_t *)(void *)input)[i] = i * 0x9e3779b97f4a7c15u * (i % 2);
    }
}

static struct run run_of(const struct point *point, char *output, uint64_t *count)
{
    memset(output, 0x5a, BYTES);
    memset(scratch, 0xa5, sizeof scratch);
    *count = 0;
    return (struct run){
        .point = point,
        .input = input,
        .output = output,
        .count = count,
        .initial = op_identity(OP_SUM, (enum dtype)point->dtype),
        .scratch = scratch,
        .team = team,
        .workers = 1,
    };
}

static void run_timed(const struct point *point)
{
    struct run run = run_of(point, timed, &timed_count);
    struct error why = {0};
    run.engine = &emulate_engine;
    assert_true(point->implementation->prepare(&run, &run.state, &why));
    team_run(team, WORKERS, run_worker, &run);
    point->implementation->finish(run.state);
}

/* On a device that runs one group after the other, as the one worker does. */
static void run_modelled(const struct point *point)
{
    struct device device = *device_find("cuda");
    const struct model_options options = {.device = &device, .order = ORDER_ASCENDING, .workers = 1};
    struct error why = {0};
    device.resident_threads = T;
    struct model *const model = model_create(&options);
    struct run run = run_of(point, modelled, &modelled_count);
    assert_true(model_region(model, "input", input, BYTES, &why) &&
                model_region(model, "output", modelled, BYTES, &why) &&
                model_region(model, "count", &modelled_count, sizeof modelled_count, &why) &&
                model_region(model, "scratch", scratch, sizeof scratch, &why));
    run.engine = &model_engine;
    run.device = model_device(model);
    assert_true(point->implementation->prepare(&run, &run.state, &why));
    point->implementation->run(&run);
    assert_true(model_finish(model, &why));
    point->implementation->finish(run.state);
    model_destroy(model);
}

static void compare(const struct point *point)
{
    char text[256];
    run_timed(point);
    run_modelled(point);
    const bool compacts = point->implementation->primitive == PRIMITIVE_COMPACT;
    const size_t elements = compacts ? timed_count : point->n;
    if (timed_count != modelled_count ||
        memcmp(timed, modelled, elements * dtype_size((enum dtype)point->dtype)) != 0)
        fail_msg("%s: other bits in the model", point_text(point, text, sizeof text));
}

static struct point point_of(const struct point *variant, enum dtype dtype, size_t n)
{
    const struct implementation *const implementation = variant->implementation;
    struct point point = point_of_variant(implementation, variant);
    point.dtype = dtype;
    point.op = implementation->ops ? OP_SUM : OP_NONE;
    point.n = n;
    point.threads_per_group = T;
    if (point_has(&point, AXIS_VALUES_PER_THREAD))
        point.values_per_thread = V;
    return point;
}

static void compare_all(const struct implementation *implementation)
{
    static const size_t sizes[] = {1, TILE, MOST};
    struct point variant = {.implementation = implementation};
    EACH_VARIANT(&variant)
    for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            const struct point point = point_of(&variant, dtype, sizes[i]);
            struct error why = {0};
            if (!(implementation->dtypes & 1u << dtype) ||
                (implementation->supports && !implementation->supports(&point, &why)))
                continue;
            fill(dtype);
            compare(&point);
        }
}

TEST(the_model_has_the_bits_of_the_timed_engine)
{
    size_t compared = 0;
    for (size_t i = 0; i < registry_count; i++) {
        const struct implementation *const it = registry[i];
        if (it->family != FAMILY_GROUP ||
            (it->primitive != PRIMITIVE_SCAN && it->primitive != PRIMITIVE_COMPACT))
            continue;
        compare_all(it);
        compared++;
    }
    assert_true(compared >= 14);
}

AROUND_TESTS(team_setup, team_teardown)
