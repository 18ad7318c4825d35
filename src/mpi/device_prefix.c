/* SPDX-License-Identifier: MIT */
/* What precedes each rank, found on its device. */
#include "mpi/device_prefix.h"

bool device_prefix_open(struct device_prefix *prefix, const struct run *run,
                        const struct device_exchange *words, struct error *why)
{
    const struct implementation *const scan = node_implementation(run->point->rank_algorithm, PRIMITIVE_SCAN);
    *prefix = (struct device_prefix){0};
    if (!rank_exchange_away(run))
        return true;
    const unsigned ranks = run->ranks->size;
    prefix->words = words;
    prefix->prefixes = run->device->engine->allocate(run->device, "prefixes", ranks * words->bytes, why);
    if (!prefix->prefixes || !node_open(&prefix->scan, run, scan, ranks, why))
        return false;
    prefix->scan.point.scan_mode = MODE_EXCLUSIVE;
    return true;
}

void device_prefix_close(struct device_prefix *prefix)
{
    if (prefix->prefixes)
        prefix->words->device->engine->release(prefix->words->device, prefix->prefixes);
    node_close(&prefix->scan);
    *prefix = (struct device_prefix){0};
}

const void *device_prefix_find(const struct device_prefix *prefix, const struct run *run, const void *own)
{
    struct run words = *run;
    device_exchange_gather(prefix->words, own);
    words.input = prefix->words->all;
    words.output = prefix->prefixes;
    node_enqueue(&prefix->scan, &words);
    return prefix->prefixes + run->ranks->rank * prefix->words->bytes;
}
