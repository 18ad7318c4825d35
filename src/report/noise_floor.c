/* SPDX-License-Identifier: MIT */
/* How much two runs differ when nothing changed: told by the limits, the same code in both. */
#include "measure/statistics.h"
#include "report/comparison.h"

#include <math.h>
#include <stdlib.h>

enum { CONTROLS_LEAST = 5, KNOWN = 16 };

/* What the limit of one block did between the runs. */
struct control {
    uint64_t workers;
    double before;
    double change; /* log of its rate's ratio */
};

struct controls {
    struct control *all;
    size_t count;
    double *changes; /* room for as many */
    struct {
        uint64_t workers;
        double change;
    } known[KNOWN]; /* high changes that were worked out */
    size_t known_count;
};

static double limit_change(const struct compared_row *row)
{
    if (!row->base || !row->next)
        return NAN;
    const double change = log(row->next->limit_bytes_per_s / row->base->limit_bytes_per_s);
    return isfinite(change) ? change : NAN;
}

static uint64_t workers_of(const struct compared_row *row)
{
    const uint64_t workers = compared_point(row)->workers;
    return workers ? workers : 1;
}

static int compare_doubles(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_controls(const void *a, const void *b)
{
    const struct control *const x = a, *const y = b;
    int order = (x->workers > y->workers) - (x->workers < y->workers);
    if (!order)
        order = compare_doubles(x->before, y->before);
    return order ? order : compare_doubles(x->change, y->change);
}

/* Rows of one block name the same limit: keep it once. */
static void keep_distinct(struct controls *controls)
{
    size_t kept = 0;
    qsort(controls->all, controls->count, sizeof *controls->all, compare_controls);
    for (size_t i = 0; i < controls->count; i++)
        if (kept == 0 || compare_controls(&controls->all[kept - 1], &controls->all[i]) != 0)
            controls->all[kept++] = controls->all[i];
    controls->count = kept;
}

static void controls_close(struct controls *controls)
{
    free(controls->all);
    free(controls->changes);
}

static bool controls_init(struct controls *controls, const struct comparison *comparison)
{
    const size_t room = comparison->count + 1;
    *controls = (struct controls){.all = malloc(room * sizeof *controls->all),
                                  .changes = malloc(room * sizeof *controls->changes)};
    if (!controls->all || !controls->changes) {
        controls_close(controls);
        return false;
    }
    for (size_t i = 0; i < comparison->count; i++) {
        const struct compared_row *const row = &comparison->rows[i];
        const double change = limit_change(row);
        if (!isnan(change))
            controls->all[controls->count++] =
                (struct control){workers_of(row), row->base->limit_bytes_per_s, change};
    }
    keep_distinct(controls);
    return true;
}

/* The changes of limits with so many workers (0: all) into changes; returns how many. */
static size_t take_changes(struct controls *controls, uint64_t workers)
{
    size_t count = 0;
    for (size_t i = 0; i < controls->count; i++)
        if (workers == 0 || controls->all[i].workers == workers)
            controls->changes[count++] = controls->all[i].change;
    return count;
}

/* A change that few rows exceed when nothing changed: the 95th percentile of what is seen, or, as few limits
 * say little about tails, the middle and two and a half standard deviations, told robustly. */
static double high_change(struct controls *controls, uint64_t workers)
{
    size_t count = take_changes(controls, workers);
    if (count < CONTROLS_LEAST)
        count = take_changes(controls, 0);
    if (count == 0)
        return 0;
    const struct statistics changes = statistics_make(controls->changes, count);
    for (size_t i = 0; i < count; i++)
        controls->changes[i] = fabs(controls->changes[i]);
    return fmax(statistics_make(controls->changes, count).p95,
                fabs(changes.median) + 2.5 * 1.4826 * changes.mad);
}

static double remembered_change(struct controls *controls, uint64_t workers)
{
    for (size_t i = 0; i < controls->known_count; i++)
        if (controls->known[i].workers == workers)
            return controls->known[i].change;
    const double change = high_change(controls, workers);
    if (controls->known_count < KNOWN) {
        controls->known[controls->known_count].workers = workers;
        controls->known[controls->known_count++].change = change;
    }
    return change;
}

static double share_of(double change)
{
    return fmax(COMPARISON_FLOOR_LEAST, expm1(change));
}

static double row_change(const struct compared_row *row, struct controls *controls)
{
    const double shared = remembered_change(controls, workers_of(row));
    if (compared_point(row)->implementation->family == FAMILY_LIMIT)
        return shared; /* its own change is what the row is about */
    return fmax(shared, fabs(limit_change(row)));
}

static void set_all(struct comparison *comparison, double floor)
{
    comparison->floor = floor;
    for (size_t i = 0; i < comparison->count; i++)
        comparison->rows[i].floor = floor;
}

bool comparison_floor(struct comparison *comparison, const struct comparison_options *options)
{
    struct controls controls;
    if (!isnan(options->floor) || options->variation.count) {
        set_all(comparison, isnan(options->floor) ? COMPARISON_FLOOR_LEAST : options->floor);
        return true;
    }
    if (!controls_init(&controls, comparison))
        return false;
    comparison->controls = controls.count;
    comparison->floor = share_of(high_change(&controls, 0));
    for (size_t i = 0; i < comparison->count; i++)
        comparison->rows[i].floor = share_of(row_change(&comparison->rows[i], &controls));
    controls_close(&controls);
    return true;
}
