/* SPDX-License-Identifier: MIT */
/* Loads and copies with the widest registers of an ISA, four at a time. */
#define ELEM u32
#define ELEM_BITS 32
#define ELEM_KIND UNSIGNED
#define ELEM_ACCUMULATOR u32
#include "base/buffer.h"
#include "cpu/intrinsics.h"
#include "cpu/limit.h"
#include "cpu/tuning.h"

/* Bytes, as all that follows counts. */
enum { TOGETHER = 4, STEP = TOGETHER * VECTOR_BYTES };

#define UNROLLED _Pragma("GCC unroll 4")

typedef vector load_function(const char *from);
typedef void store_function(char *to, vector value);
typedef elem vector_anywhere __attribute__((vector_size(VECTOR_BYTES), aligned(1), may_alias));
typedef elem word_anywhere __attribute__((aligned(1), may_alias));

static ALWAYS_INLINE vector load(const char *from)
{
    return *(const vector_anywhere *)from;
}

static ALWAYS_INLINE vector load_halves(const char *from)
{
#if HAS_HALVES
    return vector_load_halves((const void *)from);
#else
    return load(from);
#endif
}

static ALWAYS_INLINE void store(char *to, vector value)
{
    *(vector_anywhere *)to = value;
}

/* Past the caches; `to` is aligned to a vector. */
static ALWAYS_INLINE void store_past(char *to, vector value)
{
    vector_stream((void *)to, value);
}

/* How many bytes come before the first at which `to` is aligned to a vector, at most n. */
static ALWAYS_INLINE size_t head_of(const char *to, size_t n)
{
    const size_t head = -(uintptr_t)to % VECTOR_BYTES;
    return head < n ? head : n;
}

static __attribute__((noinline)) void copy_each(const char *from, char *to, size_t n)
{
    const word_anywhere *const words = (const void *)from;
    word_anywhere *const written = (void *)to;
#pragma GCC unroll 1
    for (size_t i = 0; i < n / sizeof(elem); i++)
        written[i] = words[i];
#pragma GCC unroll 1
    for (size_t left = n % sizeof(elem); left > 0; left--)
        to[n - left] = from[n - left];
    vector_end();
}

static __attribute__((noinline)) uint64_t read_each(const char *from, size_t n)
{
    const word_anywhere *const words = (const void *)from;
    uint64_t fold = 0;
#pragma GCC unroll 1
    for (size_t i = 0; i < n / sizeof(elem); i++)
        fold ^= (uint64_t)words[i] << 32 * (i % 2);
#pragma GCC unroll 1
    for (size_t left = n % sizeof(elem); left > 0; left--)
        fold ^= (uint64_t)(unsigned char)from[n - left] << 8 * ((n - left) % sizeof fold);
    vector_end();
    return fold;
}

typedef uint64_t wide_lanes __attribute__((vector_size(VECTOR_BYTES)));
typedef uint64_t half_lanes __attribute__((vector_size(32)));
typedef uint64_t quarter_lanes __attribute__((vector_size(16)));

/* Halves on halves: small arrays are as fast as this is. */
static ALWAYS_INLINE uint64_t fold_lanes(vector value)
{
    const wide_lanes lanes = (wide_lanes)value;
#if VECTOR_BYTES == 64
    const half_lanes half =
        __builtin_shufflevector(lanes, lanes, 0, 1, 2, 3) ^ __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7);
#elif VECTOR_BYTES == 32
    const half_lanes half = lanes;
#endif
#if VECTOR_BYTES > 16
    const quarter_lanes quarter =
        __builtin_shufflevector(half, half, 0, 1) ^ __builtin_shufflevector(half, half, 2, 3);
#else
    const quarter_lanes quarter = lanes;
#endif
    return quarter[0] ^ quarter[1];
}

/* How a copy is made, each a constant where a kernel is made of it. */
struct copy_way {
    load_function *load;
    store_function *store;
    size_t ahead;
};

static ALWAYS_INLINE void copy_all(struct copy_way how, const char *from, char *to, size_t n)
{
    size_t i = head_of(to, n);
    copy_each(from, to, i);
    for (; i + STEP <= n; i += STEP) {
        vector value[TOGETHER];
        UNROLLED
            for (unsigned u = 0; u < TOGETHER; u++) {
                if (how.ahead && u * VECTOR_BYTES % CACHE_LINE == 0)
                    prefetch_far(from + i + u * VECTOR_BYTES + how.ahead);
                value[u] = how.load(from + i + u * VECTOR_BYTES);
            }
        UNROLLED
            for (unsigned u = 0; u < TOGETHER; u++)
                how.store(to + i + u * VECTOR_BYTES, value[u]);
    }
    for (; i + VECTOR_BYTES <= n; i += VECTOR_BYTES)
        how.store(to + i, load(from + i));
    copy_each(from + i, to + i, n - i);
}

#define COPY_SHAPE(NAME, name, loads, stores, ahead)                             \
    static void copy_##name(const void *input, void *output, size_t bytes)       \
    {                                                                            \
        copy_all((struct copy_way){loads, stores, ahead}, input, output, bytes); \
    }
FOR_EACH_COPY_SHAPE(COPY_SHAPE)
#undef COPY_SHAPE

/* What a shape reads and how, each a constant where a kernel is made of it. */
struct read_way {
    unsigned streams, together;
    size_t ahead;
    unsigned places, accesses;
};

static ALWAYS_INLINE vector read_vector(struct read_way how, const char *from, bool begins_line)
{
    if (how.ahead && begins_line)
        __builtin_prefetch(from + how.ahead);
    return how.accesses > 1 ? load_halves(from) : load(from);
}

/* Fold what is at a place of each stream, into registers of their own where there are several places. */
static ALWAYS_INLINE void read_place(struct read_way how, const char *from, const char *other, size_t place,
                                     vector *folds)
{
    vector *const second = how.places > 1 ? folds + how.together : folds;
#pragma GCC unroll 8
    for (unsigned u = 0; u < how.together; u++) {
        const size_t at = place + u * VECTOR_BYTES;
        const bool begins_line = u * VECTOR_BYTES % CACHE_LINE == 0;
        folds[u] ^= read_vector(how, from + at, begins_line);
        if (how.streams > 1)
            second[u] ^= read_vector(how, other + at, begins_line);
    }
}

static ALWAYS_INLINE uint64_t read_all(struct read_way how, const char *from, const char *other, size_t n)
{
    const size_t step = (size_t)how.together * VECTOR_BYTES;
    const size_t part = n / how.places / step * step; /* of each place */
    const unsigned used = how.places > 1 ? 8 : how.together;
    vector folds[8] = {{0}};
    size_t i = 0;
    for (; i < part; i += step) {
        read_place(how, from, other, i, folds);
        if (how.places > 1)
            read_place(how, from, other, part + i, folds + 4);
    }
    i *= how.places;
    for (; i + VECTOR_BYTES <= n; i += VECTOR_BYTES) {
        folds[0] ^= load(from + i);
        if (how.streams > 1)
            folds[1] ^= load(other + i);
    }
#pragma GCC unroll 8
    for (unsigned u = 1; u < used; u++)
        folds[0] ^= folds[u];
    uint64_t fold = fold_lanes(folds[0]);
    if (i < n)
        fold ^= read_each(from + i, n - i) ^ (how.streams > 1 ? read_each(other + i, n - i) : 0);
    return fold;
}

#define READ_SHAPE(NAME, name, streams, together, ahead, places, accesses)                            \
    static uint64_t read_##name(const void *input, const void *second, size_t bytes)                  \
    {                                                                                                 \
        return read_all((struct read_way){streams, together, ahead, places, accesses}, input, second, \
                        bytes);                                                                       \
    }
FOR_EACH_READ_SHAPE(READ_SHAPE)
#undef READ_SHAPE

static ALWAYS_INLINE uint64_t copy_read_all(const char *from, char *to, size_t n, store_function *put)
{
    const size_t head = head_of(to, n);
    vector folds[TOGETHER] = {{0}};
    copy_each(from, to, head);
    uint64_t fold = read_each(from, head);
    size_t i = head;
    for (; i + STEP <= n; i += STEP) {
        UNROLLED
            for (unsigned u = 0; u < TOGETHER; u++) {
                const vector value = load(from + i + u * VECTOR_BYTES);
                put(to + i + u * VECTOR_BYTES, value);
                folds[u] ^= value;
            }
    }
    for (; i + VECTOR_BYTES <= n; i += VECTOR_BYTES) {
        const vector value = load(from + i);
        put(to + i, value);
        folds[0] ^= value;
    }
    copy_each(from + i, to + i, n - i);
    return fold ^ fold_lanes((folds[0] ^ folds[1]) ^ (folds[2] ^ folds[3])) ^ read_each(from + i, n - i);
}

static uint64_t copy_read(const void *input, void *output, size_t bytes)
{
    return copy_read_all(input, output, bytes, store);
}

static uint64_t copy_read_stream(const void *input, void *output, size_t bytes)
{
    return copy_read_all(input, output, bytes, store_past);
}

/* The last `left` of n bytes, which a vector that ends with them reads again: a mask that begins `left` bytes
 * later has as many bytes more at its end. */
static ALWAYS_INLINE vector read_last(const char *from, size_t n, size_t left)
{
    static const unsigned char mask[2 * VECTOR_BYTES] = {[VECTOR_BYTES... 2 * VECTOR_BYTES - 1] = 255};
    return load(from + n - VECTOR_BYTES) & load((const char *)mask + left);
}

/* What follows is fetched so many bytes early, to be read or written, where a line of the cache begins with
 * this vector. */
static ALWAYS_INLINE void fetch_early(const char *at, unsigned u, size_t ahead, bool written)
{
    if (!ahead || u * VECTOR_BYTES % CACHE_LINE)
        return;
    if (written)
        __builtin_prefetch(at + ahead, 1);
    else
        __builtin_prefetch(at + ahead);
}

/* The whole vectors of the first n bytes, and one that ends with them. Returns how many bytes were in whole
 * ones, which are in the folds. */
static ALWAYS_INLINE size_t copy_first(const char *from, char *to, size_t n, size_t ahead,
                                       vector folds[TOGETHER])
{
    size_t i = 0;
    for (; i + STEP <= n; i += STEP) {
        vector value[TOGETHER]; /* all before the first is stored, which one may have to wait for */
        UNROLLED
            for (unsigned u = 0; u < TOGETHER; u++) {
                const size_t at = i + u * VECTOR_BYTES;
                fetch_early(from + at, u, ahead, false);
                fetch_early(to + at, u, WRITE_AHEAD, true);
                value[u] = load(from + at);
                folds[u] ^= value[u];
            }
        UNROLLED
            for (unsigned u = 0; u < TOGETHER; u++)
                store(to + i + u * VECTOR_BYTES, value[u]);
    }
    for (; i + VECTOR_BYTES <= n; i += VECTOR_BYTES) {
        const vector value = load(from + i);
        store(to + i, value);
        folds[0] ^= value;
    }
    if (i == n) /* to may be NULL */
        return i;
    if (n >= VECTOR_BYTES)
        store(to + n - VECTOR_BYTES, load(from + n - VECTOR_BYTES));
    else
        copy_each(from + i, to + i, n - i);
    return i;
}

static ALWAYS_INLINE uint64_t copy_part_ahead(const struct copied_part *part, size_t ahead)
{
    const char *const from = part->input;
    const size_t n = part->bytes;
    vector folds[TOGETHER] = {{0}};
    size_t i = copy_first(from, part->output, part->copied, ahead, folds);
    for (; i + STEP <= n; i += STEP) {
        UNROLLED
            for (unsigned u = 0; u < TOGETHER; u++) {
                fetch_early(from + i + u * VECTOR_BYTES, u, ahead, false);
                folds[u] ^= load(from + i + u * VECTOR_BYTES);
            }
    }
    for (; i + VECTOR_BYTES <= n; i += VECTOR_BYTES)
        folds[0] ^= load(from + i);
    if (n < VECTOR_BYTES)
        return read_each(from, n);
    if (i < n)
        folds[1] ^= read_last(from, n, n - i);
    return fold_lanes((folds[0] ^ folds[1]) ^ (folds[2] ^ folds[3]));
}

static uint64_t copy_part(const struct copied_part *part)
{
    return copy_part_ahead(part, 0);
}

static uint64_t copy_part_prefetch(const struct copied_part *part)
{
    return copy_part_ahead(part, 1024);
}

#define TABLE_(isa) limit_kernels_##isa
#define TABLE(isa) TABLE_(isa)
#define COPY_SHAPE(NAME, name, ...) [COPY_##NAME] = copy_##name,
#define READ_SHAPE(NAME, name, ...) [READ_##NAME] = read_##name,
extern const struct limit_kernels TABLE(ISA);
const struct limit_kernels TABLE(ISA) = {
    .copy = {FOR_EACH_COPY_SHAPE(COPY_SHAPE)},
    .read = {FOR_EACH_READ_SHAPE(READ_SHAPE)},
    .copy_read = {copy_read, copy_read_stream},
    .copy_part = {copy_part, copy_part_prefetch},
};
