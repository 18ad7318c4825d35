/* SPDX-License-Identifier: MIT */
/* What a measuring child process sends to its parent: lines as a journal has them, over a socket. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

/* Both ends of a fresh channel. The child's has a number that nobody guesses. False leaves errno. */
bool channel_make(int *parent, int *child);

/* The child's side: send one message, and wait until the parent has kept it. Takes the value. False when
 * nobody listens. */
bool channel_send(int channel, json_t *value);

/* The parent's side. Caller-owned; text is owned. */
struct channel {
    int descriptor;
    char *text; /* of the message that came last */
    size_t length;
};

enum channel_state {
    CHANNEL_MESSAGE, /* a whole one; the child waits until it is told that it was kept */
    CHANNEL_PART,    /* of one; more is to come */
    CHANNEL_CLOSED,  /* nothing more comes */
    CHANNEL_GARBAGE, /* something else than a child sends */
};

/* What has come, without waiting. *value is fresh where it is a message, whose members nobody has checked. */
enum channel_state channel_receive(struct channel *channel, json_t **value);

/* The message was kept. */
void channel_acknowledge(struct channel *channel);

void channel_close(struct channel *channel);
