/* SPDX-License-Identifier: MIT */
/* The primitives and modes: their names, and what a primitive moves. */
#ifndef SCANBENCH_PRIMITIVE_H
#define SCANBENCH_PRIMITIVE_H

#include "problem/element.h"

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

enum mode {
    MODE_NONE,
    MODE_EXCLUSIVE,
    MODE_INCLUSIVE,
    MODE_COUNT,
};

/* Names as configs and results spell them; index 0 of the optional ones is "-". */
extern const char *const primitive_names[PRIMITIVE_COUNT];
extern const char *const mode_names[MODE_COUNT];

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
