/* SPDX-License-Identifier: MIT */
/* What all blocks of a run share: its clock, its turns, and whether it goes on. */
#include "measure/bench.h"

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
