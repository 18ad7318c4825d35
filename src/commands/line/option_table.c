/* SPDX-License-Identifier: MIT */
/* The one table of options, and that of commands. */
#include "base/memory.h"
#include "base/stack.h"
#include "base/words.h"
#include "commands/line/options.h"
#include "machine/isa.h"
#include "results/field.h"
#include "sweep/config_plots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ON(command) (1u << COMMAND_##command)
#define MEMBER(name) .member = offsetof(struct options, name)
#define WORDS(array) .words = array, .word_count = sizeof(array) / sizeof(array)[0]

/* Of results by enum format, then of charts. */
static const char *const format_names[] = {"table", "csv", "json", "markdown", "latex", "html",
                                           "none",  "svg", "png",  "pdf",      "eps",   "tikz"};
enum { RESULT_FORMATS = FORMAT_NONE + 1, CHART_FORMATS = 5 };
static const char *const color_names[] = {"auto", "always", "never"};
static const char *const export_forms[] = {"source", "header"};
static const char *const findings[] = {"expect", "regression"};
#define KIND_NAME(name, ...) name,
static const char *const chart_kinds[] = {PLOT_KIND_LIST(KIND_NAME)};

static bool is_setting(const char *value)
{
    const char *const equal = strchr(value, '=');
    return equal && equal != value;
}

static bool is_column(const char *name, size_t length)
{
    for (size_t i = 0; i < field_count; i++)
        if (strlen(fields[i].name) == length && strncmp(fields[i].name, name, length) == 0)
            return true;
    return false;
}

static bool refuse_column(const char *name, struct error *error)
{
    char meant[WORDS_TEXT];
    if (words_former(name))
        return error_set(error, EXIT_USAGE, "--columns: '%s' is now '%s'", name, words_former(name));
    const char **const names = memory_array(field_count, sizeof *names);
    for (size_t i = 0; i < field_count; i++)
        names[i] = fields[i].name;
    error_set(error, EXIT_USAGE, "--columns: no column '%s'%s; help: --columns all prints all", name,
              words_suggest(meant, name, names, field_count));
    free(names);
    return false;
}

static bool are_columns(const char *value, struct error *error)
{
    for (const char *at = value; strcmp(value, "all") != 0 && *at; at += *at == ',') {
        const size_t length = strcspn(at, ",");
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (!is_column(at, length))
            return refuse_column(name, error);
        at += length;
    }
    return true;
}

static bool is_chart_kind(const char *value, struct error *error)
{
    return plot_kind_find(value, error) >= 0;
}

static bool is_font_size(const char *value)
{
    const double points = strtod(value, NULL);
    const bool is_number = value[strspn(value, "0123456789.")] == '\0'; /* nor in hexadecimal */
    return is_number && points >= plot_least_points && points <= plot_most_points;
}

static bool is_line_name(const char *value)
{
    struct plot_look look = {.names = ""};
    return plot_name_add(&look, value);
}

static bool choose_format(struct options *options, const char *value, struct error *error)
{
    const char *charts[CHART_FORMATS + 1] = {[CHART_FORMATS] = format_names[FORMAT_CSV]}; /* their data */
    memcpy(charts, &format_names[RESULT_FORMATS], CHART_FORMATS * sizeof *charts);
    const bool plots = options->command == COMMAND_PLOT;
    const int index = plots ? CHOOSE(charts, value, "--format", error)
                            : word_choose(format_names, RESULT_FORMATS, value, "--format", error);
    if (index < 0)
        return false;
    if (plots && index < CHART_FORMATS)
        options->chart_format = charts[index];
    else
        options->format = plots ? FORMAT_CSV : (enum format)index;
    return true;
}

/* In the order of report_endings after the JSON. */
static const char *const export_names[] = {"csv", "markdown", "html", "latex", "none"};

/* "csv,html" */
static bool choose_exports(struct options *options, const char *value, struct error *error)
{
    options->exports = 0;
    for (const char *word = value; word; word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word, ","), word);
        const int index = CHOOSE(export_names, name, "--export", error);
        if (index < 0)
            return false;
        options->exports |= 2u << index;
    }
    return true;
}

static bool fail_on_regression(struct options *options, const char *value, struct error *error)
{
    const char *const colon = strchr(value, ':');
    const size_t length = colon ? (size_t)(colon - value) : strlen(value);
    char word[32];
    snprintf(word, sizeof word, "%.*s", (int)length, value);
    options->fail_on_regression = word_choose(&findings[1], 1, word, "--fail-on", error) >= 0;
    return options->fail_on_regression &&
           (!colon || word_percent(colon + 1, &options->fail_above, "--fail-on=regression", error));
}

static bool fail_on(struct options *options, const char *value, struct error *error)
{
    const bool of_run =
        options->command == COMMAND_RUN && strncmp(value, findings[1], strlen(findings[1])) == 0;
    if (options->command == COMMAND_COMPARE || of_run)
        return fail_on_regression(options, value, error);
    const size_t known = options->command == COMMAND_RUN ? 2 : 1;
    options->fail_on_expect = word_choose(findings, known, value, "--fail-on", error) >= 0;
    return options->fail_on_expect;
}

/* The command that help is asked of becomes the only argument. */
static bool show_help(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->arguments.all[0] = command_rows[options->command].name;
    options->arguments.count =
        (options->command_named || options->primitive) && options->command != COMMAND_HELP;
    options->command = COMMAND_HELP;
    return true;
}

static bool show_version(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->command = COMMAND_VERSION;
    return true;
}

const char *const help_topics[HELP_TOPICS] = {"expert", "axes", "man", "schema"};

const char *const option_group_titles[OPTION_GROUPS] = {
    [OPTIONS_WHAT] = "What to measure", [OPTIONS_HOW] = "How to measure",  [OPTIONS_JUDGED] = "How to judge",
    [OPTIONS_CHARTS] = "Charts",        [OPTIONS_OUTPUT] = "What you get", [OPTIONS_HELP] = "Help",
};

const struct option_row option_rows[] = {
    {"config", 'c', "FILE", ON(RUN) | ON(COUNTS),
     "read the sweep from FILE, - for standard input (repeatable)", .group = OPTIONS_WHAT,
     .kind = OPTION_PATH, .repeats = true, .resumed = true, MEMBER(configs)},
    {"plugin", 0, "FILE", ON(RUN) | ON(LIST) | ON(CHECK) | ON(SHOW),
     "add the implementations of a shared object (repeatable)", .group = OPTIONS_WHAT, .kind = OPTION_PATH,
     .repeats = true, .handed_on = true, MEMBER(plugins)},
    {"algorithm", 0, "GLOBS", ON(RUN) | ON(COUNTS),
     "measure these, such as 'simd/*,serial' (default: the best)", .group = OPTIONS_WHAT, .kind = OPTION_NAME,
     MEMBER(algorithm)},
    {"model", 0, "MODEL", ON(COUNTS),
     "use the rules of metal-m1, metal-3.2, cuda, cpu or a JSON file (repeatable; default: the config's, "
     "cuda for a PRIMITIVE)",
     .group = OPTIONS_WHAT, .kind = OPTION_NAME, .repeats = true, MEMBER(devices)},
    {"with", 0, "RESULT", ON(COUNTS), "print the times of this result next to the counts",
     .group = OPTIONS_OUTPUT, .kind = OPTION_PATH, MEMBER(with)},
    {"device", 0, "DEVICE", ON(RUN) | ON(CHECK) | ON(EXPORT),
     "run groups on cpu, cuda:0 or opencl:0 (repeatable; default: cpu and the first GPU)",
     .notes = {{COMMAND_CHECK, "run groups on cuda:0, opencl:0 or another (default: emulated)"},
               {COMMAND_EXPORT, "write groups for cuda:0 or opencl:0 (default: cuda:0)"}},
     .group = OPTIONS_WHAT, .kind = OPTION_NAME, .repeats = true, MEMBER(devices)},
    {"output", 'o', "DIR", ON(RUN) | ON(COUNTS) | ON(PLOT) | ON(EXPORT),
     "write to DIR, - for no files (default: results)",
     .notes = {{COMMAND_EXPORT, "write to DIR, - for standard output (default: .)"},
               {COMMAND_PLOT, "write to DIR (default: where the result is)"}},
     .group = OPTIONS_OUTPUT, .kind = OPTION_PATH, MEMBER(output),
     .given = offsetof(struct options, output_set)},
    {"filter", 0, "CONDITIONS",
     ON(RUN) | ON(COUNTS) | ON(CHECK) | ON(COMPARE) | ON(SHOW) | ON(PLOT) | ON(EXPORT),
     "keep matching points, such as 'algorithm=group/*,n>=1M' (repeatable)", .group = OPTIONS_WHAT,
     .kind = OPTION_TEXT, .joined = true, .key = "filter", .resumed = true, MEMBER(filter)},
    {"set", 0, "KEY=VALUE", ON(RUN) | ON(COUNTS), "change the config, as measure.time=1s (repeatable)",
     .expert = true, .group = OPTIONS_WHAT, .kind = OPTION_TEXT, .repeats = true, .resumed = true,
     MEMBER(settings), .valid = is_setting, .expected = "KEY=VALUE"},
    {"dry-run", 0, NULL, ON(RUN), "print points, memory and duration; keep no times", .group = OPTIONS_HOW,
     .kind = OPTION_FLAG, .resumed = true, MEMBER(dry_run)},
    {"smoke", 0, NULL, ON(RUN) | ON(CHECK) | ON(DOCTOR),
     "take one verified sample per point to test the setup",
     .notes = {{COMMAND_CHECK, "test a small part of the cases (default)"},
               {COMMAND_DOCTOR, "take few trials"}},
     .group = OPTIONS_HOW, .kind = OPTION_FLAG, .key = "measure.smoke", .resumed = true, MEMBER(smoke)},
    {"all", 0, NULL, ON(RUN) | ON(CHECK) | ON(COMPARE) | ON(SHOW) | ON(COUNTS) | ON(DOCTOR) | ON(LIST),
     "test every case, which takes much longer",
     .notes = {{COMMAND_COMPARE, "print unchanged points too"},
               {COMMAND_SHOW, "print every row and its warnings"},
               {COMMAND_RUN, "print every row and its warnings"},
               {COMMAND_COUNTS, "print every kernel and phase, in every order of groups"},
               {COMMAND_DOCTOR, "print all that was looked at"},
               {COMMAND_LIST, "print steps and costs within groups too"}},
     .group = OPTIONS_HOW, .kind = OPTION_FLAG, MEMBER(all)},
    {"resume", 0, "RESULT", ON(RUN), "finish a run that was cut short, a journal or a JSON",
     .group = OPTIONS_HOW, .kind = OPTION_NAME, MEMBER(resume)},
    {"in-process", 0, NULL, ON(RUN), "measure without child processes, for debuggers and profilers",
     .expert = true, .group = OPTIONS_HOW, .kind = OPTION_FLAG, .handed_on = true, MEMBER(in_process)},
    {"isolate-plugins", 0, NULL, ON(RUN), "measure each plugin in a process of its own", .expert = true,
     .group = OPTIONS_HOW, .kind = OPTION_FLAG, .handed_on = true, MEMBER(isolate_plugins)},
    {"seed", 0, "N", ON(RUN) | ON(COUNTS) | ON(CHECK) | ON(COMPARE) | ON(DOCTOR),
     "seed of data, order, offsets and resamples (default: the config's)", .expert = true,
     .group = OPTIONS_HOW, .kind = OPTION_COUNT, .key = "measure.seed", .resumed = true, MEMBER(seed)},
    {"time", 0, "TIME", ON(RUN), "stop after TIME, keep what is finished, exit with 124",
     .group = OPTIONS_HOW, .kind = OPTION_DURATION, .handed_on = true, MEMBER(budget_s)},
    {"timeout", 0, "TIME", ON(RUN) | ON(CHECK),
     "end a point, or a case of check, that shows no sign of life for so long (default: a minute and more)",
     .expert = true, .group = OPTIONS_HOW, .kind = OPTION_DURATION, .handed_on = true, MEMBER(timeout_s)},
    {"strict", 0, NULL, ON(RUN), "exit with 5 when a point is not graded good", .expert = true,
     .group = OPTIONS_JUDGED, .kind = OPTION_FLAG, MEMBER(strict)},
    {"isa", 0, "NAME", ON(RUN) | ON(CHECK) | ON(EXPORT), "only this instruction set:", .expert = true,
     .group = OPTIONS_WHAT, .kind = OPTION_WORD, .key = "isa", .resumed = true, MEMBER(isa),
     .words = isa_names + 1, .word_count = ISA_COUNT - 1},
    {"topology", 0, "SOURCE", ON(RUN), "plan for xml:FILE or synthetic:DESC; nothing is pinned then",
     .expert = true, .group = OPTIONS_HOW, .kind = OPTION_NAME, .key = "machine.topology", .resumed = true,
     MEMBER(topology)},
    {"perf-control", 0, "CHANNEL", ON(RUN),
     "fd:A,B or fifo:A,B: let the perf stat around this count in timed regions alone", .expert = true,
     .group = OPTIONS_HOW, .kind = OPTION_NAME, MEMBER(perf_control)},
    {"against", 0, "PROGRAM", ON(RUN),
     "interleave with another scanbench, or another version of the plugin; its results go to DIR/against",
     .group = OPTIONS_HOW, .kind = OPTION_PATH, MEMBER(against)},
    {"turns", 0, "CHANNEL", ON(RUN), "fd:N: take turns with the program at the other end of this socket",
     .expert = true, .group = OPTIONS_HOW, .kind = OPTION_NAME, MEMBER(turns)},
    {"ignore", 0, "KEY", ON(COMPARE),
     "compare even if KEY differs: machine, compiler, plugins or an axis (repeatable)",
     .group = OPTIONS_JUDGED, .kind = OPTION_NAME, .repeats = true, MEMBER(ignored)},
    {"threshold", 0, "PERCENT", ON(COMPARE),
     "call smaller changes the same (default: 2; below ten processes 5, below five 15)",
     .group = OPTIONS_JUDGED, .kind = OPTION_PERCENT, MEMBER(threshold)},
    {"fail-on", 0, "WHAT", ON(RUN) | ON(COUNTS) | ON(COMPARE),
     "exit with 1 on expect: a claim that does not hold",
     .notes = {{COMMAND_COMPARE,
                "exit with 1 on regression[:PERCENT]: a point that is slower by more, or missing"},
               {COMMAND_RUN, "exit with 1 on expect: a claim that does not hold; with --against on "
                             "regression[:PERCENT] too"}},
     .group = OPTIONS_JUDGED, .kind = OPTION_ACTION, .act = fail_on, WORDS(findings)},
    {"format", 0, "FORMAT",
     ON(RUN) | ON(COUNTS) | ON(COMPARE) | ON(SHOW) | ON(PLOT) | ON(LIST) | ON(DOCTOR) | ON(CHECK),
     "print as table, csv, json, markdown, latex, html or none",
     .notes = {{COMMAND_PLOT,
                "draw svg, png, pdf, eps or tikz, or print csv, their data (default: svg and png)"}},
     .group = OPTIONS_OUTPUT, .kind = OPTION_ACTION, .act = choose_format, WORDS(format_names)},
    {"export", 0, "FORMATS", ON(RUN),
     "written beside the JSON: csv, markdown, html, latex or none; ',' between (default: csv)",
     .expert = true, .group = OPTIONS_OUTPUT, .kind = OPTION_ACTION, .act = choose_exports,
     WORDS(export_names)},
    {"kind", 0, "KIND", ON(PLOT), "draw this kind of chart (repeatable; default: the config's)",
     .group = OPTIONS_CHARTS, .kind = OPTION_TEXT, .repeats = true, MEMBER(kinds), .check = is_chart_kind,
     WORDS(chart_kinds)},
    {"unit", 0, "UNIT", ON(PLOT), "what charts show:", .expert = true, .group = OPTIONS_CHARTS,
     .kind = OPTION_WORD, MEMBER(unit), .words = plot_units, .word_count = PLOT_UNITS},
    {"baseline", 0, "GLOB", ON(PLOT), "the line that relative charts show as 1 (default: the first)",
     .expert = true, .group = OPTIONS_CHARTS, .kind = OPTION_TEXT, MEMBER(baseline),
     .valid = plot_baseline_valid, .expected = "a glob on the names of algorithms"},
    {"title", 0, "TEXT", ON(PLOT), "give charts this title", .group = OPTIONS_CHARTS, .kind = OPTION_TEXT,
     MEMBER(title), .valid = plot_title_valid, .expected = "a line of at most 255 bytes"},
    {"name", 0, "GLOB=TEXT", ON(PLOT), "call the matching lines TEXT (repeatable)", .group = OPTIONS_CHARTS,
     .kind = OPTION_TEXT, .repeats = true, MEMBER(names), .valid = is_line_name,
     .expected = "GLOB=TEXT, for lines"},
    {"line-color", 0, "GLOB=#HEX", ON(PLOT), "draw the matching lines in a colour (repeatable)",
     .group = OPTIONS_CHARTS, .kind = OPTION_TEXT, .repeats = true, MEMBER(line_colors),
     .valid = plot_color_valid, .expected = "GLOB=#rrggbb, for lines"},
    {"paper", 0, NULL, ON(PLOT), "draw for a 3.5 in column, without title; print the caption",
     .group = OPTIONS_CHARTS, .kind = OPTION_FLAG, MEMBER(paper)},
    {"look", 0, "KEY=VALUE", ON(PLOT),
     "xlabel, ylabel, xrange=1Ki:1Mi, yrange, height, legend=below, font, footer=no, peak=no; may be "
     "repeated",
     .expert = true, .group = OPTIONS_CHARTS, .kind = OPTION_TEXT, .repeats = true, MEMBER(looks),
     .valid = plot_setting_valid, .expected = "KEY=VALUE, an option of the scripts"},
    {"width", 0, "WIDTH", ON(PLOT), "make charts as wide as 3.5in, 89mm or 800px", .group = OPTIONS_CHARTS,
     .kind = OPTION_TEXT, MEMBER(width), .valid = plot_width_valid,
     .expected = "a width such as 3.5in, 89mm or 800px"},
    {"font-size", 0, "POINTS", ON(PLOT), "of the letters of charts (default: 9)", .expert = true,
     .group = OPTIONS_CHARTS, .kind = OPTION_TEXT, MEMBER(font_size), .valid = is_font_size,
     .expected = "points from 4 to 48"},
    {"style", 0, "STYLE", ON(PLOT), "of charts:", .expert = true, .group = OPTIONS_CHARTS,
     .kind = OPTION_WORD, MEMBER(style), .words = plot_styles, .word_count = PLOT_STYLES},
    {"together", 0, NULL, ON(PLOT), "draw all results in each chart", .group = OPTIONS_CHARTS,
     .kind = OPTION_FLAG, MEMBER(together)},
    {"claims", 0, NULL, ON(SHOW), "print whether the claims of the configs hold", .group = OPTIONS_OUTPUT,
     .kind = OPTION_FLAG, MEMBER(claims)},
    {"columns", 0, "NAMES", ON(RUN) | ON(SHOW), "print these columns of the CSV, or all",
     .group = OPTIONS_OUTPUT, .kind = OPTION_NAME, MEMBER(columns), .check = are_columns},
    {"as", 0, "FORM", ON(EXPORT), "write (default: source):", .group = OPTIONS_OUTPUT, .kind = OPTION_WORD,
     MEMBER(as), WORDS(export_forms)},
    {"html", 0, NULL, ON(PLOT), "write one HTML file with charts and results too", .group = OPTIONS_CHARTS,
     .kind = OPTION_FLAG, MEMBER(html)},
    {"noise", 0, NULL, ON(DOCTOR),
     "measure equal things often: how rarely they seem to differ, and what delay is found", .expert = true,
     .group = OPTIONS_HOW, .kind = OPTION_FLAG, MEMBER(noise)},
    {"color", 0, "WHEN", ON(RUN) | ON(COUNTS) | ON(LIST) | ON(CHECK) | ON(COMPARE) | ON(SHOW),
     "auto, always or never", .expert = true, .group = OPTIONS_OUTPUT, .kind = OPTION_CHOICE, MEMBER(color),
     WORDS(color_names)},
    {"quiet", 'q', NULL, ON(RUN) | ON(COUNTS) | ON(CHECK) | ON(COMPARE) | ON(SHOW) | ON(PLOT) | ON(DOCTOR),
     "print no progress and no notes",
     .notes = {{COMMAND_CHECK, "print only what is wrong"},
               {COMMAND_COMPARE, "print only what is not the same"}},
     .group = OPTIONS_OUTPUT, .kind = OPTION_FLAG, MEMBER(quiet)},
    {"verbose", 'v', NULL, ON(RUN), "a line on standard error for each finished point", .expert = true,
     .group = OPTIONS_OUTPUT, .kind = OPTION_FLAG, MEMBER(verbose)},
    {"help", 'h', NULL, EVERYWHERE, "print this help", .group = OPTIONS_HELP, .kind = OPTION_ACTION,
     .act = show_help},
    {"version", 'V', NULL, EVERYWHERE, "print the version", .group = OPTIONS_HELP, .kind = OPTION_ACTION,
     .act = show_version},
};
const size_t option_row_count = sizeof option_rows / sizeof option_rows[0];
_Static_assert(sizeof option_rows / sizeof option_rows[0] <= OPTION_ROWS, "room for each in struct options");

#define COMMAND(NAME, word, kind, ...) {#word, ARGUMENTS_##kind, __VA_ARGS__},
const struct command_row command_rows[COMMAND_COUNT] = {
#include "commands/line/command.def"
};
