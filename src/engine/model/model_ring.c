/* SPDX-License-Identifier: MIT */
/* Rings of tiles in the model: their slots, what comes and goes without the threads, and accesses of 16 bytes
 * to it. */
#include "engine/model/model_state.h"

#include <string.h>

enum { WIDE_BYTES = 16 };

/* The segments of so many elements of `bytes` each from a place on. */
static void count_segments(struct group *group, size_t bytes, size_t at, size_t elements)
{
    const size_t segment = group->model->options.device->segment_bytes;
    count(group, COUNTER_TRANSACTIONS, ((at + elements) * bytes - 1) / segment - at * bytes / segment + 1);
}

static struct part part_of(const struct group *group, const void *buffer, enum model_array of, size_t index)
{
    return (struct part){.buffer = buffer, .index = index, .bytes = (unsigned)model_array_bytes(group, of)};
}

struct model_ring model_ring_start(unsigned site, const char *name, size_t length)
{
    struct ring_order *const order = &model_now->order;
    order->now[MODEL_GROUP]++;
    for (enum model_role role = MODEL_LOADER; role < MODEL_ROLES; role++) {
        order->now[role]++;
        order->seen[role][MODEL_GROUP] = order->now[MODEL_GROUP];
    }
    return (struct model_ring){site, name, length, 0};
}

void *model_ring_slot(const struct model_ring *ring, size_t round)
{
    const unsigned slot = round % MODEL_RING_SLOTS;
    return shared_elements(ring->site | slot << LATER_SLOT_SHIFT, ring->name,
                           ring->bytes ? ring->bytes : model_array_bytes(model_now, MODEL_OF_IN),
                           ring->length);
}

bool model_ring_grows(void)
{
    return model_array_bytes(model_now, MODEL_OF_OUT) > model_array_bytes(model_now, MODEL_OF_IN);
}

static void *find_stage(const struct model_ring *ring)
{
    return shared_elements(ring->site | STAGE_SITE, "stage", model_array_bytes(model_now, MODEL_OF_OUT),
                           ring->length);
}

void *model_ring_place(const struct model_ring *ring, size_t round)
{
    return model_ring_grows() ? find_stage(ring) : model_ring_slot(ring, round);
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

/* Where element i of a slot lies in the buffer of a span of its launch's order. */
static size_t place_of(struct model_span span, size_t i)
{
    const struct group *const group = model_now;
    return group->launch.reversed ? model_all_tiles(group, span.end) - 1 - span.at - i : span.at + i;
}

/* The first tile that a group loads is the one that its counts are about. */
static void enter_tile(struct group *group, struct model_span span, size_t length)
{
    if (group->tile_known)
        return;
    group->tile = span.at / length;
    group->tile_known = true;
    group->tile_partial = place_of(span, 0) >= span.end || place_of(span, length - 1) >= span.end;
}

/* The segments of the elements of a slot that a buffer has. */
static void count_span(const struct model_ring *ring, struct model_span span)
{
    struct group *const group = model_now;
    const size_t first = group->launch.reversed ? place_of(span, ring->length - 1) : span.at;
    const size_t left = span.end - first, elements = left < ring->length ? left : ring->length;
    if (elements > 0)
        count_segments(group, model_array_bytes(group, span.of), first, elements);
}

static void fill_slot(const struct model_ring *ring, size_t round, const void *buffer, struct model_span span,
                      struct model_elem absent)
{
    void *const slot = model_ring_slot(ring, round);
    model_ring_follow(model_ring_grows() ? MODEL_SCANNED : MODEL_FREE, round, MODEL_RING_SLOTS);
    for (size_t i = 0; i < ring->length; i++) {
        struct model_elem value = absent;
        if (place_of(span, i) < span.end) {
            const struct part part = part_of(model_now, buffer, span.of, place_of(span, i));
            value = model_read_as(read_part(&part), span.of);
        }
        shared_fill(model_now, slot, i, &value);
    }
    count_span(ring, span);
}

void model_ring_load(const struct model_ring *ring, size_t round, const void *buffer, struct model_span span)
{
    enter_tile(model_now, span, ring->length);
    fill_slot(ring, round, buffer, span, model_identity());
    model_ring_arrive(MODEL_FULL, round);
}

void model_ring_load_factors(const struct model_ring *ring, size_t round, const void *buffer,
                             struct model_span span)
{
    fill_slot(ring, round, buffer, span, model_now->launch.reversed ? model_one() : model_identity());
}

void model_ring_store(const struct model_ring *ring, size_t round, void *buffer, struct model_span span)
{
    struct group *const group = model_now;
    const void *const slot = model_ring_slot(ring, round);
    model_ring_follow(MODEL_SCANNED, round, 0);
    for (size_t i = 0; i < ring->length; i++) {
        const size_t at = place_of(span, i);
        const struct part part = part_of(group, buffer, span.of, at);
        if (at < span.end) {
            const struct model_elem *const value = shared_look(group, slot, i);
            write_part(&part, model_array_bits(*value, span.of), value->depth);
        }
    }
    count_span(ring, span);
    order_depths(group);
    model_ring_arrive(MODEL_FREE, round);
}

size_t model_wide_elements(enum model_array of)
{
    const size_t bytes = model_array_bytes(model_now, of), own = model_values() * bytes;
    size_t wide = WIDE_BYTES;
    while (own % wide != 0)
        wide /= 2;
    return wide / bytes;
}

void model_store_rows(const struct model_ring *ring, void *buffer, struct model_span span, size_t own,
                      unsigned site)
{
    const unsigned wide = (unsigned)model_wide_elements(span.of);
    void *const stage = find_stage(ring);
    for (size_t v = 0; v < model_values() && span.at + own < span.end; v += wide, own += wide * LANES) {
        const size_t left = span.end - span.at - own;
        const unsigned elements = left < wide ? (unsigned)left : wide;
        for (unsigned i = 0; i < elements; i++) {
            const unsigned together = i == 0 ? elements : 0;
            const struct model_elem *const value = shared_get(stage, own + i, together, site);
            struct part part = part_of(model_now, buffer, span.of, span.at + own + i);
            part.together = together;
            part.site = site;
            write_part(&part, model_array_bits(*value, span.of), value->depth);
        }
    }
}

struct model_wide model_take_wide(const void *slot, size_t index, unsigned site)
{
    const unsigned elements = (unsigned)model_wide_elements(MODEL_OF_IN);
    struct model_wide wide = {0};
    for (unsigned i = 0; i < elements; i++)
        memcpy(&wide.part[i], shared_get(slot, index + i, i == 0 ? elements : 0, site), sizeof wide.part[i]);
    return wide;
}

void model_leave_wide(void *slot, size_t index, const struct model_wide *wide, unsigned site)
{
    const unsigned elements = (unsigned)model_wide_elements(MODEL_OF_OUT);
    for (unsigned i = 0; i < elements; i++)
        memcpy(shared_put(slot, index + i, i == 0 ? elements : 0, site), &wide->part[i],
               sizeof wide->part[i]);
}
