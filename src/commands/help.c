/* SPDX-License-Identifier: MIT */
/* The text of --help, from the option table, and that of --version. */
#include "commands/commands.h"

#include "base/release.h"
#include "report/wrapped.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 80, HELP_AT = 27, COMMAND_AT = 13, LINE_BYTES = HELP_BYTES + 64 };

static void print_row(const struct option_row *row, enum command command)
{
    char left[64], help[HELP_BYTES], line[LINE_BYTES];
    const char letter[] = {'-', row->letter, ',', ' ', 0};
    snprintf(left, sizeof left, "%s--%s%s%s", row->letter ? letter : "    ", row->name,
             row->argument ? "=" : "", row->argument ? row->argument : "");
    snprintf(line, sizeof line, "  %-24s %s", left,
             option_help(row, command == COMMAND_HELP ? COMMAND_COUNT : command, help));
    wrapped_print(stdout, line, HELP_AT, COLUMNS);
}

static void print_commands(void)
{
    char line[LINE_BYTES];
    printf("Usage: scanbench [run] --config FILE…\n"
           "       scanbench COMMAND [OPTION…] [ARGUMENT…]\n\n"
           "Measures, verifies and plots implementations of parallel primitives.\n\nCommands:\n");
    for (enum command c = 0; c < COMMAND_HELP; c++) {
        snprintf(line, sizeof line, "  %-10s %s", command_rows[c].name, command_rows[c].help);
        wrapped_print(stdout, line, COMMAND_AT, COLUMNS);
    }
    puts("\n'scanbench help COMMAND' has the options of a command alone, and an example.");
}

/* The options of one command, or of all, by what they are for. */
static void print_options(enum command command)
{
    for (enum option_group group = 0; group < OPTION_GROUPS; group++) {
        bool titled = false;
        for (size_t i = 0; i < option_row_count; i++) {
            const struct option_row *const row = &option_rows[i];
            if (row->group != group || (command != COMMAND_HELP && !(row->commands & 1u << command)))
                continue;
            if (!titled)
                printf(" %s:\n", option_group_titles[group]);
            titled = true;
            print_row(row, command);
        }
    }
}

static void print_help(enum command command)
{
    const struct command_row *const row = &command_rows[command];
    char line[LINE_BYTES];
    if (command == COMMAND_HELP) {
        print_commands();
    } else {
        snprintf(line, sizeof line, "%c%s.", toupper(row->help[0]), row->help + 1);
        printf("Usage: scanbench %s [OPTION…]%s%s\n\n", row->name, *row->arguments ? " " : "",
               row->arguments);
        wrapped_print(stdout, line, 0, COLUMNS);
    }
    printf("\nOptions%s:\n", command == COMMAND_HELP ? " of all commands" : "");
    print_options(command);
    printf("\nExample:\n  %s\n", command == COMMAND_HELP ? command_rows[COMMAND_RUN].example : row->example);
    puts("\nEach option but --help and --version is also an environment variable, as\n"
         "SCANBENCH_OUTPUT; the command line wins.\n"
         "Exit status: 0 ok, 1 wrong result, regression or claim, 2 usage or config,\n"
         "3 refused by the system, 4 output not written, 5 --strict and not good or not\n"
         "comparable, 124 budget ran out, 130 and 143 signals.");
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
