/* SPDX-License-Identifier: MIT */
/* Which NUMA nodes memory lies on. */
#pragma once

#include <stddef.h>

/* The share of the pages of data, looked at in at most some hundred places, that lie on none of the nodes (OS
 * indices); pages that were never written do not count. NAN when the kernel does not say. */
double nodes_elsewhere(const void *data, size_t bytes, const unsigned *nodes, size_t count);
