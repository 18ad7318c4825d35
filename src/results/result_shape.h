/* SPDX-License-Identifier: MIT */
/* What each member of a result's JSON may be, beside its fields. */
#pragma once

#include "json/node.h"

/* Whether every member that this program writes beside the fields is of the type that it writes, so that who
 * reads it need not ask again. Members that are missing or unknown are left alone. False, with the place and
 * what was expected, at the first that is not. */
bool result_shape_check(const struct json_node *root);
