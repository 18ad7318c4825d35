/* SPDX-License-Identifier: MIT */
/* A value and its tag in one word, twice as wide as the element: every 64 bits of it are a tag of 32 bits
 * above 32 bits of the value. Parts are read and written in any order: a word is whole when all have one tag,
 * so that no fence is needed. For the dialects with words of their own; problem/elem.h is known, and uint and
 * INLINE. */
#pragma once

#define PACKED_PARTS (ELEM_BYTES / 4)
#define PACKED_HALF 32 /* bits of a part that are the value's */

/* What a kernel makes of a word: of one that is not whole the tag is 0. */
typedef struct {
    elem value;
    uint tag;
} packed;

typedef struct {
    u64 part[PACKED_PARTS];
} packed_word;

INLINE u64 packed_part(elem value, uint tag, uint part)
{
    return (u64)tag << PACKED_HALF | (uint)(bits_of_elem(value) >> part * PACKED_HALF);
}

INLINE packed packed_of(packed_word word)
{
    elem_bits bits = 0;
    packed whole;
    whole.tag = (uint)(word.part[0] >> PACKED_HALF);
    for (uint part = 0; part < PACKED_PARTS; part++) {
        bits |= (elem_bits)(uint)word.part[part] << part * PACKED_HALF;
        if ((uint)(word.part[part] >> PACKED_HALF) != whole.tag)
            whole.tag = 0;
    }
    whole.value = elem_of_bits(bits);
    return whole;
}
