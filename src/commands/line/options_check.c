/* SPDX-License-Identifier: MIT */
/* What the options of a command line have to have of each other. */
#include "commands/line/options.h"

/* A resumed run measures what the first one set out to measure. */
static bool check_resume(const struct options *options, struct error *error)
{
    static const char kept[] = "a resumed run keeps its config and options";
    if (options->resume && options->primitive)
        return error_set(error, EXIT_USAGE, "--resume cannot be combined with '%s'; note: %s",
                         options->primitive, kept);
    for (size_t i = 0; options->resume && i < option_row_count; i++)
        if (option_rows[i].resumed && options->given[i])
            return error_set(error, EXIT_USAGE, "--resume cannot be combined with --%s; note: %s",
                             option_rows[i].name, kept);
    return true;
}

/* Axes and algorithms belong to a primitive of the command line; a config has its own. */
static bool check_primitive(const struct options *options, struct error *error)
{
    char name[OPTION_NAME_BYTES];
    if (options->command == COMMAND_EXPORT)
        return true;
    if (options->primitive)
        return !options->configs.count ||
               error_set(error, EXIT_USAGE, "'%s' cannot be combined with --config; expected one of them",
                         options->primitive);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (options->axes[axis])
            return error_set(
                error, EXIT_USAGE,
                "--%s needs a primitive, as in 'scanbench scan --%s=%s'; with a config use --filter",
                option_axis_name(axis, name), name, options->axes[axis]);
    return !options->algorithm ||
           error_set(error, EXIT_USAGE,
                     "--algorithm needs a primitive, as in 'scanbench scan --algorithm=%s'",
                     options->algorithm);
}

bool options_check(const struct options *options, struct error *error)
{
    if (!check_primitive(options, error))
        return false;
    const struct command_row *const row = &command_rows[options->command];
    if (options->arguments.count &&
        (!*row->arguments || options->command == COMMAND_RUN || options->command == COMMAND_COUNTS))
        return error_set(error, EXIT_USAGE,
                         *row->arguments && !options->configs.count && !options->primitive
                             ? "unknown primitive '%s'; help: scanbench list, or scanbench help %s"
                         : *row->arguments
                             ? "unexpected '%s'; note: 'scanbench %s' takes one primitive, or a config"
                             : "unexpected '%s'; note: 'scanbench %s' takes options only",
                         options->arguments.all[0], row->name);
    if (!check_resume(options, error))
        return false;
    if (options->command == COMMAND_RUN && options->fail_on_regression && !options->against)
        return error_set(error, EXIT_USAGE,
                         "--fail-on=regression needs something to compare with; expected --against");
    if (options->isolate_plugins && options->in_process)
        return error_set(error, EXIT_USAGE, "--isolate-plugins needs processes, and --in-process has none");
    if (options->command == COMMAND_COUNTS && !options->configs.count && !options->primitive)
        return error_set(error, EXIT_USAGE,
                         "nothing to count; expected a primitive such as scan, or --config FILE");
    if (options->command == COMMAND_RUN && !options->configs.count && !options->resume && !options->primitive)
        return error_set(error, EXIT_USAGE,
                         "nothing to run; expected a primitive such as scan, --config FILE or a command; "
                         "help: scanbench help");
    return true;
}
