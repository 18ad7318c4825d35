/* SPDX-License-Identifier: MIT */
/* What comes around samples: how slow the cores were, how many calls those of plugins have, and how much was
 * verified. The probes of the cores are this test's own. */
#include "machine/instruments/instruments.h"
#include "measure/block.h"

#include "made_up.h"
#include "run_bed.h"

enum { LONG_BATCH = 20, SAMPLES = 120 };
static const double fast_s = 1e-6, slow_s = 5e-6;

static atomic_uint chains, wides; /* how often the probes were asked */
static unsigned slow_side;        /* of a sample: 0 before it, 1 after it */

double probe_core_s(const struct clock *clock)
{
    (void)clock;
    return atomic_fetch_add(&chains, 1) % 2 == slow_side ? slow_s : fast_s;
}

double probe_wide_s(const struct clock *clock)
{
    (void)clock;
    return atomic_fetch_add(&wides, 1) % 2 == slow_side ? 2 * slow_s : 2 * fast_s;
}

/* An interruption on one side of a sample tells nothing of it. */
TEST(the_better_side_counts)
{
    const struct implementation right = made_up_scan("right", scan);
    for (slow_side = 0; slow_side < 2; slow_side++) {
        struct bed bed;
        chains = wides = 0;
        bed_init(&bed, NULL);
        add(&bed, &right, SMALL);
        assert_true(run(&bed));
        assert_rated(record(&bed, 0));
        assert_near(record(&bed, 0)->compute_s, fast_s, 1e-12);
        assert_near(record(&bed, 0)->throughput_s, 2 * fast_s, 1e-12);
        assert_near(record(&bed, 0)->compute_spread, 0, 1e-12);
        bed_close(&bed);
    }
}

/* A run of so many samples, of which the outputs of some are verified whole beside those of both proofs. */
static void run_samples(struct bed *bed, const struct implementation *implementation, uint64_t samples)
{
    bed_init(bed, NULL);
    bed->config.measure.samples = samples;
    add(bed, implementation, SMALL);
    assert_true(run(bed));
    assert_int_equal(record(bed, 0)->sample_count, samples);
}

/* Of what is built in the first and the last one, which may be the same. */
TEST(first_and_last_output_are_verified_whole)
{
    const struct implementation right = made_up_scan("right", scan);
    for (uint64_t samples = 1; samples <= SAMPLES; samples += SAMPLES / 3) {
        struct bed bed;
        run_samples(&bed, &right, samples);
        assert_int_equal(record(&bed, 0)->verified, 2 + (samples < 2 ? samples : 2));
        bed_close(&bed);
    }
}

TEST(foreign_outputs_are_all_verified)
{
    struct implementation foreign = made_up_scan("made/right", scan);
    struct bed bed;
    foreign.family = FAMILY_PLUGIN;
    run_samples(&bed, &foreign, SAMPLES);
    assert_int_equal(record(&bed, 0)->verified, 2 + SAMPLES);
    bed_close(&bed);
}

/* Calls up to each that finds another number than the first one: the last of a sample. */
static unsigned lengths[SAMPLES];
static size_t length_count;

static void count_positive(const struct run *run)
{
    static uint64_t first;
    const uint32_t *const in = run->input;
    uint64_t found = 0;
    for (size_t i = 0; i < run->point->n; i++)
        found += in[i] > 0;
    *run->count = found;
    if (length_count == 0 && lengths[0]++ == 0)
        first = found;
    else if (length_count > 0)
        lengths[length_count]++;
    length_count += found != first;
}

/* A sample of foreign code has up to seven calls less than the batch, at least one, and all lengths happen.
 */
TEST(foreign_samples_differ_in_their_calls)
{
    struct implementation foreign = made_up_scan("made/count", count_positive);
    const uint64_t batches[] = {1, 2, LONG_BATCH};
    foreign.primitive = PRIMITIVE_TALLY;
    foreign.family = FAMILY_PLUGIN;
    foreign.ops = 0;
    for (size_t k = 0; k < sizeof batches / sizeof batches[0]; k++) {
        struct record known = {.status = STATUS_OK, .batch = batches[k]};
        const struct results earlier = {.records = &known, .count = 1};
        bool seen[LONG_BATCH + 1] = {false};
        unsigned lengths_seen = 0;
        struct bed bed;
        bed_init(&bed, NULL);
        bed.config.measure.samples = SAMPLES;
        bed.options.earlier = &earlier;
        struct point *const point = &add(&bed, &foreign, SMALL)->point;
        point->op = OP_NONE;
        point->scan_mode = MODE_NONE;
        point->selectivity = SELECTIVITY_ONE / 2;
        memset(lengths, 0, sizeof lengths);
        length_count = 0;
        assert_true(run(&bed));
        assert_int_equal(record(&bed, 0)->sample_count, SAMPLES);
        assert_int_equal(length_count, SAMPLES);
        for (size_t i = 1; i < SAMPLES; i++) {
            assert_true(lengths[i] >= 2 && lengths[i] <= batches[k] + 1); /* with the untimed call before */
            lengths_seen += !seen[lengths[i] - 1];
            seen[lengths[i] - 1] = true;
        }
        assert_int_equal(lengths_seen, batches[k] < 8 ? batches[k] : 8);
        bed_close(&bed);
    }
}

/* The best copy of the first process is the only one beside its point in later ones, however fast it is
 * there. */
TEST(later_processes_take_the_limit_that_was_best_in_the_first)
{
    static const char *const names[] = {"limit/copy-rep", "limit/copy-stream"};
    const struct implementation right = made_up_scan("right", scan);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct record known = {.status = STATUS_OK, .batch = 1, .limit_name = names[i]};
        const struct results earlier = {.records = &known, .count = 1};
        struct bed bed;
        bed_init(&bed, NULL);
        bed.options.earlier = &earlier;
        add(&bed, &right, SMALL);
        assert_true(run(&bed));
        assert_string_equal(record(&bed, 0)->limit_name, names[i]);
        bed_close(&bed);
    }
}
