/* SPDX-License-Identifier: MIT */
/* The conditions of a text: their value, as far as macros decide it, and what is left of the text. */
#include "export/export_state.h"

#include "base/memory.h"
#include <ctype.h>
#include <stdio.h>
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
    reading->at += strspn(reading->at, " \t\n\\");
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

enum { NESTED = 32 };

/* One #if that is not ended. */
struct text_branch {
    bool outside; /* what is around it stays */
    bool open;    /* the compiler decides it: all of its branches stay */
    bool taken;   /* one of its branches stays */
    bool stays;   /* this branch */
};

struct text_branches {
    struct macros *macros;
    struct text_branch all[NESTED];
    size_t count;
    struct piece text;
};

static bool stays(const struct text_branches *branches)
{
    return branches->count == 0 || branches->all[branches->count - 1].stays;
}

static bool is_open(const struct text_branches *branches)
{
    for (size_t i = 0; i < branches->count; i++)
        if (branches->all[i].open)
            return true;
    return false;
}

/* "#ifdef X" and "#ifndef X" as expressions; the caller frees it. */
static char *expression_of(const char *whole)
{
    char line[512];
    const char *const comment = strstr(whole, "/*");
    snprintf(line, sizeof line, "%.*s", (int)(comment ? (size_t)(comment - whole) : strlen(whole)), whole);
    const size_t word = strcspn(line, " ");
    const char *const rest = line + word + strspn(line + word, " ");
    if (is_name(line, word, "#ifdef"))
        return memory_format("defined %s", rest);
    return is_name(line, word, "#ifndef") ? memory_format("!defined %s", rest) : memory_text(rest);
}

static void decide(struct text_branches *branches, struct text_branch *branch, const char *line)
{
    char *const expression = expression_of(line);
    const enum condition condition = macros_decide(branches->macros, expression);
    branch->open = condition == CONDITION_OPEN;
    branch->stays = branch->outside && condition != CONDITION_FALSE;
    branch->taken = condition == CONDITION_TRUE;
    if (branch->open && branch->outside) {
        const char *const begin = strncmp(line, "#el", 3) == 0 ? "#if " : "";
        piece_add(&branches->text, begin);
        piece_add(&branches->text, *begin ? expression : line);
        piece_add(&branches->text, "\n");
    }
    free(expression);
}

static void open_branch(struct text_branches *branches, const char *line)
{
    struct text_branch *const branch = &branches->all[branches->count];
    *branch = (struct text_branch){.outside = stays(branches)};
    branches->count += branches->count + 1 < NESTED;
    if (branch->outside)
        decide(branches, branch, line);
}

static void next_branch(struct text_branches *branches, const char *line)
{
    struct text_branch *const branch = &branches->all[branches->count - 1];
    const bool ends = strncmp(line, "#else", 5) == 0;
    if (branch->open && branch->outside) {
        piece_add(&branches->text, line);
        piece_add(&branches->text, "\n");
    } else if (branch->taken || !branch->outside) {
        branch->stays = false;
    } else if (ends) {
        branch->stays = branch->taken = true;
    } else {
        decide(branches, branch, line);
    }
}

static void close_branch(struct text_branches *branches)
{
    const struct text_branch *const branch = &branches->all[--branches->count];
    if (branch->open && branch->outside)
        piece_add(&branches->text, "#endif\n");
}

static bool starts(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* What is defined in one branch only has a value that the compiler has. */
static void define(struct text_branches *branches, const char *line)
{
    struct macros *const macros = branches->macros;
    const char *const name = line + strlen("#define ");
    const size_t length = word_length(name);
    if (is_open(branches) && !list_has(macros->open, name, length)) {
        char *const list = memory_format("%s %.*s", macros->open, (int)length, name);
        free(macros->open);
        macros->open = list;
    }
    macros_define(macros, line);
}

static void take_line(struct text_branches *branches, const char *line)
{
    if (starts(line, "#if"))
        open_branch(branches, line);
    else if (starts(line, "#el"))
        next_branch(branches, line);
    else if (starts(line, "#endif"))
        close_branch(branches);
    else if (stays(branches) && starts(line, "#undef "))
        macros_undefine(branches->macros, line + strlen("#undef "));
    else if (stays(branches) && !starts(line, "#edit ") && !starts(line, "#inline ") &&
             !starts(line, "#open ") && !starts(line, "#begin ")) {
        if (starts(line, "#define "))
            define(branches, line);
        piece_add(&branches->text, line);
        piece_add(&branches->text, "\n");
    }
}

/* The length of a line with those that it goes on in. */
static size_t line_length(const char *text)
{
    size_t length = strcspn(text, "\n");
    while (*text == '#' && length > 0 && text[length - 1] == '\\' && text[length])
        length += 1 + strcspn(text + length + 1, "\n");
    return length;
}

char *conditions_resolve(struct macros *macros, const char *text)
{
    struct text_branches branches = {.macros = macros};
    while (*text) {
        const size_t length = line_length(text);
        char *const line = memory_text_part(text, length);
        take_line(&branches, line);
        free(line);
        text += length + (text[length] != '\0');
    }
    return branches.text.text;
}
