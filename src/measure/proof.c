/* SPDX-License-Identifier: MIT */
/* No number without proof: every entry is verified in the configuration that is timed, before it is. */
#include "measure/proof.h"

#include "measure/arena.h"
#include "measure/batch.h"
#include "measure/device_arena.h"
#include "measure/digest.h"
#include "measure/equal.h"
#include "problem/verify.h"

/* Elements that the entry writes of those it reads, where that is not given by n. */
static size_t selected_by(const struct problem *problem)
{
    if (problem->key.primitive == PRIMITIVE_COMPACT)
        return problem->selected;
    const bool copies_part = problem->key.primitive == PRIMITIVE_COPY_PART;
    return copies_part ? primitive_part(problem->key.n, problem->key.selectivity) : 0;
}

uint64_t proof_digest(const struct block *block, const struct bench *bench, const struct entry *entry)
{
    const struct run run = entry_host_run(block, bench, entry);
    const bool alone = implementation_callers(run.point->implementation, run.workers) == run.workers;
    const struct written written = {
        .output = run.output,
        .bytes = block_answer_bytes(block, entry->record),
        .count = run.count ? *run.count : 0,
        .workers = alone ? run.workers : 1,
    };
    return digest_output(&written, bench->team);
}

bool proof_fill(struct block *block, struct bench *bench, size_t cover, struct error *error)
{
    if (!arena_fill(block, bench, cover, error))
        return false;
    device_arena_fill(block);
    return true;
}

bool proof_call(struct block *block, struct bench *bench, struct entry *entry, bool complement)
{
    const struct run run = entry_run(block, bench, entry);
    const bool elsewhere = point_on_device(run.point);
    arena_poison(block, bench, entry, complement);
    if (elsewhere)
        device_arena_poison(block, entry, complement);
    arena_refill(block, bench, entry);
    if (entry_blame(entry, batch_run(&run, 1)))
        return false;
    if (entry_is_foreign(entry) && arena_mend(block, bench, entry))
        return false;
    if (elsewhere)
        device_arena_fetch(block, entry, NULL, 0);
    return device_arena_good(block, bench, entry);
}

/* What a limit that reads has answered with. */
static uint64_t folded(const struct problem_key *key, const struct run *run)
{
    if (run->count)
        return *run->count;
    return primitive_info(key->primitive)->output == OUTPUT_FIXED
               ? element_load(key->dtype, run->output, 0).u64
               : 0;
}

static bool prove(struct block *block, struct bench *bench, struct entry *entry, bool complement)
{
    const struct point *const point = &entry->record->point;
    const struct problem problem = entry_problem(block, entry);
    const struct run run = entry_host_run(block, bench, entry);
    const size_t roundings = point->implementation->roundings ? point->implementation->roundings(point) : 0;
    struct finding finding;
    if (!proof_call(block, bench, entry, complement))
        return false;
    entry->record->selected = selected_by(&problem);
    if (!equal_output(&problem, &run, block->workers) &&
        !verify_output(&problem, run.output, run.count ? *run.count : 0, roundings, &finding)) {
        entry_fail(entry, STATUS_WRONG, finding.text);
        return false;
    }
    entry->fold = folded(&problem.key, &run);
    entry->record->verified++;
    return true;
}

/* How often an entry is to be proved on data of a cover. What the first process has proved is not proved
 * again: its samples are verified. On a device a call that may wait for it comes before those that are timed,
 * and of limits nobody knows what they answer with. */
static unsigned proofs_of(const struct block *block, const struct bench *bench, size_t index, size_t cover)
{
    const struct entry *const entry = &block->entries[index];
    const bool planned = index < block->planned_count, known = bench_known(bench, entry->record);
    if (!bench->options->earlier || (planned && !known))
        return 2;
    return cover == 0 && (!planned || point_on_device(&entry->record->point)) ? 1 : 0;
}

static bool any_proof(const struct block *block, const struct bench *bench, size_t cover)
{
    for (size_t i = 0; i < block->entry_count; i++)
        if (block->entries[i].active && proofs_of(block, bench, i, cover) > 0)
            return true;
    return false;
}

static void prove_entry(struct block *block, struct bench *bench, size_t index, size_t cover)
{
    struct entry *const entry = &block->entries[index];
    const unsigned proofs = proofs_of(block, bench, index, cover);
    block_progress(block, bench, &entry->record->point);
    if (proofs == 0 && cover == 0) { /* its output is written by who will use it */
        const struct problem problem = entry_problem(block, entry);
        entry->record->selected = selected_by(&problem);
        arena_poison(block, bench, entry, false);
    }
    if (proofs > 0 && prove(block, bench, entry, false) && proofs > 1)
        prove(block, bench, entry, true);
}

bool proof_before(struct block *block, struct bench *bench, struct error *error)
{
    for (size_t cover = problem_covers(&block->key); cover-- > 0;) {
        if (cover > 0 && !any_proof(block, bench, cover))
            continue;
        watch_note(bench->options->watch, WATCH_FILL, &block->entries[0].record->point);
        if (!proof_fill(block, bench, cover, error))
            return false;
        for (size_t i = 0; i < block->entry_count && !bench_stopping(bench); i++)
            if (block->entries[i].active)
                prove_entry(block, bench, i, cover);
    }
    return true;
}
