/* SPDX-License-Identifier: MIT */
/* How often a call is made untimed before it is timed, so that the caches are its own. */
#pragma once

#include <stddef.h>

/* Calls that go through `bytes`, after those of a neighbour, until what a core's own cache and the last cache
 * hold of them is what they hold after any number of calls. Caches of 0 bytes are not known. */
unsigned hot_calls(size_t bytes, size_t core_cache, size_t last_cache);
