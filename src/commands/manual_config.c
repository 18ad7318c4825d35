/* SPDX-License-Identifier: MIT */
/* The members of configs in the manual, in its language, from the tables that read them. */
#include "commands/commands.h"

#include "sweep/config_members.h"

#include <stdio.h>
#include <string.h>

/* A sentence a line. */
static void print_sentences(const char *text)
{
    for (const char *end; (end = strstr(text, ". ")); text = end + 2)
        printf("%.*s\n", (int)(end + 1 - text), text);
    puts(text);
}

/* "One of a (default), b, c." */
static void print_words(const char *const *words, size_t count, size_t silent)
{
    printf("One of\n");
    for (size_t i = 0; i < count; i++) {
        const char *const behind = i + 1 < count ? "," : ".";
        printf("%s%s", i == 0 || i == silent + 1 ? ".Cm " : " ", words[i]);
        if (i == silent)
            printf("\n.Pq default %s\n", behind);
        else
            printf(" %s%s", behind, i + 1 == count ? "\n" : "");
    }
}

/* The words of an axis of choices, with that of a silent config. */
static void print_axis(enum axis axis)
{
    const struct axis_info *const info = &axis_info[axis];
    const char *words[AXIS_WORDS];
    if (info->kind == AXIS_IS_CHOICE)
        print_words(words, axis_words(axis, words), (size_t)(info->fallback - 1));
}

static void print_member(const struct config_member *member, bool required)
{
    printf(".It Cm %s\n", member_key(member));
    if (member->kind == MEMBER_AXIS && member->key) {
        puts("The axis of sweeps that are silent on it; see\n.Sx Sweeps .");
        return;
    }
    print_sentences(member_help(member));
    if (required)
        puts("Required.");
    if (member->kind == MEMBER_AXIS)
        print_axis(member->axis);
    if (!member->words)
        return;
    if (!member->word_help) {
        print_words(member->words, member->word_count, SIZE_MAX);
        return;
    }
    puts(".Bl -tag -width Ds");
    for (size_t i = 0; i < member->word_count; i++) {
        printf(".It Cm %s\n", member->words[i]);
        print_sentences(member->word_help[i]);
    }
    puts(".El");
}

/* Whether one of the tables before has a member of this name, described alike. */
static bool is_listed(const struct config_member *member, const struct member_table *tables, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < tables[i].count; j++)
            if (strcmp(member_key(&tables[i].members[j]), member_key(member)) == 0 &&
                strcmp(member_help(&tables[i].members[j]), member_help(member)) == 0)
                return true;
    return false;
}

/* The members of objects that have many in common, each once; then the lists of their own. */
static void print_tables(const struct member_table *tables, size_t count, const char *name)
{
    printf("@%s@\n.Bl -tag -width Ds\n", name);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < tables[i].count; j++)
            if (!is_listed(&tables[i].members[j], tables, i))
                print_member(&tables[i].members[j], count == 1 && tables[i].members[j].required);
    puts(".El");
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < tables[i].count; j++) {
            const struct config_member *const member = &tables[i].members[j];
            if (member->table)
                print_tables(member->table, member->kind == MEMBER_OBJECT ? 1 : member->tables,
                             member_key(member));
        }
}

void manual_config(void)
{
    print_tables(&config_table, 1, "config");
}
