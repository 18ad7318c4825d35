/* SPDX-License-Identifier: MIT */
/* How far the kernels that read ahead are ahead. */
#ifndef SCANBENCH_AHEAD_H
#define SCANBENCH_AHEAD_H

/* Words of a round that a lane looks at together. */
#define AHEAD_LOOKS 5

/* Rounds that the summer is ahead of the scanners: it has time to look, and what it looks at has come. */
#define AHEAD_LAG 2

#endif
