/* SPDX-License-Identifier: MIT */
/* scanbench check: every implementation on awkward sizes, without timing. */
#include "check/check.h"
#include "base/inert.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "commands/check_findings.h"
#include "commands/commands.h"
#include "commands/ranks_attend.h"
#include "commands/select.h"
#include "engine/engine_probe.h"
#include "report/progress.h"
#include "report/report.h"
#include "sweep/filter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double known_after_s = 2, shown_every_s = 0.1;

/* What has been checked, and how that is shown. */
struct tally {
    const struct options *options;
    struct progress_view progress;
    size_t to_check, to_do; /* implementations and cases in all */
    const char *name;       /* of what is checked now */
    struct check_findings found;
};

/* What a command checks, and with whom: `ranked` of the chosen, the first of them, on ranks. */
struct checking {
    struct checker_options options;
    struct filter filter;
    const struct implementation **chosen; /* owned */
    size_t count, ranked;
};

static bool wanted_isa(const struct options *options, enum isa *isa, struct error *error)
{
    *isa = options->isa
               ? (enum isa)(word_choose(isa_names + 1, ISA_COUNT - 1, options->isa, "--isa", error) + 1)
               : ISA_NONE;
    return *isa == ISA_NONE || isa_available(*isa) ||
           error_set(error, EXIT_USAGE, "--isa %s is not available %s", options->isa, isa_lacking(*isa));
}

/* The host without a device. */
static bool choose_device(const struct options *options, enum devices *device, char *text,
                          struct error *error)
{
    const char *const name = options->devices.count ? options->devices.all[0] : NULL;
    const struct engine_facts *facts;
    *device = DEVICE_NONE;
    if (options->devices.count > 1)
        return error_set(error, EXIT_USAGE, "check takes one --device");
    if (!name || strcmp(name, device_names[DEVICE_CPU]) == 0)
        return true;
    *device = (enum devices)(word_choose(device_names + 1, DEVICE_COUNT - 1, name, "--device", error) + 1);
    if (*device == DEVICE_NONE)
        return false;
    if (!engine_has_device(device_engine(*device)))
        return error_set(error, EXIT_USAGE, "--device %s: expected one as cuda:0, opencl:0 or opencl:pocl:0",
                         name);
    if (!engine_probe(*device, &facts, error))
        return false;
    snprintf(text, CELL_BYTES, "%s: %s, %s, %s", device_names[*device], facts->name, facts->driver,
             facts->compiler);
    return true;
}

/* All cases are taken to last as long; how long is unknown at the start. */
static void show(void *context, const struct checker_result *result)
{
    struct tally *const tally = context;
    const size_t done = tally->found.cases + result->cases;
    const double now_s = monotonic_s(), elapsed_s = now_s - tally->progress.began_s;
    const bool is_known = done > 0 && done <= tally->to_do && elapsed_s >= known_after_s;
    char now[PROGRESS_BYTES], wrong[32] = "";
    if (now_s - tally->progress.printed_s < shown_every_s)
        return;
    if (tally->found.wrong)
        snprintf(wrong, sizeof wrong, "  %zu wrong", tally->found.wrong);
    /* The child writes result->now at this moment. */
    snprintf(now, sizeof now, "%zu/%zu%s  %s  %zu of %zu cases  %s%.200s", tally->found.count,
             tally->to_check, wrong, tally->name, done, tally->to_do, result->building ? "compiling: " : "",
             result->now);
    progress_show(&tally->progress, is_known ? elapsed_s * (double)(tally->to_do - done) / (double)done : NAN,
                  now, now_s);
}

static bool choose_options(struct checking *checking, const struct options *options, const struct seat *seat,
                           struct error *error)
{
    checking->options = (struct checker_options){
        .extent = {.smoke = !options->all,
                   .filter = options->filter ? &checking->filter : NULL,
                   .ranks = seat->ranked ? seat->ranks : 0},
        .hang_s = (unsigned)ceil(fmin(options->timeout_s, 1e6)),
        .seed = options->seed,
    };
    return (!options->filter || filter_parse(&checking->filter, options->filter, error)) &&
           wanted_isa(options, &checking->options.extent.isa, error);
}

/* On a machine with nothing else to do: what runs on threads or in groups takes longer. */
static double expected_s(const struct implementation *implementation, size_t cases)
{
    static const double threaded_case_s = 100e-6, plain_case_s = 15e-6;
    const bool threaded = implementation->kernels || implementation->axes & AXIS_BIT(AXIS_WORKERS);
    return (double)cases * (threaded ? threaded_case_s : plain_case_s);
}

/* Of those that are checked together. */
struct batch {
    struct tally *tally;
    const struct implementation *const *implementations;
    size_t count;
    const struct checker_ranks *ranks; /* NULL: without */
};

static void name_next(const struct batch *batch, size_t index)
{
    if (index < batch->count)
        batch->tally->name = batch->implementations[index]->name;
}

static void add_result(void *context, size_t index, const struct checker_result *result)
{
    const struct batch *const batch = context;
    struct tally *const tally = batch->tally;
    tally->found.list[tally->found.count++] =
        checked_make(tally->options, batch->implementations[index], result);
    tally->found.cases += result->cases;
    tally->found.wrong += result->wrong > 0;
    name_next(batch, index + 1);
}

/* Check some of those chosen in one child. */
static bool check_batch(const struct checker_options *options, const struct batch *batch, struct error *error)
{
    const struct checker_work work = {
        .implementations = batch->implementations,
        .count = batch->count,
        .options = options,
        .ranks = batch->ranks,
        .finished = add_result,
        .context = (void *)batch,
    };
    size_t done;
    name_next(batch, 0);
    if (!checker_child_run(&work, &done, error))
        return false;
    return done == batch->count ||
           error_set(error, EXIT_FINDING, "the ranks have ended: %zu implementations are not checked",
                     batch->count - done);
}

static bool check_on_ranks(const struct checking *checking, struct tally *tally, struct error *error)
{
    struct machine machine;
    struct ranks_identity identity;
    if (!machine_init(&machine, tally->options->topology, error))
        return false;
    ranks_identify(tally->options, &identity);
    const struct checker_ranks ranks = {&machine, &identity};
    const struct batch batch = {tally, checking->chosen, checking->ranked, &ranks};
    const bool ok = check_batch(&checking->options, &batch, error);
    machine_close(&machine);
    return ok;
}

/* Whether --filter admits it; without globs, what neither the ranks that there are nor the device that is
 * named have a part in is not meant. */
static bool is_meant(const struct options *options, const struct checking *checking,
                     const struct implementation *implementation)
{
    const struct case_extent *const how = &checking->options.extent;
    if (how->filter && !filter_admits(how->filter, implementation))
        return false;
    if (options->arguments.count)
        return true;
    return how->device ? implementation_runs_on(implementation, device_engine(how->device))
                       : !how->ranks || implementation->axes & AXIS_BIT(AXIS_RANKS);
}

static void move_to_front(const struct implementation **chosen, size_t index, size_t front)
{
    const struct implementation *const moved = chosen[index];
    memmove(chosen + front + 1, chosen + front, (index - front) * sizeof *chosen);
    chosen[front] = moved;
}

/* Leave those that are meant, those on ranks first. */
static void keep_meant(const struct options *options, struct checking *checking)
{
    size_t kept = 0;
    for (size_t i = 0; i < checking->count; i++) {
        if (!is_meant(options, checking, checking->chosen[i]))
            continue;
        checking->chosen[kept] = checking->chosen[i];
        if (checking->options.extent.ranks && checking->chosen[kept]->axes & AXIS_BIT(AXIS_RANKS))
            move_to_front(checking->chosen, kept, checking->ranked++);
        kept++;
    }
    checking->count = kept;
}

static void start_progress(struct tally *tally, const struct checking *checking)
{
    struct progress_view *const view = &tally->progress;
    double total_s = 0;
    char now[PROGRESS_BYTES];
    *view = (struct progress_view){.stream = stderr,
                                   .in_place = isatty(STDERR_FILENO),
                                   .width = wrapped_width(STDERR_FILENO),
                                   .printed_s = monotonic_s()};
    tally->to_check = checking->count;
    for (size_t i = 0; i < checking->count; i++) {
        snprintf(now, sizeof now, "counting the cases: %zu of %zu implementations", i, checking->count);
        if (monotonic_s() - view->printed_s >= shown_every_s)
            progress_show(view, NAN, now, monotonic_s());
        const size_t cases = checker_count(checking->chosen[i], &checking->options);
        tally->to_do += cases;
        total_s += expected_s(checking->chosen[i], cases);
    }
    progress_clear(view);
    if (!checking->options.extent.device) /* whose compiler takes as long as it likes */
        print_line(stderr, "%zu cases of %zu implementations: about %.0f s", tally->to_do, checking->count,
                   fmax(1, total_s));
    view->began_s = monotonic_s();
}

static bool check_all(struct checking *checking, struct tally *tally, struct error *error)
{
    tally->found.list = memory_array(checking->count + 1, sizeof *tally->found.list);
    if (!tally->options->quiet) {
        start_progress(tally, checking);
        checking->options.progress = show;
        checking->options.context = tally;
    }
    bool ok = !checking->ranked || check_on_ranks(checking, tally, error);
    checking->options.extent.ranks = 0;
    for (size_t i = checking->ranked; ok && i < checking->count; i++)
        ok = check_batch(&checking->options, &(struct batch){tally, checking->chosen + i, 1, NULL}, error);
    if (!tally->options->quiet)
        progress_clear(&tally->progress);
    return ok;
}

static bool choose(struct checking *checking, struct tally *tally, const struct seat *seat,
                   struct error *error)
{
    const struct options *const options = tally->options;
    *checking = (struct checking){.ranked = 0};
    checking->count = select_implementations(options, &checking->chosen, error);
    if (!checking->count || !choose_options(checking, options, seat, error))
        return false;
    if (!choose_device(options, &checking->options.extent.device, tally->found.device, error))
        return false;
    keep_meant(options, checking);
    return true;
}

static bool check(const struct options *options, const struct seat *seat, struct error *error)
{
    const double start_s = monotonic_s();
    struct tally tally = {.options = options};
    struct checking checking;
    if (options->all && options->smoke)
        return error_set(error, EXIT_USAGE, "check: --all and --smoke; expected one of them");
    bool ok = choose(&checking, &tally, seat, error);
    if (!checking.ranked) /* the others need not wait for the end */
        ranks_refuse(options, error);
    ok = ok && check_all(&checking, &tally, error);
    free(checking.chosen);
    struct error unwritten = {0};
    tally.found.time_s = monotonic_s() - start_s;
    if (tally.found.count && !check_findings_print(&tally.found, options, &unwritten) && ok)
        ok = error_set(error, unwritten.code, "%s", unwritten.text);
    free(tally.found.list);
    if (!ok)
        return false;
    if (!tally.found.wrong && !tally.found.cases)
        return error_set(error, EXIT_FINDING, "no case was run: nothing has been checked");
    return !tally.found.wrong || error_set(error, EXIT_FINDING, "%s", "");
}

bool command_check(const struct options *options, struct error *error)
{
    const struct seat seat = seat_read();
    if (seat.rank > 0)
        return ranks_attend(options, &seat, error);
    const bool ok = check(options, &seat, error);
    ranks_refuse(options, error);
    return ok;
}
