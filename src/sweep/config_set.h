/* SPDX-License-Identifier: MIT */
/* --set KEY=VALUE: changes to a config from the command line. */
#pragma once

#include "json/node.h"

/* Put the value of "KEY=VALUE" (JSON where it parses, else a text) at the dotted KEY: objects on the way are
 * made where they are missing, items of lists must exist. setting says where it went and borrows the text.
 * EXIT_USAGE. */
bool setting_apply(json_t *root, const char *text, struct setting *setting, struct error *error);
