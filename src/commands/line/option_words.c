/* SPDX-License-Identifier: MIT */
/* Words that options take: one of a few, or one more of a list. */
#include "commands/line/option_words.h"

#include "base/text.h"
#include "base/words.h"

#include <stdlib.h>
#include <string.h>

int word_choose(const char *const *names, size_t count, const char *value, const char *what,
                struct error *error)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], value) == 0)
            return (int)i;
    char all[WORDS_TEXT], hint[WORDS_TEXT];
    error_set(error, EXIT_USAGE, "%s: unknown '%s'; expected %s%s", what, value,
              words_list(all, names, count), words_suggest(hint, value, names, count));
    return -1;
}

bool word_add(struct option_list *list, const char *value, const char *what, struct error *error)
{
    if (list->count == OPTION_LISTS)
        return error_set(error, EXIT_USAGE, "too many %s; expected at most %d", what, OPTION_LISTS);
    list->all[list->count++] = value;
    return true;
}

bool word_percent(const char *value, double *share, const char *what, struct error *error)
{
    char *end;
    const double percent = strtod(value, &end);
    end += *end == '%';
    *share = percent / 100;
    if (strspn(value, "0123456789.") > 0 && *end == '\0' && percent >= 0 && percent <= 1000)
        return true;
    return error_set(error, EXIT_USAGE, "%s: '%.64s'; expected a percentage, as 5 or 2.5%%", what, value);
}
