/* SPDX-License-Identifier: MIT */
/* What descriptors of compactions over groups say alike. */
#ifndef SCANBENCH_GROUP_COMPACT_H
#define SCANBENCH_GROUP_COMPACT_H

#define RANKS "a lane's place is the number of valid lanes below it, by ballot and population count"

#endif
