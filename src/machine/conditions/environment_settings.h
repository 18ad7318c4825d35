/* SPDX-License-Identifier: MIT */
/* How the kernel treats CPUs: siblings, isolation, mitigations; and what the cgroups leave. */
#ifndef SCANBENCH_ENVIRONMENT_SETTINGS_H
#define SCANBENCH_ENVIRONMENT_SETTINGS_H

#include "machine/conditions/environment.h"

/* Read them into the environment; never fails. root: the folder of the machine's /proc and /sys, "" for this
 * one. */
void environment_settings(const char *root, struct environment *environment);

#endif
