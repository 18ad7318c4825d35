/* SPDX-License-Identifier: MIT */
/* How accurate the sums of floats are, and whether their bits repeat: a result like the time. */
#include "measure/accuracy.h"

#include "measure/host_judge.h"
#include "problem/verify.h"

#include <math.h>

static bool has_accuracy(const struct entry *entry)
{
    struct problem_key key = entry->block->key;
    key.primitive = entry->record->point.implementation->primitive;
    return entry->memory->judged_here && problem_gridded(&key);
}

static bool any_accuracy(const struct block *block)
{
    for (size_t i = 0; i < block->entry_count; i++)
        if (block->entries[i].active && has_accuracy(&block->entries[i]))
            return true;
    return false;
}

/* Call it once into poison: a hash of what it wrote. */
static bool call_hashed(struct entry *entry, bool complement, uint64_t *digest)
{
    entry->memory->poison(entry, complement);
    if (!entry->memory->call(entry))
        return false;
    *digest = host_digest(entry);
    return true;
}

/* Two calls on the same data into complementary poisons. */
static void measure_accuracy(struct entry *entry)
{
    struct record *const record = entry->record;
    struct finding finding;
    uint64_t first;
    if (!call_hashed(entry, true, &first) || !call_hashed(entry, false, &entry->digest))
        return;
    if (!entry->memory->is_right(entry, &finding)) {
        entry_fail(entry, STATUS_WRONG, finding.text);
        return;
    }
    /* The verifier counts in units of the roundoff u, half of the distance ε from 1 to the next number. */
    record->accuracy.error_eps = finding.error / 2;
    record->accuracy.repeats = entry->digest == first ? YES : NO;
    record->verified++;
}

static bool differ_in_workers(const struct point *a, const struct point *b)
{
    struct point same = *a;
    same.workers = b->workers;
    return a->workers != b->workers && point_compare(&same, b) == 0;
}

/* Whether the points that are this one but for the number of workers have the same bits. */
static enum known agreement(const struct entry *entry)
{
    const struct block *const block = entry->block;
    enum known agreed = UNKNOWN;
    for (size_t i = 0; i < block->entry_count; i++) {
        const struct entry *const other = &block->entries[i];
        if (!other->active || !differ_in_workers(&entry->record->point, &other->record->point))
            continue;
        agreed = agreed == NO || other->digest != entry->digest ? NO : YES;
    }
    return agreed;
}

bool accuracy_measure(struct block *block, struct error *error)
{
    const struct bench *const bench = block->bench;
    if (bench_stopping(bench) || bench->options->earlier || !any_accuracy(block))
        return true;
    block->key.data = DATA_GRIDDED;
    const bool filled = block_fill(block, 0, error);
    for (size_t i = 0; filled && i < block->entry_count && !bench_stopping(bench); i++) {
        struct entry *const entry = &block->entries[i];
        if (!entry->active || !has_accuracy(entry))
            continue;
        entry_progress(entry);
        measure_accuracy(entry);
    }
    for (size_t i = 0; filled && i < block->entry_count; i++)
        if (block->entries[i].active && has_accuracy(&block->entries[i]))
            block->entries[i].record->accuracy.workers_agree = agreement(&block->entries[i]);
    block->key.data = DATA_EXACT;
    return filled;
}
