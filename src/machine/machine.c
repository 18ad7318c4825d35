/* SPDX-License-Identifier: MIT */
/* The machine as one value: topology, clock and state, read once at the start of a command. */
#include "machine/machine.h"

bool machine_init(struct machine *machine, const char *source, struct error *error)
{
    *machine = (struct machine){.topology = topology_create(source, error)};
    if (!machine->topology)
        return false;
    environment_read(&machine->environment);
    environment_settings("", &machine->environment);
    machine->clock = clock_calibrate();
    if (clock_check(&machine->clock, error))
        return true;
    machine_close(machine);
    return false;
}

void machine_close(struct machine *machine)
{
    topology_destroy(machine->topology);
    *machine = (struct machine){0};
}
