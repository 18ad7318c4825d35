/* SPDX-License-Identifier: MIT */
/* How fast the algorithms of a plan are here, from a few calls of each. */
#include "measure/rehearsal.h"

#include "base/memory.h"
#include "base/sort.h"
#include "measure/launches.h"
#include "measure/memory_kind.h"
#include "registry/registry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ELEMENTS = 64 << 10, SAMPLES = 3, POINTS_MOST = 200, COPY_BYTES = 32 << 20, PAGE_BYTES = 2 << 20 };
static const double time_s = 1e-3, budget_s = 1;

/* Bytes a second, read and written, of one core that copies what no cache of its own holds, in large pages
 * where there are some; 0 without memory. The fastest of a few, since others may disturb. */
static double copy_rate(const struct clock *clock)
{
    unsigned char *const memory = aligned_alloc(PAGE_BYTES, (size_t)2 * COPY_BYTES);
    double best_s = INFINITY;
    if (!memory)
        return 0;
    madvise(memory, (size_t)2 * COPY_BYTES, MADV_HUGEPAGE);
    memset(memory, 1, (size_t)2 * COPY_BYTES);
    for (unsigned i = 0; i < SAMPLES; i++) {
        const uint64_t start_ns = clock_read(clock);
        memcpy(memory, memory + COPY_BYTES, COPY_BYTES);
        __asm__ volatile("" : : "r"(memory) : "memory"); /* or the copy, which nobody reads, is left out */
        best_s = fmin(best_s, clock_since_s(clock, start_ns));
    }
    free(memory);
    return 2.0 * COPY_BYTES / fmax(best_s, 1e-6);
}

static bool is_rehearsed(const struct planned_point *planned)
{
    return planned->supported && memory_kind_of(&planned->point)->calls_here &&
           !registry_plugin_of(planned->point.implementation);
}

/* What stands for all points that differ from it by n. */
static struct point shorter(const struct point *point)
{
    struct point part = *point;
    part.n = point->n < ELEMENTS ? point->n : ELEMENTS;
    part.cache = CACHE_HOT;
    return part;
}

static int compare_shorter(const void *a, const void *b)
{
    const struct planned_point *const left = a, *const right = b;
    return point_compare(&left->point, &right->point);
}

/* Each once, in order. */
static struct plan shorter_ones(const struct plan *plan)
{
    struct plan parts = {.points = memory_array(plan->count + 1, sizeof *parts.points)};
    for (size_t i = 0; i < plan->count; i++)
        if (is_rehearsed(&plan->points[i]))
            parts.points[parts.count++] =
                (struct planned_point){.point = shorter(&plan->points[i].point), .supported = true};
    qsort(parts.points, parts.count, sizeof *parts.points, compare_shorter);
    size_t kept = 0;
    for (size_t i = 0; i < parts.count; i++)
        if (kept == 0 || compare_shorter(&parts.points[kept - 1], &parts.points[i]) != 0)
            parts.points[kept++] = parts.points[i];
    parts.count = kept < POINTS_MOST ? kept : POINTS_MOST;
    return parts;
}

static double rate_of(const struct record *record)
{
    const struct problem_key key = point_problem(&record->point, 0);
    const double bytes =
        primitive_bytes(key.primitive, key.dtype, key.n, primitive_part(key.n, key.selectivity));
    return record_measured(record) ? bytes / record->statistics.median : 0;
}

static void note_rates(struct plan *plan, const struct plan *parts, const struct results *found,
                       double copied)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct planned_point part = {.point = shorter(&plan->points[i].point)};
        const struct planned_point *const at =
            is_rehearsed(&plan->points[i]) && parts->count
                ? bsearch(&part, parts->points, parts->count, sizeof part, compare_shorter)
                : NULL;
        plan->points[i].copy_rate = copied;
        if (at)
            plan->points[i].call_rate = rate_of(&found->records[at - parts->points]);
    }
}

void rehearsal_run(struct plan *plan, const struct config *config, const struct machine *machine)
{
    struct config brief = *config;
    struct plan parts = shorter_ones(plan);
    struct results *found;
    struct error ignored = {0};
    brief.measure.samples = SAMPLES;
    brief.measure.time_s = time_s;
    brief.measure.processes = 1;
    const struct workload workload = {&parts, &brief, machine};
    const struct launch_options options = {.running = {.budget_s = budget_s}};
    launches_make(&found, 1, &parts);
    launches_run(&workload, &options, found, &ignored);
    note_rates(plan, &parts, found, copy_rate(&machine->clock));
    launches_close(found, 1);
    free(parts.points);
}
