/* SPDX-License-Identifier: MIT */
/* Of some items: from first to before last. */
#include "base/span.h"

struct span span_part(size_t n, unsigned part, unsigned parts)
{
    const size_t least = parts ? n / parts : 0, longer = parts ? n % parts : 0;
    if (part >= parts)
        return (struct span){n, n};
    const size_t first = part * least + (part < longer ? part : longer);
    return (struct span){first, first + least + (part < longer)};
}
