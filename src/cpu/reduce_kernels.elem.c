/* SPDX-License-Identifier: MIT */
/* Reductions in `unroll` independent registers. */
#include "cpu/kernels.h"
#include "cpu/operator.h"

/* What is left beside steps of `unroll` vectors, and the lanes of the register they
 * gave. Not inlined: one copy for all unroll factors. */
#define REDUCE_REST(op, name, style)                                                                 \
    static __attribute__((noinline)) void reduce_rest_##name(const vector *lanes, const elem *input, \
                                                             size_t n, union element *result)        \
    {                                                                                                \
        reduce_rest(op, *lanes, input, n, result);                                                   \
    }

static ALWAYS_INLINE void reduce_rest(enum op op, vector lanes, const elem *input, size_t n,
                                      union element *result)
{
    size_t i = 0;
    for (; i + VECTOR_LANES <= n; i += VECTOR_LANES)
        lanes = combine_vectors(STYLE_OPERATORS, op, lanes, vector_load(input + i));
    elem total = CARRIED(result);
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        total = combine(op, total, lanes[lane]);
#pragma GCC unroll 1
    for (; i < n; i++)
        total = combine(op, total, input[i]);
    CARRIED(result) = total;
}
FOR_EACH_OP(REDUCE_REST, )

static ALWAYS_INLINE size_t reduce_loop(enum read_mode reading, struct loop loop, const elem *input, size_t n,
                                        vector *results)
{
    const size_t step = (size_t)loop.unroll * VECTOR_LANES;
    size_t i = 0;
    for (; i + step <= n; i += step) {
#pragma GCC unroll 8
        for (unsigned u = 0; u < loop.unroll; u++) {
            const elem *const from = input + i + u * VECTOR_LANES;
            results[u] = combine_vectors(loop.style, loop.op, results[u],
                                         vector_read(from, reading, u * VECTOR_BYTES % CACHE_LINE == 0));
        }
    }
    return i;
}

/* Returns how many elements went into *lanes. */
static ALWAYS_INLINE size_t reduce_steps(struct loop loop, const elem *input, size_t n,
                                         enum read_mode reading, vector *lanes)
{
    vector results[8];
#pragma GCC unroll 8
    for (unsigned u = 0; u < 8; u++)
        results[u] = vector_broadcast(identity(loop.op));
    const size_t done = READ_AS(reading, reduce_loop, loop, input, n, results);
#pragma GCC unroll 8
    for (unsigned u = 1; u < loop.unroll; u++)
        results[0] = combine_vectors(loop.style, loop.op, results[0], results[u]);
    *lanes = results[0];
    return done;
}

#define REDUCE_KERNEL(op, name, style, unroll)                                                         \
    static void name##_##style##_##unroll(const void *input_, size_t n, enum read_mode reading,        \
                                          union element *result)                                       \
    {                                                                                                  \
        const elem *const input = input_;                                                              \
        vector lanes;                                                                                  \
        const size_t done = reduce_steps((struct loop){style, op, unroll}, input, n, reading, &lanes); \
        reduce_rest_##name(&lanes, input + done, n - done, result);                                    \
    }
#define REDUCE_KERNELS(op, name, style) \
    REDUCE_KERNEL(op, name, style, 1)   \
    REDUCE_KERNEL(op, name, style, 2)   \
    REDUCE_KERNEL(op, name, style, 4)   \
    REDUCE_KERNEL(op, name, style, 8)
FOR_EACH_OP(REDUCE_KERNELS, STYLE_OPERATORS)
FOR_EACH_OP(REDUCE_KERNELS, STYLE_INTRINSICS)

/* Lane numbers within each 16 bytes of two vectors: every second element from x on. */
#if ELEM_BYTES == 4
#define WITHIN(block, x)                                                        \
    4 * (block) + (x), 4 * (block) + 2 + (x), VECTOR_LANES + 4 * (block) + (x), \
        VECTOR_LANES + 4 * (block) + 2 + (x)
#define BLOCK_FROM(lane) (lane), (lane) + 1, (lane) + 2, (lane) + 3
#elif ELEM_BYTES == 8
#define WITHIN(block, x) 2 * (block) + (x), VECTOR_LANES + 2 * (block) + (x)
#define BLOCK_FROM(lane) (lane), (lane) + 1
#else
#error "no code for elements of this width"
#endif
enum { BLOCK_LANES = 16 / ELEM_BYTES, BLOCKS = VECTOR_BYTES / 16 };
#if VECTOR_BYTES == 64
#define WITHIN_ALL(x) WITHIN(0, x), WITHIN(1, x), WITHIN(2, x), WITHIN(3, x)
#define BLOCKS_FROM(x)                                                \
    BLOCK_FROM((x)*BLOCK_LANES), BLOCK_FROM(((x) + 2) * BLOCK_LANES), \
        BLOCK_FROM(VECTOR_LANES + (x)*BLOCK_LANES), BLOCK_FROM(VECTOR_LANES + ((x) + 2) * BLOCK_LANES)
#elif VECTOR_BYTES == 32
#define WITHIN_ALL(x) WITHIN(0, x), WITHIN(1, x)
#define BLOCKS_FROM(x) BLOCK_FROM((x)*BLOCK_LANES), BLOCK_FROM(VECTOR_LANES + (x)*BLOCK_LANES)
#else
#define WITHIN_ALL(x) WITHIN(0, x)
#define BLOCKS_FROM WITHIN_ALL /* of one block there are no others to combine it with */
#endif

/* Those lanes of two vectors combined with their neighbours, within or between blocks of 16 bytes: those of
 * `a` and then those of `b`. */
#define FOLD(op, a, b, lanes_from)                                                      \
    combine_vectors(STYLE_INTRINSICS, op, __builtin_shufflevector(a, b, lanes_from(0)), \
                    __builtin_shufflevector(a, b, lanes_from(1)))

/* What lies next to each other in so many vectors combined, until `width` lanes are one. */
#define FOLD_ALL(op, vectors, count, width, lanes_from)                                               \
    _Pragma("GCC unroll 4") for (unsigned left_ = (count), lanes_ = (width); lanes_ > 1; lanes_ /= 2) \
    {                                                                                                 \
        left_ /= 2;                                                                                   \
        _Pragma("GCC unroll 8") for (unsigned i_ = 0; i_ < left_; i_++)(vectors)[i_] =                \
            FOLD(op, (vectors)[2 * i_], (vectors)[2 * i_ + 1], lanes_from);                           \
    }

/* BLOCK_LANES rows in step, each in a register of its own. In each block of 16 bytes of the result lane r is
 * what row r has there. With few rows the compiler has registers for all of their places. Where rows are no
 * whole vectors it reads less than one after them. */
static ALWAYS_INLINE vector reduce_rows_in_step(enum op op, const elem *input, size_t row, wide tail)
{
    const size_t whole = row / VECTOR_LANES * VECTOR_LANES;
    const bool has_tail = whole < row;
    const wide none = (wide)vector_broadcast(identity(op)) & ~tail;
    vector results[BLOCK_LANES];
#pragma GCC unroll 4
    for (unsigned r = 0; r < BLOCK_LANES; r++) {
        const vector first = vector_load(input + r * row + (has_tail ? whole : 0));
        results[r] = has_tail ? (vector)(((wide)first & tail) | none) : first;
    }
    for (size_t i = has_tail ? 0 : VECTOR_LANES; i < whole; i += VECTOR_LANES) {
#pragma GCC unroll 4
        for (unsigned r = 0; r < BLOCK_LANES; r++)
            results[r] = combine_vectors(STYLE_INTRINSICS, op, results[r], vector_load(input + r * row + i));
    }
    FOLD_ALL(op, results, BLOCK_LANES, BLOCK_LANES, WITHIN_ALL)
    return results[0];
}

/* Results of VECTOR_LANES rows. */
static ALWAYS_INLINE vector reduce_rows_abreast(enum op op, const elem *input, size_t row, wide tail)
{
    vector blocks[BLOCKS];
#pragma GCC unroll 4
    for (unsigned b = 0; b < BLOCKS; b++)
        blocks[b] = reduce_rows_in_step(op, input + b * BLOCK_LANES * row, row, tail);
    FOLD_ALL(op, blocks, BLOCKS, BLOCKS, BLOCKS_FROM)
    return blocks[0];
}

/* The same of rows of 1, 2, 4, … up to half a vector: pairs of neighbours become one, until a row is one
 * element. */
static ALWAYS_INLINE vector reduce_rows_paired(enum op op, const elem *input, unsigned row)
{
    vector values[VECTOR_LANES];
    for (unsigned i = 0; i < row; i++)
        values[i] = vector_load(input + i * VECTOR_LANES);
    for (unsigned count = row / 2; count > 0; count /= 2)
        for (unsigned i = 0; i < count; i++)
            values[i] = combine_vectors(STYLE_INTRINSICS, op, VECTOR_EVEN(values[2 * i], values[2 * i + 1]),
                                        VECTOR_ODD(values[2 * i], values[2 * i + 1]));
    return values[0];
}

/* Of rows that are so long: how many of them are done. */
static ALWAYS_INLINE size_t reduce_paired(enum op op, const elem *input, size_t rows, unsigned row,
                                          elem *output)
{
    size_t r = 0;
    for (; r + VECTOR_LANES <= rows; r += VECTOR_LANES)
        vector_store(output + r, reduce_rows_paired(op, input + r * row, row));
    return r;
}

static ALWAYS_INLINE size_t reduce_short_rows(enum op op, const elem *input, size_t rows, size_t row,
                                              elem *output)
{
    if (row == 1)
        return reduce_paired(op, input, rows, 1, output);
    if (row == 2 && VECTOR_LANES > 2)
        return reduce_paired(op, input, rows, 2, output);
    if (row == 4 && VECTOR_LANES > 4)
        return reduce_paired(op, input, rows, 4, output);
    if (row == 8 && VECTOR_LANES > 8)
        return reduce_paired(op, input, rows, 8, output);
    return 0;
}

#define REDUCE_ROWS(op, name, style)                                                       \
    static void rows_##name(const void *input_, size_t rows, size_t row, void *output_)    \
    {                                                                                      \
        const elem *const input = input_;                                                  \
        elem *const output = output_;                                                      \
        const vector none = vector_broadcast(identity(op));                                \
        wide tail;                                                                         \
        size_t r = reduce_short_rows(op, input, rows, row, output);                        \
        for (unsigned lane = 0; lane < VECTOR_LANES; lane++)                               \
            tail[lane] = lane < row % VECTOR_LANES ? (elem_bits)-1 : 0;                    \
        for (; (r + VECTOR_LANES) * row + VECTOR_LANES <= rows * row; r += VECTOR_LANES)   \
            vector_store(output + r, reduce_rows_abreast(op, input + r * row, row, tail)); \
        for (; r < rows; r++) {                                                            \
            union element result = {.ELEM = identity(op)};                                 \
            reduce_rest_##name(&none, input + r * row, row, &result);                      \
            output[r] = CARRIED(&result);                                                  \
        }                                                                                  \
        vector_end();                                                                      \
    }
FOR_EACH_OP(REDUCE_ROWS, )

#define REDUCE_ENTRY(op, name, style) \
    [op] = {name##_##style##_1, name##_##style##_2, name##_##style##_4, name##_##style##_8},
#define ROWS_ENTRY(op, name, style) [op] = rows_##name,
extern const struct reduce_kernels EXPORT(reduce_kernels);
const struct reduce_kernels EXPORT(reduce_kernels) = {
    .reduce = {[REDUCE_OPERATORS] = {FOR_EACH_OP(REDUCE_ENTRY, STYLE_OPERATORS)},
               [REDUCE_INTRINSICS] = {FOR_EACH_OP(REDUCE_ENTRY, STYLE_INTRINSICS)}},
    .rows = {FOR_EACH_OP(ROWS_ENTRY, )},
};
