/* SPDX-License-Identifier: MIT */
/* Persistent pinned workers that run one function together, and their barrier. */
#include "machine/workers/team.h"

#include "base/memory.h"
#include "base/monotonic.h"
#include "base/stack.h"
#include "machine/workers/pin.h"

#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    LINE = 128, /* two cache lines: neighbours are prefetched in pairs */
    ROUNDS = 16,
    MAX_WORKERS = 1 << ROUNDS,
    SPINS_BEFORE_YIELD = 64,
    IDLE_SPIN_NS = 30000,
};

/* What a worker's doorbell says; only worker 0 writes RUN and STOP, only its owner QUIET and ASLEEP. */
enum doorbell { QUIET, ASLEEP, RUN, STOP };

struct signal {
    _Alignas(LINE) _Atomic uint64_t epoch;
};

struct worker {
    _Alignas(LINE) _Atomic uint32_t doorbell;
    _Alignas(LINE) struct team *team; /* from here to `cpu`: its own thread's, and worker 0's between runs */
    unsigned index;
    unsigned active;
    bool yields;
    uint64_t epoch; /* barriers passed; the same for all active workers */
    unsigned cpu;
    pthread_t thread;
    struct signal signals[ROUNDS];
};

struct team_job {
    team_function *function;
    void *argument;
    unsigned active;
    bool yields;
    uint64_t epoch; /* where all active workers stand */
};

struct team {
    _Alignas(LINE) struct team_job job;
    unsigned size;
    unsigned started;                        /* workers that exist, worker 0 included */
    unsigned distinct;                       /* the first so many workers have a CPU each */
    struct binding before;                   /* of the thread that became worker 0 */
    _Alignas(LINE) _Atomic unsigned working; /* threads that have not returned from this run */
    struct worker workers[];
};

static inline void cpu_relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static inline void spin(const struct worker *me, unsigned *spins)
{
    cpu_relax();
    if (me->yields && ++*spins > SPINS_BEFORE_YIELD)
        sched_yield();
}

/* Dissemination (Hensgen, Finkel, Manber 1988): in round r everyone signals the worker 2^r ahead and waits
 * for the one 2^r after it. Epochs only grow, so that a signal need not be reset, whoever was active before.
 */
void team_barrier(struct team *team, unsigned worker)
{
    struct worker *const me = &team->workers[worker];
    const uint64_t epoch = ++me->epoch;
    for (unsigned round = 0, distance = 1; distance < me->active; round++, distance *= 2) {
        const unsigned sum = worker + distance;
        const unsigned ahead = sum < me->active ? sum : sum - me->active;
        atomic_store_explicit(&team->workers[ahead].signals[round].epoch, epoch, memory_order_release);
        unsigned spins = 0;
        while (atomic_load_explicit(&me->signals[round].epoch, memory_order_acquire) < epoch)
            spin(me, &spins);
    }
}

static void work(struct worker *me)
{
    const struct team_job job = me->team->job;
    me->active = job.active;
    me->yields = job.yields;
    me->epoch = job.epoch;
    job.function(job.argument, me->index);
    me->cpu = pin_current();
}

static void ring(struct worker *worker, enum doorbell order)
{
    if (atomic_exchange_explicit(&worker->doorbell, order, memory_order_acq_rel) == ASLEEP)
        syscall(SYS_futex, &worker->doorbell, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static uint32_t spin_for_order(struct worker *me)
{
    const uint64_t start = monotonic_ns();
    uint64_t now;
    unsigned spins = 0;
    do {
        for (int i = 0; i < SPINS_BEFORE_YIELD; i++) {
            const uint32_t order = atomic_load_explicit(&me->doorbell, memory_order_acquire);
            if (order != QUIET)
                return order;
            spin(me, &spins);
        }
        now = monotonic_ns();
    } while (now >= start && now - start < IDLE_SPIN_NS); /* a clock that goes back lets it sleep */
    return QUIET;
}

static uint32_t sleep_for_order(struct worker *me)
{
    uint32_t order = QUIET;
    if (!atomic_compare_exchange_strong(&me->doorbell, &order, ASLEEP))
        return order;
    while ((order = atomic_load_explicit(&me->doorbell, memory_order_acquire)) == ASLEEP)
        syscall(SYS_futex, &me->doorbell, FUTEX_WAIT_PRIVATE, ASLEEP, NULL, NULL, 0);
    return order;
}

static void *serve(void *argument)
{
    struct worker *const me = argument;
    for (;;) {
        uint32_t order = spin_for_order(me);
        if (order == QUIET)
            order = sleep_for_order(me);
        if (order == STOP)
            return NULL;
        /* Worker 0 does not ring again before this worker has joined. */
        atomic_store_explicit(&me->doorbell, QUIET, memory_order_relaxed);
        work(me);
        atomic_fetch_sub_explicit(&me->team->working, 1, memory_order_release);
    }
}

static void join(struct team *team)
{
    unsigned spins = 0;
    while (atomic_load_explicit(&team->working, memory_order_acquire) > 0)
        spin(&team->workers[0], &spins);
}

void team_run(struct team *team, unsigned active, team_function *function, void *argument)
{
    assert(active >= 1 && active <= team->size);
    team->job = (struct team_job){
        .function = function,
        .argument = argument,
        .active = active,
        .yields = active > team->distinct,
        .epoch = team->workers[0].epoch,
    };
    atomic_store_explicit(&team->working, active - 1, memory_order_relaxed);
    for (unsigned w = 1; w < active; w++)
        ring(&team->workers[w], RUN);
    work(&team->workers[0]);
    join(team);
}

/* The stack of a thread is what the soft limit was when the program began: that may be too little. */
static int start_thread(struct worker *worker)
{
    pthread_attr_t attributes;
    size_t bytes = 0;
    const int refusal = pthread_attr_init(&attributes);
    if (refusal != 0)
        return refusal;
    pthread_attr_getstacksize(&attributes, &bytes);
    if (bytes < STACK_KERNELS)
        pthread_attr_setstacksize(&attributes, STACK_KERNELS);
    const int failure = pthread_create(&worker->thread, &attributes, serve, worker);
    pthread_attr_destroy(&attributes);
    return failure;
}

/* Signals are the main thread's business: workers start with all of them blocked. */
static bool start_threads(struct team *team, struct error *error)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int refusal = 0;
    for (; team->started < team->size && refusal == 0; team->started += refusal == 0) {
        refusal = start_thread(&team->workers[team->started]);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (refusal == 0)
        return true;
    errno = refusal;
    return error_set_errno(error, EXIT_SYSTEM, "cannot start worker %u of %u", team->started, team->size);
}

struct pinning {
    const struct place *places;
    _Atomic bool failed;
    struct error *error;
};

static void pin_worker(void *argument, unsigned worker)
{
    struct pinning *const pinning = argument;
    struct error refusal = {0};
    if (pin_thread(pinning->places[worker].cpu, &refusal) || atomic_exchange(&pinning->failed, true))
        return;
    error_set(pinning->error, refusal.code, "worker %u: %s", worker, refusal.text);
}

static unsigned count_distinct(const struct place *places, unsigned size)
{
    for (unsigned i = 1; i < size; i++) {
        for (unsigned j = 0; j < i; j++) {
            if (places[i].cpu == places[j].cpu)
                return i;
        }
    }
    return size;
}

static bool pin_workers(struct team *team, const struct place *places, struct error *error)
{
    struct pinning pinning = {.places = places, .error = error};
    team_run(team, team->size, pin_worker, &pinning);
    team->distinct = count_distinct(places, team->size);
    return !pinning.failed;
}

static void init_workers(struct team *team)
{
    for (unsigned w = 0; w < team->size; w++) {
        team->workers[w].team = team;
        team->workers[w].index = w;
        team->workers[w].yields = true;
        team->workers[w].cpu = pin_current();
    }
}

struct team *team_create(const struct place *places, unsigned size, struct error *error)
{
    assert(size >= 1);
    if (size > MAX_WORKERS) {
        error_set(error, EXIT_SYSTEM, "cannot start %u workers: at most %d", size, MAX_WORKERS);
        return NULL;
    }
    const size_t bytes = sizeof(struct team) + size * sizeof(struct worker);
    struct team *const team = aligned_alloc(LINE, bytes);
    if (!team)
        memory_end(bytes);
    memset(team, 0, bytes);
    team->size = size;
    team->started = 1;
    team->distinct = 1;
    pin_save(&team->before);
    init_workers(team);
    if (start_threads(team, error) && (!places || pin_workers(team, places, error)))
        return team;
    team_destroy(team);
    return NULL;
}

void team_destroy(struct team *team)
{
    for (unsigned w = 1; w < team->started; w++)
        ring(&team->workers[w], STOP);
    for (unsigned w = 1; w < team->started; w++)
        pthread_join(team->workers[w].thread, NULL);
    pin_restore(&team->before);
    free(team);
}

unsigned team_size(const struct team *team)
{
    return team->size;
}

unsigned team_cpu(const struct team *team, unsigned worker)
{
    return team->workers[worker].cpu;
}

static size_t boundary(size_t n, size_t grain, unsigned worker, unsigned size)
{
    const size_t grains = n / grain + (n % grain != 0);
    const size_t extra = grains % size;
    const size_t before = grains / size * worker + (worker < extra ? worker : extra);
    return before < grains ? before * grain : n;
}

struct span team_part(size_t n, size_t grain, unsigned worker, unsigned size)
{
    return (struct span){boundary(n, grain, worker, size), boundary(n, grain, worker + 1, size)};
}
