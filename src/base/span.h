/* SPDX-License-Identifier: MIT */
/* Of some items: from first to before last. */
#pragma once

#include <stddef.h>

struct span {
    size_t first, last;
};

/* One of so many parts of n items, as near equal as can be, the longer ones first; empty beyond them. */
static inline struct span span_part(size_t n, unsigned part, unsigned parts)
{
    const size_t least = parts ? n / parts : 0, longer = parts ? n % parts : 0;
    if (part >= parts)
        return (struct span){n, n};
    const size_t first = part * least + (part < longer ? part : longer);
    return (struct span){first, first + least + (part < longer)};
}
