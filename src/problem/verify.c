/* SPDX-License-Identifier: MIT */
/* The judge: an output against the expected answer. */
#include "problem/verify.h"

#include "problem/recipe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define POISON 0xa5

/* What the numbers of a problem are multiples of, and how an answer is judged. */
struct grid {
    unsigned bits;   /* every sum is a multiple of 2^-bits */
    double per_unit; /* 2^bits */
    double roundoff; /* u */
    double bound;    /* the error allowed, relative to Σ|x| */
    double written;  /* the same of a sum that is rounded when it is written, relative to that sum; else 0 */
    enum dtype dtype;
};

/* Sums so far, in units of the grid. */
struct sums {
    __int128 sum, magnitudes;
};

/* min(γ_d, 10·√d·u) for d roundings. */
static double relative_bound(size_t roundings, double roundoff)
{
    const double d = (double)roundings;
    const double gamma = d * roundoff < 1 ? d * roundoff / (1 - d * roundoff) : INFINITY;
    return fmin(gamma, 10 * sqrt(d) * roundoff);
}

static struct grid grid_of(enum dtype dtype, size_t roundings)
{
    const unsigned bits = recipe_grid_bits(dtype), digits = dtype_digits(dtype_accumulator(dtype));
    const unsigned written = dtype_digits(dtype_output(dtype));
    const double roundoff = ldexp(1, -(int)digits);
    return (struct grid){
        .bits = bits,
        .per_unit = ldexp(1, (int)bits),
        .roundoff = roundoff,
        .bound = relative_bound(roundings, roundoff),
        .written = written < digits ? ldexp(1, -(int)written) : 0,
        .dtype = dtype,
    };
}

/* The term of a sum: an element, or the product of two; both are on the grid and below 2^53 units. */
static int64_t term_at(const struct grid *grid, const struct problem *problem, size_t index)
{
    const double x = element_value(grid->dtype, problem->input[0], index);
    if (primitive_info(problem->key.primitive)->second != SECOND_FACTORS)
        return (int64_t)(x * grid->per_unit);
    return (int64_t)(x * element_value(grid->dtype, problem->input[1], index) * grid->per_unit);
}

static void add_term(struct sums *sums, int64_t term)
{
    sums->sum += term;
    sums->magnitudes += term < 0 ? -term : term;
}

/* Sums of multiples of the grid stay such multiples when rounded: below 1 they are exact, from 1 on every
 * number is one. No right answer comes near the limit, which keeps what is left within 128 bits. */
static bool is_on_grid(const struct grid *grid, double value)
{
    const double limit = 0x1p70, units = value * grid->per_unit;
    return fabs(value) < limit && (fabs(value) >= 1 || units == trunc(units));
}

/* The conversions of 128 bits are slow; those of 64 bits, and two of them where one does not hold the number,
 * are not. */
#define HALF 0x1p62

static double to_double(__int128 units)
{
    const int64_t narrow = (int64_t)units, low = (int64_t)(units & ((INT64_C(1) << 62) - 1));
    return narrow == units ? (double)narrow : HALF * (double)(int64_t)(units >> 62) + (double)low;
}

/* A whole number below 2^124. */
static __int128 to_units(double whole)
{
    const int64_t high = (int64_t)(whole / HALF);
    return high == 0 ? (int64_t)whole
                     : (int64_t)(whole - HALF * (double)high) + (__int128)high * (int64_t)HALF;
}

/* The error allowed, in units. */
static double allowed(const struct grid *grid, const struct sums *sums)
{
    const double summed = grid->bound * to_double(sums->magnitudes);
    return summed + grid->written * (fabs(to_double(sums->sum)) + summed);
}

static void describe(struct finding *finding, const struct grid *grid, const struct problem *problem,
                     const struct sums *sums, double got)
{
    const size_t outputs = problem_output_count(&problem->key);
    const int digits = dtype_decimals(dtype_output(grid->dtype));
    char why[64] = "";
    if (!is_on_grid(grid, got))
        snprintf(why, sizeof why, ", which is no sum of multiples of 2^-%u", grid->bits);
    snprintf(finding->text, sizeof finding->text, "element %zu of %zu: expected %.*g within %.2g, got %.*g%s",
             finding->index, outputs, digits, (double)sums->sum / grid->per_unit,
             allowed(grid, sums) / grid->per_unit, digits, got, why);
}

/* Exact: an on-grid value is a whole number of units. */
static bool is_near(const struct grid *grid, const struct sums *sums, double got, struct finding *finding)
{
    if (!is_on_grid(grid, got))
        return false;
    const __int128 error = to_units(got * grid->per_unit) - sums->sum;
    if (error == 0)
        return true;
    const double distance = fabs(to_double(error)), unit = grid->roundoff * to_double(sums->magnitudes);
    const double summed = distance - grid->written * fabs(to_double(sums->sum));
    if (summed > finding->error * unit)
        finding->error = summed / unit;
    return distance <= allowed(grid, sums);
}

/* An element of the output. */
struct result {
    size_t index;
    double value;
};

static struct result result_at(const struct grid *grid, const void *output, size_t index)
{
    return (struct result){index, element_value(dtype_output(grid->dtype), output, index)};
}

static void judge(const struct grid *grid, const struct problem *problem, const struct sums *sums,
                  struct result result, struct finding *finding)
{
    const double got = result.value;
    if (is_near(grid, sums, got, finding) || finding->wrong++ > 0)
        return;
    finding->index = result.index;
    describe(finding, grid, problem, sums, got);
}

static struct sums initial_sums(const struct grid *grid, const struct problem_key *key)
{
    const union element initial = problem_initial(key);
    const double value = element_value(dtype_accumulator(grid->dtype), &initial, 0);
    struct sums sums = {0, 0};
    add_term(&sums, (int64_t)(value * grid->per_unit));
    return sums;
}

/* Σ|x| counts an exclusive element's own input too: implementations may add and subtract it again. */
static void judge_scan(const struct grid *grid, const struct problem *problem, const void *output,
                       struct finding *finding)
{
    const struct problem_key *const key = &problem->key;
    const unsigned char *const heads = problem_has_heads(key) ? problem->input[1] : NULL;
    const size_t row = problem_row_elements(key);
    struct sums sums = initial_sums(grid, key);
    for (size_t k = 0; k < key->n; k++) {
        const size_t i = key->reversed ? key->n - 1 - k : k;
        const bool begins = (key->reversed ? i + 1 : i) % row == 0;
        if (k > 0 && (begins || (heads && heads[k])))
            sums = (struct sums){0, 0};
        const __int128 before = sums.sum;
        add_term(&sums, term_at(grid, problem, i));
        const struct sums here = {key->mode == MODE_EXCLUSIVE ? before : sums.sum, sums.magnitudes};
        judge(grid, problem, &here, result_at(grid, output, i), finding);
    }
}

static void judge_reduction(const struct grid *grid, const struct problem *problem, const void *output,
                            struct finding *finding)
{
    const struct problem_key *const key = &problem->key;
    const size_t row = problem_row_elements(key);
    for (size_t r = 0, i = 0; r < problem_rows(key); r++) {
        struct sums sums = {0, 0};
        for (; i < key->n && i < (r + 1) * row; i++)
            add_term(&sums, term_at(grid, problem, i));
        judge(grid, problem, &sums, result_at(grid, output, r), finding);
    }
}

/* The judge of gridded data: floats against sums of integers, within the rounding bound. */
static bool verify_gridded(const struct problem *problem, const void *output, size_t roundings,
                           struct finding *finding)
{
    const struct grid grid = grid_of(problem->key.dtype, roundings);
    if (primitive_info(problem->key.primitive)->output == OUTPUT_ALL)
        judge_scan(&grid, problem, output, finding);
    else
        judge_reduction(&grid, problem, output, finding);
    return finding->wrong == 0;
}

/* Only what is summed has gridded data of its own; a limit beside it is judged as ever. */
static bool is_gridded(const struct problem_key *key)
{
    return key->data == DATA_GRIDDED && primitive_info(key->primitive)->fill == FILL_TERMS;
}

bool verify_output(const struct problem *problem, const void *output, uint64_t count, size_t roundings,
                   struct finding *finding)
{
    *finding = (struct finding){0};
    if (is_gridded(&problem->key) && problem->key.primitive == PRIMITIVE_RECURRENCE)
        return verify_recurrence(problem, output, roundings, finding);
    if (is_gridded(&problem->key))
        return verify_gridded(problem, output, roundings, finding);
    return primitive_info(problem->key.primitive)->verify(problem, output, count, finding);
}

/* As a float the pattern is off every exact problem's integers, its complement far above them; as an integer
 * no element can be both. */
void verify_poison(void *output, size_t bytes, bool complement)
{
    if (bytes > 0)
        memset(output, complement ? POISON ^ 0xff : POISON, bytes);
}

uint64_t verify_poison_count(bool complement)
{
    uint64_t count;
    verify_poison(&count, sizeof count, complement);
    return count;
}
