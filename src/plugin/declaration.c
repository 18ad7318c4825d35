/* SPDX-License-Identifier: MIT */
/* Reading what a plugin declares, trusting none of it. */
#include "plugin/plugin_state.h"

#include "base/inert.h"
#include "base/text.h"

#include <string.h>

enum { NAME_BYTES = 64, SLACK_MOST = 64 };

/* Every member from `first` to `last` of a set. */
#define MEMBERS(first, last) ((SCANBENCH_BIT(last) << 1) - SCANBENCH_BIT(first))

bool declaration_copy(void *to, size_t room, const void *from, size_t size)
{
    memset(to, 0, room);
    memcpy(to, from, size < room ? size : room);
    for (size_t i = room; i < size; i++)
        if (((const unsigned char *)from)[i])
            return false;
    return true;
}

/* "a/b": every part a label without a slash of its own, none "." or "..", as labels begin with a letter or a
 * digit. */
static bool is_path(const char *name)
{
    const size_t length = strnlen(name, NAME_BYTES);
    if (length == NAME_BYTES || !text_is_label(name) || name[length - 1] == '/')
        return false;
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/'))
        if (!text_is_label(slash + 1))
            return false;
    return true;
}

/* The built-in family whose names begin like this one; NULL: none. */
static const char *family_of(const char *name)
{
    const size_t length = strcspn(name, "/");
    for (enum family family = 0; family < FAMILY_COUNT; family++)
        if (family != FAMILY_PLUGIN && strlen(family_names[family]) == length &&
            strncmp(family_names[family], name, length) == 0)
            return family_names[family];
    return NULL;
}

static bool check_name(const char *name, struct error *error)
{
    if (!name)
        return error_set(error, EXIT_USAGE, "name is null");
    if (!is_path(name))
        return error_set(
            error, EXIT_USAGE,
            "name '%.64s'; expected labels of [A-Za-z0-9][A-Za-z0-9_.:+-]* joined by '/', at most "
            "%d bytes",
            name, NAME_BYTES - 1);
    const char *const family = family_of(name);
    return !family ||
           error_set(error, EXIT_USAGE, "name '%s'; '%s' is the family of built-in ones", name, family);
}

static bool check_line(const char *text, const char *what, struct error *error)
{
    if (!text)
        return error_set(error, EXIT_USAGE, "%s is null", what);
    return text_is_inert(text) ||
           error_set(error, EXIT_USAGE, "%s has a control character; expected one line", what);
}

static bool check_set(uint32_t set, uint32_t most, bool wanted, const char *what, struct error *error)
{
    if (set & ~most)
        return error_set(error, EXIT_USAGE, "%s %#x; expected no members but %#x", what, set, most);
    if (wanted && !set)
        return error_set(error, EXIT_USAGE, "%s is empty; expected at least one member", what);
    return true;
}

/* Operators and modes are the primitive's to have. */
static bool check_choice(uint32_t set, uint32_t most, bool has, const char *what, struct error *error)
{
    return check_set(set, has ? most : 0, has, what, error);
}

/* The types whose problems can be verified. */
static uint32_t dtypes_of(uint32_t primitive)
{
    switch (primitive) {
    case SCANBENCH_RECURRENCE:
        return EVERY_FLOAT;
    case SCANBENCH_SEGMENTED_SCAN:
        return SEGMENT_TYPES;
    default:
        return EVERY_DTYPE | EVERY_CONVERTED_DTYPE;
    }
}

static bool check_sets(const struct scanbench_implementation *declared, struct error *error)
{
    const uint32_t primitive = declared->primitive;
    const bool scan = primitive == SCANBENCH_SCAN, compact = primitive == SCANBENCH_COMPACT,
               directed = scan || primitive == SCANBENCH_RECURRENCE;
    const uint32_t axes = MEMBERS(SCANBENCH_UNROLL, SCANBENCH_ISA) |
                          (scan || primitive == SCANBENCH_REDUCE ? SCANBENCH_BIT(SCANBENCH_ROW_LENGTH) : 0);
    const uint32_t flags =
        SCANBENCH_BIT(SCANBENCH_OWN_THREADS) |
        (directed ? SCANBENCH_BIT(SCANBENCH_TAKES_INITIAL) | SCANBENCH_BIT(SCANBENCH_REVERSES) : 0) |
        (scan || primitive == SCANBENCH_TILED_SCAN ? SCANBENCH_BIT(SCANBENCH_SUBTRACTS) : 0) |
        (compact ? SCANBENCH_BIT(SCANBENCH_UNORDERED) : 0);
    if (primitive < SCANBENCH_SCAN || primitive > SCANBENCH_SEGMENTED_SCAN)
        return error_set(error, EXIT_USAGE, "primitive %u; expected %d to %d", primitive, SCANBENCH_SCAN,
                         SCANBENCH_SEGMENTED_SCAN);
    return check_set(declared->dtypes, dtypes_of(primitive), true, "dtypes", error) &&
           check_choice(declared->ops, EVERY_OP, scan || primitive == SCANBENCH_REDUCE, "ops", error) &&
           check_choice(declared->modes, MEMBERS(SCANBENCH_EXCLUSIVE, SCANBENCH_INCLUSIVE), scan, "modes",
                        error) &&
           check_set(declared->axes, axes, false, "axes", error) &&
           check_set(declared->flags, flags, false, "flags", error);
}

/* What a device does is not said of threads of the host. */
static bool check_memory(const struct scanbench_implementation *declared, struct error *error)
{
    const uint32_t axes = SCANBENCH_BIT(SCANBENCH_WORKERS) | SCANBENCH_BIT(SCANBENCH_ISA);
    if (declared->memory > SCANBENCH_CUDA_MEMORY)
        return error_set(error, EXIT_USAGE, "memory %u; expected %d or %d", declared->memory, SCANBENCH_HOST,
                         SCANBENCH_CUDA_MEMORY);
    if (declared->memory == SCANBENCH_HOST)
        return !declared->operations ||
               error_set(error, EXIT_USAGE, "operations %u in the host's memory; expected 0",
                         declared->operations);
    if (declared->axes & axes)
        return error_set(error, EXIT_USAGE, "axes %#x in device memory; expected none of %#x", declared->axes,
                         axes);
    return !(declared->flags & SCANBENCH_BIT(SCANBENCH_OWN_THREADS)) ||
           error_set(error, EXIT_USAGE, "own threads in device memory; expected none");
}

bool declaration_read(struct scanbench_implementation *declared, const void *from, size_t size,
                      struct error *error)
{
    if (!declaration_copy(declared, sizeof *declared, from, size))
        return error_set(error, EXIT_USAGE, "it sets fields that this version does not support");
    if (!check_name(declared->name, error) || !check_line(declared->summary, "summary", error) ||
        !check_line(declared->source, "source", error) || !check_sets(declared, error))
        return false;
    if (declared->slack > SLACK_MOST)
        return error_set(error, EXIT_USAGE, "slack %u; expected at most %d elements", declared->slack,
                         SLACK_MOST);
    if (declared->reserved)
        return error_set(error, EXIT_USAGE, "reserved is not 0");
    if (!declared->run)
        return error_set(error, EXIT_USAGE, "run is null");
    return check_memory(declared, error);
}
