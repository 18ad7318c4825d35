/* SPDX-License-Identifier: MIT */
/* One launch in child processes: what the parent takes of what a child sends. */
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
