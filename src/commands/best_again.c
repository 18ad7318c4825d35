/* SPDX-License-Identifier: MIT */
/* Measuring the finalists of a result once more, longer, and on this machine. */
#include "commands/best_again.h"

#include "base/inert.h"
#include "base/memory.h"
#include "measure/runner.h"
#include "measure/time_left.h"
#include "registry/registry.h"
#include "json/json_load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGER = 4 };

static size_t finalist_count(const struct best *best)
{
    size_t count = 0;
    for (size_t p = 0; p < best->problem_count; p++)
        for (size_t i = 0; i < best->problems[p].size_count; i++)
            count += best->problems[p].sizes[i].finalist_count;
    return count;
}

/* The point as this program would plan it; one that it cannot run is left out. */
static void add_point(struct plan *plan, const struct best_row *row)
{
    struct planned_point planned = {.point = row->record->point, .supported = true};
    struct error why = {0};
    const struct implementation *const implementation =
        registry_find(row->record->point.implementation->primitive, row->record->point.implementation->name);
    planned.point.implementation = implementation;
    if (implementation == NULL ||
        (planned.point.isa != ISA_NONE && !isa_available((enum isa)planned.point.isa)) ||
        (implementation->supports != NULL && !implementation->supports(&planned.point, &why)))
        return;
    plan->points[plan->count++] = planned;
}

static bool plan_finalists(struct plan *plan, const struct best *best, const struct result_file *file,
                           struct error *error)
{
    *plan = (struct plan){.points = memory_array(finalist_count(best), sizeof *plan->points)};
    for (size_t p = 0; p < best->problem_count; p++)
        for (size_t i = 0; i < best->problems[p].size_count; i++)
            for (size_t k = 0; k < best->problems[p].sizes[i].finalist_count; k++)
                add_point(plan, best->problems[p].sizes[i].finalists[k].row);
    if (plan->count > 0)
        return true;
    plan_close(plan);
    return error_set(error, EXIT_USAGE, "%s: none of its winners can be measured here", file->path);
}

static bool read_config(struct config *config, const struct result_file *file, struct error *error)
{
    const json_t *const value = json_object_get(file->root, "config");
    if (value == NULL)
        return error_set(error, EXIT_USAGE, "%s: has no config to measure by; expected the JSON of a run",
                         file->path);
    char *const text = json_dump_text(value, JSON_INDENT(1));
    const bool read =
        config_parse(config, &(struct config_text){file->path, text, strlen(text)}, NULL, 0, error);
    free(text);
    if (read) {
        config->measure.max_time_s *= LONGER;
        config->measure.samples_min *= LONGER;
        config->measure.samples_max *= LONGER;
        config->measure.launches = 1; /* the one of this process */
    }
    return read;
}

static bool measure(const struct plan *plan, const struct config *config, const struct options *options,
                    struct results *results, struct error *error)
{
    const struct runner_options running = {.budget_s = INFINITY};
    struct machine machine;
    if (!machine_init(&machine, NULL, error))
        return false;
    if (!options->quiet)
        print_line(stderr, "scanbench: measuring %zu finalists again, about %.0f s", plan->count,
                   time_of_plan(plan, config));
    const struct workload workload = {plan, config, &machine};
    const bool ok = runner_run(&workload, &running, results, error);
    machine_close(&machine);
    return ok;
}

bool best_again(const struct best *best, const struct result_file *file, const struct options *options,
                struct results *results, struct error *error)
{
    struct config config;
    struct plan plan;
    *results = (struct results){0};
    if (!read_config(&config, file, error))
        return false;
    bool ok = plan_finalists(&plan, best, file, error);
    if (ok) {
        ok = measure(&plan, &config, options, results, error);
        plan_close(&plan);
    }
    config_close(&config);
    return ok;
}
