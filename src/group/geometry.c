/* SPDX-License-Identifier: MIT */
/* What groups ask of threads and values per thread. */
#include "group/group.h"

#include "kernels/choices.h"
#include "kernels/lanes.h"

#include <inttypes.h>

enum { WIDE_BYTES = 16 }; /* of an access to a tile in shared memory */

bool geometry_supports(const struct point *point, struct error *why)
{
    const uint64_t threads = point->threads_per_group, values = point->values_per_thread;
    if (!point_direction_supported(point, why))
        return false;
    if (threads == 0 || threads > MAX_THREADS || threads % LANES != 0)
        return error_set(why, EXIT_USAGE, "threads_per_group is a multiple of 32 up to 1024");
    if (values == 0 || values > MAX_VALUES_PER_THREAD || (values & (values - 1)) != 0)
        return error_set(why, EXIT_USAGE, "values_per_thread is a power of two from 1 to 32");
    return true;
}

/* Elsewhere lanes are those of a vector, or the compiler of the device decides. */
static bool takes_width(const struct point *point)
{
    const enum engines engine = point_engine(point);
    return engine == ENGINE_NONE || engine == ENGINE_MODEL || engine == ENGINE_CUDA;
}

bool geometry_supports_width(const struct point *point, struct error *why)
{
    if (point->vector_width > point->values_per_thread)
        return error_set(why, EXIT_USAGE, "vector_width is at most values_per_thread");
    if (point->vector_width > 1 && point->arrangement != LAYOUT_STRIPED && !takes_width(point))
        return error_set(why, EXIT_USAGE,
                         "consecutive values of a thread are read in the widest accesses there are, whatever "
                         "vector_width is; \"arrangement\": \"striped\" has it, and so has CUDA; scanbench "
                         "counts counts it");
    return geometry_supports(point, why);
}

bool geometry_supports_halving(const struct point *point, struct error *why)
{
    const uint64_t threads = point->threads_per_group;
    if ((threads & (threads - 1)) != 0)
        return error_set(why, EXIT_USAGE, "threads_per_group is a power of two from 32 to 1024");
    return geometry_supports(point, why);
}

bool geometry_supports_one_round(const struct point *point, struct error *why)
{
    if (!geometry_supports(point, why))
        return false;
    if (point_tiles(point) <= point->threads_per_group)
        return true;
    return error_set(why, EXIT_USAGE, "a group has a thread for each other group: n is at most %" PRIu64,
                     point->threads_per_group * point_tile(point));
}

bool geometry_supports_ahead(const struct point *point, struct error *why)
{
    const uint64_t threads = point->threads_per_group, values = point->values_per_thread;
    const unsigned helpers = engine_ring_helpers(point);
    const uint64_t others = helpers ? LANES * (helpers + RING_OTHER_ROLES) : 0;
    const uint64_t width = WIDE_BYTES / dtype_size(dtype_accumulator((enum dtype)point->dtype));
    const uint64_t most =
        point->implementation->primitive == PRIMITIVE_SCAN ? MAX_VALUES_AHEAD : MAX_VALUES_PER_THREAD;
    if (!point_direction_supported(point, why))
        return false;
    if (threads == 0 || threads % LANES != 0 || threads + others > MAX_THREADS)
        return point->reducer_subgroups
                   ? error_set(why, EXIT_USAGE,
                               "threads_per_group is a multiple of 32 up to %d less 32 for each of "
                               "reducer_subgroups",
                               MAX_THREADS - LANES * RING_OTHER_ROLES)
                   : error_set(why, EXIT_USAGE, "threads_per_group is a multiple of 32 up to %d",
                               MAX_THREADS - (int)others);
    if (values == 0 || values > most || values % width != 0)
        return error_set(
            why, EXIT_USAGE,
            "values_per_thread is a multiple of %llu up to %llu: of 16 bytes, which are one access",
            (unsigned long long)width, (unsigned long long)most);
    if (threads * values <= MAX_THREADS * MAX_VALUES_PER_THREAD)
        return true;
    return error_set(why, EXIT_USAGE, "threads_per_group times values_per_thread is at most %d",
                     MAX_THREADS * MAX_VALUES_PER_THREAD);
}
