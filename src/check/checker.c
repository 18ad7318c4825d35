/* SPDX-License-Identifier: MIT */
/* The checking engine: an implementation on every awkward case, in guarded and poisoned memory, without
 * timing. */
#include "check/checker.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "base/process.h"
#include "check/cases.h"
#include "check/device_run.h"
#include "engine/engine.h"
#include "machine/workers/team.h"
#include "problem/verify.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { HANG_S = 120, LOOK_NS = 1000 * 1000, LOOK_MOST_NS = 20 * 1000 * 1000 };

/* Which guard the input lies against; the output lies against the other, so that their alignments differ. */
enum side { FRONT, BACK, SIDES };
static const char *const side_names[SIDES] = {"input at the front guard, output at the back one",
                                              "input at the back guard, output at the front one"};

struct checker {
    const struct implementation *implementation;
    const struct checker_options *options;
    struct checker_result *result;
    struct error *error;
    struct team *team;
    struct engine_device *device; /* NULL: the runs are on this machine */
    bool lost;                    /* the device: it failed, or something was written outside of all arrays */
    struct buffer input[SIDES][PROBLEM_INPUTS], output[SIDES], scratch[SIDES], expected;
    size_t n, size; /* that the buffers are mapped for */
    struct problem_key key;
    size_t selected;
    bool solved; /* inputs, expected and selected are those of key */
};

static void unmap_data(struct checker *checker)
{
    for (enum side side = FRONT; side < SIDES; side++) {
        for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++)
            buffer_unmap(&checker->input[side][stream]);
        buffer_unmap(&checker->output[side]);
    }
    buffer_unmap(&checker->expected);
    checker->solved = false;
    checker->size = 0;
}

static bool map_side(struct buffer *buffer, size_t bytes, size_t align, enum side side, struct error *error)
{
    const struct buffer_shape shape = {
        .bytes = bytes,
        .align = align,
        .placement = side == FRONT ? PLACE_OFFSET : PLACE_BACK,
        .pages = PAGES_4K,
    };
    return buffer_map(buffer, &shape, error);
}

static bool map_streams(struct checker *checker, const struct problem_key *key, enum side side)
{
    const size_t size = dtype_size(key->dtype);
    for (unsigned stream = 0; stream < primitive_inputs(key->primitive); stream++)
        if (!map_side(&checker->input[side][stream], problem_input_bytes(key), size, side, checker->error))
            return false;
    const size_t slack = checker->implementation->slack * size;
    return map_side(&checker->output[side], problem_output_bytes(key) + slack, size, side, checker->error);
}

static bool map_data(struct checker *checker, const struct problem_key *key)
{
    const size_t size = dtype_size(key->dtype);
    if (checker->size == size && checker->n == key->n)
        return true;
    unmap_data(checker);
    for (enum side side = FRONT; side < SIDES; side++)
        if (!map_streams(checker, key, side))
            return false;
    /* No class of data expects more than there is output. */
    if (!map_side(&checker->expected, problem_output_bytes(key), size, FRONT, checker->error))
        return false;
    checker->n = key->n;
    checker->size = size;
    return true;
}

static bool same_problem(const struct problem_key *a, const struct problem_key *b)
{
    return a->primitive == b->primitive && a->dtype == b->dtype && a->op == b->op && a->mode == b->mode &&
           a->data == b->data && a->n == b->n && a->cover == b->cover && a->tile == b->tile &&
           a->selectivity == b->selectivity && a->prefixed == b->prefixed && a->seed == b->seed;
}

static bool fill(struct checker *checker, const struct problem_key *key, struct buffer *inputs)
{
    for (unsigned stream = 0; stream < primitive_inputs(key->primitive); stream++) {
        if (!buffer_protect(&inputs[stream], true, checker->error))
            return false;
        problem_fill(key, stream, inputs[stream].data, 0, key->n);
        if (!buffer_protect(&inputs[stream], false, checker->error))
            return false;
    }
    return true;
}

static bool solve(struct checker *checker, const struct problem_key *key)
{
    if (checker->solved && same_problem(&checker->key, key))
        return true;
    for (enum side side = FRONT; side < SIDES; side++)
        if (!fill(checker, key, checker->input[side]))
            return false;
    const void *const streams[PROBLEM_INPUTS] = {checker->input[FRONT][0].data,
                                                 checker->input[FRONT][1].data};
    problem_solve(key, streams, checker->expected.data, &checker->selected);
    checker->key = *key;
    checker->solved = true;
    return true;
}

static bool map_scratch(struct checker *checker, const struct point *point)
{
    const struct implementation *const implementation = point->implementation;
    const size_t bytes = implementation->scratch_bytes ? implementation->scratch_bytes(point) : 0;
    for (enum side side = FRONT; side < SIDES; side++) {
        struct buffer *const scratch = &checker->scratch[side];
        if (scratch->map && scratch->bytes == bytes)
            continue;
        buffer_unmap(scratch);
        if (!map_side(scratch, bytes, CACHE_LINE, side, checker->error))
            return false;
    }
    return true;
}

static void run_worker(void *argument, unsigned worker)
{
    struct run run = *(const struct run *)argument;
    run.worker = worker;
    run.point->implementation->run(&run);
}

/* Give what comes next as long as a case may take. */
static void watch(struct checker *checker)
{
    checker->result->limit_s = checker->options->hang_s ? checker->options->hang_s : HANG_S;
    alarm(checker->result->limit_s);
}

static bool run_on_device(struct checker *checker, const struct problem *problem, const struct run *run,
                          struct error *why)
{
    const struct device_run_bytes bytes = {
        .input = problem_input_bytes(&problem->key),
        .output = problem_output_bytes(&problem->key) +
                  checker->implementation->slack * dtype_size(problem->key.dtype),
        .scratch = checker->scratch[FRONT].bytes,
    };
    const bool ok = device_run(run, &bytes, why);
    checker->lost = why->code == EXIT_SYSTEM;
    return ok;
}

/* False when it cannot make ready for a case that it says it supports, or went astray on a device. */
static bool run_case(struct checker *checker, const struct problem *problem, struct run *run,
                     struct error *why)
{
    const struct implementation *const implementation = run->point->implementation;
    bool ok = true;
    checker->result->building = true;
    const bool ready = !implementation->prepare || implementation->prepare(run, &run->state, why);
    checker->result->building = false;
    if (!ready)
        return false;
    if (checker->device)
        ok = run_on_device(checker, problem, run, why);
    else
        team_run(checker->team, implementation_callers(implementation, run->workers), run_worker, run);
    if (implementation->finish)
        implementation->finish(run->state);
    return ok;
}

static void note_wrong(struct checker_result *result, const char *how, const char *what)
{
    if (!result->wrong++)
        snprintf(result->finding, sizeof result->finding, "%s, %s: %.255s", result->now, how, what);
}

static struct problem problem_of(const struct checker *checker, const struct point *point, enum side side)
{
    return (struct problem){
        .key = checker->key,
        .input = {checker->input[side][0].data, checker->input[!side][1].data},
        .expected = checker->expected.data,
        .selected = checker->selected,
        .unordered = point->implementation->unordered,
    };
}

/* Run on poisoned scratch and see whether the output is right, else note how it was run. */
static bool check_run(struct checker *checker, const struct problem *problem, struct run *run,
                      bool complement, const char *how)
{
    const struct implementation *const implementation = run->point->implementation;
    const size_t roundings = implementation->roundings ? implementation->roundings(run->point) : 0;
    uint64_t count = verify_poison_count(complement);
    struct finding finding;
    run->count = primitive_counts(problem->key.primitive) ? &count : NULL;
    verify_poison(run->scratch, checker->scratch[FRONT].bytes, complement);
    struct error why = {0};
    if (run_case(checker, problem, run, &why) &&
        verify_output(problem, run->output, count, roundings, &finding))
        return true;
    note_wrong(checker->result, how, why.code == EXIT_OK ? finding.text : why.text);
    return false;
}

/* Its scratch lies where the output does. */
static struct run run_of(const struct checker *checker, const struct point *point,
                         const struct problem *problem, enum side output)
{
    return (struct run){
        .point = point,
        .input = problem->input[0],
        .second = problem->input[1],
        .initial = problem_initial(&problem->key),
        .scratch = checker->scratch[output].data,
        .output = checker->output[output].data,
        .team = checker->team,
        .workers = point_workers(point),
        .engine = engine_of(point),
        .device = checker->device,
    };
}

static bool check_side(struct checker *checker, const struct point *point, enum side side, bool unanswered)
{
    const struct problem problem = problem_of(checker, point, side);
    const struct buffer *const output = &checker->output[!side];
    struct run run = run_of(checker, point, &problem, !side);
    run.unanswered = unanswered;
    verify_poison(output->data, output->bytes, side == BACK);
    return check_run(checker, &problem, &run, side == BACK,
                     unanswered ? "most groups late" : side_names[side]);
}

/* At the back guard, where data is as badly aligned as its size allows. */
static void check_in_place(struct checker *checker, const struct point *point)
{
    const struct problem problem = problem_of(checker, point, FRONT);
    struct run run = run_of(checker, point, &problem, BACK);
    run.input = run.output;
    memcpy(run.output, problem.input[0], problem_input_bytes(&problem.key));
    check_run(checker, &problem, &run, false, "in place");
}

static void note_refusal(struct checker_result *result, const struct error *why)
{
    snprintf(result->refused, sizeof result->refused, "%.*s", (int)sizeof result->refused - 1, why->text);
}

/* Whether the device lacks what a point needs: that is no mistake of its implementation. */
static bool refuses(struct checker *checker, const struct point *point)
{
    const struct engine *const engine = engine_of(point);
    struct error why = {0};
    if (!checker->device || !engine->supports || engine->supports(checker->device, point, &why))
        return false;
    note_refusal(checker->result, &why);
    return true;
}

static bool check_case(void *context, const struct point *point, enum case_data data)
{
    struct checker *const checker = context;
    struct checker_result *const result = checker->result;
    struct problem_key key;
    char text[256];
    if (!case_problem(point, data, checker->options->seed, &key))
        return true;
    if (refuses(checker, point))
        return true;
    if (!map_data(checker, &key) || !solve(checker, &key) || !map_scratch(checker, point))
        return false;
    snprintf(result->now, sizeof result->now, "%s, %s", point_text(point, text, sizeof text),
             case_data_names[data]);
    result->cases++;
    watch(checker);
    if (check_side(checker, point, FRONT, false) && check_side(checker, point, BACK, false) &&
        (!point->implementation->falls_back || check_side(checker, point, FRONT, true)) &&
        point_has(point, AXIS_IN_PLACE))
        check_in_place(checker, point);
    return !checker->lost;
}

static const struct engine *engine_of_device(const struct checker *checker)
{
    return engine_of(&(struct point){.engine = device_engine(checker->options->device)});
}

static bool open_device(struct checker *checker)
{
    return !checker->options->device ||
           engine_of_device(checker)->open(device_names[checker->options->device], &checker->device,
                                           checker->error);
}

static void close_device(struct checker *checker)
{
    if (!checker->device)
        return;
    engine_of_device(checker)->close(checker->device);
}

static struct case_extent extent_of(const struct checker_options *options)
{
    return (struct case_extent){.smoke = options->smoke,
                                .isa = options->isa,
                                .fixed_axes = options->fixed_axes,
                                .filter = options->filter,
                                .device = options->device};
}

/* Whoever refuses every case has shown nothing; of some cases, or of one instruction set, it may refuse all,
 * and all where the machine lacks what it needs. */
static void doubt_refusal(struct checker *checker, const struct case_extent *extent)
{
    struct checker_result *const result = checker->result;
    struct error why = {0};
    if (result->cases || result->wrong || *result->refused || extent->filter || extent->isa)
        return;
    if (!cases_exist(checker->implementation, extent, &why)) {
        note_refusal(result, &why);
        return;
    }
    result->wrong = 1;
    snprintf(result->finding, sizeof result->finding, "it refuses every case");
}

bool checker_run(const struct implementation *implementation, const struct checker_options *options,
                 struct checker_result *result, struct error *error)
{
    *result = (struct checker_result){.limit_s = 0};
    struct checker checker = {
        .implementation = implementation,
        .options = options,
        .result = result,
        .error = error,
        .team = team_create(NULL, CASE_WORKERS, error),
    };
    if (!checker.team)
        return false;
    const struct case_extent extent = extent_of(options);
    watch(&checker);
    const bool ok = open_device(&checker) && cases_walk(implementation, &extent, check_case, &checker);
    if (ok)
        doubt_refusal(&checker, &extent);
    unmap_data(&checker);
    for (enum side side = FRONT; side < SIDES; side++)
        buffer_unmap(&checker.scratch[side]);
    close_device(&checker);
    team_destroy(checker.team);
    alarm(0);
    return ok || checker.lost;
}

struct count {
    const struct checker_options *options;
    size_t cases;
};

static bool count_case(void *context, const struct point *point, enum case_data data)
{
    struct count *const count = context;
    struct problem_key key;
    count->cases += case_problem(point, data, count->options->seed, &key);
    return true;
}

size_t checker_count(const struct implementation *implementation, const struct checker_options *options)
{
    const struct case_extent extent = extent_of(options);
    struct count count = {.options = options};
    cases_walk(implementation, &extent, count_case, &count);
    return count.cases;
}

/* What parent and child share. */
struct report {
    struct checker_result result;
    struct error error;
    volatile bool out_of_memory; /* of the child, which has said so */
};

/* Show how far the child is meanwhile, if somebody wants to know. */
static bool wait_for(pid_t child, int *status, const struct checker_options *options,
                     const struct checker_result *result, struct error *error)
{
    struct timespec pause = {.tv_nsec = LOOK_NS};
    for (;;) {
        const pid_t ended = waitpid(child, status, options->progress ? WNOHANG : 0);
        if (ended == child)
            return true;
        if (ended < 0 && errno != EINTR)
            return error_set_errno(error, EXIT_SYSTEM, "cannot wait for the checking process");
        if (ended == 0) {
            options->progress(options->context, result);
            nanosleep(&pause, NULL);
            pause.tv_nsec = 2 * pause.tv_nsec < LOOK_MOST_NS ? 2 * pause.tv_nsec : LOOK_MOST_NS;
        }
    }
}

static void note_end(struct report *report, int status)
{
    char what[128];
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        snprintf(what, sizeof what, "hangs (no end in %u s; --timeout gives it longer)",
                 report->result.limit_s);
    else if (WIFSIGNALED(status))
        snprintf(what, sizeof what, "crashed (%s)", strsignal(WTERMSIG(status)));
    else
        snprintf(what, sizeof what, "ended the process (exit status %d)", WEXITSTATUS(status));
    if (!report->result.wrong++)
        snprintf(report->result.finding, sizeof report->result.finding, "%s: %s", report->result.now, what);
}

static void run_child(const struct implementation *implementation, const struct checker_options *options,
                      struct report *report)
{
    process_let_crashes_end();
    signal(SIGALRM, SIG_DFL);
    memory_tell(&report->out_of_memory);
    checker_run(implementation, options, &report->result, &report->error);
    _exit(EXIT_OK);
}

bool checker_run_isolated(const struct implementation *implementation, const struct checker_options *options,
                          struct checker_result *result, struct error *error)
{
    struct report *const report =
        mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED)
        return error_set_errno(error, EXIT_SYSTEM, "cannot share memory with a checking process");
    const pid_t child = process_fork(SIGKILL);
    if (child == 0)
        run_child(implementation, options, report);
    int status = 0;
    const bool ok = child > 0 ? wait_for(child, &status, options, &report->result, error)
                              : error_set_errno(error, EXIT_SYSTEM, "cannot start a checking process");
    if (ok && report->out_of_memory)
        error_set(error, EXIT_SYSTEM, "a checking process had no memory to go on");
    else if (ok && status != 0)
        note_end(report, status);
    if (ok && report->error.code != EXIT_OK)
        error_set(error, report->error.code, "%s", report->error.text);
    *result = report->result;
    munmap(report, sizeof *report);
    return error->code == EXIT_OK;
}
