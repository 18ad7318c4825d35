/* SPDX-License-Identifier: MIT */
/* Pairs by fours: a step of four registers is turned so that each lane has four pairs which follow each
 * other, one in each register. Three joins do for them what two log steps do in every register otherwise;
 * only what the fours come to is joined from lane to lane. */
#pragma once

#include "cpu/pair_vectors.h"

/* 32-bit elements fill a quarter of a register by fours, and with less than two quarters nothing is won. */
#if !defined __x86_64__ || VECTOR_BYTES < 32
#define HAS_FOURS 0
#elif ELEM_BYTES == 4
#define HAS_FOURS 1
#elif ELEM_BYTES == 8
#define HAS_FOURS 0
#else
#error "no code for elements of this width"
#endif

#if HAS_FOURS
enum { FOURS = 4, QUARTERS = VECTOR_LANES / FOURS, FOURS_STEP = FOURS * VECTOR_LANES };

#define UNPACK(half, bits, a, b) \
    ((vector)CONCAT(PREFIX, unpack##half, epi##bits)((NATIVE_INTEGERS)(a), (NATIVE_INTEGERS)(b)))

/* Lane l of register r and lane r of register l, within each quarter of 16 bytes. Its own inverse. */
static ALWAYS_INLINE void fours_turn(vector of[FOURS])
{
    const vector low = UNPACK(lo, 32, of[0], of[1]), high = UNPACK(hi, 32, of[0], of[1]);
    const vector low_2 = UNPACK(lo, 32, of[2], of[3]), high_2 = UNPACK(hi, 32, of[2], of[3]);
    of[0] = UNPACK(lo, 64, low, low_2);
    of[1] = UNPACK(hi, 64, low, low_2);
    of[2] = UNPACK(lo, 64, high, high_2);
    of[3] = UNPACK(hi, 64, high, high_2);
}

/* After the turn lane i of quarter q has four number i·QUARTERS + q: the lane of a four, and the four of a
 * lane. */
#define LANE_OF(four) ((four) % QUARTERS * FOURS + (four) / QUARTERS)
#define FOUR_OF(lane) ((lane) % FOURS * QUARTERS + (lane) / FOURS)

#if VECTOR_LANES == 16
#define FOR_LANES(DO, by)                                                                              \
    DO(0, by), DO(1, by), DO(2, by), DO(3, by), DO(4, by), DO(5, by), DO(6, by), DO(7, by), DO(8, by), \
        DO(9, by), DO(10, by), DO(11, by), DO(12, by), DO(13, by), DO(14, by), DO(15, by)
#elif VECTOR_LANES == 8
#define FOR_LANES(DO, by) \
    DO(0, by), DO(1, by), DO(2, by), DO(3, by), DO(4, by), DO(5, by), DO(6, by), DO(7, by)
#else
#error "no list of so many lanes"
#endif

/* As VECTOR_MOVE_UP and VECTOR_MOVE_DOWN in the order of the fours; what moves in has the same in all lanes.
 */
#define UP(lane, by) (FOUR_OF(lane) < (by) ? (lane) : VECTOR_LANES + LANE_OF(FOUR_OF(lane) - (by)))
#define FOURS_UP(below, value, by) __builtin_shufflevector(below, value, FOR_LANES(UP, by))
#define DOWN(lane, by) \
    (FOUR_OF(lane) + (by) < VECTOR_LANES ? LANE_OF(FOUR_OF(lane) + (by)) : VECTOR_LANES + (lane))
#define FOURS_DOWN(value, above, by) __builtin_shufflevector(value, above, FOR_LANES(DOWN, by))

/* The bytes of a step as factors: each four's are a word, which goes to the lane of the four. */
static ALWAYS_INLINE void fours_widen(const uint8_t *heads, vector factors[FOURS])
{
    lane_bits words;
    __builtin_memcpy(&words, heads, sizeof words);
#define WORD(lane, none) FOUR_OF(lane)
    words = __builtin_shufflevector(words, words, FOR_LANES(WORD, ));
#undef WORD
    for (unsigned i = 0; i < FOURS; i++)
        factors[i] = (vector)((words & (0xffU << 8 * i)) == 0);
}

/* Register i of a step: pair i of each four, in the order of the scan. */
static ALWAYS_INLINE void fours_load(enum pair_kind kind, const struct pair_range *range, size_t at,
                                     struct pairs fours[FOURS])
{
    vector terms[FOURS], factors[FOURS];
    for (unsigned i = 0; i < FOURS; i++)
        terms[i] = vector_load((const elem *)range->terms + at + i * VECTOR_LANES);
    fours_turn(terms);
    if (kind == PAIR_SEGMENTS) {
        fours_widen((const uint8_t *)range->factors + at, factors);
    } else {
        for (unsigned i = 0; i < FOURS; i++)
            factors[i] = vector_load((const elem *)range->factors + at + i * VECTOR_LANES);
        fours_turn(factors);
    }
    for (unsigned i = 0; i < FOURS; i++) {
        const unsigned from = kind == PAIR_REVERSE ? FOURS - 1 - i : i;
        fours[i] = (struct pairs){factors[from], terms[from]};
    }
}

/* A step of the scan as far as it does not depend on what precedes it: each pair joined with those before it
 * in its four, and what the fours come to, in the order of the scan. */
struct fours {
    struct pairs pairs[FOURS], total;
};

static ALWAYS_INLINE struct fours fours_joined(enum pair_kind kind, const struct pair_range *range, size_t at)
{
    struct fours fours;
    fours_load(kind, range, at, fours.pairs);
    for (unsigned i = 1; i < FOURS; i++)
        fours.pairs[i] = pairs_join(kind, fours.pairs[i - 1], fours.pairs[i]);
    fours.total = fours.pairs[FOURS - 1];
    if (kind == PAIR_REVERSE)
        fours.total = (struct pairs){VECTOR_REVERSE(fours.total.factor), VECTOR_REVERSE(fours.total.term)};
    return fours;
}

#define FOURS_STEP_UP(MOVED, by)                                                                            \
    total = pairs_join(kind, (struct pairs){MOVED(pass, total.factor, by), MOVED(nothing, total.term, by)}, \
                       total)

/* The results before each four, from what the fours come to and the carry, which then includes them. */
static ALWAYS_INLINE vector fours_before(enum pair_kind kind, struct pairs total, vector *carry)
{
    const vector nothing = {0}, pass = no_factor(kind);
#if HAS_HALF_LANES
    /* The even fours are in the lower half and the odd ones in the upper: by twos in both halves. */
#define HALVES(value, which) ((vector)_mm256_permute2x128_si256((__m256i)(value), (__m256i)(value), which))
    const struct pairs even = {HALVES(total.factor, 0x00), HALVES(total.term, 0x00)};
    const struct pairs odd = {HALVES(total.factor, 0x11), HALVES(total.term, 0x11)};
    total = pairs_join(kind, even, odd);
    FOURS_STEP_UP(NATIVE_MOVE_WITHIN, 1);
    FOURS_STEP_UP(NATIVE_MOVE_WITHIN, 2);
    const vector result = joined(kind, *carry, total);
    const vector before = NATIVE_MOVE_WITHIN(*carry, result, 1);
    *carry = (vector)_mm256_shuffle_epi32((__m256i)result, 0xff);
    return (vector)_mm256_blend_epi32((__m256i)before, (__m256i)joined(kind, before, even), 0xf0);
#undef HALVES
#else
    FOURS_STEP_UP(FOURS_UP, 1);
    FOURS_STEP_UP(FOURS_UP, 2);
    FOURS_STEP_UP(FOURS_UP, 4);
    FOURS_STEP_UP(FOURS_UP, 8);
    const struct pairs earlier = {FOURS_UP(pass, total.factor, 1), FOURS_UP(nothing, total.term, 1)};
    const struct pairs last = {NATIVE_LAST(total.factor), NATIVE_LAST(total.term)};
    const vector before = joined(kind, *carry, earlier);
    *carry = joined(kind, *carry, last);
    return before;
#endif
}

static ALWAYS_INLINE void fours_finish(enum pair_kind kind, bool stream, const struct fours *fours, elem *to,
                                       vector *carry)
{
    vector before = fours_before(kind, fours->total, carry), results[FOURS];
    if (kind == PAIR_REVERSE)
        before = VECTOR_REVERSE(before);
    for (unsigned i = 0; i < FOURS; i++)
        results[kind == PAIR_REVERSE ? FOURS - 1 - i : i] = joined(kind, before, fours->pairs[i]);
    fours_turn(results);
    for (unsigned i = 0; i < FOURS; i++)
        pairs_store(stream, to + i * VECTOR_LANES, results[i]);
}

/* From element `done` on, as far as whole steps go: how many are done then. Each step is begun before the one
 * before it is finished, since one alone is a longer chain than a core looks ahead. */
static ALWAYS_INLINE size_t scan_fours(enum pair_kind kind, bool stream, const struct pair_range *range,
                                       size_t done, union element *element)
{
    const size_t n = range->n;
    elem *const output = range->output;
    if (n - done < FOURS_STEP)
        return done;
    vector carry = vector_broadcast(CARRIED(element));
    struct fours next = fours_joined(kind, range, place_of(kind, n, done, FOURS_STEP));
    for (; n - done >= 2 * FOURS_STEP; done += FOURS_STEP) {
        const size_t at = place_of(kind, n, done + FOURS_STEP, FOURS_STEP);
        const struct fours fours = next;
        pairs_fetch(kind, range, at, FOURS_STEP);
        next = fours_joined(kind, range, at);
        fours_finish(kind, stream, &fours, output + place_of(kind, n, done, FOURS_STEP), &carry);
    }
    fours_finish(kind, stream, &next, output + place_of(kind, n, done, FOURS_STEP), &carry);
    CARRIED(element) = carry[0];
    return done + FOURS_STEP;
}

#define FOURS_STEP_DOWN(by) later = times(kind, later, FOURS_DOWN(later, pass, by))

/* What whole steps from `done` on come to, lane by lane: the terms of fours times the factors of the fours
 * after them in their step, for only factors need to be scanned. */
static ALWAYS_INLINE struct pairs weigh_fours(enum pair_kind kind, const struct pair_range *range,
                                              size_t *done)
{
    const vector pass = no_factor(kind);
    struct pairs total = {pass, {0}};
    for (; *done + FOURS_STEP <= range->n; *done += FOURS_STEP) {
        const size_t at = place_of(kind, range->n, *done, FOURS_STEP);
        pairs_fetch(kind, range, at, FOURS_STEP);
        const struct pairs own = fours_joined(kind, range, at).total;
        vector later = own.factor;
        FOURS_STEP_DOWN(1);
        FOURS_STEP_DOWN(2);
        FOURS_STEP_DOWN(4);
#if VECTOR_LANES == 16
        FOURS_STEP_DOWN(8);
#endif
        const vector all = vector_broadcast(later[0]);
        later = FOURS_DOWN(later, pass, 1);
        total.term = times(kind, all, total.term) + times(kind, later, own.term);
        total.factor = times(kind, all, total.factor);
    }
    return total;
}
#endif
