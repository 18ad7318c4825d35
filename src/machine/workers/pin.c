/* SPDX-License-Identifier: MIT */
/* Binding the calling thread to one CPU, and proof of it. */
#include "machine/workers/pin.h"

bool pin_save(struct binding *binding)
{
    *binding = (struct binding){0};
    return sched_getaffinity(0, sizeof binding->cpus, binding->cpus) == 0;
}

void pin_restore(const struct binding *binding)
{
    sched_setaffinity(0, sizeof binding->cpus, binding->cpus);
}

bool pin_thread(unsigned cpu, struct error *error)
{
    struct binding wanted = {0};
    if (cpu >= BINDING_CPUS)
        return error_set(error, EXIT_SYSTEM, "cannot pin to CPU %u: the highest is %d", cpu,
                         BINDING_CPUS - 1);
    CPU_SET_S(cpu, sizeof wanted.cpus, wanted.cpus);
    if (sched_setaffinity(0, sizeof wanted.cpus, wanted.cpus) != 0)
        return error_set_errno(error, EXIT_SYSTEM, "cannot pin to CPU %u", cpu);
    struct binding got;
    if (!pin_save(&got))
        return error_set_errno(error, EXIT_SYSTEM, "cannot read the binding to CPU %u back", cpu);
    if (!CPU_EQUAL_S(sizeof wanted.cpus, wanted.cpus, got.cpus))
        return error_set(error, EXIT_SYSTEM, "asked to be pinned to CPU %u, the binding reads back otherwise",
                         cpu);
    if (pin_current() != cpu)
        return error_set(error, EXIT_SYSTEM, "pinned to CPU %u, but runs on CPU %u", cpu, pin_current());
    return true;
}

unsigned pin_current(void)
{
    return (unsigned)sched_getcpu();
}
