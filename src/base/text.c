/* SPDX-License-Identifier: MIT */
/* Words and numbers as people write them: counts with suffixes, durations, globs, near misses. */
#include "base/text.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_MAX 128
#define DIGITS "0123456789"

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Edits between two words, a swap of neighbours counting as one; rows i−2, i−1 and i of the usual table. */
static size_t edit_distance(const char *a, const char *b)
{
    const size_t rows = strlen(a), columns = strlen(b);
    size_t table[3][WORD_MAX + 1];
    for (size_t j = 0; j <= columns; j++)
        table[0][j] = j;
    for (size_t i = 1; i <= rows; i++) {
        const size_t *const above = table[(i - 1) % 3], *const above_twice = table[(i + 1) % 3];
        size_t *const row = table[i % 3];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            const size_t change = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(change, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], above_twice[j - 2] + 1);
        }
    }
    return table[rows % 3][columns];
}

/* To the first word of a name that is words with '-' between them. */
static size_t distance_to_beginning(const char *word, const char *name)
{
    char beginning[WORD_MAX + 1];
    const size_t length = strcspn(name, "-");
    if (name[length] == '\0' || length > WORD_MAX)
        return SIZE_MAX;
    snprintf(beginning, sizeof beginning, "%.*s", (int)length, name);
    return edit_distance(word, beginning);
}

static size_t distance_to_name(const char *word, const char *name)
{
    const char *const slash = strrchr(name, '/');
    const size_t whole = edit_distance(word, name);
    const size_t last = slash == NULL ? whole : edit_distance(word, slash + 1);
    return least(least(whole, last), distance_to_beginning(word, name));
}

const char *text_nearest(const char *word, const char *const *candidates, size_t count)
{
    const size_t length = strlen(word);
    if (length == 0 || length > WORD_MAX)
        return NULL;
    /* A word all of whose letters changed is no slip. */
    size_t limit = least(1 + length / 3, length - 1);
    const char *nearest = NULL;
    for (size_t i = 0; i < count; i++) {
        if (strlen(candidates[i]) > WORD_MAX)
            continue;
        const size_t distance = distance_to_name(word, candidates[i]);
        if (distance > limit || (nearest != NULL && distance == limit))
            continue;
        nearest = candidates[i];
        limit = distance;
    }
    return nearest;
}

bool text_glob(const char *pattern, const char *text)
{
    return fnmatch(pattern, text, 0) == 0;
}

bool text_ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), ending_length = strlen(ending);
    return length >= ending_length && strcmp(text + length - ending_length, ending) == 0;
}

struct unit {
    const char *name;
    double factor;
};

static bool unit_factor(const struct unit *units, const char *name, double *factor)
{
    while (units->name && strcmp(name, units->name) != 0)
        units++;
    *factor = units->factor;
    return units->name != NULL;
}

static bool count_factor(const char *suffix, uint64_t *factor)
{
    static const struct unit suffixes[] = {
        {"", 1},         {"k", 1e3},      {"M", 1e6},      {"G", 1e9},
        {"Ki", 1 << 10}, {"Mi", 1 << 20}, {"Gi", 1 << 30}, {NULL, 0},
    };
    double number;
    const bool found = unit_factor(suffixes, suffix, &number);
    *factor = (uint64_t)number;
    return found;
}

/* Append decimal digits to a value; false on overflow. */
static bool take_digits(const char *digits, size_t length, uint64_t *value)
{
    for (size_t i = 0; i < length; i++) {
        if (__builtin_mul_overflow(*value, 10, value) ||
            __builtin_add_overflow(*value, (uint64_t)(digits[i] - '0'), value))
            return false;
    }
    return true;
}

enum number {
    NUMBER_OK,
    NUMBER_MALFORMED,
    NUMBER_OVERFLOW,
};

/* DIGITS[.DIGITS]e[+|-]DIGITS with an integral value; a long double holds every count. */
static enum number parse_scientific(const char *text, uint64_t *value)
{
    char *end;
    const long double number = strtold(text, &end);
    const size_t whole = strspn(text, DIGITS);
    if (whole == 0 || text[strspn(text, DIGITS ".eE+-")] != '\0' || !strpbrk(text, "eE") || *end != '\0')
        return NUMBER_MALFORMED;
    if (number >= 0x1p64L)
        return NUMBER_OVERFLOW;
    *value = (uint64_t)number;
    return (long double)*value == number ? NUMBER_OK : NUMBER_MALFORMED;
}

static enum number parse_suffixed(const char *text, uint64_t *value)
{
    const size_t length = strspn(text, DIGITS);
    uint64_t factor;
    if (length == 0 || !count_factor(text + length, &factor))
        return NUMBER_MALFORMED;
    *value = 0;
    if (!take_digits(text, length, value) || __builtin_mul_overflow(*value, factor, value))
        return NUMBER_OVERFLOW;
    return NUMBER_OK;
}

char *text_count_hint(const char *text, char hint[TEXT_HINT])
{
    static const char *const suffixes[][2] = {{"Ki", "k"}, {"Mi", "M"}, {"Gi", "G"}};
    static const char letters[] = "kmg";
    const int length = (int)strspn(text, DIGITS);
    const char *const letter = text[length] ? strchr(letters, text[length] | 0x20) : NULL;
    hint[0] = '\0';
    if (length == 0 || length > 20 || !letter)
        return hint;
    const char *rest = text + length + 1;
    rest += *rest == 'i' || *rest == 'I';
    rest += *rest == 'b' || *rest == 'B';
    uint64_t factor;
    if (*rest == '\0' && !count_factor(text + length, &factor))
        snprintf(hint, TEXT_HINT, "; did you mean '%.*s%s' or '%.*s%s'?", length, text,
                 suffixes[letter - letters][0], length, text, suffixes[letter - letters][1]);
    return hint;
}

bool text_parse_count(const char *text, uint64_t *count, struct error *error)
{
    char hint[TEXT_HINT], expected[160];
    uint64_t value;
    enum number number = parse_suffixed(text, &value);
    if (number == NUMBER_MALFORMED)
        number = parse_scientific(text, &value);
    if (number == NUMBER_MALFORMED) {
        snprintf(expected, sizeof expected,
                 "digits, with k, M, G, Ki, Mi or Gi if wanted, or an integral number such as 1e6%s",
                 text_count_hint(text, hint));
        return error_set_expected(error, EXIT_USAGE, expected, "'%.64s' is not a count", text);
    }
    if (number == NUMBER_OVERFLOW)
        return error_set_expected(error, EXIT_USAGE, "a count of at most 18446744073709551615",
                                  "'%.64s' is too large", text);
    *count = value;
    return true;
}

static const struct unit duration_units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1},
                                             {"m", 60},    {"h", 3600},  {NULL, 0}};

bool text_parse_duration(const char *text, double *seconds, struct error *error)
{
    /* strtod takes signs, blanks, hexadecimal and "inf" too; digits and a point are all that is meant here.
     */
    const size_t length = strspn(text, DIGITS ".");
    char *end;
    const double number = strtod(text, &end);
    double factor;
    if (strspn(text, DIGITS) == 0 || end != text + length || !unit_factor(duration_units, end, &factor))
        return *text != '\0' && text[length] == '\0'
                   ? error_set(error, EXIT_USAGE,
                               "'%.64s' has no unit; help: write %.64ss, or ns, us, ms, m, h", text, text)
                   : error_set(
                         error, EXIT_USAGE,
                         "'%.64s' is not a duration; expected a number with ns, us, ms, s, m or h, such as "
                         "1.5s",
                         text);
    if (!isfinite(number * factor))
        return error_set(error, EXIT_USAGE, "'%.64s' is too long a duration", text);
    *seconds = number * factor;
    return true;
}

char *text_format_count(char *buffer, size_t size, uint64_t count)
{
    static const struct {
        const char *name;
        uint64_t factor;
    } suffixes[] = {{"Gi", 1u << 30}, {"Mi", 1u << 20}, {"Ki", 1u << 10}, {"", 1}};
    size_t i = 0;
    while (count % suffixes[i].factor != 0 || (count == 0 && suffixes[i].factor > 1))
        i++;
    snprintf(buffer, size, "%" PRIu64 "%s", count / suffixes[i].factor, suffixes[i].name);
    return buffer;
}

char *text_format_bytes(char *buffer, size_t size, double bytes)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB"};
    if (!(bytes >= 1023.5)) {
        snprintf(buffer, size, "%.0f B", bytes);
        return buffer;
    }
    size_t unit = 0;
    double value = bytes / 1024;
    /* From 1023.95 on, one decimal would show 1024.0. */
    for (; value >= 1023.95 && unit + 1 < sizeof units / sizeof *units; unit++)
        value /= 1024;
    snprintf(buffer, size, "%.1f %s", value, units[unit]);
    return buffer;
}

/* Three significant digits below 1000, by the value as it will be rounded. */
static int decimals_of(double value)
{
    return value < 0.9995 ? 3 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
}

static void format_minutes(char *buffer, size_t size, double seconds)
{
    const double whole = rint(seconds);
    const double minutes = floor(whole / 60);
    const double hours = floor(minutes / 60);
    if (hours > 0)
        snprintf(buffer, size, "%.0fh%02.0fm", hours, minutes - 60 * hours);
    else
        snprintf(buffer, size, "%.0fm%02.0fs", minutes, whole - 60 * minutes);
}

char *text_format_duration(char *buffer, size_t size, double seconds)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    if (!isfinite(seconds) || seconds <= 0) {
        snprintf(buffer, size, "%g s", seconds);
        return buffer;
    }
    if (seconds >= 59.95) {
        format_minutes(buffer, size, seconds);
        return buffer;
    }
    size_t unit = 0;
    double value = seconds * 1e9;
    for (; value >= 999.5 && unit < 3; unit++)
        value /= 1000;
    snprintf(buffer, size, "%.*f %s", decimals_of(value), value, units[unit]);
    return buffer;
}

char *text_add(char *text, size_t size, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list values;
    va_start(values, format);
    vsnprintf(text + used, size - used, format, values);
    va_end(values);
    return text;
}

bool text_is_label(const char *text)
{
    static const char first[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" DIGITS;
    static const char rest[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" DIGITS "_.:/+-";
    const size_t length = strspn(text, rest);
    return text[length] == '\0' && strspn(text, first) > 0 && length <= WORD_MAX;
}
