/* SPDX-License-Identifier: MIT */
/* Completion for shells: scripts that read the same tables of options and commands. */
#include "base/embed.h"
#include "base/text.h"
#include "commands/commands.h"
#include "problem/primitive.h"
#include "sweep/config_members.h"

#include <stdio.h>
#include <string.h>

EMBED(completion_bash, "src/commands/line/completion.bash.in");
EMBED(completion_zsh, "src/commands/line/completion.zsh.in");

enum { KEY_BYTES = 96 };

/* Those that people type: the last command is not. */
static const enum command commands_typed = COMMAND_VERSION + 1;

static void print_commands(void)
{
    for (enum command c = 0; c < commands_typed; c++)
        printf("%s%s", c > 0 ? " " : "", command_rows[c].name);
    for (enum primitive p = 0; p < PRIMITIVE_COUNT; p++)
        printf(" %s", primitive_names[p]);
}

/* Those whose arguments are names of implementations. */
static void print_globs(void)
{
    const char *before = "";
    for (enum command c = 0; c < commands_typed; c++)
        if (command_rows[c].kind == ARGUMENTS_GLOBS) {
            printf("%s%s", before, command_rows[c].name);
            before = " ";
        }
}

/* What zsh would read in a help text is escaped. */
static void print_help(const char *help)
{
    for (; *help; help++)
        printf("%s%c", strchr("[]:\\", *help) ? "\\" : "", *help);
    putchar('\n');
}

static void print_described(void)
{
    for (enum command c = 0; c < commands_typed; c++) {
        printf("%s:", command_rows[c].name);
        print_help(command_rows[c].help);
    }
}

/* "measure.time=": the keys of --set, of lists those of the first item. What a shell would expand is left
 * out. */
static void print_keys(const struct member_table *table, const char *before)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct config_member *const member = &table->members[i];
        char key[KEY_BYTES];
        snprintf(key, sizeof key, "%s%s", before, member_key(member));
        if (member->kind == MEMBER_OBJECT || member->tables == 1) {
            print_keys(member->table,
                       text_add(key, sizeof key, "%s", member->kind == MEMBER_OBJECT ? "." : ".0."));
        } else if (key[0] != '$') {
            printf("%s= ", key);
        }
    }
}

/* " run counts |--config=|-c|FILE|files|the sweep to measure": the commands that have it, its long and short
 * spelling, which may be the same, its argument, what that may be, and its help. */
static void print_options(void)
{
    for (const struct option_row *row = option_rows; row < option_rows + option_row_count; row++) {
        char help[HELP_BYTES], letter[] = {'-', row->letter, '\0'};
        putchar(' ');
        for (enum command c = 0; c < commands_typed; c++)
            if (row->commands & 1u << c)
                printf("%s ", command_rows[c].name);
        printf("|--%s%s|%s%s|%s|%s", row->name, row->argument ? "=" : "", row->letter ? letter : "--",
               row->letter ? "" : row->name, row->argument ? row->argument : "",
               row->kind == OPTION_PATH ? "files" : "");
        for (size_t i = 0; i < row->word_count; i++)
            printf("%s%s", i > 0 ? " " : "", row->words[i]);
        if (strcmp(row->name, "set") == 0)
            print_keys(&config_table, "");
        putchar('|');
        print_help(option_help(row, COMMAND_COUNT, help));
    }
}

/* The places of the scripts, "@word@". */
static const struct part {
    const char *word;
    void (*print)(void);
} parts[] = {{"@commands@", print_commands},
             {"@described@", print_described},
             {"@options@", print_options},
             {"@globs@", print_globs}};

static const struct part *part_at(const char *text)
{
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strncmp(text, parts[i].word, strlen(parts[i].word)) == 0)
            return &parts[i];
    return NULL;
}

/* Print a script with its places filled. One that is a line is for lines, and takes the line's end with it.
 */
static void print_script(const char *text)
{
    for (const char *at = text; *at != '\0';) {
        const struct part *const part = part_at(at);
        if (part == NULL) {
            putchar(*at++);
            continue;
        }
        const char *const end = at + strlen(part->word);
        const bool is_line = (at == text || at[-1] == '\n') && *end == '\n';
        part->print();
        at = end + is_line;
    }
}

bool command_completion(const struct options *options, struct error *error)
{
    const char *const shell = options->arguments.count == 1 ? options->arguments.all[0] : "";
    const bool is_bash = strcmp(shell, "bash") == 0;
    if (!is_bash && strcmp(shell, "zsh") != 0)
        return error_set(error, EXIT_USAGE, "completion: expected bash or zsh");
    print_script(is_bash ? completion_bash : completion_zsh);
    return true;
}
