/* SPDX-License-Identifier: MIT */
/* What a thread of a group is in a dialect: its place, its registers, the loops over threads, single
 * elements. A dialect includes this before its functions, and dialect_common.h after them; what it has
 * defined before stays. WALKED says which of two kinds it is: 0, each thread of a group runs itself, THREAD
 * is its number, and a loop over threads is a block that it enters or not; 1, whoever runs a group walks over
 * its threads between two barriers, and a private value is an array of all threads' values. */
#pragma once

/* Arithmetic, of dialects that know problem/elem.h. */
#ifndef OP
#define OP(a, b) combine(OPERATOR, a, b)
#define IDENTITY neutral(OPERATOR)
#define ONE neutral(OP_PRODUCT)
#define SUBTRACT(a, b) ((elem)((accumulator)(a) - (accumulator)(b)))
#define MULTIPLY(a, b) combine(OP_PRODUCT, a, b)
#define BITS_OF(value) bits_of_elem(value)
#define ELEM_OF_BITS(bits) elem_of_bits(bits)
#endif
/* Elements of the arrays that are read and written, as what is computed in and back: of converted types alone
 * they are anything else. */
#ifndef WIDENED
typedef elem in_elem, out_elem;
#define WIDENED(element) (element)
#define NARROWED(value) (value)
#endif
#ifndef POSITIVE
#define POSITIVE(value) ((value) > 0)
#endif
#ifndef RECEIVED
#define RECEIVED(value) (value) /* a value that comes from another thread through shared memory */
#endif

/* Registers: OWN(x, count, i) is value i of the `count` that x has for the running thread, MY(x) of one, and
 * MY_AT(x, i) of VALUES. A row is what the lanes of a subgroup have of one value, IN_ROW a lane's. Of the
 * first subgroup alone: FIRST_AT. */
#if WALKED
#define PRIVATE_ROOM(threads) (threads)
#define THREAD (SUBGROUP * LANES + LANE)
#define SUBGROUPS ((size)THREADS / LANES)
#define OWN_FIRST(x, count) ((x) + SUBGROUP * (count)*LANES + LANE)
#define OWN_APART LANES
#define OWN(x, count, i) (x)[(SUBGROUP * (count) + (i)) * LANES + LANE]
#define FIRST_AT(x, i) (x)[(i)*LANES + LANE]
#define ROW(value) ((value) + SUBGROUP * LANES)
#define ROW_AT(values, v) ((values) + (SUBGROUP * VALUES + (v)) * LANES)
#define IN_ROW(row) (row)[LANE]
#else
#define PRIVATE_ROOM(threads) 1
#define SUBGROUPS (THREADS / LANES)
#define SUBGROUP (THREAD / LANES)
#define LANE (THREAD % LANES)
#define OWN_FIRST(x, count) (x)
#define OWN_APART 1
#define OWN(x, count, i) (x)[i]
#define FIRST_AT(x, i) (x)[i]
#define ROW(value) (value)
#define ROW_AT(values, v) ((values) + (v))
#define IN_ROW(row) (row)[0]
#endif
#define MY(x) OWN(x, 1, 0)
#define MY_AT(x, i) OWN(x, VALUES, i)
#ifndef MOST_VALUES
#define MOST_VALUES VALUES /* a constant */
#endif
#define PRIVATE(type, name) type name[PRIVATE_ROOM(MAX_THREADS)]
#ifndef PRIVATE_ARRAY
#define PRIVATE_ARRAY(type, name) type name[MOST_VALUES * PRIVATE_ROOM(MAX_THREADS)]
#endif
#define PRIVATE_OF_FIRST_SUBGROUP(type, name) type name[MAX_SUBGROUPS * PRIVATE_ROOM(LANES)]

/* The loops. One over lanes is within one over subgroups; EACH_FIRST_LANE is of every subgroup.
 * THE_FIRST_SUBGROUP: what it does alone, collectives and EACH_THREAD_OF_FIRST_SUBGROUP. */
#ifndef UNROLLED
#define UNROLLED(i, from, to) for (size i = (from); i < (to); i++)
#endif
#ifndef THE_FIRST_SUBGROUP
#define THE_FIRST_SUBGROUP
#endif
#if WALKED
#define EACH_SUBGROUP EACH_SUBGROUP_BELOW(SUBGROUPS)
#define EACH_THREAD \
    EACH_SUBGROUP   \
        EACH_LANE
#define EACH_THREAD_OF(subgroups) EACH_SUBGROUP_BELOW(subgroups) EACH_LANE
#define EACH_THREAD_OF_FIRST_SUBGROUP EACH_THREAD_OF(1)
#ifndef EACH_THREAD_BELOW
#define EACH_THREAD_BELOW(count) \
    EACH_SUBGROUP_BELOW(((count) + LANES - 1) / LANES) EACH_LANE if (THREAD < (count))
#endif
#define EACH_FIRST_LANE ONE_LANE(0, SUBGROUPS, 0)
#define EACH_LAST_LANE ONE_LANE(0, SUBGROUPS, LANES - 1)
#define THE_FIRST_THREAD ONE_LANE(0, 1, 0)
#define THE_LAST_THREAD ONE_LANE(SUBGROUPS - 1, SUBGROUPS, LANES - 1)
#else
#define EACH_LANE
#define EACH_SUBGROUP
#define EACH_THREAD
#define EACH_THREAD_OF(subgroups) if ((subgroups) == SUBGROUPS || SUBGROUP < (subgroups))
#define EACH_THREAD_OF_FIRST_SUBGROUP if (SUBGROUP == 0)
#define EACH_THREAD_BELOW(count) if (THREAD < (count))
#define EACH_FIRST_LANE if (LANE == 0)
#define EACH_LAST_LANE if (LANE == LANES - 1)
#define THE_FIRST_THREAD if (THREAD == 0)
#define THE_LAST_THREAD if (THREAD == THREADS - 1)
#endif

/* Words of shared memory. SIMD_GET: the same word for every lane, within EACH_SUBGROUP; BROADCAST: for every
 * thread, outside the loops. VOLATILE: read and written as the text says, for lanes that do not wait for each
 * other. */
#ifndef GET
#define GET(words, i) (words)[i]
#define PUT(words, i, value) ((words)[i] = (value))
#endif
#ifndef SIMD_GET
#define SIMD_GET GET
#define BROADCAST GET
#endif
#if WALKED
#define VOLATILE_GET GET
#define VOLATILE_PUT PUT
#else
#define VOLATILE_GET(words, i) ((const volatile SHARED_MEMORY elem *)(words))[i]
#define VOLATILE_PUT(words, i, value) (((volatile SHARED_MEMORY elem *)(words))[i] = (value))
#endif

/* Where element i of the launch's order, by which all tiles are loaded and stored, lies in an array of n: at
 * i; or, where the order is from the last element to the first, at its mirror image in all tiles, so that a
 * tile of the order is one of the array. What is absent then comes first, and is past n as ever. A compiler
 * of one order has REVERSED defined for that one; else the launch has it. */
#define ALL_TILES(n) (((n) + THREADS * VALUES - 1) / (THREADS * VALUES) * (THREADS * VALUES))
#ifndef IS_REVERSED
#ifdef REVERSED
#define IS_REVERSED 1
#define IN_ORDER(i, n) (ALL_TILES(n) - 1 - (i))
#else
#define IS_REVERSED 0
#define IN_ORDER(i, n) i
#endif
#else
#define IN_ORDER(i, n) (IS_REVERSED ? ALL_TILES(n) - 1 - (i) : (i))
#endif

/* Single elements of device memory. */
#ifndef READ
#define READ(buffer, i) (buffer)[i]
#define WRITE(buffer, i, value) ((buffer)[i] = (value))
#endif
#define READ_BELOW(buffer, i, n) ((i) < (n) ? READ(buffer, i) : IDENTITY)
/* Of an input, as what is computed in. */
#define READ_IN(buffer, i) WIDENED(READ(buffer, i))
#define READ_IN_BELOW(buffer, i, n) ((i) < (n) ? READ_IN(buffer, i) : IDENTITY)
