/* SPDX-License-Identifier: MIT */
/* What an implementation costs, as formulas that people read, "129(S + 1) + T", and tests evaluate: by
 * recursive descent. */
#include "implementation/cost.h"

#include "implementation/distribution.h"
#include "kernels/lanes.h"

#include <ctype.h>

const struct cost_letter cost_letters[COST_LETTERS] = {
    {'n', "elements"},
    {'k', "elements that are selected"},
    {'W', "workers"},
    {'T', "threads per group"},
    {'V', "values per thread"},
    {'t', "elements of a tile, TV"},
    {'G', "groups: tiles, n/t rounded up, unless an axis has their number"},
    {'R', "rows, n/row_length rounded up"},
    {'S', "subgroups of a group, T/32"},
    {'L', "log2 T"},
    {'w', "elements of an access, vector_width"},
    {'B', "bytes of an element"},
    {'A', "TL - T + 1"},
    {'N', "operators of a subgroup's scan: kogge-stone 129, sklansky 80, brent-kung 57, han-carlson 80"},
    {'D', "its rounds: 5, 5, 9, 6"},
    {'p', "ranks"},
    {'q', "messages after each other of the exchange"},
};

enum { MOST_NESTED = 32 };

struct reader {
    const char *at;
    const struct cost_variable *variables;
    size_t count;
    unsigned nested;
    bool ok;
};

static int64_t read_choice(struct reader *reader);

static char look(struct reader *reader)
{
    while (*reader->at == ' ')
        reader->at++;
    return *reader->at;
}

static bool take(struct reader *reader, char wanted)
{
    const bool found = look(reader) == wanted;
    reader->at += found;
    return found;
}

static int64_t fail(struct reader *reader)
{
    reader->ok = false;
    return 0;
}

static int64_t add(struct reader *reader, int64_t a, int64_t b)
{
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? fail(reader) : sum;
}

static int64_t subtract(struct reader *reader, int64_t a, int64_t b)
{
    int64_t difference;
    return __builtin_sub_overflow(a, b, &difference) ? fail(reader) : difference;
}

static int64_t multiply(struct reader *reader, int64_t a, int64_t b)
{
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) ? fail(reader) : product;
}

static int64_t read_number(struct reader *reader)
{
    int64_t value = 0;
    while (isdigit((unsigned char)*reader->at))
        value = add(reader, multiply(reader, value, 10), *reader->at++ - '0');
    return value;
}

static int64_t read_letter(struct reader *reader)
{
    const char letter = *reader->at++;
    for (size_t i = 0; i < reader->count; i++)
        if (reader->variables[i].letter == letter)
            return reader->variables[i].value;
    return fail(reader);
}

static int64_t read_factor(struct reader *reader)
{
    const unsigned char next = (unsigned char)look(reader);
    if (isdigit(next))
        return read_number(reader);
    if (isalpha(next))
        return read_letter(reader);
    if (!take(reader, '(') || ++reader->nested > MOST_NESTED)
        return fail(reader);
    const int64_t value = read_choice(reader);
    reader->nested--;
    return take(reader, ')') ? value : fail(reader);
}

static int64_t divide(struct reader *reader, int64_t value, int64_t by)
{
    return by > 0 ? value / by : fail(reader);
}

static int64_t read_product(struct reader *reader)
{
    int64_t value = read_factor(reader);
    while (reader->ok) {
        const unsigned char next = (unsigned char)look(reader);
        if (isalnum(next) || next == '(')
            value = multiply(reader, value, read_factor(reader));
        else if (take(reader, '/'))
            value = divide(reader, value, read_factor(reader));
        else
            break;
    }
    return value;
}

static int64_t read_sum(struct reader *reader)
{
    int64_t value = read_product(reader);
    while (reader->ok) {
        if (take(reader, '+'))
            value = add(reader, value, read_product(reader));
        else if (take(reader, '-'))
            value = subtract(reader, value, read_product(reader));
        else
            break;
    }
    return value;
}

/* A sum, or a choice by the comparison of two sums. */
static int64_t read_choice(struct reader *reader)
{
    const int64_t left = read_sum(reader);
    const char sign = look(reader);
    if (sign != '=' && sign != '<' && sign != '>')
        return left;
    reader->at++;
    const int64_t right = read_sum(reader);
    const bool holds = sign == '=' ? left == right : sign == '<' ? left < right : left > right;
    if (!take(reader, '?'))
        return fail(reader);
    const int64_t first = read_sum(reader);
    if (!take(reader, ':') || ++reader->nested > MOST_NESTED)
        return fail(reader);
    const int64_t second = read_choice(reader);
    reader->nested--;
    return holds ? first : second;
}

bool formula_value(const char *text, const struct cost_variable *variables, size_t count, int64_t *value)
{
    struct reader reader = {text, variables, count, 0, true};
    *value = read_choice(&reader);
    return reader.ok && look(&reader) == '\0';
}

static int64_t at_least_one(uint64_t count)
{
    return count ? (int64_t)count : 1;
}

static int64_t log2_of(int64_t count)
{
    return 63 - __builtin_clzll((unsigned long long)count);
}

/* By network: the default, Kogge–Stone, Sklansky, Brent–Kung, Han–Carlson. */
static int64_t of_network(uint64_t network, const int64_t table[5])
{
    return table[network < 5 ? network : 0];
}

bool cost_value(const char *formula, const struct point *point, uint64_t selected, int64_t *value)
{
    const int64_t n = (int64_t)point->n, T = at_least_one(point->threads_per_group),
                  V = at_least_one(point->values_per_thread), t = T * V, L = log2_of(T),
                  row = at_least_one(point->row_length ? point->row_length : point->n);
    const struct cost_variable variables[COST_LETTERS] = {
        {'n', n},
        {'k', (int64_t)selected},
        {'W', at_least_one(point->workers)},
        {'T', T},
        {'V', V},
        {'t', t},
        {'G', point->groups ? (int64_t)point->groups : n / t + (n % t != 0)},
        {'R', n / row + (n % row != 0)},
        {'S', T / LANES},
        {'L', L},
        {'w', at_least_one(point->vector_width)},
        {'B', point->dtype ? (int64_t)dtype_size((enum dtype)point->dtype) : 4},
        {'A', T * L - T + 1},
        {'N', of_network(point->lane_scan, (const int64_t[]){129, 129, 80, 57, 80})},
        {'D', of_network(point->lane_scan, (const int64_t[]){5, 5, 5, 9, 6})},
        {'p', at_least_one(point->ranks)},
        {'q', exchange_rounds(point->collective, (unsigned)at_least_one(point->ranks))},
    };
    return formula_value(formula, variables, COST_LETTERS, value);
}
