/* SPDX-License-Identifier: MIT */
/* What comes before and after every command: the allocator, and the plugins that the command line names. */
#include "commands/commands.h"
#include "registry/registry.h"
#include "json/json_load.h"

#include <signal.h>

/* Who started this may ignore its children: ours would then be gone before anybody knows how they ended. */
void commands_begin(void)
{
    signal(SIGCHLD, SIG_DFL);
    json_use_memory();
}

bool load_plugins(const struct options *options, struct error *error)
{
    for (size_t i = 0; i < options->plugins.count; i++)
        if (!registry_add_plugin(options->plugins.all[i], error))
            return false;
    return true;
}

void unload_plugins(void)
{
    registry_close();
}
