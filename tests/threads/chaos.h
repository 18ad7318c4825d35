/* SPDX-License-Identifier: MIT */
/* Stalls at the atomic operations by which threads tell each other something, so that they meet in odd
 * orders. */
#pragma once

/* From now on, or no more, threads stall now and then on both sides of an atomic store or addition: right
 * after a tile has published its aggregate, and right before its prefix. Programs are linked with the wraps
 * of chaos.c. */
void chaos_start(void);
void chaos_stop(void);

/* How often somebody has stalled behind a releasing store. */
unsigned long chaos_stalls(void);
