/* SPDX-License-Identifier: MIT */
/* What a plugin declares, of whatever version: copied and checked. Internal to the plugin room. */
#pragma once

#include "base/error.h"
#include "plugin/scanbench.h"

#include <stdbool.h>
#include <stddef.h>

/* Copy a declaration of `size` bytes, and check it. EXIT_USAGE with what is wrong in it; the caller says
 * where. */
bool declaration_read(struct scanbench_implementation *declared, const void *from, size_t size,
                      struct error *error);

/* Copy `size` bytes of a structure that may be another version's into one of `room` bytes, what is missing
 * zero. False when it has more than that, and not all of it is zero. */
bool declaration_copy(void *to, size_t room, const void *from, size_t size);
