/* SPDX-License-Identifier: MIT */
/* The definitions of a text, and those that others need. */
#include "export/export_state.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void add_name(struct piece *names, const char *name, size_t length)
{
    piece_add(names, names->length ? " " : "");
    piece_add_part(names, name, length);
}

/* Attributes have parentheses, as functions do. */
static bool is_attribute(const char *name, size_t length)
{
    return list_has("__attribute__ __launch_bounds__ __align__ _Alignas _Static_assert", name, length);
}

static const char *behind_parentheses(const char *text)
{
    unsigned depth = 0;
    text += strspn(text, " \n");
    for (size_t length; (length = word_length(text)) > 0; text += length) {
        depth += *text == '(';
        if (*text == ')' && --depth == 0)
            return text + 1;
        if (depth == 0)
            break;
    }
    return text;
}

/* What stands before the name of a structure, by which C alone names it. */
#define TAGS "struct union enum"

/* The name of a structure of C has MARK before it: it is not that of a variable. */
#define MARK "@"

static void add_tagged(struct piece *names, const char *name, size_t length, bool tag)
{
    char *const all = memory_format("%s%.*s", tag ? MARK : "", (int)length, name);
    add_name(names, all, strlen(all));
    free(all);
}

/* What is declared: the name before the first parenthesis or bracket, else the last one of the head. */
static void add_declared(struct piece *names, const char *all)
{
    const char *text = all;
    const char *last = NULL;
    size_t last_length = 0;
    bool before = false, tag = false;
    for (size_t length; (length = word_length(text)) > 0; text += length) {
        if (strchr("({[;=", *text))
            break;
        if (*text == '<') {
            text = strchr(text, '>') ? strchr(text, '>') : text;
            length = 1;
        }
        if (!word_is_name(text))
            continue;
        if (is_attribute(text, length)) {
            text = behind_parentheses(text + length);
            length = 0;
            if (*text == '\0')
                break;
            continue;
        }
        last = text;
        last_length = length;
        if (!list_has(TAGS, text, length))
            tag = before;
        before = list_has(TAGS, text, length);
    }
    if (last && !list_has(TAGS, last, last_length))
        add_tagged(names, last, last_length, tag && strncmp(all, "template", 8) != 0);
}

static void add_members(struct piece *names, const char *text)
{
    const char *const open = strchr(text, '{');
    if (!open || !strchr(text, 'e') || strncmp(text + strspn(text, " "), "enum", 4) != 0)
        return;
    size_t length;
    for (const char *at = next_name(open, &length); at; at = next_name(at + length, &length)) {
        const char *before = at - 1;
        while (isspace((unsigned char)*before))
            before--;
        if (*before == '{' || *before == ',' || *before == '/')
            add_name(names, at, length);
    }
}

/* A typedef declares its last name, but that of a function the one before the parentheses. */
static void add_typedef(struct piece *names, const char *text)
{
    const char *last = NULL;
    size_t length, last_length = 0;
    for (const char *at = next_name(text, &length); at; at = next_name(at + length, &length)) {
        if (is_attribute(at, length))
            break;
        last = at;
        last_length = length;
        if (at[length] == '(' && !is_name(at, length, "__typeof__"))
            break;
    }
    if (last)
        add_name(names, last, last_length);
}

static char *names_of(const char *text, enum item_kind kind)
{
    struct piece names = {0};
    piece_add(&names, "");
    if (kind == ITEM_MACRO)
        add_name(&names, text + strlen("#define "), word_length(text + strlen("#define ")));
    else if (strncmp(text, "typedef ", 8) == 0)
        add_typedef(&names, text);
    else
        add_declared(&names, text);
    if (kind == ITEM_CODE)
        add_members(&names, text);
    return names.text;
}

static struct item *find_override(struct items *items, const struct item *item)
{
    for (size_t i = 0; i < items->count; i++)
        if (*item->names && strcmp(items->all[i].names, item->names) == 0)
            return &items->all[i];
    return NULL;
}

static void add_item(struct items *items, struct item item, bool overrides)
{
    struct item *const older = overrides || item.kind == ITEM_MACRO ? find_override(items, &item) : NULL;
    if (older && (overrides || older->kind == item.kind)) {
        older->group = older->kind == item.kind ? older->group : item.group;
        older->kind = item.kind;
        free(older->text);
        free(older->names);
        older->text = item.text;
        older->names = item.names;
        if (item.comment) {
            free(older->comment);
            older->comment = item.comment;
        }
        return;
    }
    items->all = memory_resize(items->all, items->count + 1, sizeof *items->all);
    items->all[items->count++] = item;
}

/* A macro keeps its lines: what is expanded is its body. */
static char *expanded(const struct macros *macros, const char *text, enum item_kind kind)
{
    if (kind == ITEM_CODE)
        return macros_expand(macros, text);
    const char *const name = text + strlen("#define ");
    size_t head = strlen("#define ") + word_length(name);
    if (text[head] == '(')
        head += strcspn(text + head, ")") + 1;
    char *const body = macros_expand(macros, text + head);
    char *const all = memory_format("%.*s%s", (int)head, text, body);
    free(body);
    return all;
}

/* An open condition with its branches is one item, which defines all that they define. */
static char *names_of_branches(const char *text)
{
    struct piece names = {0};
    piece_add(&names, "");
    for (struct text_line line = line_first(text); line.length; line = line_next(line)) {
        char *const part = memory_text_part(line.text, line.length);
        if (strncmp(part, "#define ", 8) == 0)
            add_name(&names, part + 8, word_length(part + 8));
        else if (isalpha((unsigned char)*part) && strchr(part, '('))
            add_declared(&names, part);
        free(part);
    }
    return names.text;
}

/* A function in whose place a macro is expanded wherever it is called. */
static bool is_replaced(const struct macros *macros, const char *text)
{
    char *const names = names_of(text, ITEM_CODE);
    const bool replaced = strncmp(text, "static ", 7) == 0 && list_has(macros->inlined, names, strlen(names));
    free(names);
    return replaced;
}

static void add_part(struct items *items, const struct macros *macros, struct text_part part, bool overrides)
{
    struct item item = {.group = items->groups, .comment = part.comment};
    item.kind = strncmp(part.text, "#define ", 8) == 0 ? ITEM_MACRO : ITEM_CODE;
    if (item.kind == ITEM_CODE && is_replaced(macros, part.text)) {
        free(part.comment);
        return;
    }
    char *const text = expanded(macros, part.text, item.kind);
    if (item.kind == ITEM_CODE && strcmp(text, part.text) != 0 && !part.expanded) {
        struct text_parts again = {.text = text, .expanded = true, .comment = part.comment};
        struct text_part one;
        while (parts_next(&again, &one)) {
            add_part(items, macros, one, overrides);
            free(one.text);
        }
        free(again.comment);
        free(text);
        return;
    }
    item.text = text;
    item.names = strncmp(text, "#if", 3) == 0 ? names_of_branches(text) : names_of(text, item.kind);
    add_item(items, item, overrides);
}

void items_add(struct items *items, const struct macros *macros, const char *text, bool overrides)
{
    struct text_parts parts = {.text = text};
    struct text_part part;
    while (parts_next(&parts, &part)) {
        items->groups += part.apart;
        add_part(items, macros, part, overrides);
        free(part.text);
    }
    free(parts.comment);
}

static void use_names(struct items *items, const char *text);

static void use_item(struct items *items, struct item *item)
{
    if (item->used)
        return;
    item->used = true;
    use_names(items, item->text);
}

static void use_name(struct items *items, const char *name, size_t length)
{
    for (size_t i = 0; i < items->count; i++)
        if (!items->all[i].used && list_has(items->all[i].names, name, length))
            use_item(items, &items->all[i]);
}

/* Marks the macros whose names end so: one of them is made by ##. */
static void use_endings(struct items *items, const char *ending, size_t length)
{
    for (size_t i = 0; i < items->count; i++) {
        const char *const names = items->all[i].names;
        const size_t all = strlen(names);
        if (items->all[i].kind == ITEM_MACRO && all > length &&
            strncmp(names + all - length, ending, length) == 0)
            use_item(items, &items->all[i]);
    }
}

static void use_names(struct items *items, const char *text)
{
    size_t length;
    bool tag = false;
    for (const char *at = next_name(text, &length); at; at = next_name(at + length, &length)) {
        char *const name = memory_format("%s%.*s", tag ? MARK : "", (int)length, at);
        use_name(items, name, strlen(name));
        if (at >= text + 2 && strncmp(at - 2, "##", 2) == 0)
            use_endings(items, at, length);
        free(name);
        tag = list_has(TAGS, at, length);
    }
}

void items_use(struct items *items, const char *text)
{
    use_names(items, text);
}

/* The comment of the group that an item is in: its own, or that of the nearest before it. */
static const char *comment_of(const struct items *items, size_t index)
{
    for (size_t i = index + 1; i-- > 0 && items->all[i].group == items->all[index].group;)
        if (items->all[i].comment)
            return items->all[i].comment;
    return NULL;
}

static bool is_long(const struct item *item)
{
    return item->kind == ITEM_CODE && strchr(item->text, '\n');
}

void items_write(const struct items *items, struct piece *to)
{
    const struct item *before = NULL;
    const char *comment = NULL;
    for (size_t i = 0; i < items->count; i++) {
        const struct item *const item = &items->all[i];
        if (!item->used)
            continue;
        const char *const own = comment_of(items, i);
        const bool new = own &&own != comment;
        if (before && (before->group != item->group || new || is_long(before) || is_long(item)))
            piece_add(to, "\n");
        if (new) {
            piece_add(to, own);
            piece_add(to, "\n");
        }
        piece_add(to, item->text);
        piece_add(to, "\n");
        comment = own;
        before = item;
    }
}

void items_close(struct items *items)
{
    for (size_t i = 0; i < items->count; i++) {
        free(items->all[i].text);
        free(items->all[i].comment);
        free(items->all[i].names);
    }
    free(items->all);
}
