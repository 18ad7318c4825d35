/* SPDX-License-Identifier: MIT */
/* What all blocks of a run share: its workers, its clock, and whether it goes on. */
#include "measure/bench.h"

#include "base/memory.h"
#include "measure/memory_kind.h"

#include <math.h>
#include <stdlib.h>

/* Bits of a position: of the place in a round, and of that and the round; the block's number is above. */
enum { PLACE_BITS = 12, STEP_BITS = 32 };

volatile sig_atomic_t stop_signal, stop_at_once;

void watch_note(struct watch *watch, enum watch_stage stage, const struct point *now)
{
    if (!watch)
        return;
    watch->point = *now;
    watch->stage = stage;
    watch->beats++;
}

struct effort *bench_effort(const struct bench *bench)
{
    static struct effort unwatched;
    return bench->options->watch ? &bench->options->watch->effort : &unwatched;
}

uint64_t bench_now_ns(const struct bench *bench)
{
    return clock_read(&bench->machine->clock);
}

double bench_elapsed_s(const struct bench *bench)
{
    return clock_since_s(&bench->machine->clock, bench->start_ns);
}

static bool budget_spent(const struct bench *bench)
{
    return bench_elapsed_s(bench) > bench->options->budget_s;
}

bool bench_stop_asked(const struct bench *bench)
{
    const struct runner_options *const options = bench->options;
    return stop_signal || (options->watch && options->watch->stop) ||
           (options->turns && turns_broken(options->turns));
}

bool bench_stopping(const struct bench *bench)
{
    return bench_stop_asked(bench) || budget_spent(bench) || clock_failed();
}

const char *bench_why_unfinished(const struct bench *bench)
{
    if (stop_signal)
        return "interrupted by a signal";
    if (bench->options->turns && turns_broken(bench->options->turns))
        return turns_hung(bench->options->turns) ? "the program that took turns did not give one back"
                                                 : "the program that took turns ended before";
    return budget_spent(bench) ? "time ran out" : "the run failed before";
}

static bool still_waiting(void *context)
{
    const struct bench *const bench = context;
    if (bench->options->watch)
        bench->options->watch->beats++;
    return !bench_stopping(bench);
}

void bench_take_turn(const struct bench *bench)
{
    const struct turns_waiting waiting = {still_waiting, (void *)bench};
    if (bench->options->turns)
        turns_take(bench->options->turns, &waiting);
}

static uint64_t position_of(const struct bench *bench, size_t round, size_t place)
{
    const uint64_t step = (uint64_t)round << PLACE_BITS | (place & ((1u << PLACE_BITS) - 1));
    const uint64_t most = ((uint64_t)1 << STEP_BITS) - 1;
    return bench->block_number << STEP_BITS | (step < most ? step : most);
}

void bench_pass_turn(const struct bench *bench, size_t round, size_t place)
{
    const struct turns_waiting waiting = {still_waiting, (void *)bench};
    if (bench->options->turns)
        turns_pass(bench->options->turns, position_of(bench, round, place), &waiting);
}

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
