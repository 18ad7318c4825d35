/* SPDX-License-Identifier: MIT */
/* What the files of this room share: a plugin's descriptors, read and made implementations. */
#pragma once

#include "base/error.h"
#include "implementation/implementation.h"
#include "plugin/scanbench.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- What a plugin declares, of whatever version: copied and checked (declaration.c) */

/* Copy a declaration of `size` bytes, and check it. EXIT_USAGE with what is wrong in it; the caller says
 * where. */
bool declaration_read(struct scanbench_implementation *declared, const void *from, size_t size,
                      struct error *error);

/* Copy `size` bytes of a structure that may be another version's into one of `room` bytes, what is missing
 * zero. False when it has more than that, and not all of it is zero. */
bool declaration_copy(void *to, size_t room, const void *from, size_t size);

/* ---- A declared implementation in the clothes of a built-in one (adapter.c) */

/* The registry's row first, so that a pointer to it is one to the whole. */
struct adapted {
    struct implementation implementation;
    struct scanbench_implementation declared;
};

/* Fill the registry's row from a declaration that was read. */
void adapter_fit(struct adapted *adapted);
