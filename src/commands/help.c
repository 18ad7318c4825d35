/* SPDX-License-Identifier: MIT */
/* The text of --help, from the option table, and that of --version. */
#include "commands/commands.h"

#include "base/release.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void print_row(const struct option_row *row)
{
    char left[64], help[HELP_BYTES];
    const char letter[] = {'-', row->letter, ',', ' ', 0};
    snprintf(left, sizeof left, "%s--%s%s%s", row->letter ? letter : "    ", row->name,
             row->argument ? "=" : "", row->argument ? row->argument : "");
    printf("  %-24s %s\n", left, option_help(row, help));
}

static void print_commands(void)
{
    printf("Usage: scanbench [run] --config FILE…\n"
           "       scanbench COMMAND [OPTION…] [ARGUMENT…]\n\n"
           "Measures, verifies and plots implementations of parallel primitives.\n\nCommands:\n");
    for (enum command c = 0; c < COMMAND_HELP; c++)
        printf("  %-10s %s\n", command_rows[c].name, command_rows[c].help);
}

static void print_help(enum command command)
{
    const struct command_row *const row = &command_rows[command];
    if (command == COMMAND_HELP)
        print_commands();
    else
        printf("Usage: scanbench %s [OPTION…] %s\n\n%c%s.\n", row->name, row->arguments,
               toupper(row->help[0]), row->help + 1);
    printf("\nOptions%s:\n", command == COMMAND_HELP ? " (of run, where not said otherwise)" : "");
    for (size_t i = 0; i < option_row_count; i++)
        if (command == COMMAND_HELP || (option_rows[i].commands & 1u << command))
            print_row(&option_rows[i]);
    printf("\nEach option but --help and --version is also an environment variable, as SCANBENCH_OUTPUT.\n"
           "Exit status: 0 ok, 1 wrong result or regression, 2 usage or config, 3 refused by the system, 4 "
           "output not "
           "written,\n"
           "5 --strict and not good or not comparable, 124 budget ran out, 130 and 143 signals.\n");
}

bool command_help(const struct options *options, struct error *error)
{
    enum command topic = COMMAND_HELP;
    (void)error;
    for (enum command c = 0; options->arguments.count && c < COMMAND_COUNT; c++)
        if (strcmp(options->arguments.all[0], command_rows[c].name) == 0)
            topic = c;
    print_help(topic);
    return true;
}

bool command_version(const struct options *options, struct error *error)
{
    (void)options;
    (void)error;
    printf("scanbench %s", release.version);
    if (release.commit[0])
        printf(" (%s)", release.commit);
    putchar('\n');
    return true;
}
