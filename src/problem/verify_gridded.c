/* SPDX-License-Identifier: MIT */
/* The judge of gridded data: floats against sums of integers, within the rounding bound. */
#include "problem/verify.h"

#include "base/memory.h"
#include "problem/recipe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

/* Part of the order in which elements are added: from first to last − 1. */
struct gridded_part {
    size_t first, last;
    struct sums own; /* of its elements since the last row or segment that begins in it */
    bool begins;     /* one does */
    struct finding finding;
};

struct gridded {
    const struct problem *problem;
    const void *output;
    struct grid grid;
    unsigned count;
    struct gridded_part *parts;
};

bool verify_has_parts(const struct problem_key *key)
{
    return key->data == DATA_GRIDDED && primitive_info(key->primitive)->fill == FILL_TERMS &&
           key->primitive != PRIMITIVE_RECURRENCE;
}

struct gridded *gridded_open(const struct problem *problem, const void *output, size_t roundings,
                             unsigned parts)
{
    struct gridded *const gridded = memory_array(1, sizeof *gridded);
    const size_t n = problem->key.n;
    *gridded = (struct gridded){problem, output, grid_of(problem->key.dtype, roundings), parts,
                                memory_array(parts, sizeof *gridded->parts)};
    for (unsigned p = 0; p < parts; p++)
        gridded->parts[p] =
            (struct gridded_part){.first = n / parts * p, .last = p + 1 < parts ? n / parts * (p + 1) : n};
    return gridded;
}

/* Where rows begin in the order of adding, and segments. */
struct beginnings {
    size_t row, next; /* place of the next row */
    const unsigned char *heads;
};

static struct beginnings beginnings_from(const struct problem *problem, size_t place)
{
    const struct problem_key *const key = &problem->key;
    const size_t row = problem_row_elements(key), short_row = key->reversed ? key->n % row : 0;
    const size_t since = (place + row - short_row) % row;
    return (struct beginnings){row, place + (since > 0 ? row - since : 0),
                               problem_has_heads(key) ? problem->input[1] : NULL};
}

/* Whether one begins at a place, of which each is asked in order; before the first nothing ends. */
static bool begins_at(struct beginnings *beginnings, size_t place)
{
    const bool row_begins = place == beginnings->next;
    if (row_begins)
        beginnings->next += beginnings->row;
    return place > 0 && (row_begins || (beginnings->heads && beginnings->heads[place]));
}

static size_t element_of(const struct problem_key *key, size_t place)
{
    return key->reversed ? key->n - 1 - place : place;
}

void gridded_add_up(struct gridded *gridded, unsigned part)
{
    struct gridded_part *const own = &gridded->parts[part];
    const struct problem *const problem = gridded->problem;
    if (part + 1 == gridded->count || own->first == own->last) /* nobody asks */
        return;
    struct beginnings beginnings = beginnings_from(problem, own->first);
    struct sums sums = {0, 0};
    for (size_t place = own->first; place < own->last; place++) {
        if (begins_at(&beginnings, place)) {
            own->begins = true;
            sums = (struct sums){0, 0};
        }
        add_term(&sums, term_at(&gridded->grid, problem, element_of(&problem->key, place)));
    }
    own->own = sums;
}

/* What precedes a part. */
static struct sums sums_before(const struct gridded *gridded, unsigned part, bool is_scan)
{
    struct sums sums = is_scan ? initial_sums(&gridded->grid, &gridded->problem->key) : (struct sums){0, 0};
    for (unsigned p = 0; p < part; p++) {
        const struct gridded_part *const before = &gridded->parts[p];
        if (before->begins)
            sums = (struct sums){0, 0};
        sums.sum += before->own.sum;
        sums.magnitudes += before->own.magnitudes;
    }
    return sums;
}

/* An element of a scan, or where the last of a row is added, the row's sum. Σ|x| counts an exclusive
 * element's own input too: implementations may add and subtract it again. */
void gridded_judge(struct gridded *gridded, unsigned part)
{
    struct gridded_part *const own = &gridded->parts[part];
    const struct problem *const problem = gridded->problem;
    const struct problem_key *const key = &problem->key;
    const struct grid *const grid = &gridded->grid;
    const bool is_scan = primitive_info(key->primitive)->output == OUTPUT_ALL;
    struct sums sums = sums_before(gridded, part, is_scan);
    if (key->n == 0 && !is_scan && problem_rows(key) > 0)
        judge(grid, problem, &sums, result_at(grid, gridded->output, 0), &own->finding);
    if (own->first == own->last)
        return;
    struct beginnings beginnings = beginnings_from(problem, own->first);
    for (size_t place = own->first; place < own->last; place++) {
        const size_t element = element_of(key, place);
        if (begins_at(&beginnings, place))
            sums = (struct sums){0, 0};
        const __int128 before = sums.sum;
        add_term(&sums, term_at(grid, problem, element));
        const struct sums here = {is_scan && key->mode == MODE_EXCLUSIVE ? before : sums.sum,
                                  sums.magnitudes};
        if (is_scan)
            judge(grid, problem, &here, result_at(grid, gridded->output, element), &own->finding);
        else if (place + 1 == beginnings.next || place + 1 == key->n)
            judge(grid, problem, &here, result_at(grid, gridded->output, place / beginnings.row),
                  &own->finding);
    }
}

bool gridded_close(struct gridded *gridded, struct finding *finding)
{
    *finding = (struct finding){0};
    for (unsigned p = 0; p < gridded->count; p++) {
        const struct finding *const found = &gridded->parts[p].finding;
        const double error = fmax(finding->error, found->error);
        const size_t wrong = finding->wrong + found->wrong;
        if (!finding->wrong)
            *finding = *found;
        finding->error = error;
        finding->wrong = wrong;
    }
    free(gridded->parts);
    free(gridded);
    return finding->wrong == 0;
}
