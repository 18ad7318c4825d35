/* SPDX-License-Identifier: MIT */
/* What comes before and after every command: the allocator, and the plugins that the command line names. */
#include "base/process.h"
#include "commands/commands.h"
#include "registry/registry.h"
#include "json/json_load.h"

#include <signal.h>

/* Who started this may ignore its children: ours would then be gone before anybody knows how they ended. */
void commands_begin(void)
{
    signal(SIGCHLD, SIG_DFL);
    process_adopt_orphans();
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
    process_end_children(); /* which plugins may have left */
    registry_close();
}
