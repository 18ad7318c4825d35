/* SPDX-License-Identifier: MIT */
/* The kill list of rows: seeded bugs of scans and reductions that start anew, which the checker must find. */
#include "seeded_bed.h"

/* A row's elements, of the whole array where there are no rows. */
static size_t row_of(const struct run *run)
{
    return run->point->row_length ? run->point->row_length : run->point->n;
}

static union element nothing(const struct run *run)
{
    return op_identity(run->point->op, run->point->dtype);
}

static union element joined(const struct run *run, union element a, size_t index)
{
    return element_combine(run->point->op, run->point->dtype, a,
                           element_load(run->point->dtype, run->input, index));
}

static bool rightly(size_t index, size_t row)
{
    return index % row == 0;
}

/* By what `begins` takes for the first element of a row, where there are rows. */
static void scan_rows(const struct run *run, bool (*begins)(size_t index, size_t row))
{
    union element prefix = nothing(run);
    for (size_t i = 0; i < run->point->n; i++) {
        prefix = (run->point->row_length ? begins : rightly)(i, row_of(run)) ? nothing(run) : prefix;
        const union element next = joined(run, prefix, i);
        element_store(run->point->dtype, run->output, i,
                      run->point->scan_mode == MODE_EXCLUSIVE ? prefix : next);
        prefix = next;
    }
}

static bool never(size_t index, size_t row)
{
    return index % row == 0 && index < row;
}

static bool one_late(size_t index, size_t row)
{
    return index % row == 1 % row && index >= row;
}

static bool one_early(size_t index, size_t row)
{
    return index % row == row - 1 && row > 1;
}

static bool all_but_the_third(size_t index, size_t row)
{
    return index % row == 0 && index / row != 2;
}

static void drops_resets(const struct run *run)
{
    scan_rows(run, never);
}

static void resets_one_late(const struct run *run)
{
    scan_rows(run, one_late);
}

static void resets_one_early(const struct run *run)
{
    scan_rows(run, one_early);
}

static void drops_one_reset(const struct run *run)
{
    scan_rows(run, all_but_the_third);
}

/* The first two rows in each other's place. */
static void swaps_rows(const struct run *run)
{
    const size_t bytes = row_of(run) * dtype_size(run->point->dtype);
    unsigned char *const out = run->output;
    scan_rows(run, rightly);
    for (size_t i = 0; row_of(run) <= run->point->n / 2 && i < bytes; i++) {
        const unsigned char kept = out[i];
        out[i] = out[i + bytes];
        out[i + bytes] = kept;
    }
}

/* Of each row so many elements before it and after it too, as far as there are any. */
static void reduce_rows(const struct run *run, size_t before, size_t after)
{
    const struct problem_key key = point_problem(run->point, 0);
    const size_t row = row_of(run), n = run->point->n;
    for (size_t r = 0; r < problem_rows(&key); r++) {
        union element sum = nothing(run);
        for (size_t i = r > 0 ? r * row - before : 0; i < n && i < (r + 1) * row + after; i++)
            sum = joined(run, sum, i);
        element_store(run->point->dtype, run->output, r, sum);
    }
}

static void takes_from_the_next(const struct run *run)
{
    reduce_rows(run, 0, run->point->row_length > 0);
}

static void takes_from_the_row_before(const struct run *run)
{
    reduce_rows(run, run->point->row_length > 0, 0);
}

static void loses_the_short_row(const struct run *run)
{
    const struct problem_key key = point_problem(run->point, 0);
    reduce_rows(run, 0, 0);
    if (run->point->n > 0 && run->point->n % row_of(run) != 0)
        element_store(run->point->dtype, run->output, problem_rows(&key) - 1, nothing(run));
}

#define ROWS .axes = AXIS_BIT(AXIS_ROW_LENGTH)
#define EACH_SCAN(what_, run_)                                                                               \
    {"rows of sums: " what_, run_, PRIMITIVE_SCAN, DTYPE_U32, OP_SUM, .what = "row_length=", ROWS},          \
        {"rows of floats: " what_, run_, PRIMITIVE_SCAN, DTYPE_F64, OP_SUM, .what = "row_length=", ROWS},    \
        {"rows of minima: " what_, run_, PRIMITIVE_SCAN, DTYPE_I32, OP_MIN, .what = "row_length=", ROWS},    \
        {"rows of maxima: " what_, run_, PRIMITIVE_SCAN, DTYPE_F32, OP_MAX, .what = "row_length=", ROWS},    \
    {                                                                                                        \
        "rows of products: " what_, run_, PRIMITIVE_SCAN, DTYPE_F32, OP_PRODUCT, .what = "row_length=", ROWS \
    }
#define EACH_REDUCTION(what_, run_)                                                                         \
    {"sums of rows: " what_, run_, PRIMITIVE_REDUCE, DTYPE_U32, OP_SUM, .what = "row_length=", ROWS},       \
        {"minima of rows: " what_, run_, PRIMITIVE_REDUCE, DTYPE_F32, OP_MIN, .what = "row_length=", ROWS}, \
    {                                                                                                       \
        "maxima of rows: " what_, run_, PRIMITIVE_REDUCE, DTYPE_I32, OP_MAX, .what = "row_length=", ROWS    \
    }
static const struct bug bugs[] = {
    EACH_SCAN("resets dropped", drops_resets),
    EACH_SCAN("resets one late", resets_one_late),
    EACH_SCAN("resets one early", resets_one_early),
    EACH_SCAN("one reset dropped", drops_one_reset),
    EACH_SCAN("two rows swapped", swaps_rows),
    EACH_REDUCTION("one element of the next", takes_from_the_next),
    EACH_REDUCTION("one element of the row before", takes_from_the_row_before),
    EACH_REDUCTION("the last, shorter one lost", loses_the_short_row),
};

BUG_TESTS(bugs)
