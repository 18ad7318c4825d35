/* SPDX-License-Identifier: MIT */
/* What bounds a point: limits that are dropped, and what is said of a point beside those that stay. */
#include "measure/measure.h"

#include "scene_bed.h"

#include <math.h>

enum { CACHED = 1000 }; /* elements that fit into a first cache */

/* Limits that joined: one as fast as the best goes on, one that is far behind goes, and bounds nothing. */
TEST(slow_limits_are_dropped)
{
    static const struct implementation scan = {.name = "scan", .primitive = PRIMITIVE_SCAN};
    static const struct implementation copy = {.name = "copy", .primitive = PRIMITIVE_COPY};
    static const double slowness[] = {3, 1, 1.1, 1.5};
    enum { ENTRIES = 4 };
    double samples[ENTRIES][SAMPLES];
    struct record records[ENTRIES];
    struct entry entries[ENTRIES];
    for (size_t e = 0; e < ENTRIES; e++) {
        const struct point point = {
            .implementation = e ? &copy : &scan, .dtype = DTYPE_U32, .n = N, .workers = 1};
        records[e] = record_of(&point);
        records[e].samples_s = samples[e];
        records[e].sample_count = 4;
        for (size_t i = 0; i < SAMPLES; i++)
            samples[e][i] = slowness[e] * 1e-6 * (1 + 1e-3 * (double)(i % 2));
        entries[e] = (struct entry){.record = &records[e], .active = true};
    }
    struct block block = {.key = {.primitive = PRIMITIVE_SCAN, .dtype = DTYPE_U32, .n = N},
                          .entries = entries,
                          .entry_count = ENTRIES,
                          .planned_count = 1};
    limits_drop(&block);
    assert_true(entries[3].active); /* too early to tell */
    for (size_t e = 0; e < ENTRIES; e++)
        records[e].sample_count = 5;
    limits_drop(&block);
    assert_true(entries[0].active && entries[1].active && entries[2].active);
    assert_true(!entries[3].active && entries[3].beaten);
}

/* A scan against a copy of the same bytes whose calls take so many times as long, in rounds that both share,
 * and as long as so many empty ones. */
static struct record rate_beside(double slower, double noise, size_t n, double empty_calls)
{
    static const struct implementation copy = {.name = "copy", .primitive = PRIMITIVE_COPY};
    double copied[SAMPLES];
    struct scene scene;
    enter(&scene, REAL);
    const struct point point = {.implementation = &copy, .dtype = DTYPE_U32, .n = n, .workers = 2};
    struct record limit = record_of(&point);
    for (size_t i = 0; i < SAMPLES; i++) {
        scene.samples[i] *= 1 + 0.5 * (double)(i % 5); /* a disturbance of whole rounds */
        copied[i] = slower * scene.samples[i] * (1 + noise * (double)(i % 2));
    }
    limit.samples_s = copied;
    limit.sample_count = SAMPLES;
    limit.statistics = statistics_make(copied, SAMPLES);
    scene.record.point.dtype = DTYPE_U32;
    scene.record.point.n = n;
    scene.record.empty_dispatch_s = limit.statistics.median / empty_calls;
    scene.record.statistics = statistics_make(scene.samples, SAMPLES);
    limit.status = scene.record.status = STATUS_OK;
    struct entry entries[] = {{.record = &scene.record}, {.record = &limit}};
    scene.block.entries = entries;
    scene.block.entry_count = 2;
    scene.block.planned_count = 1;
    scene.record.samples_s = malloc(sizeof scene.samples);
    memcpy(scene.record.samples_s, scene.samples, sizeof scene.samples);
    limits_rate(&scene.block);
    limits_refuse(&(struct results){.records = &scene.record, .count = 1}, &scene.machine);
    record_close(&scene.record);
    machine_close(&scene.machine);
    return scene.record;
}

static struct record rate_noisy(double slower, double noise, size_t n)
{
    return rate_beside(slower, noise, n, INFINITY);
}

static struct record rate_many(double slower, size_t n)
{
    return rate_noisy(slower, 1e-3, n);
}

static struct record rate_against_limit(double slower)
{
    return rate_many(slower, CACHED);
}

/* Rounds that are slow for both widen the times, and not their ratio. */
TEST(limit_is_paired)
{
    const struct record below = rate_against_limit(0.5);
    assert_true(fabs(below.limit_ratio - 0.5) < 0.01);
    assert_true(below.limit_interval.low > 0.499 && below.limit_interval.high < 0.501);
    assert_int_equal(below.flags, 0);
}

TEST(limit_exceeded)
{
    const struct record near = rate_against_limit(1.01), above = rate_against_limit(1.05);
    assert_int_equal(near.flags, 0);
    assert_true(near.limit_ratio > 1);
    assert_int_equal(above.flags, FLAG_LIMIT_EXCEEDED);
    assert_true(above.limit_ratio > 1.04);
}

/* Above 1.25, the whole interval, and beyond the first cache. */
TEST(implausible)
{
    assert_int_equal(rate_many(1.24, N).status, STATUS_OK);
    assert_int_equal(rate_many(1.4, CACHED).status, STATUS_OK);
    const struct record record = rate_many(1.4, N);
    assert_int_equal(record.status, STATUS_IMPLAUSIBLE);
    assert_true(isnan(record_bytes_per_s(&record)) && isnan(record.limit_ratio));
    assert_non_null(strstr(record.message, "1.4 times"));
}

/* What a call costs is in a limit too: of one that is over as soon as a few empty calls it says nothing. */
TEST(limits_of_a_few_calls)
{
    assert_int_equal(rate_beside(1.4, 1e-3, N, 7.8).status, STATUS_OK);
    assert_int_equal(rate_beside(1.4, 1e-3, N, 8.2).status, STATUS_IMPLAUSIBLE);
    assert_int_equal(rate_beside(1.4, 1e-3, N, NAN).status, STATUS_IMPLAUSIBLE);
}

/* What is above with half of the rounds is not above with confidence. */
TEST(above_without_confidence)
{
    const struct record record = rate_noisy(1, 0.8, N);
    assert_int_equal(record.status, STATUS_OK);
    assert_true(record.limit_ratio > 1.25 && record.limit_interval.low < 1.02);
    assert_int_equal(record.flags & FLAG_LIMIT_EXCEEDED, 0);
}

/* The share is in its own interval, whatever the samples. */
TEST(limit_ratio_is_in_its_interval)
{
    for (unsigned i = 0; i < 60; i++) {
        const struct record record = rate_against_limit(0.4 + 0.01 * i);
        assert_true(record.limit_interval.low <= record.limit_ratio &&
                    record.limit_ratio <= record.limit_interval.high);
        assert_near(record_bytes_per_s(&record) / record.limit_bytes_per_s, record.limit_ratio, 1e-12);
    }
}

/* More workers than CPUs are bounded by as many as there are CPUs. */
TEST(workers_beyond_the_cpus)
{
    static const struct implementation copy = {.name = "copy", .primitive = PRIMITIVE_COPY};
    static const struct implementation scan = {.name = "scan", .primitive = PRIMITIVE_SCAN};
    const struct point two = {.implementation = &copy, .workers = 2};
    const struct point eight = {.implementation = &copy, .workers = 8};
    const struct point point = {.implementation = &scan, .workers = 8};
    struct block block = {.cpus = 2};
    assert_true(limits_hold(&block, &two, &point));
    assert_false(limits_hold(&block, &eight, &point));
    block.cpus = 8;
    assert_false(limits_hold(&block, &two, &point));
    assert_true(limits_hold(&block, &eight, &point));
    block.cpus = 0; /* unknown */
    assert_true(limits_hold(&block, &eight, &point));
}
