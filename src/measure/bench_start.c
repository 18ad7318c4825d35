/* SPDX-License-Identifier: MIT */
/* What all blocks of a run share: taking its workers, and letting them go. */
#include "measure/bench.h"

#include "base/memory.h"
#include "measure/memory_kind.h"

#include <math.h>
#include <stdlib.h>

/* As many as the points want, and beside a device all that there are: they make its data and look at its
 * answers.
 */
static unsigned most_workers(const struct bench *bench)
{
    const struct plan *const plan = bench->plan;
    unsigned most = 1;
    for (size_t i = 0; i < plan->count; i++) {
        const struct point *const point = &plan->points[i].point;
        const struct memory_kind *const memory = memory_kind_of(point);
        const unsigned places = memory->judged_here && !memory->calls_here ? (unsigned)bench->place_count : 0;
        const unsigned workers = point_workers(point) > places ? point_workers(point) : places;
        if (plan->points[i].supported && workers > most)
            most = workers;
    }
    return most;
}

/* Places for all workers, around again where there are more workers than places. */
static struct place *choose_places(const struct bench *bench, unsigned workers)
{
    const struct place *allowed;
    const size_t count = topology_places(bench->machine->topology, &allowed);
    struct place *const places = memory_array(workers, sizeof *places);
    for (unsigned w = 0; w < workers; w++)
        places[w] = allowed[w % count];
    return places;
}

bool bench_start(struct bench *bench, struct error *error)
{
    const struct place *allowed;
    bench->place_count = topology_places(bench->machine->topology, &allowed);
    const unsigned workers = most_workers(bench);
    bench->workers = workers;
    bench->empty_dispatch_s = memory_array(workers + 1, sizeof *bench->empty_dispatch_s);
    for (unsigned w = 0; w <= workers; w++)
        bench->empty_dispatch_s[w] = NAN;
    const bool real = topology_facts(bench->machine->topology)->real;
    if (real && bench->config->pin != PIN_NONE && bench->place_count > 0)
        bench->places = choose_places(bench, workers);
    bench->team = team_create(bench->places, workers, error);
    if (!bench->team)
        return false;
    struct error refusal = {0};
    bench->counters = counters_create(bench->team, hardware_events, &refusal);
    return true;
}

void bench_close(struct bench *bench)
{
    counters_destroy(bench->counters);
    if (bench->team)
        team_destroy(bench->team);
    buffer_unmap(&bench->evicting);
    free((void *)bench->places);
    free(bench->empty_dispatch_s);
}
