/* SPDX-License-Identifier: MIT */
/* The only list of implementations: the built-in ones, which the build finds by their descriptors, and those
 * of plugins. */
#include "registry/registry.h"

#include "base/memory.h"
#include "registry/built_in.h"

#include <stdlib.h>
#include <string.h>

#define ADDRESS(name) &name,
static const struct implementation *const built_in[] = {FOR_EACH_BUILT_IN(ADDRESS)};
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

unsigned registry_index(const struct implementation *implementation)
{
    unsigned index = 0;
    while (registry[index] != implementation)
        index++;
    return index;
}

static const struct {
    enum primitive primitive;
    const char *name;
    enum run_place place;
    const char *sweep;
} recommended[] = {
#define SWEEP_TEXT(...) #__VA_ARGS__
#define RECOMMENDED(PRIMITIVE, name, place, ...) \
    {PRIMITIVE_##PRIMITIVE, name, RUN_ON_##place, SWEEP_TEXT(__VA_ARGS__)},
#include "registry/recommended.def"
#undef RECOMMENDED
};
enum { RECOMMENDED_ROWS = sizeof recommended / sizeof recommended[0] };

const char *registry_recommends(const struct implementation *implementation, enum run_place place, size_t row)
{
    bool has_rows = false;
    size_t found = 0;
    for (size_t i = 0; i < RECOMMENDED_ROWS; i++) {
        if (recommended[i].primitive != implementation->primitive)
            continue;
        if (recommended[i].place == place && strcmp(recommended[i].name, implementation->name) == 0 &&
            found++ == row)
            return recommended[i].sweep;
        has_rows = true;
    }
    return (!has_rows || registry_plugin_of(implementation)) && row == 0 ? "{}" : NULL;
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

const struct plugin *registry_plugin_of(const struct implementation *implementation)
{
    for (size_t i = 0; i < plugin_count; i++)
        for (size_t k = 0; k < plugins[i]->count; k++)
            if (plugin_implementation(plugins[i], k) == implementation)
                return plugins[i];
    return NULL;
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
