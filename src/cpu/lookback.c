/* SPDX-License-Identifier: MIT */
/* Ticketed tiles that learn what precedes them by looking back at the states of earlier tiles. */
#include "cpu/lookback.h"

#include "cpu/wait.h"
#include "machine/workers/team.h"

#include <stdatomic.h>

enum tile_progress { NOTHING_KNOWN, TOTAL_KNOWN, PREFIX_KNOWN };

enum { APART = 2 * CACHE_LINE }; /* as struct partial's: a distance, since scratch is aligned to one line */

/* Written by the tile's worker alone; the values before the progress that announces them. */
struct state {
    union element total;  /* of the tile */
    union element prefix; /* of all tiles up to and with it */
    _Atomic unsigned progress;
    char apart[APART - 2 * sizeof(union element) - sizeof(unsigned)];
};

struct lookback {
    _Atomic size_t ticket;
    char apart[APART - sizeof(size_t)];
    struct state states[];
};

_Static_assert(sizeof(struct state) == APART && sizeof(struct lookback) == APART,
               "nothing shares a pair of lines");

size_t lookback_bytes(size_t tiles)
{
    return sizeof(struct lookback) + tiles * sizeof(struct state);
}

struct lookback *lookback_begin(const struct run *run, size_t tiles)
{
    struct lookback *const lookback = run->scratch;
    const struct span own = team_part(tiles, 1, run->worker, run->workers);
    const size_t first = own.first, last = own.last;
    for (size_t tile = first; tile < last; tile++)
        atomic_store_explicit(&lookback->states[tile].progress, NOTHING_KNOWN, memory_order_relaxed);
    if (run->worker == 0)
        atomic_store_explicit(&lookback->ticket, 0, memory_order_relaxed);
    team_barrier(run->team, run->worker);
    return lookback;
}

size_t lookback_ticket(struct lookback *lookback)
{
    return atomic_fetch_add_explicit(&lookback->ticket, 1, memory_order_relaxed);
}

void lookback_publish(struct lookback *lookback, size_t tile, union element total)
{
    struct state *const state = &lookback->states[tile];
    state->total = total;
    atomic_store_explicit(&state->progress, TOTAL_KNOWN, memory_order_release);
}

static enum tile_progress wait_for(struct state *state)
{
    enum tile_progress progress;
    unsigned spins = 0;
    while ((progress = atomic_load_explicit(&state->progress, memory_order_acquire)) == NOTHING_KNOWN)
        wait_briefly(&spins);
    return progress;
}

void lookback_tell(struct lookback *lookback, size_t tile, union element prefix)
{
    struct state *const state = &lookback->states[tile];
    state->prefix = prefix;
    atomic_store_explicit(&state->progress, PREFIX_KNOWN, memory_order_release);
}

union element lookback_await(struct lookback *lookback, size_t tile)
{
    struct state *const state = &lookback->states[tile];
    wait_for(state);
    return state->prefix;
}

union element lookback_prefix(struct lookback *lookback, size_t tile, union element total,
                              const struct accumulation *of)
{
    const enum op op = of->op;
    const enum dtype dtype = of->dtype;
    union element before = op_identity(op, dtype);
    size_t earlier = tile;
    enum tile_progress progress = TOTAL_KNOWN;
    while (earlier > 0 && progress == TOTAL_KNOWN) {
        struct state *const state = &lookback->states[--earlier];
        progress = wait_for(state);
        before = element_combine(op, dtype, progress == PREFIX_KNOWN ? state->prefix : state->total, before);
    }
    if (progress != PREFIX_KNOWN)
        before = element_combine(op, dtype, of->initial, before);
    lookback_tell(lookback, tile, element_combine(op, dtype, before, total));
    return before;
}
