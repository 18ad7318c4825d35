/* SPDX-License-Identifier: MIT */
/* The start of a run on ranks: whether all run the same, and how far apart their clocks are. */
#include "measure/ranks.h"

#include "base/memory.h"
#include "machine/system_file.h"
#include "statistics/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCK_LOOKS = 16, LENGTHS = 6, TURNS = 3 };

/* Messages whose times a line goes through: how long, and how many there and back make one time. */
static const struct {
    size_t bytes;
    unsigned times;
} lengths[LENGTHS] = {{8, 64}, {512, 64}, {4 << 10, 64}, {32 << 10, 32}, {256 << 10, 16}, {1 << 20, 8}};

/* What ranks tell each other first. */
struct hello {
    struct ranks_identity identity;
    char host[64]; /* its kernel, since it was started */
    clockid_t clock;
};

/* Whether a rank is like the first, as all of them find out. */
static bool is_same(const struct hello *all, unsigned rank, unsigned own, struct error *error)
{
    const struct hello *const a = &all[0], *const b = &all[rank];
    char who[32];
    if (rank == own)
        snprintf(who, sizeof who, "this rank");
    else
        snprintf(who, sizeof who, "rank %u", rank);
    if (*b->identity.refused)
        return error_set(error, EXIT_SYSTEM, "%s: %s", who, b->identity.refused);
    if (strcmp(a->identity.program, b->identity.program) != 0)
        return error_set(error, EXIT_SYSTEM,
                         "%s runs another program than rank 0; expected the same file on every host", who);
    if (strcmp(a->identity.job, b->identity.job) != 0)
        return error_set(error, EXIT_SYSTEM,
                         "%s has other arguments or configs than rank 0; expected the same on every host",
                         who);
    return a->clock == b->clock ||
           error_set(error, EXIT_SYSTEM,
                     "%s has another clock than rank 0; expected the same kernel settings", who);
}

/* Their distance at the quickest of some round trips: after F. Cristian, Probabilistic clock synchronization
 * (1989). */
static int64_t offset_from(const struct rank_group *world, const struct clock *clock, unsigned rank)
{
    uint64_t least_ns = UINT64_MAX, theirs = 0;
    int64_t offset = 0;
    for (unsigned i = 0; i < CLOCK_LOOKS; i++) {
        const uint64_t sent = clock_read(clock);
        world->glue->send(world->comm, &sent, sizeof sent, (int)rank);
        world->glue->receive(world->comm, &theirs, sizeof theirs, (int)rank);
        const uint64_t trip = clock_between_ns(sent, clock_read(clock));
        if (trip >= least_ns)
            continue;
        least_ns = trip;
        offset = (int64_t)(theirs - (sent + trip / 2));
    }
    return offset;
}

static void tell_clock(const struct rank_group *world, const struct clock *clock)
{
    for (unsigned i = 0; i < CLOCK_LOOKS; i++) {
        uint64_t now;
        world->glue->receive(world->comm, &now, sizeof now, 0);
        now = clock_read(clock);
        world->glue->send(world->comm, &now, sizeof now, 0);
    }
}

/* On one host all read the same clock. */
static void find_offset(struct ranks_bench *bench, const struct hello *all)
{
    const struct rank_group *const world = &bench->world;
    const struct clock *const clock = &bench->machine->clock;
    if (world->rank > 0) {
        tell_clock(world, clock);
        world->glue->receive(world->comm, &bench->offset_ns, sizeof bench->offset_ns, 0);
        return;
    }
    for (unsigned rank = 1; rank < world->size; rank++) {
        const int64_t measured = offset_from(world, clock, rank);
        const bool near = *all[0].host && strcmp(all[rank].host, all[0].host) == 0;
        const int64_t offset = near ? 0 : measured;
        world->glue->send(world->comm, &offset, sizeof offset, (int)rank);
    }
}

/* There and back, so many times, between the first two ranks: seconds one way. */
static double message_s(const struct ranks_bench *bench, void *data, size_t bytes, unsigned times)
{
    const struct rank_group *const world = &bench->world;
    const uint64_t start = clock_read(&bench->machine->clock);
    if (bench->beats)
        ++*bench->beats;
    for (unsigned i = 0; i < times; i++) {
        if (world->rank == 0)
            world->glue->send(world->comm, data, bytes, 1);
        world->glue->receive(world->comm, data, bytes, world->rank == 0 ? 1 : 0);
        if (world->rank == 1)
            world->glue->send(world->comm, data, bytes, 0);
    }
    return clock_since_s(&bench->machine->clock, start) / (2.0 * times);
}

/* The best of some turns, after one that does not count. */
static double least_message_s(const struct ranks_bench *bench, void *data, size_t bytes, unsigned times)
{
    double least = message_s(bench, data, bytes, times);
    for (unsigned i = 0; i < TURNS; i++)
        least = fmin(least, message_s(bench, data, bytes, times));
    return least;
}

static void find_cost(const struct ranks_bench *bench, struct message_cost *cost)
{
    double bytes[LENGTHS], seconds[LENGTHS];
    *cost = (struct message_cost){NAN, NAN};
    if (bench->world.size < 2 || bench->world.rank > 1)
        return;
    void *const data = memory_array(1, lengths[LENGTHS - 1].bytes);
    for (unsigned i = 0; i < LENGTHS; i++) {
        bytes[i] = (double)lengths[i].bytes;
        seconds[i] = least_message_s(bench, data, lengths[i].bytes, lengths[i].times);
    }
    const struct line_fit line = line_fit_relative(bytes, seconds, LENGTHS);
    const bool rises = line.intercept >= 0 && line.slope > 0; /* unless something disturbed them */
    *cost = rises ? (struct message_cost){line.intercept, 1 / line.slope}
                  : (struct message_cost){seconds[0], bytes[LENGTHS - 1] / seconds[LENGTHS - 1]};
    free(data);
}

bool ranks_meet(struct ranks_bench *bench, const struct ranks_identity *identity, struct message_cost *cost,
                struct error *error)
{
    bench->seat = seat_read();
    if (!world_open(&bench->world, &bench->seat, error))
        return false;
    const struct rank_group *const world = &bench->world;
    struct hello own = {.identity = *identity, .clock = bench->machine->clock.id};
    struct hello *const all = memory_array(world->size, sizeof *all);
    system_line("/proc/sys/kernel/random/boot_id", own.host, sizeof own.host);
    world->glue->allgather(world->comm, &own, all, sizeof own);
    bool ok = !*all[0].identity.refused;
    for (unsigned rank = 1; ok && rank < world->size; rank++)
        ok = is_same(all, rank, world->rank, error);
    if (ok) {
        find_offset(bench, all);
        find_cost(bench, cost);
    }
    free(all);
    if (!ok)
        world_close(&bench->world);
    return ok;
}

void ranks_leave(struct ranks_bench *bench)
{
    const struct ranks_order end = {.kind = ORDER_END};
    struct ranks_answer answer;
    if (!bench->world.comm)
        return;
    if (bench->world.rank == 0)
        ranks_command(bench, &end, &answer);
    ranks_bench_close(bench);
    world_close(&bench->world);
}
