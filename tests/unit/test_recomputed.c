/* SPDX-License-Identifier: MIT */
/* What a stranger recomputes from the JSON of a run: the share of the limit, from the samples of both. */
#include "made_up.h"
#include "results/results.h"
#include "run_bed.h"

#include <jansson.h>

enum { LAUNCHES = 3 };

static int compare_values(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_values);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static double at(const json_t *list, size_t index)
{
    const json_t *const value = json_array_get(list, index);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

/* 1 over the median of the samples over the limit's, of some rounds. */
static double share_of(const json_t *result, size_t first, size_t count)
{
    const json_t *const own = json_object_get(result, "samples_s");
    const json_t *const limit = json_object_get(json_object_get(result, "limit"), "times_s");
    double *const ratios = malloc(count * sizeof *ratios);
    assert_non_null(ratios);
    for (size_t i = 0; i < count; i++)
        ratios[i] = at(own, first + i) / at(limit, first + i);
    const double share = 1 / median_of(ratios, count);
    free(ratios);
    return share;
}

/* Of several launches the median of theirs. */
static double recomputed(const json_t *result)
{
    const json_t *const launches = json_object_get(result, "launches");
    double shares[LAUNCHES];
    size_t first = 0;
    if (json_array_size(launches) == 0)
        return share_of(result, 0, json_array_size(json_object_get(result, "samples_s")));
    assert_int_equal(json_array_size(launches), LAUNCHES);
    for (size_t i = 0; i < LAUNCHES; i++) {
        const json_t *const samples = json_object_get(json_array_get(launches, i), "samples");
        shares[i] = share_of(result, first, (size_t)json_integer_value(samples));
        first += (size_t)json_integer_value(samples);
    }
    return median_of(shares, LAUNCHES);
}

static void check(const struct record *record)
{
    json_t *const result = record_json(record);
    const json_t *const limit = json_object_get(result, "limit");
    const double told = json_number_value(json_object_get(limit, "ratio"));
    assert_near(recomputed(result) / told, 1, 1e-9);
    assert_true(json_number_value(json_object_get(limit, "ratio_ci_low")) <= told);
    assert_true(json_number_value(json_object_get(limit, "ratio_ci_high")) >= told);
    json_decref(result);
}

static struct results run_once(struct bed *bed)
{
    assert_true(run(bed));
    assert_rated(record(bed, 0));
    const struct results results = bed->results;
    bed->results = (struct results){0};
    return results;
}

TEST_OF(bed, of_one_launch_and_of_several)
{
    const struct implementation right = made_up_scan("right", scan);
    struct results launches[LAUNCHES], joined;
    add(bed, &right, SMALL);
    for (size_t i = 0; i < LAUNCHES; i++) {
        launches[i] = run_once(bed);
        check(&launches[i].records[0]);
    }
    results_join(launches, LAUNCHES, &joined);
    assert_int_equal(joined.records[0].launch_count, LAUNCHES);
    check(&joined.records[0]);
    for (size_t i = 0; i < LAUNCHES; i++)
        results_close(&launches[i]);
    results_close(&joined);
}
