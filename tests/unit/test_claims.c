/* SPDX-License-Identifier: MIT */
/* Claims judged by results whose answer is known. */
#include "analysis/analysis.h"
#include "base/random.h"
#include "report/report.h"

#include "test.h"

enum { ROUNDS = 30, PROCESSES = 10, ROWS = 32, TRIALS = 120 };

static const struct implementation quick = {
    .name = "a/quick", .primitive = PRIMITIVE_SCAN, .family = FAMILY_SIMD};
static const struct implementation slow = {
    .name = "a/slow", .primitive = PRIMITIVE_SCAN, .family = FAMILY_SERIAL};

static const struct implementation group = {.name = "group/quick",
                                            .primitive = PRIMITIVE_SCAN,
                                            .family = FAMILY_GROUP,
                                            .axes = AXIS_BIT(AXIS_DEVICE)};

static double samples[ROWS][ROUNDS];
static struct launch_result processes[ROWS][PROCESSES];
static struct record records[ROWS];
static struct results results;

/* Each round is disturbed by up to half, all of its points alike, and each sample by the share noise. */
static void add(const struct implementation *implementation, uint64_t n, double time_s, double noise)
{
    const size_t index = results.count++;
    struct random random = {index + 1};
    for (size_t i = 0; i < ROUNDS; i++)
        samples[index][i] = time_s * (1 + 0.1 * (double)(i % 6)) *
                            (1 + noise * ((double)random_below(&random, 2001) / 1000 - 1));
    for (size_t i = 0; i < PROCESSES; i++)
        processes[index][i] = (struct launch_result){.samples = ROUNDS / PROCESSES};
    records[index] = (struct record){
        .point = {.implementation = implementation, .dtype = DTYPE_U32, .n = n},
        .status = STATUS_OK,
        .samples_s = samples[index],
        .sample_count = ROUNDS,
        .launches = processes[index],
        .launch_count = PROCESSES,
        .statistics = statistics_make(samples[index], ROUNDS),
    };
}

static int reset(void **state)
{
    (void)state;
    results = (struct results){.records = records};
    return 0;
}

static struct filter side(const char *pattern)
{
    struct filter filter = {.count = 1, .term = {{.field = FILTER_ALGORITHM, .relation = RELATION_EQUAL}}};
    strcpy(filter.term[0].pattern, pattern);
    return filter;
}

/* The only device whose peak is known. */
static double peak_of(uint64_t device)
{
    return device == DEVICE_CUDA_0 ? 4e12 : NAN;
}

static struct claims judge_sides(struct expectation *expectation, const char *left)
{
    struct config config = {.expectations = expectation, .expectation_count = 1, .measure.seed = 1};
    struct claims claims;
    expectation->left = side(left);
    expectation->right = side("*/slow");
    claims_judge(&claims, &config, &results, peak_of);
    return claims;
}

static struct claims judge(struct expectation *expectation)
{
    return judge_sides(expectation, "*/quick*");
}

static void expect_verdict(struct expectation expectation, enum claim_verdict verdict, size_t cases)
{
    struct claims claims = judge(&expectation);
    assert_int_equal(claims.claims[0].verdict, verdict);
    assert_int_equal(claims.claims[0].case_count, cases);
    claims_close(&claims);
}

/* Rounds differ far more than the sides do: only pairs tell. */
TEST_WITH(a_small_difference, reset, NULL)
{
    add(&quick, 1024, 1e-6, 0.005);
    add(&slow, 1024, 1.05e-6, 0.005);
    expect_verdict((struct expectation){.by = 1}, CLAIM_HOLDS, 1);
    expect_verdict((struct expectation){.by = 1.02}, CLAIM_HOLDS, 1);
    expect_verdict((struct expectation){.by = 1.2}, CLAIM_FAILS, 1);
    expect_verdict((struct expectation){.kind = EXPECT_SAME, .within = 0.1}, CLAIM_HOLDS, 1);
    expect_verdict((struct expectation){.kind = EXPECT_SAME, .within = 0.02}, CLAIM_FAILS, 1);
}

TEST_WITH(nothing_to_tell, reset, NULL)
{
    add(&quick, 1024, 1e-6, 0.3);
    add(&slow, 1024, 1.02e-6, 0.3);
    expect_verdict((struct expectation){.by = 1}, CLAIM_INCONCLUSIVE, 1);
    expect_verdict((struct expectation){.kind = EXPECT_SAME, .within = 0.02}, CLAIM_INCONCLUSIVE, 1);
    records[1].sample_count = 3;
    records[1].launch_count = 0;
    expect_verdict((struct expectation){.by = 1}, CLAIM_INCONCLUSIVE, 1);
}

TEST_WITH(the_fastest_stands_for_its_side, reset, NULL)
{
    add(&quick, 1024, 9e-6, 0.001);
    add(&slow, 1024, 2e-6, 0.001);
    add(&quick, 1024, 1e-6, 0.001);
    expect_verdict((struct expectation){.by = 1}, CLAIM_HOLDS, 1);
    records[2].status = STATUS_WRONG;
    expect_verdict((struct expectation){.by = 1}, CLAIM_FAILS, 1);
}

/* Sums of twelve: near enough to a normal variable. */
static double normal(struct random *random)
{
    double sum = -6;
    for (unsigned i = 0; i < 12; i++)
        sum += (double)random_below(random, 1u << 24) / (1u << 24);
    return sum;
}

/* Give all rows times that differ by chance alone, successive ones so much like each other. */
static void make_equal(double lag1, struct random *random)
{
    for (size_t row = 0; row < results.count; row++) {
        double now = normal(random);
        for (size_t i = 0; i < ROUNDS; i++) {
            now = lag1 * now + sqrt(1 - lag1 * lag1) * normal(random);
            samples[row][i] = 1e-6 * exp(0.02 * now);
        }
        records[row].statistics = statistics_make(samples[row], ROUNDS);
    }
}

/* Of so many sets of times of the rows that there are, how many make a claim come out so. */
static unsigned count_verdicts(struct expectation expectation, enum claim_verdict verdict, double lag1)
{
    struct random random = {31};
    unsigned found = 0;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        make_equal(lag1, &random);
        struct claims claims = judge(&expectation);
        found += claims.claims[0].verdict == verdict;
        claims_close(&claims);
    }
    return found;
}

/* Of sixteen equals against one the fastest is no faster. */
TEST_WITH(equals_are_seldom_faster, reset, NULL)
{
    const struct expectation faster = {.by = 1};
    for (unsigned i = 0; i < 16; i++)
        add(&quick, 1024, 1e-6, 0);
    add(&slow, 1024, 1e-6, 0);
    assert_true(count_verdicts(faster, CLAIM_HOLDS, 0) <= TRIALS / 40);
    assert_true(count_verdicts(faster, CLAIM_HOLDS, 0.4) <= TRIALS / 40);
}

/* Nor does one of eight problems contradict that two equals are not slower. */
TEST_WITH(equals_seldom_contradict, reset, NULL)
{
    const struct expectation faster = {.by = 1};
    for (uint64_t n = 1; n <= 8; n++) {
        add(&quick, n, 1e-6, 0);
        add(&slow, n, 1e-6, 0);
    }
    assert_true(count_verdicts(faster, CLAIM_FAILS, 0) <= TRIALS / 40);
    assert_true(count_verdicts(faster, CLAIM_FAILS, 0.4) <= TRIALS / 40);
}

TEST_WITH(every_size_must_agree, reset, NULL)
{
    add(&quick, 4096, 1e-6, 0.001);
    add(&quick, 1024, 1e-6, 0.001);
    add(&slow, 1024, 2e-6, 0.001);
    add(&slow, 4096, 3e-6, 0.001);
    add(&slow, 65536, 3e-6, 0.001);
    expect_verdict((struct expectation){.by = 1.5}, CLAIM_HOLDS, 2);
    expect_verdict((struct expectation){.by = 2.5}, CLAIM_FAILS, 2);
    add(&quick, 65536, 3e-6, 0.001);
    expect_verdict((struct expectation){.by = 1}, CLAIM_INCONCLUSIVE, 3);
}

/* What an engine ran is a claim of its own, against the CPU's own code too. */
TEST_WITH(engines_are_judged_apart, reset, NULL)
{
    struct expectation expectation = {.by = 1.5, .published = 2, .tolerance = 0};
    add(&group, 1024, 1e-6, 0.001);
    records[0].point.device = DEVICE_CPU;
    add(&group, 1024, 4e-6, 0.001);
    records[1].point.device = DEVICE_CUDA_0;
    add(&slow, 1024, 2e-6, 0.001);
    struct claims claims = judge(&expectation);
    assert_int_equal(claims.count, 2);
    assert_int_equal(claims.claims[0].on, ENGINE_EMULATE);
    assert_int_equal(claims.claims[0].verdict, CLAIM_HOLDS);
    assert_int_equal(claims.claims[1].on, ENGINE_CUDA);
    assert_int_equal(claims.claims[1].verdict, CLAIM_FAILS);
    claims_close(&claims);
    expectation.on = 1u << ENGINE_CUDA;
    claims = judge(&expectation);
    assert_int_equal(claims.count, 1);
    assert_int_equal(claims.claims[0].on, ENGINE_CUDA);
    claims_close(&claims);
    expectation.on = 1u << ENGINE_NONE;
    expect_verdict(expectation, CLAIM_UNMEASURED, 0);
}

/* A machine where nothing of a place ran cannot answer what is claimed of that place. */
TEST_WITH(claims_on_a_missing_place_do_not_apply, reset, NULL)
{
    struct expectation expectation = {.by = 1, .on = 1u << ENGINE_CUDA | 1u << ENGINE_OPENCL};
    add(&group, 1024, 1e-6, 0.001);
    records[0].point.device = DEVICE_CPU;
    add(&slow, 1024, 2e-6, 0.001);
    expect_verdict(expectation, CLAIM_INAPPLICABLE, 0);
    records[0].point.device = DEVICE_CUDA_0;
    expect_verdict(expectation, CLAIM_HOLDS, 1);
    records[0].status = STATUS_WRONG; /* it could, but did not */
    expect_verdict(expectation, CLAIM_UNMEASURED, 0);
}

/* The size that was published, not only the direction. */
TEST_WITH(a_size_is_met_up_to_its_tolerance, reset, NULL)
{
    add(&quick, 1024, 1e-6, 0.001);
    add(&slow, 1024, 2e-6, 0.001);
    expect_verdict((struct expectation){.published = 2.1, .tolerance = 0.1}, CLAIM_HOLDS, 1);
    expect_verdict((struct expectation){.published = 1.5, .tolerance = 0.1}, CLAIM_FAILS, 1);
    expect_verdict((struct expectation){.published = 3, .tolerance = 0.1}, CLAIM_FAILS, 1);
}

TEST_WITH(unmeasured, reset, NULL)
{
    add(&quick, 4096, 1e-6, 0.001);
    add(&slow, 1024, 1e-6, 0.001);
    expect_verdict((struct expectation){.by = 1}, CLAIM_UNMEASURED, 0);
}

/* Of sides that have sizes of their own, the fastest element of each is compared. */
TEST_WITH(sides_of_two_sizes_compare_elements, reset, NULL)
{
    add(&quick, 4096, 4e-6, 0.001);
    add(&quick, 16384, 32e-6, 0.001);
    add(&slow, 1024, 2e-6, 0.001);
    add(&slow, 2048, 40e-6, 0.001);
    expect_verdict((struct expectation){.by = 1.8, .by_element = true}, CLAIM_HOLDS, 1);
    expect_verdict((struct expectation){.by = 2.2, .by_element = true}, CLAIM_FAILS, 1);
    expect_verdict((struct expectation){.kind = EXPECT_SAME, .within = 0.05, .by_element = true}, CLAIM_FAILS,
                   1);
    expect_verdict((struct expectation){.by = 1.8}, CLAIM_UNMEASURED, 0);
}

/* A variant as published and the best of the same idea, each with its verdict; what decides is said of both.
 */
TEST_WITH(two_variants_are_judged, reset, NULL)
{
    static const struct {
        double published_s, best_s, noise;
        enum claim_verdict published, best;
        enum claim_reason reason;
    } cases[] = {
        {4e-6, 1e-6, 0.001, CLAIM_FAILS, CLAIM_HOLDS, REASON_VARIANT},
        {4e-6, 3e-6, 0.001, CLAIM_FAILS, CLAIM_FAILS, REASON_MACHINE},
        {1e-6, 1e-6, 0.001, CLAIM_HOLDS, CLAIM_HOLDS, REASON_MACHINE},
        {4e-6, 2e-6, 0.3, CLAIM_FAILS, CLAIM_INCONCLUSIVE, REASON_SAMPLES},
        {2e-6, 2e-6, 0.001, CLAIM_INCONCLUSIVE, CLAIM_INCONCLUSIVE, REASON_MACHINE}, /* they are equal */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct expectation expectation = {.by = 1, .has_best = true, .best = side("group/quick")};
        results.count = 0;
        add(&quick, 1024, cases[i].published_s, cases[i].noise);
        add(&group, 1024, cases[i].best_s, cases[i].noise);
        add(&slow, 1024, 2e-6, cases[i].noise);
        expectation.on = 1u << ENGINE_NONE;
        struct claims claims = judge_sides(&expectation, "a/quick");
        assert_int_equal(claims.count, 2);
        const struct claim *const published = &claims.claims[0], *const best = &claims.claims[1];
        assert_false(published->is_best);
        assert_true(best->is_best);
        if (published->verdict != cases[i].published || best->verdict != cases[i].best ||
            published->reason != cases[i].reason || best->reason != cases[i].reason)
            fail_msg("%zu: %s by %s, %s by %s", i, claim_verdict_names[published->verdict],
                     claim_reason_names[published->reason], claim_verdict_names[best->verdict],
                     claim_reason_names[best->reason]);
        claims_close(&claims);
    }
}

/* The other side has a best variant too, alone or beside one of the first side. */
TEST_WITH(the_best_of_the_other_side_is_judged, reset, NULL)
{
    struct expectation expectation = {
        .by = 1, .has_best_right = true, .best_right = side("group/quick"), .on = 1u << ENGINE_NONE};
    add(&quick, 1024, 2e-6, 0.001);
    add(&slow, 1024, 3e-6, 0.001);
    add(&group, 1024, 1e-6, 0.001);
    for (unsigned both = 0; both < 2; both++) {
        expectation.has_best = both;
        expectation.best = side("*/slow");
        struct claims claims = judge_sides(&expectation, "a/quick");
        assert_int_equal(claims.count, 2);
        assert_int_equal(claims.claims[0].verdict, CLAIM_HOLDS);
        assert_int_equal(claims.claims[1].verdict, CLAIM_FAILS);
        assert_true(fabs(claims.claims[1].cases[0].found.value - (both ? 1.0 / 3 : 0.5)) < 0.01);
        claims_close(&claims);
    }
}

/* Code that is not as published cannot say that the machine decides, whatever comes out; samples still can.
 */
TEST_WITH(a_variant_that_differs_decides, reset, NULL)
{
    struct expectation expectation = {.by = 1, .differs = "it reads 16 bytes at once"};
    add(&quick, 1024, 1e-6, 0.001);
    add(&slow, 1024, 2e-6, 0.001);
    for (unsigned trial = 0; trial < 2; trial++) {
        expectation.by = trial ? 4 : 1;
        struct claims claims = judge(&expectation);
        assert_int_equal(claims.claims[0].verdict, trial ? CLAIM_FAILS : CLAIM_HOLDS);
        assert_int_equal(claims.claims[0].reason, REASON_VARIANT);
        claims_close(&claims);
    }
    records[1].sample_count = 3;
    records[1].launch_count = 0;
    struct claims claims = judge(&expectation);
    assert_int_equal(claims.claims[0].reason, REASON_SAMPLES);
    claims_close(&claims);
}

/* Of two sizes, one lacks samples; the other is open whatever more of them show. Then samples are missing
 * only where they would show that the claim fails. */
TEST_WITH(samples_are_missing_where_they_would_decide, reset, NULL)
{
    static const struct {
        double slow_s; /* at the size that lacks samples */
        enum claim_reason reason;
    } cases[] = {{1.15e-6, REASON_CLOSE}, {0.9e-6, REASON_SAMPLES}};
    struct expectation faster = {.by = 1};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        results.count = 0;
        add(&quick, 1024, 1e-6, 0.3);
        add(&slow, 1024, cases[i].slow_s, 0.3);
        add(&quick, 4096, 4e-6, 0.3);
        add(&slow, 4096, 4.08e-6, 0.3);
        struct claims claims = judge(&faster);
        assert_int_equal(claims.claims[0].verdict, CLAIM_INCONCLUSIVE);
        assert_int_equal(claims.claims[0].reason, cases[i].reason);
        claims_close(&claims);
    }
}

/* What a claim is open for: with the same noise, more samples would show that a number is above 1, and not
 * on which side of 1.02 it is that is so near to it. */
TEST_WITH(open_claims_say_why, reset, NULL)
{
    static const struct {
        double slow_s;
        enum claim_reason reason;
    } cases[] = {{1.15e-6, REASON_SAMPLES}, {1.02e-6, REASON_CLOSE}};
    struct expectation faster = {.by = 1}, crossover = {.kind = EXPECT_CROSSOVER, .published = 1024};
    struct claims claims;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        results.count = 0;
        add(&quick, 1024, 1e-6, 0.3);
        add(&slow, 1024, cases[i].slow_s, 0.3);
        claims = judge(&faster);
        assert_int_equal(claims.claims[0].verdict, CLAIM_INCONCLUSIVE);
        assert_int_equal(claims.claims[0].reason, cases[i].reason);
        claims_close(&claims);
    }
    results.count = 0;
    add(&quick, 1024, 1e-6, 0.001);
    add(&slow, 1024, 1.1e-6, 0.001);
    for (size_t i = 0; i < 2; i++)
        records[i].launch_count = 0; /* a single process, whose margin is 15 % */
    claims = judge(&faster);
    assert_int_equal(claims.claims[0].verdict, CLAIM_INCONCLUSIVE);
    assert_int_equal(claims.claims[0].reason, REASON_SAMPLES);
    claims_close(&claims);
    results.count = 0;
    add(&quick, 1024, 1e-6, 0.001);
    add(&slow, 1024, 2e-6, 0.001);
    claims = judge(&crossover);
    assert_int_equal(claims.claims[0].reason, REASON_SIZES);
    claims_close(&claims);
}

static bool same_number(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b;
}

/* Times of the two sides from 1 Ki on, a size eight times the one before: the other side's over this one's.
 */
static void add_sizes(const double *ratios, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add(&quick, UINT64_C(1024) << 3 * i, 1e-6, 0.001);
        add(&slow, UINT64_C(1024) << 3 * i, 1e-6 * ratios[i], 0.001);
    }
}

TEST_WITH(a_crossover_lies_between_two_sizes, reset, NULL)
{
    enum { SIZES = 4, KI = 1024 };
    static const struct {
        double ratios[SIZES]; /* at 1, 8, 64 and 512 Ki; 1: nobody wins */
        double published, value, low, high;
        enum claim_verdict verdict;
    } cases[] = {
        {{0.5, 0.5, 2, 3}, 64 * KI, 32 * KI, 8 * KI, 64 * KI, CLAIM_HOLDS},
        {{0.5, 0.5, 2, 3}, 16 * KI, 32 * KI, 8 * KI, 64 * KI, CLAIM_HOLDS},
        {{0.5, 0.5, 2, 3}, 8 * KI, 32 * KI, 8 * KI, 64 * KI, CLAIM_FAILS},
        {{0.5, 0.5, 2, 3}, 128 * KI, 32 * KI, 8 * KI, 64 * KI, CLAIM_FAILS},
        {{0.5, 0.1, 1.2, 3}, 64 * KI, 64 * KI, 8 * KI, 64 * KI, CLAIM_HOLDS}, /* near the smaller loss */
        {{2, 0.5, 2, 0.5}, 64 * KI, NAN, 512 * KI, NAN, CLAIM_FAILS},         /* it does not stay ahead */
        {{2, 0.5, 2, 3}, 64 * KI, 32 * KI, 8 * KI, 64 * KI, CLAIM_HOLDS},
        {{2, 2, 2, 2}, 64 * KI, NAN, NAN, 1 * KI, CLAIM_FAILS},
        {{2, 2, 2, 2}, 1 * KI, NAN, NAN, 1 * KI, CLAIM_INCONCLUSIVE}, /* below nothing was measured */
        {{0.5, 0.5, 0.5, 0.5}, 1024 * KI, NAN, 512 * KI, NAN, CLAIM_INCONCLUSIVE},
        {{0.5, 0.5, 0.5, 0.5}, 64 * KI, NAN, 512 * KI, NAN, CLAIM_FAILS},
        {{0.5, 0.999, 2, 2}, 64 * KI, 8 * KI, 1 * KI, 64 * KI, CLAIM_HOLDS},
        {{0.5, 0.999, 1.001, 2}, 64 * KI, 32 * KI, 1 * KI, 512 * KI, CLAIM_INCONCLUSIVE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct expectation expectation = {.kind = EXPECT_CROSSOVER, .published = cases[i].published};
        results.count = 0;
        add_sizes(cases[i].ratios, SIZES);
        struct claims claims = judge(&expectation);
        const struct estimate found = claims.claims[0].cases[0].found;
        if (claims.claims[0].verdict != cases[i].verdict || claims.claims[0].case_count != 1 ||
            !same_number(found.value, cases[i].value) || !same_number(found.interval.low, cases[i].low) ||
            !same_number(found.interval.high, cases[i].high))
            fail_msg("%zu: %s, %g [%g, %g]", i, claim_verdict_names[claims.claims[0].verdict], found.value,
                     found.interval.low, found.interval.high);
        claims_close(&claims);
    }
}

TEST_WITH(a_crossover_of_too_few_samples_is_undecided, reset, NULL)
{
    static const double ratios[] = {0.5, 2};
    add_sizes(ratios, 2);
    for (size_t i = 0; i < results.count; i++) {
        records[i].sample_count = 3;
        records[i].launch_count = 0;
    }
    expect_verdict((struct expectation){.kind = EXPECT_CROSSOVER, .published = 8192}, CLAIM_INCONCLUSIVE, 1);
    results.count = 1;
    expect_verdict((struct expectation){.kind = EXPECT_CROSSOVER, .published = 8192}, CLAIM_UNMEASURED, 0);
}

/* The interval of its share of the limit decides; without a limit nothing was measured. */
TEST_WITH(near_the_limit, reset, NULL)
{
    add(&quick, 1024, 1e-6, 0.005);
    records[0].limit_ratio = NAN;
    expect_verdict((struct expectation){.kind = EXPECT_REACHES, .of_limit = 0.9}, CLAIM_UNMEASURED, 0);
    records[0].limit_ratio = 0.95;
    records[0].limit_interval = (struct interval){0.92, 0.97};
    expect_verdict((struct expectation){.kind = EXPECT_REACHES, .of_limit = 0.9}, CLAIM_HOLDS, 1);
    expect_verdict((struct expectation){.kind = EXPECT_REACHES, .of_limit = 0.94}, CLAIM_INCONCLUSIVE, 1);
    expect_verdict((struct expectation){.kind = EXPECT_REACHES, .of_limit = 1}, CLAIM_FAILS, 1);
}

/* A share of the data sheet's peak is held against shares of it: a scan of 1 Mi reads and writes 8 MiB, which
 * 4 TB/s move in 2.1 us. */
TEST_WITH(near_the_peak, reset, NULL)
{
    struct expectation half = {
        .kind = EXPECT_REACHES, .of_peak = true, .published = 0.5, .tolerance = 0.3, .on = 1u << ENGINE_CUDA};
    add(&group, 1 << 20, (8 << 20) / 4e12 / 0.5 / 1.2,
        0.001); /* rounds take 1.2 times as much in the median */
    records[0].limit_ratio = 0.9;
    records[0].limit_interval = (struct interval){0.9, 0.9};
    records[0].point.device = DEVICE_CUDA_0;
    struct claims claims = judge(&half);
    assert_int_equal(claims.claims[0].verdict, CLAIM_HOLDS);
    assert_true(fabs(claims.claims[0].cases[0].found.value - 0.5) < 0.02);
    claims_close(&claims);
    half.published = 0.9; /* which is its share of the limit */
    expect_verdict(half, CLAIM_FAILS, 1);
    records[0].point.device = DEVICE_CUDA_0 + 1; /* whose peak is not known */
    expect_verdict(half, CLAIM_INAPPLICABLE, 0);
}
