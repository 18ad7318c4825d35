/* SPDX-License-Identifier: MIT */
/* The group implementations, for the registry. */
#ifndef SCANBENCH_GROUP_IMPLEMENTATIONS_H
#define SCANBENCH_GROUP_IMPLEMENTATIONS_H

#include "implementation/implementation.h"

extern const struct implementation group_reduce_then_scan_raking;
extern const struct implementation group_reduce_then_scan_cooperative;
extern const struct implementation group_reduce_then_scan_blelloch;

#endif
