/* SPDX-License-Identifier: MIT */
/* Words that options take: one of a few, or one more of a list. */
#include "commands/line/option_words.h"

#include "base/memory.h"
#include "base/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Whether a name differs from one before it in the number after a colon alone, as cuda:1 from cuda:0. */
static bool is_one_more(const char *const *names, size_t index)
{
    const char *const number = strrchr(names[index], ':');
    const size_t same = number ? (size_t)(number + 1 - names[index]) : 0;
    for (size_t i = 0; number && isdigit((unsigned char)number[1]) && i < index; i++)
        if (strncmp(names[i], names[index], same) == 0 && isdigit((unsigned char)names[i][same]))
            return true;
    return false;
}

int word_choose(const char *const *names, size_t count, const char *value, const char *what,
                struct error *error)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], value) == 0)
            return (int)i;
    const char **const listed = memory_array(count, sizeof *listed);
    size_t listed_count = 0;
    for (size_t i = 0; i < count; i++)
        if (!is_one_more(names, i))
            listed[listed_count++] = names[i];
    char all[WORDS_TEXT], hint[WORDS_TEXT];
    error_set(error, EXIT_USAGE, "%s: unknown '%s'; expected %s%s", what, value,
              words_list(all, listed, listed_count), words_suggest(hint, value, names, count));
    free(listed);
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
