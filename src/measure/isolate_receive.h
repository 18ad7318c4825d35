/* SPDX-License-Identifier: MIT */
/* One launch in child processes: the channel from a child, and what the parent takes of what it sends. */
#pragma once

#include "measure/isolate_blame.h"

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
