/* SPDX-License-Identifier: MIT */
/* Making the Nth call of a kind fail, in this process and its children; or be the last that a process made.
 */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

enum inject_kind {
    INJECT_NOTHING,
    INJECT_ALLOCATION,
    INJECT_THREAD,
    INJECT_MAP,
    INJECT_PROTECT,
    INJECT_FORK,
    INJECT_PIPE,
    INJECT_OPEN,
    INJECT_WRITE,
    INJECT_SYNC,
    INJECT_RENAME,
    INJECT_UNLINK,
    INJECT_KINDS,
};

enum inject_mode {
    INJECT_ONCE,  /* the Nth call alone */
    INJECT_ON,    /* the Nth call and all behind it */
    INJECT_SHORT, /* writes: none fails, each is cut short or interrupted */
    INJECT_KILL,  /* the child of inject_fork is killed before its Nth call, or half through a write */
};

/* Begin to count: the nth call (from 1) of this kind fails. Before any fork that shall share the count. */
void inject_start(enum inject_kind kind, enum inject_mode mode, unsigned nth);

/* Fail nothing any more. Returns whether anything had failed since the start. */
bool inject_stop(void);

/* How many calls of the kind were made since the start; up to that which killed. */
unsigned inject_calls(void);

/* A fork that never fails. */
pid_t inject_fork(void);
