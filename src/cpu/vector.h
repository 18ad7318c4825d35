/* SPDX-License-Identifier: MIT */
/* Native vectors of the element type ELEM for the ISA that a file is compiled for, and their lane moves. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define ALWAYS_INLINE inline __attribute__((always_inline))
#define INLINE static ALWAYS_INLINE
#define INFINITE __builtin_inf()
#include "problem/elem.h"

#define CONCAT_(a, b, c) a##_##b##_##c
#define CONCAT(a, b, c) CONCAT_(a, b, c)

/* name_isa_elem: the one exported table of a file. */
#define EXPORT(name) CONCAT(name, ISA, ELEM)

/* The Makefile defines VECTOR_BYTES. */
#define VECTOR_LANES (VECTOR_BYTES / ELEM_BYTES)

typedef elem vector __attribute__((vector_size(VECTOR_BYTES)));
typedef elem unaligned_vector __attribute__((vector_size(VECTOR_BYTES), aligned(ELEM_BYTES), may_alias));

/* Constant lane numbers for shuffles: x, x + 1, …; the last lane throughout; every second one; two halves in
 * turn; down to x. */
#define LIST_2(x) (x), (x) + 1
#define LIST_4(x) LIST_2(x), LIST_2((x) + 2)
#define LIST_8(x) LIST_4(x), LIST_4((x) + 4)
#define LIST_16(x) LIST_8(x), LIST_8((x) + 8)
#define SAME_2(x) (x), (x)
#define SAME_4(x) SAME_2(x), SAME_2(x)
#define SAME_8(x) SAME_4(x), SAME_4(x)
#define SAME_16(x) SAME_8(x), SAME_8(x)
#define EVEN_2(x) (x), (x) + 2
#define EVEN_4(x) EVEN_2(x), EVEN_2((x) + 4)
#define EVEN_8(x) EVEN_4(x), EVEN_4((x) + 8)
#define EVEN_16(x) EVEN_8(x), EVEN_8((x) + 16)
#define ZIP_2(x) (x), (x) + VECTOR_LANES
#define ZIP_4(x) ZIP_2(x), ZIP_2((x) + 1)
#define ZIP_8(x) ZIP_4(x), ZIP_4((x) + 2)
#define ZIP_16(x) ZIP_8(x), ZIP_8((x) + 4)
#define DOWN_2(x) (x) + 1, (x)
#define DOWN_4(x) DOWN_2((x) + 2), DOWN_2(x)
#define DOWN_8(x) DOWN_4((x) + 4), DOWN_4(x)
#define DOWN_16(x) DOWN_8((x) + 8), DOWN_8(x)
#if VECTOR_LANES == 16
#define LANE_LIST(kind, x) kind##_16(x)
#elif VECTOR_LANES == 8
#define LANE_LIST(kind, x) kind##_8(x)
#elif VECTOR_LANES == 4
#define LANE_LIST(kind, x) kind##_4(x)
#elif VECTOR_LANES == 2
#define LANE_LIST(kind, x) kind##_2(x)
#else
#error "no list of so many lanes"
#endif

static ALWAYS_INLINE vector vector_load(const elem *from)
{
    return *(const unaligned_vector *)from;
}

/* A half from each of two places. vector_load_halves loads one vector so, where it is a whole cache line: the
 * compiler would make one access of the two. */
#if defined __x86_64__ && VECTOR_BYTES == 64
#define HAS_HALVES 1
struct vector_half {
    char bytes[VECTOR_BYTES / 2];
};

static ALWAYS_INLINE vector vector_load_two(const elem *lower, const elem *upper)
{
    vector value;
    __asm__("vmovdqu64 %1, %t0\n\tvinserti64x4 $1, %2, %0, %0"
            : "=&v"(value)
            : "m"(*(const struct vector_half *)(const void *)lower),
              "m"(*(const struct vector_half *)(const void *)upper));
    return value;
}

static ALWAYS_INLINE vector vector_load_halves(const elem *from)
{
    return vector_load_two(from, from + VECTOR_LANES / 2);
}

/* The lower half, and 0 in the upper one. */
static ALWAYS_INLINE vector vector_load_half(const elem *from)
{
    vector value;
    __asm__("vmovdqu64 %1, %t0" : "=v"(value) : "m"(*(const struct vector_half *)(const void *)from));
    return value;
}
#else
#define HAS_HALVES 0
#define vector_load_halves vector_load
#define vector_load_half vector_load
#endif

static ALWAYS_INLINE void vector_store(elem *to, vector value)
{
    *(unaligned_vector *)to = value;
}

static ALWAYS_INLINE vector vector_broadcast(elem value)
{
    return value - (vector){0};
}

/* Lanes `by` … of `below` and then the first lanes of `value`: value moved up by `by` (a literal), filled
 * from below. */
#define VECTOR_MOVE_UP(below, value, by) \
    __builtin_shufflevector(below, value, LANE_LIST(LIST, VECTOR_LANES - (by)))

/* Lanes `by` … of `value` and then the first lanes of `above`: value moved down by `by` (a literal). */
#define VECTOR_MOVE_DOWN(value, above, by) __builtin_shufflevector(value, above, LANE_LIST(LIST, by))

/* The lanes in the other order. */
#define VECTOR_REVERSE(value) __builtin_shufflevector(value, value, LANE_LIST(DOWN, 0))

/* The last lane in every lane. */
#define VECTOR_LAST(value) __builtin_shufflevector(value, value, LANE_LIST(SAME, VECTOR_LANES - 1))

/* The lanes turned down by `by` (a literal), the lowest coming round to the top. */
#define VECTOR_TURN(value, by) __builtin_shufflevector(value, value, LANE_LIST(LIST, by))

/* The even or odd elements of `low` and `high` laid end to end, and the inverse: their elements taken in
 * turn. */
#define VECTOR_EVEN(low, high) __builtin_shufflevector(low, high, LANE_LIST(EVEN, 0))
#define VECTOR_ODD(low, high) __builtin_shufflevector(low, high, LANE_LIST(EVEN, 1))
#define VECTOR_ZIP_LOW(a, b) __builtin_shufflevector(a, b, LANE_LIST(ZIP, 0))
#define VECTOR_ZIP_HIGH(a, b) __builtin_shufflevector(a, b, LANE_LIST(ZIP, VECTOR_LANES / 2))
