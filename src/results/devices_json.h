/* SPDX-License-Identifier: MIT */
/* The devices of engines that results were measured on. */
#pragma once

#include "results/record.h"

#include <jansson.h>

/* The device that a point runs on; DEVICE_NONE: the host. Of an array on ranks, that of the first rank. */
uint64_t device_of_point(const struct point *point);

/* Add a member for each device that a point of the results has and that can be opened, by its name: what it
 * is, null for what is not known. */
void devices_add(json_t *identity, const struct results *results);
