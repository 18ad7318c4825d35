/* SPDX-License-Identifier: MIT */
/* No number without proof: every entry is verified in the configuration that is timed, before it is. */
#include "measure/proof.h"

#include "problem/verify.h"

static bool prove(struct entry *entry, bool complement)
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

/* How often an entry is to be proved on data of a cover. What the first process has proved is not proved
 * again: its samples are verified. Elsewhere than here a call that may wait comes before those that are
 * timed, and of limits nobody knows what they answer with. */
static unsigned proofs_of(const struct entry *entry, size_t cover)
{
    const bool planned = entry_is_planned(entry), known = entry_known(entry);
    if (!entry->block->bench->options->earlier || (planned && !known))
        return 2;
    return cover == 0 && (!planned || !entry->memory->calls_here) ? 1 : 0;
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
    if (proofs > 0 && prove(entry, false) && proofs > 1)
        prove(entry, true);
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
