/* SPDX-License-Identifier: MIT */
/* What two programs that take turns agree on before they sample a block: how many calls a sample has. */
#include "base/sha256.h"
#include "measure/block.h"

#include <stdlib.h>
#include <string.h>

/* Of one point, as it is told to the other program. */
struct told {
    char point[16]; /* the beginning of the digest of its key */
    uint64_t batch;
};

enum { MOST = TURNS_NOTE / sizeof(struct told) };

static struct told told_of(const struct record *record)
{
    struct told told = {.batch = record->batch};
    char key[1024], digest[65];
    point_key(&record->point, key, sizeof key);
    sha256_hex(key, strlen(key), digest);
    memcpy(told.point, digest, sizeof told.point);
    return told;
}

static void raise(struct entry *entry, const struct told *own, const struct told *heard, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(own->point, heard[i].point, sizeof own->point) == 0 &&
            heard[i].batch > entry->record->batch)
            entry->record->batch = heard[i].batch;
}

void batches_agree(struct block *block, const struct bench *bench)
{
    struct turns *const turns = bench->options->turns;
    struct told *const own = turns ? calloc(2 * MOST, sizeof *own) : NULL;
    const size_t count = block->entry_count < MOST ? block->entry_count : MOST;
    if (!own)
        return;
    struct told *const heard = own + MOST;
    for (size_t i = 0; i < count; i++)
        own[i] = told_of(block->entries[i].record);
    turns_tell(turns, own, count * sizeof *own);
    bench_pass_turn(bench, 0, 0);
    const size_t others = turns_heard(turns, bench_position(bench, 0, 0), heard) / sizeof *heard;
    for (size_t i = 0; i < count; i++)
        raise(&block->entries[i], &own[i], heard, others);
    free(own);
}
