/* SPDX-License-Identifier: MIT */
/* Turns: two programs measure the same plan on the same CPUs in turn, sample by sample, so that what the
 * machine does meanwhile happens to both. */
#pragma once

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum { TURNS_SESSION = 40 };

/* One side of two. Position is how far a side has come in the plan; it only grows. */
struct turns {
    int channel;                 /* a socket whose other end the other program has; owned */
    bool first;                  /* has the first turn */
    bool answered;               /* the other has said what it is about to measure */
    char session[TURNS_SESSION]; /* names both runs; "" until they have agreed */
    struct turn_state *state;    /* shared with the processes that measure */
    double patience_s; /* how long one turn of the other may last; a run sets it, at first for ever */
};

/* Called about ten times a second while it is the other's turn; false: wait no longer. */
struct turns_waiting {
    bool (*alive)(void *context);
    void *context;
};

/* Take the channel: a descriptor of a connected socket of packets. EXIT_USAGE, EXIT_SYSTEM. Caller closes;
 * after a failure there is nothing to close, and the channel is the caller's. */
bool turns_open(struct turns *turns, int channel, bool first, struct error *error);

/* The channel of a text "fd:N". EXIT_USAGE. */
bool turns_channel(const char *text, int *channel, struct error *error);

/* Exchange what both are about to measure, and agree on a session. EXIT_USAGE when the plans differ;
 * EXIT_SYSTEM when the other does not answer within a minute, or waiting is ended. */
bool turns_agree(struct turns *turns, const char *plan_digest, const struct turns_waiting *waiting,
                 struct error *error);

/* Wait until it is this side's turn; it stays so until it is passed. A process that comes after one that has
 * crashed goes on with the turn that it had. Returns at once when the other has finished or gone; one that
 * keeps its turn for longer than patience_s counts as gone. */
void turns_take(struct turns *turns, const struct turns_waiting *waiting);

/* Let the other run, and wait until it has come as far as position and it is this side's turn again. Without
 * a turn, as after waiting was ended, only wait. */
void turns_pass(struct turns *turns, uint64_t position, const struct turns_waiting *waiting);

/* Say that this side has finished measuring, and wait until the other has. */
void turns_finish(struct turns *turns, const struct turns_waiting *waiting);

/* Whether the other went away before it had finished: what is measured from then on is no pair. */
bool turns_broken(const struct turns *turns);

/* Whether it did so by keeping its turn. */
bool turns_hung(const struct turns *turns);

void turns_close(struct turns *turns);
