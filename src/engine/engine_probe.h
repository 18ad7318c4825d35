/* SPDX-License-Identifier: MIT */
/* What the devices of engines are, asked in a process of its own: a driver that was started does not outlive
 * a fork, and one that hangs or crashes must not take the program with it. */
#pragma once

#include "engine/engine.h"

/* How long a child may say nothing: a minute, unless who asks has less patience. */
extern int engine_probe_silence_ms;

/* Open a device of an engine that has any (engine_has_device) in a child process, and tell what it is. The
 * answer is remembered for the process. False with what is missing and what to do, a child that ends or says
 * nothing among it. Called on one thread. */
bool engine_probe(uint64_t device, const struct engine_facts **facts, struct error *why);

/* What the memory of a device can move at its highest clock, as its data sheet has it, in bytes a second; NAN
 * where it is not known. */
double engine_peak_bytes_per_s(uint64_t device);
