/* SPDX-License-Identifier: MIT */
/* What the first rank tells the others to do. */
#include "measure/ranks_order.h"

#include "problem/problem_part.h"
#include "registry/registry.h"

#include <string.h>

struct ranks_order ranks_order_make(enum ranks_order_kind kind, const struct point *point,
                                    const struct problem_key *key)
{
    struct ranks_order order = {
        .kind = kind,
        .implementation = registry_index(point->implementation),
        .key = problem_over_ranks(key, (unsigned)point->ranks),
    };
    memcpy(order.axis, point->axis, sizeof order.axis);
    return order;
}
