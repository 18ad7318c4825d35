/* SPDX-License-Identifier: MIT */
/* Cold calls: that caches are emptied before each of them, by writing and reading more than twice what they
 * hold, that a sample is one call, and that nothing of it is done for hot ones. */
#include "measure/measure.h"
#include "registry/registry.h"

#include "made_up.h"
#include "run_bed.h"

enum { LINE = 64, WORKERS = 3 };

TEST(more_than_twice_a_cache)
{
    assert_int_equal(evict_bytes(0), 0);
    for (size_t cache = 1; cache < (size_t)1 << 40; cache *= 3)
        assert_true(evict_bytes(cache) > 2 * cache);
}

/* Every worker reads every line, after all of them were written once more. */
TEST(each_line_is_written_and_read_by_all)
{
    struct error error = {0};
    struct buffer memory = {0};
    struct team *const team = team_create(NULL, WORKERS, &error);
    const struct buffer_shape shape = {
        .bytes = evict_bytes(100000), .placement = PLACE_OFFSET, .pages = PAGES_4K};
    const size_t lines = (shape.bytes + LINE - 1) / LINE;
    assert_non_null(team);
    assert_true(buffer_map(&memory, &shape, &error));
    for (uint64_t times = 1; times <= 3; times++) {
        assert_int_equal(evict_host(team, WORKERS, &memory), times * lines * WORKERS);
        for (size_t line = 0; line < lines; line++)
            assert_int_equal(memory.data[line * LINE], times);
    }
    assert_true(lines * LINE > 2 * 100000);
    buffer_unmap(&memory);
    team_destroy(team);
}

/* A run of two points, one made up, in a state of the caches. Returns where its time went. */
static struct effort run_in(enum cache_state cache, struct bed *bed, const char *topology)
{
    static struct implementation right;
    struct watch watch = {0};
    right = made_up_scan("right", scan);
    bed_init(bed, topology);
    bed->config.measure.samples = 20;
    bed->config.measure.time_s = 120; /* a checked build takes half a second to empty a cache of 480 MiB */
    bed->options.watch = &watch;
    add(bed, &right, SMALL)->point.cache = cache;
    add(bed, registry_find(PRIMITIVE_SCAN, "serial"), SMALL)->point.cache = cache;
    assert_done(run(bed), &bed->error);
    return watch.effort;
}

TEST(a_cold_sample_is_one_call)
{
    struct bed bed;
    if (run_in(CACHE_COLD, &bed, NULL).evicted_s <= 0)
        fail_msg("no cache was emptied: %s", record(&bed, 0)->message);
    for (size_t i = 0; i < 2; i++) {
        assert_rated(record(&bed, i));
        assert_int_equal(record(&bed, i)->batch, 1);
        assert_int_equal(record(&bed, i)->sample_count, 20);
    }
    bed_close(&bed);
}

TEST(hot_calls_need_nothing_of_it)
{
    struct bed bed;
    const struct effort effort = run_in(CACHE_HOT, &bed, NULL);
    assert_true(effort.evicted_s <= 0);
    assert_true(record(&bed, 0)->batch > 1); /* a thousand elements do not take 100 µs */
    bed_close(&bed);
}

/* What is not known cannot be emptied, and nothing is measured that would only be called cold. */
TEST(a_cache_of_unknown_size_refuses)
{
    struct bed bed;
    run_in(CACHE_COLD, &bed, "synthetic:pu:2");
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(record(&bed, i)->status, STATUS_UNSUPPORTED);
        assert_non_null(strstr(record(&bed, i)->message, "expected cache hot"));
        assert_no_rate(record(&bed, i));
    }
    bed_close(&bed);
}

/* One of them is never the winner over the other, nor do they share rounds or limits. */
TEST_OF(bed, the_states_are_two_problems)
{
    const struct implementation right = made_up_scan("right", scan);
    struct point *const hot = &add(bed, &right, SMALL)->point, *const cold = &add(bed, &right, SMALL)->point;
    assert_int_equal(point_compare_problems(hot, cold, 0), 0);
    cold->cache = CACHE_COLD;
    assert_int_not_equal(point_compare_problems(hot, cold, 0), 0);
}
