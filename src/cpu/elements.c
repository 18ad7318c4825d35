/* SPDX-License-Identifier: MIT */
/* Ranges of a run's arrays. */
#include "cpu/elements.h"

#include <string.h>

enum { BLOCK_BYTES = 4096 };

const void *input_from(const struct run *run, size_t first)
{
    return (const char *)run->input + first * dtype_size(run->point->dtype);
}

void *output_from(const struct run *run, size_t first)
{
    return (char *)run->output + first * dtype_size(dtype_output((enum dtype)run->point->dtype));
}

/* An exclusive scan is the inclusive one of all but the last element, written an element further on;
 * reversed, of all but the first one, an element before. */
static void scan_exclusive(const struct run *run, scan_kernel *kernel, const void *input,
                           const struct element_range *range, union element *carry)
{
    const struct point *const point = run->point;
    const size_t n = range->last - range->first;
    const bool reversed = point_reversed(point);
    const union element before = *carry, last = element_read(point->dtype, input, reversed ? 0 : n - 1);
    kernel((const char *)input + (reversed ? dtype_size(point->dtype) : 0),
           output_from(run, range->first + !reversed), n - 1, range->ahead, carry);
    element_write(point->dtype, run->output, reversed ? range->last - 1 : range->first, before);
    *carry = element_combine(point->op, point->dtype, *carry, last);
}

/* For a kernel that may read what it has written an element further on: block by block from a copy. */
static void scan_exclusive_copied(const struct run *run, scan_kernel *kernel,
                                  const struct element_range *range, union element *carry)
{
    _Alignas(CACHE_LINE) unsigned char copy[BLOCK_BYTES];
    const size_t size = dtype_size(run->point->dtype), block = BLOCK_BYTES / size;
    for (size_t done = 0; done < range->last - range->first; done += block) {
        const size_t left = range->last - range->first - done, n = left < block ? left : block;
        const size_t i = point_reversed(run->point) ? range->last - done - n : range->first + done;
        memcpy(copy, input_from(run, i), n * size);
        scan_exclusive(run, kernel, copy, &(struct element_range){i, i + n, 0}, carry);
    }
}

struct element_range range_in_order(const struct run *run, const struct element_range *range)
{
    const size_t n = run->point->n;
    if (!point_reversed(run->point))
        return *range;
    return (struct element_range){n - range->last, n - range->first, range->ahead};
}

void scan_range(const struct run *run, enum scan_style style, const struct element_range *steps,
                union element *carry)
{
    if (steps->first == steps->last)
        return;
    const struct element_range placed = range_in_order(run, steps), *const range = &placed;
    if (point_reversed(run->point))
        style = SCAN_REVERSE;
    scan_kernel *const kernel = scan_kernel_of(style, run->point);
    const void *const input = input_from(run, range->first);
    if (run->point->scan_mode == MODE_INCLUSIVE)
        kernel(input, output_from(run, range->first), range->last - range->first, range->ahead, carry);
    else if (run->input == run->output &&
             ((style != SCAN_WINDOWS && style != SCAN_STREAM) || !dtype_is_plain(run->point->dtype)))
        scan_exclusive_copied(run, kernel, range, carry);
    else
        scan_exclusive(run, kernel, input, range, carry);
}
