/* SPDX-License-Identifier: MIT */
/* Times of records, and the ratio of those of two of one result. */
#include "analysis/record_ratio.h"

#include "base/memory.h"
#include "statistics/placement.h"

#include <stdlib.h>

struct series record_times(const struct record *record)
{
    double *const times = record_rounds(record);
    return (struct series){times, placement_drop(times, record->sample_count)};
}

struct series record_launch_medians(const struct record *record)
{
    double *const medians = memory_array(record->launch_count + 1, sizeof *medians);
    for (size_t i = 0; i < record->launch_count; i++)
        medians[i] = record->launches[i].median;
    return (struct series){medians, placement_drop(medians, record->launch_count)};
}

void series_close(const struct series *series)
{
    free((void *)series->values);
}

/* Its rounds by launch; those of another placement than the commonest do not count. Caller closes. */
static struct launched launched_make(const struct record *record)
{
    size_t *const counts = memory_array(record->launch_count + 1, sizeof *counts);
    for (size_t i = 0; i < record->launch_count; i++)
        counts[i] = record->launches[i].samples;
    return (struct launched){{record_rounds(record), record->sample_count}, counts, record->launch_count};
}

static void launched_close(const struct launched *launched)
{
    series_close(&launched->rounds);
    free((void *)launched->counts);
}

struct paired_ratio record_ratio(const struct record *base, const struct record *next, uint64_t seed)
{
    const struct launched of_base = launched_make(base), of_next = launched_make(next);
    const struct paired_ratio ratio = records_share_rounds(base, next)
                                          ? paired_launches_make(&of_base, &of_next, seed)
                                          : paired_ratio_make(of_base.rounds, of_next.rounds, false, seed);
    launched_close(&of_base);
    launched_close(&of_next);
    return ratio;
}
