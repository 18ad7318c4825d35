/* SPDX-License-Identifier: MIT */
/* The only list of implementations. */
#pragma once

#include "implementation/implementation.h"
#include "plugin/plugin.h"

/* All implementations: the built-in ones in the order of their files, then those of plugins. */
extern const struct implementation *const *registry;
extern size_t registry_count;

/* The implementation of this primitive and exact name, or NULL. */
const struct implementation *registry_find(enum primitive primitive, const char *name);

/* Where in the registry one of its implementations is. */
unsigned registry_index(const struct implementation *implementation);

enum run_place {
    RUN_ON_HOST,
    RUN_ON_DEVICE,
};

/* What the sweeps of a run that names only its primitive say of it beside, each an object in JSON: one a row
 * of recommended.def, or the only one of what plugins add and of all of a primitive without a row; NULL: it
 * has no such row there. */
const char *registry_recommends(const struct implementation *implementation, enum run_place place,
                                size_t row);

/* Load a plugin and add its implementations, all or none. EXIT_USAGE, EXIT_SYSTEM as plugin_open, EXIT_USAGE
 * for a name that another implementation of the primitive has. Before threads and before anything that holds
 * on to the registry. */
bool registry_add_plugin(const char *path, struct error *error);

/* The plugins that were added, in their order; borrowed. Returns how many. */
size_t registry_plugins(const struct plugin *const **plugins);

/* The plugin that an implementation came with; NULL: it is built in. */
const struct plugin *registry_plugin_of(const struct implementation *implementation);

/* Forget the plugins and what they added. */
void registry_close(void);
