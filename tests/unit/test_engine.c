/* SPDX-License-Identifier: MIT */
/* The interface of engines: kernels by name and parameters, memory of devices, what is refused. */
#include "engine/compiled.h"
#include "engine/engine.h"
#include "engine/model/model.h"
#include "machine/isa.h"
#include "registry/registry.h"

#include "test.h"

TEST(a_kernel_has_the_parameters_of_its_text)
{
    static const struct {
        const char *name;
        enum parameter_kind kind;
        size_t bytes;
    } expected[] = {
        {"in", PARAMETER_BUFFER_IN, 0},          {"out", PARAMETER_BUFFER_OUT, 0},
        {"initial", PARAMETER_BUFFER_IN, 0},     {"ticket", PARAMETER_BUFFER_EXCHANGE, 0},
        {"state", PARAMETER_BUFFER_EXCHANGE, 0}, {"n", PARAMETER_BY_VALUE, 8},
        {"inclusive", PARAMETER_BY_VALUE, 4},    {"period", PARAMETER_BY_VALUE, 8},
    };
    const struct kernel *const kernel = &kernels.scan_fallback;
    assert_string_equal(kernel->name, "scan_fallback");
    assert_int_equal(kernel->count, sizeof expected / sizeof expected[0]);
    for (unsigned i = 0; i < kernel->count; i++) {
        assert_string_equal(kernel->parameters[i].name, expected[i].name);
        assert_int_equal(kernel->parameters[i].kind, expected[i].kind);
        assert_int_equal(kernel->parameters[i].bytes, expected[i].bytes);
    }
}

static struct run run_on(const struct engine *engine, struct engine_device *device, const struct point *point)
{
    return (struct run){.point = point, .workers = 1, .engine = engine, .device = device};
}

/* Decoupled fallback has kernels for 32 bits alone. */
TEST(a_missing_kernel_is_refused_by_its_name)
{
    const struct point point = {
        .implementation = registry_find(PRIMITIVE_SCAN, "group/fallback"),
        .dtype = DTYPE_F64,
        .op = OP_SUM,
        .group_algorithm = LOCAL_RAKING,
        .threads_per_group = 64,
        .values_per_thread = 4,
        .isa = isa_best(),
    };
    const struct run run = run_on(&emulate_engine, NULL, &point);
    struct error why = {0};
    void *program = NULL;
    assert_false(program_prepare(&run, &program, &why));
    assert_int_equal(why.code, EXIT_USAGE);
    assert_string_equal(why.text, "there is no kernel scan_fallback with scan_raking for f64");
}

/* Each group implementation can be built for a point that it says it supports. */
TEST(every_group_implementation_is_built)
{
    for (size_t i = 0; i < registry_count; i++) {
        const struct implementation *const implementation = registry[i];
        struct point point = implementation_point(implementation);
        struct error why = {0};
        void *program = NULL;
        if (implementation->family != FAMILY_GROUP)
            continue;
        point.dtype = implementation->dtypes & 1u << DTYPE_U32 ? DTYPE_U32 : DTYPE_F32;
        assert_non_null(implementation->kernels);
        const struct run run = run_on(&emulate_engine, NULL, &point);
        if (!program_prepare(&run, &program, &why))
            fail_msg("%s: %s", implementation->name, why.text);
        for (unsigned k = 0; implementation->kernels[k].kernel; k++) {
            const struct run ready = {.state = program};
            bool (*const needed)(const struct point *) = implementation->kernels[k].needed;
            if (needed && !needed(&point))
                assert_null(program_kernel(&ready, k));
            else
                assert_ptr_equal(program_kernel(&ready, k)->kernel, implementation->kernels[k].kernel);
        }
        program_finish(program);
    }
}

TEST(memory_of_a_device_is_copied_in_and_out)
{
    struct engine_device *device = NULL;
    struct error error = {0};
    const uint32_t words[4] = {1, 2, 3, 4};
    uint32_t seen[4] = {0};
    assert_true(model_engine.open(NULL, &device, &error));
    uint32_t *const memory = model_engine.allocate(device, "words", sizeof words, &error);
    assert_non_null(memory);
    model_engine.copy_in(device, memory, words, sizeof words);
    model_engine.fill(device, memory + 2, 0, sizeof *words);
    model_engine.copy_out(device, seen, memory, sizeof seen);
    assert_int_equal(seen[1], 2);
    assert_int_equal(seen[2], 0);
    assert_int_equal(seen[3], 4);
    assert_false(model_engine.failed(device, &error));
    model_engine.release(device, memory);
    model_engine.close(device);
}

TEST(an_unknown_device_is_refused)
{
    struct engine_device *device = NULL;
    struct error error = {0};
    assert_false(model_engine.open("abacus", &device, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text, "the model has no device abacus");
}

TEST(a_point_has_the_engine_of_its_device)
{
    struct point point = {.device = DEVICE_MODEL};
    assert_ptr_equal(engine_of(&point), &model_engine);
    point.device = DEVICE_NONE;
    assert_ptr_equal(engine_of(&point), &emulate_engine);
    for (point.device = DEVICE_NONE + 1; point.device < DEVICE_COUNT; point.device++)
        assert_string_equal(engine_of(&point)->name, engine_names[point_engine(&point)]);
}
