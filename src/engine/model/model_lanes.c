/* SPDX-License-Identifier: MIT */
/* The loops over threads in the model: the lanes of a subgroup come by one after another, and what they
 * access in the same place of the loop's body is one access of the subgroup. */
#include "engine/model/model_state.h"

#include "base/memory.h"

enum { MOST_WORDS = 4 * LANES, MOST_BANKS = 64, FIRST_ACCESSES = 64 };

bool model_subgroup(size_t subgroup, size_t limit)
{
    struct group *const group = model_now;
    settle_accesses(group);
    group->in_thread = false;
    group->subgroup = subgroup;
    group->in_subgroup = subgroup < limit;
    return group->in_subgroup;
}

bool model_lane(size_t lane, size_t limit)
{
    struct group *const group = model_now;
    group->lane = lane;
    group->cursor = -1;
    group->in_thread = lane < limit;
    if (!group->in_thread)
        settle_accesses(group);
    return group->in_thread;
}

bool model_single_lane(size_t subgroup, size_t lane, size_t limit)
{
    return model_subgroup(subgroup, limit) && model_lane(lane, LANES);
}

/* The next place of this site, after the last one, where this lane has not been yet; −1: none. */
static int find_access(const struct group *group, unsigned site, bool shared)
{
    const unsigned lane = 1u << group->lane;
    int at = group->cursor < 0 ? group->first_access : group->accesses[group->cursor].next;
    for (; at >= 0; at = group->accesses[at].next) {
        const struct access *const access = &group->accesses[at];
        if (access->site == site && access->shared == shared && !(access->lanes & lane))
            return at;
    }
    return -1;
}

/* A new place right after the last one, for a site that no lane before came by. */
static int insert_access(struct group *group)
{
    if (group->access_count == group->access_room) {
        const size_t room = group->access_room ? 2 * group->access_room : FIRST_ACCESSES;
        group->accesses = memory_resize(group->accesses, room, sizeof *group->accesses);
        group->access_room = room;
    }
    const int at = (int)group->access_count++;
    int *const link = group->cursor < 0 ? &group->first_access : &group->accesses[group->cursor].next;
    group->accesses[at].next = *link;
    *link = at;
    return at;
}

void note_access(struct group *group, bool shared, uint64_t address, unsigned bytes, unsigned site)
{
    if (!group->in_thread)
        return;
    int at = find_access(group, site, shared);
    if (at < 0) {
        at = insert_access(group);
        struct access *const fresh = &group->accesses[at];
        fresh->site = site;
        fresh->lanes = 0;
        fresh->bytes = bytes;
        fresh->shared = shared;
    }
    group->accesses[at].lanes |= 1u << group->lane;
    group->accesses[at].address[group->lane] = address;
    group->cursor = at;
}

/* The different words of `width` bytes that an access touches. */
static size_t distinct_words(const struct access *access, unsigned width, uint64_t *words)
{
    size_t found = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (!(access->lanes & 1u << lane))
            continue;
        const uint64_t last = (access->address[lane] + access->bytes - 1) / width;
        for (uint64_t word = access->address[lane] / width; word <= last; word++) {
            size_t i = found;
            while (i > 0 && words[i - 1] != word)
                i--;
            if (i == 0)
                words[found++] = word;
        }
    }
    return found;
}

static uint64_t bank_conflicts(const struct access *access, const struct device *device)
{
    uint64_t words[MOST_WORDS];
    unsigned in_bank[MOST_BANKS] = {0}, most = 1;
    const size_t found = distinct_words(access, device->bank_bytes, words);
    for (size_t i = 0; i < found; i++) {
        const unsigned here = ++in_bank[words[i] % device->banks];
        most = here > most ? here : most;
    }
    return most - 1;
}

void settle_accesses(struct group *group)
{
    const struct device *const device = group->model->options.device;
    uint64_t segments[LANES * 64];
    for (int at = group->first_access; at >= 0; at = group->accesses[at].next) {
        const struct access *const access = &group->accesses[at];
        if (access->shared)
            count(group, COUNTER_BANK_CONFLICTS, bank_conflicts(access, device));
        else {
            count(group, COUNTER_TRANSACTIONS, distinct_words(access, device->segment_bytes, segments));
            count(group, COUNTER_MEMORY_INSTRUCTIONS, 1);
        }
    }
    group->access_count = 0;
    group->first_access = group->cursor = -1;
}

void refuse_divergence(struct group *group)
{
    if (group->in_thread || group->in_subgroup)
        note_hazard(group, HAZARD_DIVERGENT_BARRIER, "barrier", 0, MODEL_NO_THREAD);
}

void model_barrier(void)
{
    struct group *const group = model_now;
    refuse_divergence(group);
    count(group, COUNTER_BARRIERS, 1);
    group->barriers++;
    group->floor = group->depth;
}

void model_simd_barrier(size_t subgroups)
{
    struct group *const group = model_now;
    refuse_divergence(group);
    count(group, COUNTER_SIMD_BARRIERS, subgroups);
    for (size_t s = 0; s < subgroups; s++)
        group->simd_barriers[s]++;
}
