/* SPDX-License-Identifier: MIT */
/* What a sweep would do, without doing it. */
#include "commands/dry_run.h"

#include "base/inert.h"
#include "base/text.h"
#include "engine/engine_probe.h"
#include "machine/conditions/environment_memory.h"
#include "measure/time_left.h"
#include "report/wrapped.h"

#include <stdio.h>
#include <unistd.h>

enum { NAME_MOST = 84, BYTES_WIDTH = 12 };

/* width: of the terminal; 0: none. */
static void print_point(const struct planned_point *planned, unsigned width)
{
    const bool narrow = width > 2 * BYTES_WIDTH && width < NAME_MOST + BYTES_WIDTH + 2;
    char text[256], bytes[32], line[1024];
    point_text(&planned->point, text, sizeof text);
    if (planned->supported)
        text_format_bytes(bytes, sizeof bytes, (double)plan_point_bytes(&planned->point));
    snprintf(line, sizeof line, "  %-*s %s%s", narrow ? (int)width - BYTES_WIDTH - 2 : NAME_MOST, text,
             planned->supported ? bytes : "unsupported: ", planned->supported ? "" : planned->reason);
    wrapped_print(stdout, text_inert(line), 4, width);
}

static uint64_t most_workers(const struct plan *plan)
{
    uint64_t most = 1;
    for (size_t i = 0; i < plan->count; i++)
        if (plan->points[i].supported && plan->points[i].point.workers > most)
            most = plan->points[i].point.workers;
    return most;
}

static void print_pins(const struct plan *plan, const struct config *config, const struct machine *machine)
{
    const struct place *places;
    const size_t count = topology_places(machine->topology, &places);
    const uint64_t workers = most_workers(plan);
    const bool real = topology_facts(machine->topology)->real;
    if (config->pin == PIN_NONE || !real || !count)
        printf("workers: %ju, not pinned%s\n", (uintmax_t)workers, real ? "" : " (simulated topology)");
    for (uint64_t w = 0; config->pin != PIN_NONE && count && w < workers && w < count; w++) {
        const struct place *const place = &places[w % count];
        printf("worker %ju: cpu %u, core %u, node %u\n", (uintmax_t)w, place->cpu, place->core, place->node);
    }
    if (count && workers > count)
        printf("workers: %ju, and %zu CPUs: several share one, and their times mean little\n",
               (uintmax_t)workers, count);
}

static void print_memory(const struct plan *plan)
{
    char which[128], most_text[32], have_text[32];
    const size_t have = environment_memory("", which, sizeof which);
    size_t most = 0, skipped = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const size_t bytes = plan->points[i].supported ? plan_point_bytes(&plan->points[i].point) : 0;
        most = bytes > most ? bytes : most;
        skipped += bytes > have;
    }
    printf("memory: at most %s a point", text_format_bytes(most_text, sizeof most_text, (double)most));
    if (have != SIZE_MAX)
        printf("; %s allows %s", which, text_format_bytes(have_text, sizeof have_text, (double)have));
    if (skipped > 0)
        printf("; %zu point%s more and will be skipped", skipped, skipped == 1 ? " needs" : "s need");
    putchar('\n');
}

/* What each device that points are on is, and has for them. */
static void print_devices(const struct plan *plan)
{
    size_t most[DEVICE_COUNT] = {0};
    for (size_t i = 0; i < plan->count; i++) {
        const struct point *const point = &plan->points[i].point;
        const bool asks = plan->points[i].supported && engine_has_device(point->engine);
        const size_t bytes = asks ? plan_point_bytes(point) : 0;
        if (bytes > 0 && bytes > most[point->device])
            most[point->device] = bytes;
    }
    for (enum devices device = DEVICE_NONE; device < DEVICE_COUNT; device++) {
        const struct engine_facts *facts;
        struct error why = {0};
        char bytes[32], all[32];
        if (most[device] && engine_probe(device, &facts, &why))
            printf("%s: %s, at most %s a point; it has %s\n", device_names[device], facts->name,
                   text_format_bytes(bytes, sizeof bytes, (double)most[device]),
                   text_format_bytes(all, sizeof all, (double)facts->memory_bytes));
    }
}

void dry_run_print(const struct plan *plan, const struct config *config, const struct machine *machine)
{
    const unsigned width = wrapped_width(STDOUT_FILENO);
    char duration[32];
    size_t unsupported = 0;
    for (size_t i = 0; i < plan->count; i++)
        unsupported += !plan->points[i].supported;
    print_line(stdout, "%s: %zu points, %zu of them unsupported", config->name, plan->count, unsupported);
    for (size_t i = 0; i < plan->count; i++)
        print_point(&plan->points[i], width);
    print_pins(plan, config, machine);
    print_memory(plan);
    print_devices(plan);
    printf("estimated time: %s\n",
           text_format_duration(duration, sizeof duration, time_of_plan(plan, config)));
}
