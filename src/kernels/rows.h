/* SPDX-License-Identifier: MIT */
/* The rows of a subgroup that owns a contiguous run of a tile. */
#pragma once

/* The rows of 16 bytes a lane that a subgroup has, and value v of a lane in one of them. */
#define ROWS (VALUES / ROW_WIDTH)
#define AT_ROW(value, row, v) MY_AT(value, (row)*ROW_WIDTH + (v))
