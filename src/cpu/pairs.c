/* SPDX-License-Identifier: MIT */
/* What recurrences and segmented scans of the families simd and threads share. */
#include "cpu/pairs.h"

size_t pairs_bytes(const struct point *point)
{
    return (size_t)primitive_bytes(point->implementation->primitive, point->dtype, point->n, 0);
}

struct pair_setup pair_setup_of(const struct run *run)
{
    const size_t bytes = pairs_bytes(run->point);
    const bool streams = stream_pays(bytes, run->workers);
    return (struct pair_setup){
        .run = run,
        .kernels = pair_kernels_of(run->point),
        .streams = streams,
        .ahead = streams ? stream_ahead() : prefetch_ahead(bytes, run->workers),
    };
}

static struct pair_range range_of(const struct pair_setup *setup, size_t first, size_t last)
{
    const struct run *const run = setup->run;
    const enum primitive primitive = run->point->implementation->primitive;
    const size_t size = primitive_input_size(primitive, run->point->dtype, 1);
    const struct element_range range = range_in_order(run, &(struct element_range){first, last, 0});
    return (struct pair_range){input_from(run, range.first), (const char *)run->second + range.first * size,
                               output_from(run, range.first), last - first, setup->ahead};
}

void pairs_scan_range(const struct pair_setup *setup, size_t first, size_t last, union element *carry)
{
    const struct pair_range range = range_of(setup, first, last);
    setup->kernels->scan[setup->streams && range.terms != range.output](&range, carry);
}

struct pair pairs_reduce_range(const struct pair_setup *setup, size_t first, size_t last)
{
    const struct pair_range range = range_of(setup, first, last);
    return setup->kernels->reduce(&range);
}

union element pair_join(const struct pair_setup *setup, union element before, struct pair pair)
{
    const struct point *const point = setup->run->point;
    const union element masked = {.u64 = before.u64 & pair.factor.u64};
    const union element passed = point->implementation->primitive == PRIMITIVE_SEGMENTED_SCAN
                                     ? masked
                                     : element_combine(OP_PRODUCT, point->dtype, pair.factor, before);
    return element_combine(OP_SUM, point->dtype, passed, pair.term);
}

size_t pairs_roundings(const struct point *point)
{
    const size_t joined = point_lanes(point) + 4 + 2 * point->workers;
    return point->implementation->primitive == PRIMITIVE_RECURRENCE ? joined : point->n + joined;
}
