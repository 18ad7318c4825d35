/* SPDX-License-Identifier: MIT */
/* The one list of what a result holds, and where what is no member of a record comes from. */
#include "results/field.h"

#include "problem/primitive.h"

#include <math.h>

/* Of plugins nobody knows. */
static void get_deterministic(const struct field *field, const struct record *record, struct cell *value)
{
    const struct implementation *const implementation = record->point.implementation;
    (void)field;
    if (implementation->family != FAMILY_PLUGIN)
        cell_set_known(value, implementation->deterministic ? YES : NO);
}

static void set_deterministic(const struct field *field, struct record *record,
                              struct implementation *described, const struct cell *value)
{
    (void)field, (void)record;
    described->deterministic = value->count == YES;
}

static void get_axis(const struct field *field, const struct record *record, struct cell *value)
{
    const struct point *const point = &record->point;
    const uint64_t number = point->axis[field->which];
    char text[sizeof value->text];

    const bool unsaid = field->kind == FIELD_WORD || axis_info[field->which].unsaid;
    if (!point_has(point, (enum axis)field->which) || (unsaid && number == 0))
        return;
    if (field->kind == FIELD_NUMBER)
        cell_set_number(value, (double)number / SELECTIVITY_ONE);
    else
        cell_set_count(value, number);
    if (field->kind == FIELD_WORD)
        cell_set_word(value, point_axis_text(point, (enum axis)field->which, text, sizeof text));
}

static void set_axis(const struct field *field, struct record *record, struct implementation *described,
                     const struct cell *value)
{
    const double fraction = fmin(value->number, 1) * SELECTIVITY_ONE + 0.5;

    record->point.axis[field->which] = field->kind == FIELD_NUMBER ? (uint64_t)fraction : value->count;
    if (!axis_info[field->which].everywhere)
        described->axes |= AXIS_BIT(field->which);
}

static void get_per_element(const struct field *field, const struct record *record, struct cell *value)
{
    cell_set_number(value, record_per_element(record, (enum event)field->which));
}

/* The kind of the column of an axis. */
#define FIELD_OF_COUNT FIELD_COUNT
#define FIELD_OF_CHOICE FIELD_WORD
#define FIELD_OF_FRACTION FIELD_NUMBER

#define MEMBER(member) .place = offsetof(struct record, member), .size = sizeof((struct record *)NULL)->member
#define IMPLEMENTED(member)                                                             \
    .owner = FIELD_OF_IMPLEMENTATION, .place = offsetof(struct implementation, member), \
    .size = sizeof((struct implementation *)NULL)->member
#define ACROSS(member) .across = offsetof(struct record, member)
#define WORDS(list, length, first) .words = (list), .word_count = (length), .first_word = (first)

/* Rows: name, unit, description, kind, group, join; then the member, or what makes the value. */
#define AXIS_COLUMN(NAME, name, kind, ...) \
    {#name,                                \
     "",                                   \
     NULL,                                 \
     FIELD_OF_##kind,                      \
     FIELD_IN_PARAMETERS,                  \
     .get = get_axis,                      \
     .set = set_axis,                      \
     .which = AXIS_##NAME},
#define COUNTER_COLUMN(EVENT, name, description)                                                             \
    {                                                                                                        \
        name, "", description, FIELD_NUMBER, FIELD_ELSEWHERE, .get = get_per_element, .which = EVENT_##EVENT \
    }
#define STATISTIC(name, unit, description, statistic, ...)                        \
    {                                                                             \
        name, unit, description, FIELD_NUMBER, FIELD_IN_STATISTICS, JOIN_SAMPLES, \
            MEMBER(statistics.statistic), __VA_ARGS__                             \
    }
const struct field fields[] = {
    {"primitive", "", "What was computed.", FIELD_WORD, FIELD_IN_PARAMETERS, IMPLEMENTED(primitive),
     WORDS(primitive_names, PRIMITIVE_COUNT, 0), .required = true},
    {"algorithm", "", "The implementation.", FIELD_TEXT, FIELD_IN_PARAMETERS, IMPLEMENTED(name),
     .required = true},
    {"family", "", "The family of the implementation.", FIELD_WORD, FIELD_IN_PARAMETERS, IMPLEMENTED(family),
     WORDS(family_names, FAMILY_COUNT, 0), .required = true},
#define AXIS AXIS_COLUMN
#include "implementation/axis.def"
#undef AXIS
    {"status", "", "How the point ended.", FIELD_WORD, FIELD_IN_RESULT, JOIN_FIRST, MEMBER(status),
     WORDS(status_names, STATUS_COUNT, STATUS_PENDING + 1), .required = true},
    {"samples", "", "Samples taken.", FIELD_COUNT, FIELD_IN_STATISTICS, JOIN_SAMPLES,
     MEMBER(statistics.samples)},
    {"batch", "", "Calls in each sample.", FIELD_COUNT, FIELD_IN_STATISTICS, JOIN_FIRST, MEMBER(batch)},
    STATISTIC("time_median_s", "s",
              "The median of the samples; of several launches, the median of their medians.", median),
    STATISTIC("time_ci_low_s", "s",
              "The lower end of its interval: the processes without the outermost ones.", ci_low),
    STATISTIC("time_ci_high_s", "s", "The upper end.", ci_high),
    STATISTIC("time_min_s", "s", "The shortest sample.", min),
    STATISTIC("time_mean_s", "s", "The mean of the samples.", mean),
    STATISTIC("time_sd_s", "s", "The standard deviation of the samples.", sd),
    {"elements_per_s", "1/s", "Elements a second, by the median.", FIELD_NUMBER, FIELD_IN_STATISTICS,
     .number = record_elements_per_s},
    {"bytes_per_s", "B/s", "Bytes a second, by the median.", FIELD_NUMBER, FIELD_IN_STATISTICS,
     .number = record_bytes_per_s},
    {"limit_algorithm", "", "The best of the limit kernels.", FIELD_NAME, FIELD_IN_LIMIT, JOIN_FIRST,
     MEMBER(limit_name), .json_alone = true},
    {"limit_bytes_per_s", "B/s",
     "The bytes a second of the best limit kernel: a copy, or a read for what only reads.", FIELD_NUMBER,
     FIELD_IN_LIMIT, JOIN_MEDIAN, MEMBER(limit_bytes_per_s)},
    {"limit_ratio", "", "The share of that limit that was reached.", FIELD_NUMBER, FIELD_IN_LIMIT,
     JOIN_MEDIAN, MEMBER(limit_ratio)},
    {"warnings", "", "What disturbed the point.", FIELD_FLAGS, FIELD_IN_RESULT, JOIN_ANY, MEMBER(flags),
     .required = true},
    {"stop_reason", "", "Why no more samples were taken.", FIELD_WORD, FIELD_IN_RESULT, JOIN_FIRST,
     MEMBER(stop_reason), WORDS(stop_reason_names, STOP_COUNT, STOP_NONE + 1)},
    {"limit_ratio_ci_low", "", "The lower end of the 95 % interval of the share of the limit.", FIELD_NUMBER,
     FIELD_IN_LIMIT, JOIN_LOW, MEMBER(limit_interval.low), ACROSS(limit_ratio)},
    {"limit_ratio_ci_high", "", "The upper end.", FIELD_NUMBER, FIELD_IN_LIMIT, JOIN_HIGH,
     MEMBER(limit_interval.high), ACROSS(limit_ratio)},
    {"grade", "", "How well the number is known, by half of its interval alone.", FIELD_WORD, FIELD_IN_RESULT,
     JOIN_FIRST, MEMBER(grade), WORDS(grade_names, GRADE_COUNT, GRADE_NONE + 1)},
    {"predicted_s", "s", "On ranks: the time of a call as predicted from what messages and memory cost here.",
     FIELD_NUMBER, FIELD_IN_PLACEMENT, JOIN_MEDIAN, MEMBER(predicted_s)},
    {"exchange_share", "", "On several ranks: the time of the exchange of a word alone, over the median.",
     FIELD_NUMBER, FIELD_IN_PLACEMENT, .number = record_exchange_share},
    {"error_eps", "", "The largest error of any element, of sums of floats that must be rounded.",
     FIELD_NUMBER, FIELD_IN_VERIFY, JOIN_MOST, MEMBER(accuracy.error_eps)},
    {"bits_repeat", "", "Whether a second call gave the same bits.", FIELD_KNOWN, FIELD_IN_VERIFY, JOIN_ALL,
     MEMBER(accuracy.repeats)},
    {"deterministic", "",
     "Whether the algorithm promises floats of the same bits in every run; missing for plugins.", FIELD_KNOWN,
     FIELD_IN_VERIFY, .get = get_deterministic, .set = set_deterministic},
    {"limit_traffic", "", "How much the algorithm reads and writes, by its costs, in arrays of n elements.",
     FIELD_NUMBER, FIELD_IN_LIMIT, JOIN_FIRST, MEMBER(traffic)},
    {"limit_traffic_ratio", "",
     "Of scans with more than 2, on the host: the share that was reached of the best copy with as much "
     "traffic.",
     FIELD_NUMBER, FIELD_IN_LIMIT, JOIN_MEDIAN, MEMBER(traffic_ratio)},
    {"limit_traffic_algorithm", "", "The best copy with as much traffic.", FIELD_NAME, FIELD_IN_LIMIT,
     JOIN_FIRST, MEMBER(traffic_name), .json_alone = true},
    {"energy_per_element_nj", "nJ", "The energy of a call over its elements.", FIELD_NUMBER, FIELD_IN_RESULT,
     .number = record_element_nj},
    COUNTER_COLUMN(CYCLES, "cycles_per_element",
                   "Cycles of all workers in user mode for each element, counted within the samples."),
    COUNTER_COLUMN(INSTRUCTIONS, "instructions_per_element", "Instructions, likewise."),
    COUNTER_COLUMN(LLC_MISSES, "llc_misses_per_element", "Misses of the last cache, likewise."),
    STATISTIC("time_p5_s", "s", "The 5th percentile of the samples.", p5, .json_alone = true),
    STATISTIC("time_q1_s", "s", "Their first quartile.", q1, .json_alone = true),
    STATISTIC("time_q3_s", "s", "Their third quartile.", q3, .json_alone = true),
    STATISTIC("time_p95_s", "s", "Their 95th percentile.", p95, .json_alone = true),
    STATISTIC("time_max_s", "s", "The longest sample.", max, .json_alone = true),
    STATISTIC("time_mad_s", "s", "The median absolute deviation from the median.", mad, .json_alone = true),
    STATISTIC("lag1", "", "The autocorrelation of successive samples.", lag1, .json_alone = true,
              .negative = true),
    {"outliers", "", "Samples further than 3 scaled deviations from the median.", FIELD_COUNT,
     FIELD_IN_STATISTICS, JOIN_SAMPLES, MEMBER(statistics.outliers), .json_alone = true},
    {"message", "", "Why the point is not ok.", FIELD_TEXT, FIELD_IN_RESULT, JOIN_FIRST, MEMBER(message),
     .json_alone = true},
    {"began_s", "s", "When the rounds of its problem began, in seconds since 1970 (UTC).", FIELD_NUMBER,
     FIELD_IN_RESULT, JOIN_FIRST, MEMBER(began_s), .json_alone = true},
    {"compute_s", "s",
     "The median time of a fixed chain of instructions around each sample, on the workers or the device.",
     FIELD_NUMBER, FIELD_IN_RESULT, JOIN_MEDIAN, MEMBER(compute_s), .json_alone = true},
    {"compute_spread", "", "The distance between the quartiles of these times, over their median.",
     FIELD_NUMBER, FIELD_IN_RESULT, JOIN_MEDIAN, MEMBER(compute_spread), .json_alone = true},
    {"throughput_s", "s", "The median time of four such chains side by side.", FIELD_NUMBER, FIELD_IN_RESULT,
     JOIN_MEDIAN, MEMBER(throughput_s), .json_alone = true},
    {"energy_j", "J",
     "The energy of a call: of all CPU packages and their memory, or of the GPU, what they take idle "
     "included.",
     FIELD_NUMBER, FIELD_IN_RESULT, JOIN_MEDIAN, MEMBER(energy_j), .json_alone = true},
    {"idle_w", "W", "What these take while nothing runs.", FIELD_NUMBER, FIELD_IN_RESULT, JOIN_MEDIAN,
     MEMBER(idle_w), .json_alone = true},
    {"energy_ratio", "", "The energy of the limit's call for the same bytes, over that of a call.",
     FIELD_NUMBER, FIELD_IN_RESULT, JOIN_MEDIAN, MEMBER(energy_ratio), .json_alone = true},
    {"outputs_right", "",
     "How many outputs were compared whole, and right; of those of other samples parts were compared.",
     FIELD_COUNT, FIELD_IN_VERIFY, JOIN_SUM, MEMBER(verified), .json_alone = true},
    {"selected", "", "Elements that were kept.", FIELD_COUNT, FIELD_IN_VERIFY, JOIN_FIRST, MEMBER(selected),
     .json_alone = true},
    {"bits_same_across_workers", "", "Whether other numbers of workers gave the same bits.", FIELD_KNOWN,
     FIELD_IN_VERIFY, JOIN_ALL, MEMBER(accuracy.workers_agree), .json_alone = true},
    {"huge_fraction", "", "The share of the memory in huge pages.", FIELD_NUMBER, FIELD_IN_PLACEMENT,
     JOIN_LEAST, MEMBER(huge_fraction), .json_alone = true},
    {"empty_dispatch_s", "s",
     "How long it takes to release and join the workers, or to launch an empty kernel on the device.",
     FIELD_NUMBER, FIELD_IN_PLACEMENT, JOIN_FIRST, MEMBER(empty_dispatch_s), .json_alone = true},
    {"device_clock_mhz", "", "The lowest clock of the device around the samples.", FIELD_NUMBER,
     FIELD_IN_PLACEMENT, JOIN_LEAST, MEMBER(clock_mhz), .json_alone = true},
    {"device_temperature_c", "", "Its highest temperature.", FIELD_NUMBER, FIELD_IN_PLACEMENT, JOIN_MOST,
     MEMBER(temperature_c), .json_alone = true},
    {"device_slowed_by", "", "What slowed the device down: power, thermal, hardware, other-device.",
     FIELD_TEXT, FIELD_IN_PLACEMENT, JOIN_FIRST, MEMBER(slowed_by), .json_alone = true},
    {"late_calls", "", "On ranks: calls that one of them began late, which do not count.", FIELD_NUMBER,
     FIELD_IN_PLACEMENT, JOIN_MEDIAN, MEMBER(late_calls), .json_alone = true},
    {"barrier_skew_s", "s", "On ranks: the median time from the first to the last end of a barrier.",
     FIELD_NUMBER, FIELD_IN_PLACEMENT, JOIN_MEDIAN, MEMBER(barrier_skew_s), .json_alone = true},
    {"exchange_s", "s",
     "On several ranks: the median time of the exchange of a word by the point's collective, with nothing "
     "else.",
     FIELD_NUMBER, FIELD_IN_PLACEMENT, JOIN_MEDIAN, MEMBER(exchange_s), .json_alone = true},
    {"message_s", "s",
     "On ranks: the time of an empty message from the first rank to the second, by a line through those of 8 "
     "B to 1 MiB.",
     FIELD_NUMBER, FIELD_IN_PLACEMENT, JOIN_MEDIAN, MEMBER(message_s), .json_alone = true},
    {"message_bytes_per_s", "B/s", "On ranks: the bytes a second of that line.", FIELD_NUMBER,
     FIELD_IN_PLACEMENT, JOIN_MEDIAN, MEMBER(message_bytes_per_s), .json_alone = true},
    {"rank_bytes_per_s", "B/s", "On ranks: the bytes a second of the limit on each rank, all ranks at once.",
     FIELD_NUMBER, FIELD_IN_PLACEMENT, JOIN_MEDIAN, MEMBER(rank_bytes_per_s), .json_alone = true},
};
const size_t field_count = sizeof fields / sizeof fields[0];
