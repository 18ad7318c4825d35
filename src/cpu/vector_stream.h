/* SPDX-License-Identifier: MIT */
/* Stores of vectors past the caches. */
#pragma once

#include "cpu/vector.h"

/* What the headers of intrinsics make of them: to read those takes longer than to compile many a kernel. */
#if VECTOR_BYTES == 64
#define STREAM_WORDS __builtin_ia32_movntdq512
#elif VECTOR_BYTES == 32
#define STREAM_WORDS __builtin_ia32_movntdq256
#else
#define STREAM_WORDS __builtin_ia32_movntdq
#endif

/* Store past the caches; `to` is aligned to a vector. Others see it after stream_fence. */
static ALWAYS_INLINE void vector_stream(elem *to, vector value)
{
#if defined __x86_64__ && defined __clang__
    __builtin_nontemporal_store(value, (vector *)to);
#elif defined __x86_64__
    typedef long long words __attribute__((vector_size(VECTOR_BYTES), may_alias));
    STREAM_WORDS((words *)to, (words)value);
#else
    vector_store(to, value);
#endif
}
