/* SPDX-License-Identifier: MIT */
/* Kernels with seeded bugs: the model catches each, and names kernel, group, thread and word. */
#include "base/random.h"
#include "engine/model/dialect_model.h"
#include "engine/model/model.h"
#include "problem/primitive.h"

#include "test.h"

KERNEL(sound, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    SHARED(elem, words, MAX_THREADS);
    EACH_THREAD {
        PUT(words, THREAD, READ(in, GROUP * THREADS + THREAD));
    }
    BARRIER;
    EACH_THREAD {
        WRITE(out, GROUP * THREADS + THREAD, GET(words, THREADS - 1 - THREAD));
    }
    (void)n;
}

KERNEL(divergent, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    EACH_THREAD {
        if (GROUP == 1 && THREAD == 37)
            BARRIER;
        WRITE(out, GROUP * THREADS + THREAD, READ(in, GROUP * THREADS + THREAD));
    }
    (void)n;
}

/* All lanes of the first subgroup read the sums, though only some were written. */
KERNEL(poisoned, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    SHARED(elem, sums, MAX_SUBGROUPS);
    EACH_LAST_LANE {
        PUT(sums, SUBGROUP, READ(in, GROUP * THREADS + THREAD));
    }
    BARRIER;
    EACH_THREAD_OF_FIRST_SUBGROUP {
        WRITE(out, GROUP * THREADS + THREAD, GET(sums, LANE));
    }
    (void)n;
}

KERNEL(outside, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    SHARED(elem, words, 64);
    EACH_THREAD {
        PUT(words, THREAD + 1, READ(in, GROUP * THREADS + THREAD));
    }
    (void)out;
    (void)n;
}

KERNEL(outside_device, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    EACH_THREAD {
        WRITE(out, GROUP * THREADS + THREAD, READ(in, GROUP * THREADS + THREAD + 1));
    }
    (void)n;
}

/* No barrier between the stores and the neighbours' loads. */
KERNEL(racing, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    SHARED(elem, words, MAX_THREADS);
    EACH_THREAD {
        PUT(words, THREAD, READ(in, GROUP * THREADS + THREAD));
    }
    EACH_THREAD {
        WRITE(out, GROUP * THREADS + THREAD, GET(words, (THREAD + 33) % THREADS));
    }
    (void)n;
}

/* The word that all have read is written with no barrier between. */
KERNEL(overwriting, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    SHARED(elem, word, 1);
    THE_FIRST_THREAD {
        PUT(word, 0, READ(in, 0));
    }
    BARRIER;
    EACH_THREAD {
        WRITE(out, GROUP * THREADS + THREAD, GET(word, 0));
    }
    THE_LAST_THREAD {
        PUT(word, 0, IDENTITY);
    }
    (void)n;
}

/* Within a subgroup a subgroup barrier is enough. */
KERNEL(neighbours, IN(elem, in), OUT(elem, out), VALUE(uint, ordered))
{
    SHARED(elem, words, MAX_THREADS);
    EACH_THREAD {
        PUT(words, THREAD, READ(in, GROUP * THREADS + THREAD));
    }
    if (ordered)
        SIMD_BARRIER;
    EACH_THREAD {
        WRITE(out, GROUP * THREADS + THREAD, GET(words, THREAD ^ 1));
    }
}

/* Two-pass sums in one launch: the last group to take a ticket adds up all partials. */
KERNEL(thread_counter, IN(elem, in), OUT(elem, out), EXCHANGE(elem, partials), EXCHANGE(uint, counter),
       VALUE(uint, groups), VALUE(uint, fenced))
{
    PRIVATE(elem, total);
    SHARED(uint, ticket, 1);
    EACH_THREAD {
        MY(total) = READ(in, GROUP * THREADS + THREAD);
    }
    SIMD_REDUCE(total, total);
    THE_FIRST_THREAD {
        WRITE(partials, GROUP, MY(total));
        if (fenced)
            DEVICE_FENCE;
        PUT(ticket, 0, ATOMIC_ADD(counter, 0, 1));
    }
    BARRIER;
    if (BROADCAST(ticket, 0) == groups - 1) {
        THE_FIRST_THREAD {
            elem sum = IDENTITY;
            for (size g = 0; g < groups; g++)
                sum = OP(sum, READ(partials, g));
            WRITE(out, 0, sum);
        }
    }
}

/* The value after a flag that says it is there: in order, or not. */
KERNEL(publication, OUT(elem, out), EXCHANGE(elem, values), EXCHANGE(uint, flags), VALUE(uint, ordered))
{
    THE_FIRST_THREAD {
        elem value = IDENTITY;
        if (GROUP > 0) {
            while (ATOMIC_LOAD_ACQUIRE(flags, GROUP - 1) == 0)
                POLL;
            value = READ(values, GROUP - 1);
        }
        WRITE(values, GROUP, OP(value, ELEM_OF_BITS(1)));
        if (ordered)
            ATOMIC_STORE_RELEASE(flags, GROUP, 1);
        else
            ATOMIC_STORE(flags, GROUP, 1);
        WRITE(out, GROUP, value);
    }
}

KERNEL(wide_atomic, EXCHANGE(u64, words))
{
    THE_FIRST_THREAD {
        ATOMIC_ADD(words, 0, 1);
    }
}

KERNEL(wide_shared, OUT(elem, out))
{
    SHARED(u64, words, 4096 + 1);
    THE_FIRST_THREAD {
        PUT(words, 4096, 1);
        WRITE(out, 0, IDENTITY);
    }
}

enum { GROUPS = 4, T = 64, N = GROUPS * T };
static uint32_t input[N], output[N], exchanged[2 * GROUPS + 16];

struct setup {
    struct device device;
    size_t groups;
};

static struct model *start(const struct setup *setup)
{
    const struct model_options options = {.device = &setup->device, .order = ORDER_ASCENDING, .workers = 1};
    struct error error = {0};
    struct model *const model = model_create(&options);
    memset(exchanged, 0, sizeof exchanged);
    memset(output, 0, sizeof output);
    assert_true(model_region(model, "in", input, sizeof input, &error));
    assert_true(model_region(model, "out", output, sizeof output, &error));
    assert_true(model_region(model, "exchanged", exchanged, sizeof exchanged, &error));
    return model;
}

static struct model *run(launch_kernel *kernel, uint64_t value)
{
    const struct setup setup = {*device_find("cuda"), GROUPS};
    struct model *const model = start(&setup);
    struct launch launch = {.threads = T, .values = 1, .dtype = DTYPE_U32, .op = OP_SUM};
    launch.argument[0].in = input;
    launch.argument[1].out = output;
    launch.argument[2].value = value;
    model_launch(model, kernel, &launch, GROUPS);
    return model;
}

static void expect_hazard(launch_kernel *kernel, const char *expected)
{
    struct model *const model = run(kernel, N);
    const struct model_report *const report = model_report(model);
    char text[256];
    assert_int_equal(report->hazards, 1);
    assert_string_equal(hazard_text(&report->hazard[0], text, sizeof text), expected);
    model_destroy(model);
}

TEST(a_sound_kernel_has_no_hazard)
{
    struct model *const model = run(sound_model, N);
    assert_int_equal(model_report(model)->hazards, 0);
    for (size_t i = 0; i < N; i++)
        assert_int_equal(output[i], input[i / T * T + T - 1 - i % T]);
    model_destroy(model);
}

TEST(a_divergent_barrier_is_caught)
{
    expect_hazard(divergent_model, "divergent barrier: kernel divergent, group 1, thread 37");
}

TEST(a_poisoned_read_is_caught)
{
    expect_hazard(poisoned_model, "poisoned read: kernel poisoned, group 0, thread 2, sums[2]");
}

TEST(an_access_out_of_bounds_is_caught)
{
    expect_hazard(outside_model,
                  "out of bounds in shared memory: kernel outside, group 0, thread 63, words[64]");
    expect_hazard(outside_device_model,
                  "out of bounds in device memory: kernel outside_device, group 3, thread 63, in[256]");
}

TEST(a_race_is_caught)
{
    expect_hazard(racing_model, "shared race: kernel racing, group 0, thread 0, words[33] (with thread 33)");
    expect_hazard(overwriting_model, "shared race: kernel overwriting, group 0, thread 63, word[0]");
}

TEST(a_subgroup_barrier_orders_its_lanes)
{
    struct model *model = run(neighbours_model, 1);
    assert_int_equal(model_report(model)->hazards, 0);
    model_destroy(model);
    model = run(neighbours_model, 0);
    assert_int_equal(model_report(model)->hazards, 1);
    model_destroy(model);
}

static struct setup setup_for(const char *device, size_t groups)
{
    return (struct setup){*device_find(device), groups};
}

/* Whether thread_counter finds the sum. */
static bool counts_right(const struct setup *setup, bool fenced, struct model_report *report)
{
    struct model *const model = start(setup);
    struct launch launch = {.threads = T, .values = 1, .dtype = DTYPE_U32, .op = OP_SUM};
    launch.argument[0].in = input;
    launch.argument[1].out = output;
    launch.argument[2].out = exchanged;
    launch.argument[3].out = exchanged + GROUPS;
    launch.argument[4].value = setup->groups;
    launch.argument[5].value = fenced;
    model_launch(model, thread_counter_model, &launch, setup->groups);
    *report = *model_report(model);
    model_destroy(model);
    uint32_t sum = 0;
    for (size_t g = 0; g < setup->groups; g++)
        for (size_t lane = 0; lane < 32; lane++)
            sum += input[g * T + lane];
    return output[0] == sum;
}

TEST(a_thread_counter_is_exact_with_one_group)
{
    const struct setup setup = setup_for("metal-m1", 1);
    struct model_report report;
    assert_true(counts_right(&setup, true, &report));
    assert_int_equal(report.stale_reads, 0);
}

TEST(a_thread_counter_is_wrong_without_visibility)
{
    struct model_report report;
    for (size_t groups = 2; groups <= GROUPS; groups++) {
        const struct setup setup = setup_for("metal-m1", groups);
        assert_false(counts_right(&setup, true, &report));
        assert_int_equal(report.kernel[0].run[PHASE_TOTAL].of[COUNTER_STALE_READS], groups - 1);
        assert_string_equal(report.stale[0].array, "partials");
        assert_int_equal(report.stale[0].word, report.stale[0].writer);
        assert_int_not_equal(report.stale[0].reader, report.stale[0].writer);
    }
}

TEST(a_thread_counter_needs_its_fence)
{
    const struct setup setup = setup_for("cuda", GROUPS);
    struct model_report report;
    assert_true(counts_right(&setup, true, &report));
    assert_int_equal(report.stale_reads, 0);
    assert_false(counts_right(&setup, false, &report));
    assert_int_equal(report.stale_reads, GROUPS - 1);
}

/* Within a window the groups that retired long enough before are seen. */
TEST(a_window_shows_what_is_older)
{
    struct setup setup = setup_for("metal-m1", GROUPS);
    struct model_report report;
    setup.device.visibility = VISIBILITY_WINDOW;
    setup.device.window = 2;
    setup.device.progress = PROGRESS_FAIR;
    assert_false(counts_right(&setup, true, &report));
    assert_int_equal(report.stale_reads, 2);
    assert_int_equal(report.stale[0].word, GROUPS - 3);
}

static struct model_report publish(const char *device, bool ordered)
{
    const struct setup setup = setup_for(device, GROUPS);
    struct model *const model = start(&setup);
    struct launch launch = {.threads = T, .values = 1, .dtype = DTYPE_U32, .op = OP_SUM};
    launch.argument[0].out = output;
    launch.argument[1].out = exchanged;
    launch.argument[2].out = exchanged + GROUPS;
    launch.argument[3].value = ordered;
    model_launch(model, publication_model, &launch, GROUPS);
    const struct model_report report = *model_report(model);
    model_destroy(model);
    return report;
}

TEST(unordered_publication_is_caught)
{
    struct model_report report = publish("cuda", true);
    assert_int_equal(report.stale_reads, 0);
    for (size_t g = 0; g < GROUPS; g++)
        assert_int_equal(output[g], g);
    report = publish("cpu", false);
    assert_int_equal(report.stale_reads, 0);
    report = publish("cuda", false);
    assert_int_equal(report.stale_reads, GROUPS - 1);
    assert_string_equal(report.stale[0].array, "values");
    assert_int_not_equal(output[GROUPS - 1], GROUPS - 1);
}

TEST(what_a_device_lacks_is_unsupported)
{
    const struct setup setup = setup_for("metal-m1", 1);
    struct model *model = start(&setup);
    struct launch launch = {.threads = T, .values = 1, .dtype = DTYPE_U32, .op = OP_SUM};
    launch.argument[0].out = exchanged;
    model_launch(model, wide_atomic_model, &launch, 1);
    assert_true(model_report(model)->unsupported);
    assert_string_equal(model_report(model)->message,
                        "kernel wide_atomic: 64-bit atomics, which metal-m1 lacks");
    model_destroy(model);

    model = start(&setup);
    launch.argument[0].out = output;
    model_launch(model, wide_shared_model, &launch, 1);
    assert_true(model_report(model)->unsupported);
    assert_string_equal(model_report(model)->message,
                        "32776 bytes of shared memory a group; metal-m1 has 32768");
    model_destroy(model);
}

static int fill(void **state)
{
    (void)state;
    for (size_t i = 0; i < N; i++)
        input[i] = (uint32_t)(random_at(3, i) >> 32);
    return 0;
}

AROUND_TESTS(fill, NULL)
