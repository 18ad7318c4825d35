/* SPDX-License-Identifier: MIT */
/* How much longer a run will take, from what its points have taken so far. */
#include "measure/estimator.h"

#include "base/memory.h"
#include "base/sort.h"
#include "measure/order.h"

#include <math.h>
#include <stdlib.h>

/* A part of what is to come that may be measured until all is estimated anew. */
enum { REFRESHED_PART = 64 };
static const double forget_block = 0.7, forget_point = 0.95, first_weight = 0.02;
/* What each byte more takes where arrays outgrow a cache, over what each takes; beyond, it is noise. */
static const double steepest = 1.2;

/* What was seen last of points that differ in n alone. */
struct sighting {
    double bytes, call_s; /* 0: nothing */
    double byte_s;        /* of each byte more */
    double samples;       /* INFINITY: as many as there may be */
    enum reach reach;
};

/* How much slower points were than the bytes say. */
struct slowness {
    double logs, count;
};

/* A quotient of sums in which what is older weighs less. */
struct quotient {
    double above, below;
    bool measured; /* not only a start */
};

struct estimator {
    const struct plan *plan;
    struct measure_settings settings;
    size_t *lines_of, *kinds_of; /* by index of the plan: a line, and the points of an implementation */
    size_t *sharers;             /* points of its block */
    struct sighting *lines;
    struct slowness *kinds, all;
    bool *to_come;
    struct sighting limit; /* the mean of those beside the points */
    struct quotient proof, ready, rounds, beside, share[REACHES], overhead[CACHE_STATES];
    double left_s, whole_s;        /* NAN: not summed yet; left_s may go below 0 until it is summed anew */
    size_t to_come_count, changed; /* points taken since both were summed */
};

static struct point reduced(const struct point *point, bool to_line)
{
    struct point part = *point;
    if (to_line)
        part.n = 0;
    else
        part = (struct point){.implementation = point->implementation};
    return part;
}

struct by_part {
    const struct plan *plan;
    bool to_line;
};

static int compare_parts(const void *a, const void *b, void *context)
{
    const struct by_part *const by = context;
    const struct point first = reduced(&by->plan->points[*(const size_t *)a].point, by->to_line);
    const struct point second = reduced(&by->plan->points[*(const size_t *)b].point, by->to_line);
    return point_compare(&first, &second);
}

/* Number the parts of points, from 0 on: which has each point of the plan. */
static size_t *number_parts(const struct plan *plan, bool to_line)
{
    size_t *const order = memory_array(plan->count + 1, sizeof *order);
    size_t *const parts = memory_array(plan->count + 1, sizeof *parts);
    struct by_part by = {plan, to_line};
    for (size_t i = 0; i < plan->count; i++)
        order[i] = i;
    qsort_r(order, plan->count, sizeof *order, compare_parts, &by);
    for (size_t i = 0, part = 0; i < plan->count; i++) {
        part += i > 0 && compare_parts(&order[i - 1], &order[i], &by) != 0;
        parts[order[i]] = part;
    }
    free(order);
    return parts;
}

static double quotient_of(const struct quotient *quotient)
{
    return quotient->above / quotient->below;
}

/* Once something was measured, one block says no more than half or twice as much: it may have been disturbed.
 */
static void quotient_add(struct quotient *quotient, double above, double below, double forget)
{
    const double known = quotient_of(quotient) * below;
    if (!isfinite(above) || !(below > 0))
        return;
    if (quotient->measured)
        above = fmax(known / 2, fmin(above, 2 * known));
    quotient->measured = true;
    quotient->above = forget * quotient->above + above;
    quotient->below = forget * quotient->below + below;
}

/* Worth a hundredth of a second, or of a sample: gone with the first block. */
static struct quotient quotient_start(double value)
{
    return (struct quotient){value * first_weight, first_weight, false};
}

struct estimator *estimator_create(const struct plan *plan, const struct measure_settings *settings,
                                   bool smoke)
{
    struct estimator *const estimator = memory_array(1, sizeof *estimator);
    *estimator = (struct estimator){
        .plan = plan,
        .settings = *settings,
        .lines_of = number_parts(plan, true),
        .kinds_of = number_parts(plan, false),
        .sharers = order_sharers(plan),
        .lines = memory_array(plan->count + 1, sizeof *estimator->lines),
        .kinds = memory_array(plan->count + 1, sizeof *estimator->kinds),
        .to_come = memory_array(plan->count + 1, sizeof *estimator->to_come),
        .proof = quotient_start(estimate_tempo.proof),
        .ready = quotient_start(estimate_tempo.ready),
        .rounds = quotient_start(estimate_tempo.rounds),
        .beside = quotient_start(estimate_tempo.beside),
        .left_s = NAN,
        .whole_s = NAN,
    };
    for (enum cache_state cache = 0; cache < CACHE_STATES; cache++)
        estimator->overhead[cache] = quotient_start(estimate_tempo.overhead_s[cache]);
    for (enum reach reach = 0; reach < REACHES; reach++)
        estimator->share[reach] = quotient_start(estimate_tempo.share[reach]);
    if (smoke)
        estimator->settings.samples_min = estimator->settings.samples_max = 1;
    for (size_t i = 0; i < plan->count; i++)
        estimator->to_come_count += estimator->to_come[i] = plan->points[i].supported;
    return estimator;
}

void estimator_destroy(struct estimator *estimator)
{
    if (!estimator)
        return;
    free(estimator->lines_of);
    free(estimator->kinds_of);
    free(estimator->sharers);
    free(estimator->lines);
    free(estimator->kinds);
    free(estimator->to_come);
    free(estimator);
}

/* By the points of its implementation, or else by all. */
static double slowness_of(const struct estimator *estimator, size_t index)
{
    const struct slowness *const kind = &estimator->kinds[estimator->kinds_of[index]];
    if (kind->count > 0)
        return exp(kind->logs / kind->count);
    return estimator->all.count > 0 ? exp(estimator->all.logs / estimator->all.count) : 1;
}

/* Seconds that a line predicts for so many bytes. */
static double line_call_s(const struct sighting *line, double bytes)
{
    if (bytes > line->bytes)
        return line->call_s + (bytes - line->bytes) * line->byte_s;
    return line->bytes > 0 ? line->call_s * bytes / line->bytes : line->call_s;
}

/* Nothing comes from memory faster than the limits do, where one was seen there. */
static double memory_call_s(const struct estimator *estimator, const struct point *point)
{
    return estimator->limit.reach == REACH_MEMORY ? line_call_s(&estimator->limit, estimate_bytes(point))
                                                  : estimate_memory_s(point);
}

static double call_of(const struct estimator *estimator, size_t index)
{
    const struct point *const point = &estimator->plan->points[index].point;
    const struct sighting *const line = &estimator->lines[estimator->lines_of[index]];
    const double bytes = estimate_bytes(point);
    if (!(line->call_s > 0))
        return estimate_call_s(point) * slowness_of(estimator, index);
    if (estimate_reach(point) == REACH_MEMORY && line->reach != REACH_MEMORY)
        return fmax(line_call_s(line, bytes), memory_call_s(estimator, point));
    return line_call_s(line, bytes);
}

/* What is noisy near a core is expected to be as noisy farther away; what was noisy there may be here. */
static double share_of(const struct estimator *estimator, enum reach reach)
{
    const double own = quotient_of(&estimator->share[reach]);
    double share = own;
    if (reach == REACH_DEVICE || estimator->share[reach].measured)
        return own;
    for (enum reach other = 0; other < REACH_DEVICE; other++) {
        const double seen = quotient_of(&estimator->share[other]);
        if (estimator->share[other].measured)
            share = fmax(share, other < reach ? seen : sqrt(own * seen));
    }
    return share;
}

static struct tempo tempo_of(const struct estimator *estimator)
{
    struct tempo tempo = {
        .proof = quotient_of(&estimator->proof),
        .ready = quotient_of(&estimator->ready),
        .rounds = quotient_of(&estimator->rounds),
        .beside = quotient_of(&estimator->beside),
    };
    for (enum reach reach = 0; reach < REACHES; reach++)
        tempo.share[reach] = share_of(estimator, reach);
    for (enum cache_state cache = 0; cache < CACHE_STATES; cache++)
        tempo.overhead_s[cache] = quotient_of(&estimator->overhead[cache]);
    return tempo;
}

/* A line is noisy here and quiet there: half by it, half by all. What it was where arrays reach elsewhere
 * says nothing. */
static double line_samples(const struct sighting *line, enum reach reach, const struct forecast *by_all)
{
    if (!(line->call_s > 0) || line->reach != reach)
        return by_all->samples;
    return sqrt(by_all->samples * fmin(line->samples, by_all->bound));
}

double estimator_limit_call_s(const struct estimator *estimator, const struct point *limit)
{
    return estimator->limit.call_s > 0 ? line_call_s(&estimator->limit, estimate_bytes(limit))
                                       : estimate_limit_s(limit);
}

/* Where its call is known to take so long. */
static struct forecast forecast_timed(const struct estimator *estimator, size_t index, double call_s)
{
    const struct point *const point = &estimator->plan->points[index].point;
    const struct tempo tempo = tempo_of(estimator);
    struct known_point known = {
        .call_s = call_s,
        .limit_s = estimator_limit_call_s(estimator, point),
        .samples = NAN,
        .sharers = estimator->sharers[index],
    };
    const struct forecast by_all = estimate_point(point, &estimator->settings, &tempo, &known);
    known.samples =
        line_samples(&estimator->lines[estimator->lines_of[index]], estimate_reach(point), &by_all);
    return estimate_point(point, &estimator->settings, &tempo, &known);
}

struct forecast estimator_point(const struct estimator *estimator, size_t index)
{
    return forecast_timed(estimator, index, call_of(estimator, index));
}

struct forecast estimator_sampled(const struct estimator *estimator, size_t index,
                                  const struct sampling *sampling)
{
    const struct measure_settings *const settings = &estimator->settings;
    if (!(sampling->call_s > 0))
        return estimator_point(estimator, index);
    struct forecast forecast = forecast_timed(estimator, index, sampling->call_s);
    const double in_time = ceil((double)sampling->samples * settings->max_time_s / sampling->timed_s);
    forecast.bound = fmax(1, fmin(in_time, (double)settings->samples_max));
    return forecast;
}

double estimator_limit_s(const struct estimator *estimator, const struct point *limit, double call_s)
{
    const struct tempo tempo = tempo_of(estimator);
    return estimate_sample_s(limit, &tempo, call_s);
}

double estimator_rounds_s(const struct estimator *estimator, const struct rounds_left *rounds,
                          double passed_s)
{
    return rounds_left_s(rounds, passed_s, quotient_of(&estimator->rounds));
}

/* What each byte more takes: by the last two sizes, or by the larger one alone. */
static double byte_s(const struct sighting *before, double bytes, double call_s)
{
    const double by_two = (call_s - before->call_s) / (bytes - before->bytes);
    const double by_one = bytes > 0 ? call_s / bytes : 0;
    const bool two = before->call_s > 0 && bytes > before->bytes && by_two > 0;
    return two ? fmin(by_two, steepest * by_one) : by_one;
}

static void line_learn(struct sighting *line, double bytes, double call_s)
{
    line->byte_s = byte_s(line, bytes, call_s);
    line->bytes = bytes;
    line->call_s = call_s;
}

void estimator_learn(struct estimator *estimator, size_t index, const struct record *record)
{
    struct sighting *const line = &estimator->lines[estimator->lines_of[index]];
    struct slowness *const kind = &estimator->kinds[estimator->kinds_of[index]];
    const struct point *const point = &estimator->plan->points[index].point;
    const double call_s = record->statistics.mean, bytes = estimate_bytes(point);
    if (record->status != STATUS_OK || !(call_s > 0))
        return;
    const double log_slowness = log(call_s / estimate_call_s(point));
    *kind = (struct slowness){kind->logs + log_slowness, kind->count + 1};
    estimator->all = (struct slowness){estimator->all.logs + log_slowness, estimator->all.count + 1};
    line_learn(line, bytes, call_s);
    line->samples = record->stop_reason == STOP_PRECISION ? (double)record->sample_count : INFINITY;
    line->reach = estimate_reach(point);
    const double bound = forecast_timed(estimator, index, call_s).bound;
    quotient_add(&estimator->share[line->reach], fmin((double)record->sample_count / bound, 1), 1,
                 forget_point);
}

void estimator_take(struct estimator *estimator, const size_t *members, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!estimator->to_come[members[i]])
            continue;
        const struct forecast forecast = estimator_point(estimator, members[i]);
        estimator->to_come[members[i]] = false;
        estimator->to_come_count--;
        estimator->changed++;
        estimator->left_s -= forecast.prepare_s + forecast.sampling_s;
    }
}

/* Of the limits: how many samples for each of the points together, and how long a call. */
static void learn_limits(struct estimator *estimator, const struct point *point, double samples,
                         const struct block_took *took)
{
    quotient_add(&estimator->beside, took->limit_samples, samples, forget_block);
    if (!(took->limit_call_s > 0))
        return;
    line_learn(&estimator->limit, estimate_bytes(point), took->limit_call_s);
    estimator->limit.reach = estimate_reach(point);
}

/* The smaller arrays are, the less is said of proving them, and the more of the rest. */
static void learn_prepared(struct estimator *estimator, double prepare_s, double proof_s, double ready_s)
{
    const double other_s = quotient_of(&estimator->ready) * ready_s;
    if (proof_s < ready_s)
        quotient_add(&estimator->ready, prepare_s - quotient_of(&estimator->proof) * proof_s, ready_s,
                     forget_block);
    else
        quotient_add(&estimator->proof, fmax(prepare_s / 2, prepare_s - other_s), proof_s, forget_block);
}

void estimator_learn_block(struct estimator *estimator, const struct results *results, const size_t *members,
                           size_t count, const struct block_took *took)
{
    const double rounds_s = took->rounds_s / took->sharers;
    double proof_s = 0, ready_s = 0, own_s = 0, samples = 0;
    for (size_t i = 0; i < count; i++)
        samples += (double)results->records[members[i]].sample_count;
    if (!(samples > 0))
        return;
    quotient_add(&estimator->overhead[took->cache], fmax(0, rounds_s - took->called_s),
                 samples + took->limit_samples, forget_block);
    learn_limits(estimator, &estimator->plan->points[members[0]].point,
                 samples / (double)estimator->sharers[members[0]], took);
    for (size_t i = 0; i < count; i++) {
        const struct record *const record = &results->records[members[i]];
        const struct forecast forecast = estimator_point(estimator, members[i]);
        if (record->status != STATUS_OK)
            continue;
        proof_s += forecast.proof_s;
        ready_s += forecast.ready_s;
        own_s += (double)record->sample_count * (forecast.sample_s + forecast.beside_s);
    }
    learn_prepared(estimator, took->prepare_s, proof_s, ready_s);
    quotient_add(&estimator->rounds, took->rounds_s, own_s, forget_block);
}

/* Sums of all points, made anew once that many have been measured that it matters. */
static void refresh(struct estimator *estimator)
{
    if (!isnan(estimator->left_s) && estimator->changed * REFRESHED_PART < estimator->to_come_count + 1)
        return;
    estimator->left_s = estimator->whole_s = 0;
    estimator->changed = 0;
    for (size_t i = 0; i < estimator->plan->count; i++) {
        if (!estimator->plan->points[i].supported)
            continue;
        const struct forecast forecast = estimator_point(estimator, i);
        estimator->whole_s += forecast.prepare_s + forecast.sampling_s;
        estimator->left_s += estimator->to_come[i] ? forecast.prepare_s + forecast.sampling_s : 0;
    }
}

double estimator_left_s(struct estimator *estimator)
{
    refresh(estimator);
    return fmax(0, estimator->left_s);
}

double estimator_whole_s(struct estimator *estimator)
{
    refresh(estimator);
    return estimator->whole_s;
}
