/* SPDX-License-Identifier: MIT */
/* A run's side of taking turns: where it stands, when it waits, and how many calls a sample has in both runs.
 */
#include "measure/block_turns.h"

#include "base/sha256.h"

#include <stdlib.h>
#include <string.h>

/* Bits of a position: of the place in a round, and of that and the round; the block's number is above. */
enum { PLACE_BITS = 12, STEP_BITS = 32 };

static bool still_waiting(void *context)
{
    const struct bench *const bench = context;
    if (bench->options->watch)
        bench->options->watch->beats++;
    return !bench_stopping(bench);
}

void bench_take_turn(const struct bench *bench)
{
    const struct turns_waiting waiting = {still_waiting, (void *)bench};
    if (bench->options->turns)
        turns_take(bench->options->turns, &waiting);
}

static uint64_t position_of(const struct bench *bench, size_t round, size_t place)
{
    const uint64_t step = (uint64_t)round << PLACE_BITS | (place & ((1u << PLACE_BITS) - 1));
    const uint64_t most = ((uint64_t)1 << STEP_BITS) - 1;
    return bench->block_number << STEP_BITS | (step < most ? step : most);
}

void bench_pass_turn(const struct bench *bench, size_t round, size_t place)
{
    const struct turns_waiting waiting = {still_waiting, (void *)bench};
    if (bench->options->turns)
        turns_pass(bench->options->turns, position_of(bench, round, place), &waiting);
}

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

static void take_larger(struct entry *entry, const struct told *own, const struct told *heard, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(own->point, heard[i].point, sizeof own->point) == 0 &&
            heard[i].batch > entry->record->batch)
            entry->record->batch = heard[i].batch;
}

void block_agree_batches(struct block *block, const struct bench *bench)
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
    const size_t others = turns_heard(turns, position_of(bench, 0, 0), heard) / sizeof *heard;
    for (size_t i = 0; i < count; i++)
        take_larger(&block->entries[i], &own[i], heard, others);
    free(own);
}
