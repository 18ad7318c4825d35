/* SPDX-License-Identifier: MIT */
/* Parsing the command line and the environment by the option table. */
#include "commands/line/options.h"

#include "base/text.h"
#include "base/words.h"
#include "problem/primitive.h"

#include <ctype.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { VARIABLE_MAX = 64, NAME_MAX_BYTES = OPTION_NAME_BYTES };

/* getopt's tables, made from ours; a row's index is its value. */
struct getopt_tables {
    struct option longs[OPTION_ROWS + AXIS_COUNT + 1];
    char letters[2 * OPTION_ROWS + 2];
    char axes[AXIS_COUNT][NAME_MAX_BYTES];
};

enum { FIRST_VALUE = 256, FIRST_AXIS = FIRST_VALUE + OPTION_ROWS };

static bool names_row(const char *name)
{
    for (size_t i = 0; i < option_row_count; i++)
        if (strcmp(option_rows[i].name, name) == 0)
            return true;
    return false;
}

char *option_axis_name(enum axis axis, char *name)
{
    snprintf(name, NAME_MAX_BYTES, "%s", axis_info[axis].name);
    for (char *at = name; *at; at++)
        *at = *at == '_' ? '-' : *at;
    if (names_row(name))
        *name = '\0';
    return name;
}

/* An option for each axis that has no row of its own. */
static void add_axes(struct getopt_tables *tables)
{
    size_t used = option_row_count;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (*option_axis_name(axis, tables->axes[axis]))
            tables->longs[used++] =
                (struct option){tables->axes[axis], required_argument, NULL, FIRST_AXIS + (int)axis};
}

static void make_tables(struct getopt_tables *tables)
{
    *tables = (struct getopt_tables){.letters = ":"};
    size_t used = 1;
    for (size_t i = 0; i < option_row_count; i++) {
        const struct option_row *const row = &option_rows[i];
        tables->longs[i] = (struct option){row->name, row->argument ? required_argument : no_argument, NULL,
                                           FIRST_VALUE + (int)i};
        if (row->letter)
            tables->letters[used++] = row->letter;
        if (row->letter && row->argument)
            tables->letters[used++] = ':';
    }
    add_axes(tables);
}

static const struct option_row *find_row(int value)
{
    for (size_t i = 0; i < option_row_count; i++)
        if (value == FIRST_VALUE + (int)i || (option_rows[i].letter && value == option_rows[i].letter))
            return &option_rows[i];
    return NULL;
}

/* A word or an option that was there before, and how it is spelled now. Returns whether the word begins with
 * one. */
static bool refuse_former(const char *word, struct error *error)
{
    char former[NAME_MAX_BYTES];
    snprintf(former, sizeof former, "%.*s", (int)strcspn(word, "="), word);
    const char *const now = words_former(former);
    if (now)
        return !error_set(error, EXIT_USAGE, "'%s' is now '%s'", former, now);
    return false;
}

/* The command that the words name; run where none does. */
static enum command command_of(char **argv)
{
    for (char **word = argv + 1; *word; word++)
        for (enum command c = 0; c < COMMAND_COUNT; c++)
            if (strcmp(*word, command_rows[c].name) == 0)
                return c;
    return COMMAND_RUN;
}

/* The option of the command that others call so, that is spelled nearly so, or that has the word in its name:
 * "colors" is in "line-color"; NULL: none. */
static const char *option_meant(const char *word, const struct getopt_tables *tables, enum command command)
{
    const char *names[OPTION_ROWS + AXIS_COUNT];
    char stem[NAME_MAX_BYTES];
    size_t count = 0;
    for (const struct option *known = tables->longs; known->name; known++) {
        const struct option_row *const row = find_row(known->val);
        if (row ? row->commands & 1u << command : command == COMMAND_RUN)
            names[count++] = known->name;
    }
    snprintf(stem, sizeof stem, "%s", word);
    if (*stem && stem[strlen(stem) - 1] == 's')
        stem[strlen(stem) - 1] = '\0';
    const char *meant = words_meant(word, names, count);
    for (size_t i = 0; !meant && strlen(stem) > 3 && i < count; i++)
        meant = strstr(names[i], stem) ? names[i] : NULL;
    return meant;
}

static bool unknown_option(char **argv, const struct getopt_tables *tables, struct error *error)
{
    char word[128];
    const struct option_row *const row = find_row(optopt);
    if (row)
        return error_set(error, EXIT_USAGE, "--%s takes no value", row->name);
    if (optopt)
        return error_set(error, EXIT_USAGE, "unknown option '-%c'; help: scanbench help", optopt);
    snprintf(word, sizeof word, "%.*s", (int)strcspn(argv[optind - 1], "="), argv[optind - 1]);
    if (refuse_former(word, error))
        return false;
    const enum command command = command_of(argv);
    const char *const meant = option_meant(word + strspn(word, "-"), tables, command);
    const char *const name = command_rows[command].name;
    if (meant)
        return error_set(error, EXIT_USAGE,
                         "'%s' does not take %s; did you mean '--%s'? All options: scanbench help %s", name,
                         word, meant, name);
    return error_set(error, EXIT_USAGE, "'%s' does not take %s; help: scanbench help %s", name, word, name);
}

static bool missing_value(struct error *error)
{
    const struct option_row *const row = find_row(optopt);
    return error_set(error, EXIT_USAGE, "--%s needs a value: %s", row ? row->name : "?",
                     row ? row->argument : "?");
}

static void *member_of(struct options *options, size_t place)
{
    return (char *)options + place;
}

static bool is_empty(const struct option_row *row, const char *value, struct error *error)
{
    return !*value && (row->kind == OPTION_NAME || row->kind == OPTION_PATH) &&
           !error_set(error, EXIT_USAGE, "--%s: empty; expected a name", row->name);
}

static bool take_choice(const struct option_row *row, int *member, const char *value, struct error *error)
{
    char name[NAME_MAX_BYTES];
    snprintf(name, sizeof name, "--%s", row->name);
    const int index = word_choose(row->words, row->word_count, value, name, error);
    if (member)
        *member = index < 0 ? 0 : index;
    return index >= 0;
}

static bool take_number(const struct option_row *row, void *member, const char *value, struct error *error)
{
    char name[NAME_MAX_BYTES];
    struct error why = {0};
    snprintf(name, sizeof name, "--%s", row->name);
    if (row->kind == OPTION_PERCENT)
        return word_percent(value, member, name, error);
    return (row->kind == OPTION_COUNT ? text_parse_count(value, member, &why)
                                      : text_parse_duration(value, member, &why)) ||
           error_set(error, EXIT_USAGE, "%s: %s", name, why.text);
}

static bool take_text(const struct option_row *row, void *member, const char *value, struct error *error)
{
    if (is_empty(row, value, error) || (row->check && !row->check(value, error)))
        return false;
    if (row->valid && !row->valid(value))
        return error_set(error, EXIT_USAGE, "--%s: '%.64s'; expected %s", row->name, value, row->expected);
    if (row->repeats)
        return word_add(member, value, row->name, error);
    *(const char **)member = value;
    return true;
}

/* Add conditions to those that were given before. */
static bool join(struct options *options, const struct option_row *row, const char **value,
                 struct error *error)
{
    const char *const before = options->given[row - option_rows];
    const size_t used = strlen(before), room = sizeof options->conditions;
    if (used + strlen(",") + strlen(*value) >= room)
        return error_set(error, EXIT_USAGE, "--%s: expected less than %zu bytes in all", row->name, room);
    memmove(options->conditions, before, used);
    options->conditions[used] = ',';
    strcpy(options->conditions + used + 1, *value);
    *value = options->conditions;
    return true;
}

/* Put the value where the row says. */
static bool take_value(struct options *options, const struct option_row *row, const char *value,
                       struct error *error)
{
    void *const member = member_of(options, row->member);
    if (row->joined && options->given[row - option_rows] && !join(options, row, &value, error))
        return false;
    options->given[row - option_rows] = value ? value : "";
    if (row->given)
        *(bool *)member_of(options, row->given) = true;
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)member = true;
        return true;
    case OPTION_TEXT:
    case OPTION_NAME:
    case OPTION_PATH:
        return take_text(row, member, value, error);
    case OPTION_WORD:
        return take_choice(row, NULL, value, error) && take_text(row, member, value, error);
    case OPTION_CHOICE:
        return take_choice(row, member, value, error);
    case OPTION_COUNT:
    case OPTION_DURATION:
    case OPTION_PERCENT:
        return take_number(row, member, value, error);
    case OPTION_ACTION:
        return row->act(options, value, error);
    }
    return false;
}

/* With the first command that has it. */
static bool refuse_foreign(const struct option_row *row, enum command command, struct error *error)
{
    enum command owner = 0;
    if (command == COMMAND_COUNTS && strcmp(row->name, "device") == 0)
        return error_set(error, EXIT_USAGE, "'counts --device' is now 'counts --model'");
    while (owner + 1 < COMMAND_COUNT && !(row->commands & 1u << owner))
        owner++;
    return error_set(error, EXIT_USAGE, "'%s' does not take --%s; help: 'scanbench %s' does",
                     command_rows[command].name, row->name, command_rows[owner].name);
}

static bool apply_option(struct options *options, const struct option_row *row, const char *value,
                         struct error *error)
{
    if (options->command == COMMAND_HELP || options->command == COMMAND_VERSION)
        return true; /* asked for: the rest does not matter */
    if (!(row->commands & 1u << options->command))
        return refuse_foreign(row, options->command, error);
    return take_value(options, row, value, error);
}

/* An axis has its whole name: what a part of one means, as --threads, would change with the axes there are.
 */
static bool check_axis_name(const struct options *options, const char *name, struct error *error)
{
    const char *const before = options->argv[optind - 1];
    const char *const word = optarg == before ? options->argv[optind - 2] : before;
    const int length = (int)strcspn(word, "=");
    return (size_t)length == strlen("--") + strlen(name) ||
           error_set(error, EXIT_USAGE, "unknown option '%.*s'; did you mean '--%s'?", length, word, name);
}

/* Walk the options of argv in their order, and apply them or not. Leaves the other words of argv from optind
 * on. */
static bool each_option(struct options *options, bool apply, struct error *error)
{
    struct getopt_tables tables;
    make_tables(&tables);
    opterr = 0;
    optind = 0; /* start over, GNU's way */
    for (;;) {
        int index = 0;
        const int value = getopt_long(options->argc, options->argv, tables.letters, tables.longs, &index);
        if (value == -1)
            return true;
        if (value == '?')
            return unknown_option(options->argv, &tables, error);
        if (value == ':')
            return missing_value(error);
        if (value >= FIRST_AXIS && !check_axis_name(options, tables.longs[index].name, error))
            return false;
        if (value >= FIRST_AXIS)
            options->axes[value - FIRST_AXIS] = optarg;
        else if (apply && !apply_option(options, find_row(value), optarg, error))
            return false;
    }
}

/* By how the JSON begins that a run writes. */
static bool is_result(const char *path)
{
    char text[64] = "";
    struct stat facts;
    FILE *const file = stat(path, &facts) == 0 && S_ISREG(facts.st_mode) ? fopen(path, "re") : NULL;
    if (!file)
        return false;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return strstr(text, "\"scanbench-results\"") != NULL;
}

static bool is_primitive(const char *word)
{
    return words_have(primitive_names, PRIMITIVE_COUNT, word);
}

static bool command_find(const char *word, enum command *command, struct error *error)
{
    const char *names[COMMAND_COUNT + PRIMITIVE_COUNT];
    memcpy(&names[COMMAND_COUNT], primitive_names, sizeof primitive_names);
    for (enum command c = 0; c < COMMAND_COUNT; c++) {
        names[c] = command_rows[c].name;
        if (strcmp(word, names[c]) == 0) {
            *command = c;
            return true;
        }
    }
    if (refuse_former(word, error))
        return false;
    const char *const nearest = text_nearest(word, names, COMMAND_COUNT + PRIMITIVE_COUNT);
    if (nearest)
        return error_set(error, EXIT_USAGE, "unknown command '%s'; did you mean '%s'?", word, nearest);
    if (access(word, F_OK) == 0 && is_result(word))
        return error_set(error, EXIT_USAGE, "unknown command '%s'; did you mean 'show %s'?", word, word);
    if (access(word, F_OK) == 0)
        return error_set(error, EXIT_USAGE, "unknown command '%s'; did you mean --config %s?", word, word);
    return error_set(error, EXIT_USAGE, "unknown command '%s'; help: scanbench help", word);
}

static bool switch_on(const char *name, const char *value, bool *on, struct error *error)
{
    static const char *const words[] = {"0", "no", "false", "off", "1", "yes", "true", "on"};
    *on = false;
    if (!*value)
        return true;
    const int index = CHOOSE(words, value, name, error);
    *on = index >= 4;
    return index >= 0;
}

static void variable_name(const struct option_row *row, char *name)
{
    snprintf(name, VARIABLE_MAX, "SCANBENCH_%s", row->name);
    for (char *at = name; *at; at++)
        *at = *at == '-' ? '_' : (char)toupper((unsigned char)*at);
}

/* SCANBENCH_<OPTION> of the options that this command takes and the command line does not have; --help and
 * --version have none. */
static bool apply_environment(struct options *options, struct error *error)
{
    for (size_t i = 0; i < option_row_count; i++) {
        const struct option_row *const row = &option_rows[i];
        char name[VARIABLE_MAX];
        variable_name(row, name);
        const char *const value = getenv(name);
        if (!value || options->given[i] || !(row->commands & 1u << options->command) ||
            row->commands & 1u << COMMAND_VERSION)
            continue;
        bool on = true;
        if (!row->argument && !switch_on(name, value, &on, error))
            return false;
        if (on && !take_value(options, row, value, error))
            return false;
    }
    return true;
}

static bool take_words(struct options *options, struct error *error)
{
    int at = optind;
    options->command_named = at < options->argc && !is_primitive(options->argv[at]);
    if (options->command_named && !command_find(options->argv[at++], &options->command, error))
        return false;
    const bool takes_primitive = options->command == COMMAND_RUN || options->command == COMMAND_COUNTS;
    if (takes_primitive && at < options->argc && is_primitive(options->argv[at]))
        options->primitive = options->argv[at++];
    for (; at < options->argc; at++)
        if (!word_add(&options->arguments, options->argv[at], "arguments", error))
            return false;
    return true;
}

static bool check_topic(const struct options *options, struct error *error)
{
    enum command topic;
    return options->command != COMMAND_HELP || !options->arguments.count ||
           words_have(help_topics, HELP_TOPICS, options->arguments.all[0]) ||
           is_primitive(options->arguments.all[0]) || command_find(options->arguments.all[0], &topic, error);
}

/* "--line-colour" is taken as "--line-color". */
static void respell_colour(char **words)
{
    for (; *words; words++) {
        char *const at = strstr(*words, "colour"), *const equal = strchr(*words, '=');
        if (strncmp(*words, "--", 2) == 0 && at && (!equal || at < equal))
            memmove(at + 4, at + 5, strlen(at + 5) + 1);
    }
}

/* What the line asks of show, which would ignore it; the environment is for other commands too. */
static bool check_show(const struct options *line, enum format format, struct error *error)
{
    if (line->command != COMMAND_SHOW)
        return true;
    if (line->claims && line->filter)
        return error_set(error, EXIT_USAGE, "--claims are of all rows; expected no --filter");
    return !line->columns || format == FORMAT_CSV ||
           error_set(error, EXIT_USAGE, "--columns are of the CSV; expected --format csv too");
}

bool options_parse(struct options *options, int argc, char **argv, struct error *error)
{
    *options = (struct options){
        .command = COMMAND_RUN,
        .argc = argc,
        .argv = argv,
        .output = "results",
        .exports = 1u << 1, /* CSV */
        .seed = 1,
        .budget_s = INFINITY,
        .threshold = NAN,
    };
    respell_colour(argv);
    if (!each_option(options, false, error) || !take_words(options, error) ||
        !each_option(options, true, error))
        return false;
    const struct options line = *options;
    return apply_environment(options, error) && check_show(&line, options->format, error) &&
           options_check(options, error) && check_topic(options, error);
}

static bool variable_set(const char *name)
{
    const char *const value = getenv(name);
    return value && *value;
}

bool options_color(const struct options *options, int descriptor)
{
    if (options->color != COLOR_AUTO)
        return options->color == COLOR_ALWAYS;
    if (variable_set("NO_COLOR"))
        return false;
    const char *const force = getenv("CLICOLOR_FORCE");
    if (force && *force && strcmp(force, "0") != 0)
        return true;
    const char *const term = getenv("TERM");
    return isatty(descriptor) && term && strcmp(term, "dumb") != 0;
}

char *option_help(const struct option_row *row, enum command command, char *text)
{
    char words[WORDS_TEXT];
    const bool listed = row->words && row->help[strlen(row->help) - 1] == ':';
    snprintf(text, HELP_BYTES, "%s%s%s", row->help, listed ? " " : "",
             listed ? words_list(words, row->words, row->word_count) : "");
    for (size_t i = 0; i < OPTION_NOTES && row->notes[i].text; i++) {
        const struct option_note *const note = &row->notes[i];
        if (command == COMMAND_COUNT)
            text_add(text, HELP_BYTES, "; in %s %s", command_rows[note->command].name, note->text);
        else if (command == note->command)
            snprintf(text, HELP_BYTES, "%s", note->text);
    }
    return text;
}
