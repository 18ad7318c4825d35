/* SPDX-License-Identifier: MIT */
/* The lines of a text, and its parts. */
#include "export/export_state.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 110 };

struct text_line line_first(const char *text)
{
    const char *const end = strchr(text, '\n');
    return (struct text_line){text, end ? (size_t)(end - text) + 1 : strlen(text)};
}

struct text_line line_next(struct text_line line)
{
    return line_first(line.text + line.length);
}

static bool starts(struct text_line line, const char *word)
{
    return strncmp(line.text, word, strlen(word)) == 0;
}

static bool is_blank(struct text_line line)
{
    return strspn(line.text, " \t\r\n") >= line.length;
}

/* How much deeper in parentheses and braces the line ends than it begins. */
static int depth_of(struct text_line line)
{
    int depth = 0;
    for (size_t at = 0, length; at < line.length; at += length) {
        length = word_length(line.text + at);
        if (length == 1)
            depth += (strchr("({", line.text[at]) != NULL) - (strchr(")}", line.text[at]) != NULL);
    }
    return depth;
}

static struct text_line directive_end(struct text_line line)
{
    while (line.length >= 2 && line.text[line.length - 2] == '\\')
        line = line_next(line);
    return line_next(line);
}

static struct text_line condition_end(struct text_line line)
{
    int depth = 0;
    do {
        depth += starts(line, "#if") - starts(line, "#endif");
        line = line_next(line);
    } while (depth > 0 && line.length);
    return line;
}

/* A definition ends with a line at depth 0 that ends with ; or }, a call of a macro with its parenthesis. */
static struct text_line code_end(struct text_line line)
{
    int depth = 0;
    const bool call = isupper((unsigned char)line.text[0]);
    while (line.length) {
        size_t last = line.length;
        depth += *line.text == '#' ? 0 : depth_of(line);
        while (last > 0 && isspace((unsigned char)line.text[last - 1]))
            last--;
        const char end = last > 0 ? line.text[last - 1] : ';';
        const struct text_line next = line_next(line);
        line = next;
        if (depth <= 0 &&
            (end == ';' || end == '}' || end == '/' || (call && end == ')' && *next.text != '{')))
            break;
    }
    return line;
}

static struct text_line comment_end(struct text_line line)
{
    const char *const end = strstr(line.text, "*/");
    return line_next(end ? line_first(end) : line);
}

static char *text_between(const char *from, const char *to)
{
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return memory_text_part(from, (size_t)(to - from));
}

static void take_comment(struct text_parts *parts, char *comment)
{
    free(parts->comment);
    parts->comment = comment;
}

static bool is_left_out(struct text_line line)
{
    return *line.text == '#' && !starts(line, "#define ") && !starts(line, "#if");
}

bool parts_next(struct text_parts *parts, struct text_part *part)
{
    struct text_line line = line_first(parts->text);
    for (; line.length; line = line_first(parts->text)) {
        struct text_line next = line_next(line);
        if (is_blank(line)) {
            take_comment(parts, NULL);
            parts->apart = true;
        } else if (starts(line, "/*")) {
            next = comment_end(line);
            take_comment(parts, text_between(line.text, next.text));
        } else if (is_left_out(line)) {
            next = directive_end(line);
            take_comment(parts, NULL);
        } else {
            next = starts(line, "#if") ? condition_end(line)
                   : *line.text == '#' ? directive_end(line)
                                       : code_end(line);
            *part = (struct text_part){text_between(line.text, next.text), parts->comment, parts->apart,
                                       parts->expanded};
            *parts = (struct text_parts){.text = next.text, .expanded = parts->expanded};
            return true;
        }
        parts->text = next.text;
    }
    return false;
}

/* Behind which byte of a line of more than COLUMNS it is best broken, and how far its rest is moved in; 0: it
 * cannot be. Behind its first third the commas of fewest parentheses count. */
static size_t break_of(const char *line, size_t length, size_t base, size_t *indent)
{
    size_t opened[64] = {base}, best = 0, column = 0;
    unsigned depth = 0, best_depth = 0;
    for (size_t at = 0, word; at < length && column < COLUMNS; at += word) {
        word = word_length(line + at);
        if (line[at] == '(' && depth < 63)
            opened[++depth] = at + 1;
        if (line[at] == ')' && depth > 0)
            depth--;
        if (line[at] == ',' && opened[depth] > 0 && (depth <= best_depth || best < COLUMNS / 3)) {
            best = at + 1;
            best_depth = depth;
            *indent = opened[depth];
        }
        column = at + word;
    }
    return best;
}

static void add_wrapped(struct piece *to, const char *line, size_t length, size_t base)
{
    size_t indent = 0;
    const size_t at = length > COLUMNS ? break_of(line, length, base, &indent) : 0;
    if (at == 0 || indent >= at) {
        piece_add_part(to, line, length);
        return;
    }
    piece_add_part(to, line, at);
    struct piece rest = {0};
    for (size_t i = 0; i < indent; i++)
        piece_add(&rest, " ");
    const size_t next = at + strspn(line + at, " ");
    piece_add_part(&rest, line + next, length - next);
    piece_add(to, "\n");
    add_wrapped(to, rest.text, rest.length, indent);
    free(rest.text);
}

/* Without the spaces that empty arguments leave. */
static char *closed_up(const char *line)
{
    struct piece piece = {0};
    size_t at = strspn(line, " ");
    const bool head = at == 0;
    piece_add_part(&piece, line, at);
    for (size_t word; (word = word_length(line + at)) > 0; at += word) {
        const char before = piece.length ? piece.text[piece.length - 1] : ' ';
        const bool space = line[at] == ' ';
        const bool pointer = head && strchr("*&", before) && word_is_name(line + at + 1);
        if (space && (before == ' ' || before == '(' || pointer || strchr("),;", line[at + 1])))
            continue;
        piece_add_part(&piece, line + at, word);
    }
    return piece.text;
}

static bool is_code(const char *line, size_t length)
{
    const bool comment =
        *line == '#' || strncmp(line + strspn(line, " "), "/*", 2) == 0 || strncmp(line, " *", 2) == 0;
    return length > 0 && !comment && line[length - 1] != '\\' &&
           (isalpha((unsigned char)*line) || length > COLUMNS || strstr(line, "( ") || strstr(line, ",  "));
}

/* The line with the next ones as far as they go on in its parentheses and there is room. */
static char *joined(struct text_line *line)
{
    struct piece all = {0};
    piece_add_part(&all, line->text, line->length - (line->text[line->length - 1] == '\n'));
    while (all.length > 0 && strchr(",(", all.text[all.length - 1]) && *all.text != '#' &&
           depth_of(line_first(all.text)) > 0) {
        const struct text_line next = line_next(*line);
        const size_t space = strspn(next.text, " "), length = strcspn(next.text + space, "\n");
        if (next.text[space] == '.' || all.length + 1 + length > COLUMNS)
            break;
        piece_add(&all, all.text[all.length - 1] == ',' ? " " : "");
        piece_add_part(&all, next.text + space, length);
        *line = next;
    }
    return all.text;
}

static void add_statement(struct piece *to, const char *line)
{
    if (!is_code(line, strlen(line))) {
        piece_add(to, line);
        return;
    }
    char *const closed = closed_up(line);
    add_wrapped(to, closed, strlen(closed), 0);
    free(closed);
}

/* Where the second statement of a line without braces begins; 0: it has one. */
static size_t second_statement(const char *line)
{
    int depth = 0;
    const char first = line[strspn(line, " ")];
    if (!(isalpha((unsigned char)first) || first == '_') || strpbrk(line, "{}\\"))
        return 0;
    for (size_t at = 0, length; (length = word_length(line + at)) > 0; at += length) {
        depth += (line[at] == '(') - (line[at] == ')');
        if (line[at] == ';' && depth == 0) {
            const size_t next = at + 1 + strspn(line + at + 1, " ");
            return line[next] && line[next] != '/' ? next : 0;
        }
    }
    return 0;
}

/* A line for each statement. */
static void add_formatted(struct piece *to, const char *line)
{
    const size_t second = second_statement(line), indent = strspn(line, " ");
    if (second == 0) {
        add_statement(to, line);
        return;
    }
    struct piece first = {0}, rest = {0};
    piece_add_part(&first, line, second);
    piece_trim(&first);
    piece_add_part(&rest, line, indent);
    piece_add(&rest, line + second);
    add_statement(to, first.text);
    piece_add(to, "\n");
    add_formatted(to, rest.text);
    free(first.text);
    free(rest.text);
}

/* Whether an "if (…) {" has one statement, of a line, and nothing behind it. */
static bool is_single(struct text_line line)
{
    const size_t indent = strspn(line.text, " ");
    const struct text_line next = line_next(line), last = line_next(next);
    const bool opens =
        strncmp(line.text + indent, "if (", 4) == 0 && strncmp(line.text + line.length - 4, ") {\n", 4) == 0;
    return opens && next.length > 2 && next.text[next.length - 2] == ';' && !strchr("#", next.text[0]) &&
           strspn(last.text, " ") == indent && strncmp(last.text + indent, "}\n", 2) == 0;
}

/* Without the blocks that begin with a line "@{", whose lines move to the left. */
static char *unwrapped(const char *text)
{
    struct piece piece = {0};
    int depth = 0, opened[8];
    size_t blocks = 0;
    for (struct text_line line = line_first(text); line.length; line = line_next(line)) {
        const char *const word = line.text + strspn(line.text, " ");
        depth += *word == '#' ? 0 : depth_of(line);
        if (strncmp(word, "@{", 2) == 0 && blocks < 8) {
            opened[blocks++] = depth;
        } else if (blocks > 0 && *word == '}' && depth < opened[blocks - 1]) {
            blocks--;
        } else {
            const size_t left = (size_t)(word - line.text), moved = left < 4 * blocks ? left : 4 * blocks;
            piece_add_part(&piece, line.text + moved, line.length - moved);
        }
    }
    return piece.text;
}

char *lines_format(const char *wrapped)
{
    char *const text = unwrapped(wrapped);
    struct piece piece = {0};
    bool blank = false;
    for (struct text_line line = line_first(text); line.length; line = line_next(line)) {
        if (is_blank(line) && blank)
            continue;
        blank = is_blank(line);
        const bool single = is_single(line);
        char *const copy = joined(&line);
        if (single)
            copy[strlen(copy) - strlen(" {")] = '\0';
        add_formatted(&piece, copy);
        piece_add(&piece, "\n");
        free(copy);
        if (single) {
            line = line_next(line);
            piece_add_part(&piece, line.text, line.length);
            line = line_next(line);
        }
    }
    free(text);
    return piece.text;
}
