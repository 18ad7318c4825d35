/* SPDX-License-Identifier: MIT */
/* Grades of points: by what happened to the number, not by what was seen meanwhile. */
#include "results/grade.h"

#include "base/memory.h"
#include "statistics/placement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double good_least = 0.02, moved_least = 0.05;
static const double mixture = 0.25; /* the distance of the quartiles over the median */

/* What is looked at: times, or ratios of rounds, those of one launch after those of another, without what is
 * of another placement. */
struct trace {
    double *values; /* owned */
    size_t count;
    size_t *parts; /* owned; values of each launch; of one launch, of its halves */
    size_t part_count;
    bool launched;
};

static void trace_close(struct trace *trace)
{
    free(trace->values);
    free(trace->parts);
}

/* Takes values, one a sample of the record, NAN where there is none. */
static struct trace trace_of(const struct record *record, double *values)
{
    struct trace trace = {values, 0, NULL, 0, record->launch_count > 1};
    size_t at = 0;
    trace.parts = memory_array(record->launch_count + 2, sizeof *trace.parts);
    for (size_t i = 0; trace.launched && i < record->launch_count; i++) {
        const size_t kept = placement_drop(values + at, record->launches[i].samples);
        for (size_t k = 0; k < kept; k++)
            values[trace.count + k] = values[at + k];
        at += record->launches[i].samples;
        trace.count += kept;
        if (kept > 0)
            trace.parts[trace.part_count++] = kept;
    }
    if (trace.launched)
        return trace;
    trace.count = placement_drop(values, record->sample_count);
    trace.parts[0] = trace.count / 2;
    trace.parts[1] = trace.count - trace.count / 2;
    trace.part_count = 2;
    return trace;
}

static bool is_mixture(const struct statistics *statistics)
{
    return statistics->q3 - statistics->q1 > mixture * statistics->median;
}

/* Two intervals that are apart, by more than the tolerance. */
static bool are_apart(const struct statistics *a, const struct statistics *b, double tolerance)
{
    return a->ci_high < b->ci_low && b->median > (1 + tolerance) * a->median;
}

/* It has a number, and its halves agree. */
static bool launch_holds(const struct trace *trace, double tolerance)
{
    const struct statistics all = statistics_make(trace->values, trace->count);
    const struct statistics first = statistics_make(trace->values, trace->parts[0]);
    const struct statistics last = statistics_make(trace->values + trace->parts[0], trace->parts[1]);
    return !are_apart(&first, &last, tolerance) && !are_apart(&last, &first, tolerance) &&
           statistics_precision(&all) <= tolerance && !is_mixture(&all);
}

/* Takes the value out that is furthest from the number. */
static void drop_furthest(double *values, size_t count, double number)
{
    size_t furthest = 0;
    for (size_t i = 1; i < count; i++)
        if (fabs(values[i] - number) > fabs(values[furthest] - number))
            furthest = i;
    memmove(values + furthest, values + furthest + 1, (count - 1 - furthest) * sizeof *values);
}

/* Of the median of launches' medians without those furthest from it: half its interval over it, by what they
 * differ by, of which what each launch leaves open is a part; INFINITY without an interval. */
static double half_width(double *medians, size_t count, size_t apart)
{
    const double median = statistics_make(medians, count).median;
    for (size_t i = 0; i < apart; i++)
        drop_furthest(medians, count - i, median);
    struct statistics number = statistics_make(medians, count - apart);
    const struct interval across = statistics_across(&number, (struct interval){NAN, NAN});
    number.ci_low = across.low;
    number.ci_high = across.high;
    return statistics_precision(&number);
}

/* Most have a number each for itself, and they agree, but for so many that may be apart. */
static bool launches_hold(const struct trace *trace, double tolerance, size_t apart)
{
    double *const medians = memory_array(trace->part_count, sizeof *medians);
    const double *values = trace->values;
    size_t steady = 0;
    for (size_t i = 0; i < trace->part_count; i++) {
        const struct statistics launch = statistics_make(values, trace->parts[i]);
        medians[i] = launch.median;
        steady += statistics_precision(&launch) <= tolerance && !is_mixture(&launch);
        values += trace->parts[i];
    }
    const bool held =
        2 * steady > trace->part_count && half_width(medians, trace->part_count, apart) <= tolerance;
    free(medians);
    return held;
}

/* Of several launches, so many may be apart. */
static bool holds(const struct trace *trace, double tolerance, size_t apart)
{
    if (trace->count < GRADE_SAMPLES)
        return false;
    return trace->launched ? launches_hold(trace, tolerance, apart) : launch_holds(trace, tolerance);
}

/* Launches that may be apart where the number is to be compared: the median of all knows little of them. */
static size_t few_of(const struct trace *trace)
{
    return trace->part_count / 5;
}

/* The ratios of the rounds; none of a limit to itself. */
static bool ratios_hold(const struct record *record, double tolerance)
{
    if (!record->limit_s)
        return false;
    double *const ratios = record_rounds(record);
    bool differ = false;
    for (size_t i = 0; i < record->sample_count; i++) {
        differ |= isfinite(record->limit_s[i]) && record->limit_s[i] != record->samples_s[i];
        ratios[i] /= record->limit_s[i];
    }
    struct trace trace = trace_of(record, ratios);
    const bool held = differ && holds(&trace, tolerance, few_of(&trace));
    trace_close(&trace);
    return held;
}

enum grade record_grade(const struct record *record)
{
    if (!record_measured(record))
        return GRADE_NONE;
    const double asked = isnan(record->precision) ? 0 : record->precision;
    struct trace times = trace_of(record, record_rounds(record));
    enum grade grade = GRADE_UNUSABLE;
    if (holds(&times, fmax(asked, good_least), 0))
        grade = GRADE_GOOD;
    else if (holds(&times, fmax(asked, moved_least), few_of(&times)) ||
             ratios_hold(record, fmax(asked, moved_least)))
        grade = GRADE_MOVED;
    trace_close(&times);
    return grade;
}
