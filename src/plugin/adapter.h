/* SPDX-License-Identifier: MIT */
/* A declared implementation in the clothes of a built-in one. Internal to the plugin room. */
#ifndef SCANBENCH_ADAPTER_H
#define SCANBENCH_ADAPTER_H

#include "plugin/plugin.h"
#include "plugin/scanbench.h"

/* The registry's row first, so that a pointer to it is one to the whole. */
struct adapted {
    struct implementation implementation;
    struct scanbench_implementation declared;
};

/* Copy a declaration of `size` bytes, and check it. EXIT_USAGE with what is wrong in it; the caller says
 * where. */
bool declaration_read(struct scanbench_implementation *declared, const void *from, size_t size,
                      struct error *error);

/* Copy `size` bytes of a structure that may be another version's into one of `room` bytes, what is missing
 * zero. False when it has more than that, and not all of it is zero. */
bool declaration_copy(void *to, size_t room, const void *from, size_t size);

/* Fill the registry's row from a declaration that was read. */
void adapter_fit(struct adapted *adapted);

#endif
