/* SPDX-License-Identifier: MIT */
/* How much two runs differ when nothing changed: told by the limits and by a fixed amount of arithmetic, the
 * same code in both. */
#include "analysis/noise_floor.h"

#include "base/memory.h"
#include "base/sort.h"
#include "statistics/statistics.h"

#include <math.h>
#include <stdlib.h>

enum { CONTROLS_LEAST = 5, KNOWN = 16 };

/* What moves the controls of a block moves its points by up to so many times as much: a neighbour on the same
 * core slowed scans down by 50 to 67 % where it slowed the copy beside them by 35 %. */
static const double felt = 2;

enum control_kind {
    KIND_MEMORY,     /* the limit of a block */
    KIND_COMPUTE,    /* the arithmetic beside it, one addition after the other */
    KIND_THROUGHPUT, /* four at once */
    KINDS,
};

/* What a control of one block did between the runs. */
struct control {
    enum control_kind kind;
    uint64_t workers;
    double before;
    double change; /* log of the ratio */
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

static double control_of(const struct record *row, enum control_kind kind)
{
    switch (kind) {
    case KIND_MEMORY:
        return row->limit_bytes_per_s;
    case KIND_COMPUTE:
        return row->compute_s;
    case KIND_THROUGHPUT:
        return row->throughput_s;
    case KINDS:
        break;
    }
    return NAN;
}

/* NAN where one of the runs does not tell. */
static double change_of(const struct compared_row *row, enum control_kind kind)
{
    if (!row->base || !row->next)
        return NAN;
    const double change = log(control_of(row->next, kind) / control_of(row->base, kind));
    return isfinite(change) ? change : NAN;
}

static uint64_t workers_of(const struct compared_row *row)
{
    const uint64_t workers = compared_point(row)->workers;
    return workers ? workers : 1;
}

static int compare_controls(const void *a, const void *b)
{
    const struct control *const x = a, *const y = b;
    int order = (x->kind > y->kind) - (x->kind < y->kind);
    if (!order)
        order = (x->workers > y->workers) - (x->workers < y->workers);
    if (!order)
        order = compare_doubles(x->before, y->before);
    return order ? order : compare_doubles(x->change, y->change);
}

/* Rows of one block name the same control: keep it once. */
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

static void add_control(struct controls *controls, const struct compared_row *row, enum control_kind kind)
{
    const double change = change_of(row, kind);
    if (!isnan(change))
        controls->all[controls->count++] =
            (struct control){kind, workers_of(row), control_of(row->base, kind), change};
}

static void controls_init(struct controls *controls, const struct comparison *comparison)
{
    const size_t room = KINDS * comparison->count + 1;
    *controls = (struct controls){.all = memory_array(room, sizeof *controls->all),
                                  .changes = memory_array(room, sizeof *controls->changes)};
    for (size_t i = 0; i < comparison->count; i++)
        for (enum control_kind kind = 0; kind < KINDS; kind++)
            add_control(controls, &comparison->rows[i], kind);
    keep_distinct(controls);
}

/* The changes of a kind's controls with so many workers (0: all) into changes; returns how many. */
static size_t take_changes(struct controls *controls, enum control_kind kind, uint64_t workers)
{
    size_t count = 0;
    for (size_t i = 0; i < controls->count; i++)
        if (controls->all[i].kind == kind && (workers == 0 || controls->all[i].workers == workers))
            controls->changes[count++] = controls->all[i].change;
    return count;
}

/* A change that few rows exceed when nothing changed: the middle and two and a half standard deviations, both
 * told robustly, so that one odd size does not blur all others. */
static double kind_change(struct controls *controls, enum control_kind kind, uint64_t workers)
{
    size_t count = take_changes(controls, kind, workers);
    if (count < CONTROLS_LEAST)
        count = take_changes(controls, kind, 0);
    if (count == 0)
        return 0;
    const struct statistics changes = statistics_make(controls->changes, count);
    return fabs(changes.median) + 2.5 * 1.4826 * changes.mad;
}

static double high_change(struct controls *controls, uint64_t workers)
{
    const double arithmetic =
        fmax(kind_change(controls, KIND_COMPUTE, workers), kind_change(controls, KIND_THROUGHPUT, workers));
    return fmax(kind_change(controls, KIND_MEMORY, workers), arithmetic);
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

/* The change of a limit's own rate is what its row is about, and no control of it. */
static double row_change(const struct compared_row *row, struct controls *controls)
{
    const double shared =
        fmax(remembered_change(controls, workers_of(row)),
             felt * fmax(fabs(change_of(row, KIND_COMPUTE)), fabs(change_of(row, KIND_THROUGHPUT))));
    if (compared_point(row)->implementation->family == FAMILY_LIMIT)
        return shared;
    return fmax(shared, felt * fabs(change_of(row, KIND_MEMORY)));
}

static void set_all(struct comparison *comparison, double floor)
{
    comparison->floor = floor;
    for (size_t i = 0; i < comparison->count; i++)
        comparison->rows[i].floor = floor;
}

void comparison_floor(struct comparison *comparison, const struct comparison_options *options)
{
    struct controls controls;
    if (!isnan(options->floor) || options->variation.count || comparison->in_turn) {
        set_all(comparison, isnan(options->floor) ? COMPARISON_FLOOR_LEAST : options->floor);
        return;
    }
    controls_init(&controls, comparison);
    comparison->controls = controls.count;
    comparison->floor = share_of(high_change(&controls, 0));
    for (size_t i = 0; i < comparison->count; i++)
        comparison->rows[i].floor = share_of(row_change(&comparison->rows[i], &controls));
    controls_close(&controls);
}
