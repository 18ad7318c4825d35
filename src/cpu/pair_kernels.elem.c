/* SPDX-License-Identifier: MIT */
/* Scans of pairs of a factor and a term: recurrences, and segmented scans, whose factor lets the sum before
 * it pass or not. The lanes of each register by log steps, then the carry through their totals. */
#include "cpu/pair_fours.h"

/* The pairs of a vector of elements, in the order in which they are scanned; all but heads let pass. */
static ALWAYS_INLINE struct pairs pairs_load(enum pair_kind kind, const struct pair_range *range, size_t at)
{
    const vector term = vector_load((const elem *)range->terms + at);
    if (kind == PAIR_SEGMENTS) {
        const lane_bits heads = native_widen((const uint8_t *)range->factors + at);
        return (struct pairs){(vector)(heads == 0), term};
    }
    const vector factor = vector_load((const elem *)range->factors + at);
    if (kind == PAIR_REVERSE)
        return (struct pairs){VECTOR_REVERSE(factor), VECTOR_REVERSE(term)};
    return (struct pairs){factor, term};
}

#define LOWER_LAST(below, value, by) NATIVE_LOWER_LAST(below, value)
#define PAIR_STEP(MOVED, by)                                                                                \
    pairs = pairs_join(kind, (struct pairs){MOVED(pass, pairs.factor, by), MOVED(nothing, pairs.term, by)}, \
                       pairs)

/* Each lane joined with all before it. The operator is not commutative: what is moved up comes first. */
static ALWAYS_INLINE struct pairs pairs_scan(enum pair_kind kind, struct pairs pairs)
{
    const vector nothing = {0}, pass = no_factor(kind);
#if HAS_HALF_LANES
    PAIR_STEP(NATIVE_MOVE_WITHIN, 1);
#if VECTOR_LANES >= 8
    PAIR_STEP(NATIVE_MOVE_WITHIN, 2);
#endif
    PAIR_STEP(LOWER_LAST, 0);
#else
    PAIR_STEP(NATIVE_MOVE_UP, 1);
#if VECTOR_LANES >= 4
    PAIR_STEP(NATIVE_MOVE_UP, 2);
#endif
#if VECTOR_LANES >= 8
    PAIR_STEP(NATIVE_MOVE_UP, 4);
#endif
#if VECTOR_LANES >= 16
    PAIR_STEP(NATIVE_MOVE_UP, 8);
#endif
#endif
    return pairs;
}

/* What a kernel is compiled for. */
struct pair_loop {
    enum pair_kind kind;
    bool stream;
    unsigned unroll;
};

/* From element `done` on, as far as whole steps go: how many are done then. */
static ALWAYS_INLINE size_t scan_vectors(struct pair_loop loop, const struct pair_range *range, size_t done,
                                         union element *element)
{
    const enum pair_kind kind = loop.kind;
    const size_t n = range->n, step = (size_t)loop.unroll * VECTOR_LANES;
    elem *const output = range->output;
    vector carry = vector_broadcast(CARRIED(element));
    for (; done + step <= n; done += step) {
        pairs_fetch(kind, range, place_of(kind, n, done, step), step);
        struct pairs local[4];
#pragma GCC unroll 4
        for (unsigned u = 0; u < loop.unroll; u++)
            local[u] = pairs_scan(
                kind, pairs_load(kind, range, place_of(kind, n, done + u * VECTOR_LANES, VECTOR_LANES)));
#pragma GCC unroll 4
        for (unsigned u = 0; u < loop.unroll; u++) {
            const struct pairs last = {NATIVE_LAST(local[u].factor), NATIVE_LAST(local[u].term)};
            const vector result = joined(kind, carry, local[u]);
            pairs_store(loop.stream, output + place_of(kind, n, done + u * VECTOR_LANES, VECTOR_LANES),
                        kind == PAIR_REVERSE ? VECTOR_REVERSE(result) : result);
            carry = joined(kind, carry, last);
        }
    }
    CARRIED(element) = carry[0];
    return done;
}

static ALWAYS_INLINE elem factor_at(enum pair_kind kind, const struct pair_range *range, size_t at)
{
    if (kind == PAIR_SEGMENTS)
        return elem_of_bits(((const uint8_t *)range->factors)[at] ? 0 : ~(elem_bits)0);
    return ((const elem *)range->factors)[at];
}

static ALWAYS_INLINE elem times_one(enum pair_kind kind, elem factor, elem value)
{
    return kind == PAIR_SEGMENTS ? elem_of_bits(bits_of_elem(factor) & bits_of_elem(value))
                                 : (elem)(factor * value);
}

/* The few elements beside whole vectors. */
static ALWAYS_INLINE size_t scan_singles(enum pair_kind kind, const struct pair_range *range, size_t done,
                                         size_t end, union element *element)
{
    const elem *const terms = range->terms;
    elem *const output = range->output, carry = CARRIED(element);
#pragma GCC unroll 1
    for (; done < end; done++) {
        const size_t at = place_of(kind, range->n, done, 1);
        output[at] = carry = (elem)(times_one(kind, factor_at(kind, range, at), carry) + terms[at]);
    }
    CARRIED(element) = carry;
    return done;
}

/* Elements to the first boundary of vectors of the output. */
static ALWAYS_INLINE size_t head_of(enum pair_kind kind, const struct pair_range *range)
{
    const elem *const from = (const elem *)range->output + (kind == PAIR_REVERSE ? range->n : 0);
    const size_t over = (uintptr_t)from % VECTOR_BYTES / sizeof(elem);
    const size_t head = kind == PAIR_REVERSE || over == 0 ? over : VECTOR_LANES - over;
    return head < range->n ? head : range->n;
}

static ALWAYS_INLINE void scan_pairs(enum pair_kind kind, bool stream, const struct pair_range *range,
                                     union element *carry)
{
    size_t done = scan_singles(kind, range, 0, head_of(kind, range), carry);
#if HAS_FOURS
    done = scan_fours(kind, stream, range, done, carry);
#else
    done = scan_vectors((struct pair_loop){kind, stream, 4}, range, done, carry);
#endif
    done = scan_vectors((struct pair_loop){kind, stream, 1}, range, done, carry);
    scan_singles(kind, range, done, range->n, carry);
    if (stream)
        stream_fence();
    vector_end();
}

#define FACTOR_STEP(by) pairs.factor = times(kind, pairs.factor, VECTOR_MOVE_DOWN(pairs.factor, pass, by))

/* Each term times the factors of its vector after it, for only factors need to be scanned; these vectors are
 * joined lane by lane. */
static ALWAYS_INLINE struct pairs weigh_vectors(enum pair_kind kind, const struct pair_range *range,
                                                size_t *done)
{
    const vector pass = no_factor(kind);
#if HAS_FOURS
    struct pairs total = weigh_fours(kind, range, done);
#else
    struct pairs total = {pass, {0}};
#endif
    for (; *done + VECTOR_LANES <= range->n; *done += VECTOR_LANES) {
        const size_t at = place_of(kind, range->n, *done, VECTOR_LANES);
        pairs_fetch(kind, range, at, VECTOR_LANES);
        struct pairs pairs = pairs_load(kind, range, at);
        FACTOR_STEP(1);
#if VECTOR_LANES >= 4
        FACTOR_STEP(2);
#endif
#if VECTOR_LANES >= 8
        FACTOR_STEP(4);
#endif
#if VECTOR_LANES >= 16
        FACTOR_STEP(8);
#endif
        const vector all = vector_broadcast(pairs.factor[0]);
        const vector later = VECTOR_MOVE_DOWN(pairs.factor, pass, 1);
        total.term = times(kind, all, total.term) + times(kind, later, pairs.term);
        total.factor = times(kind, all, total.factor);
    }
    return total;
}

static ALWAYS_INLINE struct pair reduce_pairs(enum pair_kind kind, const struct pair_range *range)
{
    const elem *const terms = range->terms;
    size_t done = 0;
    const struct pairs total = weigh_vectors(kind, range, &done);
    elem factor = total.factor[0], term = 0;
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        term = (elem)(term + total.term[lane]);
#pragma GCC unroll 1
    for (; done < range->n; done++) {
        const size_t at = place_of(kind, range->n, done, 1);
        const elem next = factor_at(kind, range, at);
        term = (elem)(times_one(kind, next, term) + terms[at]);
        factor = times_one(kind, next, factor);
    }
    struct pair pair = {{.u64 = 0}, {.u64 = 0}};
    CARRIED(&pair.factor) = factor;
    CARRIED(&pair.term) = term;
    vector_end();
    return pair;
}

#define PAIR_KERNELS(KIND, name)                                                    \
    static void scan_##name(const struct pair_range *range, union element *carry)   \
    {                                                                               \
        scan_pairs(KIND, false, range, carry);                                      \
    }                                                                               \
    static void stream_##name(const struct pair_range *range, union element *carry) \
    {                                                                               \
        scan_pairs(KIND, true, range, carry);                                       \
    }                                                                               \
    static struct pair reduce_##name(const struct pair_range *range)                \
    {                                                                               \
        return reduce_pairs(KIND, range);                                           \
    }
#define PAIR_ENTRY(KIND, name) [KIND] = {{scan_##name, stream_##name}, reduce_##name},

#if ELEM_IS_FLOAT
#define FOR_EACH_PAIR_KIND(DO) \
    DO(PAIR_FORWARD, forward)  \
    DO(PAIR_REVERSE, reverse)  \
    DO(PAIR_SEGMENTS, segments)
#else
#define FOR_EACH_PAIR_KIND(DO) DO(PAIR_SEGMENTS, segments)
#endif
FOR_EACH_PAIR_KIND(PAIR_KERNELS)
extern const struct pair_tables EXPORT(pair_kernels);
const struct pair_tables EXPORT(pair_kernels) = {{FOR_EACH_PAIR_KIND(PAIR_ENTRY)}};
