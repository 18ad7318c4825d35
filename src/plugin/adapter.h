/* SPDX-License-Identifier: MIT */
/* A declared implementation in the clothes of a built-in one. Internal to the plugin room. */
#pragma once

#include "implementation/implementation.h"
#include "plugin/scanbench.h"

/* The registry's row first, so that a pointer to it is one to the whole. */
struct adapted {
    struct implementation implementation;
    struct scanbench_implementation declared;
};

/* Fill the registry's row from a declaration that was read. */
void adapter_fit(struct adapted *adapted);
