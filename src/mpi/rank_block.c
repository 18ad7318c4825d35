/* SPDX-License-Identifier: MIT */
/* What the implementations on ranks share: the size of a rank's block, an exchange with its words, and a
 * block with one word of it. */
#include "mpi/rank_block.h"

#include "base/buffer.h"
#include "base/divide.h"
#include "base/memory.h"
#include "implementation/distribution.h"

#include <stdlib.h>

size_t rank_elements(const struct run *run)
{
    if (!run->ranks)
        return run->point->n;
    const struct span own = span_part(run->point->n, run->ranks->rank, run->ranks->size);
    return own.last - own.first;
}

static void *take(size_t bytes)
{
    void *const memory = aligned_alloc(CACHE_LINE, round_up(bytes + 1, CACHE_LINE));
    if (!memory)
        memory_end(bytes);
    return memory;
}

bool rank_exchange_away(const struct run *run)
{
    return exchange_on_devices(run->point->collective);
}

bool rank_exchange_open(struct rank_exchange *exchange, const struct run *run, struct rank_words words,
                        struct error *why)
{
    *exchange = (struct rank_exchange){
        .exchange = {run->ranks, (enum exchange_kind)run->point->collective, words.dtype, words.op,
                     words.count, NULL, rank_exchange_away(run) ? &exchange->device : NULL},
        .own = take(words.count * sizeof(union element)),
        .result = take(words.count * sizeof(union element)),
    };
    exchange->exchange.scratch =
        take(exchange_scratch_bytes(&exchange->exchange, run->ranks ? run->ranks->size : 1));
    for (size_t i = 0; i < words.count; i++)
        exchange->own[i] = op_identity(words.op, words.dtype);
    return device_exchange_open(&exchange->device, run, words.count * dtype_size(words.dtype), why);
}

void rank_exchange_close(struct rank_exchange *exchange)
{
    device_exchange_close(&exchange->device);
    free(exchange->own);
    free(exchange->result);
    free(exchange->exchange.scratch);
    *exchange = (struct rank_exchange){0};
}

bool rank_reduces(const struct point *point, struct error *why)
{
    return exchange_reduces(point->collective) ||
           error_set(why, EXIT_USAGE, "exchange %s is for scans alone", exchange_names[point->collective]);
}

bool rank_part_prepare(const struct run *run, void **state, struct error *why)
{
    struct rank_part *const part = memory_array(1, sizeof *part);
    const struct point *const point = run->point;
    const enum primitive primitive = point->implementation->primitive;
    const struct rank_words counts = {DTYPE_U64, OP_SUM, 1},
                            result = {(enum dtype)point->dtype, (enum op)point->op, 1};
    *state = part;
    return rank_exchange_open(&part->exchange, run, primitive_counts(primitive) ? counts : result, why) &&
           node_open(&part->node, run, node_implementation(point->rank_algorithm, primitive),
                     rank_elements(run), why);
}

void rank_part_finish(void *state)
{
    struct rank_part *const part = state;
    node_close(&part->node);
    rank_exchange_close(&part->exchange);
    free(part);
}
