/* SPDX-License-Identifier: MIT */
/* How orders of the first rank and the answers of all travel. */
#include "measure/ranks.h"

#include "registry/registry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* How long a rank that has nothing to do sleeps between two looks: others may be measured meanwhile. */
enum { LOOK_NS = 50 * 1000 };

/* Without keeping a CPU busy: between two orders others may be measured, and results are written. */
static void wait_for(const struct rank_group *world, int rank)
{
    const struct timespec look = {.tv_nsec = LOOK_NS};
    while (!world->glue->waits(world->comm, rank))
        nanosleep(&look, NULL);
}

void ranks_serve(struct ranks_bench *bench)
{
    const struct rank_group *const world = &bench->world;
    struct ranks_order order;
    struct ranks_answer answer;
    do {
        wait_for(world, 0);
        world->glue->receive(world->comm, &order, sizeof order, 0);
        ranks_perform(bench, &order, &answer);
        world->glue->send(world->comm, &answer, sizeof answer, 0);
    } while (order.kind != ORDER_END);
}

static void await(const struct ranks_bench *bench, unsigned rank)
{
    if (bench->awaited)
        *bench->awaited = rank;
}

static void add_answer(struct ranks_answer *all, const struct ranks_answer *one, unsigned rank)
{
    if (one->failed && !all->failed)
        snprintf(all->text, sizeof all->text, "rank %u: %.240s", rank, one->text);
    if (one->failed && !all->failed)
        all->code = one->code;
    all->failed |= one->failed;
    all->crashed |= one->crashed;
    for (unsigned part = 0; part < DIGEST_PARTS; part++)
        all->digest[part] += one->digest[part];
    all->selected += one->selected;
    all->took_s = fmax(all->took_s, one->took_s);
    all->huge_fraction = fmin(all->huge_fraction, one->huge_fraction);
}

bool ranks_command(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *all)
{
    const struct rank_group *const world = &bench->world;
    struct ranks_answer answer;
    *all = (struct ranks_answer){.huge_fraction = NAN};
    for (unsigned rank = 1; rank < world->size; rank++)
        world->glue->send(world->comm, order, sizeof *order, (int)rank);
    ranks_perform(bench, order, &answer);
    add_answer(all, &answer, 0);
    for (unsigned rank = 1; rank < world->size; rank++) {
        await(bench, rank);
        wait_for(world, (int)rank);
        await(bench, 0);
        world->glue->receive(world->comm, &answer, sizeof answer, (int)rank);
        add_answer(all, &answer, rank);
    }
    return !all->failed;
}

struct ranks_order ranks_order_make(enum ranks_order_kind kind, const struct point *point,
                                    const struct problem_key *key)
{
    struct ranks_order order = {
        .kind = kind,
        .implementation = registry_index(point->implementation),
        .key = problem_over_ranks(key, (unsigned)point->ranks),
    };
    memcpy(order.axis, point->axis, sizeof order.axis);
    return order;
}
