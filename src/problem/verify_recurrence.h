/* SPDX-License-Identifier: MIT */
/* The judge of recurrences that must be rounded. Internal to the problem room. */
#pragma once

#include "problem/verify.h"

/* Whether a recurrence of gridded data is right, as verify_output says; adds to a finding that is zeroed. */
bool verify_recurrence(const struct problem *problem, const void *output, size_t roundings,
                       struct finding *finding);
