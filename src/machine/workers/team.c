/* SPDX-License-Identifier: MIT */
/* Persistent pinned workers that run one function together, and their barrier. */
#include "machine/workers/team.h"

#include "base/divide.h"
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
#include <unistd.h>

enum {
    LINE = 128, /* two cache lines: neighbours are prefetched in pairs */
    ROUNDS = 16,
    MAX_WORKERS = 1 << ROUNDS,
    SPINS_BEFORE_YIELD = 64,
    IDLE_SPIN_NS = 30000,
};

struct signal {
    _Alignas(LINE) _Atomic uint64_t epoch;
};

struct worker {
    _Alignas(LINE) _Atomic uint64_t done;   /* the last order that it has carried out */
    _Alignas(LINE) _Atomic uint32_t asleep; /* 1: it waits until this is 0 */
    _Alignas(LINE) struct team *team; /* from here to `cpu`: its own thread's, and worker 0's between runs */
    unsigned index;
    unsigned active;
    bool yields;
    uint64_t epoch; /* barriers passed and runs begun; the same for all active workers */
    unsigned cpu;
    pthread_t thread;
    struct signal signals[ROUNDS];
};

struct team_job {
    team_function *function; /* NULL: the thread ends */
    void *argument;
    bool yields;
    uint64_t epoch; /* where all active workers stand */
};

/* One line says everything: how many runs there were, and the active workers of this one in the lowest bits.
 * Only those look at the job, which is written again when all of them are done. */
struct team {
    _Alignas(LINE) _Atomic uint64_t order;
    struct team_job job;
    _Alignas(LINE) unsigned size;
    unsigned started;      /* workers that exist, worker 0 included */
    unsigned distinct;     /* the first so many workers have a CPU each */
    struct binding before; /* of the thread that became worker 0 */
    struct worker workers[];
};

enum { ACTIVE_BITS = ROUNDS + 1 };

static unsigned active_of(uint64_t order)
{
    return (unsigned)(order & ((1u << ACTIVE_BITS) - 1));
}

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

uint64_t team_epoch(const struct team *team, unsigned worker)
{
    return team->workers[worker].epoch;
}

static void work(struct worker *me, unsigned active)
{
    const struct team_job job = me->team->job;
    me->active = active;
    me->yields = job.yields;
    me->epoch = job.epoch;
    job.function(job.argument, me->index);
    me->cpu = pin_current();
}

/* An order to this worker that it has not carried out, or 0. */
static uint64_t order_for(struct worker *me, memory_order how)
{
    const uint64_t order = atomic_load_explicit(&me->team->order, how);
    const bool new = order != atomic_load_explicit(&me->done, memory_order_relaxed);
    return new && me->index < active_of(order) ? order : 0;
}

static uint64_t spin_for_order(struct worker *me)
{
    const uint64_t start = monotonic_ns();
    uint64_t now;
    unsigned spins = 0;
    do {
        for (int i = 0; i < SPINS_BEFORE_YIELD; i++) {
            const uint64_t order = order_for(me, memory_order_acquire);
            if (order)
                return order;
            spin(me, &spins);
        }
        now = monotonic_ns();
    } while (now >= start && now - start < IDLE_SPIN_NS); /* a clock that goes back lets it sleep */
    return 0;
}

/* Either this worker sees the order that is given during this, or worker 0 that it sleeps. Both exchange what
 * they write, since the load after it must not be done first: emulators and sanitizers keep that order for an
 * exchange, but not always for a store. */
static uint64_t sleep_for_order(struct worker *me)
{
    uint64_t order;
    atomic_exchange(&me->asleep, 1);
    while ((order = order_for(me, memory_order_seq_cst)) == 0) {
        if (atomic_load(&me->asleep))
            syscall(SYS_futex, &me->asleep, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
        else
            atomic_exchange(&me->asleep, 1); /* woken for an order that it had seen already */
    }
    atomic_store(&me->asleep, 0);
    return order;
}

static void *serve(void *argument)
{
    struct worker *const me = argument;
    for (;;) {
        uint64_t order = spin_for_order(me);
        if (order == 0)
            order = sleep_for_order(me);
        if (!me->team->job.function)
            return NULL;
        work(me, active_of(order));
        atomic_store_explicit(&me->done, order, memory_order_release);
    }
}

static void give_order(struct team *team, unsigned active)
{
    const uint64_t runs = (atomic_load_explicit(&team->order, memory_order_relaxed) >> ACTIVE_BITS) + 1;
    atomic_exchange(&team->order, runs << ACTIVE_BITS | active);
    for (unsigned w = 1; w < active; w++) {
        _Atomic uint32_t *const asleep = &team->workers[w].asleep;
        if (atomic_load(asleep) && atomic_exchange(asleep, 0))
            syscall(SYS_futex, asleep, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    }
}

static void join(struct team *team, unsigned active)
{
    const uint64_t order = atomic_load_explicit(&team->order, memory_order_relaxed);
    unsigned spins = 0;
    for (unsigned w = 1; w < active; w++)
        while (atomic_load_explicit(&team->workers[w].done, memory_order_acquire) != order)
            spin(&team->workers[0], &spins);
}

void team_run(struct team *team, unsigned active, team_function *function, void *argument)
{
    assert(active >= 1 && active <= team->size);
    team->job = (struct team_job){
        .function = function,
        .argument = argument,
        .yields = active > team->distinct,
        .epoch = ++team->workers[0].epoch,
    };
    give_order(team, active);
    work(&team->workers[0], active);
    join(team, active);
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

/* Epochs of the teams of a process differ: what one has left in memory is nothing to another. */
static void init_workers(struct team *team)
{
    const uint64_t epoch = monotonic_ns();
    for (unsigned w = 0; w < team->size; w++) {
        team->workers[w].team = team;
        team->workers[w].index = w;
        team->workers[w].yields = true;
        team->workers[w].epoch = epoch;
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
    team->job.function = NULL;
    give_order(team, team->started);
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
    const size_t grains = divide_up(n, grain);
    const size_t extra = grains % size;
    const size_t before = grains / size * worker + (worker < extra ? worker : extra);
    return before < grains ? before * grain : n;
}

struct span team_part(size_t n, size_t grain, unsigned worker, unsigned size)
{
    return (struct span){boundary(n, grain, worker, size), boundary(n, grain, worker + 1, size)};
}
