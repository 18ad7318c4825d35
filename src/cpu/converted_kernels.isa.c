/* SPDX-License-Identifier: MIT */
/* Copies, scans, reductions, dot products, counts and compactions of converted types with the registers of an
 * ISA: loads that widen, sums in lanes of the accumulator, stores that narrow. */
#define ELEM u32
#define ELEM_BITS 32
#define ELEM_KIND UNSIGNED
#define ELEM_ACCUMULATOR u32
#include "cpu/converted_kernels.h"

#include "cpu/converted_compress.h"
#include "cpu/converted_lanes.h"
#include "cpu/converted_pairs.h"

/* The running sums of the elements of a register, or of its pairs of elements, and of those before: of each
 * type of its own, in which order they are added is the same for all. */
struct running {
    struct lane_windows windows;
    vector sum;
};

static ALWAYS_INLINE void step_u16_u32(struct running *running, const uint16_t *from, uint32_t *to,
                                       bool stream)
{
    const vector words = words_at(from), odd = words >> 16;
    running->sum += windows_32(&running->windows, (words & 0xffff) + odd);
    store_vector(to, in_turn_32(running->sum - odd, running->sum, false), stream);
    store_vector(to + VECTOR_LANES, in_turn_32(running->sum - odd, running->sum, true), stream);
}

/* By pairs where a register has eight of them: of four, with AVX2, a scan takes 5 % longer by pairs. */
static ALWAYS_INLINE void step_u32_u64(struct running *running, const uint32_t *from, uint64_t *to,
                                       bool stream)
{
#if VECTOR_BYTES == 64
    const lanes_64 words = (lanes_64)words_at(from), odd = words >> 32;
    const lanes_64 window = windows_64(&running->windows, (words & 0xffffffff) + odd);
    const lanes_64 sum = (lanes_64)running->sum + window;
    store_vector(to, in_turn_64(sum - odd, sum, false), stream);
    store_vector(to + VECTOR_LANES / 2, in_turn_64(sum - odd, sum, true), stream);
    running->sum = (vector)sum;
#else
    running->sum = (vector)((lanes_64)running->sum + windows_64(&running->windows, widened_32(from)));
    store_vector(to, running->sum, stream);
#endif
}

static ALWAYS_INLINE void step_u8(struct running *running, const uint8_t *from, uint8_t *to, bool stream)
{
    const lanes_8 window = windows_8(&running->windows, (lanes_8)words_at(from));
    running->sum = (vector)((lanes_8)running->sum + window);
    store_vector(to, running->sum, stream);
}

static ALWAYS_INLINE void step_u16(struct running *running, const uint16_t *from, uint16_t *to, bool stream)
{
    const lanes_16 window = windows_16(&running->windows, (lanes_16)words_at(from));
    running->sum = (vector)((lanes_16)running->sum + window);
    store_vector(to, running->sum, stream);
}

static ALWAYS_INLINE lanes_float next_f16(struct running *running, const uint16_t *from)
{
    const lanes_float window = windows_float(&running->windows, f16_load(from));
    running->sum = (vector)((lanes_float)running->sum + window);
    return (lanes_float)running->sum;
}

static ALWAYS_INLINE void step_f16(struct running *running, const uint16_t *from, uint16_t *to, bool stream)
{
    const lanes_float low = next_f16(running, from), high = next_f16(running, from + VECTOR_LANES);
    if (stream) {
        store_vector(to, f16_narrow_two(low, high), stream);
    } else {
        f16_store(to, low);
        f16_store(to + VECTOR_LANES, high);
    }
}

/* By pairs, an even and an odd element to a lane: what precedes a pair is the sum with the pair before. */
static ALWAYS_INLINE void step_bf16(struct running *running, const uint16_t *from, uint16_t *to, bool stream)
{
    const vector words = words_at(from);
    const lanes_float even = (lanes_float)(words << 16), odd = (lanes_float)(words & 0xffff0000);
    const lanes_float sum = (lanes_float)running->sum + windows_float(&running->windows, even + odd);
    const lanes_float before = (lanes_float)MOVED(running->sum, (vector)sum, 4);
    running->sum = (vector)sum;
    store_vector(to, bf16_rounded(before + even) >> 16 | (bf16_rounded(sum) & 0xffff0000), stream);
}

/* `unroll` steps, and of each type the elements of one. */
#define STEP_U8_U32 VECTOR_BYTES
#define STEP_U16_U32 (2 * VECTOR_LANES)
#define STEP_U32_U64 (VECTOR_BYTES == 64 ? VECTOR_LANES : VECTOR_LANES / 2)
#define STEP_U8 VECTOR_BYTES
#define STEP_U16 (VECTOR_BYTES / 2)
#define STEP_F16 (2 * VECTOR_LANES)
#define STEP_BF16 (2 * VECTOR_LANES)
#define STEPS_OF(NAME, symbol, type, output)                                                        \
    static ALWAYS_INLINE void steps_##symbol(struct running *running, const type *from, output *to, \
                                             unsigned unroll, bool stream)                          \
    {                                                                                               \
        _Pragma("GCC unroll 8") for (unsigned u = 0; u < unroll; u++)                               \
            step_##symbol(running, from + u * STEP_##NAME, to + u * STEP_##NAME, stream);           \
    }
STEPS_OF(U16_U32, u16_u32, uint16_t, uint32_t)
STEPS_OF(U32_U64, u32_u64, uint32_t, uint64_t)
STEPS_OF(U8, u8, uint8_t, uint8_t)
STEPS_OF(U16, u16, uint16_t, uint16_t)
STEPS_OF(F16, f16, uint16_t, uint16_t)
STEPS_OF(BF16, bf16, uint16_t, uint16_t)

static ALWAYS_INLINE void sum_bytes(struct running *running, struct byte_windows ends, uint32_t *to,
                                    bool stream)
{
#pragma GCC unroll 4
    for (unsigned quarter = 0; quarter < 4; quarter++) {
        running->sum += widened_quarter(ends, quarter);
        store_vector(to + quarter * VECTOR_LANES, running->sum, stream);
    }
}

/* The windows of a register come two registers before its sums: on Zen 4 a twentieth faster than right
 * before. */
enum { WINDOWS_BEFORE = 2 };

static ALWAYS_INLINE void steps_u8_u32(struct running *running, const uint8_t *from, uint32_t *to,
                                       unsigned unroll, bool stream)
{
    struct byte_windows ends[8];
#pragma GCC unroll 16
    for (unsigned u = 0; u < unroll + WINDOWS_BEFORE; u++) {
        if (u < unroll)
            ends[u] = windows_bytes(&running->windows, from + u * VECTOR_BYTES);
        if (u >= WINDOWS_BEFORE)
            sum_bytes(running, ends[u - WINDOWS_BEFORE], to + (u - WINDOWS_BEFORE) * VECTOR_BYTES, stream);
    }
}

/* Elements of a register as they are read, and lanes of one of the accumulator. */
#define DEFINE_LANES(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum, ...) \
    enum { LANES_##NAME = VECTOR_BYTES / sizeof(sum), REGISTER_##NAME = VECTOR_BYTES / sizeof(type) };
FOR_EACH_CONVERTED_DTYPE(DEFINE_LANES, )

/* Elements before `to` is aligned to a register, at most n. */
static ALWAYS_INLINE size_t head_of(const void *to, size_t size, size_t n)
{
    const size_t head = -(uintptr_t)to % VECTOR_BYTES / size;
    return head < n ? head : n;
}

/* What is written of a copy fills registers: past the caches too. */
#define widened_u8_u32(from) ((vector)native_widen(from))
#define widened_u16_u32(from) widened_16(from)
#define widened_u32_u64(from) ((vector)widened_32(from))
#define widened_u8(from) words_at(from)
#define widened_u16(from) words_at(from)
#define widened_f16(from) words_at(from)
#define widened_bf16(from) words_at(from)
#define DEFINE_COPY(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output, ...) \
    static __attribute__((noinline)) void copy_each_##symbol(const type *from, output *to, size_t n)     \
    {                                                                                                    \
        _Pragma("GCC unroll 1") for (size_t i = 0; i < n; i++) to[i] = (output)from[i];                  \
    }                                                                                                    \
    static ALWAYS_INLINE void copy_##symbol(const type *from, output *to, size_t n, bool stream,         \
                                            size_t ahead)                                                \
    {                                                                                                    \
        const size_t lanes = VECTOR_BYTES / sizeof(output);                                              \
        size_t i = head_of(to, sizeof(output), n);                                                       \
        copy_each_##symbol(from, to, i);                                                                 \
        for (; i + 4 * lanes <= n; i += 4 * lanes) {                                                     \
            if (ahead)                                                                                   \
                prefetch_far((const char *)(from + i) + ahead);                                          \
            _Pragma("GCC unroll 4") for (unsigned u = 0; u < 4; u++)                                     \
                store_vector(to + i + u * lanes, widened_##symbol(from + i + u * lanes), stream);        \
        }                                                                                                \
        copy_each_##symbol(from + i, to + i, n - i);                                                     \
        vector_end();                                                                                    \
    }                                                                                                    \
    static void copy_plain_##symbol(const void *input, void *result, size_t n)                           \
    {                                                                                                    \
        copy_##symbol(input, result, n, false, 0);                                                       \
    }                                                                                                    \
    static void copy_stream_##symbol(const void *input, void *result, size_t n)                          \
    {                                                                                                    \
        copy_##symbol(input, result, n, true, 0);                                                        \
    }                                                                                                    \
    static void copy_ahead_##symbol(const void *input, void *result, size_t n)                           \
    {                                                                                                    \
        copy_##symbol(input, result, n, true, STREAM_AHEAD);                                             \
    }
FOR_EACH_CONVERTED_DTYPE(DEFINE_COPY, )

#define DEFINE_SCAN(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum_type, OUTPUT, output, \
                    ...)                                                                                 \
    static __attribute__((noinline)) void scan_each_##symbol(const type *from, output *to, size_t n,     \
                                                             union element *carry)                       \
    {                                                                                                    \
        sum_type sum = carry->accumulator;                                                               \
        _Pragma("GCC unroll 1") for (size_t i = 0; i < n; i++)                                           \
        {                                                                                                \
            sum += symbol##_read(from[i]);                                                               \
            to[i] = symbol##_write(sum);                                                                 \
        }                                                                                                \
        carry->accumulator = sum;                                                                        \
    }                                                                                                    \
    static ALWAYS_INLINE void scan_##symbol(const type *from, output *to, size_t n, size_t ahead,        \
                                            unsigned unroll, bool stream, union element *carry)          \
    {                                                                                                    \
        const size_t lanes = STEP_##NAME, step = unroll * lanes;                                         \
        size_t i = head_of(to, sizeof(output), n);                                                       \
        scan_each_##symbol(from, to, i, carry);                                                          \
        struct running running = {{{{0}}}, EACH_##NAME(carry)};                                          \
        for (; i + step <= n; i += step) {                                                               \
            for (size_t line = 0; ahead && line < step * sizeof(type); line += CACHE_LINE)               \
                prefetch_far((const char *)(from + i) + line + ahead);                                   \
            steps_##symbol(&running, from + i, to + i, unroll, stream);                                  \
        }                                                                                                \
        _Pragma("GCC unroll 1") for (; i + lanes <= n; i += lanes)                                       \
            steps_##symbol(&running, from + i, to + i, 1, stream);                                       \
        carry->accumulator = LAST_##NAME(running);                                                       \
        scan_each_##symbol(from + i, to + i, n - i, carry);                                              \
        if (stream)                                                                                      \
            stream_fence();                                                                              \
        vector_end();                                                                                    \
    }
/* Of each type what precedes in every lane, and the last sum. */
#define EACH_U8_U32(carry) vector_broadcast(carry->u32)
#define EACH_U16_U32(carry) vector_broadcast(carry->u32)
#define EACH_U32_U64(carry) ((vector)(carry->u64 - (lanes_64){0}))
#define EACH_U8(carry) ((vector)((uint8_t)carry->u32 - (lanes_8){0}))
#define EACH_U16(carry) ((vector)((uint16_t)carry->u32 - (lanes_16){0}))
#define EACH_F16(carry) ((vector)(carry->f32 - (lanes_float){0}))
#define EACH_BF16 EACH_F16
#define LAST_U8_U32(running) running.sum[VECTOR_LANES - 1]
#define LAST_U16_U32(running) running.sum[VECTOR_LANES - 1]
#define LAST_U32_U64(running) ((lanes_64)running.sum)[VECTOR_LANES / 2 - 1]
#define LAST_U8(running) ((lanes_8)running.sum)[VECTOR_BYTES - 1]
#define LAST_U16(running) ((lanes_16)running.sum)[VECTOR_BYTES / 2 - 1]
#define LAST_F16(running) ((lanes_float)running.sum)[VECTOR_LANES - 1]
#define LAST_BF16 LAST_F16
FOR_EACH_CONVERTED_DTYPE(DEFINE_SCAN, )

#define SCAN_OF(symbol, unroll)                                                                      \
    static void windows_##symbol##_##unroll(const void *input, void *output, size_t n, size_t ahead, \
                                            union element *carry)                                    \
    {                                                                                                \
        scan_##symbol(input, output, n, ahead, unroll, false, carry);                                \
    }
#define SCANS_OF(NAME, symbol, ...)                                                      \
    SCAN_OF(symbol, 1)                                                                   \
    SCAN_OF(symbol, 2)                                                                   \
    SCAN_OF(symbol, 4)                                                                   \
    SCAN_OF(symbol, 8)                                                                   \
    static void stream_##symbol(const void *input, void *output, size_t n, size_t ahead, \
                                union element *carry)                                    \
    {                                                                                    \
        scan_##symbol(input, output, n, ahead, 4, true, carry);                          \
    }
FOR_EACH_CONVERTED_DTYPE(SCANS_OF, )

#define DEFINE_REDUCE(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum_type, ...)          \
    static ALWAYS_INLINE void reduce_##symbol(const type *from, size_t n, unsigned unroll, size_t ahead, \
                                              union element *result)                                     \
    {                                                                                                    \
        const size_t step = (size_t)unroll * REGISTER_##NAME;                                            \
        sums_##accumulator sums[8] = {{0}};                                                              \
        size_t i = 0;                                                                                    \
        for (; i + step <= n; i += step)                                                                 \
            _Pragma("GCC unroll 8") for (unsigned u = 0; u < unroll; u++)                                \
            {                                                                                            \
                if (ahead && u * VECTOR_BYTES % CACHE_LINE == 0)                                         \
                    __builtin_prefetch((const char *)(from + i + u * REGISTER_##NAME) + ahead);          \
                sums[u] += parts_##symbol(from + i + u * REGISTER_##NAME);                               \
            }                                                                                            \
        _Pragma("GCC unroll 8") for (unsigned u = 1; u < unroll; u++) sums[0] += sums[u];                \
        sum_type sum = result->accumulator;                                                              \
        for (unsigned lane = 0; lane < LANES_##NAME; lane++)                                             \
            sum += sums[0][lane];                                                                        \
        _Pragma("GCC unroll 1") for (; i < n; i++) sum += symbol##_read(from[i]);                        \
        result->accumulator = sum;                                                                       \
        vector_end();                                                                                    \
    }
FOR_EACH_CONVERTED_DTYPE(DEFINE_REDUCE, )

#define REDUCE_OF(symbol, unroll)                                                               \
    static void reduce_##symbol##_##unroll(const void *input, size_t n, enum read_mode reading, \
                                           union element *result)                               \
    {                                                                                           \
        reduce_##symbol(input, n, unroll, reading == READING_AHEAD ? READ_AHEAD : 0, result);   \
    }
#define REDUCTIONS_OF(NAME, symbol, ...) \
    REDUCE_OF(symbol, 1)                 \
    REDUCE_OF(symbol, 2)                 \
    REDUCE_OF(symbol, 4)                 \
    REDUCE_OF(symbol, 8)
FOR_EACH_CONVERTED_DTYPE(REDUCTIONS_OF, )

#define DEFINE_DOT(symbol)                                                                          \
    static ALWAYS_INLINE void dot_##symbol(const uint16_t *first, const uint16_t *second, size_t n, \
                                           unsigned unroll, size_t ahead, union element *result)    \
    {                                                                                               \
        const size_t lanes = 2 * VECTOR_LANES;                                                      \
        lanes_float sums[8] = {{0}};                                                                \
        size_t i = 0;                                                                               \
        for (; i + unroll * lanes <= n; i += unroll * lanes)                                        \
            _Pragma("GCC unroll 8") for (unsigned u = 0; u < unroll; u++)                           \
            {                                                                                       \
                if (ahead && u * VECTOR_BYTES % CACHE_LINE == 0) {                                  \
                    __builtin_prefetch((const char *)(first + i + u * lanes) + ahead);              \
                    __builtin_prefetch((const char *)(second + i + u * lanes) + ahead);             \
                }                                                                                   \
                sums[u] += products_##symbol(first + i + u * lanes, second + i + u * lanes);        \
            }                                                                                       \
        _Pragma("GCC unroll 8") for (unsigned u = 1; u < unroll; u++) sums[0] += sums[u];           \
        float sum = result->f32;                                                                    \
        for (unsigned lane = 0; lane < VECTOR_LANES; lane++)                                        \
            sum += sums[0][lane];                                                                   \
        _Pragma("GCC unroll 1") for (; i < n; i++) sum +=                                           \
            symbol##_read(first[i]) * symbol##_read(second[i]);                                     \
        result->f32 = sum;                                                                          \
        vector_end();                                                                               \
    }
#define DOT_OF(symbol, unroll)                                                                     \
    static void dot_##symbol##_##unroll(const void *input, const void *second, size_t n,           \
                                        enum read_mode reading, union element *result)             \
    {                                                                                              \
        dot_##symbol(input, second, n, unroll, reading == READING_AHEAD ? READ_AHEAD : 0, result); \
    }
#define DOTS_OF(symbol) \
    DEFINE_DOT(symbol)  \
    DOT_OF(symbol, 1)   \
    DOT_OF(symbol, 2)   \
    DOT_OF(symbol, 4)   \
    DOT_OF(symbol, 8)
DOTS_OF(f16)
DOTS_OF(bf16)

/* How many are > 0, in lanes as wide as an element as long as these can count them. */
#define DEFINE_COUNT(symbol, type, lanes, most)                                             \
    static ALWAYS_INLINE size_t count_##symbol(const type *from, size_t n, unsigned unroll) \
    {                                                                                       \
        const size_t each = sizeof(lanes) / sizeof(type), step = unroll * each;             \
        size_t i = 0, count = 0;                                                            \
        while (i + step <= n) {                                                             \
            const size_t left = (n - i) / step, steps = left < (most) ? left : (most);      \
            lanes found[8] = {{0}};                                                         \
            for (const size_t end = i + steps * step; i < end; i += step)                   \
                _Pragma("GCC unroll 8") for (unsigned u = 0; u < unroll; u++) found[u] -=   \
                    (lanes)((lanes)words_at(from + i + u * each) != 0);                     \
            for (unsigned u = 0; u < unroll; u++)                                           \
                for (unsigned lane = 0; lane < each; lane++)                                \
                    count += found[u][lane];                                                \
        }                                                                                   \
        _Pragma("GCC unroll 1") for (; i < n; i++) count += from[i] > 0;                    \
        vector_end();                                                                       \
        return count;                                                                       \
    }
#define COUNT_OF(symbol, unroll)                                                                 \
    static size_t count_##symbol##_##unroll(const void *input, size_t n, enum read_mode reading) \
    {                                                                                            \
        (void)reading;                                                                           \
        return count_##symbol(input, n, unroll);                                                 \
    }
#define COUNTS_OF(symbol, type, lanes, most) \
    DEFINE_COUNT(symbol, type, lanes, most)  \
    COUNT_OF(symbol, 1)                      \
    COUNT_OF(symbol, 2)                      \
    COUNT_OF(symbol, 4)                      \
    COUNT_OF(symbol, 8)
COUNTS_OF(u8, uint8_t, lanes_8, 255)
COUNTS_OF(u16, uint16_t, lanes_16, 65535)

/* Where eight would go beyond the end or the room, one by one. */
#define DEFINE_COMPRESS(symbol, type)                                                                \
    static ALWAYS_INLINE size_t compress_##symbol(const type *from, size_t n, type *to, size_t room, \
                                                  unsigned unroll)                                   \
    {                                                                                                \
        const size_t step = unroll * 8;                                                              \
        size_t i = 0, found = 0;                                                                     \
        for (; i + step <= n && found + step <= room; i += step)                                     \
            _Pragma("GCC unroll 8") for (unsigned u = 0; u < unroll; u++) found +=                   \
                compress_eight_##symbol(from + i + u * 8, to + found);                               \
        for (; i + 8 <= n && found + 8 <= room; i += 8)                                              \
            found += compress_eight_##symbol(from + i, to + found);                                  \
        _Pragma("GCC unroll 1") for (; i < n; i++) if (from[i] > 0) to[found++] = from[i];           \
        vector_end();                                                                                \
        return found;                                                                                \
    }
#define COMPRESS_OF(symbol, unroll)                                                                    \
    static size_t compress_##symbol##_##unroll(const void *input, size_t n, void *output, size_t room) \
    {                                                                                                  \
        return compress_##symbol(input, n, output, room, unroll);                                      \
    }
#define COMPRESSES_OF(symbol, type) \
    DEFINE_COMPRESS(symbol, type)   \
    COMPRESS_OF(symbol, 1)          \
    COMPRESS_OF(symbol, 2)          \
    COMPRESS_OF(symbol, 4)          \
    COMPRESS_OF(symbol, 8)
COMPRESSES_OF(u8, uint8_t)
COMPRESSES_OF(u16, uint16_t)

/* The same by whole registers, on Zen 4 in 0.8 of the time where all of a step are read before the first is
 * stored. */
#define DEFINE_COMPRESS_WHOLE(symbol, type)                                                         \
    WHOLE static ALWAYS_INLINE size_t compress_whole_##symbol(const type *from, size_t n, type *to, \
                                                              size_t room, unsigned unroll)         \
    {                                                                                               \
        const size_t lanes = VECTOR_BYTES / sizeof(type), step = unroll * lanes;                    \
        size_t i = 0, found = 0;                                                                    \
        for (; i + step <= n && found + step <= room; i += step) {                                  \
            struct packed packed[8];                                                                \
            _Pragma("GCC unroll 8") for (unsigned u = 0; u < unroll; u++) packed[u] =               \
                pack_##symbol(_mm512_loadu_si512(from + i + u * lanes));                            \
            _Pragma("GCC unroll 8") for (unsigned u = 0; u < unroll; u++)                           \
            {                                                                                       \
                if (u % 2 == 0)                                                                     \
                    __builtin_prefetch((const char *)(to + found) + WRITE_AHEAD, 1);                \
                _mm512_storeu_si512(to + found, packed[u].front);                                   \
                found += packed[u].found;                                                           \
            }                                                                                       \
        }                                                                                           \
        _Pragma("GCC unroll 1") for (; i < n; i += lanes) found +=                                  \
            compress_part_##symbol(from + i, n - i < lanes ? n - i : lanes, to + found);            \
        vector_end();                                                                               \
        return found;                                                                               \
    }
#define COMPRESS_WHOLE_OF(symbol, unroll)                                                             \
    WHOLE static size_t compress_whole_##symbol##_##unroll(const void *input, size_t n, void *output, \
                                                           size_t room)                               \
    {                                                                                                 \
        return compress_whole_##symbol(input, n, output, room, unroll);                               \
    }
#define COMPRESSES_WHOLE_OF(symbol, type) \
    DEFINE_COMPRESS_WHOLE(symbol, type)   \
    COMPRESS_WHOLE_OF(symbol, 1)          \
    COMPRESS_WHOLE_OF(symbol, 2)          \
    COMPRESS_WHOLE_OF(symbol, 4)          \
    COMPRESS_WHOLE_OF(symbol, 8)
#if HAS_WHOLE
COMPRESSES_WHOLE_OF(u8, uint8_t)
COMPRESSES_WHOLE_OF(u16, uint16_t)
#define COMPRESS_WHOLE_ENTRY(symbol) .compress_whole = UNROLLS_OF(compress_whole_##symbol),
#else
#define COMPRESS_WHOLE_ENTRY(symbol)
#endif

#define UNROLLS_OF(name)                       \
    {                                          \
        name##_1, name##_2, name##_4, name##_8 \
    }
#define STREAMS_OF(name)       \
    {                          \
        name, name, name, name \
    }
#define OTHERS_U8                                                                   \
    .widen = copy_plain_u8_u32, .narrow = narrow_u8, .count = UNROLLS_OF(count_u8), \
    .compress = UNROLLS_OF(compress_u8), COMPRESS_WHOLE_ENTRY(u8)
#define OTHERS_U16                                                                     \
    .widen = copy_plain_u16_u32, .narrow = narrow_u16, .count = UNROLLS_OF(count_u16), \
    .compress = UNROLLS_OF(compress_u16), COMPRESS_WHOLE_ENTRY(u16)
#define OTHERS_F16 .widen = widen_f16, .narrow = narrow_f16, .dot = UNROLLS_OF(dot_f16),
#define OTHERS_BF16 .widen = widen_bf16, .narrow = narrow_bf16, .dot = UNROLLS_OF(dot_bf16),
#define OTHERS_U8_U32 .widen = copy_plain_u8_u32,
#define OTHERS_U16_U32 .widen = copy_plain_u16_u32,
#define OTHERS_U32_U64 .widen = copy_plain_u32_u64,

#define KERNELS_ENTRY(NAME, symbol, ...)                                                                  \
    [DTYPE_##NAME] = {                                                                                    \
        .copy = {[COPY_PLAIN] = copy_plain_##symbol,                                                      \
                 [COPY_STREAM] = copy_stream_##symbol,                                                    \
                 [COPY_AHEAD] = copy_ahead_##symbol},                                                     \
        .scan =                                                                                           \
            {[SCAN_WINDOWS] = UNROLLS_OF(windows_##symbol), [SCAN_STREAM] = STREAMS_OF(stream_##symbol)}, \
        .reduce = UNROLLS_OF(reduce_##symbol),                                                            \
        OTHERS_##NAME},
#define TABLE_(isa) converted_kernels_##isa
#define TABLE(isa) TABLE_(isa)
extern const struct converted_tables TABLE(ISA);
const struct converted_tables TABLE(ISA) = {.of = {FOR_EACH_CONVERTED_DTYPE(KERNELS_ENTRY, )}};
