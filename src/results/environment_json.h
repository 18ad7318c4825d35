/* SPDX-License-Identifier: MIT */
/* The variables of the environment that this program, its libraries and those of plugins read. */
#pragma once

#include <jansson.h>

/* By their names, fresh. Paths in the working folder are as from there. */
json_t *environment_json(void);
