/* SPDX-License-Identifier: MIT */
/* The inside of an export: what can be exported and in what words, and a file of its own made out of the text
 * of kernels. */
#pragma once

#include "implementation/implementation.h"

/* All zero is an empty piece. The text ends with a NUL once something was added; its owner frees it. */
struct piece {
    char *text;
    size_t length, capacity;
};

void piece_add_part(struct piece *piece, const char *text, size_t length);
void piece_add(struct piece *piece, const char *text);

/* Removes spaces and line ends from the end. */
void piece_trim(struct piece *piece);

/* The length of the identifier, number, string, character or comment at `text`; 1 for any other byte, 0 at
 * the end. */
size_t word_length(const char *text);
bool word_is_name(const char *text);

/* The next name at or after `text`, outside of strings and comments, and its length; NULL at the end. */
const char *next_name(const char *text, size_t *length);

/* Whether the part of a text is this name. */
bool is_name(const char *text, size_t length, const char *name);

/* A copy in which `from` is replaced by `to` wherever it stands. The caller frees it. */
char *replace_all(const char *text, const char *from, const char *to);

/* A line without its end; length 0 and *text 0: there are no more. */
struct text_line {
    const char *text;
    size_t length; /* with its line end, which the last one may lack */
};

struct text_line line_first(const char *text);
struct text_line line_next(struct text_line line);

/* A definition, or an open condition with all of its branches. The caller frees both texts. */
struct text_part {
    char *text, *comment; /* comment NULL: none stands directly before it */
    bool apart;           /* an empty line stands before it */
    bool expanded;        /* as in struct text_parts */
};

/* What is left of a text; expanded: it is what a macro became. `comment` waits for its definition. */
struct text_parts {
    const char *text;
    char *comment;
    bool apart, expanded;
};

/* False at the end. Includes and lines that define nothing are left out. */
bool parts_next(struct text_parts *parts, struct text_part *part);

/* The text with what a macro has left beside parentheses and commas removed, no two empty lines in a row, and
 * no line above 110 columns where it can be broken behind a comma or before an operator. The caller frees it.
 */
char *lines_format(const char *text);

struct macro {
    char *name;
    char *parameters; /* between the parentheses; NULL: it takes none */
    char *body;       /* without the backslashes; lines moved to the left by one level */
    bool defined;     /* not undefined since */
};

/* All zero is an empty table. Lists of words are separated by spaces; one that ends in '*' is a beginning. */
struct macros {
    struct macro *all;
    size_t count;
    char *open;    /* whose value only the compiler of the export has */
    char *inlined; /* that are expanded */
};

/* Adds a macro by its line or lines, "#define NAME …", in place of an older one of the name. */
void macros_define(struct macros *macros, const char *line);
void macros_undefine(struct macros *macros, const char *name);
struct macro *macros_find(const struct macros *macros, const char *name, size_t length);
void macros_close(struct macros *macros);

bool list_has(const char *list, const char *name, size_t length);

/* The text with the inlined macros expanded, PAINT before names that are not to be expanded again. The caller
 * frees it. */
#define PAINT "\1"
char *macros_expand(const struct macros *macros, const char *text);

enum condition { CONDITION_FALSE, CONDITION_TRUE, CONDITION_OPEN };

/* What the expression of an #if is by the macros. */
enum condition macros_decide(const struct macros *macros, const char *expression);

/* The text without the branches that the macros rule out, and without the conditions that they decide. Adds
 * the macros that it defines. The caller frees it. */
char *conditions_resolve(struct macros *macros, const char *text);

enum item_kind { ITEM_MACRO, ITEM_CODE };

/* A definition with the comment that stands before it or before the group that it is in. */
struct item {
    char *text, *comment; /* comment NULL: none of its own */
    char *names;          /* that it defines, separated by spaces */
    size_t group;         /* items of one group follow each other without an empty line */
    enum item_kind kind;
    bool used;
};

/* All zero is an empty list. */
struct items {
    struct item *all;
    size_t count, groups;
};

/* Adds the definitions of a text, expanded by the macros. overrides: one of a name that there is already
 * takes its place. */
void items_add(struct items *items, const struct macros *macros, const char *text, bool overrides);

/* Marks what defines a name of the text, and all that those need in turn. */
void items_use(struct items *items, const char *text);

/* Adds what is used to a text, with the comments of their groups. */
void items_write(const struct items *items, struct piece *to);
void items_close(struct items *items);

/* A file out of the text of kernels: what is read, in this order. The words, "#define NAME VALUE" lines,
 * decide conditions; those that the file uses stay in it. The template has lines of its own: #edit "FROM"
 * "TO"   replaces a part of the source and the template, \n being a line end #begin "WORD" "TEXT" begins the
 * body of each function that is defined as WORD(…) #inline NAME…       macros to expand; a name that ends in
 * '*' is a beginning #open NAME…         words whose value only the compiler of the file has #head the lines
 * up to #code begin the file #code               definitions that take the place of those of the source, and
 * more #tail               the lines up to the end are the end of the file, and need what they name */
struct extraction {
    const char *words, *source, *template;
    const char *roots; /* names that are needed beside those of the end; "": none */
};

/* The file. The caller frees it. */
char *extract(const struct extraction *extraction);

enum export_language { EXPORT_C, EXPORT_CUDA, EXPORT_OPENCL };

/* How the implementations of a name are exported. */
struct export_recipe {
    const char *primitives; /* names with spaces between them */
    const char *algorithm;
    const char *style; /* STYLE_IS_style is defined */
    enum export_language language;
    const char *source, *more; /* the texts of the kernels */
    const char *code, *host;   /* the templates behind the language's own */
    bool in_place;             /* the output may be the input whatever the mode */
};

/* EXIT_USAGE with the reason where there is none. */
const struct export_recipe *recipe_find(const struct point *point, struct error *error);

/* Whether the output may be the input. */
bool recipe_in_place(const struct export_recipe *recipe, const struct point *point);

/* Whether a call of the host function needs what the one before it has left in its workspace. */
bool recipe_keeps(const struct export_recipe *recipe, const struct point *point);

/* Whether a call fills memory with zeros, behind which its launch begins. */
bool recipe_clears(const struct export_recipe *recipe, const struct point *point);

/* The templates of a language: what its source begins with, the edits of its kernels, and the parts of its
 * end, NULL behind the last. */
enum { RECIPE_ENDS = 4 };
struct recipe_language {
    const char *begin, *edits, *ends[RECIPE_ENDS];
    const char *kernels; /* the template of kernels that stand in the file as a text; else NULL */
};
extern const struct recipe_language recipe_languages[];

/* What the file is called and how its function is: "scan_u32_exclusive". The caller frees it. */
char *export_function_name(const struct point *point);

/* The kernels of a group's algorithm in the order in which its host function has them, `between` them. The
 * caller frees the text. */
char *export_kernel_names(const struct point *point, const struct export_recipe *recipe, const char *between);

/* Adds a "#define NAME VALUE" for each. */
void export_words(struct piece *words, const struct point *point, const struct export_recipe *recipe);
