/* SPDX-License-Identifier: MIT */
/* Stores of vectors past the caches. */
#ifndef SCANBENCH_VECTOR_STREAM_H
#define SCANBENCH_VECTOR_STREAM_H

#include "cpu/vector.h"

#if defined __x86_64__
#include <immintrin.h>
#endif

/* Store past the caches; `to` is aligned to a vector. Others see it behind stream_fence. */
static ALWAYS_INLINE void vector_stream(elem *to, vector value)
{
#if VECTOR_BYTES == 64
    _mm512_stream_si512((__m512i *)to, (__m512i)value);
#elif VECTOR_BYTES == 32
    _mm256_stream_si256((__m256i *)to, (__m256i)value);
#elif defined __x86_64__
    _mm_stream_si128((__m128i *)to, (__m128i)value);
#else
    vector_store(to, value);
#endif
}

#endif
