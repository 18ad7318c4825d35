/* SPDX-License-Identifier: MIT */
/* The one option table: parsing, --help, the man page and the completions come from it. */
#pragma once

#include "base/error.h"
#include "commands/line/option_words.h"
#include "implementation/axis.h"
#include "report/relation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COMMAND(NAME, ...) COMMAND_##NAME,
enum command {
#include "commands/line/command.def"
    COMMAND_COUNT,
};
#undef COMMAND

/* What results are printed as: by a printer, or not. */
enum format {
    FORMAT_TABLE = PRINT_TABLE,
    FORMAT_CSV = PRINT_CSV,
    FORMAT_JSON = PRINT_JSON,
    FORMAT_MARKDOWN = PRINT_MARKDOWN,
    FORMAT_LATEX = PRINT_LATEX,
    FORMAT_HTML = PRINT_HTML,
    FORMAT_NONE = PRINTERS,
};

enum color {
    COLOR_AUTO,
    COLOR_ALWAYS,
    COLOR_NEVER,
};

enum { OPTION_ROWS = 64 };

/* Strings are borrowed from argv or the environment, or stand in `conditions`: a copy would point there. */
struct options {
    enum command command;
    bool command_named; /* by a word; else run is implied */
    int argc;
    char **argv;
    const char *given[OPTION_ROWS]; /* by row: the last value on the command line or in the environment, "" of
                                       a flag; NULL: none */
    struct option_list arguments;   /* what is left beside options: globs, result files */
    const char *primitive;          /* run: what is measured without a config; NULL: a config says it */
    const char *axes[AXIS_COUNT]; /* of the primitive: the values of each axis as given; NULL: the default */
    const char *with;             /* counts: a result with times; NULL: none */
    const char *algorithm;        /* of the primitive: globs; NULL: the recommended ones */
    struct option_list configs, plugins, settings;
    struct option_list devices; /* counts: models by name or file */
    const char *output;         /* "results"; "-" writes no files */
    unsigned exports;           /* of a run: bits 1 << an index of report_endings */
    bool output_set;            /* --output or SCANBENCH_OUTPUT was given */
    const char *resume;         /* a journal or a report to go on with; NULL: none */
    const char *filter;         /* NULL: all */
    char conditions[1024];      /* of more than one --filter */
    const char *columns;        /* of CSV; NULL: the usual ones */
    const char *isa;            /* NULL: the config's */
    const char *topology;
    const char *perf_control; /* NULL: none */
    const char *as;           /* of exports: source or header; NULL: source */
    const char *against;      /* a program to take turns with; NULL: none */
    const char *turns;        /* the channel of who asked for that; NULL: none */
    enum format format;
    enum color color;
    bool dry_run, smoke, in_process, isolate_plugins, strict, quiet, verbose, noise, html, claims, all;
    uint64_t seed;              /* 1 */
    double budget_s;            /* INFINITY: none */
    double timeout_s;           /* 0: as long as a point or a case may need */
    struct option_list ignored; /* what compare lets differ */
    double threshold;           /* of compare, a share; NAN: by the processes */
    bool fail_on_regression, fail_on_expect;
    double fail_above;                             /* a share: slower by less does not fail */
    struct option_list kinds;                      /* of charts; none: those of the result's config */
    const char *unit, *baseline;                   /* of charts; NULL: the config's */
    const char *title, *width, *style, *font_size; /* the same */
    struct option_list names, line_colors;         /* of lines: GLOB=TEXT, GLOB=#rrggbb */
    struct option_list looks;                      /* KEY=VALUE for the scripts of charts */
    bool paper;                                    /* charts are for a column of a paper */
    const char *chart_format;                      /* svg, png, pdf, eps or tikz; NULL: the first two */
    bool together;                                 /* all results in one chart */
};

/* What a value is, and so the type of the member that takes it. */
enum option_kind {
    OPTION_FLAG,     /* bool; takes no value */
    OPTION_TEXT,     /* const char *; any text */
    OPTION_NAME,     /* const char *; not empty */
    OPTION_PATH,     /* the same, and shells complete files */
    OPTION_WORD,     /* const char *; one of the row's words */
    OPTION_CHOICE,   /* an enum; which of the row's words */
    OPTION_COUNT,    /* uint64_t */
    OPTION_DURATION, /* double, seconds */
    OPTION_PERCENT,  /* double, a share */
    OPTION_ACTION,   /* no member: the row's act does it all */
};

/* The parts of help that options stand in. */
enum option_group {
    OPTIONS_WHAT,
    OPTIONS_HOW,
    OPTIONS_JUDGED,
    OPTIONS_CHARTS,
    OPTIONS_OUTPUT,
    OPTIONS_HELP,
    OPTION_GROUPS,
};
extern const char *const option_group_titles[OPTION_GROUPS];

/* What an option means to one command alone. */
struct option_note {
    enum command command;
    const char *text; /* NULL: none */
};
enum { OPTION_NOTES = 6 };

#define EVERYWHERE ((1u << COMMAND_COUNT) - 1)

/* One row a long option; also an environment variable SCANBENCH_<NAME>, which the command line overrides. */
struct option_row {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* its name in help; NULL: takes none */
    unsigned commands;    /* bits 1 << enum command that take it */
    const char *help;     /* one sentence, no full stop; where it ends in a colon, its words follow */
    bool expert;          /* rarely needed: only 'help expert' has it */
    enum option_group group;
    struct option_note notes[OPTION_NOTES]; /* what help adds for some commands */
    enum option_kind kind;
    bool repeats;             /* its member is an option_list of names or paths */
    bool joined;              /* conditions: given again, all of them must hold */
    const char *key;          /* the member of a config that it sets; NULL: none */
    bool resumed;             /* a resumed run has it from the run that it resumes, and refuses another one */
    bool handed_on;           /* the other program of --against gets it too */
    size_t member;            /* its place in struct options */
    size_t given;             /* the place of a bool that says that it was given; 0: none */
    const char *const *words; /* that it takes, which completion offers; NULL: any text */
    size_t word_count;
    bool (*valid)(const char *value);                      /* what else a text must be; NULL: nothing */
    const char *expected;                                  /* the same in words */
    bool (*check)(const char *value, struct error *error); /* likewise, with its own words. EXIT_USAGE */
    bool (*act)(struct options *options, const char *value, struct error *error); /* of OPTION_ACTION */
};
extern const struct option_row option_rows[];
extern const size_t option_row_count;

/* The help of a row with its words, and what it means to this command, or with COMMAND_COUNT to each, into
 * text (HELP_BYTES; cut when longer). Returns text. */
enum { HELP_BYTES = 512 };
char *option_help(const struct option_row *row, enum command command, char *text);

/* What help prints beside commands: rare options, axes, the list of options of the manual page. */
enum { HELP_TOPICS = 4 };
extern const char *const help_topics[HELP_TOPICS];

/* The option of an axis into name (OPTION_NAME_BYTES): its name with hyphens; "" where another row has that
 * name. Returns name. */
enum { OPTION_NAME_BYTES = 64 };
char *option_axis_name(enum axis axis, char *name);

enum argument_kind {
    ARGUMENTS_NOTHING,
    ARGUMENTS_GLOBS, /* of implementations */
    ARGUMENTS_FILES,
    ARGUMENTS_WORDS,
};

struct command_row {
    const char *name;
    enum argument_kind kind;
    const char *arguments; /* "[GLOB…]"; "" for none */
    const char *help;
    size_t stack_bytes; /* that it needs */
    const char *example;
    const char *heading; /* in --help: what people want of it */
    unsigned place;      /* there, from 1 on; 0: it is left out */
};
extern const struct command_row command_rows[COMMAND_COUNT];

/* EXIT_USAGE with the word, what was expected and "did you mean". --help and --version become commands. */
bool options_parse(struct options *options, int argc, char **argv, struct error *error);

/* Whether the options go together, and have what their command needs. EXIT_USAGE with what was expected. */
bool options_check(const struct options *options, struct error *error);

/* Whether to colour a stream: --color, non-empty NO_COLOR, CLICOLOR_FORCE, then a terminal with TERM ≠ dumb.
 */
bool options_color(const struct options *options, int descriptor);
