/* SPDX-License-Identifier: MIT */
/* What comes around samples: how slow the cores were, the batches of plugins that are judged alone, and how
 * much was verified. The probes of the cores are this test's own. */
#include "machine/instruments/probe.h"
#include "measure/block.h"
#include "measure/watch.h"

#include "made_up.h"
#include "run_bed.h"

/* LOOKED: calls of a plugin that are judged one by one before its first sample. */
enum { BATCHES = 4096, LOOKED = 128, LONG_BATCH = 8, SAMPLES = 60, LARGE = 50000 };
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
static void the_better_side_counts(void **state)
{
    (void)state;
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

/* Of what is built in the first output is verified whole, and one in each stretch that is four times as long:
 * of samples 1 to 3, 4 to 15, 16 to 63. */
static void some_outputs_are_verified_whole(void **state)
{
    (void)state;
    const struct implementation right = made_up_scan("right", scan);
    struct bed bed;
    bed_init(&bed, NULL);
    bed.config.measure.precision = -1;
    bed.config.measure.samples_min = bed.config.measure.samples_max = 64;
    add(&bed, &right, SMALL);
    assert_true(run(&bed));
    assert_int_equal(record(&bed, 0)->sample_count, 64);
    assert_int_equal(record(&bed, 0)->verified, 2 + 4); /* both proofs before */
    bed_close(&bed);
}

/* Calls since the count was last overwritten, which it is before each batch that is judged. */
static unsigned lengths[BATCHES];
static size_t length_count;

static void count_positive(const struct run *run)
{
    static uint64_t last = UINT64_MAX;
    const uint32_t *const in = run->input;
    uint64_t found = 0;
    for (size_t i = 0; i < run->point->n; i++)
        found += in[i] > 0;
    if ((length_count == 0 || *run->count != last) && length_count < BATCHES)
        lengths[length_count++] = 0;
    lengths[length_count - 1]++;
    *run->count = last = found;
}

static struct implementation foreign_count(void)
{
    struct implementation made = made_up_scan("made/count", count_positive);
    made.primitive = PRIMITIVE_TALLY;
    made.family = FAMILY_PLUGIN;
    made.axes = AXIS_BIT(AXIS_SELECTIVITY);
    made.ops = 0;
    return made;
}

/* A run of it with so many calls a sample, as an earlier launch would have chosen. */
static void run_foreign(struct bed *bed, const struct implementation *foreign, size_t n, uint64_t batch)
{
    struct point *const point = &add(bed, foreign, n)->point;
    point->op = OP_NONE;
    point->mode = MODE_NONE;
    point->selectivity = SELECTIVITY_ONE / 2;
    bed->config.measure.precision = -1;
    bed->config.measure.samples_max = SAMPLES;
    bed->options.batches = &batch;
    length_count = 0;
    assert_true(run(bed));
    bed->options.batches = NULL;
    assert_int_equal(record(bed, 0)->status, STATUS_OK);
    assert_int_equal(record(bed, 0)->sample_count, SAMPLES);
    assert_int_equal(record(bed, 0)->batch, batch);
    assert_true(length_count > 2 * SAMPLES && length_count < BATCHES);
    assert_int_equal(lengths[length_count - 1], batch);
}

/* Calls before each batch: a sample's and the next look's are between the same two changes of the count. */
static unsigned untimed_calls(uint64_t batch)
{
    return lengths[length_count - 3] - (unsigned)batch;
}

/* Before each sample a batch of any length up to its is judged, or up to three calls where it has fewer: from
 * the last batch backwards there is a sample's and a look's in turn. */
static void looks_have_any_length(void **state)
{
    (void)state;
    const struct implementation foreign = foreign_count();
    const uint64_t batches[] = {1, 2, LONG_BATCH};
    for (size_t k = 0; k < sizeof batches / sizeof batches[0]; k++) {
        const uint64_t batch = batches[k], most = batch > 3 ? batch : 3;
        bool seen[LONG_BATCH + 1] = {false};
        struct bed bed;
        bed_init(&bed, NULL);
        run_foreign(&bed, &foreign, SMALL, batch);
        const unsigned untimed = untimed_calls(batch);
        for (size_t i = 1; i < SAMPLES; i++) {
            const unsigned look = lengths[length_count - 2 * i] - untimed;
            assert_int_equal(lengths[length_count - 2 * i - 1], batch + untimed);
            assert_true(look >= 1 && look <= most);
            seen[look] = true;
        }
        for (uint64_t look = 1; look <= most; look++)
            assert_true(seen[look]);
        bed_close(&bed);
    }
}

/* All of each output, of what comes before the samples too, and that is counted as effort. */
static void foreign_outputs_are_all_verified(void **state)
{
    (void)state;
    const struct implementation foreign = foreign_count();
    struct watch watch = {.effort = {.untimed_s = 0}};
    struct bed bed;
    bed_init(&bed, NULL);
    bed.options.watch = &watch;
    run_foreign(&bed, &foreign, LARGE, LONG_BATCH);
    assert_int_equal(record(&bed, 0)->verified, 2 + LOOKED + 2 * SAMPLES);
    const double call_s = record(&bed, 0)->statistics.min;
    const unsigned looks = LOOKED + SAMPLES, untimed = 2 * SAMPLES * untimed_calls(LONG_BATCH);
    assert_true(watch.effort.untimed_s > (looks + untimed) * call_s);
    bed_close(&bed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_better_side_counts),
        cmocka_unit_test(some_outputs_are_verified_whole),
        cmocka_unit_test(looks_have_any_length),
        cmocka_unit_test(foreign_outputs_are_all_verified),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
