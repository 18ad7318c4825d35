/* SPDX-License-Identifier: MIT */
/* Adding the plugins that a command line names, and none else, to the registry. */
#include "commands/commands.h"
#include "registry/registry.h"

bool load_plugins(const struct options *options, struct error *error)
{
    for (size_t i = 0; i < options->plugin_count; i++)
        if (!registry_add_plugin(options->plugins[i], error))
            return false;
    return true;
}

void unload_plugins(void)
{
    registry_close();
}
