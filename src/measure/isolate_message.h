/* SPDX-License-Identifier: MIT */
/* What a measuring child process sends to its parent, over a socket. */
#ifndef SCANBENCH_ISOLATE_MESSAGE_H
#define SCANBENCH_ISOLATE_MESSAGE_H

#include "results/record.h"

/* What a child sends. After a record come the arrays that it owns; the parent answers with one byte when it
 * has kept them. Parent and child are one program, so that pointers to what is constant hold for both. */
struct isolate_message {
    enum { ISOLATE_RECORD, ISOLATE_END } kind;
    size_t index;
    struct record record;
    struct error error; /* of the end */
};

/* All of these bytes; false when the other end is gone. */
bool isolate_send(int channel, const void *data, size_t bytes);
bool isolate_receive(int channel, void *data, size_t bytes);

#endif
