/* SPDX-License-Identifier: MIT */
/* The axes of a sweep: what varies from point to point, and what may be said on each. */
#include "implementation/axis.h"

#include "implementation/distribution.h"
#include "implementation/local.h"
#include "kernels/lanes.h"
#include "machine/conditions/conditions.h"
#include "machine/isa.h"

/* So that the sum of a point's arrays, of whatever elements, fits into a size_t. */
#define N_MAXIMUM (UINT64_C(1) << 58)

enum {
    WORKERS_MAXIMUM = 4096,
    RANKS_MAXIMUM = 1 << 24,
    GROUPS_MAXIMUM = 1 << 30,
    RING_MAXIMUM = 64,
    REDUCERS_MAXIMUM = 16
};

const char *const cache_names[CACHE_STATES] = {"-", "hot", "cold"};
const char *const engine_names[ENGINES] = {
    "-",
#define ENGINE_ROW(NAME, name, place) [ENGINE_##NAME] = #name,
#include "implementation/engine.def"
#undef ENGINE_ROW
};
const char *const device_names[DEVICE_COUNT] = {
    "-",
#define DEVICE_ROW(NAME, spelling, engine) [DEVICE_##NAME] = spelling,
#include "implementation/device.def"
#undef DEVICE_ROW
};
const char *const broadcast_names[BROADCASTS] = {"-", "no", "yes", "lanes"};
const char *const in_place_names[IN_PLACES] = {"-", "no", "yes"};
const char *const direction_names[DIRECTIONS] = {"-", "forward", "reverse"};

static const char *const load_names[] = {"-", "blocked", "striped"};
static const char *const network_names[] = {"-", "kogge-stone", "sklansky", "brent-kung", "han-carlson"};
enum { LOADS = sizeof load_names / sizeof load_names[0] };
enum { NETWORKS = sizeof network_names / sizeof network_names[0] };

#define RANGE(least, most, silent) .minimum = (least), .maximum = (most), .fallback = (silent)
#define NAMES(list, length, silent) .names = (list), .count = (length), .fallback = (silent)

const struct axis_info axis_info[AXIS_COUNT] = {
#define AXIS(NAME, spelling, sort, text, when, ...) \
    [AXIS_##NAME] = {.name = #spelling, .kind = AXIS_IS_##sort, .label = text, .shown = when, __VA_ARGS__},
#include "implementation/axis.def"
#undef AXIS
};

bool engine_has_device(uint64_t engine)
{
    enum { ON_HOST, ON_DEVICE };
    static const bool has[ENGINES] = {
#define ENGINE_ROW(NAME, name, place) [ENGINE_##NAME] = ON_##place == ON_DEVICE,
#include "implementation/engine.def"
#undef ENGINE_ROW
    };
    return engine < ENGINES && has[engine];
}

enum engines device_engine(uint64_t device)
{
    static const enum engines engines[DEVICE_COUNT] = {
#define DEVICE_ROW(NAME, spelling, engine) [DEVICE_##NAME] = ENGINE_##engine,
#include "implementation/device.def"
#undef DEVICE_ROW
    };
    return device < DEVICE_COUNT ? engines[device] : ENGINE_NONE;
}

enum devices device_first(enum engines engine)
{
    enum devices device = DEVICE_NONE + 1;
    while (device < DEVICE_COUNT && device_engine(device) != engine)
        device++;
    return device < DEVICE_COUNT ? device : DEVICE_NONE;
}

uint64_t axis_default(enum axis axis)
{
    if (axis == AXIS_RANKS)
        return seat_read().ranks;
    return axis == AXIS_ISA ? isa_best() : axis_info[axis].fallback;
}
