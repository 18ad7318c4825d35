/* SPDX-License-Identifier: MIT */
/* Order statistics against values worked out by hand, tables of the binomial, and their own promise of
 * coverage. */
#include "base/random.h"
#include "statistics/statistics.h"

#include "test.h"

static void one_sample(void **state)
{
    (void)state;
    const double sample = 3.5;
    const struct statistics s = statistics_make(&sample, 1);
    assert_int_equal(s.samples, 1);
    assert_near(s.median, 3.5, 1e-12);
    assert_near(s.min, 3.5, 1e-12);
    assert_near(s.p95, 3.5, 1e-12);
    assert_near(s.mean, 3.5, 1e-12);
    assert_near(s.mad, 0, 1e-12);
    assert_true(isnan(s.sd) && isnan(s.ci_low) && isnan(s.ci_high) && isnan(s.lag1));
    assert_true(isinf(statistics_precision(&s)));
}

static void known_values(void **state)
{
    (void)state;
    const double samples[] = {5, 1, 4, 2, 3, 100};
    const struct statistics s = statistics_make(samples, 6);
    assert_near(s.median, 3.5, 1e-12);
    assert_near(s.q1, 2.25, 1e-12);
    assert_near(s.q3, 4.75, 1e-12);
    assert_near(s.p5, 1.25, 1e-12);
    assert_near(s.p95, 76.25, 1e-12);
    assert_near(s.min, 1, 1e-12);
    assert_near(s.max, 100, 1e-12);
    assert_near(s.mean, 115.0 / 6, 1e-12);
    assert_near(s.mad, 1.5, 1e-12);
    assert_int_equal(s.outliers, 1);
    assert_near(s.ci_low, 1, 1e-12);
    assert_near(s.ci_high, 100, 1e-12);
    assert_near(samples[0], 5, 1e-12);
    assert_near(samples[5], 100, 1e-12);
}

static void spread_and_order(void **state)
{
    (void)state;
    double samples[8];
    for (int i = 0; i < 8; i++)
        samples[i] = i % 2 ? 1 : -1;
    const struct statistics swinging = statistics_make(samples, 8);
    assert_near(swinging.sd, sqrt(8.0 / 7), 1e-12);
    assert_near(swinging.lag1, -7.0 / 8, 1e-12);
    for (int i = 0; i < 8; i++)
        samples[i] = i;
    assert_near(statistics_make(samples, 8).lag1, 26.25 / 42, 1e-12);
    for (int i = 0; i < 8; i++)
        samples[i] = 2;
    const struct statistics constant = statistics_make(samples, 8);
    assert_true(isnan(constant.lag1));
    assert_int_equal(constant.outliers, 0);
    assert_near(statistics_precision(&constant), 0, 1e-12);
}

/* What a few far ones hide from the coefficient of the values, their sides of the median show. */
static void sides_hang_together(void **state)
{
    (void)state;
    enum { COUNT = 60, RUN = 10 };
    double samples[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        samples[i] = i / RUN % 2 ? 1.01 : 1;
    const struct statistics plain = statistics_make(samples, COUNT);
    samples[RUN + 5] = samples[3 * RUN + 5] = 1000;
    const struct statistics far = statistics_make(samples, COUNT);
    assert_true(plain.lag1 > 0.7 && far.lag1 < 0.1);
    assert_true(far.independent < COUNT / 4 && far.independent > 1);
    assert_near(far.independent, plain.independent, 0.2 * plain.independent);
}

/* P(X ≤ rank) for X ~ B(count, 1/2). */
static double tail(size_t count, size_t rank)
{
    double sum = 0;
    for (size_t i = 0; i <= rank; i++)
        sum += exp(lgamma((double)count + 1) - lgamma((double)i + 1) - lgamma((double)(count - i) + 1) -
                   (double)count * log(2));
    return sum;
}

/* The ranks that bound the median's interval, from samples that are their own ranks, low and high in turn so
 * that nothing is widened. */
static bool median_ranks(size_t count, size_t *low, size_t *high)
{
    double samples[1000];
    for (size_t i = 0; i < count; i++)
        samples[i] = (double)(i % 2 ? count - 1 - i / 2 : i / 2);
    const struct statistics statistics = statistics_make(samples, count);
    if (isnan(statistics.ci_low) || isnan(statistics.ci_high))
        return false;
    *low = (size_t)statistics.ci_low;
    *high = (size_t)statistics.ci_high;
    return true;
}

static void ranks(void **state)
{
    (void)state;
    size_t low, high;
    for (size_t count = 1; count < 6; count++)
        assert_false(median_ranks(count, &low, &high));
    const size_t table[][2] = {{6, 0}, {8, 0}, {9, 1}, {20, 5}, {30, 9}, {50, 17}, {100, 39}, {1000, 468}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        assert_true(median_ranks(table[i][0], &low, &high));
        assert_int_equal(low, table[i][1]);
        assert_int_equal(high, table[i][0] - 1 - low);
    }
    for (size_t count = 6; count < 70; count++) {
        assert_true(median_ranks(count, &low, &high));
        assert_true(tail(count, low) <= 0.025 && tail(count, low + 1) > 0.025);
    }
    for (size_t count = 70; count < 400; count++) {
        assert_true(median_ranks(count, &low, &high));
        assert_true(low < high && tail(count, low) < 0.027);
    }
}

/* The interval holds the true median in 95 % of samples, whatever the distribution. */
static void coverage(void **state)
{
    (void)state;
    enum { TRIALS = 4000, COUNT = 31 };
    struct random random = {7};
    int held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double samples[COUNT];
        for (int i = 0; i < COUNT; i++)
            samples[i] = exp((double)(random_next(&random) >> 11) * 0x1p-53 * 5);
        const struct statistics s = statistics_make(samples, COUNT);
        held += s.ci_low <= exp(2.5) && exp(2.5) <= s.ci_high;
    }
    assert_true(held > 0.945 * TRIALS && held < 0.99 * TRIALS);
}

static double uniform(struct random *random)
{
    return ((double)(random_next(random) >> 11) + 0.5) * 0x1p-53;
}

static double normal(struct random *random)
{
    const double u = uniform(random);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * uniform(random));
}

/* A process whose median is 100: AR(1), or, with a share, two states of which the second is 10 % slower, and
 * stays with the next sample but for one in `stay`. */
struct process {
    double lag1, share, stay;
};

enum { MOST_SAMPLES = 500, FIRST_STATE = 1, SECOND_STATE = 2 };

/* Of the samples that were drawn last, as many as one run may take: their states. */
static unsigned states[MOST_SAMPLES];

static void draw(const struct process *process, struct random *random, double *samples, size_t count)
{
    double state = normal(random);
    bool second = uniform(random) < process->share;
    for (size_t i = 0; i < count; i++) {
        state = process->lag1 * state + sqrt(1 - process->lag1 * process->lag1) * normal(random);
        if (uniform(random) < 1 / fmax(process->stay, 1))
            second = uniform(random) < process->share;
        samples[i] = 100 + 2 * state + (second ? 10 : 0);
        if (i < MOST_SAMPLES)
            states[i] = second ? SECOND_STATE : FIRST_STATE;
    }
}

/* Of intervals with the rule that stops: looked at after 20, 30, 45, … samples, at 1 %. With a fixed count
 * that many samples are taken. */
static double share_held(const struct process *process, size_t fixed, uint64_t seed)
{
    enum { TRIALS = 1000 };
    struct random random = {seed};
    static double samples[MOST_SAMPLES], large[200000];
    unsigned held = 0;
    draw(process, &random, large, 200000);
    const double median = statistics_make(large, 200000).median;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        draw(process, &random, samples, MOST_SAMPLES);
        size_t count = fixed ? fixed : 20;
        struct statistics s = statistics_make(samples, count);
        while (!fixed && statistics_precision(&s) > 0.01 && count < MOST_SAMPLES) {
            count = count + (count + 1) / 2 < MOST_SAMPLES ? count + (count + 1) / 2 : MOST_SAMPLES;
            s = statistics_make(samples, count);
        }
        held += s.ci_low <= median && median <= s.ci_high;
    }
    return (double)held / TRIALS;
}

static void assert_held(const struct process *process, size_t fixed)
{
    const double share = share_held(process, fixed, 11);
    if (share < 0.93)
        fail_msg("lag1 %.1f, second %.2f for %.0f, %zu samples: %.3f", process->lag1, process->share,
                 process->stay, fixed, share);
}

/* What successive samples share is in the interval, also where it decides when to stop. */
static void coverage_of_what_hangs_together(void **state)
{
    (void)state;
    const struct process processes[] = {{0, 0, 0},   {0.2, 0, 0}, {0.4, 0, 0},   {0.6, 0, 0},
                                        {0.8, 0, 0}, {0, 0.3, 1}, {0.5, 0.3, 5}, {0, 0.1, 10}};
    for (size_t i = 0; i < sizeof processes / sizeof processes[0]; i++) {
        assert_held(&processes[i], 45);
        assert_held(&processes[i], 0);
    }
    /* Whoever stops before he has seen the second state does not know of it: several launches do. */
    const struct process sticky = {0, 0.3, 5};
    assert_held(&sticky, 45);
    assert_held(&sticky, 200);
}

/* What a launch tells with the rule that stops, whose process is shifted as a whole. */
static struct statistics launch(const struct process *process, double shift, struct random *random)
{
    static double samples[MOST_SAMPLES];
    const double by = shift * normal(random);
    size_t count = 20;
    draw(process, random, samples, MOST_SAMPLES);
    for (size_t i = 0; i < MOST_SAMPLES; i++)
        samples[i] += by;
    struct statistics s = statistics_make(samples, count);
    while (statistics_precision(&s) > 0.01 && count < MOST_SAMPLES) {
        count = count + (count + 1) / 2 < MOST_SAMPLES ? count + (count + 1) / 2 : MOST_SAMPLES;
        s = statistics_make(samples, count);
    }
    return s;
}

/* What several launches say, and the states that their samples met. */
struct told {
    struct interval interval;
    unsigned met;
};

static struct told launch_several(const struct process *process, size_t launches, double shift,
                                  struct random *random)
{
    enum { MOST = 5 };
    struct interval own = {NAN, NAN};
    double medians[MOST];
    unsigned met = 0;
    for (size_t i = 0; i < launches; i++) {
        const struct statistics told = launch(process, shift, random);
        medians[i] = told.median;
        own = interval_around(own, (struct interval){told.ci_low, told.ci_high});
        for (size_t k = 0; k < told.samples; k++)
            met |= states[k];
    }
    const struct statistics across = statistics_make(medians, launches);
    return (struct told){statistics_across(&across, own), met};
}

/* Of all trials: whose interval has the median, and whose launches have met both states. */
struct shares {
    double held, met;
};

/* Of intervals across launches, each a little slower or faster than the others. */
static struct shares share_held_across(const struct process *process, size_t launches, double shift)
{
    enum { TRIALS = 300 };
    struct random random = {13};
    static double large[200000];
    unsigned held = 0, met = 0;
    draw(process, &random, large, 200000);
    const double median = statistics_make(large, 200000).median;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        const struct told told = launch_several(process, launches, shift, &random);
        held += told.interval.low <= median && median <= told.interval.high;
        met += told.met == (FIRST_STATE | SECOND_STATE);
    }
    return (struct shares){(double)held / TRIALS, (double)met / TRIALS};
}

static void assert_held_across(const struct process *process, size_t launches, double shift)
{
    const struct shares shares = share_held_across(process, launches, shift);
    if (shares.held < 0.93)
        fail_msg("lag1 %.1f, second %.2f for %.0f, %zu launches %.0f %% apart: %.3f of %.3f", process->lag1,
                 process->share, process->stay, launches, shift, shares.held, shares.met);
}

/* Three launches, with what differs between them, also of two states of which one launch may meet but one. */
static void coverage_across_launches(void **state)
{
    (void)state;
    const struct process processes[] = {{0, 0, 0},    {0.8, 0, 0},  {0, 0.3, 5},  {0, 0.1, 10},
                                        {0, 0.3, 10}, {0, 0.5, 10}, {0, 0.1, 20}, {0, 0.3, 20}};
    for (size_t i = 0; i < sizeof processes / sizeof processes[0]; i++)
        for (double shift = 0; shift <= 2; shift += 2)
            assert_held_across(&processes[i], 3, shift);
}

/* Where a state outlasts a launch, three may meet little of the other one, or nothing, of which no interval
 * can be made. Five, as many as there are where nobody says, reach what is asked. */
static void coverage_of_states_that_last(void **state)
{
    (void)state;
    const struct process lasting[] = {{0, 0.5, 40}, {0, 0.5, 80}, {0, 0.3, 40}, {0.8, 0, 0}, {0, 0, 0}};
    assert_true(share_held_across(&lasting[1], 3, 0).met < 0.93);
    for (size_t i = 0; i < sizeof lasting / sizeof lasting[0]; i++)
        assert_held_across(&lasting[i], 5, 0);
}

/* What launches tell apart: by Student's t while they are few, else by their order. */
static void few_launches_and_many(void **state)
{
    (void)state;
    const double medians[] = {1, 2, 3, 4, 5, 6, 7};
    const struct statistics one = statistics_make(medians, 1), three = statistics_make(medians, 3),
                            seven = statistics_make(medians, 7);
    const struct interval unknown = {NAN, NAN}, wide = {0.5, 9}, within = {1.9, 2.1};
    assert_true(isnan(statistics_across(&one, wide).low));
    assert_near(statistics_across(&three, unknown).high, 2 + 4.3027 / sqrt(3), 1e-4);
    assert_near(statistics_across(&three, unknown).low, 0, 0); /* no time is below it */
    assert_near(statistics_across(&three, within).high, 2 + 4.3027 / sqrt(3), 1e-4);
    assert_near(statistics_across(&three, wide).high, 9, 0); /* what one of them leaves open */
    assert_near(statistics_across(&seven, wide).low, seven.ci_low, 0);
    assert_near(statistics_across(&seven, wide).high, seven.ci_high, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_sample),
        cmocka_unit_test(known_values),
        cmocka_unit_test(spread_and_order),
        cmocka_unit_test(sides_hang_together),
        cmocka_unit_test(ranks),
        cmocka_unit_test(coverage),
        cmocka_unit_test(coverage_of_what_hangs_together),
        cmocka_unit_test(coverage_across_launches),
        cmocka_unit_test(coverage_of_states_that_last),
        cmocka_unit_test(few_launches_and_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
