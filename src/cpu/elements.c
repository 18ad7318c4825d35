/* SPDX-License-Identifier: MIT */
/* Ranges of a run's arrays. */
#include "cpu/elements.h"

#include "cpu/converted_kernels.h"

#include <string.h>

enum { BLOCK_BYTES = 4096, SHORT_ROW = 512 };

/* Rows of a converted type up to which they are widened, in blocks of so many bytes. With AVX2 32 Ki u8-u32
 * in rows of 16 take 13 us instead of 102, f16 30 instead of 243; past the caches 16 Mi u8-u32 in rows of 512
 * take 7.5 ms instead of 43. Longer rows are sooner scanned and added up by themselves. */
enum {
    WIDENED_BYTES = 1 << 14,
    WIDENED_SCANNED = 256,
    WIDENED_STREAMED = 2048,
    WIDENED_FLOATS = 512,
    WIDENED_REDUCED = 64
};

const void *input_from(const struct run *run, size_t first)
{
    return (const char *)run->input + first * dtype_size(run->point->dtype);
}

void *output_from(const struct run *run, size_t first)
{
    return (char *)run->output + first * dtype_size(dtype_output((enum dtype)run->point->dtype));
}

/* How a range is scanned. */
struct scan_way {
    scan_kernel *kernel;
    rows_kernel *rows; /* instead, with its layout; else NULL */
    struct rows_layout layout;
    const struct converted_kernels *converted; /* of rows of a converted type; else NULL */
    enum dtype dtype;                          /* that type */
    size_t ahead;
    bool shifts; /* the kernel does not read what it has written an element further on */
};

/* Rows of a converted type as those of its accumulator, block by block: widened, scanned, and narrowed where
 * the output is narrow. */
static void scan_rows_widened(const struct scan_way *way, const void *input, void *output, size_t n,
                              union element *carry)
{
    /* Apart by more than a register: short rows may run into what follows them. */
    _Alignas(CACHE_LINE) unsigned char elements[WIDENED_BYTES + CACHE_LINE], sums[WIDENED_BYTES + CACHE_LINE];
    const struct converted_kernels *const converted = way->converted;
    const size_t from_size = dtype_size(way->dtype), to_size = dtype_size(dtype_output(way->dtype));
    const size_t block = WIDENED_BYTES / dtype_size(dtype_accumulator(way->dtype));
    struct rows_layout layout = way->layout;
    for (size_t done = 0, count; done < n; done += count) {
        char *const to = (char *)output + done * to_size;
        count = n - done < block ? n - done : block;
        converted->widen((const char *)input + done * from_size, elements, count);
        way->rows(elements, converted->narrow ? (void *)sums : to, count, 0, &layout, carry);
        if (converted->narrow)
            converted->narrow(sums, to, count);
        layout.at = (layout.at + count) % layout.row;
    }
}

static void scan_with(const struct scan_way *way, const void *input, void *output, size_t n,
                      union element *carry)
{
    if (way->converted)
        scan_rows_widened(way, input, output, n, carry);
    else if (way->rows)
        way->rows(input, output, n, way->ahead, &way->layout, carry);
    else
        way->kernel(input, output, n, way->ahead, carry);
}

/* An exclusive scan is the inclusive one of all but the last element, written an element further on;
 * reversed, of all but the first one, an element before. */
static void scan_exclusive(const struct run *run, const struct scan_way *way, const void *input,
                           const struct element_range *range, union element *carry)
{
    const struct point *const point = run->point;
    const size_t n = range->last - range->first;
    const bool reversed = point_reversed(point);
    const union element before = *carry, last = element_read(point->dtype, input, reversed ? 0 : n - 1);
    scan_with(way, (const char *)input + (reversed ? dtype_size(point->dtype) : 0),
              output_from(run, range->first + !reversed), n - 1, carry);
    element_write(point->dtype, run->output, reversed ? range->last - 1 : range->first, before);
    *carry = element_combine(point->op, point->dtype, *carry, last);
}

/* For a kernel that may read what it has written an element further on: block by block from a copy. */
static void scan_exclusive_copied(const struct run *run, const struct scan_way *way,
                                  const struct element_range *range, union element *carry)
{
    _Alignas(CACHE_LINE) unsigned char copy[BLOCK_BYTES];
    const size_t size = dtype_size(run->point->dtype), block = BLOCK_BYTES / size;
    struct scan_way nearby = *way;
    nearby.ahead = 0;
    for (size_t done = 0; done < range->last - range->first; done += block) {
        const size_t left = range->last - range->first - done, n = left < block ? left : block;
        const size_t i = point_reversed(run->point) ? range->last - done - n : range->first + done;
        memcpy(copy, input_from(run, i), n * size);
        scan_exclusive(run, &nearby, copy, &(struct element_range){i, i + n, 0}, carry);
    }
}

static void scan_by(const struct run *run, const struct scan_way *way, const struct element_range *range,
                    union element *carry)
{
    const void *const input = input_from(run, range->first);
    if (range->first == range->last)
        return;
    if (run->point->scan_mode == MODE_INCLUSIVE)
        scan_with(way, input, output_from(run, range->first), range->last - range->first, carry);
    else if (run->input == run->output && !way->shifts)
        scan_exclusive_copied(run, way, range, carry);
    else
        scan_exclusive(run, way, input, range, carry);
}

/* A row after the other. */
static void scan_each_row(const struct run *run, const struct scan_way *way,
                          const struct element_range *range, union element *carry)
{
    const struct point *const point = run->point;
    for (size_t i = range->first, end; i < range->last; i = end) {
        const size_t left = point->row_length - i % point->row_length;
        end = range->last - i < left ? range->last : i + left;
        scan_by(run, way, &(struct element_range){i, end, range->ahead}, carry);
        if (end % point->row_length == 0)
            *carry = op_identity(point->op, point->dtype);
    }
}

struct element_range range_in_order(const struct run *run, const struct element_range *range)
{
    const size_t n = run->point->n;
    if (!point_reversed(run->point))
        return *range;
    return (struct element_range){n - range->last, n - range->first, range->ahead};
}

/* The kernel for rows from an element on, where there is one for such rows. */
static void choose_rows(const struct run *run, enum scan_style style, size_t first, struct scan_way *way)
{
    const struct point *const point = run->point;
    const enum dtype dtype = (enum dtype)point->dtype;
    const struct converted_kernels *const converted =
        dtype_is_plain(dtype) ? NULL : converted_kernels((enum isa)point->isa, dtype);
    const size_t row = point->row_length, most = !converted                  ? ROW_MOST
                                                 : run->input == run->output ? 0
                                                 : dtype_is_float(dtype)     ? WIDENED_FLOATS
                                                 : style == SCAN_STREAM      ? WIDENED_STREAMED
                                                                             : WIDENED_SCANNED;
    if (row > most || !rows_kernel_of(style, point))
        return;
    /* Sums that are narrowed are read again at once: not past the caches. */
    way->rows = rows_kernel_of(converted && converted->narrow ? SCAN_WINDOWS : style, point);
    way->layout = (struct rows_layout){row, first % row, point->scan_mode == MODE_EXCLUSIVE};
    way->converted = converted;
    way->dtype = dtype;
}

void scan_range(const struct run *run, enum scan_style style, const struct element_range *steps,
                union element *carry)
{
    const struct point *const point = run->point;
    const size_t row = point->row_length;
    const struct element_range placed = range_in_order(run, steps), *const range = &placed;
    if (point_reversed(point))
        style = SCAN_REVERSE;
    struct scan_way way = {.kernel = scan_kernel_of(style, point),
                           .ahead = range->ahead,
                           .shifts = (style == SCAN_WINDOWS || style == SCAN_STREAM) &&
                                     dtype_is_plain(point->dtype)};
    if (row > 0)
        choose_rows(run, style, range->first, &way);
    if (row > 0 && !way.rows) {
        scan_each_row(run, &way, range, carry);
        return;
    }
    scan_by(run, &way, range, carry);
    if (way.rows && range->last % row == 0)
        *carry = op_identity(point->op, point->dtype);
}

/* Short rows of a converted type as those of its accumulator, as many at once as a block holds. */
static void reduce_rows_widened(const struct run *run, size_t first, size_t last)
{
    _Alignas(CACHE_LINE) unsigned char elements[WIDENED_BYTES], sums[WIDENED_BYTES];
    const struct point *const point = run->point;
    const enum dtype dtype = (enum dtype)point->dtype;
    const struct converted_kernels *const converted = converted_kernels((enum isa)point->isa, dtype);
    const size_t row = point->row_length, most = sizeof elements / dtype_size(dtype_accumulator(dtype)) / row;
    for (size_t r = first, count; r < last; r += count) {
        count = last - r < most ? last - r : most;
        converted->widen(input_from(run, r * row), elements, count * row);
        reduce_rows_kernel_of(point)(elements, count, row, converted->narrow ? sums : output_from(run, r));
        if (converted->narrow)
            converted->narrow(sums, output_from(run, r), count);
    }
}

void reduce_rows(const struct run *run, reduce_kernel *kernel, enum read_mode reading,
                 const struct element_range *rows)
{
    const struct point *const point = run->point;
    const size_t row = point->row_length, whole = point->n / row;
    size_t first = rows->first;
    const bool plain = dtype_is_plain(point->dtype);
    if (row <= (plain ? SHORT_ROW : WIDENED_REDUCED) && first < whole) {
        const size_t last = rows->last < whole ? rows->last : whole;
        if (plain)
            reduce_rows_kernel_of(point)(input_from(run, first * row), last - first, row,
                                         output_from(run, first));
        else
            reduce_rows_widened(run, first, last);
        first = last;
    }
    for (size_t r = first; r < rows->last; r++) {
        union element result = op_identity(point->op, point->dtype);
        const size_t left = point->n - r * row;
        kernel(input_from(run, r * row), left < row ? left : row, reading, &result);
        element_write(point->dtype, run->output, r, result);
    }
}

size_t partials_bytes(const struct point *point)
{
    return point->workers * sizeof(struct partial);
}
