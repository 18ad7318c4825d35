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

/* ---- Rows, each in a register of its own. FOLD makes one register of two: it combines one list of their
 * lanes with another one, lane by lane. A list whose lanes keep their places costs no port that moves lanes.
 */

enum { BLOCK_LANES = 16 / ELEM_BYTES, BLOCKS = VECTOR_BYTES / 16, EIGHTS = VECTOR_BYTES / 8 };
typedef uint64_t eights __attribute__((vector_size(VECTOR_BYTES)));

#define FOLD(op, type, a, b, lanes)                                                                        \
    combine_vectors(STYLE_INTRINSICS, op, (vector)__builtin_shufflevector((type)(a), (type)(b), lanes(0)), \
                    (vector)__builtin_shufflevector((type)(a), (type)(b), lanes(1)))

/* Of each block of 16 bytes the lower half of what `a` has there, and the upper one of `b`; the lanes on even
 * places, of `a` and then of `b`. */
#if VECTOR_BYTES == 64
#define EACH_BLOCK(list, side) list(0, side), list(1, side), list(2, side), list(3, side)
#elif VECTOR_BYTES == 32
#define EACH_BLOCK(list, side) list(0, side), list(1, side)
#elif VECTOR_BYTES == 16
#define EACH_BLOCK(list, side) list(0, side)
#else
#error "no code for registers of this width"
#endif
#define HALVES_OF_BLOCK(block, side) 2 * (block) + (side), EIGHTS + 2 * (block) + 1 - (side)
#define HALVES_OF_BLOCKS(side) EACH_BLOCK(HALVES_OF_BLOCK, side)
#define EVEN_OF_BLOCK(block, side) EVEN_2(4 * (block) + (side)), EVEN_2(VECTOR_LANES + 4 * (block) + (side))
#define EVEN_OF_BLOCKS(side) EACH_BLOCK(EVEN_OF_BLOCK, side)

/* The registers of BLOCK_LANES rows in one: in each block lane r is what row r has there. */
#if ELEM_BYTES == 4
/* gcc shuffles floats in one step, and integers in three. */
typedef float fours __attribute__((vector_size(VECTOR_BYTES)));
static ALWAYS_INLINE vector fold_rows(enum op op, const vector rows[BLOCK_LANES])
{
    const vector front = FOLD(op, eights, rows[0], rows[1], HALVES_OF_BLOCKS),
                 back = FOLD(op, eights, rows[2], rows[3], HALVES_OF_BLOCKS);
    return FOLD(op, fours, front, back, EVEN_OF_BLOCKS);
}
#elif ELEM_BYTES == 8
static ALWAYS_INLINE vector fold_rows(enum op op, const vector rows[BLOCK_LANES])
{
    return FOLD(op, eights, rows[0], rows[1], HALVES_OF_BLOCKS);
}
#else
#error "no code for elements of this width"
#endif

/* load_blocks: blocks that begin so many elements apart. fold_blocks: what fold_rows made of as many rows as
 * lanes in one register, in their order. */
typedef uint64_t block __attribute__((vector_size(16), aligned(ELEM_BYTES), may_alias));
typedef uint64_t two_blocks __attribute__((vector_size(32)));
#define BLOCK_AT(from) (*(const block *)(const void *)(from))
#define TWO_BLOCKS(from, step) __builtin_shufflevector(BLOCK_AT(from), BLOCK_AT((from) + (step)), LIST_4(0))
#if VECTOR_BYTES == 64
#define HALVES_OF_ALL(side) LIST_4(4 * (side)), LIST_4(EIGHTS + 4 - 4 * (side))
#define EVEN_BLOCKS(side) \
    LIST_2(2 * (side)), LIST_2(2 * (side) + 4), LIST_2(EIGHTS + 2 * (side)), LIST_2(EIGHTS + 2 * (side) + 4)
static ALWAYS_INLINE vector load_blocks(const elem *from, size_t step)
{
    const two_blocks low = TWO_BLOCKS(from, step), high = TWO_BLOCKS(from + 2 * step, step);
    return (vector)__builtin_shufflevector(low, high, LIST_8(0));
}

static ALWAYS_INLINE vector fold_blocks(enum op op, const vector blocks[BLOCKS])
{
    const vector front = FOLD(op, eights, blocks[0], blocks[1], HALVES_OF_ALL),
                 back = FOLD(op, eights, blocks[2], blocks[3], HALVES_OF_ALL);
    return FOLD(op, eights, front, back, EVEN_BLOCKS);
}
#elif VECTOR_BYTES == 32
#define HALVES_OF_ALL(side) LIST_2(2 * (side)), LIST_2(EIGHTS + 2 - 2 * (side))
static ALWAYS_INLINE vector load_blocks(const elem *from, size_t step)
{
    return (vector)TWO_BLOCKS(from, step);
}

static ALWAYS_INLINE vector fold_blocks(enum op op, const vector blocks[BLOCKS])
{
    return FOLD(op, eights, blocks[0], blocks[1], HALVES_OF_ALL);
}
#else
static ALWAYS_INLINE vector load_blocks(const elem *from, size_t step)
{
    (void)step;
    return vector_load(from);
}

static ALWAYS_INLINE vector fold_blocks(enum op op, const vector blocks[BLOCKS])
{
    (void)op;
    return blocks[0];
}
#endif

/* The first `count` lanes of each `part` of them. */
static ALWAYS_INLINE lane_bits first_lanes(size_t count, size_t part)
{
    lane_bits lanes;
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++)
        lanes[lane] = lane % part < count ? (elem_bits)-1 : 0;
    return lanes;
}

/* `value` in these lanes, the identity in the others. */
static ALWAYS_INLINE vector only_lanes(enum op op, vector value, lane_bits lanes)
{
    return (vector)(((lane_bits)value & lanes) | ((lane_bits)vector_broadcast(identity(op)) & ~lanes));
}

/* Rows of one length, by their number of whole vectors. With 64 bytes 0 and 1 are constants, which saves
 * branches; with fewer that gains nothing. What is left beside these vectors is loaded with what follows it,
 * by HALF_BESIDE_ONE in half a register: a whole one takes two cache lines wherever it is not aligned. */
enum whole_vectors { NO_VECTOR, HALF_BESIDE_ONE, ANY_VECTORS };

struct row_shape {
    size_t length, whole; /* in elements; of them in whole vectors */
    enum whole_vectors vectors;
    lane_bits rest; /* the lanes of the rest */
};

static ALWAYS_INLINE struct row_shape row_shape_of(size_t length, enum whole_vectors vectors)
{
    const size_t rest = length % VECTOR_LANES,
                 whole = vectors == ANY_VECTORS ? length - rest : (size_t)vectors * VECTOR_LANES;
    return (struct row_shape){length, whole, vectors, first_lanes(rest, VECTOR_LANES)};
}

static ALWAYS_INLINE vector load_rest(enum op op, const elem *row, const struct row_shape *shape)
{
    const elem *const from = row + shape->whole;
    const vector loaded = shape->vectors == HALF_BESIDE_ONE ? vector_load_half(from) : vector_load(from);
    return only_lanes(op, loaded, shape->rest);
}

/* BLOCK_LANES rows in step, folded. With few rows the compiler has registers for all of their places. */
static ALWAYS_INLINE vector reduce_rows_in_step(enum op op, const elem *input, const struct row_shape *shape)
{
    const bool has_rest = shape->vectors != ANY_VECTORS || shape->whole < shape->length;
    vector results[BLOCK_LANES];
#pragma GCC unroll 4
    for (unsigned r = 0; r < BLOCK_LANES; r++) {
        const elem *const row = input + r * shape->length;
        results[r] = has_rest ? load_rest(op, row, shape) : vector_load(row);
    }
    for (size_t i = has_rest ? 0 : VECTOR_LANES; i < shape->whole; i += VECTOR_LANES) {
#pragma GCC unroll 4
        for (unsigned r = 0; r < BLOCK_LANES; r++)
            results[r] =
                combine_vectors(STYLE_INTRINSICS, op, results[r], vector_load(input + r * shape->length + i));
    }
    return fold_rows(op, results);
}

/* Results of VECTOR_LANES rows. */
static ALWAYS_INLINE vector reduce_rows_abreast(enum op op, const elem *input, const struct row_shape *shape)
{
    vector blocks[BLOCKS];
#pragma GCC unroll 4
    for (unsigned b = 0; b < BLOCKS; b++)
        blocks[b] = reduce_rows_in_step(op, input + b * BLOCK_LANES * shape->length, shape);
    return fold_blocks(op, blocks);
}

struct row_range {
    size_t first, end;
};

/* Rows that a whole vector follows. Returns the first that is left. */
static ALWAYS_INLINE size_t reduce_shaped(enum op op, const elem *input, struct row_range rows,
                                          struct row_shape shape, elem *output)
{
    size_t r = rows.first;
    for (; (r + VECTOR_LANES) * shape.length + VECTOR_LANES <= rows.end * shape.length; r += VECTOR_LANES)
        vector_store(output + r, reduce_rows_abreast(op, input + r * shape.length, &shape));
    return r;
}

/* The same of rows of any length. */
static ALWAYS_INLINE size_t reduce_any_rows(enum op op, const elem *input, struct row_range rows, size_t row,
                                            elem *output)
{
    const size_t rest = row % VECTOR_LANES;
    if (HAS_HALVES && row < VECTOR_LANES)
        return reduce_shaped(op, input, rows, row_shape_of(row, NO_VECTOR), output);
    if (HAS_HALVES && row / VECTOR_LANES == 1 && rest > 0 && rest <= VECTOR_LANES / 2)
        return reduce_shaped(op, input, rows, row_shape_of(row, HALF_BESIDE_ONE), output);
    return reduce_shaped(op, input, rows, row_shape_of(row, ANY_VECTORS), output);
}

/* Rows no longer than a block, each in one: how many of them are done. */
static ALWAYS_INLINE size_t reduce_in_blocks(enum op op, const elem *input, size_t rows, size_t row,
                                             elem *output)
{
    const lane_bits lanes = first_lanes(row, BLOCK_LANES);
    size_t done = 0;
    for (; (done + VECTOR_LANES) * row + BLOCK_LANES <= rows * row; done += VECTOR_LANES) {
        vector results[BLOCK_LANES];
#pragma GCC unroll 4
        for (unsigned r = 0; r < BLOCK_LANES; r++)
            results[r] = only_lanes(op, load_blocks(input + (done + r) * row, BLOCK_LANES * row), lanes);
        vector_store(output + done, fold_rows(op, results));
    }
    return done;
}

#if HAS_HALVES
/* Rows no longer than half a register, each in one: how many of them are done. */
#define FOLDED_HALVES(side) \
    LIST_2(2 * (side)), LIST_2(EIGHTS + 2 * (side)), LIST_2(4 + 2 * (side)), LIST_2(EIGHTS + 4 + 2 * (side))
static ALWAYS_INLINE size_t reduce_in_halves(enum op op, const elem *input, size_t rows, size_t row,
                                             elem *output)
{
    enum { HALF = VECTOR_LANES / 2 };
    const lane_bits lanes = first_lanes(row, HALF);
    size_t done = 0;
    for (; (done + VECTOR_LANES) * row + HALF <= rows * row; done += VECTOR_LANES) {
        vector folded[2];
#pragma GCC unroll 2
        for (unsigned i = 0; i < 2; i++) {
            vector results[BLOCK_LANES];
#pragma GCC unroll 4
            for (unsigned r = 0; r < BLOCK_LANES; r++) {
                const elem *const from = input + (done + i * BLOCK_LANES + r) * row;
                results[r] = only_lanes(op, vector_load_two(from, from + HALF * row), lanes);
            }
            folded[i] = fold_rows(op, results);
        }
        vector_store(output + done, FOLD(op, eights, folded[0], folded[1], FOLDED_HALVES));
    }
    return done;
}
#else
#define reduce_in_halves(op, input, rows, row, output) 0
#endif

/* Results of VECTOR_LANES rows of 1, 2, 4, … up to half a vector: pairs of neighbours become one, until a row
 * is one element. */
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
    if (row == BLOCK_LANES && VECTOR_BYTES < 64)
        return reduce_in_blocks(op, input, rows, BLOCK_LANES, output);
    if (row == 3 && BLOCK_LANES > 3)
        return reduce_in_blocks(op, input, rows, 3, output);
    if (row == 2 && VECTOR_LANES > 2)
        return reduce_paired(op, input, rows, 2, output);
    if (row == 4 && VECTOR_LANES > 4)
        return reduce_paired(op, input, rows, 4, output);
    if (row == 8 && VECTOR_LANES > 8)
        return reduce_paired(op, input, rows, 8, output);
    if (row > BLOCK_LANES && row < VECTOR_LANES / 2)
        return reduce_in_halves(op, input, rows, row, output);
    return 0;
}

#define REDUCE_ROWS(op, name, style)                                                    \
    static void rows_##name(const void *input_, size_t rows, size_t row, void *output_) \
    {                                                                                   \
        const elem *const input = input_;                                               \
        elem *const output = output_;                                                   \
        const vector none = vector_broadcast(identity(op));                             \
        size_t r = reduce_short_rows(op, input, rows, row, output);                     \
        r = reduce_any_rows(op, input, (struct row_range){r, rows}, row, output);       \
        for (; r < rows; r++) {                                                         \
            union element result = {.ELEM = identity(op)};                              \
            reduce_rest_##name(&none, input + r * row, row, &result);                   \
            output[r] = CARRIED(&result);                                               \
        }                                                                               \
        vector_end();                                                                   \
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
