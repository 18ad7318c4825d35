/* SPDX-License-Identifier: MIT */
/* The value of an #if, as far as macros decide it. */
#include "export/condition.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 32 };

struct condition_value {
    bool open;
    long long value;
};

/* What is left of an expression. */
struct condition_text {
    const struct macros *macros;
    const char *at;
    int depth;
};

static struct condition_value read_level(struct condition_text *reading, int level);

static bool skip(struct condition_text *reading, const char *word)
{
    reading->at += strspn(reading->at, " \t\n");
    const size_t length = strlen(word);
    if (strncmp(reading->at, word, length) != 0)
        return false;
    reading->at += length;
    return true;
}

static struct condition_value value_of(const struct condition_text *reading, const char *name, size_t length)
{
    const struct macro *const macro = macros_find(reading->macros, name, length);
    if (list_has(reading->macros->open, name, length))
        return (struct condition_value){.open = true};
    if (!macro || !macro->defined || macro->parameters || reading->depth == DEEPEST)
        return (struct condition_value){0};
    struct condition_text body = {reading->macros, macro->body, reading->depth + 1};
    return read_level(&body, 0);
}

static struct condition_value is_defined(struct condition_text *reading)
{
    const bool enclosed = skip(reading, "(");
    reading->at += strspn(reading->at, " ");
    const char *const name = reading->at;
    const size_t length = word_length(name);
    reading->at += length;
    if (enclosed)
        skip(reading, ")");
    if (list_has(reading->macros->open, name, length))
        return (struct condition_value){.open = true};
    const struct macro *const macro = macros_find(reading->macros, name, length);
    return (struct condition_value){.value = macro && macro->defined};
}

static struct condition_value read_single(struct condition_text *reading)
{
    struct condition_value number = {0};
    if (skip(reading, "!")) {
        number = read_single(reading);
        number.value = !number.value;
    } else if (skip(reading, "-")) {
        number = read_single(reading);
        number.value = -number.value;
    } else if (skip(reading, "(")) {
        number = read_level(reading, 0);
        skip(reading, ")");
    } else if (isdigit((unsigned char)*reading->at)) {
        number.value = strtoll(reading->at, NULL, 0);
        reading->at += word_length(reading->at);
    } else if (word_is_name(reading->at)) {
        const char *const name = reading->at;
        const size_t length = word_length(name);
        reading->at += length;
        number = is_name(name, length, "defined") ? is_defined(reading) : value_of(reading, name, length);
    }
    return number;
}

/* Operators from those that bind least on; a longer one stands before those that begin it. */
static const struct {
    int level;
    const char *text;
} operators[] = {{0, "||"}, {1, "&&"}, {2, "=="}, {2, "!="}, {3, "<="}, {3, ">="}, {3, "<"},
                 {3, ">"},  {4, "+"},  {4, "-"},  {5, "*"},  {5, "/"},  {5, "%"}};
enum { OPERATORS = sizeof operators / sizeof operators[0], LEVELS = 6 };

static long long apply(const char *text, long long a, long long b)
{
    switch (text[0]) {
    case '|':
        return a || b;
    case '&':
        return a && b;
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '<':
        return text[1] ? a <= b : a < b;
    case '>':
        return text[1] ? a >= b : a > b;
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return b ? a / b : 0;
    default:
        return b ? a % b : 0;
    }
}

/* One side may decide && and || alone. */
static struct condition_value join(const char *text, struct condition_value a, struct condition_value b)
{
    const bool a_decides = !a.open && (text[0] == '|' ? a.value : !a.value);
    const bool b_decides = !b.open && (text[0] == '|' ? b.value : !b.value);
    if ((text[0] == '|' || text[0] == '&') && (a_decides || b_decides))
        return (struct condition_value){.value = text[0] == '|'};
    return (struct condition_value){a.open || b.open, apply(text, a.value, b.value)};
}

static const char *read_operator(struct condition_text *reading, int level)
{
    for (int i = 0; i < OPERATORS; i++)
        if (operators[i].level == level && skip(reading, operators[i].text))
            return operators[i].text;
    return NULL;
}

static struct condition_value read_level(struct condition_text *reading, int level)
{
    if (level == LEVELS) {
        skip(reading, "");
        return read_single(reading);
    }
    struct condition_value number = read_level(reading, level + 1);
    const char *text;
    while ((text = read_operator(reading, level)))
        number = join(text, number, read_level(reading, level + 1));
    return number;
}

enum condition macros_decide(const struct macros *macros, const char *expression)
{
    struct condition_text reading = {macros, expression, 0};
    const struct condition_value number = read_level(&reading, 0);
    return number.open ? CONDITION_OPEN : number.value ? CONDITION_TRUE : CONDITION_FALSE;
}
