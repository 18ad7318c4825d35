/* SPDX-License-Identifier: MIT */
/* The checking engine in the memory of a device, for which a stand-in is used whose memory is the host's:
 * what is written where nothing may be is found, and what fails or hangs ends no more than its child. */
#include "check/check.h"
#include "registry/registry.h"

#include "isolated.h"
#include "made_up.h"
#include "test.h"

#include <signal.h>
#include <unistd.h>

static const struct checker_options smoke = {
    .extent = {.smoke = true, .device = DEVICE_CUDA_0}, .hang_s = 1, .seed = 3};

static int start(void **state)
{
    (void)state;
    setenv("SCANBENCH_LIBCUDA", STAND_INS "/libcuda.so", 1);
    setenv("SCANBENCH_LIBNVRTC", STAND_INS "/libnvrtc.so", 1);
    return setenv("FAKE_CUDA", "", 1);
}

/* On poisoned output this is wrong, and on poisoned scratch. */
static void stale(const struct run *run)
{
    const uint32_t *const scratch = run->scratch;
    uint32_t *const out = run->output;
    scan_sums(run);
    if (run->point->n)
        out[0] += scratch[15];
}

static void writes_past_end(const struct run *run)
{
    scan_sums(run);
    ((volatile uint32_t *)run->output)[run->point->n] = 0;
}

static void writes_before_start(const struct run *run)
{
    scan_sums(run);
    ((volatile uint32_t *)run->output)[-1] = 0;
}

static void writes_input(const struct run *run)
{
    scan_sums(run);
    if (run->point->n)
        ((volatile uint32_t *)run->input)[0] = 0;
}

static void writes_past_scratch(const struct run *run)
{
    scan_sums(run);
    ((volatile char *)run->scratch)[64 + 3] = 0;
}

static void hangs(const struct run *run)
{
    scan_sums(run);
    while (run->point->n == 3)
        pause();
}

static void crashes(const struct run *run)
{
    scan_sums(run);
    if (run->point->n == 3)
        kill(getpid(), SIGKILL);
}

static size_t one_line(const struct point *point)
{
    (void)point;
    return 64;
}

static struct implementation fake(void (*run)(const struct run *))
{
    struct implementation scan = made_up_scan("fake", run);
    scan.axes |= AXIS_BIT(AXIS_DEVICE) | AXIS_BIT(AXIS_WORKERS);
    scan.axes |= AXIS_BIT(AXIS_IN_PLACE);
    scan.scratch_bytes = one_line;
    return scan;
}

static struct checker_result check(void (*run)(const struct run *))
{
    const struct implementation scan = fake(run);
    return checked(&scan, &smoke);
}

static void expect_finding(void (*run)(const struct run *), const char *what)
{
    const struct checker_result result = check(run);
    assert_found(&result, what);
}

TEST_WITH(what_is_right_passes, start, NULL)
{
    const struct implementation scan = fake(scan_sums);
    struct checker_result result = check(scan_sums);
    struct error error = {0};
    assert_int_equal(result.wrong, 0);
    assert_true(result.cases > 20);
    assert_int_equal(result.now.device, DEVICE_CUDA_0);
    assert_true(checker_run(&scan, &smoke, &result, &error));
    assert_int_equal(result.wrong, 0);
}

TEST_WITH(what_is_written_outside_is_found, start, NULL)
{
    expect_finding(writes_past_end, "written outside: 0 bytes after the output");
    expect_finding(writes_before_start, "written outside: 4 bytes before the output");
    expect_finding(writes_past_scratch, "written outside: 3 bytes after the scratch");
    expect_finding(writes_input, "the input was written");
    expect_finding(stale, "element 0 of 1");
}

TEST_WITH(what_hangs_or_crashes_is_found, start, NULL)
{
    expect_finding(hangs, "device=cuda:0 u32 exclusive n=3, exact data: hangs (no end in 1 s;");
    expect_finding(crashes, "it was killed by SIGKILL");
}

/* Nothing can be said of what would come after it. */
TEST_WITH(a_failure_of_the_device_is_found_and_ends_the_walk, start, NULL)
{
    setenv("FAKE_CUDA", "cuMemcpyDtoHAsync_v2=700", 1);
    expect_finding(scan_sums, "cuda:0: a copy from the device: a planted error");
    assert_int_equal(check(scan_sums).cases, 1);
    setenv("FAKE_CUDA", "memory=4096", 1);
    expect_finding(scan_sums, "device memory");
    assert_int_equal(check(scan_sums).wrong, 1);
}

TEST_WITH(a_device_that_is_not_there_is_no_finding, start, NULL)
{
    const struct implementation scan = fake(scan_sums);
    struct checker_result result;
    struct error error = {0};
    setenv("FAKE_CUDA", "devices=0", 1);
    assert_false(checker_run_isolated(&scan, &smoke, &result, &error));
    assert_int_equal(error.code, EXIT_SYSTEM);
    assert_int_equal(result.cases, 0);
}

TEST_WITH(what_has_no_engine_has_no_cases, start, NULL)
{
    const struct implementation scan = made_up_scan("fake", scan_sums);
    const struct checker_result result = checked(&scan, &smoke);
    assert_int_equal(result.cases, 0);
}

enum { MOST_PROGRAMS = 256 };

/* The points of a walk that differ in what is compiled for. */
struct programs {
    struct point of[MOST_PROGRAMS];
    size_t count;
};

static bool note_program(void *context, const struct point *point, enum case_data data)
{
    struct programs *const programs = context;
    struct point program = *point;
    program.n = program.scan_mode = program.groups = 0;
    (void)data;
    for (size_t i = 0; i < programs->count; i++)
        if (point_compare(&programs->of[i], &program) == 0)
            return true;
    assert_in_range(programs->count, 0, MOST_PROGRAMS - 1);
    programs->of[programs->count++] = program;
    return true;
}

static size_t values_of(const struct programs *programs, enum axis axis)
{
    size_t values = 0;
    for (size_t i = 0; i < programs->count; i++) {
        size_t k = 0;
        while (k < i && programs->of[k].axis[axis] != programs->of[i].axis[axis])
            k++;
        values += k == i;
    }
    return values;
}

static struct programs programs_of(bool few)
{
    const struct implementation *const implementation = registry_find(PRIMITIVE_SCAN, "group/lookback");
    const struct case_extent extent = {.smoke = few, .device = DEVICE_OPENCL_1};
    struct programs programs = {.count = 0};
    assert_true(cases_walk(implementation, &extent, note_program, &programs));
    assert_int_equal(programs.of[0].device, DEVICE_OPENCL_1);
    assert_int_equal(values_of(&programs, AXIS_DTYPE),
                     __builtin_popcount(EVERY_DTYPE | EVERY_CONVERTED_DTYPE));
    assert_int_equal(values_of(&programs, AXIS_OP), OP_COUNT - 1);
    assert_int_equal(values_of(&programs, AXIS_GROUP_ALGORITHM), 8);
    assert_int_equal(values_of(&programs, AXIS_LANE_SCAN),
                     axis_info[AXIS_LANE_SCAN].count); /* some locals have none */
    return programs;
}

TEST(a_device_compiles_each_value_but_not_each_combination)
{
    const struct programs all = programs_of(false), few = programs_of(true);
    assert_int_equal(values_of(&all, AXIS_THREADS_PER_GROUP), 4);
    assert_int_equal(values_of(&all, AXIS_VALUES_PER_THREAD), 6);
    assert_int_equal(values_of(&few, AXIS_THREADS_PER_GROUP), 3);
    assert_int_equal(values_of(&few, AXIS_VALUES_PER_THREAD), 3);
    const int converted = __builtin_popcount(EVERY_CONVERTED_DTYPE); /* a program more for each */
    assert_in_range(all.count, 60 + converted, 90 + converted);
    assert_in_range(few.count, 15 + converted, 25 + converted);
}
