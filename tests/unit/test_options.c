/* SPDX-License-Identifier: MIT */
/* The command line: what is understood, what is refused, and with which words. */
#include "commands/line/options.h"

#include "test.h"

enum { WORDS = 32 };

/* Parse the words of a command line, split at spaces. */
static bool parse(struct options *options, const char *line, struct error *error)
{
    static char text[512];
    static char *argv[WORDS];
    int argc = 0;
    *error = (struct error){0};
    strcpy(text, line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[argc] = NULL;
    return options_parse(options, argc, argv, error);
}

static void accept(struct options *options, const char *line)
{
    struct error error;
    if (!parse(options, line, &error))
        fail_msg("%s: %s", line, error.text);
}

static void refuse(const char *line, const char *what)
{
    struct options options;
    struct error error;
    assert_false(parse(&options, line, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    if (!strstr(error.text, what))
        fail_msg("%s: '%s' does not say '%s'", line, error.text, what);
}

TEST(defaults)
{
    struct options o;
    accept(&o, "scanbench --config a.json");
    assert_int_equal(o.command, COMMAND_RUN);
    assert_string_equal(o.configs.all[0], "a.json");
    assert_string_equal(o.output, "results");
    assert_false(o.output_set);
    assert_null(o.filter);
    assert_int_equal(o.format, FORMAT_TABLE);
    assert_int_equal(o.color, COLOR_AUTO);
    assert_true(isinf(o.budget_s));
    assert_int_equal(o.seed, 1);
    assert_false(o.dry_run || o.smoke || o.strict || o.quiet || o.verbose);
}

/* A part of an axis's name would mean another axis once there is one: --threads is no --workers either. */
TEST(an_axis_has_its_whole_name)
{
    struct options o;
    accept(&o, "scanbench scan --threads-per-group 64 --n=1Ki");
    assert_string_equal(o.axes[AXIS_THREADS_PER_GROUP], "64");
    assert_string_equal(o.axes[AXIS_N], "1Ki");
    refuse("scanbench scan --threads 4", "unknown option '--threads'; did you mean '--threads-per-group'?");
    refuse("scanbench scan --threads=4", "unknown option '--threads'; did you mean '--threads-per-group'?");
    refuse("scanbench scan reduce", "unexpected 'reduce'");
}

TEST(everything)
{
    struct options o;
    accept(&o, "scanbench run -c a -c b -o out --filter n>1 --set x=1 --set y=2 --dry-run --smoke --seed 7 "
               "--time=2m");
    assert_int_equal(o.configs.count, 2);
    assert_string_equal(o.configs.all[1], "b");
    assert_string_equal(o.output, "out");
    assert_true(o.output_set && o.dry_run && o.smoke);
    assert_string_equal(o.filter, "n>1");
    assert_int_equal(o.settings.count, 2);
    assert_string_equal(o.settings.all[1], "y=2");
    assert_int_equal(o.seed, 7);
    assert_true(o.budget_s == 120);
    accept(&o, "scanbench -qv -c- --strict --isa avx2 --topology synthetic:2 --format=json --color never");
    assert_string_equal(o.configs.all[0], "-");
    assert_true(o.quiet && o.verbose && o.strict);
    assert_string_equal(o.isa, "avx2");
    assert_string_equal(o.topology, "synthetic:2");
    assert_int_equal(o.format, FORMAT_JSON);
    assert_int_equal(o.color, COLOR_NEVER);
}

TEST(commands)
{
    struct options o;
    accept(&o, "scanbench list group/* --format json limit/*");
    assert_int_equal(o.command, COMMAND_LIST);
    assert_int_equal(o.arguments.count, 2);
    assert_string_equal(o.arguments.all[1], "limit/*");
    assert_int_equal(o.format, FORMAT_JSON);
    accept(&o, "scanbench --smoke check");
    assert_int_equal(o.command, COMMAND_CHECK);
    accept(&o,
           "scanbench plot --kind ladder --kind=heatmap --unit=time --baseline serial --filter n>1 a.csv");
    assert_int_equal(o.kinds.count, 2);
    assert_string_equal(o.kinds.all[1], "heatmap");
    assert_string_equal(o.unit, "time");
    assert_string_equal(o.baseline, "serial");
    accept(&o, "scanbench -c a --fail-on=expect");
    assert_true(o.fail_on_expect && !o.fail_on_regression);
    accept(&o, "scanbench -V");
    assert_int_equal(o.command, COMMAND_VERSION);
}

TEST(help)
{
    struct options o;
    accept(&o, "scanbench --help");
    assert_int_equal(o.command, COMMAND_HELP);
    assert_int_equal(o.arguments.count, 0);
    accept(&o, "scanbench list --help --format json");
    assert_int_equal(o.command, COMMAND_HELP);
    assert_string_equal(o.arguments.all[0], "list");
    accept(&o, "scanbench help check");
    assert_int_equal(o.command, COMMAND_HELP);
    assert_string_equal(o.arguments.all[0], "check");
    refuse("scanbench help chekc", "did you mean 'check'");
}

TEST(refusals)
{
    refuse("scanbench", "--config FILE");
    refuse("scanbench run", "--config FILE");
    refuse("scanbench --confg x", "did you mean '--config'");
    refuse("scanbench -x", "'-x'");
    refuse("scanbench lits", "did you mean 'list'");
    refuse("scanbench --config", "--config needs a value: FILE");
    refuse("scanbench --config=", "--config: empty");
    refuse("scanbench --smoke=1 -c a", "--smoke takes no value");
    refuse("scanbench list --strict", "'list' does not take --strict; help: 'scanbench run' does");
    refuse("scanbench plot --colors=red a", "did you mean '--line-color'? All options: scanbench help plot");
    refuse("scanbench plot --colours=red a", "did you mean '--line-color'?");
    refuse("scanbench list --lone-color=red", "'list' does not take --lone-color; help: scanbench help list");
    refuse("scanbench scan --time 5", "--time: '5' has no unit; help: write 5s");
    refuse("scanbench counts nope", "unknown primitive 'nope'; help: scanbench list");
    refuse("scanbench --resume a --filter n=1", "--resume cannot be combined with --filter");
    refuse("scanbench scan --resume a", "--resume cannot be combined with 'scan'");
    refuse("scanbench -c a --engine cuda", "'--engine' is now '--device cuda:0 or opencl:0'");
    refuse("scanbench -c a --format xml", "table, csv, json, markdown, latex, html or none");
    refuse("scanbench -c a --format jsn", "did you mean 'json'");
    refuse("scanbench -c a --color red", "auto, always or never");
    refuse("scanbench -c a --isa neom", "did you mean 'neon'");
    refuse("scanbench -c a --isa -", "--isa");
    refuse("scanbench -c a --seed x", "--seed");
    refuse("scanbench -c a --time 3", "--time");
    refuse("scanbench -c a --budget=3s", "'--budget' is now '--time'");
    refuse("scanbench compare a b --bound 0.05", "'--bound' is now '--threshold'");
    refuse("scanbench -c a --set x", "KEY=VALUE");
    refuse("scanbench -c a --fail-on=regression", "expected --against");
    refuse("scanbench -c a --fail-on=noise", "expected expect");
    refuse("scanbench compare a b --fail-on=expect", "expected regression");
    refuse("scanbench plot --kind latter x", "did you mean 'ladder'");
    refuse("scanbench plot --unit s x", "bytes/s, elements/s or time");
    refuse("scanbench plot --baseline= x", "--baseline");
    refuse("scanbench run -c a stray", "unexpected 'stray'");
}

TEST(environment)
{
    struct options o;
    struct error error;
    setenv("SCANBENCH_OUTPUT", "there", 1);
    setenv("SCANBENCH_DRY_RUN", "yes", 1);
    setenv("SCANBENCH_SMOKE", "0", 1);
    setenv("SCANBENCH_CONFIG", "env.json", 1);
    accept(&o, "scanbench run");
    assert_string_equal(o.output, "there");
    assert_string_equal(o.configs.all[0], "env.json");
    assert_true(o.dry_run);
    assert_false(o.smoke);
    accept(&o, "scanbench -c a -o here");
    assert_string_equal(o.output, "here");
    assert_int_equal(o.configs.count, 1);
    assert_string_equal(o.configs.all[0], "a");
    accept(&o, "scanbench list");
    setenv("SCANBENCH_SMOKE", "maybe", 1);
    assert_false(parse(&o, "scanbench -c a", &error));
    assert_non_null(strstr(error.text, "SCANBENCH_SMOKE"));
    unsetenv("SCANBENCH_SMOKE");
    setenv("SCANBENCH_FORMAT", "xml", 1);
    assert_false(parse(&o, "scanbench -c a", &error));
    unsetenv("SCANBENCH_FORMAT");
    unsetenv("SCANBENCH_OUTPUT");
    unsetenv("SCANBENCH_DRY_RUN");
    unsetenv("SCANBENCH_CONFIG");
}

TEST(color)
{
    struct options o = {.color = COLOR_ALWAYS};
    setenv("NO_COLOR", "1", 1);
    assert_true(options_color(&o, 1));
    o.color = COLOR_AUTO;
    setenv("CLICOLOR_FORCE", "1", 1);
    assert_false(options_color(&o, 1));
    setenv("NO_COLOR", "", 1);
    assert_true(options_color(&o, 1));
    o.color = COLOR_NEVER;
    assert_false(options_color(&o, 1));
    unsetenv("NO_COLOR");
    unsetenv("CLICOLOR_FORCE");
}

/* Every row can be documented: a name, a sentence without its full stop, and a command. */
TEST(table)
{
    for (size_t i = 0; i < option_row_count; i++) {
        const struct option_row *const row = &option_rows[i];
        assert_true(row->name[0] && row->help[0] && row->commands);
        assert_true(!row->act == (row->kind != OPTION_ACTION));
        assert_true(!row->argument == (row->kind == OPTION_FLAG) || row->kind == OPTION_ACTION);
        char help[HELP_BYTES];
        assert_null(strchr(
            ".:", option_help(row, COMMAND_COUNT, help)[strlen(option_help(row, COMMAND_COUNT, help)) - 1]));
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(row->name, option_rows[k].name);
            assert_true(!row->letter || row->letter != option_rows[k].letter);
        }
    }
}
