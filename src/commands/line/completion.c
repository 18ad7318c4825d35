/* SPDX-License-Identifier: MIT */
/* Completion for shells: scripts that read the same tables of options and commands. */
#include "base/embed.h"
#include "base/template.h"
#include "commands/commands.h"
#include "problem/primitive.h"

#include <stdio.h>
#include <string.h>

EMBED(completion_bash, "src/commands/line/completion.bash.in");
EMBED(completion_zsh, "src/commands/line/completion.zsh.in");

/* Those that people type: the last command is not. */
static const enum command commands_typed = COMMAND_VERSION + 1;

static void print_commands(FILE *file, const void *context)
{
    (void)context;
    for (enum command c = 0; c < commands_typed; c++)
        fprintf(file, "%s%s", c > 0 ? " " : "", command_rows[c].name);
    for (enum primitive p = 0; p < PRIMITIVE_COUNT; p++)
        fprintf(file, " %s", primitive_names[p]);
}

/* Those whose arguments are names of implementations. */
static void print_globs(FILE *file, const void *context)
{
    const char *before = "";
    (void)context;
    for (enum command c = 0; c < commands_typed; c++)
        if (command_rows[c].kind == ARGUMENTS_GLOBS) {
            fprintf(file, "%s%s", before, command_rows[c].name);
            before = " ";
        }
}

/* What zsh would read in a help text is escaped. */
static void print_help(FILE *file, const char *help)
{
    for (; *help; help++)
        fprintf(file, "%s%c", strchr("[]:\\", *help) ? "\\" : "", *help);
    putc('\n', file);
}

static void print_described(FILE *file, const void *context)
{
    (void)context;
    for (enum command c = 0; c < commands_typed; c++) {
        fprintf(file, "%s:", command_rows[c].name);
        print_help(file, command_rows[c].help);
    }
}

/* " run counts |--config=|-c|FILE|files|the sweep to measure": the commands that have it, its long and short
 * spelling, which may be the same, its argument, what that may be, and its help. */
static void print_options(FILE *file, const void *context)
{
    (void)context;
    for (const struct option_row *row = option_rows; row < option_rows + option_row_count; row++) {
        char help[HELP_BYTES], letter[] = {'-', row->letter, '\0'};
        putc(' ', file);
        for (enum command c = 0; c < commands_typed; c++)
            if (row->commands & 1u << c)
                fprintf(file, "%s ", command_rows[c].name);
        fprintf(file, "|--%s%s|%s%s|%s|%s", row->name, row->argument ? "=" : "", row->letter ? letter : "--",
                row->letter ? "" : row->name, row->argument ? row->argument : "",
                row->kind == OPTION_PATH ? "files" : "");
        for (size_t i = 0; i < row->word_count; i++)
            fprintf(file, "%s%s", i > 0 ? " " : "", row->words[i]);
        putc('|', file);
        print_help(file, option_help(row, COMMAND_COUNT, help));
    }
}

bool command_completion(const struct options *options, struct error *error)
{
    static const struct template_part parts[] = {{"commands", print_commands},
                                                 {"described", print_described},
                                                 {"options", print_options},
                                                 {"globs", print_globs}};
    const char *const shell = options->arguments.count == 1 ? options->arguments.all[0] : "";
    const bool is_bash = strcmp(shell, "bash") == 0;
    if (!is_bash && strcmp(shell, "zsh") != 0)
        return error_set(error, EXIT_USAGE, "completion: expected bash or zsh");
    template_print(stdout, is_bash ? completion_bash : completion_zsh, parts, sizeof parts / sizeof parts[0],
                   NULL);
    return true;
}
