/* SPDX-License-Identifier: MIT */
/* How accurate the sums of floats are, and whether their bits repeat: a result like the time. */
#include "measure/accuracy.h"

#include "measure/proof.h"
#include "problem/verify.h"

#include <math.h>

static bool has_accuracy(const struct block *block, const struct entry *entry)
{
    struct problem_key key = block->key;
    key.primitive = entry->record->point.implementation->primitive;
    return problem_gridded(&key);
}

static bool any_accuracy(const struct block *block)
{
    for (size_t i = 0; i < block->entry_count; i++)
        if (block->entries[i].active && has_accuracy(block, &block->entries[i]))
            return true;
    return false;
}

/* Two calls on the same data into complementary poisons. */
static void judge(struct block *block, struct bench *bench, struct entry *entry)
{
    struct record *const record = entry->record;
    const struct implementation *const implementation = record->point.implementation;
    const struct run run = entry_host_run(block, bench, entry);
    const struct problem problem = entry_problem(block, entry);
    const size_t roundings = implementation->roundings ? implementation->roundings(&record->point) : 0;
    struct finding finding;
    if (!proof_call(block, bench, entry, true))
        return;
    const uint64_t first = proof_digest(block, bench, entry);
    if (!proof_call(block, bench, entry, false))
        return;
    entry->digest = proof_digest(block, bench, entry);
    if (!verify_output(&problem, run.output, 0, roundings, &finding)) {
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
static enum known agreement(const struct block *block, const struct entry *entry)
{
    enum known agreed = UNKNOWN;
    for (size_t i = 0; i < block->entry_count; i++) {
        const struct entry *const other = &block->entries[i];
        if (!other->active || !differ_in_workers(&entry->record->point, &other->record->point))
            continue;
        agreed = agreed == NO || other->digest != entry->digest ? NO : YES;
    }
    return agreed;
}

bool accuracy_measure(struct block *block, struct bench *bench, struct error *error)
{
    if (bench_stopping(bench) || bench->options->earlier || !any_accuracy(block))
        return true;
    block->key.data = DATA_GRIDDED;
    watch_note(bench->options->watch, WATCH_FILL, &block->entries[0].record->point);
    const bool filled = proof_fill(block, bench, 0, error);
    for (size_t i = 0; filled && i < block->entry_count && !bench_stopping(bench); i++) {
        struct entry *const entry = &block->entries[i];
        if (!entry->active || !has_accuracy(block, entry))
            continue;
        block_progress(block, bench, &entry->record->point);
        judge(block, bench, entry);
    }
    for (size_t i = 0; filled && i < block->entry_count; i++)
        if (block->entries[i].active && has_accuracy(block, &block->entries[i]))
            block->entries[i].record->accuracy.workers_agree = agreement(block, &block->entries[i]);
    block->key.data = DATA_EXACT;
    return filled;
}
