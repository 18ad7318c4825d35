/* SPDX-License-Identifier: MIT */
/* Records: names of their verdicts, rates, and their end. */
#include "measure/record.h"

#include <math.h>
#include <stdlib.h>

const char *const status_names[STATUS_COUNT] = {
    [STATUS_PENDING] = "interrupted", [STATUS_OK] = "ok",
    [STATUS_WRONG] = "wrong",         [STATUS_UNSUPPORTED] = "unsupported",
    [STATUS_SKIPPED] = "skipped",     [STATUS_CRASHED] = "crashed",
    [STATUS_TIMEOUT] = "timeout",     [STATUS_INTERRUPTED] = "interrupted",
    [STATUS_STARVED] = "starved",
};

const char *const stop_reason_names[STOP_COUNT] = {
    [STOP_NONE] = "-",
    [STOP_PRECISION] = "precision",
    [STOP_MAX_TIME] = "max_time",
    [STOP_MAX_SAMPLES] = "max_samples",
    [STOP_SMOKE] = "smoke",
};

static double rate(const struct record *record, double amount)
{
    if (record->status != STATUS_OK || record->statistics.samples == 0 || !(record->statistics.median > 0))
        return NAN;
    return amount / record->statistics.median;
}

double record_elements_per_s(const struct record *record)
{
    return rate(record, (double)record->point.n);
}

double record_bytes(const struct record *record)
{
    const struct point *const point = &record->point;
    return primitive_bytes(point->implementation->primitive, point->dtype, point->n, record->selected);
}

double record_bytes_per_s(const struct record *record)
{
    return rate(record, record_bytes(record));
}

void results_close(struct results *results)
{
    for (size_t i = 0; i < results->count; i++)
        free(results->records[i].samples_s);
    free(results->records);
    *results = (struct results){0};
}
