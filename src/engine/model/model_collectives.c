/* SPDX-License-Identifier: MIT */
/* The collectives of a subgroup in the model, in the order of operations that the other engines have. */
#include "engine/model/model_state.h"

#include <assert.h>

enum { SHUFFLE_ROUNDS = 5 }; /* of a sum over 32 lanes */

/* One subgroup of a collective: its lanes, all in the same round. */
struct lane_values {
    struct model_elem lane[LANES];
};

/* Every lane takes part in every round, so the slowest one sets the depth of all. */
static struct lane_values lanes_load(struct group *group, const struct model_elem *from)
{
    struct lane_values lanes;
    unsigned depth = group->floor;
    for (unsigned l = 0; l < LANES; l++) {
        lanes.lane[l] = from[l];
        depth = from[l].depth > depth ? from[l].depth : depth;
    }
    for (unsigned l = 0; l < LANES; l++)
        lanes.lane[l].depth = depth;
    return lanes;
}

/* A shuffle and a round of operators; lanes that hold still keep pace. */
static void round_end(struct group *group, struct lane_values *lanes)
{
    unsigned depth = 0;
    count(group, COUNTER_SHUFFLES, 1);
    for (unsigned l = 0; l < LANES; l++)
        depth = lanes->lane[l].depth > depth ? lanes->lane[l].depth : depth;
    for (unsigned l = 0; l < LANES; l++)
        lanes->lane[l].depth = depth;
}

#define EACH_ROUND for
#define ROUND_FROM(takes, from)                                                 \
    do {                                                                        \
        const struct lane_values before = *x;                                   \
        for (unsigned lane = 0; lane < LANES; lane++)                           \
            if (takes)                                                          \
                x->lane[lane] = model_op(before.lane[from], before.lane[lane]); \
        round_end(group, x);                                                    \
    } while (0)
#define ROUND_UP(takes, by) ROUND_FROM(takes, lane - (by))

#define REACHING_UP(takes, by) \
    if ((by) <= most)          \
    ROUND_FROM(reach[row + lane] >= (by), lane - (by))

static void scan_lanes(struct group *group, struct lane_values *x)
{
    switch (group->launch.network) {
    case NETWORK_SKLANSKY:
        ROUNDS_sklansky(ROUND_UP, ROUND_FROM) break;
    case NETWORK_BRENT_KUNG:
        ROUNDS_brent_kung(ROUND_UP, ROUND_FROM) break;
    case NETWORK_HAN_CARLSON:
        ROUNDS_han_carlson(ROUND_UP, ROUND_FROM) break;
    case NETWORK_NONE:
    case NETWORK_KOGGE_STONE:
        ROUNDS_kogge_stone(ROUND_UP, ROUND_FROM)
    }
}

static void move_up(struct group *group, struct lane_values *lanes)
{
    const unsigned depth = lanes->lane[0].depth;
    for (unsigned l = LANES - 1; l > 0; l--)
        lanes->lane[l] = lanes->lane[l - 1];
    lanes->lane[0] = model_identity();
    lanes->lane[0].depth = depth;
    count(group, COUNTER_SHUFFLES, 1);
}

static void move_up_by(struct lane_values *lanes, unsigned by)
{
    for (unsigned l = LANES - 1; l >= by; l--)
        lanes->lane[l] = lanes->lane[l - by];
    count(model_now, COUNTER_SHUFFLES, 1);
}

static void lanes_store(struct model_elem *to, const struct lane_values *lanes)
{
    for (unsigned l = 0; l < LANES; l++)
        to[l] = lanes->lane[l];
}

typedef void lanes_step(struct group *group, struct lane_values *lanes);

static void each_row(struct model_rows rows, struct model_elem *results, const struct model_elem *from,
                     lanes_step *step)
{
    for (size_t s = 0; s < rows.subgroups; s++)
        for (size_t i = 0; i < rows.count; i++) {
            const size_t row = (s * rows.values + i) * LANES;
            struct lane_values lanes = lanes_load(model_now, from + row);
            step(model_now, &lanes);
            lanes_store(results + row, &lanes);
        }
}

void model_scan(struct model_rows rows, struct model_elem *results, const struct model_elem *from)
{
    each_row(rows, results, from, scan_lanes);
}

void model_scan_reaching(struct model_rows rows, struct model_elem *results, const unsigned *reach,
                         unsigned most)
{
    struct group *const group = model_now;
    for (size_t s = 0; s < rows.subgroups; s++)
        for (size_t i = 0; i < rows.count; i++) {
            const size_t row = (s * rows.values + i) * LANES;
            struct lane_values lanes = lanes_load(group, results + row), *const x = &lanes;
            ROUNDS_kogge_stone(REACHING_UP, ROUND_FROM);
            lanes_store(results + row, &lanes);
        }
}

void model_move_up(struct model_rows rows, struct model_elem *results, const struct model_elem *from)
{
    each_row(rows, results, from, move_up);
}

/* Those below `by` keep their own. */
void model_move_up_by(struct model_rows rows, struct model_elem *results, const struct model_elem *from,
                      unsigned by)
{
    for (size_t s = 0; s < rows.subgroups; s++)
        for (size_t i = 0; i < rows.count; i++) {
            const size_t row = (s * rows.values + i) * LANES;
            struct lane_values lanes = lanes_load(model_now, from + row);
            move_up_by(&lanes, by);
            lanes_store(results + row, &lanes);
        }
}

/* Xor shuffles: every lane combines in each round, and all receive what the first one computes. */
static void reduce_lanes(struct group *group, struct lane_values *lanes)
{
    for (unsigned half = LANES / 2; half > 0; half /= 2) {
        const struct lane_values before = *lanes;
        for (unsigned l = 0; l < LANES; l++)
            lanes->lane[l] = model_op(before.lane[l & ~half], before.lane[l | half]);
        round_end(group, lanes);
    }
    for (unsigned l = 1; l < LANES; l++)
        assert(model_bits(lanes->lane[l]) == model_bits(lanes->lane[0]));
}

void model_reduce(struct model_rows rows, struct model_elem *results, const struct model_elem *from)
{
    each_row(rows, results, from, reduce_lanes);
}

static void spread_last(struct group *group, struct lane_values *lanes)
{
    for (unsigned l = 0; l < LANES; l++)
        lanes->lane[l] = lanes->lane[LANES - 1];
    count(group, COUNTER_SHUFFLES, 1);
}

void model_last(struct model_rows rows, struct model_elem *results, const struct model_elem *from)
{
    each_row(rows, results, from, spread_last);
}

unsigned model_ballot(const unsigned *from)
{
    unsigned lanes = 0;
    for (unsigned l = 0; l < LANES; l++)
        lanes |= (from[l] ? 1u : 0u) << l;
    return lanes;
}

static unsigned lanes_count(const unsigned *from)
{
    unsigned sum = 0;
    for (unsigned l = 0; l < LANES; l++)
        sum += from[l];
    return sum;
}

/* As sums of elements go, by as many shuffles: each lane receives the sum of all, or of those below it. */
static void each_sum(struct model_rows rows, unsigned *results, const unsigned *from, bool below)
{
    for (size_t s = 0; s < rows.subgroups; s++)
        for (size_t i = 0; i < rows.count; i++) {
            const size_t row = (s * rows.values + i) * LANES;
            const unsigned all = lanes_count(from + row);
            unsigned sum = 0;
            for (unsigned l = 0; l < LANES; l++) {
                const unsigned own = from[row + l];
                results[row + l] = below ? sum : all;
                sum += own;
            }
            count(model_now, COUNTER_SHUFFLES, SHUFFLE_ROUNDS);
        }
}

void model_sum(struct model_rows rows, unsigned *results, const unsigned *from)
{
    each_sum(rows, results, from, false);
}

void model_sum_below(struct model_rows rows, unsigned *results, const unsigned *from)
{
    each_sum(rows, results, from, true);
}

/* Every subgroup adds up what all have handed over, by shuffles. */
unsigned model_group_sum(const unsigned *from, unsigned *words, unsigned store_site, unsigned load_site)
{
    const size_t subgroups = model_now->launch.threads / LANES;
    unsigned sum = 0;
    refuse_divergence(model_now);
    for (size_t s = 0; model_single_lane(s, 0, subgroups); s++)
        *(unsigned *)model_put(words, s, store_site) = lanes_count(from + s * LANES);
    model_barrier();
    for (size_t s = 0; model_subgroup(s, subgroups); s++) {
        sum = 0;
        for (size_t lane = 0; model_lane(lane, LANES); lane++)
            sum += lane < subgroups ? *(const unsigned *)model_get(words, lane, load_site) : 0;
        count(model_now, COUNTER_SHUFFLES, SHUFFLE_ROUNDS);
    }
    model_barrier();
    return sum;
}
