/* SPDX-License-Identifier: MIT */
/* Of some items: from first to before last. */
#pragma once

#include <stddef.h>

struct span {
    size_t first, last;
};

/* One of so many parts of n items, as near equal as can be, the longer ones first; empty beyond them. */
struct span span_part(size_t n, unsigned part, unsigned parts);
