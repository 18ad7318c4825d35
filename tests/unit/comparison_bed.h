/* SPDX-License-Identifier: MIT */
/* Made results with known properties, and their comparison. */
#ifndef SCANBENCH_COMPARISON_BED_H
#define SCANBENCH_COMPARISON_BED_H

#include "analysis/comparison.h"
#include "analysis/noise_floor.h"
#include "base/random.h"
#include "statistics/statistics.h"

#include "test.h"

/* Made runs have five launches, where a test does not say that they have one. */
enum { ROWS = 120, SAMPLES = 40, SIZES = 12, LAUNCHES = 5, LAUNCH_ROUNDS = SAMPLES / LAUNCHES };

static inline double normal(struct random *random)
{
    const double u = ((double)(random_next(random) >> 11) + 0.5) * 0x1p-53;
    const double v = (double)(random_next(random) >> 11) * 0x1p-53;
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

/* How a made run behaves. All are standard deviations of logarithms but the lag. */
struct behaviour {
    double noise; /* of samples within the run */
    double lag1;
    double drift; /* of the whole row, between runs; the limits drift alike */
};

static const struct implementation made = {
    .name = "made", .primitive = PRIMITIVE_SCAN, .family = FAMILY_SERIAL, .axes = AXIS_BIT(AXIS_UNROLL)};

static inline void rate_launches(struct record *record)
{
    for (size_t launch = 0; launch < LAUNCHES; launch++)
        record->launches[launch].median =
            statistics_make(record->samples_s + launch * LAUNCH_ROUNDS, LAUNCH_ROUNDS).median;
}

static inline void make_launches(struct record *record)
{
    record->launches = calloc(LAUNCHES, sizeof *record->launches);
    assert_non_null(record->launches);
    record->launch_count = LAUNCHES;
    for (size_t launch = 0; launch < LAUNCHES; launch++)
        record->launches[launch] = (struct launch_result){.samples = LAUNCH_ROUNDS, .began_s = NAN};
    rate_launches(record);
}

static inline struct record make_row(size_t index, const struct behaviour *behaviour, double limit_drift,
                                     struct random *random)
{
    const double drift = behaviour->drift * normal(random);
    struct record record = {
        .point = {.implementation = &made,
                  .dtype = DTYPE_U32,
                  .n = 1024u << index % SIZES,
                  .unroll = index / SIZES,
                  .pages = PAGES_HUGE,
                  .cache = CACHE_HOT},
        .status = STATUS_OK,
        .limit_bytes_per_s = 1e10 * (double)(1 + index % SIZES) * exp(limit_drift),
        .compute_s = 1e-6,
        .throughput_s = NAN,
        .samples_s = malloc(SAMPLES * sizeof(double)),
        .sample_count = SAMPLES,
    };
    double state = normal(random);
    for (size_t i = 0; i < SAMPLES; i++) {
        state = behaviour->lag1 * state + sqrt(1 - behaviour->lag1 * behaviour->lag1) * normal(random);
        record.samples_s[i] = 1e-4 * exp(drift + behaviour->noise * state);
    }
    record.statistics = record_statistics(&record);
    make_launches(&record);
    return record;
}

static inline struct result_file make_file(const char *path, const struct behaviour *behaviour,
                                           struct random *random)
{
    double limit_drift[SIZES];
    struct result_file file = {
        .path = path,
        .results = {.records = calloc(ROWS, sizeof *file.results.records), .count = ROWS, .complete = true}};
    assert_non_null(file.results.records);
    for (size_t i = 0; i < SIZES; i++)
        limit_drift[i] = behaviour->drift * normal(random);
    for (size_t i = 0; i < ROWS; i++)
        file.results.records[i] = make_row(i, behaviour, limit_drift[i % SIZES], random);
    return file;
}

static inline void slow_down(struct result_file *file, size_t every, double factor)
{
    for (size_t i = 0; i < file->results.count; i += every) {
        struct record *const record = &file->results.records[i];
        for (size_t k = 0; k < record->sample_count; k++)
            record->samples_s[k] *= factor;
        for (size_t k = 0; k < record->launch_count; k++)
            record->launches[k].median *= factor;
    }
}

/* Of all samples one launch is made. */
static inline void have_one_launch(struct result_file *file)
{
    for (size_t i = 0; i < file->results.count; i++)
        file->results.records[i].launch_count = 0;
}

static inline struct comparison compare(const struct result_file *base, const struct result_file *next)
{
    const struct comparison_options options = {.bound = 0.02, .floor = NAN, .seed = 1};
    struct comparison comparison;
    struct error error = {0};
    if (!comparison_make(&comparison, base, next, &options, &error))
        fail_msg("%s", error.text);
    return comparison;
}

struct pair {
    struct result_file base, next;
};

static inline struct pair make_pair(const struct behaviour *behaviour, uint64_t seed)
{
    struct random random = {seed};
    struct pair pair;
    pair.base = make_file("base", behaviour, &random);
    pair.next = make_file("next", behaviour, &random);
    return pair;
}

static inline void close_pair(struct pair *pair)
{
    result_file_close(&pair->base);
    result_file_close(&pair->next);
}

#endif
