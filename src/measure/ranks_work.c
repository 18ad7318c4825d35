/* SPDX-License-Identifier: MIT */
/* What every rank does when the first one says so: the orders. */
#include "measure/ranks.h"

#include "base/memory.h"
#include "base/span.h"
#include "implementation/distribution.h"
#include "measure/measure.h"
#include "mpi/nccl.h"
#include "mpi/node_part.h"
#include "registry/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The set for so many ranks; NULL: there is none, or this rank is not among them. */
static struct rank_set *set_of(const struct ranks_bench *bench, const struct ranks_order *order)
{
    for (size_t i = 0; i < bench->set_count; i++)
        if (bench->sets[i].ranks.size == order->axis[AXIS_RANKS] && bench->sets[i].ranks.comm)
            return &bench->sets[i];
    return NULL;
}

/* One point on this rank: what is run, and where. */
struct rank_job {
    struct ranks_bench *bench;
    const struct ranks_order *order;
    struct point point;
    struct rank_set *set;
    struct run run;
};

static void fail(struct ranks_answer *answer, const char *text)
{
    answer->failed = true;
    snprintf(answer->text, sizeof answer->text, "%.255s", text);
}

static void refuse(struct ranks_answer *answer, const struct error *why)
{
    fail(answer, why->text);
    answer->code = why->code;
}

static enum engines engine_of_order(const struct ranks_order *order)
{
    return node_engine(order->axis[AXIS_RANK_ALGORITHM]);
}

/* Where its node has a device its arrays are there; what it gives is one element stays the host's. */
static void move_job(struct rank_job *job)
{
    const struct device_arrays *const memory = &job->set->devices[engine_of_order(job->order)];
    struct run *const run = &job->run;
    if (!memory->output)
        return;
    run->engine = memory->opened->engine;
    run->device = memory->opened;
    run->input = memory->input[0];
    if (run->second)
        run->second = memory->input[1];
    if (!node_gives_one(job->point.implementation->primitive))
        run->output = memory->output;
}

/* Bytes of its arrays that a run has left on the device come to the host's. */
static void fetch(const struct rank_job *job, struct span bytes)
{
    const struct device_arrays *const memory = &job->set->devices[engine_of_order(job->order)];
    if (job->run.device && job->run.output == memory->output)
        job->run.engine->copy_out(memory->opened, job->set->output.data + bytes.first,
                                  (const char *)memory->output + bytes.first, bytes.last - bytes.first);
}

/* What went wrong on the device since this was asked. */
static void tell_device(const struct rank_job *job, struct ranks_answer *answer)
{
    struct error why = {0};
    if (!job->run.device || !job->run.engine->failed(job->run.device, &why))
        return;
    fail(answer, why.text);
    answer->crashed = true;
}

/* False where this rank has no part in it. */
static bool open_job(struct rank_job *job, struct ranks_bench *bench, const struct ranks_order *order)
{
    *job = (struct rank_job){.bench = bench, .order = order};
    job->point.implementation = registry[order->implementation];
    memcpy(job->point.axis, order->axis, sizeof order->axis);
    job->set = set_of(bench, order);
    if (!job->set)
        return false;
    const enum primitive primitive = job->point.implementation->primitive;
    job->run = (struct run){
        .point = &job->point,
        .input = job->set->input[0].data,
        .second = primitive_inputs(primitive) > 1 ? job->set->input[1].data : NULL,
        .output = job->set->output.data,
        .count = primitive_counts(primitive) ? job->set->count : NULL,
        .initial = problem_initial(&order->key),
        .team = bench->team,
        .workers = point_workers(&job->point),
        .places = bench->places,
        .state = order->slot < bench->state_count ? bench->states[order->slot] : NULL,
        .ranks = &job->set->ranks,
    };
    move_job(job);
    return true;
}

/* Places for the workers, those of this host's ranks one after the other where mpiexec bound none of them.
 */
static void choose_places(struct ranks_bench *bench, unsigned workers)
{
    const struct place *allowed;
    const size_t count = topology_places(bench->machine->topology, &allowed);
    if (count == 0)
        return;
    bench->places = memory_array(workers, sizeof *bench->places);
    for (unsigned w = 0; w < workers; w++)
        bench->places[w] = allowed[(bench->seat.local * workers + w) % count];
}

static void start_workers(struct ranks_bench *bench, const struct ranks_order *order,
                          struct ranks_answer *answer)
{
    struct error why = {0};
    if (bench->team)
        return;
    if (order->pinned)
        choose_places(bench, order->workers);
    bench->team = team_create(bench->places, order->workers, &why);
    bench->owns_team = bench->team;
    if (!bench->team)
        fail(answer, why.text);
}

static bool take_device(struct ranks_bench *bench, struct rank_job *job, struct error *why)
{
    const enum engines engine = engine_of_order(job->order);
    struct engine_device **const opened = &bench->devices[engine];
    return engine == ENGINE_NONE || ((*opened || rank_device_open(engine, &bench->seat, opened, why)) &&
                                     rank_set_map_device(job->set, engine, *opened, why));
}

static void prepare(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *answer)
{
    struct rank_job job;
    struct error why = {0};
    if (order->slot >= bench->state_count) {
        bench->states = memory_resize(bench->states, order->slot + 1, sizeof *bench->states);
        memset(bench->states + bench->state_count, 0,
               (order->slot + 1 - bench->state_count) * sizeof *bench->states);
        bench->state_count = order->slot + 1;
    }
    if (!open_job(&job, bench, order))
        return;
    if (!take_device(bench, &job, &why)) {
        refuse(answer, &why);
        return;
    }
    move_job(&job);
    const struct implementation *const implementation = job.point.implementation;
    if (implementation->prepare && !implementation->prepare(&job.run, &bench->states[order->slot], &why))
        refuse(answer, &why);
}

static void finish(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *answer)
{
    struct rank_job job;
    (void)answer;
    if (!open_job(&job, bench, order) || !job.run.state)
        return;
    job.point.implementation->finish(job.run.state);
    bench->states[order->slot] = NULL;
}

static void run_once(void *argument, unsigned worker)
{
    const struct rank_job *const job = argument;
    struct run run = job->run;
    run.worker = worker;
    job->point.implementation->run(&run);
}

/* Whether what it kept has been moved, so that all ranks have as many. */
static bool is_moved(const struct point *point)
{
    return point->implementation->primitive == PRIMITIVE_COMPACT && !point_has(point, AXIS_COLLECTIVE);
}

static size_t answer_bytes(const struct rank_job *job)
{
    return problem_part_bytes(&job->set->part, job->point.implementation->primitive, is_moved(&job->point));
}

static void tell_digest(const struct rank_job *job, unsigned part, struct ranks_answer *answer)
{
    const uint64_t count = job->run.count ? job->set->count[0] : 0;
    const struct span own = span_part(answer_bytes(job), part, DIGEST_PARTS);
    /* What is on another rank is another answer. */
    answer->digest[part] = digest_output(job->set->output.data + own.first, own.last - own.first, count) *
                           (2 * job->set->ranks.rank + 1);
}

static void tell_digests(const struct rank_job *job, struct ranks_answer *answer)
{
    for (unsigned part = 0; part < DIGEST_PARTS; part++)
        tell_digest(job, part, answer);
}

static void prove(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *answer)
{
    struct rank_job job;
    struct finding finding;
    if (!open_job(&job, bench, order))
        return;
    const struct part_answer left = {job.point.implementation->primitive, is_moved(&job.point),
                                     job.set->output.data, job.set->count};
    rank_set_poison(job.set, order->complement);
    const struct clock *const clock = &bench->machine->clock;
    const uint64_t start_ns = clock_read(clock);
    team_run(bench->team, job.run.workers, run_once, &job);
    answer->took_s = clock_since_s(clock, start_ns);
    fetch(&job, (struct span){0, job.set->output.bytes});
    tell_device(&job, answer);
    if (!answer->failed && !problem_part_verify(&job.set->part, &left, &finding))
        fail(answer, finding.text);
    answer->selected = problem_part_selected(&job.set->part, left.primitive, left.moved);
    answer->huge_fraction = rank_set_huge_fraction(job.set);
    tell_digests(&job, answer);
}

/* Calls that begin at their time on every rank, on the clock of this one. */
struct timed_job {
    struct rank_job *job;
    uint64_t start_ns, window_ns; /* on this rank's clock */
    double took_s[RANKS_CALLS];
};

static double run_at(const struct timed_job *timed, const struct run *run, uint64_t start_ns)
{
    const struct clock *const clock = &timed->job->bench->machine->clock;
    bool late = false;
    if (run->worker == 0) {
        late = clock_read(clock) >= start_ns;
        while (!clock_failed() && clock_read(clock) < start_ns) {
        }
    }
    team_barrier(run->team, run->worker);
    run->point->implementation->run(run);
    team_barrier(run->team, run->worker);
    return late ? INFINITY : clock_between_s(start_ns, clock_read(clock));
}

static void run_timed(void *argument, unsigned worker)
{
    struct timed_job *const timed = argument;
    struct run run = timed->job->run;
    run.worker = worker;
    run.point->implementation->run(&run); /* so that its caches are its own */
    team_barrier(run.team, worker);
    for (uint64_t i = 0; i < timed->job->order->calls; i++) {
        const double took_s = run_at(timed, &run, timed->start_ns + i * timed->window_ns);
        if (worker == 0)
            timed->took_s[i] = took_s;
    }
}

/* On the slowest rank. */
static void keep_slowest(struct ranks_bench *bench, const struct rank_group *ranks, const double *took_s,
                         uint64_t calls)
{
    ranks->glue->allreduce(ranks->comm, took_s, bench->times_s, (struct mpi_words){calls, DTYPE_F64, OP_MAX});
}

static void take_time(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *answer)
{
    struct rank_job job;
    if (!open_job(&job, bench, order))
        return;
    struct timed_job timed = {&job, order->start_ns + (uint64_t)bench->offset_ns, order->window_ns, {0}};
    team_run(bench->team, job.run.workers, run_timed, &timed);
    keep_slowest(bench, &job.set->ranks, timed.took_s, order->calls);
    const bool whole = order->part == DIGEST_PARTS;
    if (order->part > DIGEST_PARTS) {
        tell_device(&job, answer);
        return;
    }
    fetch(&job, whole ? (struct span){0, answer_bytes(&job)}
                      : span_part(answer_bytes(&job), order->part, DIGEST_PARTS));
    tell_device(&job, answer);
    whole ? tell_digests(&job, answer) : tell_digest(&job, order->part, answer);
}

/* Its two parts: the latest end, and what is before the latest begin of the ends. */
static void take_skew(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *answer)
{
    (void)answer;
    const struct clock *const clock = &bench->machine->clock;
    const struct rank_set *const set = set_of(bench, order);
    double ends_s[2 * RANKS_CALLS], all_s[2 * RANKS_CALLS];
    if (!set)
        return;
    const uint64_t start_ns = order->start_ns + (uint64_t)bench->offset_ns;
    for (uint64_t i = 0; i < order->calls; i++) {
        set->ranks.glue->barrier(set->ranks.comm);
        ends_s[2 * i] = clock_between_s(start_ns, clock_read(clock));
        ends_s[2 * i + 1] = -ends_s[2 * i];
    }
    set->ranks.glue->allreduce(set->ranks.comm, ends_s, all_s,
                               (struct mpi_words){2 * order->calls, DTYPE_F64, OP_MAX});
    for (uint64_t i = 0; i < order->calls; i++)
        bench->times_s[i] = all_s[2 * i] + all_s[2 * i + 1];
}

static void map(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *answer)
{
    const unsigned ranks = (unsigned)order->axis[AXIS_RANKS];
    const struct rank_group *const world = &bench->world;
    struct error why = {0};
    bench->sets = memory_resize(bench->sets, bench->set_count + 1, sizeof *bench->sets);
    struct rank_set *const set = &bench->sets[bench->set_count++];
    *set =
        (struct rank_set){.ranks = {world->glue, world->glue->first(world->comm, ranks), world->rank, ranks}};
    if (!rank_set_map(set, &order->key, order->pages, bench->seat.locals, &why))
        fail(answer, why.text);
}

static void unmap_all(struct ranks_bench *bench)
{
    for (size_t i = 0; i < bench->set_count; i++)
        rank_set_unmap(&bench->sets[i]);
    free(bench->sets);
    bench->sets = NULL;
    bench->set_count = 0;
}

static void unmap(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *answer)
{
    (void)order, (void)answer;
    unmap_all(bench);
}

static void do_nothing(struct ranks_bench *bench, const struct ranks_order *order,
                       struct ranks_answer *answer)
{
    (void)bench, (void)order, (void)answer;
}

static void fill(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *answer)
{
    (void)answer;
    struct rank_set *const set = set_of(bench, order);
    const uint64_t workers = order->axis[AXIS_WORKERS];
    if (set)
        rank_set_fill(set, &order->key, bench->team, workers ? (unsigned)workers : 1);
}

void ranks_perform(struct ranks_bench *bench, const struct ranks_order *order, struct ranks_answer *answer)
{
    static void (*const perform[])(struct ranks_bench *, const struct ranks_order *,
                                   struct ranks_answer *) = {
        [ORDER_START] = start_workers, [ORDER_MAP] = map,       [ORDER_FILL] = fill,
        [ORDER_PREPARE] = prepare,     [ORDER_PROVE] = prove,   [ORDER_TIME] = take_time,
        [ORDER_SKEW] = take_skew,      [ORDER_FINISH] = finish, [ORDER_UNMAP] = unmap,
        [ORDER_END] = do_nothing,
    };
    *answer = (struct ranks_answer){.huge_fraction = NAN};
    perform[order->kind](bench, order, answer);
}

void ranks_bench_close(struct ranks_bench *bench)
{
    unmap_all(bench);
    if (bench->owns_team)
        team_destroy(bench->team);
    bench->owns_team = false;
    nccl_close();
    for (enum engines engine = 0; engine < ENGINES; engine++) {
        if (bench->devices[engine])
            bench->devices[engine]->engine->close(bench->devices[engine]);
        bench->devices[engine] = NULL;
    }
    free(bench->states);
    free(bench->places);
    bench->states = NULL;
    bench->places = NULL;
}
