/* SPDX-License-Identifier: MIT */
/* The rule's promises on made noise: how often its intervals hold the truth, how seldom equals differ, and
 * what it finds. */
#include "noise_bed.h"

enum { MANY = 1200 };

static struct interval interval_of(const double *values, size_t count)
{
    size_t counts[MANY];
    for (size_t i = 0; i < count; i++)
        counts[i] = 1;
    return estimate_times(&(struct rounds){values, counts, count}).interval;
}

/* Of processes that say 1, 2, 3, …: how many the interval leaves out on each side. */
TEST(outermost_are_left_out)
{
    const size_t expected[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4};
    double values[20];
    for (size_t i = 0; i < 20; i++)
        values[i] = (double)i + 1;
    for (size_t count = 2; count <= 20; count++) {
        const struct interval interval = interval_of(values, count);
        assert_near(interval.low, 1 + (double)expected[count - 2], 0);
        assert_near(interval.high, (double)(count - expected[count - 2]), 0);
    }
}

/* More than a double has binary places. */
TEST(outermost_of_many_are_left_out)
{
    double values[MANY];
    for (size_t i = 0; i < MANY; i++)
        values[i] = (double)i + 1;
    const struct interval interval = interval_of(values, MANY);
    assert_true(interval.low > MANY / 2 - 45 && interval.low < MANY / 2 - 35);
    assert_near(interval.high, MANY + 1 - interval.low, 0);
}

TEST(process_is_its_median)
{
    const double values[] = {5, 1, 3, 8, NAN, 6, NAN};
    const size_t counts[] = {3, 3, 1};
    const struct estimate estimate = estimate_times(&(struct rounds){values, counts, 3});
    assert_int_equal(estimate.processes, 2);
    assert_near(estimate.value, (3 + 7) / 2.0, 0);
    assert_near(estimate.interval.low, 3, 0);
    assert_near(estimate.interval.high, 7, 0);
}

TEST(single_process_is_its_blocks)
{
    double values[20];
    size_t count = 20;
    for (size_t i = 0; i < 20; i++)
        values[i] = (double)i;
    struct estimate estimate = estimate_times(&(struct rounds){values, &count, 1});
    assert_int_equal(estimate.processes, 1);
    assert_near(estimate.value, 9.5, 0);
    assert_near(estimate.interval.low, 2.5, 0);
    assert_near(estimate.interval.high, 16.5, 0);
    count = 5;
    assert_near(estimate_times(&(struct rounds){values, &count, 1}).interval.high, 4, 0);
    count = 4;
    estimate = estimate_times(&(struct rounds){values, &count, 1});
    assert_near(estimate.value, 1.5, 0);
    assert_true(isnan(estimate.interval.low));
    assert_true(isnan(estimate_times(&(struct rounds){values, &count, 0}).value));
}

/* A round that one side lacks is none, and so are those after the shorter side's end. */
TEST(ratios_are_of_shared_rounds)
{
    const double base[] = {1, 2, NAN, 10, 10, 10}, next[] = {2, 4, 99, 30, 30};
    const size_t of_base[] = {3, 3}, of_next[] = {3, 2};
    const struct estimate ratio =
        estimate_ratio(&(struct rounds){base, of_base, 2}, &(struct rounds){next, of_next, 2});
    assert_near(ratio.value, 2.5, 1e-12);
    assert_near(ratio.interval.low, 2, 1e-12);
    assert_near(ratio.interval.high, 3, 1e-12);
}

TEST(mean_is_by_process)
{
    const double one[] = {2, 8, 2}, other[] = {8, 2, 32};
    const size_t counts[] = {1, 1, 1};
    struct numbers rows[] = {numbers_of(&(struct rounds){one, counts, 3}),
                             numbers_of(&(struct rounds){other, counts, 3})};
    struct numbers mean = numbers_mean(rows, 2);
    const struct estimate estimate = numbers_estimate(&mean);
    assert_near(estimate.value, 4, 1e-12);
    assert_near(estimate.interval.low, 4, 1e-12);
    assert_near(estimate.interval.high, 8, 1e-12);
    numbers_close(&mean);
    const double lacking[] = {NAN, 2, 32};
    struct numbers pair[] = {rows[0], numbers_of(&(struct rounds){lacking, counts, 3})};
    mean = numbers_mean(pair, 2);
    const struct estimate of_two = numbers_estimate(&mean);
    assert_int_equal(of_two.processes, 2);
    assert_near(of_two.interval.low, 4, 1e-12);
    assert_near(of_two.interval.high, 8, 1e-12);
    numbers_close(&mean);
    numbers_close(&pair[1]);
    mean = numbers_mean(rows, 0);
    assert_true(mean.count == 0 && isnan(numbers_estimate(&mean).interval.low));
    numbers_close(&mean);
    numbers_close(&rows[0]);
    numbers_close(&rows[1]);
}

TEST(verdicts)
{
    const struct {
        double low, high, margin;
        enum verdict verdict;
    } cases[] = {
        {1.03, 1.2, 0.02, VERDICT_SLOWER},      {1.01, 1.2, 0.02, VERDICT_INCONCLUSIVE},
        {0.8, 0.97, 0.02, VERDICT_FASTER},      {0.8, 0.99, 0.02, VERDICT_INCONCLUSIVE},
        {0.99, 1.01, 0.02, VERDICT_SAME},       {0.9, 1.1, 0.02, VERDICT_INCONCLUSIVE},
        {NAN, NAN, 0.02, VERDICT_INCONCLUSIVE}, {2, INFINITY, 0.15, VERDICT_SLOWER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(verdict_judge((struct interval){cases[i].low, cases[i].high}, cases[i].margin),
                         cases[i].verdict);
    assert_near(verdict_margin(10, false), 0.02, 0);
    assert_near(verdict_margin(10, true), 0.01, 0);
    assert_near(verdict_margin(5, true), 0.05, 0);
    assert_near(verdict_margin(4, true), 0.15, 0);
    assert_near(verdict_detectable((struct interval){0.98, 0.98 * 1.0201}, 0.02), 0.0302, 1e-9);
}

/* Of all ways to deal 20 different numbers to two sides of ten, a share of .00109 lets them come apart. */
TEST(equals_come_apart_exactly_so_often)
{
    size_t apart = 0, all = 0;
    for (uint32_t deal = (1 << 10) - 1; deal < 1u << 20; all++) {
        double sides[2][10];
        size_t counts[2] = {0, 0};
        for (unsigned i = 0; i < 20; i++) {
            const unsigned side = deal >> i & 1;
            sides[side][counts[side]++] = 1 + i;
        }
        const struct estimate base = {1, interval_of(sides[0], 10), 10};
        const struct estimate next = {1, interval_of(sides[1], 10), 10};
        const enum verdict verdict = verdict_judge(estimate_apart(base, next).interval, 0);
        apart += verdict == VERDICT_SLOWER || verdict == VERDICT_FASTER;
        const uint32_t lowest = deal & -deal, ripple = deal + lowest;
        deal = (((ripple ^ deal) >> 2) / lowest) | ripple;
    }
    assert_int_equal(all, 184756);
    assert_near((double)apart / (double)all, 0.00109, 5e-6);
}

/* What a process would say of itself, could one ask ever more of them. */
static double true_median(const struct made_plan *plan, struct random *random)
{
    enum { PROCESSES = 20001 };
    double *const numbers = malloc(PROCESSES * sizeof *numbers);
    struct made_row row;
    struct made_plan one = *plan;
    one.processes = 1;
    size_t counts[PROCESSES];
    for (size_t i = 0; i < PROCESSES; i++) {
        make_row(&row, &one, random);
        numbers[i] = estimate_times(&row.rounds).value;
        counts[i] = 1;
    }
    const double median = estimate_times(&(struct rounds){numbers, counts, PROCESSES}).value;
    free(numbers);
    return median;
}

static double coverage(const struct made_plan *plan, double margin)
{
    enum { TRIALS = 2000 };
    struct random random = {21};
    const double truth = true_median(plan, &random);
    unsigned held = 0;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        struct made_row row;
        make_row(&row, plan, &random);
        const struct interval interval = estimate_times(&row.rounds).interval;
        held += interval.low / (1 + margin) <= truth && truth <= interval.high * (1 + margin);
    }
    return (double)held / TRIALS;
}

/* Ten processes .97 and more in each of the 30 kinds (exact: .979), five .92 (.9375). */
TEST(intervals_hold_the_truth)
{
    const struct {
        size_t processes, samples;
        double least, most;
    } plans[] = {{10, 10, 0.97, 0.99}, {10, 1, 0.97, 0.99}, {5, 20, 0.92, 0.955}};
    for (size_t k = 0; k < sizeof plans / sizeof plans[0]; k++)
        for (size_t i = 0; i < ROUND_NOISES * PROCESS_NOISES; i++) {
            const struct made_plan plan = {&round_noises[i / PROCESS_NOISES],
                                           &process_noises[i % PROCESS_NOISES], plans[k].processes,
                                           plans[k].samples};
            const double held = coverage(&plan, 0);
            if (held < plans[k].least || held > plans[k].most)
                fail_msg("%s, processes %s, %zu of %zu: %.3f", plan.within->name, plan.between->name,
                         plan.processes, plan.samples, held);
        }
}

/* What a single process says of others needs its margin of 15 %. */
TEST(a_single_process_needs_its_margin)
{
    for (size_t i = 0; i < ROUND_NOISES; i++) {
        const struct made_plan plan = {&round_noises[i], &process_noises[2], 1, 100};
        assert_true(coverage(&plan, verdict_margin(1, false)) >= 0.99);
    }
}

enum { ROWS = 45, CHANGES = 4 };
static const double changes[CHANGES] = {0.02, 0.05, 0.10, 0.20};

/* Of comparisons of two results. */
struct found {
    double any;              /* share of comparisons of equals in which a row differs */
    double changed[CHANGES]; /* share of rows that are found slower where they are */
};

static void compare(const struct made_plan *plan, unsigned trials, struct found *found)
{
    struct random random = {11};
    *found = (struct found){.any = 0};
    for (unsigned trial = 0; trial < trials; trial++) {
        bool any = false;
        for (unsigned i = 0; i < ROWS; i++) {
            struct made_row base, next;
            make_row(&base, plan, &random);
            make_row(&next, plan, &random);
            const struct interval ratio =
                estimate_apart(estimate_times(&base.rounds), estimate_times(&next.rounds)).interval;
            const double margin = verdict_margin(plan->processes, false);
            const enum verdict verdict = verdict_judge(ratio, margin);
            any |= verdict == VERDICT_SLOWER || verdict == VERDICT_FASTER;
            for (unsigned k = 0; k < CHANGES; k++) {
                const double factor = 1 + changes[k];
                const struct interval changed = {ratio.low * factor, ratio.high * factor};
                found->changed[k] +=
                    (verdict_judge(changed, margin) == VERDICT_SLOWER) / (double)(ROWS * trials);
            }
        }
        found->any += any / (double)trials;
    }
}

/* Fewer than one comparison of 20 calls any of 45 rows changed, whatever the noise; of a change, the mean
 * share that is found over all kinds of noise, and over the quiet ones. */
TEST(results_apart)
{
    enum { TRIALS = 60 };
    struct found all = {.any = 0}, quiet = {.any = 0};
    const unsigned kinds = ROUND_NOISES * (PROCESS_NOISES - 1), quiet_kinds = 6;
    for (unsigned i = 0; i < kinds; i++) {
        const unsigned within = i / (PROCESS_NOISES - 1), between = 1 + i % (PROCESS_NOISES - 1);
        const bool is_quiet = (within < 2 || within == ROUND_NOISES - 1) && between < 3;
        struct found found;
        compare(&(struct made_plan){&round_noises[within], &process_noises[between], 10, 10}, TRIALS, &found);
        if (found.any >= 0.05)
            fail_msg("%s, processes %s: %.3f of comparisons of equals show a change",
                     round_noises[within].name, process_noises[between].name, found.any);
        all.any += found.any / kinds;
        for (unsigned k = 0; k < CHANGES; k++) {
            all.changed[k] += found.changed[k] / kinds;
            quiet.changed[k] += is_quiet ? found.changed[k] / quiet_kinds : 0;
        }
    }
    assert_true(all.any <= 0.005);
    assert_true(all.changed[0] <= 0.01);
    assert_near(all.changed[1], 0.09, 0.02);
    assert_near(all.changed[2], 0.51, 0.03);
    assert_near(all.changed[3], 0.82, 0.03);
    assert_near(quiet.changed[1], 0.20, 0.03);
    assert_near(quiet.changed[2], 0.95, 0.02);
    assert_true(quiet.changed[3] > 0.99);
}

/* What moves both sides of a round alike does not count: 2 % is found, and equals are the same. */
TEST(results_interleaved)
{
    enum { TRIALS = 400 };
    struct random random = {31};
    const struct made_plan plan = {&round_noises[1], &process_noises[3], 10, 10};
    unsigned found = 0, same = 0;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        struct made_row base, next, slower;
        make_row(&base, &plan, &random);
        make_row(&next, &plan, &random);
        slower = base;
        for (size_t i = 0; i < 100; i++) {
            next.values[i] = base.values[i] * exp(0.01 * normal(&random));
            slower.values[i] = 1.02 * next.values[i];
        }
        next.rounds.values = next.values;
        slower.rounds = (struct rounds){slower.values, slower.counts, 10};
        const double margin = verdict_margin(10, true);
        same += verdict_judge(estimate_ratio(&base.rounds, &next.rounds).interval, margin) == VERDICT_SAME;
        found +=
            verdict_judge(estimate_ratio(&base.rounds, &slower.rounds).interval, margin) == VERDICT_SLOWER;
    }
    assert_true(same > 0.97 * TRIALS);
    assert_true(found > 0.97 * TRIALS);
}

enum { ALGORITHMS = 10 };

/* Rows of the same rounds, the first `factor` times as long as the others: which of them are slower than the
 * one with the least median. */
static void rank(const struct made_plan *plan, double factor, struct random *random, bool *slower)
{
    struct made_row rows[ALGORITHMS];
    double least = INFINITY;
    size_t winner = 0;
    for (size_t i = 0; i < ALGORITHMS; i++) {
        make_row(&rows[i], plan, random);
        for (size_t k = 0; i == 0 && k < plan->processes * plan->samples; k++)
            rows[i].values[k] *= factor;
        const double time = estimate_times(&rows[i].rounds).value;
        winner = time < least ? i : winner;
        least = fmin(least, time);
    }
    for (size_t i = 0; i < ALGORITHMS; i++) {
        const struct interval ratio = estimate_ratio(&rows[winner].rounds, &rows[i].rounds).interval;
        slower[i] = i != winner && verdict_judge(ratio, verdict_margin(10, false)) == VERDICT_SLOWER;
    }
}

/* The fastest row, by 5 %, is the winner or ties in 98 of 100; one of ten equals is hardly ever slower. */
TEST(winner_is_among_its_ties)
{
    enum { TRIALS = 100 };
    unsigned equal_slower = 0;
    for (unsigned i = 0; i < ROUND_NOISES * (PROCESS_NOISES - 1); i++) {
        const struct made_plan plan = {&round_noises[i / (PROCESS_NOISES - 1)],
                                       &process_noises[1 + i % (PROCESS_NOISES - 1)], 10, 10};
        struct random random = {12};
        unsigned lost = 0;
        for (unsigned trial = 0; trial < TRIALS; trial++) {
            bool slower[ALGORITHMS], equal[ALGORITHMS];
            rank(&plan, 0.95, &random, slower);
            lost += slower[0];
            rank(&plan, 1, &random, equal);
            for (size_t k = 0; k < ALGORITHMS; k++)
                equal_slower += equal[k];
        }
        assert_true(lost <= 0.02 * TRIALS);
    }
    assert_true(equal_slower <= 0.005 * TRIALS * ALGORITHMS * ROUND_NOISES * (PROCESS_NOISES - 1));
}
