/* SPDX-License-Identifier: MIT */
/* Whether other runs of scanbench on this machine measure on the same device: each that does holds a place
 * with the device's name, an abstract socket, which goes with the process and leaves nothing. */
#pragma once

/* Take a place at the device. Returns a descriptor that holds it, or −1 where none can be had; the caller
 * leaves it. */
int occupancy_enter(const char *device);
void occupancy_leave(int place);

/* How many have a place at the device beside the holder of this one; −1: beside nobody. */
unsigned occupancy_others(const char *device, int place);
