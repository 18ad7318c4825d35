/* SPDX-License-Identifier: MIT */
/* Choose the command, print its error, return its exit code. */
#include "commands/commands.h"

#include <stdio.h>

/* By their number; each is command_<word>. */
#define COMMAND(NAME, word, ...) command_##word,
static bool (*const commands[COMMAND_COUNT])(const struct options *options, struct error *error) = {
#include "commands/line/command.def"
};

int main(int argc, char **argv)
{
    struct options options;
    struct error error = {0};
    commands_begin();
    if (command_prepare(&options, argc, argv, &error))
        commands[options.command](&options, &error);
    unload_plugins();
    if (fflush(stdout) != 0 || ferror(stdout))
        error_set_errno(&error, EXIT_OUTPUT, "cannot write standard output");
    error_print(&error);
    return error.code;
}
