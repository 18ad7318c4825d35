/* SPDX-License-Identifier: MIT */
/* The loaded plugins, in results and in what a resumed run must have. */
#pragma once

#include "base/error.h"

#include <jansson.h>

/* Add the plugins that are loaded, by what is in their files; nothing where there is none. */
void plugins_add(json_t *identity);

/* Whether the plugins of an identity are loaded; EXIT_UNSTABLE, about the file at path. */
bool plugins_match(const char *path, const json_t *identity, struct error *error);
