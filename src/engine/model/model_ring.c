/* SPDX-License-Identifier: MIT */
/* Rings of tiles in the model: what comes and goes without the threads, and accesses of 16 bytes to it. */
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

void model_ring_load(void *slot, const void *buffer, size_t at, size_t n, size_t length)
{
    struct group *const group = model_now;
    const size_t elements = n - at < length ? n - at : length;
    enter_tile(group, at, n, length);
    for (size_t i = 0; i < length; i++) {
        struct model_elem value = model_identity();
        if (i < elements) {
            const struct part part = part_of(group, buffer, at + i);
            unsigned depth;
            value = model_of_bits(read_part(&part, &depth));
            value.depth = depth;
        }
        shared_fill(group, slot, i, &value);
    }
    count_segments(group, at, elements);
}

void model_ring_store(void *buffer, const void *slot, size_t at, size_t elements)
{
    struct group *const group = model_now;
    for (size_t i = 0; i < elements; i++) {
        const struct model_elem *const value = shared_look(group, slot, i);
        const struct part part = part_of(group, buffer, at + i);
        write_part(&part, model_bits(*value), value->depth);
    }
    if (elements > 0)
        count_segments(group, at, elements);
}

void model_ring_wait(void)
{
    struct group *const group = model_now;
    refuse_divergence(group);
    group->barriers++;
    group->floor = group->depth;
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
