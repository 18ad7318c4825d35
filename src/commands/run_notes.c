/* SPDX-License-Identifier: MIT */
/* What a run warns of: about the machine, its devices, what was asked for and what came of it. */
#include "commands/commands.h"

#include "base/inert.h"
#include "engine/engine.h"
#include "machine/conditions/conditions.h"
#include "measure/measure.h"

#include <stdio.h>
#include <stdlib.h>

static void add(struct notes *notes, const char *text, bool quiet)
{
    if (notes->count == WARNINGS)
        return;
    snprintf(notes->text[notes->count], WARNING_BYTES, "%s", text);
    notes->list[notes->count] = notes->text[notes->count];
    notes->count++;
    if (!quiet)
        print_line(stderr, "scanbench: warning: %s", text);
}

void notes_add(struct notes *notes, const char *text)
{
    add(notes, text, notes->quiet);
}

static size_t count_flag(const struct results *results, enum flag flag)
{
    size_t count = 0;
    for (size_t i = 0; i < results->count; i++)
        count += results->records[i].status == STATUS_OK && (results->records[i].flags & flag);
    return count;
}

/* What the kernel does not tell is null in the results. */
static void add_unknown(struct notes *notes, const struct machine *machine)
{
    char which[128];
    if (!*machine->environment.clocksource)
        notes_add(notes, "/sys cannot be read: its facts of this machine are null");
    if (machine->environment.aslr < 0)
        notes_add(notes, "/proc cannot be read: its facts of this machine are null");
    if (environment_memory("", which, sizeof which) == SIZE_MAX)
        notes_add(notes, "how much memory is left is unknown: no point is skipped for want of it");
}

/* A device that somebody else uses already; each once. */
static void add_shared(struct notes *notes, const struct job *job)
{
    bool seen[DEVICE_COUNT] = {false};
    for (size_t i = 0; i < job->plan.count; i++) {
        const struct point *const point = &job->plan.points[i].point;
        const struct engine_facts *facts;
        struct error why = {0};
        char text[WARNING_BYTES];
        if (!point_on_device(point) || seen[point->device] || !engine_probe(point->device, &facts, &why))
            continue;
        seen[point->device] = true;
        const char *const name = device_names[point->device];
        const unsigned runs = occupancy_others(*facts->address ? facts->address : name, -1);
        if (!runs && !facts->others)
            continue;
        snprintf(text, sizeof text,
                 "%s: %s computes on it: times are not its own; end that, or take another device", name,
                 runs ? "another run of scanbench" : "another process (see nvidia-smi)");
        notes_add(notes, text);
    }
}

/* Where energy was asked for and nobody tells it; each place once. */
static void add_energy(struct notes *notes, const struct job *job)
{
    bool seen[DEVICE_COUNT] = {false};
    for (size_t i = 0; i < job->plan.count && job->config.measure.energy_s > 0; i++) {
        const struct point *const point = &job->plan.points[i].point;
        const bool on_device = point_on_device(point);
        char text[WARNING_BYTES];
        if (!job->plan.points[i].supported || seen[point->device] || energy_is_told(point))
            continue;
        seen[point->device] = true;
        snprintf(text, sizeof text, "energy is not measured on %s: %s",
                 on_device ? device_names[point->device] : "the CPU",
                 point->cache == CACHE_COLD || point_in_place(point) ? "something else is done between calls"
                 : point->ranks > 0                                  ? "calls are of ranks"
                 : on_device                                         ? "NVML does not count it"
                             : "no counter of powercap can be read; see scanbench doctor --all");
        notes_add(notes, text);
    }
}

void notes_before(struct notes *notes, const struct job *job, const struct options *options,
                  const struct machine *machine)
{
    if (!topology_facts(machine->topology)->real)
        notes_add(notes, "simulated topology: workers are not pinned");
    else if (job->config.pin == PIN_NONE)
        notes_add(notes, "pin is none: the scheduler may move workers");
    if (job->config.measure.processes > 1 && options->in_process)
        notes_add(notes, "--in-process: all processes of the plan are one");
    if (options->perf_control && job->plan.count > 1)
        notes_add(notes, "perf counts all points together; --filter leaves one");
    add_shared(notes, job);
    add_energy(notes, job);
    add_unknown(notes, machine);
}

void notes_damage(struct notes *notes, const struct job *job)
{
    char *const damage = job->resume ? resume_damage(job->resume) : NULL;
    if (damage)
        add(notes, damage, false);
    free(damage);
}

void notes_after(struct notes *notes, const struct results *results, const struct job *job,
                 const struct machine *machine)
{
    char text[WARNING_BYTES];
    const size_t partial = count_flag(results, FLAG_HUGE_PARTIAL);
    const size_t coarse = count_flag(results, FLAG_CLOCK_COARSE);
    const char *const thp = machine->environment.thp;
    if (partial) {
        snprintf(text, sizeof text, "huge pages were requested, but %zu point%s got 4k pages%s%s%s", partial,
                 partial == 1 ? "" : "s", *thp ? " (transparent_hugepage is " : "", thp, *thp ? ")" : "");
        notes_add(notes, text);
    }
    if (coarse && !job->config.measure.smoke) {
        snprintf(text, sizeof text, "%zu point%s ran too short for this clock's tick", coarse,
                 coarse == 1 ? "" : "s");
        notes_add(notes, text);
    }
}
