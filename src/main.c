/* SPDX-License-Identifier: MIT */
/* Choose the command, print its error, return its exit code. */
#include "commands/commands.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool show_help(const struct options *options)
{
    enum command topic = COMMAND_HELP;
    for (enum command c = 0; options->argument_count && c < COMMAND_COUNT; c++)
        if (strcmp(options->arguments[0], command_rows[c].name) == 0)
            topic = c;
    options_help(topic);
    return true;
}

static bool run_command(const struct options *options, struct error *error)
{
    switch (options->command) {
    case COMMAND_RUN:
        return command_run(options, error);
    case COMMAND_LIST:
        return command_list(options, error);
    case COMMAND_EXPLAIN:
        return command_explain(options, error);
    case COMMAND_CHECK:
        return command_check(options, error);
    case COMMAND_COMPARE:
        return command_compare(options, error);
    case COMMAND_BEST:
        return command_best(options, error);
    case COMMAND_COUNTS:
        return command_counts(options, error);
    case COMMAND_PLOT:
        return command_plot(options, error);
    case COMMAND_DOCTOR:
        return command_doctor(options, error);
    case COMMAND_COMPLETION:
        return command_completion(options, error);
    case COMMAND_VERSION:
        puts("scanbench " VERSION);
        return true;
    case COMMAND_HELP:
    case COMMAND_COUNT:
        break;
    }
    return show_help(options);
}

/* Whether the text says itself where the error is: "FILE:LINE:COLUMN: error: …". */
static bool is_located(const char *text)
{
    const char *const mark = strstr(text, ": error: ");
    if (!mark || mark == text)
        return false;
    const char *at = mark;
    while (at > text && isdigit((unsigned char)at[-1]))
        at--;
    return at < mark && at > text && at[-1] == ':';
}

static void print_error(const struct error *error)
{
    if (*error->text)
        fprintf(stderr, "%s%s\n", is_located(error->text) ? "" : "scanbench: error: ", error->text);
}

int main(int argc, char **argv)
{
    struct options options;
    struct error error = {0};
    commands_begin();
    if (options_parse(&options, argc, argv, &error) && load_plugins(&options, &error))
        run_command(&options, &error);
    unload_plugins();
    if (fflush(stdout) != 0 || ferror(stdout))
        error_set_errno(&error, EXIT_OUTPUT, "cannot write standard output");
    print_error(&error);
    return error.code;
}
