/* SPDX-License-Identifier: MIT */
/* Grades of points: by what happened to the number, not by what was seen meanwhile. */
#include "results/grade.h"

#include "base/memory.h"
#include "statistics/placement.h"

#include <math.h>
#include <stdlib.h>

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

/* Two intervals that are apart, by more than the tolerance. */
static bool are_apart(const struct statistics *a, const struct statistics *b, double tolerance)
{
    return a->ci_high < b->ci_low && b->median > (1 + tolerance) * a->median;
}

/* Of the parts, whose medians are left in medians, and what they leave open in own. */
static bool parts_agree(const struct trace *trace, double tolerance, double *medians, struct interval *own)
{
    struct statistics *const parts = memory_array(trace->part_count, sizeof *parts);
    const double *values = trace->values;
    bool agree = true;
    *own = (struct interval){NAN, NAN};
    for (size_t i = 0; i < trace->part_count; i++) {
        parts[i] = statistics_make(values, trace->parts[i]);
        medians[i] = parts[i].median;
        *own = interval_around(*own, (struct interval){parts[i].ci_low, parts[i].ci_high});
        values += trace->parts[i];
        for (size_t k = 0; k < i; k++)
            agree &=
                !are_apart(&parts[i], &parts[k], tolerance) && !are_apart(&parts[k], &parts[i], tolerance);
    }
    free(parts);
    return agree;
}

/* Half the interval over the number; INFINITY without one. */
static double half_width(const struct trace *trace, const struct statistics *all, const double *medians,
                         struct interval own)
{
    struct statistics number = *all;
    if (trace->launched) {
        number = statistics_make(medians, trace->part_count);
        const struct interval across = statistics_across(&number, own);
        number.ci_low = across.low;
        number.ci_high = across.high;
    }
    return statistics_precision(&number);
}

static bool holds(const struct trace *trace, double tolerance)
{
    if (trace->count < GRADE_SAMPLES)
        return false;
    const struct statistics all = statistics_make(trace->values, trace->count);
    double *const medians = memory_array(trace->part_count, sizeof *medians);
    struct interval own;
    const bool held = parts_agree(trace, tolerance, medians, &own) &&
                      half_width(trace, &all, medians, own) <= tolerance &&
                      all.q3 - all.q1 <= mixture * all.median;
    free(medians);
    return held;
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
    const bool held = differ && holds(&trace, tolerance);
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
    if (holds(&times, fmax(asked, good_least)))
        grade = GRADE_GOOD;
    else if (holds(&times, fmax(asked, moved_least)) || ratios_hold(record, fmax(asked, moved_least)))
        grade = GRADE_MOVED;
    trace_close(&times);
    return grade;
}
