/* SPDX-License-Identifier: MIT */
/* A run's side of taking turns: how far it is, when it waits, and how many calls a sample has in both runs.
 */
#include "measure/block_turns.h"

#include "base/memory.h"
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

/* Of one point, as it is sent to the other program. */
struct batch_note {
    char point[16]; /* the beginning of the digest of its key */
    uint64_t batch;
};

enum { MOST = TURNS_NOTE / sizeof(struct batch_note) };

static struct batch_note note_of(const struct record *record)
{
    struct batch_note note = {.batch = record->batch};
    char key[1024], digest[65];
    point_key(&record->point, key, sizeof key);
    sha256_hex(key, strlen(key), digest);
    memcpy(note.point, digest, sizeof note.point);
    return note;
}

static void take_larger(struct entry *entry, const struct batch_note *own, const struct batch_note *received,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(own->point, received[i].point, sizeof own->point) == 0 &&
            received[i].batch > entry->record->batch)
            entry->record->batch = received[i].batch;
}

void block_agree_batches(struct block *block)
{
    const struct bench *const bench = block->bench;
    struct turns *const turns = bench->options->turns;
    struct batch_note *const own = turns ? memory_array(2 * MOST, sizeof *own) : NULL;
    const size_t count = block->entry_count < MOST ? block->entry_count : MOST;
    if (!own)
        return;
    struct batch_note *const received = own + MOST;
    for (size_t i = 0; i < count; i++)
        own[i] = note_of(block->entries[i].record);
    turns_send_note(turns, own, count * sizeof *own);
    bench_pass_turn(bench, 0, 0);
    const size_t others = turns_received_note(turns, position_of(bench, 0, 0), received) / sizeof *received;
    for (size_t i = 0; i < count; i++)
        take_larger(&block->entries[i], &own[i], received, others);
    free(own);
}
