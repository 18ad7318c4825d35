/* SPDX-License-Identifier: MIT */
/* The only list of implementations. */
#ifndef SCANBENCH_REGISTRY_H
#define SCANBENCH_REGISTRY_H

#include "implementation/implementation.h"

/* All implementations, in the order in which lists show them. */
extern const struct implementation *const registry[];
extern const size_t registry_count;

/* The implementation of this primitive and exact name, or NULL. */
const struct implementation *registry_find(enum primitive primitive, const char *name);

#endif
