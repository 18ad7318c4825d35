/* SPDX-License-Identifier: MIT */
/* The conditions of a text. */
#include "export/conditions.h"

#include "base/memory.h"
#include "export/condition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
             !starts(line, "#open ")) {
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
