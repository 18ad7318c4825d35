/* SPDX-License-Identifier: MIT */
/* Formulas as people read them, "129(S + 1) + T", and what they come to: recursive descent. */
#include "base/formula.h"

#include <ctype.h>

enum { MOST_NESTED = 32 };

struct reader {
    const char *at;
    const struct formula_variable *variables;
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

bool formula_value(const char *text, const struct formula_variable *variables, size_t count, int64_t *value)
{
    struct reader reader = {text, variables, count, 0, true};
    *value = read_choice(&reader);
    return reader.ok && look(&reader) == '\0';
}
