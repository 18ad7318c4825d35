/* SPDX-License-Identifier: MIT */
/* The choice of a compiled kernel for a point. */
#include "cpu/kernels.h"

#include "cpu/converted_kernels.h"
#include "cpu/tables.h"
#include "implementation/implementation.h"

#include <assert.h>

enum { UNROLL_SILENT = 4 };

TABLES(struct scan_kernels, scan_operators);
TABLES(struct scan_kernels, scan_intrinsics);
TABLES(struct scan_kernels, scan_windows);
TABLES(struct scan_kernels, scan_stream);
TABLES(struct scan_kernels, scan_vertical);
TABLES(struct scan_kernels, scan_tree);
TABLES(struct scan_kernels, scan_reverse);
TABLES(struct pair_tables, pair_kernels);
TABLES(struct reduce_kernels, reduce_kernels);
TABLES(struct dot_kernels, dot_kernels);
TABLES(struct compact_kernels, compact_kernels);

/* Those of the point's type; NULL: it is plain. */
static const struct converted_kernels *converted_of(const struct point *point)
{
    const enum dtype dtype = (enum dtype)point->dtype;
    return dtype_is_plain(dtype) ? NULL : converted_kernels((enum isa)point->isa, dtype);
}

/* Whose kernels do the work: of a converted type its accumulator. */
static enum dtype code_of(const struct point *point)
{
    const enum dtype dtype = (enum dtype)point->dtype;
    return dtype_of_code(point->op, dtype_is_plain(dtype) ? dtype : dtype_accumulator(dtype));
}

static bool has_kernels(uint64_t unroll)
{
    return unroll > 0 && unroll <= 8 && (unroll & (unroll - 1)) == 0;
}

bool unroll_supports(const struct point *point, struct error *why)
{
    return point_direction_supported(point, why) &&
           (has_kernels(point->unroll) || error_set(why, EXIT_USAGE, "unroll is 1, 2, 4 or 8"));
}

/* 1, 2, 4, 8 → 0 … 3. */
static unsigned unroll_index(const struct point *point)
{
    const uint64_t unroll = point->unroll ? point->unroll : UNROLL_SILENT;
    assert(has_kernels(unroll));
    return (unsigned)__builtin_ctzll(unroll);
}

typedef const struct scan_kernels *const scan_tables[ISA_COUNT][DTYPE_COUNT];

static const struct scan_kernels *scan_kernels_of(enum scan_style style, const struct point *point)
{
    static const scan_tables *const tables[SCAN_STYLES] = {
        [SCAN_OPERATORS] = &scan_operators_tables, [SCAN_INTRINSICS] = &scan_intrinsics_tables,
        [SCAN_WINDOWS] = &scan_windows_tables,     [SCAN_STREAM] = &scan_stream_tables,
        [SCAN_VERTICAL] = &scan_vertical_tables,   [SCAN_TREE] = &scan_tree_tables,
        [SCAN_REVERSE] = &scan_reverse_tables,
    };
    return (*tables[style])[point->isa][code_of(point)];
}

scan_kernel *scan_kernel_of(enum scan_style style, const struct point *point)
{
    const struct converted_kernels *const converted = converted_of(point);
    return converted ? converted->scan[style][unroll_index(point)]
                     : scan_kernels_of(style, point)->scan[point->op][unroll_index(point)];
}

/* Rows that fill registers of AVX-512 badly are faster two at once in the halves of a register, as AVX2
 * has them: 16 Ki u32 in rows of 8 take 2.0 us instead of 4.0, of 17 2.2 instead of 3.1. */
static bool are_for_halves(enum scan_style style, const struct point *point)
{
    const size_t lanes = point_lanes(point), row = point->row_length;
    return point->isa == ISA_AVX512 && style == SCAN_WINDOWS && !point_in_place(point) && row > 2 &&
           row != 4 && row <= lanes * 3 / 2 && row != lanes && !rows_fit(row, lanes);
}

rows_kernel *rows_kernel_of(enum scan_style style, const struct point *point)
{
    const struct scan_kernels *const by_halves = scan_windows_tables[ISA_AVX2][code_of(point)];
    const bool halves = are_for_halves(style, point) && by_halves;
    return (halves ? by_halves : scan_kernels_of(style, point))->rows[point->op];
}

const struct pair_kernels *pair_kernels_of(const struct point *point)
{
    const enum pair_kind kind = point->implementation->primitive == PRIMITIVE_SEGMENTED_SCAN ? PAIR_SEGMENTS
                                : point_reversed(point)                                      ? PAIR_REVERSE
                                                                                             : PAIR_FORWARD;
    return &pair_kernels_tables[point->isa][dtype_of_code(OP_SUM, point->dtype)]->of[kind];
}

propagate_kernel *propagate_kernel_of(const struct point *point)
{
    return scan_windows_tables[point->isa][dtype_of_code(point->op, point->dtype)]->propagate[point->op];
}

static const struct reduce_kernels *reduce_kernels_of(const struct point *point)
{
    return reduce_kernels_tables[point->isa][code_of(point)];
}

reduce_kernel *reduce_kernel_of(enum reduce_style style, const struct point *point)
{
    const struct converted_kernels *const converted = converted_of(point);
    if (converted)
        return converted->reduce[unroll_index(point)];
    return reduce_kernels_of(point)->reduce[style][point->op][unroll_index(point)];
}

reduce_rows_kernel *reduce_rows_kernel_of(const struct point *point)
{
    return reduce_kernels_of(point)->rows[point->op];
}

dot_kernel *dot_kernel_of(enum dot_style style, const struct point *point)
{
    const struct converted_kernels *const converted = converted_of(point);
    if (converted)
        return style == DOT_FMA ? NULL : converted->dot[unroll_index(point)];
    const enum dtype dtype = dtype_of_code(OP_SUM, point->dtype);
    return dot_kernels_tables[point->isa][dtype]->dot[style][unroll_index(point)];
}

compact_kernel *compact_kernel_of(const struct point *point)
{
    const struct converted_kernels *const converted = converted_of(point);
    if (converted)
        return converted_compress(converted, unroll_index(point));
    return compact_kernels_tables[point->isa][point->dtype]->compress[unroll_index(point)];
}

count_kernel *count_kernel_of(const struct point *point)
{
    const struct converted_kernels *const converted = converted_of(point);
    if (converted)
        return converted->count[unroll_index(point)];
    return compact_kernels_tables[point->isa][point->dtype]->count[unroll_index(point)];
}

size_t point_lanes(const struct point *point)
{
    return isa_vector_bytes(point->isa) / dtype_size(dtype_accumulator((enum dtype)point->dtype));
}
