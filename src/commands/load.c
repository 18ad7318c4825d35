/* SPDX-License-Identifier: MIT */
/* What comes before and after every command: the allocator, the command line and the plugins that it names.
 */
#include "base/process.h"
#include "base/stack.h"
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

static bool load_plugins(const struct options *options, struct error *error)
{
    for (size_t i = 0; i < options->plugins.count; i++)
        if (!registry_add_plugin(options->plugins.all[i], error))
            return false;
    return true;
}

bool command_prepare(struct options *options, int argc, char **argv, struct error *error)
{
    if (!options_parse(options, argc, argv, error)) {
        if (seat_read().rank > 0) /* the first rank prints the same */
            *error->text = '\0';
        return false;
    }
    if (stack_require(command_rows[options->command].stack_bytes, error) && load_plugins(options, error))
        return true;
    ranks_refuse(options, error);
    return false;
}

void unload_plugins(void)
{
    process_end_children(); /* which plugins may have left */
    registry_close();
}
