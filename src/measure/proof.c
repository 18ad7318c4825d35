/* SPDX-License-Identifier: MIT */
/* Verifies every entry in the configuration that is timed, before it is; how accurate the sums of floats are,
 * and whether their bits repeat. */
#include "measure/measure.h"

bool proof_once(struct entry *entry, bool complement)
{
    struct finding finding = {0};
    entry->memory->poison(entry, complement);
    if (!entry->memory->call(entry))
        return false;
    if (!entry->memory->is_right(entry, &finding)) {
        entry_fail(entry, STATUS_WRONG, finding.text);
        return false;
    }
    entry->record->verified++;
    return true;
}

/* How often an entry is to be proved on data of a cover. The last cover, 0, is what is measured: an entry is
 * proved on it into either poison. On any other it is proved once, and a limit, which copies or reads
 * whatever there is, not at all. What the first process has proved is not proved again: its samples are
 * verified. Elsewhere than here a call that may wait comes before those that are timed, and of limits nobody
 * knows what they answer with. */
static unsigned proofs_of(const struct entry *entry, size_t cover)
{
    const bool planned = entry_is_planned(entry), known = entry_known(entry);
    const bool solved = primitive_info(entry->record->point.implementation->primitive)->solve != NULL;
    if (!entry->block->bench->options->earlier || (planned && !known))
        return cover == 0 ? 2 : planned;
    return cover == 0 && (!planned || !solved || !entry->memory->calls_here) ? 1 : 0;
}

static bool any_proof(const struct block *block, size_t cover)
{
    for (size_t i = 0; i < block->entry_count; i++)
        if (block->entries[i].active && proofs_of(&block->entries[i], cover) > 0)
            return true;
    return false;
}

static void prove_entry(struct entry *entry, size_t cover)
{
    const unsigned proofs = proofs_of(entry, cover);
    entry_progress(entry);
    if (proofs == 0 && cover == 0)
        entry->memory->poison(entry, false); /* its output is written by who will use it */
    if (proofs > 0 && proof_once(entry, cover % 2 == 1) && proofs > 1)
        proof_once(entry, true);
}

bool proof_before(struct block *block, struct error *error)
{
    for (size_t cover = block_covers(block); cover-- > 0;) {
        if (cover > 0 && !any_proof(block, cover))
            continue;
        if (!block_fill(block, cover, error))
            return false;
        for (size_t i = 0; i < block->entry_count && !bench_stopping(block->bench); i++)
            if (block->entries[i].active)
                prove_entry(&block->entries[i], cover);
    }
    return true;
}

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
