/* SPDX-License-Identifier: MIT */
/* One launch in child processes: a child streams its records back, the parent watches that it lives. */
#pragma once

#include "base/child.h"
#include "measure/bench.h"
#include "measure/measure.h"

/* ---- The child: it measures, and streams its records (isolate_child.c) */

/* What a child is to do. All of it is the parent's. */
struct isolate_work {
    const struct launch_run *run;
    bool apart;              /* it measures points of one plugin, or of what is built in */
    const struct plugin *of; /* which; NULL: what is built in */
    struct watch *watch;     /* in memory that both share */
    struct point *barred;    /* what crashed or hung, and is not run again */
    size_t barred_count;
};

/* Measure what of the launch is pending in this process, which was forked for it: each record that is final
 * is sent, then how the run ended. */
void isolate_child_run(const struct isolate_work *work, int channel);

/* ---- What the parent knows of them, and which point is to blame for the end of one (isolate_blame.c) */

/* The parent's end of what a child sends lines over, as a journal has them. */
struct channel {
    int descriptor;
    char *text; /* of the message that came last; owned */
    size_t length;
};

struct isolation {
    struct isolate_work work; /* of the child that runs, and of those after it */
    struct child child;
    struct channel channel;
    struct error *error;
};

/* Whether the launch is on ranks, which wait for each other. */
bool isolation_on_ranks(const struct isolation *isolation);

/* A record of the launch is final. False with the error where it cannot be kept. */
bool isolation_keep(const struct isolation *isolation, size_t index);

/* Whether what the child noted of itself can be so: it is in memory that it may have written to. */
bool isolation_is_noted(const struct isolation *isolation);

/* When something odd is seen on the channel the next point of the round may run: where a plugin's is among
 * them, what is built in did not do it. */
void isolation_suspect_plugin(const struct isolation *isolation);

/* Fail what was running, and never run it again, not even as the limit of others. False with the error where
 * a fresh child would do the same as this one. */
bool isolation_blame(struct isolation *isolation, enum status status, const char *why);

/* ---- The channel from a child, and what the parent takes of what it sends (isolate_receive.c) */

enum receipt {
    RECEIPT_PART,   /* of a message */
    RECEIPT_RECORD, /* which is kept */
    RECEIPT_END,    /* nothing is left */
    RECEIPT_CLOSED, /* it speaks no more */
    RECEIPT_BROKEN, /* what it sent is no message */
    RECEIPT_FAILED, /* the run cannot go on; the error says why */
};

/* Take what has come, without waiting. */
enum receipt isolation_receive(struct isolation *isolation);

/* Both ends of a fresh channel, a socket. The child's has a number that nobody guesses. False leaves errno.
 */
bool channel_make(int *parent, int *child);

/* The message was kept: the child waits for that. */
void channel_acknowledge(struct channel *channel);

void channel_close(struct channel *channel);

/* ---- One launch in child processes: a child streams its records back, the parent watches that it lives
 * (isolate.c) */

/* One launch in child processes; a point that ends its process is crashed, one that hangs is timeout, and a
 * fresh process goes on with the rest. */
bool isolate_run(const struct launch_run *run, struct error *error);
