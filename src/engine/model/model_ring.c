/* SPDX-License-Identifier: MIT */
/* Rings of tiles in the model: their slots, what comes and goes without the threads, and accesses of 16 bytes
 * to it. */
#include "engine/model/model_state.h"

#include <string.h>

enum { WIDE_BYTES = 16 };

/* The first tile that a group loads is the one that its counts are about. */
static void enter_tile(struct group *group, size_t at, size_t n, size_t length)
{
    if (group->tile_known)
        return;
    group->tile = at / length;
    group->tile_known = true;
    group->tile_partial = at + length > n;
}

/* The segments of so many elements from a place on. */
static void count_segments(struct group *group, size_t at, size_t elements)
{
    const size_t bytes = model_elem_bytes(group), segment = group->model->options.device->segment_bytes;
    count(group, COUNTER_TRANSACTIONS, ((at + elements) * bytes - 1) / segment - at * bytes / segment + 1);
}

static struct part part_of(const struct group *group, const void *buffer, size_t index)
{
    return (struct part){.buffer = buffer, .index = index, .bytes = (unsigned)model_elem_bytes(group)};
}

struct model_ring model_ring_start(unsigned site, const char *name, size_t length)
{
    struct ring_order *const order = &model_now->order;
    order->now[MODEL_GROUP]++;
    for (enum model_role role = MODEL_LOADER; role < MODEL_ROLES; role++) {
        order->now[role]++;
        order->seen[role][MODEL_GROUP] = order->now[MODEL_GROUP];
    }
    return (struct model_ring){site, name, length};
}

void *model_ring_slot(const struct model_ring *ring, size_t round)
{
    const unsigned slot = round % MODEL_RING_SLOTS;
    return model_shared(ring->site | slot << LATER_SLOT_SHIFT, ring->name, true, sizeof(struct model_elem),
                        ring->length);
}

static void order_depths(struct group *group)
{
    refuse_divergence(group);
    group->floor = group->depth;
}

void model_ring_wait(enum model_event event, size_t round)
{
    order_depths(model_now);
    model_ring_follow(event, round, 0);
}

void model_ring_done(size_t round)
{
    order_depths(model_now);
    model_ring_arrive(MODEL_SCANNED, round);
}

void model_ring_load(const struct model_ring *ring, size_t round, const void *buffer, size_t at, size_t n)
{
    struct group *const group = model_now;
    const size_t elements = n - at < ring->length ? n - at : ring->length;
    void *const slot = model_ring_slot(ring, round);
    enter_tile(group, at, n, ring->length);
    model_ring_follow(MODEL_FREE, round, MODEL_RING_SLOTS);
    for (size_t i = 0; i < ring->length; i++) {
        struct model_elem value = model_identity();
        if (i < elements) {
            const struct part part = part_of(group, buffer, at + i);
            value = read_part(&part);
        }
        shared_fill(group, slot, i, &value);
    }
    count_segments(group, at, elements);
    model_ring_arrive(MODEL_FULL, round);
}

void model_ring_store(const struct model_ring *ring, size_t round, void *buffer, size_t at, size_t elements)
{
    struct group *const group = model_now;
    const void *const slot = model_ring_slot(ring, round);
    model_ring_follow(MODEL_SCANNED, round, 0);
    for (size_t i = 0; i < elements; i++) {
        const struct model_elem *const value = shared_look(group, slot, i);
        const struct part part = part_of(group, buffer, at + i);
        write_part(&part, model_bits(*value), value->depth);
    }
    if (elements > 0)
        count_segments(group, at, elements);
    order_depths(group);
    model_ring_arrive(MODEL_FREE, round);
}

size_t model_wide_elements(void)
{
    return WIDE_BYTES / model_elem_bytes(model_now);
}

struct model_wide model_take_wide(const void *slot, size_t index, unsigned site)
{
    const unsigned elements = (unsigned)model_wide_elements();
    struct model_wide wide = {0};
    for (unsigned i = 0; i < elements; i++)
        memcpy(&wide.part[i], shared_get(slot, index + i, i == 0 ? elements : 0, site), sizeof wide.part[i]);
    return wide;
}

void model_leave_wide(void *slot, size_t index, const struct model_wide *wide, unsigned site)
{
    const unsigned elements = (unsigned)model_wide_elements();
    for (unsigned i = 0; i < elements; i++)
        memcpy(shared_put(slot, index + i, i == 0 ? elements : 0, site), &wide->part[i],
               sizeof wide->part[i]);
}
