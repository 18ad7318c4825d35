/* SPDX-License-Identifier: MIT */
/* scanbench check: every implementation on awkward sizes, without timing. */
#include "base/inert.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "commands/commands.h"
#include "engine/engine.h"
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double known_after_s = 2, shown_every_s = 0.1;

/* What a command checks: `ranked` of the chosen, the first of them, on ranks; what has been checked, one
 * after the other, and how that is shown. */
struct checking {
    const struct options *options;
    struct checker_options how;
    struct filter filter;
    const struct implementation **chosen; /* owned */
    size_t count, ranked, cases;          /* cases: in all */
    struct progress_view progress;
    struct check_findings found;
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
    struct checking *const checking = context;
    const struct check_findings *const found = &checking->found;
    const size_t done = found->cases + result->cases,
                 at = found->count < checking->count ? found->count : checking->count - 1;
    const double now_s = monotonic_s(), elapsed_s = now_s - checking->progress.began_s;
    const bool is_known = done > 0 && done <= checking->cases && elapsed_s >= known_after_s;
    char now[PROGRESS_BYTES], of_case[CASE_TEXT], wrong[32] = "";
    if (now_s - checking->progress.printed_s < shown_every_s)
        return;
    if (found->wrong)
        snprintf(wrong, sizeof wrong, "  %zu wrong", found->wrong);
    snprintf(now, sizeof now, "%zu/%zu%s  %s  %zu of %zu cases  %s%.200s", found->count, checking->count,
             wrong, checking->chosen[at]->name, done, checking->cases, result->building ? "compiling: " : "",
             checker_now(result, of_case, sizeof of_case));
    progress_show(&checking->progress,
                  is_known ? elapsed_s * (double)(checking->cases - done) / (double)done : NAN, now, now_s);
}

static bool choose_options(struct checking *checking, const struct seat *seat, struct error *error)
{
    const struct options *const options = checking->options;
    checking->how = (struct checker_options){
        .extent = {.smoke = !options->all,
                   .filter = options->filter ? &checking->filter : NULL,
                   .ranks = seat->ranked ? seat->ranks : 0},
        .hang_s = (unsigned)ceil(fmin(options->timeout_s, 1e6)),
        .seed = options->seed,
    };
    return filter_parse(&checking->filter, options->filter, error) &&
           wanted_isa(options, &checking->how.extent.isa, error);
}

/* On a machine with nothing else to do: what runs on threads or in groups takes longer. */
static double expected_s(const struct implementation *implementation, size_t cases)
{
    static const double threaded_case_s = 100e-6, plain_case_s = 15e-6;
    const bool threaded = implementation->kernels || implementation->axes & AXIS_BIT(AXIS_WORKERS);
    return (double)cases * (threaded ? threaded_case_s : plain_case_s);
}

/* Of the next of the chosen. */
static void add_result(void *context, size_t index, const struct checker_result *result)
{
    struct checking *const checking = context;
    struct check_findings *const found = &checking->found;
    const struct implementation *const implementation = checking->chosen[found->count];
    (void)index;
    found->list[found->count++] = checked_make(checking->options, implementation, result);
    found->cases += result->cases;
    found->wrong += result->wrong > 0;
}

/* Check the next of the chosen, up to this one, in one child; ranks NULL: alone. */
static bool check_until(struct checking *checking, size_t end, const struct checker_ranks *ranks,
                        struct error *error)
{
    const size_t first = checking->found.count;
    const struct checker_work work = {
        .implementations = checking->chosen + first,
        .count = end - first,
        .options = &checking->how,
        .ranks = ranks,
        .finished = add_result,
        .context = checking,
    };
    size_t done;
    if (!checker_child_run(&work, &done, error))
        return false;
    return done == work.count ||
           error_set(error, EXIT_FINDING, "the ranks have ended: %zu implementations are not checked",
                     work.count - done);
}

static bool check_on_ranks(struct checking *checking, struct error *error)
{
    struct machine machine;
    struct ranks_identity identity;
    if (!machine_init(&machine, checking->options->topology, error))
        return false;
    ranks_identify(checking->options, &identity);
    const struct checker_ranks ranks = {&machine, &identity};
    const bool ok = check_until(checking, checking->ranked, &ranks, error);
    machine_close(&machine);
    return ok;
}

/* Whether --filter admits it; without globs, what neither the ranks that there are nor the device that is
 * named have a part in is not meant. */
static bool is_meant(const struct checking *checking, const struct implementation *implementation)
{
    const struct case_extent *const extent = &checking->how.extent;
    if (extent->filter && !filter_admits(extent->filter, implementation))
        return false;
    if (checking->options->arguments.count)
        return true;
    return extent->device ? implementation_runs_on(implementation, device_engine(extent->device))
                          : !extent->ranks || implementation->axes & AXIS_BIT(AXIS_RANKS);
}

/* Leave those that are meant, those on ranks first. */
static void keep_meant(struct checking *checking)
{
    const struct implementation **const chosen = checking->chosen;
    size_t kept = 0;
    for (size_t i = 0; i < checking->count; i++) {
        const struct implementation *const one = chosen[i];
        if (!is_meant(checking, one))
            continue;
        size_t at = kept++;
        if (checking->how.extent.ranks && one->axes & AXIS_BIT(AXIS_RANKS)) {
            memmove(chosen + checking->ranked + 1, chosen + checking->ranked,
                    (at - checking->ranked) * sizeof *chosen);
            at = checking->ranked++;
        }
        chosen[at] = one;
    }
    checking->count = kept;
}

static void start_progress(struct checking *checking)
{
    struct progress_view *const view = &checking->progress;
    double total_s = 0;
    char now[PROGRESS_BYTES];
    *view = (struct progress_view){.stream = stderr,
                                   .in_place = isatty(STDERR_FILENO),
                                   .width = wrapped_width(STDERR_FILENO),
                                   .printed_s = monotonic_s()};
    for (size_t i = 0; i < checking->count; i++) {
        snprintf(now, sizeof now, "counting the cases: %zu of %zu implementations", i, checking->count);
        if (monotonic_s() - view->printed_s >= shown_every_s)
            progress_show(view, NAN, now, monotonic_s());
        const size_t cases = checker_count(checking->chosen[i], &checking->how);
        checking->cases += cases;
        total_s += expected_s(checking->chosen[i], cases);
    }
    progress_clear(view);
    if (!checking->how.extent.device) /* whose compiler takes as long as it likes */
        print_line(stderr, "%zu cases of %zu implementation%s: about %.0f s", checking->cases,
                   checking->count, checking->count == 1 ? "" : "s", fmax(1, total_s));
    view->began_s = monotonic_s();
}

static bool check_all(struct checking *checking, struct error *error)
{
    const bool quiet = checking->options->quiet;
    checking->found.list = memory_array(checking->count + 1, sizeof *checking->found.list);
    if (!quiet) {
        start_progress(checking);
        checking->how.progress = show;
        checking->how.context = checking;
    }
    bool ok = !checking->ranked || check_on_ranks(checking, error);
    checking->how.extent.ranks = 0;
    while (ok && checking->found.count < checking->count)
        ok = check_until(checking, checking->found.count + 1, NULL, error);
    if (!quiet)
        progress_clear(&checking->progress);
    return ok;
}

static bool choose(struct checking *checking, const struct seat *seat, struct error *error)
{
    checking->count = select_implementations(checking->options, &checking->chosen, error);
    if (!checking->count || !choose_options(checking, seat, error) ||
        !choose_device(checking->options, &checking->how.extent.device, checking->found.device, error))
        return false;
    keep_meant(checking);
    return true;
}

static bool check(const struct options *options, const struct seat *seat, struct error *error)
{
    const double start_s = monotonic_s();
    struct checking checking = {.options = options};
    struct check_findings *const found = &checking.found;
    if (options->all && options->smoke)
        return error_set(error, EXIT_USAGE, "check: --all and --smoke; expected one of them");
    bool ok = choose(&checking, seat, error);
    if (!checking.ranked) /* the others need not wait for the end */
        ranks_refuse(options, error);
    ok = ok && check_all(&checking, error);
    free(checking.chosen);
    struct error unwritten = {0};
    found->time_s = monotonic_s() - start_s;
    if (found->count && !check_findings_print(found, options, &unwritten) && ok)
        ok = error_set(error, unwritten.code, "%s", unwritten.text);
    free(found->list);
    if (!ok)
        return false;
    if (!found->wrong && !found->cases)
        return error_set(error, EXIT_USAGE,
                         "no case was run: nothing has been checked; expected a choice with cases");
    return !found->wrong || error_set(error, EXIT_FINDING, "%s", "");
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
