/* SPDX-License-Identifier: MIT */
/* scanbench check: every implementation on awkward sizes, without timing. */
#include "base/inert.h"
#include "base/monotonic.h"
#include "check/checker.h"
#include "commands/commands.h"
#include "commands/select.h"
#include "engine/engine_probe.h"
#include "report/check_progress.h"
#include "sweep/filter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct tally {
    size_t implementations, cases, wrong;
};

static bool wanted_isa(const struct options *options, enum isa *isa, struct error *error)
{
    *isa = ISA_NONE;
    for (enum isa i = ISA_NONE + 1; options->isa && i < ISA_COUNT; i++)
        if (strcmp(options->isa, isa_names[i]) == 0)
            *isa = i;
    if (*isa != ISA_NONE && !isa_available(*isa))
        return error_set(error, EXIT_USAGE, "--isa %s is not available %s", options->isa, isa_lacking(*isa));
    return true;
}

/* The device that its name is of, or 0. */
static enum devices device_named(const char *name)
{
    enum devices device = DEVICE_NONE + 1;
    while (device < DEVICE_COUNT && strcmp(name, device_names[device]) != 0)
        device++;
    return device < DEVICE_COUNT ? device : DEVICE_NONE;
}

static enum engines engine_named(const char *name)
{
    enum engines engine = ENGINE_EMULATE;
    while (name && engine < ENGINES && strcmp(name, engine_names[engine]) != 0)
        engine++;
    return engine;
}

static bool refuse_device(const char *name, enum engines engine, struct error *error)
{
    if (engine == ENGINE_EMULATE)
        return error_set(error, EXIT_USAGE, "--device %s: engine emulate has this machine alone", name);
    return error_set(error, EXIT_USAGE, "--device %s is no device of %s; expected one as %s", name,
                     engine_has_device(engine) ? engine_names[engine] : "an engine",
                     engine == ENGINE_OPENCL ? "opencl:0 or opencl:pocl:0" : "cuda:0");
}

/* An engine without a device is the host. */
static bool choose_device(const struct options *options, enum devices *device, struct error *error)
{
    const char *const name = options->devices.count ? options->devices.all[0] : NULL;
    *device = name ? device_named(name) : device_first(engine_named(options->engine));
    const enum engines engine = options->engine ? engine_named(options->engine) : device_engine(*device);
    if (options->devices.count > 1)
        return error_set(error, EXIT_USAGE, "check takes one --device");
    if (name && (!engine_has_device(engine) || device_engine(*device) != engine))
        return refuse_device(name, engine, error);
    return engine != ENGINE_MODEL ||
           error_set(error, EXIT_USAGE, "--engine model checks nothing: see scanbench counts");
}

static bool choose_what_runs(const struct options *options, enum devices *device, struct error *error)
{
    const struct engine_facts *facts;
    if (!choose_device(options, device, error))
        return false;
    if (!*device)
        return true;
    if (!engine_probe(*device, &facts, error))
        return false;
    if (!options->quiet)
        print_line(stdout, "%s: %s, %s, %s", device_names[*device], facts->name, facts->driver,
                   facts->compiler);
    return true;
}

/* Where there would be something to run. */
static void print_engines(const struct implementation *implementation)
{
    const char *before = ": it needs --engine ";
    for (enum engines engine = ENGINE_NONE + 1; engine < ENGINES; engine++) {
        if (!implementation_runs_on(implementation, engine))
            continue;
        printf("%s%s", before, engine_names[engine]);
        before = " or ";
    }
    putchar('\n');
}

static void print_result(const struct options *options, const struct implementation *implementation,
                         const struct checker_result *result)
{
    if (options->quiet && !result->wrong)
        return;
    const bool color = options_color(options, STDOUT_FILENO);
    const char *const paint = !color ? "" : result->wrong ? "\033[31m" : "\033[32m";
    const char *const verdict = result->wrong ? "WRONG" : result->cases ? "ok" : "nothing to run here";
    const bool refused = !result->wrong && *result->refused;
    printf("%-36s %-10s %8zu cases  %s%s%s", implementation->name, primitive_names[implementation->primitive],
           result->cases, paint, verdict, color ? "\033[0m" : "");
    if (result->wrong)
        print_line(stdout, " (%zu): %s", result->wrong, result->finding);
    else if (!result->cases && implementation->engines && !refused)
        print_engines(implementation);
    else
        print_line(stdout, "%s%s%s", refused && result->cases ? " but for some" : "", refused ? ": " : "",
                   refused ? result->refused : "");
    fflush(stdout);
}

static void show(void *context, const struct checker_result *result)
{
    check_progress_show(context, result);
}

static bool checking_of(struct checker_options *checking, const struct options *options,
                        struct filter *filter, struct error *error)
{
    *checking = (struct checker_options){.smoke = !options->all,
                                         .filter = options->filter ? filter : NULL,
                                         .hang_s = (unsigned)ceil(fmin(options->timeout_s, 1e6)),
                                         .seed = options->seed_set ? options->seed : 1};
    return (!options->filter || filter_parse(filter, options->filter, error)) &&
           wanted_isa(options, &checking->isa, error) && choose_what_runs(options, &checking->device, error);
}

/* On a machine with nothing else to do: what runs on threads or in groups takes longer. */
static double expected_s(const struct implementation *implementation, size_t cases)
{
    static const double threaded_case_s = 100e-6, plain_case_s = 15e-6;
    const bool threaded = implementation->kernels || implementation->axes & AXIS_BIT(AXIS_WORKERS);
    return (double)cases * (threaded ? threaded_case_s : plain_case_s);
}

static bool check_one(const struct options *options, const struct checker_options *checking,
                      const struct implementation *implementation, struct tally *tally, struct error *error)
{
    struct check_progress *const progress = checking->context;
    struct checker_result result;
    progress->name = implementation->name;
    if (!checker_run_isolated(implementation, checking, &result, error))
        return false;
    check_progress_clear(progress);
    print_result(options, implementation, &result);
    tally->implementations++;
    tally->cases += result.cases;
    tally->wrong += result.wrong > 0;
    progress->done++;
    progress->cases_done += result.cases;
    return true;
}

/* Whether --filter admits it; without globs, what a device does not run is not of those that it is checked
 * with. */
static bool is_meant(const struct options *options, const struct checker_options *checking,
                     const struct implementation *implementation)
{
    if (checking->filter && !filter_admits(checking->filter, implementation))
        return false;
    return !checking->device || options->arguments.count ||
           implementation_runs_on(implementation, device_engine(checking->device));
}

/* Leave those that are meant. Returns how many. */
static size_t keep_meant(const struct options *options, const struct checker_options *checking,
                         const struct implementation **chosen, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (is_meant(options, checking, chosen[i]))
            chosen[kept++] = chosen[i];
    return kept;
}

static void start_progress(struct check_progress *progress, const struct checker_options *checking,
                           const struct implementation *const *chosen, size_t count)
{
    struct winsize size;
    const bool terminal = isatty(STDERR_FILENO);
    *progress = (struct check_progress){
        .stream = stderr, .in_place = terminal, .implementations = count, .start_s = monotonic_s()};
    progress->shown_s = progress->start_s;
    if (terminal)
        progress->width = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
    double total_s = 0;
    for (size_t i = 0; i < count; i++) {
        check_progress_count(progress, i);
        const size_t cases = checker_count(chosen[i], checking);
        progress->cases += cases;
        total_s += expected_s(chosen[i], cases);
    }
    check_progress_clear(progress);
    if (!checking->device) /* whose compiler takes as long as it likes */
        print_line(stderr, "%zu cases of %zu implementations: about %.0f s", progress->cases, count,
                   fmax(1, total_s));
    progress->start_s = monotonic_s();
}

static bool check_all(const struct options *options, const struct implementation **chosen, size_t count,
                      struct tally *tally, struct error *error)
{
    struct filter filter = {0};
    struct checker_options checking;
    struct check_progress progress = {.name = ""};
    bool ok = checking_of(&checking, options, &filter, error);
    count = ok ? keep_meant(options, &checking, chosen, count) : 0;
    checking.context = &progress;
    if (ok && !options->quiet) {
        start_progress(&progress, &checking, chosen, count);
        checking.progress = show;
    }
    for (size_t i = 0; ok && i < count; i++)
        ok = check_one(options, &checking, chosen[i], tally, error);
    return ok;
}

bool command_check(const struct options *options, struct error *error)
{
    const struct implementation **chosen;
    if (options->all && options->smoke)
        return error_set(error, EXIT_USAGE, "check: --all and --smoke; expected one of them");
    const size_t count = select_implementations(options, &chosen, error);
    struct tally tally = {0};
    const double start_s = monotonic_s();
    const bool ok = count > 0 && check_all(options, chosen, count, &tally, error);
    free(chosen);
    if (!ok)
        return false;
    if (!options->quiet)
        printf("%zu implementations, %zu cases, %zu wrong, %.0f s%s\n", tally.implementations, tally.cases,
               tally.wrong, monotonic_s() - start_s,
               options->all || options->smoke ? "" : "; a small part of the cases: --all tries every one");
    if (!tally.wrong && !tally.cases)
        return error_set(error, EXIT_FINDING, "no case was run: nothing has been checked");
    return !tally.wrong || error_set(error, EXIT_FINDING, "%s", "");
}
