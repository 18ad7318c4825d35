/* SPDX-License-Identifier: MIT */
/* Shared memory in the model: poisoned at the start, every access checked for bounds, poison and races. */
#include "engine/model/model_state.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum { POISON = 0xa5, SEVERAL = 0xfffe, MIXED = 0xffff, BANK_WIDTH = 4 };

/* Where refused accesses lead: poison to read, and nothing anybody reads to write. */
static _Thread_local struct model_elem nowhere;

static void *refused_word(void)
{
    memset(&nowhere, POISON, sizeof nowhere);
    nowhere.depth = 0;
    return &nowhere;
}

static struct shared_array *find_site(struct group *group, unsigned site)
{
    for (size_t i = 0; i < group->arrays; i++)
        if (group->array[i].site == site)
            return &group->array[i];
    return NULL;
}

static struct shared_array *add_array(struct group *group, size_t stride, size_t elements)
{
    struct shared_array *const array = &group->array[group->arrays];
    assert(group->arrays < MODEL_ARRAYS);
    *array = (struct shared_array){.storage = memory_block(stride * elements + 1),
                                   .words = memory_array(elements + 1, sizeof *array->words)};
    memset(array->storage, POISON, stride * elements + 1);
    group->arrays++;
    return array;
}

/* `stride`: of storage here, `bytes`: on the device, an element. */
static void *declare(unsigned site, const char *name, size_t stride, size_t bytes, size_t length)
{
    struct group *const group = model_now;
    struct shared_array *array = find_site(group, site);
    if (array)
        return array->storage;
    array = add_array(group, stride, length);
    array->site = site;
    array->name = name;
    array->stride = stride;
    array->bytes = bytes;
    array->count = length;
    array->offset = group->shared_bytes;
    group->shared_bytes += array->bytes * length;
    return array->storage;
}

void *model_shared(unsigned site, const char *name, bool elements, size_t bytes, size_t length)
{
    return declare(site, name, bytes, elements ? model_elem_bytes(model_now) : bytes, length);
}

void *shared_elements(unsigned site, const char *name, size_t bytes, size_t length)
{
    return declare(site, name, sizeof(struct model_elem), bytes, length);
}

static struct shared_array *find_array(struct group *group, const void *words)
{
    for (size_t i = 0; i < group->arrays; i++)
        if (group->array[i].storage == words)
            return &group->array[i];
    return NULL;
}

static size_t used_bytes(const struct group *group)
{
    size_t bytes = 0;
    for (size_t i = 0; i < group->arrays; i++)
        if (shared_counts(&group->array[i]))
            bytes += group->array[i].extent[PHASE_TOTAL] * group->array[i].bytes;
    return bytes;
}

static void extend(struct group *group, struct shared_array *array, size_t index)
{
    if (array->extent[group->phase] <= index)
        array->extent[group->phase] = index + 1;
    if (array->extent[PHASE_TOTAL] > index)
        return;
    array->extent[PHASE_TOTAL] = index + 1;
    if (used_bytes(group) > group->model->options.device->shared_bytes)
        note_unsupported(group, "%zu bytes of shared memory a group; %s has %zu", used_bytes(group),
                         group->model->options.device->name, group->model->options.device->shared_bytes);
}

/* Whether two accesses of one subgroup, the first of them in simd epoch `then`, are in order. */
static bool is_ordered(const struct group *group, size_t subgroup, unsigned then)
{
    return group->model->options.device->simd_lockstep || then < group->simd_barriers[subgroup];
}

/* Whether the roles of a ring order two accesses: their threads do within the scanners alone, of whom there
 * is more than one subgroup. */
static bool is_of_one(enum model_role role)
{
    return role != MODEL_GROUP && role != MODEL_SCANNERS;
}

static bool has_seen(const struct ring_order *order, enum model_role other, unsigned clock)
{
    return order->seen[order->role][other] >= clock;
}

static void check_written(struct group *group, const struct shared_array *array, size_t index)
{
    const struct shared_word *const word = &array->words[index];
    const size_t writer_subgroup = word->writer / LANES;
    if (word->write_role != group->order.role) {
        if (!has_seen(&group->order, word->write_role, word->written))
            note_hazard(group, HAZARD_RACE, array->name, index, MODEL_NO_THREAD);
        return;
    }
    if (is_of_one(word->write_role))
        return;
    if (word->write_epoch != group->barriers + 1 || word->writer == current_thread(group))
        return;
    if (group->in_thread && writer_subgroup == group->subgroup &&
        is_ordered(group, writer_subgroup, word->write_simd_epoch))
        return;
    note_hazard(group, HAZARD_RACE, array->name, index, word->writer);
}

static void check_read(struct group *group, const struct shared_array *array, size_t index)
{
    const struct shared_word *const word = &array->words[index];
    const enum model_role own = group->order.role;
    for (enum model_role role = MODEL_GROUP; role < MODEL_ROLES; role++)
        if (role != own && !has_seen(&group->order, role, word->read[role]))
            note_hazard(group, HAZARD_RACE, array->name, index, MODEL_NO_THREAD);
    if (is_of_one(own))
        return;
    if (word->read_epoch != group->barriers + 1 || word->reader == current_thread(group))
        return;
    if (word->reader != MIXED && word->reader_subgroup == group->subgroup &&
        is_ordered(group, group->subgroup, word->read_simd_epoch))
        return;
    note_hazard(group, HAZARD_RACE, array->name, index,
                word->reader >= SEVERAL ? MODEL_NO_THREAD : word->reader);
}

static void mark_read(struct group *group, struct shared_word *word)
{
    const uint16_t thread = (uint16_t)current_thread(group);
    word->read[group->order.role] = group->order.now[group->order.role];
    if (is_of_one(group->order.role))
        return;
    if (word->read_epoch != group->barriers + 1)
        word->reader = thread;
    else if (word->reader_subgroup != group->subgroup)
        word->reader = MIXED;
    else if (word->reader != thread && word->reader != MIXED)
        word->reader = SEVERAL;
    word->read_epoch = group->barriers + 1;
    word->reader_subgroup = (uint16_t)group->subgroup;
    word->read_simd_epoch = group->simd_barriers[group->subgroup % MAX_SUBGROUPS];
}

static void mark_written(const struct group *group, struct shared_word *word)
{
    word->write_role = group->order.role;
    word->written = group->order.now[word->write_role];
    word->write_epoch = group->barriers + 1;
    word->writer = (uint16_t)current_thread(group);
    word->write_simd_epoch = group->simd_barriers[group->subgroup % MAX_SUBGROUPS];
}

/* The array when the access is within it. */
static struct shared_array *enter(struct group *group, const void *words, size_t index)
{
    struct shared_array *const array = find_array(group, words);
    if (!array || index >= array->count) {
        note_hazard(group, HAZARD_OUT_OF_BOUNDS, array ? array->name : "unknown array", index,
                    MODEL_NO_THREAD);
        return NULL;
    }
    extend(group, array, index);
    return array;
}

static const void *load(struct group *group, struct shared_array *array, size_t index)
{
    if (array->words[index].write_epoch == 0)
        note_hazard(group, HAZARD_POISONED_READ, array->name, index, MODEL_NO_THREAD);
    check_written(group, array, index);
    return array->storage + index * array->stride;
}

const void *shared_get(const void *words, size_t index, unsigned together, unsigned site)
{
    struct group *const group = model_now;
    count(group, COUNTER_SHARED_LOADS, 1);
    struct shared_array *const array = enter(group, words, index);
    if (!array)
        return refused_word();
    if (together)
        note_access(group, true, array->offset + index * array->bytes, (unsigned)array->bytes * together,
                    site);
    const void *const word = load(group, array, index);
    mark_read(group, &array->words[index]);
    return word;
}

const void *model_get(const void *words, size_t index, unsigned site)
{
    return model_now->in_thread ? shared_get(words, index, 1, site) : model_broadcast(words, index);
}

/* The same word to every thread of the group: no conflict. */
const void *model_broadcast(const void *words, size_t index)
{
    struct group *const group = model_now;
    count(group, COUNTER_SHARED_LOADS, group->launch.threads);
    struct shared_array *const array = enter(group, words, index);
    if (!array)
        return refused_word();
    const void *const found = load(group, array, index);
    mark_read(group, &array->words[index]);
    array->words[index].reader = MIXED;
    return found;
}

/* All lanes read it in one access. */
const void *model_simd_get(const void *words, size_t index, unsigned site)
{
    const void *found = NULL;
    for (size_t lane = 0; model_lane(lane, LANES); lane++)
        found = model_get(words, index, site);
    return found;
}

void *shared_put(void *words, size_t index, unsigned together, unsigned site)
{
    struct group *const group = model_now;
    count(group, COUNTER_SHARED_STORES, 1);
    struct shared_array *const array = enter(group, words, index);
    if (!array)
        return refused_word();
    struct shared_word *const word = &array->words[index];
    if (together)
        note_access(group, true, array->offset + index * array->bytes, (unsigned)array->bytes * together,
                    site);
    check_written(group, array, index);
    check_read(group, array, index);
    mark_written(group, word);
    return array->storage + index * array->stride;
}

void *model_put(void *words, size_t index, unsigned site)
{
    return shared_put(words, index, 1, site);
}

void shared_fill(struct group *group, void *words, size_t index, const struct model_elem *value)
{
    struct shared_array *const array = enter(group, words, index);
    if (!array)
        return;
    struct shared_word *const word = &array->words[index];
    check_written(group, array, index);
    check_read(group, array, index);
    memcpy(array->storage + index * array->stride, value, sizeof *value);
    mark_written(group, word);
}

const struct model_elem *shared_look(struct group *group, const void *words, size_t index)
{
    struct shared_array *const array = enter(group, words, index);
    if (!array)
        return refused_word();
    const struct model_elem *const found = load(group, array, index);
    mark_read(group, &array->words[index]);
    return found;
}
