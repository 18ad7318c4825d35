/* SPDX-License-Identifier: MIT */
/* Which scan of rows the one takes that chooses, and what it takes where a device refuses that. */
#include "engine/engine.h"
#include "machine/isa.h"
#include "registry/registry.h"

#include "test.h"

enum { MI = 1 << 20 };

static struct point rows_of(uint64_t row, uint64_t n, enum dtype dtype)
{
    return (struct point){.implementation = registry_find(PRIMITIVE_SCAN, "group/rows"),
                          .dtype = dtype,
                          .op = OP_SUM,
                          .scan_mode = MODE_INCLUSIVE,
                          .n = n,
                          .row_length = row,
                          .workers = 1,
                          .isa = isa_best(),
                          .device = device_first(ENGINE_CUDA)};
}

TEST(the_rule)
{
    static const struct {
        uint64_t row, n;
        enum dtype dtype;
        const char *name;
        unsigned threads, values, stages;
    } cases[] = {
        {1, MI, DTYPE_U32, "group/rows-subgroup", 256, 8, 0},
        {253, 2 * MI, DTYPE_F32, "group/rows-subgroup", 256, 8, 0},
        {254, 2 * MI, DTYPE_F32, "group/rows-group", 128, 8, 0}, /* not a whole number of accesses */
        {256, 2 * MI, DTYPE_F32, "group/rows-subgroup", 256, 8, 0},
        {1, 2 * MI + 1, DTYPE_U32, "group/rows-group", 128, 8, 0},
        {1021, 16, DTYPE_I32, "group/rows-subgroup", 256, 8, 0}, /* as long as the array */
        {1021, MI, DTYPE_I32, "group/rows-group", 128, 8, 0},
        {1024, MI, DTYPE_I32, "group/rows-group", 128, 8, 0},
        {1025, MI, DTYPE_I32, "group/rows-group", 256, 8, 0},
        {2048, 256 * (uint64_t)MI, DTYPE_U32, "group/rows-group", 256, 8, 0},
        {2049, 256 * (uint64_t)MI, DTYPE_U32, "group/row-loop", 256, 8, 0},
        {4096, 16 * MI, DTYPE_U32, "group/row-loop", 256, 8, 0},
        {4097, 2 * MI, DTYPE_U32, "group/one-round", 512, 16, 0},
        {4097, 2 * MI + 1, DTYPE_U32, "group/read-ahead", 128, 28, 14},
        {64 * MI, 64 * MI, DTYPE_U32, "group/read-ahead", 128, 28, 14},
        {64 * MI, 3000, DTYPE_U32, "group/row-loop", 256, 8, 0}, /* as long as the array */
        {129, MI, DTYPE_F64, "group/rows-group", 128, 4, 0},
        {MI, 64 * MI, DTYPE_U64, "group/read-ahead", 128, 14, 14},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct point point = rows_of(cases[i].row, cases[i].n, cases[i].dtype);
        struct error why = {0};
        assert_true(point.implementation->supports(&point, &why));
        const struct point there = point.implementation->choose(&point);
        if (strcmp(there.implementation->name, cases[i].name) != 0)
            fail_msg("rows of %lu of %lu: %s", (unsigned long)point.row_length, (unsigned long)point.n,
                     there.implementation->name);
        assert_int_equal(there.threads_per_group, cases[i].threads);
        assert_int_equal(there.values_per_thread, cases[i].values);
        assert_int_equal(there.stages, cases[i].stages);
    }
}

TEST(the_rule_of_reductions)
{
    static const struct {
        uint64_t row, n;
        enum dtype dtype;
        const char *name;
        unsigned threads, values, groups;
    } cases[] = {
        {1, MI, DTYPE_U32, "group/rows-subgroup", 128, 16, 0},
        {509, 32 * MI, DTYPE_F32, "group/rows-subgroup", 128, 16, 0},
        {509, 32 * MI + 1, DTYPE_F32, "group/rows-subgroup", 128, 32, 0},
        {510, MI, DTYPE_F32, "group/rows-subgroup", 128, 32, 0}, /* not a whole number of accesses */
        {512, MI, DTYPE_F32, "group/rows-subgroup", 128, 16, 0},
        {512, 64 * MI, DTYPE_F32, "group/rows-subgroup", 128, 32, 0},
        {513, MI, DTYPE_U32, "group/row-loop", 128, 8, 0},
        {1024, 64 * MI, DTYPE_U32, "group/row-loop", 128, 8, 0},
        {1025, MI, DTYPE_U32, "group/row-loop", 128, 16, 0},
        {2048, MI, DTYPE_U32, "group/row-loop", 128, 16, 0},
        {2049, MI, DTYPE_U32, "group/row-loop", 256, 16, 0},
        {4097, MI, DTYPE_U32, "group/row-loop", 512, 16, 0},
        {16384, MI, DTYPE_U32, "group/row-loop", 512, 16, 0},
        {16385, MI, DTYPE_U32, "group/row-parts", 256, 32, 264},
        {MI, 128 * (uint64_t)MI, DTYPE_U32, "group/row-parts", 256, 32, 264},
        {MI, 128 * (uint64_t)MI + 1, DTYPE_U32, "group/row-loop", 512, 16, 0}, /* 129 rows */
        {2 * MI, MI, DTYPE_F64, "group/row-parts", 256, 16, 264},              /* as long as the array */
        {129, MI, DTYPE_F64, "group/rows-subgroup", 128, 8, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct point point = rows_of(cases[i].row, cases[i].n, cases[i].dtype);
        struct error why = {0};
        point.implementation = registry_find(PRIMITIVE_REDUCE, "group/rows");
        point.scan_mode = MODE_NONE;
        assert_true(point.implementation->supports(&point, &why));
        const struct point there = point.implementation->choose(&point);
        assert_string_equal(there.implementation->name, cases[i].name);
        assert_int_equal(there.threads_per_group, cases[i].threads);
        assert_int_equal(there.values_per_thread, cases[i].values);
        assert_int_equal(there.groups, cases[i].groups);
    }
}

/* A device that refuses what waits for others, and of the rest what it is told to. */
static const char *refused, *built;
static enum exit_code refused_with;

static bool supports_none_that_waits(struct engine_device *device, const struct point *point,
                                     struct error *why)
{
    (void)device;
    const char *const name = point->implementation->name;
    if (strcmp(name, "group/one-round") == 0 || (refused && strcmp(name, refused) == 0))
        return error_set(why, refused_with, "refused");
    return true;
}

static bool note_build(const struct run *run, const struct kernel *kernel, const struct build *build,
                       struct built **made, struct error *why)
{
    built = kernel->name;
    return emulate_engine.build(run, kernel, build, made, why);
}

static bool prepares(enum exit_code with, const char *also, struct error *why)
{
    struct engine engine = emulate_engine;
    struct point point = rows_of(5000, MI, DTYPE_U32);
    void *state = NULL;
    point.device = device_first(ENGINE_EMULATE);
    engine.supports = supports_none_that_waits;
    engine.build = note_build;
    built = NULL;
    refused = also;
    refused_with = with;
    const struct run run = {.point = &point, .workers = 1, .engine = &engine};
    const bool ready = point.implementation->prepare(&run, &state, why);
    if (ready)
        point.implementation->finish(state);
    return ready;
}

TEST(what_a_device_refuses)
{
    struct error why = {0};
    assert_true(prepares(EXIT_USAGE, NULL, &why));
    assert_string_equal(built, "scan_rows_ahead");
    assert_true(prepares(EXIT_USAGE, "group/read-ahead", &why));
    assert_string_equal(built, "scan_row_loop");
    assert_false(prepares(EXIT_SYSTEM, NULL, &why)); /* what is broken is broken for the next one too */
    assert_int_equal(why.code, EXIT_SYSTEM);
    assert_null(built);
}

TEST(whole_arrays_are_refused)
{
    const struct point point = rows_of(0, MI, DTYPE_U32);
    struct error why = {0};
    assert_false(point.implementation->supports(&point, &why));
    assert_string_equal(why.text, "it scans rows: row_length is at least 1");
}
