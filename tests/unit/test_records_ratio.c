/* SPDX-License-Identifier: MIT */
/* The ratio of two records: of their rounds, of their processes, or of what each comes to alone. */
#include "results/record.h"

#include "test.h"

static const struct implementation scan = {
    .name = "a/scan", .primitive = PRIMITIVE_SCAN, .family = FAMILY_SERIAL};

enum { PROCESSES = 10, EACH = 3, SAMPLES = PROCESSES * EACH };

struct pair {
    double samples[2][SAMPLES];
    struct launch_result launches[2][PROCESSES];
    struct record records[2];
};

/* The second takes 5 % longer, in processes of which the last one is half as fast as the first. Each process
 * takes ten seconds, and begins the second record so many after the first. */
static void make_pair(struct pair *pair, double later_s)
{
    for (size_t row = 0; row < 2; row++) {
        for (size_t i = 0; i < SAMPLES; i++)
            pair->samples[row][i] = (1 + 0.05 * (double)row) * (1 + 0.1 * (double)(i / EACH));
        for (size_t i = 0; i < PROCESSES; i++)
            pair->launches[row][i] =
                (struct launch_result){.samples = EACH, .began_s = 10 * (double)i + later_s * (double)row};
        pair->records[row] = (struct record){.point.implementation = &scan,
                                             .samples_s = pair->samples[row],
                                             .sample_count = SAMPLES,
                                             .launches = pair->launches[row],
                                             .launch_count = PROCESSES};
    }
}

static struct estimate ratio_of(const struct pair *pair)
{
    return records_ratio(&pair->records[0], &pair->records[1]);
}

/* One ratio a process, which is the same in all. */
static void expect_together(const struct pair *pair)
{
    const struct estimate ratio = ratio_of(pair);
    assert_int_equal(ratio.processes, PROCESSES);
    assert_float_equal(ratio.value, 1.05, 1e-9);
    assert_float_equal(ratio.interval.low, 1.05, 1e-9);
    assert_float_equal(ratio.interval.high, 1.05, 1e-9);
}

/* As wide as the processes differ. */
static void expect_apart(const struct pair *pair)
{
    const struct estimate ratio = ratio_of(pair);
    assert_int_equal(ratio.processes, 1);
    assert_float_equal(ratio.value, 1.05, 1e-9);
    assert_true(ratio.interval.low < 0.8 && ratio.interval.high > 1.3);
}

/* In each process the first record is slow in one round, and both are in the next: that moves the ratio of
 * the medians, and not the median of the ratios. */
static void disturb_rounds(struct pair *pair)
{
    for (size_t i = 0; i < SAMPLES; i += EACH) {
        pair->samples[0][i] *= 3;
        pair->samples[0][i + 1] *= 2;
        pair->samples[1][i + 1] *= 2;
    }
}

TEST(rounds_are_shared_where_they_began_together)
{
    struct pair pair;
    make_pair(&pair, 0);
    disturb_rounds(&pair);
    assert_true(records_share_rounds(&pair.records[0], &pair.records[1]));
    expect_together(&pair);
    pair.records[0].began_s = 1e9;
    pair.records[1].began_s = NAN; /* of a version that did not write it */
    assert_true(records_share_rounds(&pair.records[0], &pair.records[1]));
    pair.records[1].began_s = 1e9 + 1e-3;
    assert_false(records_share_rounds(&pair.records[0], &pair.records[1]));
    pair.records[1].began_s = 1e9;
    pair.records[1].launch_count = PROCESSES - 1;
    assert_false(records_share_rounds(&pair.records[0], &pair.records[1]));
}

TEST(processes_that_measured_both_are_compared)
{
    struct pair pair;
    make_pair(&pair, 3);
    assert_false(records_share_rounds(&pair.records[0], &pair.records[1]));
    expect_together(&pair);
    pair.launches[1][4].samples = 0; /* nothing of one process */
    pair.launches[1][5].samples = 2 * EACH;
    assert_int_equal(ratio_of(&pair).processes, PROCESSES - 1);
}

TEST(other_records_are_apart)
{
    struct pair pair;
    make_pair(&pair, 3);
    pair.launches[1][4].began_s = 51; /* in the time of the sixth process */
    expect_apart(&pair);
    make_pair(&pair, 3);
    pair.launches[0][4].began_s = 39; /* in that of the fourth */
    pair.launches[1][3].began_s = 39.5;
    expect_apart(&pair);
    make_pair(&pair, 1000); /* of another run */
    expect_apart(&pair);
    make_pair(&pair, NAN);
    pair.records[0].began_s = 1;
    pair.records[1].began_s = 2;
    expect_apart(&pair);
}
