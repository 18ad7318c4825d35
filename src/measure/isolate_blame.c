/* SPDX-License-Identifier: MIT */
/* One launch in child processes: which point is to blame for the end of one. */
#include "measure/isolate.h"

#include "base/memory.h"
#include "registry/registry.h"

#include <stdio.h>

bool isolation_on_ranks(const struct isolation *isolation)
{
    return isolation->work.run->options->running.ranks != NULL;
}

bool isolation_keep(const struct isolation *isolation, size_t index)
{
    const struct launch_run *const run = isolation->work.run;
    const struct launch_options *const options = run->options;
    launch_note_effort(run, &isolation->work.watch->effort);
    return !options->keep || options->keep(options->context, run->launch, index,
                                           &run->results->records[index], isolation->error);
}

static bool fail_point(const struct isolation *isolation, size_t index, enum status status, const char *why)
{
    record_fail(&isolation->work.run->results->records[index], status, why);
    return isolation_keep(isolation, index);
}

/* Fail what was running. True when a fresh child will do something else than this one. */
static bool blame_points(const struct isolation *isolation, enum status status, const char *why)
{
    const struct watch *const watch = isolation->work.watch;
    const struct results *const results = isolation->work.run->results;
    bool blamed = false;
    for (size_t i = 0; i < results->count; i++) {
        const struct point *const point = &results->records[i].point;
        const bool guilty = watch->stage == WATCH_POINT ? !point_compare(point, &watch->point)
                                                        : !problem_compare(point, &watch->point);
        if (results->records[i].status != STATUS_PENDING || !guilty)
            continue;
        blamed = true;
        if (!fail_point(isolation, i, status, why))
            return false;
    }
    return blamed;
}

/* What ended a child is not run again, not even as the limit of others. */
static void bar(struct isolation *isolation)
{
    isolation->work.barred = memory_resize(isolation->work.barred, isolation->work.barred_count + 1,
                                           sizeof *isolation->work.barred);
    isolation->work.barred[isolation->work.barred_count++] = isolation->work.watch->point;
}

static void warn(const struct isolation *isolation, const char *why)
{
    const struct launch_options *const options = isolation->work.run->options;
    char point[192], text[320];
    if (!options->warn)
        return;
    snprintf(text, sizeof text, "measured without %s: %s",
             point_text(&isolation->work.watch->point, point, sizeof point), why);
    options->warn(options->context, text);
}

bool isolation_is_noted(const struct isolation *isolation)
{
    const struct watch *const watch = isolation->work.watch;
    const struct results *const results = isolation->work.run->results;
    const struct implementation *const noted = watch->point.implementation;
    bool known = false;
    for (size_t i = 0; !known && i < results->count; i++)
        known = results->records[i].point.implementation == noted;
    for (size_t i = 0; !known && i < registry_count; i++)
        known = registry[i] == noted;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        known = known && (!axis_info[axis].names || watch->point.axis[axis] < axis_info[axis].count);
    return known && (watch->stage == WATCH_FILL || watch->stage == WATCH_POINT);
}

void isolation_suspect_plugin(const struct isolation *isolation)
{
    struct watch *const watch = isolation->work.watch;
    const struct results *const results = isolation->work.run->results;
    if (registry_plugin_of(watch->point.implementation))
        return;
    for (size_t i = 0; i < results->count; i++) {
        const struct record *const record = &results->records[i];
        if (record->status == STATUS_PENDING && registry_plugin_of(record->point.implementation) &&
            !problem_compare(&record->point, &watch->point)) {
            watch->point = record->point;
            return;
        }
    }
}

bool isolation_blame(struct isolation *isolation, enum status status, const char *why)
{
    const bool known = isolation_is_noted(isolation);
    const bool barred = known && point_is_among(isolation->work.barred, isolation->work.barred_count,
                                                &isolation->work.watch->point);
    const bool blamed = known && blame_points(isolation, status, why);
    if (isolation->error->code != EXIT_OK)
        return false;
    if (!blamed && (!known || barred))
        return error_set(isolation->error, EXIT_SYSTEM,
                         "the measuring process ended outside of any point: %s", why);
    if (!blamed)
        warn(isolation, why);
    if (!barred)
        bar(isolation);
    return true;
}
