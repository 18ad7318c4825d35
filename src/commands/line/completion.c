/* SPDX-License-Identifier: MIT */
/* Completion for shells, from the option table. */
#include "commands/commands.h"

#include <stdio.h>
#include <string.h>

/* The last of the commands that people type. */
static const enum command last_command = COMMAND_VERSION;

static bool takes_globs(enum command command)
{
    return command_rows[command].kind == ARGUMENTS_GLOBS;
}

static void print_commands(void)
{
    for (enum command c = 0; c <= last_command; c++)
        printf("%s%s", c > 0 ? " " : "", command_rows[c].name);
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
static void print_bash_values(void)
{
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
            fputs("COMPREPLY=($(compgen -f -- \"$current\")) ;;\n", stdout);
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

/* bash breaks words at '=', so that --format=csv is three of them. */
static void print_bash(void)
{
    puts("# bash completion of scanbench, printed by scanbench completion bash\n"
         "_scanbench() {\n"
         "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= options= "
         "word\n"
         "    [ \"$current\" != = ] || current=\n"
         "    [ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}\n"
         "    [ \"${COMP_WORDS[COMP_CWORD]}\" != = ] || before=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD - 1}\"; do");
    fputs("        case \" ", stdout);
    print_commands();
    puts(" \" in *\" $word \"*) command=$word && break ;; esac\n"
         "    done\n"
         "    case $before in");
    print_bash_values();
    puts("    *) before= ;;\n"
         "    esac\n"
         "    [ -z \"$before\" ] || return\n"
         "    case ${command:-run} in");
    for (enum command c = 0; c <= last_command; c++)
        print_bash_options(c);
    puts("    esac\n"
         "    if [[ $current == -* ]]; then\n"
         "        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
         "        [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null");
    fputs("    elif [ -z \"$command\" ] || [ \"$command\" = help ]; then\n"
          "        COMPREPLY=($(compgen -W '",
          stdout);
    print_commands();
    puts(
        "' -- \"$current\"))\n"
        "    elif [[ $command == list || $command == explain || $command == check ]]; then\n"
        "        COMPREPLY=($(compgen -W \"$(\"${COMP_WORDS[0]}\" list 2>/dev/null | sed '1d; s/ .*//')\" -- "
        "\"$current\"))\n"
        "    else\n"
        "        COMPREPLY=($(compgen -f -- \"$current\"))\n"
        "    fi\n"
        "}\n"
        "complete -o filenames -F _scanbench scanbench");
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
    if (row->letter)
        printf("        '(-%c --%s)'{-%c,--%s%s}'[", row->letter, row->name, row->letter, row->name,
               row->argument ? "=" : "");
    else
        printf("        '--%s%s[", row->name, row->argument ? "=" : "");
    print_zsh_help(row->help);
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
        puts("        '*:implementation:{compadd -- $($service list 2>/dev/null | sed \"1d; s/ .*//\")}' ;;");
    else
        puts("        '*:file:_files' ;;");
}

static void print_zsh(void)
{
    puts("#compdef scanbench\n# zsh completion of scanbench, printed by scanbench completion zsh\n"
         "_scanbench() {\n"
         "    local -a commands=(");
    for (enum command c = 0; c <= last_command; c++) {
        printf("        '%s:", command_rows[c].name);
        print_zsh_help(command_rows[c].help);
        puts("'");
    }
    puts("    )\n"
         "    local command=${words[(r)(${(j:|:)${commands%%:*}})]:-run}\n"
         "    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
         "        _describe command commands\n"
         "        return\n"
         "    fi\n"
         "    case $command in");
    for (enum command c = 0; c <= last_command; c++)
        print_zsh_command(c);
    puts("    esac\n"
         "}\n"
         "_scanbench \"$@\"");
}

bool command_completion(const struct options *options, struct error *error)
{
    const char *const shell = options->arguments.count == 1 ? options->arguments.all[0] : "";
    if (strcmp(shell, "bash") == 0)
        print_bash();
    else if (strcmp(shell, "zsh") == 0)
        print_zsh();
    else
        return error_set(error, EXIT_USAGE, "completion: expected bash or zsh");
    return true;
}
