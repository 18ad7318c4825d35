/* SPDX-License-Identifier: MIT */
/* A group while it runs in the model: how it gives way to others, and what the roles of its ring have seen of
 * each other. */
#include "engine/model/model_state.h"

#include <string.h>

_Thread_local struct group *model_now;

void group_yield(struct group *group, enum outcome outcome)
{
    group->outcome = outcome;
    swapcontext(&group->context, &group->model->scheduler);
}

void epoch_advance(struct model *model)
{
    model->epoch++;
    model->hopeless = 0;
}

void model_poll(void)
{
    struct group *const group = model_now;
    struct model *const model = group->model;
    if (group->fruitless_epoch != model->epoch) {
        group->fruitless_epoch = model->epoch;
        group->fruitless = 0;
    }
    if (++group->fruitless == MODEL_PATIENCE)
        model->hopeless++;
    group_yield(group, OUTCOME_POLLED);
}

bool model_ring_role(enum model_role role)
{
    model_now->order.role = role;
    return true;
}

static unsigned *event_of(struct ring_order *order, enum model_event event, size_t round)
{
    return order->event[event][event == MODEL_PUBLISHED ? 0 : round % MODEL_RING_SLOTS];
}

void model_ring_arrive(enum model_event event, size_t round)
{
    struct ring_order *const order = &model_now->order;
    unsigned *const known = event_of(order, event, round);
    memcpy(known, order->seen[order->role], sizeof order->seen[order->role]);
    known[order->role] = order->now[order->role]++;
}

static void see(struct ring_order *order, const unsigned *known)
{
    unsigned *const seen = order->seen[order->role];
    for (enum model_role role = MODEL_GROUP; role < MODEL_ROLES; role++)
        seen[role] = known[role] > seen[role] ? known[role] : seen[role];
}

void model_ring_follow(enum model_event event, size_t round, size_t by)
{
    struct ring_order *const order = &model_now->order;
    if (round >= by)
        see(order, event_of(order, event, round - by));
}

void model_ring_end(void)
{
    struct ring_order *const order = &model_now->order;
    order->role = MODEL_GROUP;
    see(order, order->now);
}

void interleave(struct group *group, bool publishes)
{
    struct model *const model = group->model;
    if (group->order.role != MODEL_GROUP && publishes)
        model_ring_arrive(MODEL_PUBLISHED, 0);
    else if (group->order.role != MODEL_GROUP)
        model_ring_follow(MODEL_PUBLISHED, 0, 0);
    if (publishes && model->victim == group) {
        model->victim = NULL;
        group_yield(group, OUTCOME_FROZEN);
    } else if (model->interrupts && random_next(&model->random) & 1) {
        group_yield(group, OUTCOME_INTERRUPTED);
    }
}
