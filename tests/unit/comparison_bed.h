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

static inline void rate_launches(struct result_row *row)
{
    for (size_t launch = 0; launch < LAUNCHES; launch++)
        row->launch_medians_s[launch] =
            statistics_make(row->samples_s + launch * LAUNCH_ROUNDS, LAUNCH_ROUNDS).median;
}

static inline void make_launches(struct result_row *row)
{
    row->launch_medians_s = malloc(LAUNCHES * sizeof(double));
    row->launch_rounds = malloc(LAUNCHES * sizeof(size_t));
    row->launches = row->launch_count = LAUNCHES;
    for (size_t launch = 0; launch < LAUNCHES; launch++)
        row->launch_rounds[launch] = LAUNCH_ROUNDS;
    rate_launches(row);
}

static inline struct result_row make_row(size_t index, const struct behaviour *behaviour, double limit_drift,
                                         struct random *random)
{
    const double drift = behaviour->drift * normal(random);
    struct result_row row = {
        .implementation = {.name = "made",
                           .primitive = PRIMITIVE_SCAN,
                           .family = FAMILY_SERIAL,
                           .axes = AXIS_BIT(AXIS_UNROLL)},
        .record = {.point = {.dtype = DTYPE_U32,
                             .n = 1024u << index % SIZES,
                             .unroll = index / SIZES,
                             .pages = PAGES_HUGE,
                             .cache = CACHE_HOT},
                   .status = STATUS_OK,
                   .limit_bytes_per_s = 1e10 * (double)(1 + index % SIZES) * exp(limit_drift),
                   .compute_s = 1e-6,
                   .throughput_s = NAN},
        .samples_s = malloc(SAMPLES * sizeof(double)),
        .sample_count = SAMPLES,
    };
    double state = normal(random);
    for (size_t i = 0; i < SAMPLES; i++) {
        state = behaviour->lag1 * state + sqrt(1 - behaviour->lag1 * behaviour->lag1) * normal(random);
        row.samples_s[i] = 1e-4 * exp(drift + behaviour->noise * state);
    }
    make_launches(&row);
    return row;
}

static inline struct result_file make_file(const char *path, const struct behaviour *behaviour,
                                           struct random *random)
{
    double limit_drift[SIZES];
    struct result_file file = {
        .path = path, .complete = true, .rows = calloc(ROWS, sizeof *file.rows), .row_count = ROWS};
    assert_non_null(file.rows);
    for (size_t i = 0; i < SIZES; i++)
        limit_drift[i] = behaviour->drift * normal(random);
    for (size_t i = 0; i < ROWS; i++) {
        file.rows[i] = make_row(i, behaviour, limit_drift[i % SIZES], random);
        file.rows[i].record.point.implementation = &file.rows[i].implementation;
    }
    return file;
}

static inline void slow_down(struct result_file *file, size_t every, double factor)
{
    for (size_t i = 0; i < file->row_count; i += every) {
        for (size_t k = 0; k < file->rows[i].sample_count; k++)
            file->rows[i].samples_s[k] *= factor;
        for (size_t k = 0; k < file->rows[i].launch_count; k++)
            file->rows[i].launch_medians_s[k] *= factor;
    }
}

/* Of all samples one launch is made. */
static inline void have_one_launch(struct result_file *file)
{
    for (size_t i = 0; i < file->row_count; i++)
        file->rows[i].launches = file->rows[i].launch_count = 0;
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
