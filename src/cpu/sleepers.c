/* SPDX-License-Identifier: MIT */
/* Threads that sleep between calls, on two conditions: fan-out and fan-in. */
#include "cpu/sleepers.h"

#include "base/memory.h"
#include "implementation/run.h"
#include "machine/topology.h"
#include "machine/workers/pin.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

struct sleeper {
    struct sleepers *all;
    pthread_t thread;
    unsigned worker;
    const struct place *place; /* NULL: it is not pinned */
};

struct sleepers {
    pthread_mutex_t lock;
    pthread_cond_t called, done;
    uint64_t calls;
    unsigned left;               /* that have not returned from this call */
    const struct run *run;       /* of this call */
    sleepers_function *function; /* NULL: they end */
    unsigned count;
    struct sleeper sleepers[];
};

static void work(const struct run *run, sleepers_function *function, unsigned worker)
{
    struct run own = *run;
    own.worker = worker;
    function(&own);
}

static void *serve(void *argument)
{
    const struct sleeper *const me = argument;
    struct sleepers *const all = me->all;
    struct error ignored = {0};
    uint64_t seen = 0;
    if (me->place)
        pin_thread(me->place->cpu, &ignored);
    pthread_mutex_lock(&all->lock);
    for (;;) {
        while (all->calls == seen)
            pthread_cond_wait(&all->called, &all->lock);
        seen = all->calls;
        if (!all->function)
            break;
        pthread_mutex_unlock(&all->lock);
        work(all->run, all->function, me->worker);
        pthread_mutex_lock(&all->lock);
        if (--all->left == 0)
            pthread_cond_signal(&all->done);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

static void call(struct sleepers *all, const struct run *run, sleepers_function *function)
{
    pthread_mutex_lock(&all->lock);
    all->run = run;
    all->function = function;
    all->left = all->count;
    all->calls++;
    pthread_cond_broadcast(&all->called);
    pthread_mutex_unlock(&all->lock);
}

void sleepers_run(struct sleepers *all, const struct run *run, sleepers_function *function)
{
    call(all, run, function);
    work(run, function, 0);
    pthread_mutex_lock(&all->lock);
    while (all->left > 0)
        pthread_cond_wait(&all->done, &all->lock);
    pthread_mutex_unlock(&all->lock);
}

/* Signals are the main thread's business. */
static int start_threads(struct sleepers *all, const struct run *run)
{
    sigset_t every, before;
    int refusal = 0;
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    while (all->count + 1 < run->workers && refusal == 0) {
        struct sleeper *const next = &all->sleepers[all->count];
        const unsigned worker = all->count + 1;
        *next = (struct sleeper){
            .all = all, .worker = worker, .place = run->places ? &run->places[worker] : NULL};
        refusal = pthread_create(&next->thread, NULL, serve, next);
        all->count += refusal == 0;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return refusal;
}

struct sleepers *sleepers_create(const struct run *run, struct error *error)
{
    struct sleepers *const all = memory_array(1, sizeof *all + run->workers * sizeof *all->sleepers);
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->called, NULL);
    pthread_cond_init(&all->done, NULL);
    const int refusal = start_threads(all, run);
    if (refusal == 0)
        return all;
    errno = refusal;
    error_set_errno(error, EXIT_SYSTEM, "cannot start thread %u of %u", all->count + 1, run->workers);
    sleepers_destroy(all);
    return NULL;
}

void sleepers_destroy(struct sleepers *all)
{
    call(all, NULL, NULL);
    for (unsigned i = 0; i < all->count; i++)
        pthread_join(all->sleepers[i].thread, NULL);
    pthread_cond_destroy(&all->done);
    pthread_cond_destroy(&all->called);
    pthread_mutex_destroy(&all->lock);
    free(all);
}
