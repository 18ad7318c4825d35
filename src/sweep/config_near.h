/* SPDX-License-Identifier: MIT */
/* A config that is not there, and what was meant. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A config that is named nearly as this path, which is not there: in its folder, or of a name alone among
 * those that are shipped. False where the path is there, or where there is none. */
bool config_near(const char *path, char *near, size_t size);
