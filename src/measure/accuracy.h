/* SPDX-License-Identifier: MIT */
/* How accurate the sums of floats are, and whether their bits repeat: a result like the time. */
#pragma once

#include "measure/block.h"

/* Measure the accuracy of entries that sum floats, on gridded data; those beyond the bound that they declare
 * are wrong. Before proof_before, since it fills the inputs. */
bool accuracy_measure(struct block *block, struct bench *bench, struct error *error);
