/* SPDX-License-Identifier: MIT */
/* What the stand-in for a driver runs kernels on: groups one after the other on this CPU, a thread as a
 * coroutine. Coroutines change places by jumps, which ask the system for nothing. */
#pragma once

#undef _FORTIFY_SOURCE /* which takes a jump to another stack for a mistake */

#include "fake_cuda.h"

#include <setjmp.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { LANES = 32, MOST_THREADS = 1024, STACK_BYTES = 64 << 10, MOST_POLLS = 1000, MOST_YIELDS = 1000000 };

/* Where a coroutine stands: to be run, waiting for its subgroup or for its group, at its end. */
enum state { READY, AT_SIMD_BARRIER, AT_BARRIER, ENDED };

static struct {
    jmp_buf scheduler, thread[MOST_THREADS];
    unsigned made; /* coroutines, which end with the process */
    enum state state[MOST_THREADS];
    uint64_t brought[MOST_THREADS];
    char *stacks;
    unsigned threads, current, group, polls, yields, launches;
    int in_other_order;
    void (*kernel)(void **arguments);
    void **arguments;
} machine;

static unsigned thread_now(void)
{
    return machine.current;
}

static unsigned group_now(void)
{
    return machine.group;
}

static void wait_as(enum state state)
{
    machine.state[machine.current] = state;
    if (_setjmp(machine.thread[machine.current]) == 0)
        _longjmp(machine.scheduler, 1);
}

static void barrier(void)
{
    wait_as(AT_BARRIER);
}

static void gather(uint64_t value, uint64_t all[32])
{
    machine.brought[machine.current] = value;
    wait_as(AT_SIMD_BARRIER);
    memcpy(all, machine.brought + machine.current / LANES * LANES, LANES * sizeof value);
    wait_as(AT_SIMD_BARRIER); /* all have read */
}

static void end(const char *why)
{
    fprintf(stderr, "stand-in for a device: group %u: %s\n", machine.group, why);
    exit(3);
}

/* The groups before have ended, those after have not begun: what does not come soon never comes. */
static void poll(void)
{
    if (++machine.polls > MOST_POLLS)
        end("a thread waits for ever");
}

/* Those of the group that do not wait for this one go on meanwhile. */
static void yield(void)
{
    if (++machine.yields > MOST_YIELDS)
        end("its threads wait for each other for ever");
    wait_as(READY);
}

static const struct fake_device on_machine = {thread_now, group_now, barrier, gather, poll, yield};

/* A coroutine: a thread of each group in turn. */
static void be_threads(void)
{
    for (;;) {
        wait_as(ENDED);
        machine.kernel(machine.arguments);
    }
}

/* Let the current thread go on until it waits. */
static void go_on(void)
{
    if (_setjmp(machine.scheduler) == 0)
        _longjmp(machine.thread[machine.current], 1);
}

/* Let those of a range who wait for each other go on, once all of them do. */
static int release(enum state state, unsigned first, unsigned count)
{
    for (unsigned i = first; i < first + count; i++)
        if (machine.state[i] != state)
            return 0;
    machine.yields = 0;
    memset(machine.state + first, 0, count * sizeof machine.state[0]); /* READY */
    return 1;
}

static int run_subgroup(unsigned first)
{
    int moved = 0;
    for (unsigned i = first; i < first + LANES; i++)
        if (machine.state[i] == READY) {
            machine.current = i;
            machine.polls = 0;
            go_on();
            moved = 1;
        }
    return moved | release(AT_SIMD_BARRIER, first, LANES);
}

/* Until it waits for its first group. */
static void make_coroutine(unsigned i)
{
    static ucontext_t begin;
    getcontext(&begin);
    begin.uc_stack.ss_sp = machine.stacks + (size_t)i * STACK_BYTES;
    begin.uc_stack.ss_size = STACK_BYTES;
    makecontext(&begin, be_threads, 0);
    machine.current = i;
    if (_setjmp(machine.scheduler) == 0)
        setcontext(&begin);
}

/* With the word "order=1" each launch begins with another subgroup, and goes round the other way than the
 * one before. */
static unsigned subgroup_in_turn(unsigned turn)
{
    const unsigned count = machine.threads / LANES, from = machine.launches % count;
    if (!machine.in_other_order)
        return turn;
    return machine.launches % 2 ? (from + turn) % count : (from + count - turn) % count;
}

static void run_group(void)
{
    memset(machine.state, 0, machine.threads * sizeof machine.state[0]); /* READY */
    for (;;) {
        int moved = 0;
        for (unsigned turn = 0; turn < machine.threads / LANES; turn++)
            moved |= run_subgroup(LANES * subgroup_in_turn(turn));
        if (release(ENDED, 0, machine.threads))
            return;
        if (!release(AT_BARRIER, 0, machine.threads) && !moved)
            end("threads wait for others that never come");
    }
}

/* All groups of a launch, whose threads are a multiple of a subgroup's. */
static void run_groups(void (*kernel)(void **arguments), unsigned groups, unsigned threads, void **arguments)
{
    if (!machine.stacks)
        machine.stacks = (char *)mmap(NULL, (size_t)MOST_THREADS * STACK_BYTES, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (; machine.made < threads; machine.made++)
        make_coroutine(machine.made);
    machine.threads = threads;
    machine.launches++;
    machine.in_other_order = (int)fake_number("order", 0);
    machine.kernel = kernel;
    machine.arguments = arguments;
    for (machine.group = 0; machine.group < groups; machine.group++)
        run_group();
}
