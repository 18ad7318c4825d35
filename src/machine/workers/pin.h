/* SPDX-License-Identifier: MIT */
/* Binding the calling thread to one CPU, and proof of it. */
#pragma once

#include "base/error.h"

#include <sched.h>

enum { BINDING_CPUS = 32768 };

/* The CPUs that a thread may run on. */
struct binding {
    cpu_set_t cpus[BINDING_CPUS / CPU_SETSIZE];
};

/* Read the binding of the calling thread; false (and an empty one) when the system does not say. */
bool pin_save(struct binding *binding);

/* Give the calling thread a binding that it had before. */
void pin_restore(const struct binding *binding);

/* Bind the calling thread to the CPU with this OS index, read the binding back and check the CPU it runs on.
 * EXIT_SYSTEM when refused or not as asked. */
bool pin_thread(unsigned cpu, struct error *error);

/* The CPU that the calling thread runs on now. */
unsigned pin_current(void);
