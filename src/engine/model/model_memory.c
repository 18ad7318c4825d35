/* SPDX-License-Identifier: MIT */
/* Device memory in the model: bounds, tiles, stores that other groups see only when the device says so,
 * atomics. */
#include "engine/model/model_state.h"

#include "base/memory.h"
#include "problem/primitive.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_BYTES = 4, FIRST_STORES = 64 };

/* One access of device memory. */
struct word_place {
    struct region *region; /* NULL: memory that is no region */
    const char *array;
    char *address; /* NULL where it is refused */
    size_t index;
    unsigned bytes;
    bool exchange;
    bool refused;
};

static unsigned elem_bytes(void)
{
    return (unsigned)model_elem_bytes(model_now);
}

static unsigned bytes_of(struct model_word word)
{
    return word.bytes ? word.bytes : (unsigned)model_array_bytes(model_now, word.of);
}

static struct region *find_region(struct model *model, const char *address)
{
    for (size_t i = 0; i < model->regions; i++) {
        const struct region *const region = &model->region[i];
        if (address >= region->base && address < region->base + (region->bytes ? region->bytes : 1))
            return &model->region[i];
    }
    return NULL;
}

static const struct parameter *find_parameter(const struct group *group, const void *buffer)
{
    for (size_t i = 0; i < LAUNCH_ARGUMENTS; i++)
        if (group->parameter[i].name && group->parameter[i].kind != MODEL_VALUE &&
            group->parameter[i].address == buffer)
            return &group->parameter[i];
    return NULL;
}

/* Whether an element lies outside of the buffer's region; of what is in none there is one element. */
static bool is_outside(const struct region *region, const void *buffer, size_t index, unsigned bytes)
{
    if (!region)
        return index > 0;
    const size_t room = region->bytes - (size_t)((const char *)buffer - region->base);
    return index >= room / bytes;
}

static struct word_place locate(struct group *group, const void *buffer, size_t index, unsigned bytes)
{
    const struct parameter *const parameter = find_parameter(group, buffer);
    struct word_place place = {
        .region = find_region(group->model, buffer),
        .array = parameter ? parameter->name : "buffer",
        .index = index,
        .bytes = bytes,
        .exchange = !parameter || parameter->kind == MODEL_EXCHANGE,
    };
    place.refused = is_outside(place.region, buffer, index, bytes);
    if (place.refused)
        note_hazard(group, HAZARD_DEVICE_OUT_OF_BOUNDS, place.array, index, MODEL_NO_THREAD);
    else
        place.address = (char *)buffer + index * bytes;
    return place;
}

static uint64_t read_bits(const char *address, unsigned bytes)
{
    uint64_t bits = 0;
    memcpy(&bits, address, bytes);
    return bits;
}

static size_t depth_slot(const struct word_place *place)
{
    return (size_t)(place->address - place->region->base) / DEPTH_BYTES;
}

static unsigned read_depth(const struct word_place *place)
{
    return place->region ? place->region->depth[depth_slot(place)] : 0;
}

static void write_through(struct model *model, const struct word_place *place, uint64_t bits, unsigned depth)
{
    if (read_bits(place->address, place->bytes) != bits)
        epoch_advance(model);
    memcpy(place->address, &bits, place->bytes);
    if (place->region)
        place->region->depth[depth_slot(place)] = depth;
}

/* The group's own store to an address, or the free slot for it; NULL while there are none. */
static struct pending_store *find_pending(const struct group *group, const char *address)
{
    if (!group->pending_room)
        return NULL;
    const size_t mask = group->pending_room - 1;
    size_t slot = ((uintptr_t)address >> 2) * 0x9e3779b97f4a7c15u >> 20 & mask;
    while (group->pending[slot].address && group->pending[slot].address != address)
        slot = (slot + 1) & mask;
    return &group->pending[slot];
}

static void grow_pending(struct group *group)
{
    struct group old = *group;
    const size_t room = old.pending_room ? 2 * old.pending_room : FIRST_STORES;
    group->pending = memory_array(room, sizeof *group->pending);
    group->pending_room = room;
    for (size_t i = 0; i < old.pending_room; i++)
        if (old.pending[i].address)
            *find_pending(group, old.pending[i].address) = old.pending[i];
    free(old.pending);
}

static void store_pending(struct group *group, const struct word_place *place, uint64_t bits, unsigned depth)
{
    if (2 * group->pending_count >= group->pending_room)
        grow_pending(group);
    struct pending_store *const slot = find_pending(group, place->address);
    if (!slot->address) {
        group->pending_count++;
        place->region->pending[depth_slot(place)]++;
    }
    if (!slot->address || slot->bits != bits)
        epoch_advance(group->model);
    *slot = (struct pending_store){place->address, bits, place->bytes, depth};
}

void flush_group(struct group *group)
{
    for (size_t i = 0; i < group->pending_room; i++) {
        struct pending_store *const store = &group->pending[i];
        if (!store->address)
            continue;
        struct word_place place = {.region = find_region(group->model, store->address),
                                   .address = store->address,
                                   .bytes = store->bytes};
        place.region->pending[depth_slot(&place)]--;
        write_through(group->model, &place, store->bits, store->depth);
        store->address = NULL;
    }
    group->pending_count = 0;
}

static bool is_immediate(const struct group *group)
{
    return group->model->options.device->visibility == VISIBILITY_IMMEDIATE;
}

/* Who wrote a word that is not visible: for the report. */
static size_t find_writer(const struct model *model, const struct group *reader, const char *address)
{
    for (size_t i = 0; i < model->started_count + model->waiting_count; i++) {
        const struct group *const group =
            i < model->started_count ? model->started[i] : model->waiting[i - model->started_count];
        const struct pending_store *const store = find_pending(group, address);
        if (group != reader && store && store->address)
            return group->id;
    }
    return 0;
}

/* What the group sees. */
static uint64_t see(struct group *group, const struct word_place *place, unsigned *depth)
{
    const struct pending_store *const own = find_pending(group, place->address);
    if (place->exchange && own && own->address) {
        *depth = own->depth;
        return own->bits;
    }
    if (place->exchange && place->region && place->region->pending[depth_slot(place)])
        note_stale(group, place->array, place->index, find_writer(group->model, group, place->address));
    *depth = read_depth(place);
    return read_bits(place->address, place->bytes);
}

/* One access of so many bytes from the place on. */
static void note_device_access(struct group *group, const struct word_place *place, unsigned bytes,
                               unsigned site)
{
    const char *const base = place->region ? place->region->base : place->address;
    if (group->in_thread) {
        note_access(group, false, (uint64_t)(place->address - base), bytes, site);
        return;
    }
    count(group, COUNTER_TRANSACTIONS, 1);
    count(group, COUNTER_MEMORY_INSTRUCTIONS, 1);
}

struct model_elem read_part(const struct part *part)
{
    struct group *const group = model_now;
    const struct word_place place = locate(group, part->buffer, part->index, part->bytes);
    count(group, COUNTER_DEVICE_LOADS, 1);
    struct model_elem value = {.depth = 0};
    if (place.refused)
        return value;
    if (part->together)
        note_device_access(group, &place, part->bytes * part->together, part->site);
    if (place.exchange)
        interleave(group, false);
    value.u64 = see(group, &place, &value.depth);
    return value;
}

void write_part(const struct part *part, uint64_t bits, unsigned depth)
{
    struct group *const group = model_now;
    const struct word_place place = locate(group, part->buffer, part->index, part->bytes);
    count(group, COUNTER_DEVICE_STORES, 1);
    if (place.refused)
        return;
    if (part->together)
        note_device_access(group, &place, part->bytes * part->together, part->site);
    if (place.exchange)
        interleave(group, true);
    if (place.exchange && place.region && !is_immediate(group))
        store_pending(group, &place, bits, depth);
    else
        write_through(group->model, &place, bits, depth);
}

void model_device_fence(void)
{
    const struct device *const device = model_now->model->options.device;
    if (device->device_fence && device->visibility == VISIBILITY_FENCE)
        flush_group(model_now);
}

/* A releasing atomic publishes what the group stored before, where the device has such atomics. */
static void release(struct group *group)
{
    const struct device *const device = group->model->options.device;
    if ((device->atomics & ATOMICS_ACQUIRE_RELEASE) && device->visibility == VISIBILITY_FENCE)
        flush_group(group);
}

static struct word_place locate_atomic(struct group *group, const void *buffer, size_t index, unsigned bytes,
                                       unsigned needed)
{
    const struct device *const device = group->model->options.device;
    const unsigned lacking = needed & ~device->atomics;
    if (lacking)
        note_unsupported(group, "kernel %s: %s atomics, which %s lacks", group->kernel_name,
                         lacking & ATOMICS_INT64     ? "64-bit"
                         : lacking & ATOMICS_FLOAT32 ? "floating-point"
                                                     : "32-bit",
                         device->name);
    return locate(group, buffer, index, bytes);
}

/* The group's own waiting store to this word becomes visible first: one word has one order. */
static void flush_word(struct group *group, const struct word_place *place)
{
    struct pending_store *const own = find_pending(group, place->address);
    if (own && own->address)
        flush_group(group);
}

static unsigned integer_atomics(unsigned bytes)
{
    return bytes == sizeof(uint64_t) ? ATOMICS_INT64 : ATOMICS_INT32;
}

struct model_elem model_atomic_load(struct model_word word)
{
    struct group *const group = model_now;
    const unsigned bytes = bytes_of(word);
    const struct word_place place =
        locate_atomic(group, word.buffer, word.index, bytes, integer_atomics(bytes));
    count(group, COUNTER_POLLS, 1);
    if (place.refused)
        return model_of_bits(0);
    interleave(group, false);
    flush_word(group, &place);
    group->polled.array = place.array;
    group->polled.word = word.index;
    group->polled.bits = read_bits(place.address, bytes);
    return model_of_bits(group->polled.bits);
}

/* What the word becomes. */
static uint64_t changed(enum model_atomic kind, uint64_t old, uint64_t value, uint64_t expected,
                        unsigned bytes)
{
    const uint64_t mask = bytes == sizeof old ? UINT64_MAX : UINT32_MAX;
    if (kind == MODEL_ADDS)
        return (old + value) & mask;
    if (kind == MODEL_SWAPS && old != (expected & mask))
        return old;
    return value & mask;
}

/* Of elements integer sums alone: the published kernels add floats by exchanges, which take the integer of
 * that width. */
struct model_elem model_atomic_change(enum model_atomic kind, struct model_word word, struct model_elem value,
                                      struct model_elem expected)
{
    struct group *const group = model_now;
    const unsigned bytes = bytes_of(word);
    if (kind == MODEL_ADDS && word.bytes == 0 && dtype_is_float(dtype_accumulator(group->launch.dtype)))
        note_unsupported(group, "kernel %s: an atomic add of floats", group->kernel_name);
    if (kind != MODEL_STORES && kind != MODEL_ADDS)
        release(group);
    const struct word_place place =
        locate_atomic(group, word.buffer, word.index, bytes, integer_atomics(bytes));
    count(group, COUNTER_ATOMICS, 1);
    if (place.refused)
        return model_of_bits(0);
    interleave(group, kind != MODEL_ADDS);
    flush_word(group, &place);
    const uint64_t old = read_bits(place.address, bytes);
    write_through(group->model, &place, changed(kind, old, value.u64, expected.u64, bytes), 0);
    return model_of_bits(old);
}

struct model_elem model_read(struct model_word word, unsigned site)
{
    const struct model_elem value =
        read_part(&(struct part){word.buffer, word.index, bytes_of(word), 1, site});
    return word.of == MODEL_OF_IN ? model_widened(value) : value;
}

void model_write(struct model_word word, struct model_elem value, unsigned site)
{
    write_part(&(struct part){word.buffer, word.index, bytes_of(word), 1, site},
               word.bytes ? value.u64 : model_array_bits(value, word.of), value.depth);
}

/* Every 64 bits of a packed word are the tag above 32 bits of the value. */
enum { PACKED_HALF = 32, PACKED_PART = 2 * DEPTH_BYTES };

struct model_packed model_packed_load(const struct model_packed_word *buffer, size_t index)
{
    struct group *const group = model_now;
    const unsigned bytes = 2 * elem_bytes();
    const struct word_place place = locate_atomic(group, buffer, index, bytes, ATOMICS_INT64);
    uint64_t value = 0, part = 0;
    struct model_packed loaded = {.tag = 0};
    count(group, COUNTER_POLLS, 1);
    if (place.refused)
        return loaded;
    interleave(group, false);
    for (unsigned at = bytes; at > 0; at -= PACKED_PART) {
        part = read_bits(place.address + at - PACKED_PART, PACKED_PART);
        value = value << PACKED_HALF | (uint32_t)part;
    }
    loaded.value = model_of_bits(value);
    loaded.value.depth = read_depth(&place);
    loaded.tag = (unsigned)(part >> PACKED_HALF);
    group->polled.array = place.array;
    group->polled.word = index;
    group->polled.bits = loaded.tag;
    return loaded;
}

void model_packed_store(struct model_packed_word *buffer, size_t index, struct model_elem value, unsigned tag)
{
    struct group *const group = model_now;
    const unsigned bytes = 2 * elem_bytes();
    struct word_place place = locate_atomic(group, buffer, index, bytes, ATOMICS_INT64);
    count(group, COUNTER_ATOMICS, 1);
    if (place.refused)
        return;
    interleave(group, true);
    place.bytes = PACKED_PART;
    for (unsigned at = 0; at < bytes; at += PACKED_PART, place.address += PACKED_PART)
        write_through(group->model, &place,
                      (uint64_t)tag << PACKED_HALF | (uint32_t)(model_bits(value) >> at / 2 * 8),
                      value.depth);
}

/* Integers, and sums of 32-bit floats, are joined by the hardware: no lane executes the operator. */
void model_atomic_op(void *buffer, size_t index, struct model_elem value)
{
    struct group *const group = model_now;
    const struct launch *const launch = &group->launch;
    const bool is_float = dtype_is_float(dtype_accumulator(launch->dtype));
    const bool lacking = launch->op == OP_PRODUCT || (is_float && launch->op > OP_SUM);
    if (lacking)
        note_unsupported(group, "kernel %s: an atomic of an operator that no device has", group->kernel_name);
    const unsigned needed = is_float ? ATOMICS_FLOAT32 : integer_atomics(elem_bytes());
    const struct word_place place = locate_atomic(group, buffer, index, elem_bytes(), needed);
    count(group, COUNTER_ATOMICS, 1);
    if (place.refused)
        return;
    interleave(group, false);
    flush_word(group, &place);
    const struct model_elem old = model_of_bits(read_bits(place.address, place.bytes));
    write_through(group->model, &place, model_bits(combine(launch, old, value)), 0);
}
