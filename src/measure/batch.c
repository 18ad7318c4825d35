/* SPDX-License-Identifier: MIT */
/* Timing: a batch of calls on the workers, nothing but the kernel between the two clock reads. */
#include "measure/measure.h"

#include "machine/workers/thread_state.h"
#include "statistics/statistics.h"

#include <math.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

enum { EMPTY_SAMPLES = 32, REST_LOOK_NS = 500 * 1000, REST_LOOKS = 200 };
static const double rest_share = 0.2;

struct batch_job {
    const struct run *run;
    const struct clock *clock;
    const struct calls *calls;
    struct counters *counters;
    _Atomic uint64_t start, end; /* the earliest and the latest of the workers */
    const char *_Atomic changed; /* of a thread that a plugin was called on */
};

/* What is built in needs no such look, and some instructions fewer around a sample. */
static bool is_foreign(const struct run *run)
{
    return run->point->implementation->family == FAMILY_PLUGIN;
}

/* A library with threads of its own may bind the calling one as one of them. */
static void put_back(struct batch_job *job, const struct thread_state *state)
{
    const bool binds = job->run->point->implementation->own_threads;
    const char *const changed = thread_state_restore(state, binds);
    if (changed)
        job->changed = changed;
}

enum extreme { LEAST, GREATEST };

static void keep(enum extreme extreme, _Atomic uint64_t *kept, uint64_t value)
{
    uint64_t seen = atomic_load(kept);
    while ((extreme == LEAST ? value < seen : value > seen) &&
           !atomic_compare_exchange_weak(kept, &seen, value)) {
    }
}

static void call(const struct run *run, uint64_t calls)
{
    for (uint64_t i = 0; i < calls; i++) {
        run->point->implementation->run(run);
        team_barrier(run->team, run->worker);
    }
}

static void call_all(const struct run *run, const struct calls *calls)
{
    const uint64_t before = calls->change ? calls->before : 0;
    call(run, before);
    if (calls->change) {
        if (run->worker == 0)
            calls->change(calls->context);
        team_barrier(run->team, run->worker);
    }
    call(run, calls->count - before);
}

static void timed(void *argument, unsigned worker)
{
    struct batch_job *const job = argument;
    struct run run = *job->run;
    run.worker = worker;
    struct thread_state state;
    if (is_foreign(&run))
        thread_state_take(&state);
    counters_start(job->counters, worker);
    team_barrier(run.team, worker);
    const uint64_t start = clock_read(job->clock);
    call_all(&run, job->calls);
    const uint64_t end = clock_read(job->clock);
    counters_stop(job->counters, worker);
    if (is_foreign(&run))
        put_back(job, &state);
    keep(LEAST, &job->start, start);
    keep(GREATEST, &job->end, end);
}

static void untimed(void *argument, unsigned worker)
{
    struct batch_job *const job = argument;
    struct run run = *job->run;
    struct thread_state state;
    run.worker = worker;
    if (is_foreign(&run))
        thread_state_take(&state);
    call_all(&run, job->calls);
    if (is_foreign(&run))
        put_back(job, &state);
}

static unsigned callers(const struct run *run)
{
    return implementation_callers(run->point->implementation, run->workers);
}

static double ran_s(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

struct sample batch_time(const struct run *run, const struct clock *clock, const struct calls *calls,
                         struct counters *counters)
{
    struct batch_job job = {
        .run = run, .clock = clock, .calls = calls, .counters = counters, .start = UINT64_MAX};
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    team_run(run->team, callers(run), timed, &job);
    getrusage(RUSAGE_SELF, &after);
    struct sample sample = {
        .seconds = clock_between_s(job.start, job.end),
        .faulted = after.ru_minflt != before.ru_minflt || after.ru_majflt != before.ru_majflt,
        .preempted = after.ru_nivcsw != before.ru_nivcsw,
        .changed = job.changed,
    };
    sample.idle_s = fmax(sample.seconds - (ran_s(&after) - ran_s(&before)), 0);
    if (job.start == job.end) {
        sample.seconds = clock->tick_s; /* no longer than that */
        clock_await_move(clock);        /* it may have stopped */
    }
    for (; sample.cpu_count < run->workers && sample.cpu_count < BATCH_CPUS; sample.cpu_count++)
        sample.cpus[sample.cpu_count] = team_cpu(run->team, sample.cpu_count);
    return sample;
}

const char *batch_run(const struct run *run, uint64_t calls)
{
    const struct calls plain = {.count = calls};
    struct batch_job job = {.run = run, .calls = &plain};
    team_run(run->team, callers(run), untimed, &job);
    return job.changed;
}

static double cpu_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void batch_rest(const struct run *run)
{
    const struct timespec look = {.tv_nsec = REST_LOOK_NS};
    if (callers(run) == run->workers)
        return;
    for (unsigned looks = 0; looks < REST_LOOKS; looks++) {
        const double before = cpu_s();
        nanosleep(&look, NULL);
        if (cpu_s() - before < rest_share * REST_LOOK_NS * 1e-9)
            return;
    }
}

struct core_job {
    const struct clock *clock;
    _Atomic uint64_t chain_ns, wide_ns; /* of the slowest */
};

static void probe(void *argument, unsigned worker)
{
    struct core_job *const job = argument;
    (void)worker;
    keep(GREATEST, &job->chain_ns, (uint64_t)llround(probe_core_s(job->clock) * 1e9));
    keep(GREATEST, &job->wide_ns, (uint64_t)llround(probe_wide_s(job->clock) * 1e9));
}

struct core_times batch_core_times(struct team *team, unsigned workers, const struct clock *clock)
{
    struct core_job job = {.clock = clock};
    team_run(team, workers, probe, &job);
    return (struct core_times){(double)job.chain_ns * 1e-9, (double)job.wide_ns * 1e-9};
}

static void nothing(void *argument, unsigned worker)
{
    (void)argument;
    (void)worker;
}

double batch_empty_s(struct team *team, unsigned workers, const struct clock *clock)
{
    double samples[EMPTY_SAMPLES];
    team_run(team, workers, nothing, NULL);
    for (unsigned i = 0; i < EMPTY_SAMPLES; i++) {
        const uint64_t start = clock_read(clock);
        team_run(team, workers, nothing, NULL);
        samples[i] = clock_since_s(clock, start);
    }
    return statistics_make(samples, EMPTY_SAMPLES).median;
}
