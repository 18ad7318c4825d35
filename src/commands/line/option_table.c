/* SPDX-License-Identifier: MIT */
/* The one option table and the table of commands: every option's name, help and effect. */
#include "base/text.h"
#include "commands/line/option_words.h"
#include "commands/line/options.h"
#include "machine/isa.h"
#include "sweep/config_plots.h"

#include <stdio.h>
#include <string.h>

#define ON(command) (1u << COMMAND_##command)
#define EVERYWHERE ((1u << COMMAND_COUNT) - 1)

static const char *const format_names[] = {"table", "csv", "json", "none"};
static const char *const color_names[] = {"auto", "always", "never"};

static bool not_empty(const char *value, const char *what, struct error *error)
{
    return *value || error_set(error, EXIT_USAGE, "%s: empty; expected a name", what);
}

static bool apply_config(struct options *options, const char *value, struct error *error)
{
    return not_empty(value, "--config", error) &&
           word_add(options->configs, &options->config_count, value, "--config", error);
}

static bool apply_plugin(struct options *options, const char *value, struct error *error)
{
    return not_empty(value, "--plugin", error) &&
           word_add(options->plugins, &options->plugin_count, value, "--plugin", error);
}

static bool apply_device(struct options *options, const char *value, struct error *error)
{
    return not_empty(value, "--device", error) &&
           word_add(options->devices, &options->device_count, value, "--device", error);
}

static bool apply_set(struct options *options, const char *value, struct error *error)
{
    const char *const equal = strchr(value, '=');
    if (!equal || equal == value)
        return error_set(error, EXIT_USAGE, "--set: '%s'; expected KEY=VALUE", value);
    return word_add(options->settings, &options->setting_count, value, "--set", error);
}

static bool apply_output(struct options *options, const char *value, struct error *error)
{
    options->output = value;
    options->output_set = true;
    return not_empty(value, "--output", error);
}

static bool apply_resume(struct options *options, const char *value, struct error *error)
{
    options->resume = value;
    return not_empty(value, "--resume", error);
}

static bool apply_filter(struct options *options, const char *value, struct error *error)
{
    (void)error;
    options->filter = value;
    return true;
}

static bool apply_isa(struct options *options, const char *value, struct error *error)
{
    options->isa = value;
    return word_choose(isa_names + 1, ISA_COUNT - 1, value, "--isa", error) >= 0;
}

static bool apply_topology(struct options *options, const char *value, struct error *error)
{
    options->topology = value;
    return not_empty(value, "--topology", error);
}

static bool apply_perf_control(struct options *options, const char *value, struct error *error)
{
    options->perf_control = value;
    return not_empty(value, "--perf-control", error);
}

static bool apply_against(struct options *options, const char *value, struct error *error)
{
    options->against = value;
    return not_empty(value, "--against", error);
}

static bool apply_turns(struct options *options, const char *value, struct error *error)
{
    options->turns = value;
    return not_empty(value, "--turns", error);
}

static bool apply_format(struct options *options, const char *value, struct error *error)
{
    const int index = CHOOSE(format_names, value, "--format", error);
    options->format = index < 0 ? FORMAT_TABLE : (enum format)index;
    return index >= 0;
}

static bool apply_color(struct options *options, const char *value, struct error *error)
{
    const int index = CHOOSE(color_names, value, "--color", error);
    options->color = index < 0 ? COLOR_AUTO : (enum color)index;
    return index >= 0;
}

static bool apply_seed(struct options *options, const char *value, struct error *error)
{
    options->seed_set = true;
    struct error why = {0};
    return text_parse_count(value, &options->seed, &why) ||
           error_set(error, EXIT_USAGE, "--seed: %s", why.text);
}

static bool apply_budget(struct options *options, const char *value, struct error *error)
{
    struct error why = {0};
    return text_parse_duration(value, &options->budget_s, &why) ||
           error_set(error, EXIT_USAGE, "--budget: %s", why.text);
}

static bool apply_vary(struct options *options, const char *value, struct error *error)
{
    return not_empty(value, "--vary", error) &&
           word_add(options->vary, &options->vary_count, value, "--vary", error);
}

static bool apply_bound(struct options *options, const char *value, struct error *error)
{
    return word_percent(value, &options->bound, "--bound", error);
}

static bool apply_floor(struct options *options, const char *value, struct error *error)
{
    return word_percent(value, &options->floor, "--floor", error);
}

static bool fail_on_regression(struct options *options, const char *value, struct error *error)
{
    static const char *const words[] = {"regression"};
    const char *const colon = strchr(value, ':');
    const size_t length = colon ? (size_t)(colon - value) : strlen(value);
    char word[32];
    snprintf(word, sizeof word, "%.*s", (int)length, value);
    options->fail_on_regression = CHOOSE(words, word, "--fail-on", error) >= 0;
    return options->fail_on_regression &&
           (!colon || word_percent(colon + 1, &options->fail_above, "--fail-on=regression", error));
}

static bool apply_fail_on(struct options *options, const char *value, struct error *error)
{
    static const char *const words[] = {"expect"};
    if (options->command == COMMAND_COMPARE)
        return fail_on_regression(options, value, error);
    options->fail_on_expect = CHOOSE(words, value, "--fail-on", error) >= 0;
    return options->fail_on_expect;
}

static bool apply_kind(struct options *options, const char *value, struct error *error)
{
    return plot_kind_find(value, error) >= 0 &&
           word_add(options->kinds, &options->kind_count, value, "--kind", error);
}

static bool apply_unit(struct options *options, const char *value, struct error *error)
{
    options->unit = value;
    return word_choose(plot_units, plot_unit_count, value, "--unit", error) >= 0;
}

static bool apply_baseline(struct options *options, const char *value, struct error *error)
{
    options->baseline = value;
    return plot_baseline_valid(value) ||
           error_set(error, EXIT_USAGE, "--baseline: '%.64s'; expected a glob on the names of algorithms",
                     value);
}

#define APPLY_SWITCH(field)                                                                    \
    static bool apply_##field(struct options *options, const char *value, struct error *error) \
    {                                                                                          \
        (void)value;                                                                           \
        (void)error;                                                                           \
        options->field = true;                                                                 \
        return true;                                                                           \
    }
APPLY_SWITCH(dry_run)
APPLY_SWITCH(smoke)
APPLY_SWITCH(in_process)
APPLY_SWITCH(strict)
APPLY_SWITCH(quiet)
APPLY_SWITCH(verbose)
APPLY_SWITCH(json)
APPLY_SWITCH(noise)
APPLY_SWITCH(header)
APPLY_SWITCH(again)
APPLY_SWITCH(html)

/* The command that help is asked of becomes the only argument. */
static bool apply_help(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->arguments[0] = command_rows[options->command].name;
    options->argument_count = options->command_named && options->command != COMMAND_HELP;
    options->command = COMMAND_HELP;
    return true;
}

static bool apply_version(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->command = COMMAND_VERSION;
    return true;
}

const struct option_row option_rows[] = {
    {"config", 'c', "FILE", ON(RUN) | ON(COUNTS),
     "the sweep to measure; - is standard input; may be repeated", apply_config},
    {"plugin", 0, "FILE", ON(RUN) | ON(LIST) | ON(EXPLAIN) | ON(CHECK) | ON(BEST),
     "add the implementations of this shared object (see scanbench.h); may be repeated", apply_plugin},
    {"device", 0, "MODEL", ON(COUNTS),
     "metal-m1, metal-3.2, cuda, cpu, or a JSON file; may be repeated (default: the config's)", apply_device},
    {"output", 'o', "DIR", ON(RUN) | ON(COUNTS) | ON(PLOT),
     "where results and charts go (default: results); - writes no files", apply_output},
    {"filter", 0, "CONDITIONS", ON(RUN) | ON(COUNTS) | ON(CHECK) | ON(COMPARE) | ON(BEST) | ON(PLOT),
     "only points that meet all conditions, as 'algorithm=group/*,n>=1M'", apply_filter},
    {"set", 0, "KEY=VALUE", ON(RUN) | ON(COUNTS),
     "change the config, as measure.max_time=1s; may be repeated", apply_set},
    {"dry-run", 0, NULL, ON(RUN), "show points, bytes, pins and estimated time; measure nothing",
     apply_dry_run},
    {"smoke", 0, NULL, ON(RUN) | ON(CHECK) | ON(DOCTOR),
     "one verified sample a point; in check a small subset, in doctor few trials", apply_smoke},
    {"resume", 0, "RESULT", ON(RUN), "complete a run that was cut short, from its journal or its JSON",
     apply_resume},
    {"in-process", 0, NULL, ON(RUN), "measure without child processes, for debuggers and profilers",
     apply_in_process},
    {"seed", 0, "N", ON(RUN) | ON(COUNTS) | ON(CHECK) | ON(COMPARE) | ON(BEST) | ON(DOCTOR),
     "seed of data, order, offsets and resamples (default: the config's)", apply_seed},
    {"budget", 0, "TIME", ON(RUN), "stop after so long, keep what is finished, exit with 124", apply_budget},
    {"strict", 0, NULL, ON(RUN), "exit with 5 when a point is unstable", apply_strict},
    {"isa", 0, "NAME", ON(RUN) | ON(CHECK), "only this instruction set: sse4, avx2, avx512 or neon",
     apply_isa},
    {"topology", 0, "SOURCE", ON(RUN), "plan for xml:FILE or synthetic:DESC; nothing is pinned then",
     apply_topology},
    {"perf-control", 0, "CHANNEL", ON(RUN),
     "fd:A,B or fifo:A,B: let the perf stat around this count in timed regions alone", apply_perf_control},
    {"against", 0, "PROGRAM", ON(RUN),
     "another scanbench measures the same in turn, sample by sample, into DIR/against: for compare",
     apply_against},
    {"turns", 0, "CHANNEL", ON(RUN), "fd:N: take turns with the program at the other end of this socket",
     apply_turns},
    {"vary", 0, "KEY", ON(COMPARE),
     "compare although KEY of the machine, the build or a point differs; may be repeated", apply_vary},
    {"bound", 0, "PERCENT", ON(COMPARE), "a change up to this is the same (default: 2)", apply_bound},
    {"floor", 0, "PERCENT", ON(COMPARE), "noise between the runs (default: what their limits tell)",
     apply_floor},
    {"fail-on", 0, "WHAT", ON(RUN) | ON(COMPARE),
     "exit with 1; in run expect: a claim does not hold; in compare regression[:PERCENT]: a point is slower, "
     "or lost",
     apply_fail_on},
    {"format", 0, "FORMAT", ON(RUN) | ON(COUNTS) | ON(COMPARE) | ON(BEST),
     "what goes to standard output: table, csv, json or none", apply_format},
    {"kind", 0, "KIND", ON(PLOT), "draw this kind of chart instead of those of the config; may be repeated",
     apply_kind},
    {"unit", 0, "UNIT", ON(PLOT), "what charts show: bytes/s, elements/s or time", apply_unit},
    {"baseline", 0, "GLOB", ON(PLOT), "the line that relative charts show as 1 (default: the first)",
     apply_baseline},
    {"again", 0, NULL, ON(BEST), "measure the winners and their ties once more, four times as long",
     apply_again},
    {"header", 0, NULL, ON(BEST), "print what is best as a C header", apply_header},
    {"html", 0, NULL, ON(PLOT), "also write a report: one HTML file with the charts and the results",
     apply_html},
    {"json", 0, NULL, ON(LIST) | ON(EXPLAIN) | ON(DOCTOR), "print JSON", apply_json},
    {"noise", 0, NULL, ON(DOCTOR),
     "measure equal things often: how seldom they seem to differ, and what delay is found", apply_noise},
    {"color", 0, "WHEN", ON(RUN) | ON(COUNTS) | ON(LIST) | ON(CHECK) | ON(COMPARE) | ON(BEST),
     "auto, always or never", apply_color},
    {"quiet", 'q', NULL, ON(RUN) | ON(COUNTS) | ON(CHECK) | ON(COMPARE) | ON(BEST) | ON(PLOT) | ON(DOCTOR),
     "no progress and no notes; in check only what is wrong, in compare what is not the same", apply_quiet},
    {"verbose", 'v', NULL, ON(RUN), "a line on standard error for each finished point", apply_verbose},
    {"help", 'h', NULL, EVERYWHERE, "show this", apply_help},
    {"version", 'V', NULL, EVERYWHERE, "show the version", apply_version},
};
const size_t option_row_count = sizeof option_rows / sizeof option_rows[0];

const struct command_row command_rows[COMMAND_COUNT] = {
    [COMMAND_RUN] = {"run", "", "plan, measure, verify and write the sweeps of --config"},
    [COMMAND_LIST] = {"list", "[GLOB…]", "the implementations, one a line"},
    [COMMAND_EXPLAIN] = {"explain", "GLOB…",
                         "what implementations do, cost and need, and where they come from"},
    [COMMAND_CHECK] = {"check", "[GLOB…]", "verify implementations on awkward sizes, without timing"},
    [COMMAND_COMPARE] = {"compare", "BASE NEW",
                         "what became faster or slower between two results, row by row"},
    [COMMAND_BEST] = {"best", "RESULT", "the winners by size, where they change, and the safest tile shapes"},
    [COMMAND_COUNTS] = {"counts", "",
                        "what the GPU kernels of --config cost and where they break, in a model"},
    [COMMAND_PLOT] = {"plot", "RESULT…", "draw the charts of results with gnuplot"},
    [COMMAND_DOCTOR] = {"doctor", "", "what this machine lets be measured, what disturbs it, what to change"},
    [COMMAND_HELP] = {"help", "[COMMAND]", "show the options of a command"},
    [COMMAND_VERSION] = {"version", "", "show the version"},
    [COMMAND_COMPLETION] = {"completion", "SHELL", "print the completion of bash or zsh"},
};

static size_t copy_words(const char **words, const char *const *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words[i] = from[i];
    return count;
}

size_t option_words(const struct option_row *row, const char **words)
{
    static const char *const findings[] = {"expect", "regression"};
    if (row->apply == apply_format)
        return copy_words(words, format_names, sizeof format_names / sizeof format_names[0]);
    if (row->apply == apply_color)
        return copy_words(words, color_names, sizeof color_names / sizeof color_names[0]);
    if (row->apply == apply_isa)
        return copy_words(words, isa_names + 1, ISA_COUNT - 1);
    if (row->apply == apply_unit)
        return copy_words(words, plot_units, plot_unit_count);
    if (row->apply == apply_fail_on)
        return copy_words(words, findings, 2);
    if (row->apply != apply_kind)
        return 0;
    for (size_t i = 0; i < PLOT_KINDS; i++)
        words[i] = plot_kinds[i].name;
    return PLOT_KINDS;
}
