/* SPDX-License-Identifier: MIT */
/* Elements in the model: operators by the launch's type, with the depth of what they depend on, and the
 * collectives of a simdgroup in the order of operations that the other engines have. */
#include "engine/model/model_state.h"
#include "problem/primitive.h"

#include <assert.h>

enum { SHUFFLE_ROUNDS = 5 }; /* of a sum over 32 lanes */

size_t model_elem_bytes(const struct group *group)
{
    return dtype_size(group->launch.dtype);
}

unsigned model_values(void)
{
    return model_now->launch.values;
}

unsigned model_width(void)
{
    return model_now->launch.width ? model_now->launch.width : 1;
}

static struct model_elem model_elem_of(union element element)
{
    return (struct model_elem){.u64 = element.u64};
}

static union element element_of(struct model_elem value)
{
    return (union element){.u64 = value.u64};
}

static struct model_elem apply(enum op op, enum dtype dtype, struct model_elem a, struct model_elem b)
{
    return model_elem_of(element_combine(op, dtype, element_of(a), element_of(b)));
}

struct model_elem combine(const struct launch *launch, struct model_elem a, struct model_elem b)
{
    return apply(launch->op, launch->dtype, a, b);
}

/* The round after both operands, and after all that the last barrier waited for. */
static unsigned depth_after(struct group *group, unsigned a, unsigned b)
{
    const unsigned operands = a > b ? a : b;
    const unsigned depth = (operands > group->floor ? operands : group->floor) + 1;
    group->depth = depth > group->depth ? depth : group->depth;
    return depth;
}

struct model_elem model_op(struct model_elem a, struct model_elem b)
{
    struct group *const group = model_now;
    struct model_elem x = combine(&group->launch, a, b);
    count(group, COUNTER_ADDS, 1);
    x.depth = depth_after(group, a.depth, b.depth);
    return x;
}

struct model_elem model_subtract(struct model_elem a, struct model_elem b)
{
    struct model_elem x =
        model_elem_of(element_subtract(model_now->launch.dtype, element_of(a), element_of(b)));
    x.depth = a.depth > b.depth ? a.depth : b.depth;
    count(model_now, COUNTER_SUBS, 1);
    return x;
}

struct model_elem model_multiply(struct model_elem a, struct model_elem b)
{
    struct model_elem x = apply(OP_PRODUCT, model_now->launch.dtype, a, b);
    x.depth = a.depth > b.depth ? a.depth : b.depth;
    count(model_now, COUNTER_MULTIPLIES, 1);
    return x;
}

/* Sums of floats start from −0: combining with it changes no bit, as 0 would of −0. */
struct model_elem model_identity(void)
{
    const struct launch *const launch = &model_now->launch;
    const enum dtype dtype = launch->dtype;
    const bool negative_zero = dtype_is_float(dtype) && (launch->op == OP_SUM || launch->op == OP_NONE);
    if (negative_zero)
        return (struct model_elem){.u64 = UINT64_C(1) << (dtype_bits(dtype) - 1)};
    return model_elem_of(op_identity(launch->op, dtype));
}

struct model_elem model_received(struct model_elem value)
{
    struct group *const group = model_now;
    value.depth++;
    group->depth = value.depth > group->depth ? value.depth : group->depth;
    return value;
}

bool model_positive(struct model_elem value)
{
    const union element element = element_of(value);
    return element_value(model_now->launch.dtype, &element, 0) > 0;
}

uint64_t model_bits(struct model_elem value)
{
    return model_elem_bytes(model_now) == sizeof value.u64 ? value.u64 : value.u32;
}

struct model_elem model_of_bits(uint64_t bits)
{
    struct model_elem value = {.u64 = bits};
    return value;
}

unsigned model_elem_halves(void)
{
    return (unsigned)model_elem_bytes(model_now) / 2;
}

/* One simdgroup of a collective: its lanes, all in the same round. */
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

/* x[to] = x[from] ⊕ x[to] in a round whose lanes see the values from before it. */
static void round_op(const struct lane_values *before, struct lane_values *after, unsigned from, unsigned to)
{
    after->lane[to] = model_op(before->lane[from], before->lane[to]);
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

static void scan_kogge_stone(struct group *group, struct lane_values *x)
{
    for (unsigned d = 1; d < LANES; d *= 2) {
        const struct lane_values before = *x;
        for (unsigned l = d; l < LANES; l++)
            round_op(&before, x, l - d, l);
        round_end(group, x);
    }
}

static void scan_sklansky(struct group *group, struct lane_values *x)
{
    for (unsigned d = 1; d < LANES; d *= 2) {
        const struct lane_values before = *x;
        for (unsigned l = 0; l < LANES; l++)
            if (l & d)
                round_op(&before, x, (l & ~(d - 1)) - 1, l);
        round_end(group, x);
    }
}

static void scan_brent_kung(struct group *group, struct lane_values *x)
{
    for (unsigned d = 1; d < LANES; d *= 2) {
        const struct lane_values before = *x;
        for (unsigned l = 2 * d - 1; l < LANES; l += 2 * d)
            round_op(&before, x, l - d, l);
        round_end(group, x);
    }
    for (unsigned d = LANES / 4; d > 0; d /= 2) {
        const struct lane_values before = *x;
        for (unsigned l = 3 * d - 1; l < LANES; l += 2 * d)
            round_op(&before, x, l - d, l);
        round_end(group, x);
    }
}

/* Kogge–Stone over the odd lanes, between a round that pairs and one that completes the even ones. */
static void scan_han_carlson(struct group *group, struct lane_values *x)
{
    for (unsigned d = 1; d < LANES; d *= 2) {
        const struct lane_values before = *x;
        for (unsigned l = 1; l < LANES; l += 2)
            if (l >= d)
                round_op(&before, x, l - d, l);
        round_end(group, x);
    }
    const struct lane_values before = *x;
    for (unsigned l = 2; l < LANES; l += 2)
        round_op(&before, x, l - 1, l);
    round_end(group, x);
}

static void scan_lanes(struct group *group, struct lane_values *lanes)
{
    switch (group->launch.network) {
    case NETWORK_SKLANSKY:
        scan_sklansky(group, lanes);
        break;
    case NETWORK_BRENT_KUNG:
        scan_brent_kung(group, lanes);
        break;
    case NETWORK_HAN_CARLSON:
        scan_han_carlson(group, lanes);
        break;
    case NETWORK_NONE:
    case NETWORK_KOGGE_STONE:
        scan_kogge_stone(group, lanes);
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

static void lanes_store(struct model_elem *to, const struct lane_values *lanes)
{
    for (unsigned l = 0; l < LANES; l++)
        to[l] = lanes->lane[l];
}

typedef void lanes_step(struct group *group, struct lane_values *lanes);

static void each_row(struct model_rows rows, struct model_elem *results, const struct model_elem *from,
                     lanes_step *step)
{
    for (size_t s = 0; s < rows.simdgroups; s++)
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

void model_move_up(struct model_rows rows, struct model_elem *results, const struct model_elem *from)
{
    each_row(rows, results, from, move_up);
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
    for (size_t s = 0; s < rows.simdgroups; s++)
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

/* Every simdgroup adds up what all have handed over, by shuffles. */
unsigned model_group_sum(const unsigned *from, unsigned *words, unsigned store_site, unsigned load_site)
{
    const size_t simdgroups = model_now->launch.threads / LANES;
    unsigned sum = 0;
    refuse_divergence(model_now);
    for (size_t s = 0; model_single_lane(s, 0, simdgroups); s++)
        *(unsigned *)model_put(words, s, store_site) = lanes_count(from + s * LANES);
    model_barrier();
    for (size_t s = 0; model_simdgroup(s, simdgroups); s++) {
        sum = 0;
        for (size_t lane = 0; model_lane(lane, LANES); lane++)
            sum += lane < simdgroups ? *(const unsigned *)model_get(words, lane, load_site) : 0;
        count(model_now, COUNTER_SHUFFLES, SHUFFLE_ROUNDS);
    }
    model_barrier();
    return sum;
}
