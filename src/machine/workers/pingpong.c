/* SPDX-License-Identifier: MIT */
/* How far the cores of the workers are from each other: the round trip of a cache line. */
#include "machine/workers/pingpong.h"

#include <assert.h>
#include <stdatomic.h>

enum { BURSTS = 4, TRIPS = 8, ASKED = 8, LINE = 128 };

struct game {
    _Alignas(LINE) _Atomic uint32_t ball; /* odd: at the partner */
    _Alignas(LINE) struct team *team;
    const struct clock *clock;
    unsigned workers;
    uint64_t furthest_ns; /* of a burst */
};

static void wait_for(struct game *game, uint32_t ball)
{
    while (atomic_load_explicit(&game->ball, memory_order_acquire) != ball) {
    }
}

static uint64_t serve(struct game *game, uint32_t ball)
{
    const uint64_t start = clock_read(game->clock);
    for (uint32_t i = 0; i < TRIPS; i++, ball += 2) {
        atomic_store_explicit(&game->ball, ball + 1, memory_order_release);
        wait_for(game, ball + 2);
    }
    return clock_between_ns(start, clock_read(game->clock));
}

static void return_balls(struct game *game, uint32_t ball)
{
    for (uint32_t i = 0; i < TRIPS; i++, ball += 2) {
        wait_for(game, ball + 1);
        atomic_store_explicit(&game->ball, ball + 2, memory_order_release);
    }
}

static void play(void *argument, unsigned worker)
{
    struct game *const game = argument;
    uint32_t ball = 0;
    for (unsigned partner = 1; partner < game->workers && partner < ASKED; partner++) {
        uint64_t best_ns = UINT64_MAX;
        for (unsigned burst = 0; burst < BURSTS; burst++, ball += 2 * TRIPS) {
            team_barrier(game->team, worker);
            if (worker == partner)
                return_balls(game, ball);
            if (worker != 0)
                continue;
            const uint64_t took_ns = serve(game, ball);
            best_ns = took_ns < best_ns ? took_ns : best_ns;
        }
        if (worker == 0 && best_ns > game->furthest_ns)
            game->furthest_ns = best_ns;
    }
}

double pingpong_s(struct team *team, unsigned workers, const struct clock *clock)
{
    assert(workers >= 2 && workers <= team_size(team));
    struct game game = {.team = team, .clock = clock, .workers = workers};
    team_run(team, workers, play, &game);
    return (double)game.furthest_ns * 1e-9 / TRIPS;
}
