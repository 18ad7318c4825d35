/* SPDX-License-Identifier: MIT */
/* Kernels with seeded bugs in what a subgroup does on its own: the model catches each, and names kernel,
 * group, thread and word. */
#include "base/random.h"
#include "engine/model/dialect_model.h"
#include "engine/model/model.h"
#include "problem/primitive.h"

#include "test.h"

/* A barrier that each subgroup would come to on its own. */
KERNEL(barrier_within, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE(elem, value);
    EACH_SUBGROUP {
        SIMD_LOAD_ROW(value, in, GROUP * THREADS + SUBGROUP * LANES, n);
        if (GROUP == 1)
            BARRIER;
    }
    STORE_ROW(out, value, GROUP, n);
}

/* A sum over the group by one thread alone. */
KERNEL(divergent_sum, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE(uint, valid);
    SHARED(uint, words, MAX_SUBGROUPS);
    uint count = 0;
    EACH_THREAD {
        MY(valid) = 1;
    }
    THE_LAST_THREAD {
        if (GROUP == 2)
            GROUP_SUM(count, valid, words);
        WRITE(out, GROUP, READ(in, GROUP));
    }
    (void)n;
    (void)count;
}

/* Only the first subgroup has left its count. */
KERNEL(poisoned_count, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE(elem, value);
    SHARED(uint, words, MAX_SUBGROUPS);
    THE_FIRST_THREAD {
        PUT(words, 0, 1);
    }
    BARRIER;
    EACH_SUBGROUP {
        SIMD_LOAD_ROW(value, in, GROUP * THREADS + SUBGROUP * LANES + SIMD_GET(words, SUBGROUP) * 0, n);
    }
    STORE_ROW(out, value, GROUP, n);
}

/* A count too many: there is none of the subgroup after the last. */
KERNEL(count_outside, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    SHARED(uint, words, 2);
    uint count = 0;
    EACH_FIRST_LANE {
        PUT(words, SUBGROUP, 1);
    }
    BARRIER;
    EACH_SUBGROUP {
        count += SIMD_GET(words, SUBGROUP + 1);
    }
    BARRIER;
    THE_FIRST_THREAD {
        WRITE(out, GROUP, READ(in, GROUP));
    }
    (void)n;
    (void)count;
}

/* Room of one word for what every subgroup hands over. */
KERNEL(sum_outside, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE(uint, valid);
    SHARED(uint, words, 1);
    uint count = 0;
    EACH_THREAD {
        MY(valid) = 1;
    }
    GROUP_SUM(count, valid, words);
    THE_FIRST_THREAD {
        WRITE(out, GROUP, READ(in, GROUP));
    }
    (void)n;
    (void)count;
}

/* `other`: the neighbour's room, with no barrier of the group between; else the own one, with no barrier of
 * the subgroup unless `ordered`. */
KERNEL(room, IN(elem, in), OUT(elem, out), VALUE(uint, other), VALUE(uint, ordered))
{
    SHARED(uint, words, MAX_SUBGROUPS);
    uint count = 0;
    EACH_FIRST_LANE {
        PUT(words, SUBGROUP, 1);
    }
    if (ordered)
        SIMD_BARRIER;
    EACH_SUBGROUP {
        count += SIMD_GET(words, other ? SUBGROUP ^ 1 : SUBGROUP);
    }
    BARRIER;
    THE_FIRST_THREAD {
        WRITE(out, GROUP, READ(in, GROUP));
    }
    (void)count;
}

/* All elements moved to where the last half of them has no room. */
KERNEL(moved_outside, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE(elem, value);
    PRIVATE(uint, valid);
    EACH_SUBGROUP {
        SIMD_LOAD_ROW(value, in, GROUP * THREADS + SUBGROUP * LANES, n);
        EACH_LANE {
            MY(valid) = POSITIVE(MY(value)) ? 1u : 0u;
        }
        size to = GROUP * THREADS + SUBGROUP * LANES + LANES / 2;
        SIMD_STORE_VALID(out, to, ROW(value), valid);
    }
}

/* As if the array went on: the length of another one. */
KERNEL(loaded_outside, IN(elem, in), OUT(elem, out), VALUE(size, n))
{
    PRIVATE(elem, value);
    EACH_SUBGROUP {
        SIMD_LOAD_ROW(value, in, GROUP * THREADS + SUBGROUP * LANES + 1, n + LANES);
    }
    STORE_ROW(out, value, GROUP, n);
}

enum { GROUPS = 4, T = 64, N = GROUPS * T };
static uint32_t input[N], output[N];

static struct model_report run(launch_kernel *kernel, uint64_t third, uint64_t fourth)
{
    const struct model_options options = {.device = device_find("cuda"), .workers = 1};
    struct launch launch = {.threads = T, .values = 1, .dtype = DTYPE_U32, .op = OP_SUM};
    struct error error = {0};
    struct model *const model = model_create(&options);
    assert_true(model_region(model, "in", input, sizeof input, &error));
    assert_true(model_region(model, "out", output, sizeof output, &error));
    launch.argument[0].in = input;
    launch.argument[1].out = output;
    launch.argument[2].value = third;
    launch.argument[3].value = fourth;
    model_launch(model, kernel, &launch, GROUPS);
    const struct model_report report = *model_report(model);
    model_destroy(model);
    return report;
}

static void expect(const struct model_report *report, const char *expected)
{
    char text[256];
    assert_int_not_equal(report->hazards, 0);
    assert_string_equal(hazard_text(&report->hazard[0], text, sizeof text), expected);
}

static void expect_hazard(launch_kernel *kernel, const char *expected)
{
    const struct model_report report = run(kernel, N, 0);
    expect(&report, expected);
}

TEST(a_barrier_of_one_subgroup_is_divergent)
{
    expect_hazard(barrier_within_model, "divergent barrier: kernel barrier_within, group 1");
}

TEST(a_sum_over_the_group_is_no_thread_s_own)
{
    expect_hazard(divergent_sum_model, "divergent barrier: kernel divergent_sum, group 2, thread 63");
}

TEST(a_count_that_nobody_left_is_poison)
{
    expect_hazard(poisoned_count_model, "poisoned read: kernel poisoned_count, group 0, thread 32, words[1]");
}

TEST(counts_are_within_their_array)
{
    expect_hazard(count_outside_model,
                  "out of bounds in shared memory: kernel count_outside, group 0, thread 32, words[2]");
    expect_hazard(sum_outside_model,
                  "out of bounds in shared memory: kernel sum_outside, group 0, thread 32, words[1]");
}

TEST(room_is_read_behind_a_barrier)
{
    struct model_report report = run(room_model, true, true);
    expect(&report, "shared race: kernel room, group 0, thread 0, words[1] (with thread 32)");
    report = run(room_model, false, false);
    expect(&report, "shared race: kernel room, group 0, thread 1, words[0] (with thread 0)");
    report = run(room_model, false, true);
    assert_int_equal(report.hazards, 0);
}

TEST(elements_are_moved_within_their_array)
{
    expect_hazard(moved_outside_model,
                  "out of bounds in device memory: kernel moved_outside, group 3, thread 48, out[256]");
    expect_hazard(loaded_outside_model,
                  "out of bounds in device memory: kernel loaded_outside, group 3, thread 63, in[256]");
}

static int fill(void **state)
{
    (void)state;
    for (size_t i = 0; i < N; i++)
        input[i] = (uint32_t)(random_at(4, i) >> 33) + 1;
    return 0;
}

AROUND_TESTS(fill, NULL)
