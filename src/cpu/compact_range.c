/* SPDX-License-Identifier: MIT */
/* Compaction of a range of a run's input, whatever the size of the whole. */
#include "cpu/compact_range.h"

#include "cpu/elements.h"
#include "cpu/limit.h"
#include "cpu/tuning.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK_BYTES = 4096 };

/* Elements on their way past the caches, which takes whole lines: `held` bytes, of which the first `skipped`
 * belong to what precedes the output's first line. */
struct lines {
    _Alignas(CACHE_LINE) unsigned char bytes[BLOCK_BYTES + CACHE_LINE];
    size_t held, skipped;
    unsigned char *to; /* where bytes[0] belongs: the start of a line */
    copy_kernel *stream;
};

static void lines_init(struct lines *lines, void *output, copy_kernel *stream)
{
    lines->skipped = (uintptr_t)output % CACHE_LINE;
    lines->held = lines->skipped;
    lines->to = (unsigned char *)output - lines->skipped;
    lines->stream = stream;
}

/* Store the first line from where it is ours. */
static size_t lines_begin(struct lines *lines)
{
    if (!lines->skipped)
        return 0;
    memcpy(lines->to + lines->skipped, lines->bytes + lines->skipped, CACHE_LINE - lines->skipped);
    lines->skipped = 0;
    return CACHE_LINE;
}

static void lines_flush(struct lines *lines)
{
    const size_t whole = lines->held / CACHE_LINE * CACHE_LINE;
    if (!whole)
        return;
    const size_t begun = lines_begin(lines);
    lines->stream(lines->bytes + begun, lines->to + begun, whole - begun);
    memcpy(lines->bytes, lines->bytes + whole, CACHE_LINE);
    lines->to += whole;
    lines->held -= whole;
}

static void lines_end(struct lines *lines)
{
    memcpy(lines->to + lines->skipped, lines->bytes + lines->skipped, lines->held - lines->skipped);
}

static void prefetch_block(const void *from)
{
    for (size_t i = 0; i < BLOCK_BYTES; i += CACHE_LINE)
        prefetch_far((const char *)from + i);
}

static size_t compact_stream(const struct run *run, const struct element_range *range, void *output)
{
    const size_t size = dtype_size(run->point->dtype), block = BLOCK_BYTES / size;
    compact_kernel *const kernel = compact_kernel_of(run->point);
    struct lines lines;
    lines_init(&lines, output, limit_kernels(run->point->isa)->copy[COPY_STREAM]);
    size_t total = 0;
    for (size_t i = range->first; i < range->last; i += block) {
        const size_t length = range->last - i < block ? range->last - i : block;
        if (range->ahead)
            prefetch_block((const char *)input_from(run, i) + range->ahead);
        const size_t found = kernel(input_from(run, i), length, lines.bytes + lines.held, block);
        lines.held += found * size;
        total += found;
        lines_flush(&lines);
    }
    lines_end(&lines);
    stream_fence();
    return total;
}

size_t compact_bytes(const struct point *point)
{
    const double selectivity = (double)point->selectivity / SELECTIVITY_ONE;
    return (point->n + primitive_part(point->n, selectivity)) * dtype_size(point->dtype);
}

size_t compact_range(const struct run *run, const struct element_range *range, void *output, size_t room)
{
    const struct point *const point = run->point;
    if (stream_pays(compact_bytes(point), run->workers))
        return compact_stream(run, range, output);
    return compact_kernel_of(point)(input_from(run, range->first), range->last - range->first, output, room);
}
