/* SPDX-License-Identifier: MIT */
/* What doctor looks at: the machine, its state, and what could be better. */
#pragma once

#include "commands/doctor.h"
#include "machine/machine.h"

/* Open the devices of engines, each in a process of its own, which a driver may take a second for. */
void examine_devices(struct findings *findings);

/* Look at what is known of the machine already. */
void examine_state(struct findings *findings, const struct machine *machine);

/* Look at the kernel's settings, and try what only shows when it is tried: workers, counters, interruptions.
 * Changes nothing; takes less than a second. */
void examine_trial(struct findings *findings, const struct machine *machine);
