/* SPDX-License-Identifier: MIT */
/* An error as people read it: what is wrong, then a line for each note and each help. */
#include "base/inert.h"
#include "commands/commands.h"
#include "report/report.h"

#include <string.h>

enum { COLUMNS = 80, NOTE_AT = 6, LINE_BYTES = sizeof((struct error *)NULL)->text + 32 };

/* A clause of a text that gets a line of its own, and how that line begins. */
static const struct clause {
    const char *begins, *line;
} clauses[] = {
    {"; expected ", "note: expected "},
    {"; note: ", "note: "},
    {"; did you mean ", "help: did you mean "},
    {"; help: ", "help: "},
};

/* The first clause in the text, and where it begins; NULL: none. */
static const struct clause *find_clause(const char *text, const char **at)
{
    const struct clause *first = NULL;
    for (const struct clause *clause = clauses; clause < clauses + sizeof clauses / sizeof clauses[0];
         clause++) {
        const char *const found = strstr(text, clause->begins);
        if (found && (!first || found < *at)) {
            first = clause;
            *at = found;
        }
    }
    return first;
}

/* Commands are printed to be pasted, so that help is not wrapped. */
static void print_clause(const struct clause *clause, const char *text, size_t length)
{
    char line[LINE_BYTES];
    snprintf(line, sizeof line, "%s%.*s", clause->line, (int)length, text);
    text_inert(line);
    wrapped_print(stderr, line, NOTE_AT, strncmp(clause->line, "help", 4) == 0 ? 0 : COLUMNS);
}

void message_print(const char *kind, const char *text)
{
    const char *at = text + strlen(text), *next = at;
    const struct clause *clause = find_clause(text, &at);
    print_line(stderr, "%s%.*s", kind, (int)(at - text), text);
    while (clause) {
        text = at + strlen(clause->begins);
        next = text + strlen(text);
        const struct clause *const after = find_clause(text, &next);
        print_clause(clause, text, (size_t)(next - text));
        clause = after;
        at = next;
    }
}

void error_print(const struct error *error)
{
    if (error->located)
        print_line(stderr, "%s", error->text);
    else if (*error->text)
        message_print("scanbench: error: ", error->text);
}
