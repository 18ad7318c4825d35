/* SPDX-License-Identifier: MIT */
/* The one option table: parsing, --help, the man page and the completions come from it. */
#ifndef SCANBENCH_OPTIONS_H
#define SCANBENCH_OPTIONS_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum command {
    COMMAND_RUN,
    COMMAND_LIST,
    COMMAND_EXPLAIN,
    COMMAND_CHECK,
    COMMAND_COMPARE,
    COMMAND_BEST,
    COMMAND_COUNTS,
    COMMAND_PLOT,
    COMMAND_DOCTOR,
    COMMAND_HELP,
    COMMAND_VERSION,
    COMMAND_COMPLETION, /* for make install alone: --help does not tell of it */
    COMMAND_COUNT,
};

enum format {
    FORMAT_TABLE,
    FORMAT_CSV,
    FORMAT_JSON,
    FORMAT_NONE,
};

enum color {
    COLOR_AUTO,
    COLOR_ALWAYS,
    COLOR_NEVER,
};

enum { OPTION_LISTS = 64 };

/* All strings are borrowed from argv or the environment. */
struct options {
    enum command command;
    bool command_named; /* by a word; else run is implied */
    int argc;
    char **argv;
    const char *arguments[OPTION_LISTS]; /* what is left beside options: globs, result files */
    size_t argument_count;
    const char *configs[OPTION_LISTS];
    size_t config_count;
    const char *plugins[OPTION_LISTS];
    size_t plugin_count;
    const char *settings[OPTION_LISTS]; /* --set KEY=VALUE */
    size_t setting_count;
    const char *devices[OPTION_LISTS]; /* counts: models by name or file */
    size_t device_count;
    const char *output; /* "results"; "-" writes no files */
    bool output_set;    /* --output or SCANBENCH_OUTPUT was given */
    const char *resume; /* a journal or a report to go on with; NULL: none */
    const char *filter; /* NULL: all */
    const char *isa;    /* NULL: the config's */
    const char *topology;
    const char *perf_control; /* NULL: none */
    const char *against;      /* a program to take turns with; NULL: none */
    const char *turns;        /* the channel of who asked for that; NULL: none */
    enum format format;
    enum color color;
    bool dry_run, smoke, in_process, strict, quiet, verbose, json, noise, header, html, again, seed_set;
    uint64_t seed;
    double budget_s;                /* INFINITY: none */
    const char *vary[OPTION_LISTS]; /* what compare lets differ */
    size_t vary_count;
    double bound, floor; /* of compare, as shares; floor NAN: estimated */
    bool fail_on_regression, fail_on_expect;
    double fail_above;               /* a share: slower by less does not fail */
    const char *kinds[OPTION_LISTS]; /* of charts; none: those of the result's config */
    size_t kind_count;
    const char *unit, *baseline; /* of charts; NULL: the config's */
};

/* One row a long option; also an environment variable SCANBENCH_<NAME>, which the command line overrides. */
struct option_row {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* its name in help; NULL: a switch */
    unsigned commands;    /* bits 1 << enum command that take it */
    const char *help;     /* one sentence, no full stop */
    bool (*apply)(struct options *options, const char *value, struct error *error);
};
extern const struct option_row option_rows[];
extern const size_t option_row_count;

enum { OPTION_WORDS = 16 };

/* The words that an option takes, into words (OPTION_WORDS). Returns how many; 0: any text. */
size_t option_words(const struct option_row *row, const char **words);

struct command_row {
    const char *name;
    const char *arguments; /* "[GLOB…]"; "" for none */
    const char *help;
};
extern const struct command_row command_rows[COMMAND_COUNT];

/* EXIT_USAGE with the word, what was expected and "did you mean". --help and --version become commands. */
bool options_parse(struct options *options, int argc, char **argv, struct error *error);

/* The text of --help, generated from the two tables; for one command, or COMMAND_HELP for all. */
void options_help(enum command command);

/* Whether to colour a stream: --color, non-empty NO_COLOR, CLICOLOR_FORCE, then a terminal with TERM ≠ dumb.
 */
bool options_color(const struct options *options, int descriptor);

#endif
