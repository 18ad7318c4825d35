/* SPDX-License-Identifier: MIT */
/* When a subgroup looks at what other groups have published. */
#pragma once

/* Nanoseconds before the first look and between looks on a GPU, as CUB has them for Hopper: who looks too
 * often slows down those that it waits for. */
enum { FIRST_LOOK_NS = 1200, NEXT_LOOK_NS = 650 };
