/* SPDX-License-Identifier: MIT */
/* The text of --help and --version, and the lists of the manual pages, from the tables. */
#include "commands/commands.h"

#include "base/release.h"
#include "base/text.h"
#include "base/words.h"
#include "report/report.h"
#include "results/field.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 80, HELP_AT = 27, COMMANDS_BYTES = 128, LINE_BYTES = HELP_BYTES + COMMANDS_BYTES + 64 };

/* " [run counts]": the commands that have an option. */
static char *commands_text(const struct option_row *row, char *text, size_t size)
{
    text[0] = '\0';
    for (enum command c = 0; c < COMMAND_HELP; c++)
        if (row->commands & 1u << c)
            text_add(text, size, "%s%s", *text ? " " : " [", command_rows[c].name);
    return text_add(text, size, "]");
}

static void print_row(const struct option_row *row, enum command command)
{
    char left[64], help[HELP_BYTES], line[LINE_BYTES], commands[COMMANDS_BYTES] = "";
    const char letter[] = {'-', row->letter, ',', ' ', 0};
    snprintf(left, sizeof left, "%s--%s%s%s", row->letter ? letter : "    ", row->name,
             row->argument ? "=" : "", row->argument ? row->argument : "");
    if (row->expert)
        commands_text(row, commands, sizeof commands);
    snprintf(line, sizeof line, "  %-24s %s%s", left,
             option_help(row, command == COMMAND_HELP ? COMMAND_COUNT : command, help), commands);
    wrapped_print(stdout, line, HELP_AT, COLUMNS);
}

static void print_commands(void)
{
    puts("Find the fastest scan, reduction, dot product or compaction for this machine.\n\n"
         "  scanbench scan                  measure now (or reduce, dot, compact, count)\n"
         "  scanbench scan --dtype f32 --n 1Ki..16Mi --algorithm 'threads/*'\n"
         "  scanbench --config sweep.json   measure what a config describes\n");
    const char *heading = "";
    for (unsigned place = 1; place <= COMMAND_COUNT; place++)
        for (const struct command_row *row = command_rows; row < command_rows + COMMAND_COUNT; row++)
            if (row->place == place) {
                printf("%-8s %-8s %s\n", strcmp(row->heading, heading) == 0 ? "" : row->heading, row->name,
                       row->help);
                heading = row->heading;
            }
    puts("\nEvery command takes -h; --version prints the version. Each other option but the\n"
         "axes is also an environment variable, such as SCANBENCH_OUTPUT; the command line\n"
         "wins.");
}

/* The options of one command, or with COMMAND_HELP of all, by what they are for: those for experts, or the
 * others. */
static void print_options(enum command command, bool expert)
{
    for (enum option_group group = 0; group < OPTION_GROUPS; group++) {
        bool titled = false;
        for (size_t i = 0; i < option_row_count; i++) {
            const struct option_row *const row = &option_rows[i];
            if (row->group != group || row->expert != expert ||
                (command != COMMAND_HELP && !(row->commands & 1u << command)))
                continue;
            if (!titled)
                printf(" %s:\n", option_group_titles[group]);
            titled = true;
            print_row(row, command);
        }
    }
}

static void print_command(enum command command)
{
    const struct command_row *const row = &command_rows[command];
    printf("%c%s.\n\nUsage: scanbench %s [OPTION…]%s%s\n\nOptions:\n", toupper(row->help[0]), row->help + 1,
           row->name, *row->arguments ? " " : "", row->arguments);
    print_options(command, false);
    if (command == COMMAND_RUN)
        puts("\nA PRIMITIVE takes its axes as options too, such as --n, --dtype and --workers:\n"
             "scanbench help axes");
    printf("\nExample:\n  %s\n\nMore: scanbench help expert\n\n", row->example);
}

static void print_help(enum command command)
{
    if (command == COMMAND_HELP)
        print_commands();
    else
        print_command(command);
    puts("Exit status: 0 done, 1 wrong result, regression or claim, 2 bad command or\n"
         "config, 3 cannot measure here, 4 cannot write, 5 inconclusive or not\n"
         "comparable, 124 time is up, 130 and 143 signals.");
}

static void print_experts(void)
{
    puts("Options that are rarely needed, and the commands that have them:");
    print_options(COMMAND_HELP, true);
}

/* The options that a primitive takes beside those of run, and their values. */
static void print_axes(void)
{
    puts("Axes of 'scanbench PRIMITIVE'; several values have ',' between them, 1Ki..16Mi is\n"
         "both ends and what lies between them, in steps of 4 for n and of 2 for others:");
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const struct axis_info *const info = &axis_info[axis];
        char name[OPTION_NAME_BYTES], words[WORDS_TEXT], line[LINE_BYTES];
        if (!*option_axis_name(axis, name))
            continue;
        if (info->kind == AXIS_IS_CHOICE)
            words_list(words, info->names + 1, info->count - 1);
        else if (info->kind == AXIS_IS_FRACTION)
            snprintf(words, sizeof words, "0 to 1");
        else
            snprintf(words, sizeof words, "%ju to %ju", (uintmax_t)info->minimum, (uintmax_t)info->maximum);
        snprintf(line, sizeof line, "  --%-22s %.400s", name, words);
        wrapped_print(stdout, line, HELP_AT, COLUMNS);
    }
}

/* A sentence's first letter, but of a word that is typed as it stands: "fd:A,B". */
static int first_letter(const char *sentence)
{
    const bool is_typed = strcspn(sentence, ":,=") < strcspn(sentence, " ");
    return is_typed ? sentence[0] : toupper((unsigned char)sentence[0]);
}

/* What the manual pages list, in their language, after the places that scripts/man_page.sh puts it in. */

/* "[GLOB…]" as .Op Ar GLOB…, other words as .Ar BASE. */
static void manual_argument(const char *word, int length)
{
    const bool optional = word[0] == '[' && word[length - 1] == ']';
    printf(".%s %.*s\n", optional ? "Op Ar" : "Ar", optional ? length - 2 : length, word + optional);
}

/* How each command is called. */
static void manual_synopsis(void)
{
    for (enum command c = 0; c < COMMAND_COUNT; c++) {
        const struct command_row *const row = &command_rows[c];
        if (row->place == 0)
            continue;
        printf(".Nm\n.Cm %s\n.Op Ar OPTION ...\n", row->name);
        for (const char *word = row->arguments; *word; word += strspn(word, " ")) {
            const size_t length = strcspn(word, " ");
            manual_argument(word, (int)length);
            word += length;
        }
    }
}

/* The options of all commands. */
static void manual_options(void)
{
    for (size_t i = 0; i < option_row_count; i++) {
        const struct option_row *const row = &option_rows[i];
        char help[HELP_BYTES], commands[COMMANDS_BYTES];
        option_help(row, COMMAND_COUNT, help);
        printf(".It ");
        if (row->letter)
            printf("Fl %c , ", row->letter);
        printf("Fl -%s%s%s\n%c%s", row->name, row->argument ? " Ns = Ns Ar " : "",
               row->argument ? row->argument : "", first_letter(help), help + 1);
        puts(row->commands & 1u << COMMAND_VERSION
                 ? "."
                 : strcat(commands_text(row, commands, sizeof commands), "."));
    }
}

/* The columns of CSV, or the members that JSON alone has of a point. Axes have a page of their own. */
static void manual_fields(bool json_alone)
{
    for (size_t i = 0; i < field_count; i++) {
        const struct field *const field = &fields[i];
        const char *const group = json_alone ? field_groups[field->group].name : NULL;
        if (!field->description || field->json_alone != json_alone)
            continue;
        printf(".It Cm %s%s%s", group ? group : "", group ? "." : "",
               json_alone ? field_key(field) : field->name);
        if (*field->unit)
            printf(" Pq %s", field->unit);
        printf("\n%s\n", field->description);
    }
}

/* The names of the columns of axes. */
static void manual_axes(void)
{
    const char *before = ".It Cm ";
    for (size_t i = 0; i < field_count; i++)
        if (!fields[i].description) {
            printf("%s%s", before, fields[i].name);
            before = " , ";
        }
    puts("\nThe parameters of the point, see\n.Xr scanbench-config 5 ;\nmissing where the algorithm does not "
         "have "
         "them.");
}

static void manual_print(void)
{
    puts("@synopsis@");
    manual_synopsis();
    puts("@options@\n.Bl -tag -width Ds");
    manual_options();
    puts(".El\n@columns@\n.Bl -tag -width Ds -compact");
    manual_axes();
    manual_fields(false);
    puts(".El\n@members@\n.Bl -tag -width Ds -compact");
    manual_fields(true);
    puts(".El");
    manual_config();
}

bool command_help(const struct options *options, struct error *error)
{
    const char *const word = options->arguments.count ? options->arguments.all[0] : "";
    static void (*const topics[HELP_TOPICS])(void) = {print_experts, print_axes, manual_print, schema_print};
    enum command topic = *word ? COMMAND_RUN : COMMAND_HELP; /* a primitive is what a run takes */
    (void)error;
    for (size_t i = 0; i < HELP_TOPICS; i++)
        if (strcmp(word, help_topics[i]) == 0) {
            topics[i]();
            return true;
        }
    for (enum command c = 0; c < COMMAND_COUNT; c++)
        if (strcmp(word, command_rows[c].name) == 0)
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
