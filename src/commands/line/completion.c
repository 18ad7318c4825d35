/* SPDX-License-Identifier: MIT */
/* Completion for shells: files whose places are filled from the tables of options and commands. */
#include "base/embed.h"
#include "base/template.h"
#include "commands/commands.h"
#include "problem/primitive.h"

#include <stdio.h>
#include <string.h>

EMBED(completion_bash, "src/commands/line/completion.bash.in");
EMBED(completion_zsh, "src/commands/line/completion.zsh.in");

/* The last of the commands that people type. */
static const enum command last_command = COMMAND_VERSION;

static bool takes_globs(enum command command)
{
    return command_rows[command].kind == ARGUMENTS_GLOBS;
}

static void print_commands(FILE *file, const void *context)
{
    (void)file;
    (void)context;
    for (enum command c = 0; c <= last_command; c++)
        printf("%s%s", c > 0 ? " " : "", command_rows[c].name);
    for (enum primitive p = 0; p < PRIMITIVE_COUNT; p++)
        printf(" %s", primitive_names[p]);
}

static void print_words(const struct option_row *row)
{
    for (size_t i = 0; i < row->word_count; i++)
        printf("%s%s", i > 0 ? " " : "", row->words[i]);
}

static void print_option_pattern(const struct option_row *row)
{
    printf("    --%s", row->name);
    if (row->letter)
        printf(" | -%c", row->letter);
    fputs(") ", stdout);
}

/* What follows an option that takes a value. */
static void print_bash_values(FILE *file, const void *context)
{
    (void)file;
    (void)context;
    for (size_t i = 0; i < option_row_count; i++) {
        const struct option_row *const row = &option_rows[i];
        if (!row->argument)
            continue;
        print_option_pattern(row);
        if (row->words) {
            fputs("COMPREPLY=($(compgen -W '", stdout);
            print_words(row);
            fputs("' -- \"$current\")) ;;\n", stdout);
        } else if (row->kind == OPTION_PATH) {
            fputs("_scanbench_files ;;\n", stdout);
        } else {
            fputs("COMPREPLY=() ;;\n", stdout);
        }
    }
}

static void print_bash_options(enum command command)
{
    printf("    %s) options='", command_rows[command].name);
    const char *separator = "";
    for (size_t i = 0; i < option_row_count; i++) {
        if (!(option_rows[i].commands & 1u << command))
            continue;
        printf("%s--%s%s", separator, option_rows[i].name, option_rows[i].argument ? "=" : "");
        separator = " ";
    }
    puts("' ;;");
}

static void print_bash_cases(FILE *file, const void *context)
{
    (void)file;
    (void)context;
    for (enum command c = 0; c <= last_command; c++)
        print_bash_options(c);
}

static void print_bash_globs(FILE *file, const void *context)
{
    const char *separator = "";
    (void)context;
    for (enum command c = 0; c <= last_command; c++)
        if (takes_globs(c)) {
            fprintf(file, "%s$command == %s", separator, command_rows[c].name);
            separator = " || ";
        }
}

/* A help text within single quotes and brackets, with what zsh reads in it taken back. */
static void print_zsh_help(const char *help)
{
    for (; *help; help++) {
        if (*help == '\'')
            fputs("'\\'", stdout);
        else if (strchr("[]:\\", *help))
            putchar('\\');
        putchar(*help);
    }
}

static void print_zsh_option(const struct option_row *row)
{
    char help[HELP_BYTES];
    if (row->letter)
        printf("        '(-%c --%s)'{-%c,--%s%s}'[", row->letter, row->name, row->letter, row->name,
               row->argument ? "=" : "");
    else
        printf("        '--%s%s[", row->name, row->argument ? "=" : "");
    print_zsh_help(option_help(row, COMMAND_COUNT, help));
    putchar(']');
    if (row->argument) {
        printf(":%s:", row->argument);
        if (row->words) {
            putchar('(');
            print_words(row);
            putchar(')');
        } else if (row->kind == OPTION_PATH) {
            fputs("_files", stdout);
        }
    }
    puts("' \\");
}

static void print_zsh_command(enum command command)
{
    printf("    %s)\n        _arguments \\\n", command_rows[command].name);
    for (size_t i = 0; i < option_row_count; i++)
        if (option_rows[i].commands & 1u << command)
            print_zsh_option(&option_rows[i]);
    if (takes_globs(command))
        puts("        '*:implementation:{compadd -- $($service list --format csv '*' 2>/dev/null | sed \"1d; "
             "s/,.*//\")}' ;;");
    else
        puts("        '*:file:_files' ;;");
}

static void print_zsh_commands(FILE *file, const void *context)
{
    (void)context;
    for (enum command c = 0; c <= last_command; c++) {
        fprintf(file, "        '%s:", command_rows[c].name);
        print_zsh_help(command_rows[c].help);
        fputs("'\n", file);
    }
}

static void print_zsh_cases(FILE *file, const void *context)
{
    (void)file;
    (void)context;
    for (enum command c = 0; c <= last_command; c++)
        print_zsh_command(c);
}

bool command_completion(const struct options *options, struct error *error)
{
    static const struct template_part bash[] = {{"commands", print_commands},
                                                {"values", print_bash_values},
                                                {"options", print_bash_cases},
                                                {"globs", print_bash_globs}};
    static const struct template_part zsh[] = {{"commands", print_zsh_commands},
                                               {"options", print_zsh_cases}};
    const char *const shell = options->arguments.count == 1 ? options->arguments.all[0] : "";
    if (strcmp(shell, "bash") == 0)
        template_print(stdout, completion_bash, bash, sizeof bash / sizeof bash[0], NULL);
    else if (strcmp(shell, "zsh") == 0)
        template_print(stdout, completion_zsh, zsh, sizeof zsh / sizeof zsh[0], NULL);
    else
        return error_set(error, EXIT_USAGE, "completion: expected bash or zsh");
    return true;
}
