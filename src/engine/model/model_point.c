/* SPDX-License-Identifier: MIT */
/* One point of a sweep in the model: an implementation run exactly on a device, and what is to be said of
 * it. */
#include "engine/model/model_point.h"

#include "base/text.h"
#include "implementation/implementation.h"
#include "problem/verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ALIGNMENT = 64 };

const char *const model_verdict_names[MODEL_VERDICTS] = {"ok",     "permitted-failure", "starved", "wrong",
                                                         "hazard", "unsupported"};

/* The memory of one run. */
struct counted_run {
    struct problem problem;
    void *input[PROBLEM_INPUTS], *expected, *output, *scratch;
    uint64_t tally;
    size_t output_bytes, scratch_bytes;
};

static void *allocate(size_t bytes)
{
    return aligned_alloc(ALIGNMENT, (bytes / ALIGNMENT + 1) * ALIGNMENT);
}

static void bench_close(struct counted_run *bench)
{
    for (unsigned stream = 0; stream < PROBLEM_INPUTS; stream++)
        free(bench->input[stream]);
    free(bench->expected);
    free(bench->output);
    free(bench->scratch);
}

static bool bench_allocate(struct counted_run *bench, const struct point *point)
{
    const struct problem_key *const key = &bench->problem.key;
    const struct implementation *const implementation = point->implementation;
    bool ok = true;
    for (unsigned stream = 0; stream < primitive_inputs(key->primitive); stream++)
        ok &= (bench->input[stream] = allocate(problem_input_bytes(key, stream))) != NULL;
    bench->output_bytes = problem_output_bytes(key);
    bench->scratch_bytes = implementation->scratch_bytes ? implementation->scratch_bytes(point) : 0;
    bench->expected = allocate(problem_expected_bytes(key));
    bench->output = allocate(bench->output_bytes);
    bench->scratch = allocate(bench->scratch_bytes);
    return ok && bench->expected && bench->output && bench->scratch;
}

static bool bench_init(struct counted_run *bench, const struct point *point, uint64_t seed,
                       struct error *error)
{
    *bench = (struct counted_run){
        .problem = {.key = point_problem(point, seed), .unordered = point->implementation->unordered}};
    struct problem *const problem = &bench->problem;
    if (!bench_allocate(bench, point)) {
        bench_close(bench);
        return error_set(error, EXIT_SYSTEM, "out of memory for the model of %zu elements", problem->key.n);
    }
    for (unsigned stream = 0; stream < primitive_inputs(problem->key.primitive); stream++) {
        problem_fill(&problem->key, stream, bench->input[stream], 0, problem->key.n);
        problem->input[stream] = bench->input[stream];
    }
    problem->expected = bench->expected;
    problem_solve(&problem->key, problem->input, bench->expected, &problem->selected);
    return true;
}

static bool add_regions(struct model *model, struct counted_run *bench, struct error *error)
{
    const struct problem_key *const key = &bench->problem.key;
    return model_region(model, "input", bench->input[0], problem_input_bytes(key, 0), error) &&
           (!bench->input[1] ||
            model_region(model, "second", bench->input[1], problem_input_bytes(key, 1), error)) &&
           model_region(model, "output", bench->output, bench->output_bytes, error) &&
           model_region(model, "count", &bench->tally, sizeof bench->tally, error) &&
           model_region(model, "scratch", bench->scratch, bench->scratch_bytes, error);
}

static bool run_kernels(struct counted_run *bench, const struct point *point, struct model *model,
                        struct error *error)
{
    const bool counts = primitive_counts(point->implementation->primitive);
    struct run run = {
        .point = point,
        .input = bench->input[0],
        .second = bench->input[1],
        .output = bench->output,
        .count = counts ? &bench->tally : NULL,
        .initial = problem_initial(&bench->problem.key),
        .scratch = bench->scratch,
        .workers = 1,
        .engine = &model_engine,
        .device = model_device(model),
    };
    verify_poison(bench->output, bench->output_bytes, false);
    verify_poison(bench->scratch, bench->scratch_bytes, false);
    bench->tally = verify_poison_count(false);
    if (!point->implementation->prepare(&run, &run.state, error))
        return false;
    point->implementation->run(&run);
    point->implementation->finish(run.state);
    return true;
}

static double error_of(double is, double want)
{
    const double off = fabs(is - want) / fabs(want);
    if (is == want)
        return 0;
    return isfinite(off) ? off : INFINITY;
}

/* Of the count, where there is one; else of the worst element. */
static double relative_error(const struct counted_run *bench)
{
    const struct problem_key *const key = &bench->problem.key;
    if (primitive_counts(key->primitive))
        return error_of((double)bench->tally, (double)bench->problem.selected);
    const size_t elements = problem_expected_bytes(key) ? problem_output_count(key) : 0;
    double worst = 0;
    for (size_t i = 0; i < elements; i++)
        worst = fmax(worst, error_of(element_value(problem_output_dtype(key), bench->output, i),
                                     element_value(problem_output_dtype(key), bench->expected, i)));
    return worst;
}

static const char *more(size_t known, uint64_t total)
{
    return total > known ? " …" : "";
}

static uint64_t stale_reads(const struct model_report *report)
{
    uint64_t stale = 0;
    for (size_t i = 0; i < report->kernels; i++)
        stale += report->kernel[i].run[PHASE_TOTAL].of[COUNTER_STALE_READS];
    return stale;
}

/* Behind what the message says already: "3 stale reads: partials[0] of group 0 by group 3 …". */
static void describe_stale(struct model_result *result)
{
    const struct model_report *const report = &result->report;
    const uint64_t stale = stale_reads(report);
    text_add(result->message, sizeof result->message, "%llu stale reads:", (unsigned long long)stale);
    for (size_t i = 0; i < report->stale_reads; i++)
        text_add(result->message, sizeof result->message, " %s[%zu] of group %zu by group %zu%s",
                 report->stale[i].array, report->stale[i].word, report->stale[i].writer,
                 report->stale[i].reader,
                 i + 1 < report->stale_reads ? "," : more(report->stale_reads, stale));
}

static void describe_wrong(struct model_result *result, const struct finding *finding)
{
    const bool stale = stale_reads(&result->report) > 0;
    snprintf(result->message, sizeof result->message, "relative error %.3g: %s%s", result->relative_error,
             finding->text, stale ? "; " : "");
    if (stale)
        describe_stale(result);
}

static void describe_hazards(struct model_result *result)
{
    const struct model_report *const report = &result->report;
    uint64_t total = 0;
    for (enum hazard_kind kind = 0; kind < HAZARD_COUNT; kind++)
        total += report->hazard_count[kind];
    char first[256];
    snprintf(result->message, sizeof result->message, "%s (%llu in all)",
             hazard_text(&report->hazard[0], first, sizeof first), (unsigned long long)total);
}

/* What is to be said of a run that nothing stopped. */
static void judge(struct model_result *result, const struct counted_run *bench)
{
    const struct implementation *const implementation = result->point.implementation;
    const size_t roundings = implementation->roundings ? implementation->roundings(&result->point) : 0;
    struct finding finding = {0};
    const bool right = verify_output(&bench->problem, bench->output, bench->tally, roundings, &finding);
    result->relative_error = relative_error(bench);
    result->verdict = MODEL_OK;
    if (!right) {
        result->verdict = MODEL_WRONG;
        describe_wrong(result, &finding);
    } else if (result->report.hazards) {
        result->verdict = MODEL_HAZARD;
        describe_hazards(result);
    } else if (stale_reads(&result->report)) {
        result->verdict = MODEL_HAZARD; /* right by luck: what was not visible yet was there from before */
        describe_stale(result);
    }
}

/* One run; `benign`: without an adversary. */
static bool run_once(struct model_result *result, struct counted_run *bench, bool benign, struct error *error)
{
    const struct point *const point = &result->point;
    const struct model_options options = {
        .device = result->device,
        .order = result->order,
        .workers = 1,
        .benign = benign,
    };
    struct model *const model = model_create(&options);
    bool ok = add_regions(model, bench, error) && run_kernels(bench, point, model, error);
    if (ok) {
        result->report = *model_report(model);
        ok = model_finish(model, error);
    }
    model_destroy(model);
    return ok;
}

/* What happened, and what happens where no adversary chooses who runs. */
static void describe_starved(struct model_result *result, const char *starved, const char *benign)
{
    snprintf(result->message, sizeof result->message, "STARVED: %.300s%s%.170s", starved,
             *benign ? "; without an adversary: " : "", benign);
}

/* Without any promise of progress a starvation is no fault of the device: it may happen, or not. */
static bool try_benign(struct model_result *result, struct counted_run *bench, struct error *error)
{
    const struct model_report starved = result->report;
    char benign[MODEL_MESSAGE];
    if (!run_once(result, bench, true, error))
        return false;
    if (result->report.starved)
        snprintf(result->message, sizeof result->message, "the same");
    else
        judge(result, bench);
    const bool passes = !result->report.starved && result->verdict == MODEL_OK;
    snprintf(benign, sizeof benign, "%s", passes ? "ok" : result->message);
    describe_starved(result, starved.message, benign);
    result->verdict = passes ? MODEL_PERMITTED_FAILURE : MODEL_STARVED;
    return true;
}

bool model_point_run(struct model_result *result, const struct point *point,
                     const struct model_conditions *conditions, struct error *error)
{
    const struct device *const device = conditions->device;
    struct counted_run bench;
    *result = (struct model_result){
        .point = *point, .device = device, .order = conditions->order, .relative_error = NAN};
    if (!(device->dtypes & 1u << point->dtype)) {
        result->verdict = MODEL_UNSUPPORTED;
        snprintf(result->message, sizeof result->message, "%s has no %s", device->name,
                 dtype_names[point->dtype]);
        return true;
    }
    if (!bench_init(&bench, point, conditions->seed, error))
        return false;
    bool ok = run_once(result, &bench, false, error);
    if (ok && result->report.unsupported) {
        result->verdict = MODEL_UNSUPPORTED;
        snprintf(result->message, sizeof result->message, "%s", result->report.message);
    } else if (ok && result->report.starved && device->progress == PROGRESS_NONE) {
        ok = try_benign(result, &bench, error);
    } else if (ok && result->report.starved) {
        result->verdict = MODEL_STARVED;
        describe_starved(result, result->report.message, "");
    } else if (ok) {
        judge(result, &bench);
    }
    bench_close(&bench);
    return ok;
}

/* What the operator joins: each load is one, or each product of two. */
static double joined(const struct counts *load)
{
    return (double)(load->of[COUNTER_DEVICE_LOADS] - load->of[COUNTER_MULTIPLIES]);
}

double model_useful_adds(const struct point *point, const struct model_kernel *kernel, enum phase phase)
{
    if (!kernel && primitive_counts(point->implementation->primitive))
        return NAN;
    if (!kernel)
        return point->n ? (double)point->n - 1 : 0;
    if (point->implementation->primitive == PRIMITIVE_TILED_SCAN)
        return phase == PHASE_TOTAL ? (double)point_tile(point) - 1 : NAN;
    if (!kernel->group[PHASE_LOCAL].of[COUNTER_STEPS])
        return NAN;
    switch (phase) {
    case PHASE_LOAD:
        return joined(&kernel->group[PHASE_LOAD]) - kernel->threads;
    case PHASE_LOCAL:
        return kernel->threads - 1.0;
    case PHASE_TOTAL:
        return joined(&kernel->group[PHASE_LOAD]) - 1;
    case PHASE_FINISH:
    case PHASE_COUNT:
        break;
    }
    return NAN;
}
