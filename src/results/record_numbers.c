/* SPDX-License-Identifier: MIT */
/* What the processes of a record say, as the one rule has it. */
#include "results/record_numbers.h"

#include "base/memory.h"

#include <stdlib.h>

/* Caller frees the counts. */
static struct rounds rounds_of(const struct record *record, const double *values)
{
    const size_t processes = record->launch_count ? record->launch_count : 1;
    size_t *const counts = memory_array(processes, sizeof *counts);
    counts[0] = record->sample_count;
    for (size_t i = 0; i < record->launch_count; i++)
        counts[i] = record->launches[i].samples;
    return (struct rounds){values, counts, processes};
}

struct numbers record_numbers(const struct record *record)
{
    const struct rounds rounds = rounds_of(record, record->samples_s);
    const struct numbers numbers = numbers_of(&rounds);
    free((void *)rounds.counts);
    return numbers;
}

static struct numbers ratio_numbers(const struct rounds *base, const struct rounds *next)
{
    const struct numbers numbers = numbers_of_ratios(base, next);
    free((void *)base->counts);
    free((void *)next->counts);
    return numbers;
}

/* A limit is its own: it took what the record took. */
static bool has_limit(const struct record *record)
{
    for (size_t i = 0; record->limit_s && i < record->sample_count; i++)
        if (isfinite(record->limit_s[i]) && record->limit_s[i] != record->samples_s[i])
            return true;
    return false;
}

struct numbers record_numbers_over_limit(const struct record *record)
{
    if (!has_limit(record))
        return (struct numbers){.center = NAN};
    const struct rounds limit = rounds_of(record, record->limit_s),
                        own = rounds_of(record, record->samples_s);
    return ratio_numbers(&limit, &own);
}

struct numbers records_ratio_numbers(const struct record *base, const struct record *next)
{
    const struct rounds of_base = rounds_of(base, base->samples_s),
                        of_next = rounds_of(next, next->samples_s);
    return ratio_numbers(&of_base, &of_next);
}

static struct estimate estimate_once(struct numbers numbers)
{
    const struct estimate estimate = numbers_estimate(&numbers);
    numbers_close(&numbers);
    return estimate;
}

struct estimate record_estimate(const struct record *record)
{
    return estimate_once(record_numbers(record));
}

struct estimate records_ratio(const struct record *base, const struct record *next)
{
    if (records_share_rounds(base, next)) {
        const struct estimate together = estimate_once(records_ratio_numbers(base, next));
        if (!isnan(together.value))
            return together;
    }
    struct estimate apart = estimate_apart(record_estimate(base), record_estimate(next));
    apart.processes = 1;
    return apart;
}

struct estimate values_estimate(const double *values, size_t count)
{
    size_t *const counts = memory_array(count + 1, sizeof *counts);
    for (size_t i = 0; i < count; i++)
        counts[i] = 1;
    const struct estimate estimate = estimate_times(&(struct rounds){values, counts, count});
    free(counts);
    return estimate;
}
