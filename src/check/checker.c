/* SPDX-License-Identifier: MIT */
/* The checking engine: an implementation on every awkward case, in guarded and poisoned memory, without
 * timing. */
#include "check/checker.h"

#include "base/buffer.h"
#include "check/cases.h"
#include "check/device_run.h"
#include "check/model_check.h"
#include "engine/engine.h"
#include "machine/workers/team.h"
#include "problem/verify.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HANG_S = 120 };

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

void checker_watch(const struct checker_options *options, struct checker_result *result)
{
    result->limit_s = options->hang_s ? options->hang_s : HANG_S;
    alarm(result->limit_s);
}

void checker_begin_case(const struct checker_options *options, struct checker_result *result,
                        const struct point *point, enum case_data data)
{
    char text[256];
    snprintf(result->now, sizeof result->now, "%s, %s", point_text(point, text, sizeof text),
             case_data_names[data]);
    if (!result->wrong)
        result->point = *point;
    result->cases++;
    checker_watch(options, result);
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

void checker_note_wrong(struct checker_result *result, const char *how, const char *what)
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
    checker_note_wrong(checker->result, how, why.code == EXIT_OK ? finding.text : why.text);
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
    struct problem_key key;
    if (!case_problem(point, data, checker->options->seed, &key))
        return true;
    if (refuses(checker, point))
        return true;
    if (!map_data(checker, &key) || !solve(checker, &key) || !map_scratch(checker, point))
        return false;
    checker_begin_case(checker->options, checker->result, point, data);
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

struct case_extent checker_extent(const struct checker_options *options)
{
    return (struct case_extent){.smoke = options->smoke,
                                .isa = options->isa,
                                .fixed_axes = options->fixed_axes,
                                .filter = options->filter,
                                .device = options->device,
                                .ranks = options->ranks};
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
    const struct case_extent extent = checker_extent(options);
    checker_watch(options, result);
    const bool ok = open_device(&checker) && cases_walk(implementation, &extent, check_case, &checker) &&
                    model_check_run(implementation, options, result, error);
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
    const struct case_extent extent = checker_extent(options);
    struct count count = {.options = options};
    cases_walk(implementation, &extent, count_case, &count);
    return count.cases + model_check_count(implementation, options);
}
