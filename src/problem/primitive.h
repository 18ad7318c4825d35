/* SPDX-License-Identifier: MIT */
/* The vocabulary of the domain: primitives, element types, operators, modes, and their names. */
#ifndef SCANBENCH_PRIMITIVE_H
#define SCANBENCH_PRIMITIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The answer of a limit that writes less than it reads proves that it read: the exclusive or of the bits of
 * all elements of its input (both inputs), as one element. */
enum primitive {
    PRIMITIVE_SCAN,
    PRIMITIVE_TILED_SCAN, /* inclusive, starts again at each multiple of a tile */
    PRIMITIVE_REDUCE,
    PRIMITIVE_DOT,
    PRIMITIVE_TALLY,    /* "count": how many elements are > 0 */
    PRIMITIVE_COMPACT,  /* the elements that are > 0, in order, and how many */
    PRIMITIVE_COPY,     /* the limit of a scan: read n, write n */
    PRIMITIVE_READ,     /* the limit of a reduction: read n; answers with the exclusive or */
    PRIMITIVE_READ_TWO, /* the limit of a dot product: read two streams of n; answers with the exclusive or */
    PRIMITIVE_COPY_PART, /* the limit of a compaction: read n, write k; see primitive_part */
    PRIMITIVE_COUNT,
};

enum dtype {
    DTYPE_NONE,
    DTYPE_U32,
    DTYPE_I32,
    DTYPE_U64,
    DTYPE_F32,
    DTYPE_F64,
    DTYPE_COUNT,
};

enum op {
    OP_NONE,
    OP_SUM,
    OP_MIN,
    OP_MAX,
    OP_PRODUCT,
    OP_COUNT,
};

enum mode {
    MODE_NONE,
    MODE_EXCLUSIVE,
    MODE_INCLUSIVE,
    MODE_COUNT,
};

/* One element of any type. */
union element {
    uint32_t u32;
    int32_t i32;
    uint64_t u64;
    float f32;
    double f64;
};

/* Names as configs and results spell them; index 0 of the optional ones is "-". */
extern const char *const primitive_names[PRIMITIVE_COUNT];
extern const char *const dtype_names[DTYPE_COUNT];
extern const char *const op_names[OP_COUNT];
extern const char *const mode_names[MODE_COUNT];

/* Bytes of one element. */
size_t dtype_size(enum dtype dtype);

/* The identity of an operator: 0, the largest value (inf), the least (-inf), 1. What an exclusive scan starts
 * with and what a reduction of nothing gives. OP_NONE, as of a dot product: 0. */
union element op_identity(enum op op, enum dtype dtype);

/* Algorithmic bytes of a problem of n elements of which k are selected: what any implementation must read and
 * write, never what one happens to cause. Scan, tiled scan, copy 2n; reduce, count, read n; dot, read2 2n;
 * compact and partial copy n + k; times the element size. */
double primitive_bytes(enum primitive primitive, enum dtype dtype, size_t n, size_t k);

/* The primitive whose implementations bound this one's rate; a limit bounds itself. */
enum primitive primitive_limit(enum primitive primitive);

/* How many input streams: 2 for dot and read2, else 1. */
unsigned primitive_inputs(enum primitive primitive);

/* Whether an implementation writes a count beside its output: count, compact, partial copy. */
bool primitive_counts(enum primitive primitive);

/* How many elements a partial copy writes of the first n: ⌊n · selectivity⌋, at most n. It goes through the
 * input in blocks of PART_BLOCK elements (the last may be shorter): of a block first … last−1 it copies the
 * leading part(last) − part(first) elements to output + part(first), and reads the others. The count receives
 * the exclusive or of the bits of all n elements. */
enum { PART_BLOCK = 512 };
size_t primitive_part(size_t n, double selectivity);

#endif
