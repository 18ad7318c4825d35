/* SPDX-License-Identifier: MIT */
/* A small machine and a few records for the tests of reports: include once, before cmocka's tests. */
#pragma once

#include "base/buffer.h"
#include "base/sha256.h"
#include "machine/isa.h"
#include "results/result_file.h"

#include "test.h"

static const struct implementation fixture_serial = {
    .name = "plain",
    .primitive = PRIMITIVE_SCAN,
    .family = FAMILY_SERIAL,
    .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE),
};
static const struct implementation fixture_group = {
    .name = "many/of-a-rather-long-name/raking",
    .primitive = PRIMITIVE_SCAN,
    .family = FAMILY_GROUP,
    .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE) | AXIS_BIT(AXIS_THREADS_PER_GROUP) |
            AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_ISA),
};

static inline struct record fixture_record(const struct implementation *implementation, uint64_t n,
                                           double time_s)
{
    struct record record = {
        .point = {.implementation = implementation,
                  .dtype = DTYPE_U32,
                  .op = OP_SUM,
                  .scan_mode = MODE_EXCLUSIVE,
                  .n = n,
                  .pages = PAGES_HUGE,
                  .cache = CACHE_HOT},
        .status = STATUS_OK,
        .stop_reason = STOP_PRECISION,
        .batch = 64,
        .samples_s = malloc(3 * sizeof(double)),
        .sample_count = 3,
        .sample_capacity = 3,
        .statistics = {.samples = 3,
                       .median = time_s,
                       .ci_low = 0.75 * time_s,
                       .ci_high = 1.25 * time_s,
                       .min = 0.5 * time_s,
                       .p5 = time_s,
                       .q1 = time_s,
                       .q3 = time_s,
                       .p95 = time_s,
                       .max = time_s,
                       .mean = time_s,
                       .sd = NAN,
                       .mad = 0,
                       .lag1 = NAN},
        .grade = GRADE_GOOD,
        .limit_bytes_per_s = 1e10,
        .limit_ratio = 0.5,
        .limit_interval = {0.25, 0.75},
        .limit_name = "limit/of-all",
        .traffic = 3,
        .traffic_ratio = 0.75,
        .traffic_name = "limit/of-all",
        .huge_fraction = NAN,
        .empty_dispatch_s = 1e-6,
        .accuracy = {0.125, YES, UNKNOWN},
        .compute_s = 1e-6,
        .compute_spread = NAN,
        .throughput_s = 2e-6,
        .cpus = {3, 5},
        .cpu_count = 2,
        .verified = 7,
    };
    assert_non_null(record.samples_s);
    for (size_t i = 0; i < 3; i++)
        record.samples_s[i] = time_s * (double)(i + 1) / 2;
    if (implementation == &fixture_group) {
        record.point.threads_per_group = 256;
        record.point.values_per_thread = 8;
        record.point.workers = 2;
        record.point.isa = isa_best();
    }
    return record;
}

enum { FIXTURE_SAMPLES = 19 };

/* Samples around the median of a record, enough to tell it from others. */
static inline void fixture_sample(struct record *record)
{
    record->sample_count = record->sample_capacity = FIXTURE_SAMPLES;
    record->samples_s = realloc(record->samples_s, FIXTURE_SAMPLES * sizeof *record->samples_s);
    for (size_t i = 0; i < FIXTURE_SAMPLES; i++)
        record->samples_s[i] = record->statistics.median * (1 + 0.001 * (double)(i % 3));
}

/* Turn a record into one that failed after it was sampled. */
static inline void fixture_fail(struct record *record, enum status status, const char *message)
{
    record->status = status;
    snprintf(record->message, sizeof record->message, "%s", message);
    record->grade = GRADE_NONE;
}

/* What stands beside the JSON. */

struct fixture {
    struct machine machine;
    struct config config;
    struct report_context context;
    struct results results;
};

static inline void fixture_open(struct fixture *fixture, size_t records)
{
    static char text[] = "{ \"name\": \"sample\" }";
    static char program[] = "scanbench", odd[] = "\xff\xfe";
    static char *argv[] = {program, odd, NULL};
    static const char *const warnings[] = {"a warning"};
    struct error error = {0};

    *fixture = (struct fixture){.results = {.count = records, .complete = true}};
    fixture->results.records = calloc(records > 0 ? records : 1, sizeof(struct record));
    fixture->machine.topology =
        topology_create("synthetic:pack:1 l3:1(size=8388608) core:2 l2:1(size=1048576) "
                        "l1d:1(size=32768) pu:1",
                        &error);
    if (fixture->machine.topology == NULL || fixture->results.records == NULL)
        fail_msg("%s", error.text);
    fixture->machine.clock = (struct clock){.name = "CLOCK_MONOTONIC", .tick_s = 1e-9, .overhead_s = 2e-8};
    fixture->machine.environment = (struct environment){.kernel = "6.1",
                                                        .boost = -1,
                                                        .mhz = -1,
                                                        .load_1min = 0.25,
                                                        .aslr = 2,
                                                        .isolated = "none",
                                                        .mitigations = {{"meltdown", "Not affected"}},
                                                        .mitigation_count = 1,
                                                        .quota = {INFINITY, -1, ""},
                                                        .memory_left_bytes = -1,
                                                        .memory_available_bytes = -1,
                                                        .utc = "2026-01-31T12:00:00Z"};
    fixture->config.text = text;
    fixture->config.length = strlen(text);
    sha256_hex(text, strlen(text), fixture->config.sha256);
    strcpy(fixture->config.name, "sample");
    fixture->context = (struct report_context){
        .config = &fixture->config,
        .machine = &fixture->machine,
        .argc = 2,
        .argv = argv,
        .warnings = warnings,
        .warning_count = 1,
    };
}

static inline void fixture_close(struct fixture *fixture)
{
    results_close(&fixture->results);
    topology_destroy(fixture->machine.topology);
}
