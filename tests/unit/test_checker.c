/* SPDX-License-Identifier: MIT */
/* The verifier is verified: implementations with seeded bugs, every one of which must be caught, and right
 * ones that must pass. */
#include "base/memory.h"
#include "machine/workers/team.h"

#include "isolated.h"
#include "made_up.h"
#include "test.h"

#include <unistd.h>

static const struct checker_options smoke = {.extent = {.smoke = true}, .seed = 3};

static void skipped_tail(const struct run *run)
{
    scan_range(run, 0, run->point->n / 4 * 4, 0);
}

static void lost_carry(const struct run *run)
{
    const size_t half = run->point->n / 2;
    scan_range(run, 0, half, 0);
    scan_range(run, half, run->point->n, 0);
}

static void wrong_first(const struct run *run)
{
    scan_sums(run);
    if (run->point->n)
        ((uint32_t *)run->output)[0] = 1;
}

static void wrong_mode(const struct run *run)
{
    struct point point = *run->point;
    struct run other = *run;
    point.scan_mode = MODE_INCLUSIVE;
    other.point = &point;
    scan_sums(&other);
}

static void reads_past_end(const struct run *run)
{
    volatile uint32_t sink = ((const volatile uint32_t *)run->input)[run->point->n];
    (void)sink;
    scan_sums(run);
}

static void reads_before_start(const struct run *run)
{
    volatile uint32_t sink = ((const volatile uint32_t *)run->input)[-1];
    (void)sink;
    scan_sums(run);
}

static void writes_past_end(const struct run *run)
{
    scan_sums(run);
    ((volatile uint32_t *)run->output)[run->point->n] = 0;
}

static void writes_input(const struct run *run)
{
    scan_sums(run);
    if (run->point->n)
        ((volatile uint32_t *)run->input)[0] = 0;
}

static void never_writes_one(const struct run *run)
{
    if (run->point->n < 3)
        scan_sums(run);
    else
        scan_range(run, 2, run->point->n, scan_range(run, 0, 1, 0) + ((const uint32_t *)run->input)[1]);
}

/* Carries on from what the output held before. */
static void stale_output(const struct run *run)
{
    const uint32_t before = run->point->n ? ((const uint32_t *)run->output)[run->point->n - 1] : 0;
    scan_range(run, 0, run->point->n, before);
}

static void uses_scratch_unwritten(const struct run *run)
{
    scan_range(run, 0, run->point->n, *(const uint32_t *)run->scratch);
}

static void writes_past_scratch(const struct run *run)
{
    scan_sums(run);
    ((volatile uint32_t *)run->scratch)[64 / sizeof(uint32_t)] = 0;
}

static void writes_before_scratch(const struct run *run)
{
    scan_sums(run);
    ((volatile uint32_t *)run->scratch)[-1] = 0;
}

/* What nobody falls back on in an ordinary run. */
static void wrong_fallback(const struct run *run)
{
    run->unanswered ? lost_carry(run) : scan_sums(run);
}

/* Every worker scans its part from zero. */
static void only_one_worker(const struct run *run)
{
    const struct span own = team_part(run->point->n, 1, run->worker, run->workers);
    const size_t first = own.first, last = own.last;
    scan_range(run, first, last, 0);
}

static void double_count(const struct run *run)
{
    const uint32_t *const in = run->input;
    const size_t middle = run->point->n / 2;
    const uint32_t carry = scan_range(run, 0, middle, 0);
    scan_range(run, middle, run->point->n, carry + (middle ? in[middle - 1] : 0));
}

static void narrow_accumulator(const struct run *run)
{
    const uint32_t *const in = run->input;
    uint32_t *const out = run->output;
    uint16_t sum = 0;
    for (size_t i = 0; i < run->point->n; i++) {
        out[i] = run->point->scan_mode == MODE_INCLUSIVE ? sum + in[i] : sum;
        sum = (uint16_t)(sum + in[i]);
    }
}

/* The carry across a 4096 boundary is lost: only long inputs show it. */
static void lost_carry_far(const struct run *run)
{
    const size_t n = run->point->n;
    const size_t block = 4096;
    uint32_t carry = 0;
    for (size_t first = 0; first < n; first += block)
        carry = scan_range(run, first, n - first < block ? n : first + block, first == 0 ? 0 : carry + 1) -
                (first != 0);
}

static void swaps_two(const struct run *run)
{
    uint32_t *const out = run->output;
    scan_sums(run);
    if (run->point->n > 16) {
        const uint32_t kept = out[15];
        out[15] = out[16];
        out[16] = kept;
    }
}

static void ends_process(const struct run *run)
{
    (void)run;
    _exit(7);
}

static size_t one_line(const struct point *point)
{
    (void)point;
    return 64;
}

static struct implementation fake(void (*run)(const struct run *))
{
    struct implementation scan = made_up_scan("fake", run);
    scan.scratch_bytes = one_line;
    return scan;
}

static void expect_wrong(const struct implementation *implementation, const char *what)
{
    const struct checker_result result = checked(implementation, &smoke);
    assert_true(result.cases > 0);
    assert_found(&result, what);
}

TEST(passes_right)
{
    const struct implementation scan = fake(scan_sums);
    struct error error = {0};
    struct checker_result result = checked(&scan, &smoke);
    assert_int_equal(result.wrong, 0);
    assert_true(result.cases > 20);
    assert_true(checker_run(&scan, &smoke, &result, &error));
    assert_int_equal(result.wrong, 0);
}

#define CATCHES(bug, what)                            \
    TEST(catches_##bug)                               \
    {                                                 \
        const struct implementation scan = fake(bug); \
        expect_wrong(&scan, what);                    \
    }
CATCHES(skipped_tail, "element")
CATCHES(lost_carry, "element")
CATCHES(wrong_first, "element 0")
CATCHES(wrong_mode, "exclusive")
CATCHES(never_writes_one, "element 1 ")
CATCHES(stale_output, "element")
CATCHES(uses_scratch_unwritten, "element")
CATCHES(double_count, "element")
CATCHES(narrow_accumulator, "element")
CATCHES(lost_carry_far, "element 4096")
CATCHES(swaps_two, "element 15")
CATCHES(ends_process, "exit status 7")
CATCHES(reads_past_end, "fake")
CATCHES(reads_before_start, "fake")
CATCHES(writes_past_end, "fake")
CATCHES(writes_input, "fake")
CATCHES(writes_past_scratch, "fake")
CATCHES(writes_before_scratch, "fake")

/* The first run of a preparation is right, and leaves for the next one what is not. */
static void leaves_a_carry(const struct run *run)
{
    uint32_t *const carry = run->state;
    scan_range(run, 0, run->point->n, *carry);
    *carry = 1;
}

static bool prepare_carry(const struct run *run, void **state, struct error *why)
{
    (void)run;
    (void)why;
    *state = memory_array(1, sizeof(uint32_t));
    return true;
}

TEST(catches_what_a_run_leaves)
{
    struct implementation scan = fake(leaves_a_carry);
    scan.prepare = prepare_carry;
    scan.finish = free;
    scan.kept_bytes = one_line;
    expect_wrong(&scan, "element");
    scan.kept_bytes = NULL; /* it does not say that it leaves anything */
    const struct checker_result result = checked(&scan, &smoke);
    assert_int_equal(result.wrong, 0);
}

/* Only of those that say that they fall back. */
TEST(catches_wrong_fallback)
{
    struct implementation scan = fake(wrong_fallback);
    const struct checker_result result = checked(&scan, &smoke);
    assert_int_equal(result.wrong, 0);
    scan.falls_back = true;
    expect_wrong(&scan, "most groups late: element");
}

TEST(catches_only_one_worker)
{
    struct implementation scan = fake(only_one_worker);
    scan.axes |= AXIS_BIT(AXIS_WORKERS);
    expect_wrong(&scan, "element");
}

/* f32 sums that go through f16-like rounding pass no exact data. */
static void rounds(const struct run *run)
{
    const float *const in = run->input;
    float *const out = run->output;
    float sum = 0;
    for (size_t i = 0; i < run->point->n; i++) {
        out[i] = run->point->scan_mode == MODE_INCLUSIVE ? sum + in[i] : sum;
        sum = (sum + in[i]) * (1 + 0x1p-20f);
    }
}

TEST(catches_rounding)
{
    struct implementation scan = fake(rounds);
    scan.dtypes = 1u << DTYPE_F32;
    expect_wrong(&scan, "element");
}

/* As scan_range, but an exclusive element is written before its input is read. */
static void writes_before_reading(const struct run *run)
{
    const uint32_t *const in = run->input;
    uint32_t *const out = run->output;
    uint32_t carry = 0;
    for (size_t i = 0; i < run->point->n; i++) {
        if (run->point->scan_mode == MODE_EXCLUSIVE)
            out[i] = carry;
        __asm__ volatile("" ::: "memory");
        carry += in[i];
        if (run->point->scan_mode == MODE_INCLUSIVE)
            out[i] = carry;
    }
}

TEST(catches_writes_before_reading)
{
    struct implementation scan = fake(writes_before_reading);
    const struct checker_result result = checked(&scan, &smoke);
    assert_int_equal(result.wrong, 0);
    scan.axes |= AXIS_BIT(AXIS_IN_PLACE);
    expect_wrong(&scan, "in place");
}

TEST(catches_lost_prefix)
{
    struct implementation scan = fake(scan_sums);
    scan.takes_initial = true;
    expect_wrong(&scan, "after a prefix");
}
