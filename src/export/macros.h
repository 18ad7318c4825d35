/* SPDX-License-Identifier: MIT */
/* The macros of a text: conditions that they decide, and the expansion of some of them. */
#pragma once

#include "export/piece.h"

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
