/* SPDX-License-Identifier: MIT */
/* What the runner makes of made-up implementations that are wrong, now and then or everywhere, or not exact.
 */
#include "registry/registry.h"

#include "made_up.h"
#include "run_bed.h"

static void scan_wrong(const struct run *run)
{
    scan(run);
    ((uint32_t *)run->output)[run->point->n / 2]++;
}

static void scan_wrong_later(const struct run *run)
{
    scan(run);
    if (calls > trigger)
        ((uint32_t *)run->output)[0]++;
}

/* Right only where it is looked at: in poisoned memory. */
static void scan_cheating(const struct run *run)
{
    const uint32_t last = ((uint32_t *)run->output)[run->point->n - 1];
    scan(run);
    if (last != 0xa5a5a5a5 && last != 0x5a5a5a5a)
        ((uint32_t *)run->output)[run->point->n - 1]++;
}

static void scan_stale(const struct run *run)
{
    const uint32_t kept = ((uint32_t *)run->output)[run->point->n / 2];
    scan(run);
    if (calls > 1)
        ((uint32_t *)run->output)[run->point->n / 2] = kept;
}

/* The first worker alone, now with a float and now with a double as the sum. */
static void scan_floats(const struct run *run, bool wide)
{
    const float *const in = run->input;
    float *const out = run->output;
    double sum = 0;
    for (size_t i = 0; i < run->point->n && run->worker == 0; i++) {
        out[i] = (float)sum;
        sum += in[i];
        sum = wide ? sum : (float)sum;
    }
}

static void scan_floats_alike(const struct run *run)
{
    scan_floats(run, false);
}

static void scan_floats_in_turn(const struct run *run)
{
    scan_floats(run, atomic_fetch_add(&calls, 1) % 2 == 0);
}

TEST_OF(bed, wrong_has_no_rate)
{
    const struct implementation wrong = made_up_scan("wrong", scan_wrong);
    add(bed, &wrong, SMALL);
    add(bed, registry_find(PRIMITIVE_SCAN, "serial"), SMALL);
    assert_true(run(bed));
    assert_int_equal(record(bed, 0)->status, STATUS_WRONG);
    assert_non_null(strstr(record(bed, 0)->message, "element 500"));
    assert_no_rate(record(bed, 0));
    assert_rated(record(bed, 1));
    assert_int_equal(calls, 1);
}

/* Before anything is timed of it, as of any other. */
TEST_OF(bed, a_plugin_that_is_wrong_has_no_rate)
{
    struct implementation wrong = made_up_scan("wrong", scan_wrong);
    wrong.family = FAMILY_PLUGIN;
    add(bed, &wrong, SMALL);
    assert_true(run(bed));
    assert_int_equal(record(bed, 0)->status, STATUS_WRONG);
    assert_non_null(strstr(record(bed, 0)->message, "element 500"));
    assert_int_equal(calls, 1);
}

/* Right before the timing, wrong after it. */
TEST_OF(bed, wrong_later_is_found)
{
    const struct implementation wrong = made_up_scan("wrong", scan_wrong_later);
    add(bed, &wrong, SMALL);
    trigger = 20;
    assert_true(run(bed));
    assert_int_equal(record(bed, 0)->status, STATUS_WRONG);
    assert_no_rate(record(bed, 0));
}

/* The digest of a sample's output tells, whether all of it is hashed or parts. */
TEST(wrong_while_timed_is_found)
{
    const struct implementation cheating = made_up_scan("cheating", scan_cheating);
    for (size_t n = SMALL; n <= SMALL << 10; n <<= 10) {
        struct bed bed;
        bed_init(&bed, NULL);
        add(&bed, &cheating, n);
        assert_true(run(&bed));
        assert_int_equal(record(&bed, 0)->status, STATUS_WRONG);
        assert_non_null(strstr(record(&bed, 0)->message, "the output of sample 1"));
        assert_no_rate(record(&bed, 0));
        bed_close(&bed);
    }
}

/* What an earlier run left in the output must not count. */
TEST_OF(bed, stale_is_found)
{
    const struct implementation stale = made_up_scan("stale", scan_stale);
    add(bed, &stale, SMALL);
    assert_true(run(bed));
    assert_int_equal(record(bed, 0)->status, STATUS_WRONG);
}

/* Accuracy of a scan of floats, with one and with two workers, which judge it too. */
static void measure_floats(struct bed *bed, struct implementation *floats)
{
    floats->dtypes = 1u << DTYPE_F32;
    floats->axes |= AXIS_BIT(AXIS_WORKERS);
    floats->roundings = serial_roundings;
    bed_init(bed, "synthetic:core:2 pu:1");
    bed->options.smoke = true;
    for (unsigned workers = 1; workers <= 2; workers++) {
        struct point *const point = &add(bed, floats, 5000)->point;
        point->dtype = DTYPE_F32;
        point->workers = workers;
    }
    assert_true(run(bed));
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(record(bed, i)->status, STATUS_OK);
        assert_true(record(bed, i)->accuracy.error_eps > 0 && record(bed, i)->accuracy.error_eps < 1);
    }
}

TEST(accuracy_is_a_result)
{
    struct implementation alike = made_up_scan("alike", scan_floats_alike);
    struct implementation in_turn = made_up_scan("in turn", scan_floats_in_turn);
    struct bed bed;
    measure_floats(&bed, &alike);
    assert_int_equal(record(&bed, 0)->accuracy.repeats, YES);
    assert_int_equal(record(&bed, 0)->accuracy.workers_agree, YES);
    assert_true(record(&bed, 0)->accuracy.error_eps == record(&bed, 1)->accuracy.error_eps);
    bed_close(&bed);
    measure_floats(&bed, &in_turn);
    assert_int_equal(record(&bed, 0)->accuracy.repeats, NO);
    bed_close(&bed);
}

TEST_OF(bed, integers_have_no_accuracy)
{
    bed->options.smoke = true;
    add(bed, registry_find(PRIMITIVE_SCAN, "serial"), SMALL);
    assert_true(run(bed));
    assert_true(isnan(record(bed, 0)->accuracy.error_eps));
    assert_int_equal(record(bed, 0)->accuracy.repeats, UNKNOWN);
}
