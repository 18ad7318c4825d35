/* SPDX-License-Identifier: MIT */
/* How the kernel treats CPUs: siblings, isolation, mitigations; and what the cgroups leave. */
#pragma once

#include "machine/conditions/environment.h"

/* Read them into the environment; never fails. root: the folder of the machine's /proc and /sys, "" for this
 * one. */
void environment_settings(const char *root, struct environment *environment);
