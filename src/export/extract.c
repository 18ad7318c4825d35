/* SPDX-License-Identifier: MIT */
/* A file out of the text of kernels. */
#include "export/export_state.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* The text between two quotation marks, \n being a line end, and what follows; the caller frees it. */
static char *quoted(const char **text)
{
    const char *const first = strchr(*text, '"') + 1, *const end = strchr(first, '"');
    char *const part = memory_text_part(first, (size_t)(end - first));
    char *const all = replace_all(part, "\\n", "\n");
    free(part);
    *text = end + 1;
    return all;
}

static void replace_in(char **text, const char *from, const char *to)
{
    char *const replaced = replace_all(*text, from, to);
    free(*text);
    *text = replaced;
}

static void add_words(char **list, const char *words, size_t length)
{
    char *const all = memory_format("%s %.*s", *list, (int)length, words);
    free(*list);
    *list = all;
}

/* What an extraction reads and makes. */
struct extraction_reader {
    struct macros macros;
    struct items items;
    char *text;
};

static bool starts(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* The text becomes the beginning of each function that is defined by the word. */
static void begin_functions(char **text, const char *word, const char *beginning)
{
    char *const mark = memory_format("\n%s(", word);
    struct piece result = {0};
    const char *from = *text;
    for (const char *found; (found = strstr(from, mark));) {
        const char *const body = strstr(found, "\n{\n") + strlen("\n{\n");
        piece_add_part(&result, from, (size_t)(body - from));
        piece_add(&result, beginning);
        from = body;
    }
    piece_add(&result, from);
    free(mark);
    free(*text);
    *text = result.text;
}

/* Follows the lines that are for the reader. */
static void read_orders(struct extraction_reader *reader, const char *text)
{
    for (struct text_line line = line_first(text); line.length; line = line_next(line)) {
        const char *rest = strchr(line.text, ' ');
        if (starts(line.text, "#edit ") || starts(line.text, "#begin ")) {
            char *const from = quoted(&rest), *const to = quoted(&rest);
            if (starts(line.text, "#edit "))
                replace_in(&reader->text, from, to);
            else
                begin_functions(&reader->text, from, to);
            free(from);
            free(to);
        } else if (starts(line.text, "#inline ")) {
            add_words(&reader->macros.inlined, rest + 1, strcspn(rest + 1, "\n"));
        } else if (starts(line.text, "#open ")) {
            add_words(&reader->macros.open, rest + 1, strcspn(rest + 1, "\n"));
        }
    }
}

/* The part of a text behind a mark, up to the next one; the caller frees it. */
static char *section(const char *text, const char *mark, const char *next)
{
    const char *const found = strstr(text, mark);
    const char *const first = found ? found + strlen(mark) : "";
    const char *const end = next ? strstr(first, next) : NULL;
    return end ? memory_text_part(first, (size_t)(end - first)) : memory_text(first);
}

static void read_all(struct extraction_reader *reader, const struct extraction *extraction)
{
    reader->macros.open = memory_text("");
    reader->macros.inlined = memory_text("");
    reader->text = memory_format("%s\n%s", extraction->source, extraction->template);
    read_orders(reader, extraction->source);
    read_orders(reader, extraction->template);
    char *const all = memory_format("%s\n%s", extraction->words, reader->text);
    free(reader->text);
    reader->text = conditions_resolve(&reader->macros, all);
    free(all);
}

static void write_expanded(const struct extraction_reader *reader, const char *text, struct piece *to)
{
    char *const expanded = macros_expand(&reader->macros, text);
    piece_add(to, expanded);
    free(expanded);
}

char *extract(const struct extraction *extraction)
{
    struct extraction_reader reader = {.text = NULL};
    struct piece file = {0};
    read_all(&reader, extraction);
    char *const source = section(reader.text, "", "\n#head"), *const head =
                                                                  section(reader.text, "\n#head", "\n#code");
    char *const code = section(reader.text, "\n#code", "\n#tail"), *const tail =
                                                                       section(reader.text, "\n#tail", NULL);
    items_add(&reader.items, &reader.macros, source, false);
    items_add(&reader.items, &reader.macros, code, true);
    struct piece end = {0};
    write_expanded(&reader, tail, &end);
    items_use(&reader.items, end.text);
    items_use(&reader.items, extraction->roots);
    write_expanded(&reader, head + strspn(head, "\n"), &file);
    piece_trim(&file);
    piece_add(&file, "\n\n");
    items_write(&reader.items, &file);
    piece_add(&file, "\n");
    piece_add(&file, end.text);
    char *const clean = replace_all(file.text, PAINT, "");
    char *const formatted = lines_format(clean);
    free(clean);
    free(file.text);
    free(end.text);
    free(source);
    free(head);
    free(code);
    free(tail);
    free(reader.text);
    items_close(&reader.items);
    macros_close(&reader.macros);
    return formatted;
}
