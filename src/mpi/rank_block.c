/* SPDX-License-Identifier: MIT */
/* What the implementations on ranks share: the size of a rank's block, and an exchange with its words. */
#include "mpi/rank_block.h"

#include "base/buffer.h"
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
    void *const memory = aligned_alloc(CACHE_LINE, (bytes + CACHE_LINE) / CACHE_LINE * CACHE_LINE);
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
