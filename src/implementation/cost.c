/* SPDX-License-Identifier: MIT */
/* What an implementation costs, as formulas that people read and tests evaluate. */
#include "implementation/cost.h"

#include "base/formula.h"
#include "implementation/distribution.h"
#include "kernels/lanes.h"

const struct cost_letter cost_letters[COST_LETTERS] = {
    {'n', "elements"},
    {'k', "elements that are selected"},
    {'W', "workers"},
    {'T', "threads per group"},
    {'V', "values per thread"},
    {'t', "elements of a tile, TV"},
    {'G', "groups: tiles, n/t rounded up, unless an axis has their number"},
    {'S', "subgroups of a group, T/32"},
    {'L', "log2 T"},
    {'w', "elements of an access, vector_width"},
    {'B', "bytes of an element"},
    {'A', "TL - T + 1"},
    {'N', "operators of a subgroup's scan: kogge-stone 129, sklansky 80, brent-kung 57, han-carlson 80"},
    {'D', "its rounds: 5, 5, 9, 6"},
    {'p', "ranks"},
    {'q', "messages after each other of the exchange"},
};

static int64_t at_least_one(uint64_t count)
{
    return count ? (int64_t)count : 1;
}

static int64_t log2_of(int64_t count)
{
    return 63 - __builtin_clzll((unsigned long long)count);
}

/* By network: the default, Kogge–Stone, Sklansky, Brent–Kung, Han–Carlson. */
static int64_t of_network(uint64_t network, const int64_t table[5])
{
    return table[network < 5 ? network : 0];
}

bool cost_value(const char *formula, const struct point *point, uint64_t selected, int64_t *value)
{
    const int64_t n = (int64_t)point->n, T = at_least_one(point->threads_per_group),
                  V = at_least_one(point->values_per_thread), t = T * V, L = log2_of(T);
    const struct formula_variable variables[COST_LETTERS] = {
        {'n', n},
        {'k', (int64_t)selected},
        {'W', at_least_one(point->workers)},
        {'T', T},
        {'V', V},
        {'t', t},
        {'G', point->groups ? (int64_t)point->groups : n / t + (n % t != 0)},
        {'S', T / LANES},
        {'L', L},
        {'w', at_least_one(point->vector_width)},
        {'B', point->dtype ? (int64_t)dtype_size((enum dtype)point->dtype) : 4},
        {'A', T * L - T + 1},
        {'N', of_network(point->lane_scan, (const int64_t[]){129, 129, 80, 57, 80})},
        {'D', of_network(point->lane_scan, (const int64_t[]){5, 5, 5, 9, 6})},
        {'p', at_least_one(point->ranks)},
        {'q', exchange_rounds(point->collective, (unsigned)at_least_one(point->ranks))},
    };
    return formula_value(formula, variables, COST_LETTERS, value);
}
