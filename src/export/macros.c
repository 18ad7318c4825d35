/* SPDX-License-Identifier: MIT */
/* The macros of a text, by name, and their expansion as the preprocessor of C makes it. */
#include "export/export_state.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool list_has(const char *list, const char *name, size_t length)
{
    for (const char *word = list; word && *word; word += *word == ' ') {
        const size_t all = (size_t)(strchrnul(word, ' ') - word);
        const bool begins = all > 0 && word[all - 1] == '*';
        if (begins ? length >= all - 1 && strncmp(word, name, all - 1) == 0
                   : all == length && strncmp(word, name, all) == 0)
            return true;
        word += all;
    }
    return false;
}

struct macro *macros_find(const struct macros *macros, const char *name, size_t length)
{
    for (size_t i = macros->count; i-- > 0;)
        if (*name == *macros->all[i].name && is_name(name, length, macros->all[i].name))
            return &macros->all[i];
    return NULL;
}

/* Without backslashes at line ends, and one level to the left. */
static char *body_of(const char *text)
{
    struct piece body = {0};
    piece_add(&body, "");
    while (*text) {
        const size_t line = strcspn(text, "\n");
        size_t end = line;
        if (end > 0 && text[end - 1] == '\\')
            end--;
        piece_add_part(&body, text, end);
        piece_trim(&body);
        text += line + (text[line] != '\0');
        if (*text)
            piece_add(&body, "\n");
        for (int i = 0; body.length > 0 && i < 4 && *text == ' '; i++)
            text++;
    }
    return body.text;
}

/* The caller frees the copy. */
static char *without_comments(const char *text)
{
    struct piece piece = {0};
    piece_add(&piece, "");
    for (size_t length; (length = word_length(text)) > 0; text += length)
        if (strncmp(text, "/*", 2) != 0)
            piece_add_part(&piece, text, length);
    piece_trim(&piece);
    return piece.text;
}

void macros_define(struct macros *macros, const char *line)
{
    const char *const name = line + strcspn(line, " ") + 1;
    const size_t length = word_length(name);
    const char *rest = name + length;
    struct macro made = {.name = memory_text_part(name, length), .defined = true};
    if (*rest == '(') {
        const size_t parameters = strcspn(rest, ")");
        made.parameters = memory_text_part(rest + 1, parameters - 1);
        rest += parameters + 1;
    }
    while (*rest == ' ' || *rest == '\t' || *rest == '\\' || *rest == '\n')
        rest++;
    char *const body = body_of(rest);
    made.body = without_comments(body);
    free(body);
    macros->all = memory_resize(macros->all, macros->count + 1, sizeof *macros->all);
    macros->all[macros->count++] = made;
}

void macros_undefine(struct macros *macros, const char *name)
{
    struct macro *const found = macros_find(macros, name, word_length(name));
    if (found)
        found->defined = false;
}

void macros_close(struct macros *macros)
{
    for (size_t i = 0; i < macros->count; i++) {
        free(macros->all[i].name);
        free(macros->all[i].parameters);
        free(macros->all[i].body);
    }
    free(macros->all);
    free(macros->open);
    free(macros->inlined);
}

enum { ARGUMENTS = 32 };

struct arguments {
    char *all[ARGUMENTS];
    size_t count;
    const char *end; /* behind the parenthesis; NULL: this is no call */
};

static char *trimmed(const char *text, size_t length)
{
    struct piece piece = {0};
    while (length > 0 && (isspace((unsigned char)*text) || *text == '\\')) {
        text++;
        length--;
    }
    piece_add_part(&piece, text, length);
    piece_trim(&piece);
    return piece.text;
}

/* The arguments of a call; `text` is behind the name. */
static struct arguments arguments_of(const char *text)
{
    struct arguments arguments = {.count = 0};
    unsigned depth = 0;
    text += strspn(text, " \n");
    if (*text != '(')
        return arguments;
    const char *first = text + 1;
    for (size_t length; (length = word_length(text)) > 0; text += length) {
        depth += *text == '(' || *text == '{' || *text == '[';
        depth -= *text == ')' || *text == '}' || *text == ']';
        if ((depth == 0 || (depth == 1 && *text == ',')) && arguments.count < ARGUMENTS) {
            arguments.all[arguments.count++] = trimmed(first, (size_t)(text - first));
            first = text + 1;
        }
        if (depth == 0) {
            arguments.end = text + 1;
            return arguments;
        }
    }
    return arguments;
}

static void arguments_close(struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++)
        free(arguments->all[i]);
}

/* The index of a parameter, __VA_ARGS__ being the one behind the last; −1: it is none. */
static int parameter_index(const struct macro *macro, const char *name, size_t length)
{
    int index = 0;
    if (!macro->parameters)
        return -1;
    for (const char *at = macro->parameters; *at;) {
        const size_t word = word_length(at);
        if (strncmp(at, "...", 3) == 0)
            return is_name(name, length, "__VA_ARGS__") ? index : -1;
        if (word == length && strncmp(at, name, length) == 0)
            return index;
        index += *at == ',';
        at += word;
    }
    return -1;
}

/* The argument at an index with those behind it where the parameter is __VA_ARGS__; the caller frees it. */
static char *argument_text(const struct arguments *arguments, int index, bool rest)
{
    struct piece text = {0};
    piece_add(&text, "");
    for (size_t i = (size_t)index; i < arguments->count && (rest || i == (size_t)index); i++) {
        piece_add(&text, i > (size_t)index ? ", " : "");
        piece_add(&text, arguments->all[i]);
    }
    return text.text;
}

/* Adds an argument: as it was given beside # and ##, else expanded. */
static void add_argument(const struct macros *macros, struct piece *to, const char *text, bool raw)
{
    char *const expanded = raw ? memory_text(text) : macros_expand(macros, text);
    piece_add(to, expanded);
    free(expanded);
}

static bool ends_with_paste(const struct piece *piece)
{
    size_t length = piece->length;
    while (length > 0 && piece->text[length - 1] == ' ')
        length--;
    return length >= 2 && strncmp(piece->text + length - 2, "##", 2) == 0;
}

/* The body with the arguments in place of the parameters, the parts that ## joins still apart. */
static void substitute(const struct macros *macros, const struct macro *macro,
                       const struct arguments *arguments, struct piece *to)
{
    for (const char *at = macro->body; *at;) {
        const size_t length = word_length(at);
        const int index = word_is_name(at) ? parameter_index(macro, at, length) : -1;
        if (index < 0) {
            piece_add_part(to, at, length);
        } else {
            const bool quoted = to->length > 0 && to->text[to->length - 1] == '#' && !ends_with_paste(to);
            const char *const next = at + length + strspn(at + length, " ");
            const bool raw = quoted || ends_with_paste(to) || strncmp(next, "##", 2) == 0;
            if (quoted)
                to->text[to->length - 1] = '"';
            char *const argument = argument_text(arguments, index, is_name(at, length, "__VA_ARGS__"));
            add_argument(macros, to, argument, raw);
            free(argument);
            if (quoted)
                piece_add(to, "\"");
        }
        at += length;
    }
}

/* Joins what ## stands between, paints the macro's own name, and makes one line of it unless it begins one.
 */
static void paste(const struct piece *from, const char *own, bool lines, struct piece *to)
{
    for (const char *at = from->text ? from->text : ""; *at;) {
        size_t length = word_length(at);
        if (strncmp(at, "##", 2) == 0) {
            piece_trim(to);
            at += 2 + strspn(at + 2, " ");
            continue;
        }
        if (!lines && *at == '\n') {
            piece_trim(to);
            piece_add(to, " ");
            at += 1 + strspn(at + 1, " ");
            continue;
        }
        if (is_name(at, length, own) && strncmp(at + length + strspn(at + length, " "), "##", 2) != 0)
            piece_add(to, PAINT);
        piece_add_part(to, at, length);
        at += length;
    }
}

/* Puts what the macro at `at` means before what follows the call, into a fresh text; NULL: it is no call. */
static char *expand_one(const struct macros *macros, const struct macro *macro, const char *at, bool lines)
{
    struct arguments arguments = {.end = at + strlen(macro->name)};
    struct piece body = {0}, result = {0};
    if (macro->parameters)
        arguments = arguments_of(at + strlen(macro->name));
    if (arguments.end) {
        substitute(macros, macro, &arguments, &body);
        paste(&body, macro->name, lines, &result);
        piece_add(&result, arguments.end);
    }
    arguments_close(&arguments);
    free(body.text);
    return result.text;
}

static bool begins_line(const struct piece *done)
{
    return done->length == 0 || done->text[done->length - 1] == '\n';
}

/* Each result is read again with what follows it, as it may be the name of a macro whose arguments follow. */
static void expand_into(const struct macros *macros, const char *text, struct piece *done)
{
    char *rest = memory_text(text);
    const char *at = rest;
    for (size_t length; (length = word_length(at)) > 0;) {
        const struct macro *const macro = word_is_name(at) ? macros_find(macros, at, length) : NULL;
        const bool named = macro && list_has(macros->inlined, at, length);
        char *const next = named ? expand_one(macros, macro, at, begins_line(done)) : NULL;
        if (next) {
            free(rest);
            at = rest = next;
            continue;
        }
        if (*at == PAINT[0])
            length += word_length(at + 1);
        piece_add_part(done, at, length);
        at += length;
    }
    free(rest);
}

char *macros_expand(const struct macros *macros, const char *text)
{
    struct piece done = {0};
    piece_add(&done, "");
    expand_into(macros, text, &done);
    return done.text;
}
