/* SPDX-License-Identifier: MIT */
/* Copies, scans, reductions, dot products and counts of converted types with the registers of an ISA: loads
 * that widen, sums in lanes of the accumulator, stores that narrow. */
#define ELEM u32
#define ELEM_BITS 32
#define ELEM_KIND UNSIGNED
#define ELEM_ACCUMULATOR u32
#include "cpu/converted_kernels.h"

#include "cpu/intrinsics.h"
#include "problem/half.h"

/* Registers of each width of lanes. */
typedef uint8_t lanes_8 __attribute__((vector_size(VECTOR_BYTES)));
typedef uint16_t lanes_16 __attribute__((vector_size(VECTOR_BYTES)));
typedef uint64_t lanes_64 __attribute__((vector_size(VECTOR_BYTES)));
typedef float lanes_float __attribute__((vector_size(VECTOR_BYTES)));

/* One where a mask of lanes says so, else the other. */
static ALWAYS_INLINE vector chosen(vector mask, vector one, vector other)
{
    return (one & mask) | (other & ~mask);
}

/* As half.h does it, a lane at a time: from the bits of a half in each lane, and to them. */
static ALWAYS_INLINE lanes_float f16_widen(vector half)
{
    const vector sign = (half & 0x8000) << 16, magnitude = half & 0x7fff, bits = magnitude << 13;
    const vector special = (vector)((magnitude >= 0x7c00) & (127 - 15) << 23);
    const vector normal = bits + ((127 - 15) << 23) + special;
    const vector least = vector_broadcast(0x38800000);
    const vector subnormal = (vector)((lanes_float)(bits + least) - (lanes_float)least);
    return (lanes_float)(sign | chosen((vector)(magnitude < 0x0400), subnormal, normal));
}

static ALWAYS_INLINE vector f16_narrow(lanes_float value)
{
    const vector bits = (vector)value, sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    const vector odd = magnitude >> 13 & 1;
    const vector normal = (magnitude - ((127 - 15) << 23) + 0x0fff + odd) >> 13;
    const vector subnormal = (vector)((lanes_float)magnitude + 0.5f) - 0x3f000000;
    const vector nan = 0x7e00 | (magnitude >> 13 & 0x1ff);
    const vector large = chosen((vector)(magnitude > 0x7f800000), nan, vector_broadcast(0x7c00));
    const vector finite = chosen((vector)(magnitude < 0x38800000), subnormal, normal);
    return sign | chosen((vector)(magnitude >= 0x47800000), large, finite);
}

static ALWAYS_INLINE lanes_float bf16_widen(vector half)
{
    return (lanes_float)(half << 16);
}

static ALWAYS_INLINE vector bf16_narrow(lanes_float value)
{
    const vector bits = (vector)value;
    const vector nan = bits >> 16 | 0x40, rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return chosen((vector)((bits & 0x7fffffff) > 0x7f800000), nan, rounded);
}

/* Of an accumulator: its register, the lanes moved up over zeros by a whole number, the last one throughout.
 */
typedef vector sums_u32;
typedef lanes_float sums_f32;
typedef lanes_64 sums_u64;
#define ZERO ((vector){0})
#define MOVED_32(value, by) NATIVE_MOVE_UP(ZERO, (vector)(value), by)
#if VECTOR_LANES == 4
#define LAST_64(value) __builtin_shufflevector(value, value, 1, 1)
#elif VECTOR_LANES == 8
#define LAST_64(value) __builtin_shufflevector(value, value, 3, 3, 3, 3)
#else
#define LAST_64(value) __builtin_shufflevector(value, value, 7, 7, 7, 7, 7, 7, 7, 7)
#endif

/* Inclusive scan of the lanes. */
#define LANES_SCAN(accumulator, STEP_LANES)                                                              \
    static ALWAYS_INLINE sums_##accumulator scan_##accumulator(sums_##accumulator value)                 \
    {                                                                                                    \
        value += (sums_##accumulator)MOVED_32(value, STEP_LANES);                                        \
        if (2 * STEP_LANES < VECTOR_LANES)                                                               \
            value +=                                                                                     \
                (sums_##accumulator)MOVED_32(value, 2 * STEP_LANES < VECTOR_LANES ? 2 * STEP_LANES : 1); \
        if (4 * STEP_LANES < VECTOR_LANES)                                                               \
            value +=                                                                                     \
                (sums_##accumulator)MOVED_32(value, 4 * STEP_LANES < VECTOR_LANES ? 4 * STEP_LANES : 1); \
        if (8 * STEP_LANES < VECTOR_LANES)                                                               \
            value +=                                                                                     \
                (sums_##accumulator)MOVED_32(value, 8 * STEP_LANES < VECTOR_LANES ? 8 * STEP_LANES : 1); \
        return value;                                                                                    \
    }
LANES_SCAN(u32, 1)
LANES_SCAN(f32, 1)
LANES_SCAN(u64, 2)

static ALWAYS_INLINE sums_u32 last_u32(sums_u32 value)
{
    return NATIVE_LAST(value);
}

static ALWAYS_INLINE sums_f32 last_f32(sums_f32 value)
{
    return (sums_f32)NATIVE_LAST((vector)value);
}

static ALWAYS_INLINE sums_u64 last_u64(sums_u64 value)
{
    return LAST_64(value);
}

/* What a kernel of narrow elements adds up of a whole register: its parts, of which each fits a lane. */
#if VECTOR_BYTES == 64
#define SUMS_OF_EIGHT __builtin_ia32_psadbw512
#elif VECTOR_BYTES == 32
#define SUMS_OF_EIGHT __builtin_ia32_psadbw256
#else
#define SUMS_OF_EIGHT __builtin_ia32_psadbw128
#endif
static ALWAYS_INLINE sums_u32 parts_u8(const void *from)
{
    typedef char bytes __attribute__((vector_size(VECTOR_BYTES), aligned(1), may_alias));
#if defined __x86_64__
    return (vector)SUMS_OF_EIGHT(*(const bytes *)from, (bytes){0});
#else
    const vector words = (vector) * (const bytes *)from;
    const vector pairs = (words & 0x00ff00ff) + (words >> 8 & 0x00ff00ff);
    return (pairs & 0xffff) + (pairs >> 16);
#endif
}

static ALWAYS_INLINE vector words_at(const void *from)
{
    typedef elem unaligned __attribute__((vector_size(VECTOR_BYTES), aligned(1), may_alias));
    return *(const unaligned *)from;
}

static ALWAYS_INLINE sums_u32 parts_u16(const void *from)
{
    const vector words = words_at(from);
    return (words & 0xffff) + (words >> 16);
}

static ALWAYS_INLINE sums_u64 parts_u32_u64(const void *from)
{
    const lanes_64 words = (lanes_64)words_at(from);
    return (words & 0xffffffff) + (words >> 32);
}

static ALWAYS_INLINE sums_f32 parts_f16(const void *from)
{
    const vector words = words_at(from);
    return f16_widen(words & 0xffff) + f16_widen(words >> 16);
}

static ALWAYS_INLINE sums_f32 parts_bf16(const void *from)
{
    const vector words = words_at(from);
    return (lanes_float)(words << 16) + (lanes_float)(words & 0xffff0000);
}
#define parts_u8_u32 parts_u8
#define parts_u16_u32 parts_u16

/* One lane each of a register of the accumulator: what is read, and what is written. */
#define DEFINE_LANES(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output, ...) \
    enum { LANES_##NAME = VECTOR_BYTES / sizeof(sum), REGISTER_##NAME = VECTOR_BYTES / sizeof(type) };    \
    typedef type in_##symbol                                                                              \
        __attribute__((vector_size(LANES_##NAME * sizeof(type)), aligned(sizeof(type)), may_alias));      \
    typedef output out_##symbol                                                                           \
        __attribute__((vector_size(LANES_##NAME * sizeof(output)), aligned(sizeof(output)), may_alias));  \
    static ALWAYS_INLINE sums_##accumulator load_##symbol(const type *from)                               \
    {                                                                                                     \
        return LOAD_##KIND(symbol, sums_##accumulator, *(const in_##symbol *)from);                       \
    }                                                                                                     \
    static ALWAYS_INLINE out_##symbol narrow_##symbol(sums_##accumulator value)                           \
    {                                                                                                     \
        return __builtin_convertvector(NARROW_##KIND(symbol, value), out_##symbol);                       \
    }
#define LOAD_UNSIGNED(symbol, sums, elements) __builtin_convertvector(elements, sums)
#define LOAD_FLOAT(symbol, sums, elements) symbol##_widen(__builtin_convertvector(elements, vector))
#define NARROW_UNSIGNED(symbol, value) (value)
#define NARROW_FLOAT(symbol, value) symbol##_narrow(value)
FOR_EACH_CONVERTED_DTYPE(DEFINE_LANES, )

/* Elements before `to` is aligned to a register, at most n. */
static ALWAYS_INLINE size_t head_of(const void *to, size_t size, size_t n)
{
    const size_t head = -(uintptr_t)to % VECTOR_BYTES / size;
    return head < n ? head : n;
}

/* What is written of a copy fills registers: past the caches too. */
#define DEFINE_COPY(NAME, symbol, text, type, bits, KIND, digits, accumulator, sum, OUTPUT, output, ...) \
    enum { COPIED_##NAME = VECTOR_BYTES / sizeof(output) };                                              \
    typedef type copy_in_##symbol                                                                        \
        __attribute__((vector_size(COPIED_##NAME * sizeof(type)), aligned(sizeof(type)), may_alias));    \
    typedef output copy_out_##symbol __attribute__((vector_size(VECTOR_BYTES)));                         \
    static __attribute__((noinline)) void copy_each_##symbol(const type *from, output *to, size_t n)     \
    {                                                                                                    \
        _Pragma("GCC unroll 1") for (size_t i = 0; i < n; i++) to[i] =                                   \
            symbol##_write(symbol##_read(from[i]));                                                      \
    }                                                                                                    \
    static ALWAYS_INLINE void copy_##symbol(const type *from, output *to, size_t n, bool stream,         \
                                            size_t ahead)                                                \
    {                                                                                                    \
        size_t i = head_of(to, sizeof(output), n);                                                       \
        copy_each_##symbol(from, to, i);                                                                 \
        for (; i + 4 * COPIED_##NAME <= n; i += 4 * COPIED_##NAME) {                                     \
            if (ahead)                                                                                   \
                prefetch_far((const char *)(from + i) + ahead);                                          \
            _Pragma("GCC unroll 4") for (unsigned u = 0; u < 4; u++)                                     \
            {                                                                                            \
                const copy_out_##symbol value = __builtin_convertvector(                                 \
                    *(const copy_in_##symbol *)(from + i + u * COPIED_##NAME), copy_out_##symbol);       \
                if (stream)                                                                              \
                    vector_stream((elem *)(void *)(to + i + u * COPIED_##NAME), (vector)value);          \
                else                                                                                     \
                    vector_store((elem *)(void *)(to + i + u * COPIED_##NAME), (vector)value);           \
            }                                                                                            \
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
        const size_t step = (size_t)unroll * LANES_##NAME;                                               \
        size_t i = head_of(to, sizeof(output), n);                                                       \
        scan_each_##symbol(from, to, i, carry);                                                          \
        sums_##accumulator before = carry->accumulator - (sums_##accumulator){0};                        \
        for (; i + step <= n; i += step) {                                                               \
            sums_##accumulator sums[8];                                                                  \
            if (ahead)                                                                                   \
                prefetch_far((const char *)(from + i) + ahead);                                          \
            _Pragma("GCC unroll 8") for (unsigned u = 0; u < unroll; u++) sums[u] =                      \
                scan_##accumulator(load_##symbol(from + i + u * LANES_##NAME));                          \
            _Pragma("GCC unroll 8") for (unsigned u = 0; u < unroll; u++)                                \
            {                                                                                            \
                output *const at = to + i + u * LANES_##NAME;                                            \
                const out_##symbol value = narrow_##symbol(sums[u] + before);                            \
                before += last_##accumulator(sums[u]);                                                   \
                vector whole = {0};                                                                      \
                __builtin_memcpy(&whole, &value, sizeof value);                                          \
                if (stream && sizeof value == VECTOR_BYTES)                                              \
                    vector_stream((elem *)(void *)at, whole);                                            \
                else                                                                                     \
                    *(out_##symbol *)at = value;                                                         \
            }                                                                                            \
        }                                                                                                \
        carry->accumulator = before[0];                                                                  \
        scan_each_##symbol(from + i, to + i, n - i, carry);                                              \
        if (stream)                                                                                      \
            stream_fence();                                                                              \
        vector_end();                                                                                    \
    }
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

/* The products of both halves of each word. */
#define DEFINE_DOT(symbol)                                                                          \
    static ALWAYS_INLINE lanes_float products_##symbol(const void *first, const void *second)       \
    {                                                                                               \
        const vector a = words_at(first), b = words_at(second);                                     \
        return symbol##_widen(a & 0xffff) * symbol##_widen(b & 0xffff) +                            \
               symbol##_widen(a >> 16) * symbol##_widen(b >> 16);                                   \
    }                                                                                               \
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

#define UNROLLS_OF(name)                       \
    {                                          \
        name##_1, name##_2, name##_4, name##_8 \
    }
#define STREAMS_OF(name)       \
    {                          \
        name, name, name, name \
    }
#define OTHERS_U8 .count = UNROLLS_OF(count_u8),
#define OTHERS_U16 .count = UNROLLS_OF(count_u16),
#define OTHERS_F16 .dot = UNROLLS_OF(dot_f16),
#define OTHERS_BF16 .dot = UNROLLS_OF(dot_bf16),
#define OTHERS_U8_U32
#define OTHERS_U16_U32
#define OTHERS_U32_U64

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
