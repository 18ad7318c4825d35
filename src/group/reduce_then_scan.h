/* SPDX-License-Identifier: MIT */
/* Reduce-then-scan of whatever an implementation of groups has to scan. */
#pragma once

#include "group/group_scan.h"

/* By all workers together. */
void reduce_then_scan(const struct group_scan *scan);
