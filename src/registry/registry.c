/* SPDX-License-Identifier: MIT */
/* The only list of implementations. */
#include "registry/registry.h"

#include "base/memory.h"
#include "cpu/cpu_implementations.h"
#include "group/group_implementations.h"

#include <stdlib.h>
#include <string.h>

#define ADDRESS(name) &name,
static const struct implementation *const built_in[] = {
    &serial_scan, &simd_scan_operators, &simd_scan_intrinsics, &simd_scan_windows, &simd_scan_stream,
    &simd_scan_vertical, &simd_scan_tree, &threads_scan_reduce_then_scan, &threads_scan_published_stride,
    &threads_scan_then_propagate, &threads_scan_partitioned, &threads_scan_chained, &serial_tiled_scan,
    &serial_reduce_strict, &serial_reduce_memory, &serial_reduce_reassociated, &simd_reduce_operators,
    &simd_reduce_intrinsics, &threads_reduce_blocked, &threads_reduce_atomic, &serial_dot_strict,
    &serial_dot_memory, &serial_dot_reassociated, &simd_dot_operators, &simd_dot_intrinsics, &simd_dot_fma,
    &threads_dot_blocked, &serial_compact_branch, &serial_compact_branchless, &simd_compact_compress,
    &threads_compact_three_phase, &threads_compact_single_pass, &serial_count, &simd_count, &limit_copy,
    &limit_copy_stream, &limit_copy_stream_prefetch, &limit_copy_rep, &limit_memcpy, &limit_read,
    &limit_read_prefetch, &limit_read2, &limit_compact, &limit_compact_prefetch,
    /* clang-format off */
    FOR_EACH_GROUP_IMPLEMENTATION(ADDRESS)
    /* clang-format on */
};
enum { BUILT_IN = sizeof built_in / sizeof built_in[0] };

const struct implementation *const *registry = built_in;
size_t registry_count = BUILT_IN;

/* The registry once a plugin is in it, and the plugins; all owned. */
static const struct implementation **longer;
static struct plugin **plugins;
static size_t plugin_count;

const struct implementation *registry_find(enum primitive primitive, const char *name)
{
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->primitive == primitive && strcmp(registry[i]->name, name) == 0)
            return registry[i];
    return NULL;
}

static void make_room(size_t count)
{
    const bool first = !longer;
    plugins = memory_resize(plugins, plugin_count + 1, sizeof *plugins);
    longer = memory_resize(longer, registry_count + count, sizeof *longer);
    if (first)
        memcpy(longer, built_in, sizeof built_in);
    registry = longer;
}

/* Count goes up with each, so that a plugin cannot have a name twice either. */
static bool add_all(const struct plugin *plugin, const char *path, struct error *error)
{
    const size_t before = registry_count;
    for (size_t i = 0; i < plugin->count; i++) {
        const struct implementation *const added = plugin_implementation(plugin, i);
        if (registry_find(added->primitive, added->name)) {
            registry_count = before;
            return error_set(error, EXIT_USAGE,
                             "--plugin: %s: there is a %s '%s' already; expected a name of its own", path,
                             primitive_names[added->primitive], added->name);
        }
        longer[registry_count++] = added;
    }
    return true;
}

bool registry_add_plugin(const char *path, struct error *error)
{
    struct plugin *const plugin = memory_array(1, sizeof *plugin);
    if (!plugin_open(plugin, path, error)) {
        free(plugin);
        return false;
    }
    make_room(plugin->count);
    if (add_all(plugin, path, error)) {
        plugins[plugin_count++] = plugin;
        return true;
    }
    plugin_close(plugin);
    free(plugin);
    return false;
}

size_t registry_plugins(const struct plugin *const **list)
{
    *list = (const struct plugin *const *)plugins;
    return plugin_count;
}

void registry_close(void)
{
    registry = built_in;
    registry_count = BUILT_IN;
    for (size_t i = 0; i < plugin_count; i++) {
        plugin_close(plugins[i]);
        free(plugins[i]);
    }
    free(longer);
    free(plugins);
    longer = NULL;
    plugins = NULL;
    plugin_count = 0;
}
