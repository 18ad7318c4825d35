/* SPDX-License-Identifier: MIT */
/* The compiled single-worker kernels, by ISA, element type, operator and unroll factor. Buffers are aligned
 * to an element and, but where it says so, do not overlap. */
#pragma once

#include "base/buffer.h"
#include "cpu/tuning.h"
#include "problem/primitive.h"

#include <stdbool.h>
#include <stddef.h>

enum { UNROLLS = 4 /* unroll 1, 2, 4, 8 at index 0 … 3 */ };

/* How the lanes of a register are scanned. */
enum scan_style {
    SCAN_OPERATORS,
    SCAN_INTRINSICS,
    SCAN_WINDOWS,
    SCAN_STREAM, /* windows, stored past the caches */
    SCAN_VERTICAL,
    SCAN_TREE,
    SCAN_REVERSE, /* from the last element to the first */
    SCAN_STYLES,
};

/* Inclusive scan of n elements onto `carry` (the result of what precedes); carry then includes these. Output
 * may be input, and with SCAN_WINDOWS and SCAN_STREAM an element after input. The next input is prefetched
 * `ahead` bytes early, 0 for never; styles may ignore it. */
typedef void scan_kernel(const void *input, void *output, size_t n, size_t ahead, union element *carry);

/* Combine `prefix`, from the left, with each of n elements in place. */
typedef void propagate_kernel(void *output, size_t n, const union element *prefix);

/* How elements that are scanned lie in rows. */
struct rows_layout {
    size_t row;      /* elements of a row, at most ROW_MOST */
    size_t at;       /* the place of the first of these elements in its row */
    bool ends_empty; /* at the last element of a row the answer is the identity: that of an exclusive scan, an
                        element further on */
};
enum { ROW_MOST = 1 << 16 };

/* Rows of 3 and 5 in 16 lanes: several together fill all but one. */
static inline bool rows_fit(size_t row, size_t lanes)
{
    return row < lanes / 2 && lanes % row == 1;
}

/* A scan kernel that starts anew at each row: carry is what precedes the next element in its row. */
typedef void rows_kernel(const void *input, void *output, size_t n, size_t ahead,
                         const struct rows_layout *layout, union element *carry);

struct scan_kernels {
    scan_kernel *scan[OP_COUNT][UNROLLS];
    propagate_kernel *propagate[OP_COUNT]; /* SCAN_WINDOWS alone */
    rows_kernel *rows[OP_COUNT];           /* SCAN_WINDOWS and SCAN_STREAM */
};

/* What a range makes of the result before it: factor·before + term, or of a segmented scan (factor & before)
 * + term, where all bits of the factor are set or none, as there was a head. */
struct pair {
    union element factor, term;
};

/* n terms, and as many coefficients or bytes of heads, in the order of the array. */
struct pair_range {
    const void *terms, *factors;
    void *output; /* may be terms */
    size_t n;
    size_t ahead; /* bytes of terms by which a call that goes through memory fetches early; 0: not at all */
};

/* Scan them onto carry, the result of what precedes; carry then includes these. */
typedef void pair_scan_kernel(const struct pair_range *range, union element *carry);

/* What they come to. */
typedef struct pair pair_reduce_kernel(const struct pair_range *range);

/* Of one direction; the second scan stores past the caches. NULL: none for the element type. */
struct pair_kernels {
    pair_scan_kernel *scan[2];
    pair_reduce_kernel *reduce;
};

/* Recurrences forward and reverse, segmented scans. */
enum pair_kind { PAIR_FORWARD, PAIR_REVERSE, PAIR_SEGMENTS, PAIR_KINDS };
struct pair_tables {
    struct pair_kernels of[PAIR_KINDS];
};

enum reduce_style { REDUCE_OPERATORS, REDUCE_INTRINSICS, REDUCE_STYLES };

/* Combine `result` with n elements. */
typedef void reduce_kernel(const void *input, size_t n, enum read_mode reading, union element *result);

/* Combine the elements of each of so many rows, one after the other: a result a row. */
typedef void reduce_rows_kernel(const void *input, size_t rows, size_t row, void *output);

struct reduce_kernels {
    reduce_kernel *reduce[REDUCE_STYLES][OP_COUNT][UNROLLS];
    reduce_rows_kernel *rows[OP_COUNT];
};

enum dot_style { DOT_OPERATORS, DOT_INTRINSICS, DOT_FMA, DOT_STYLES };

/* Add the dot product of n pairs to `result`. */
typedef void dot_kernel(const void *input, const void *second, size_t n, enum read_mode reading,
                        union element *result);

struct dot_kernels {
    dot_kernel *dot[DOT_STYLES][UNROLLS]; /* DOT_FMA: NULL but for floats */
};

/* Write the elements > 0 of n in order to output, where there is room for `room` elements and no fewer than
 * are found. Returns how many these are. What is after them is undefined as far as the room goes. */
typedef size_t compact_kernel(const void *input, size_t n, void *output, size_t room);

/* How many of n elements are > 0. */
typedef size_t count_kernel(const void *input, size_t n, enum read_mode reading);

struct compact_kernels {
    compact_kernel *compress[UNROLLS];
    count_kernel *count[UNROLLS];
};

/* Of headers that know implementations: what is compiled for each type does not change with those. */
struct error;
struct point;

/* The kernels for the point's ISA (an available one), element type, operator and unroll factor (4 where the
 * point has none); NULL for a dot product that the ISA cannot fuse, and rows of a style that has none. Rows
 * of a converted type are those of its accumulator, widened. */
scan_kernel *scan_kernel_of(enum scan_style style, const struct point *point);
rows_kernel *rows_kernel_of(enum scan_style style, const struct point *point);
propagate_kernel *propagate_kernel_of(const struct point *point);
const struct pair_kernels *pair_kernels_of(const struct point *point);
reduce_kernel *reduce_kernel_of(enum reduce_style style, const struct point *point);
reduce_rows_kernel *reduce_rows_kernel_of(const struct point *point);
dot_kernel *dot_kernel_of(enum dot_style style, const struct point *point);
compact_kernel *compact_kernel_of(const struct point *point);
count_kernel *count_kernel_of(const struct point *point);

/* True when the point's unroll factor has kernels: 1, 2, 4 or 8; and its direction, with its type. */
bool unroll_supports(const struct point *point, struct error *why);

/* Values in one vector of the point's ISA, of its type's accumulator. */
size_t point_lanes(const struct point *point);
