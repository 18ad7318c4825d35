/* SPDX-License-Identifier: MIT */
/* One launch in child processes: what the parent knows of them, and which point is to blame for the end of
 * one. */
#pragma once

#include "base/child.h"
#include "measure/isolate_child.h"

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
