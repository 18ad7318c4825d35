/* SPDX-License-Identifier: MIT */
/* Conditions on points: --filter on the command line; in a config "exclude", "where", the sides of a claim
 * and a chart's filter. */
#include "sweep/filter.h"

#include "base/text.h"
#include "implementation/implementation.h"
#include "machine/caches.h"
#include "sweep/algorithm_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = FILTER_TEXT };

/* The signs by relation; the longer ones are looked for first. */
static const char *const signs[] = {"=", "!=", "<", "<=", ">", ">="};

const char *filter_field(unsigned field)
{
    static const char *const names[] = {"algorithm", "primitive", "family"};
    return field < AXIS_COUNT ? axis_info[field].name : names[field - AXIS_COUNT];
}

static bool field_is_word(unsigned field)
{
    return field >= AXIS_COUNT || axis_info[field].kind == AXIS_IS_CHOICE;
}

static bool find_field(const char *name, unsigned *field)
{
    *field = 0;
    while (*field < FILTER_FIELDS && strcmp(name, filter_field(*field)) != 0)
        ++*field;
    return *field < FILTER_FIELDS;
}

/* A config gets all names, the command line where they are listed. */
static bool refuse_field(const char *name, bool all, struct error *error)
{
    const char *names[FILTER_FIELDS];
    char list[WORDS_TEXT], meant[WORDS_TEXT], expected[3 * WORDS_TEXT];
    const char *const now = words_former(name);
    for (unsigned field = 0; field < FILTER_FIELDS; field++)
        names[field] = filter_field(field);
    words_list(list, names, FILTER_FIELDS);
    snprintf(expected, sizeof expected, "%s%s%s",
             now   ? now
             : all ? list
                   : "an axis, algorithm, primitive or family",
             now ? "" : words_suggest(meant, name, names, FILTER_FIELDS),
             all ? "" : "; help: all axes: scanbench help axes");
    return error_set_expected(error, EXIT_USAGE, expected, "unknown field '%.64s'", name);
}

/* The relation that a condition starts with, and the text after it; false when there is none. */
static bool take_relation(const char **condition, enum comparator *relation)
{
    for (size_t length = 2; length > 0; length--) {
        for (*relation = 0; *relation <= RELATION_GREATER_EQUAL; (*relation)++) {
            const char *const sign = signs[*relation];
            if (strlen(sign) == length && strncmp(*condition, sign, length) == 0) {
                *condition += length;
                return true;
            }
        }
    }
    return false;
}

/* All words that a field can have. */
static size_t field_words(unsigned field, const char **names)
{
    if (field == FILTER_ALGORITHM)
        return words_algorithms(names, ~0u);
    const char *const *from = field == FILTER_PRIMITIVE ? primitive_names : family_names;
    size_t first = 0, count = field == FILTER_PRIMITIVE ? (size_t)PRIMITIVE_COUNT : (size_t)FAMILY_COUNT;
    if (field < AXIS_COUNT) {
        from = axis_info[field].names;
        first = 1;
        count = axis_info[field].count;
    }
    for (size_t i = first; i < count; i++)
        names[i - first] = from[i];
    return count - first;
}

static bool matches_other(const struct filter *filter, const char *pattern)
{
    bool any = false;
    for (size_t i = 0; i < filter->other_count; i++)
        any |= text_glob(pattern, filter->others[i]);
    return any;
}

static bool take_pattern(const struct filter *filter, struct filter_term *term, const char *value,
                         struct error *error)
{
    const char *names[WORDS_ALGORITHMS];
    const size_t count = field_words(term->field, names);
    const char *const field = filter_field(term->field);
    char all[WORDS_TEXT], meant[WORDS_TEXT], expected[2 * WORDS_TEXT];
    if (term->relation > RELATION_UNEQUAL) {
        snprintf(expected, sizeof expected, "%s=… or %s!=…", field, field);
        return error_set_expected(error, EXIT_USAGE, expected, "%s has no order", field);
    }
    bool any = term->field == FILTER_ALGORITHM && matches_other(filter, value);
    for (size_t i = 0; i < count; i++)
        any |= text_glob(value, names[i]);
    if (any && strlen(value) < sizeof term->pattern) {
        snprintf(term->pattern, sizeof term->pattern, "%s", value);
        return true;
    }
    if (term->field == FILTER_ALGORITHM)
        snprintf(expected, sizeof expected, "a name or glob of what 'scanbench list' shows%s",
                 words_suggest_algorithm(meant, value, ~0u));
    else
        snprintf(expected, sizeof expected, "%s%s", words_list(all, names, count),
                 words_suggest(meant, value, names, count));
    return error_set_expected(error, EXIT_USAGE, expected, "no %s matches '%.128s'", field, value);
}

static bool take_fraction(struct filter_term *term, const char *value, struct error *error)
{
    char *end;
    const double fraction = strtod(value, &end);
    if (strspn(value, "0123456789.") == 0 || *end != '\0' || !(fraction >= 0 && fraction <= 1))
        return error_set_expected(error, EXIT_USAGE, "a number from 0 to 1", "'%.64s' is not a fraction",
                                  value);
    term->number = (uint64_t)(fraction * SELECTIVITY_ONE + 0.5);
    return true;
}

static bool take_value(const struct filter *filter, struct filter_term *term, const char *value,
                       struct error *error)
{
    if (strchr(value, ' '))
        return error_set_expected(error, EXIT_USAGE, "commas between conditions, such as n>=1M,n<4M",
                                  "'%.64s' has a blank in it", value);
    if (field_is_word(term->field))
        return take_pattern(filter, term, value, error);
    if (axis_info[term->field].kind == AXIS_IS_FRACTION)
        return take_fraction(term, value, error);
    return text_parse_count(value, &term->number, error);
}

bool filter_add(struct filter *filter, const char *field, const char *condition, struct error *error)
{
    struct filter_term term = {.relation = RELATION_EQUAL};
    if (!find_field(field, &term.field))
        return refuse_field(field, true, error);
    if (filter->count == FILTER_TERMS) {
        char most[32];
        snprintf(most, sizeof most, "at most %d", FILTER_TERMS);
        return error_set_expected(error, EXIT_USAGE, most, "too many conditions");
    }
    if (!take_relation(&condition, &term.relation))
        term.relation = RELATION_EQUAL;
    condition += strspn(condition, " ");
    if (!take_value(filter, &term, condition, error))
        return false;
    filter->term[filter->count++] = term;
    return true;
}

/* A copy without the spaces around it. */
static char *trim(const char *text, size_t length, char *copy)
{
    for (; length > 0 && *text == ' '; length--)
        text++;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static bool parse_term(struct filter *filter, const char *term, struct error *error)
{
    char field[TEXT_MAX];
    const size_t length = strcspn(term, "=!<>");
    const char *after = term + length;
    enum comparator relation;
    unsigned known;
    trim(term, length, field);
    if (!take_relation(&after, &relation) || field[0] == '\0')
        return error_set(error, EXIT_USAGE, "'%.64s' is no condition; expected one such as n>=1M", term);
    return find_field(field, &known) ? filter_add(filter, field, term + length, error)
                                     : refuse_field(field, false, error);
}

static bool parse_terms(struct filter *filter, const char *text, struct error *error)
{
    char term[TEXT_MAX];
    if (strlen(text) >= TEXT_MAX)
        return error_set(error, EXIT_USAGE, "longer than %d bytes", TEXT_MAX - 1);
    if (text[strspn(text, " ")] == '\0')
        return error_set(error, EXIT_USAGE, "empty; expected conditions such as 'algorithm=group/*,n>=1M'");
    for (const char *at = text;; at++) {
        const size_t length = strcspn(at, ",");
        if (!parse_term(filter, trim(at, length, term), error))
            return false;
        at += length;
        if (*at == '\0')
            return true;
    }
}

bool filter_parse_beside(struct filter *filter, const char *text, const char *const *others,
                         size_t other_count, struct error *error)
{
    struct error inner = {0};
    *filter = (struct filter){.others = others, .other_count = other_count};
    const bool ok = !text || parse_terms(filter, text, &inner);
    filter->others = NULL;
    filter->other_count = 0;
    return ok || error_set(error, inner.code, "--filter: %s", inner.text);
}

bool filter_parse(struct filter *filter, const char *text, struct error *error)
{
    return filter_parse_beside(filter, text, NULL, 0, error);
}

static const char *point_word(const struct point *point, unsigned field)
{
    if (field == FILTER_ALGORITHM)
        return point->implementation->name;
    if (field == FILTER_PRIMITIVE)
        return primitive_names[point->implementation->primitive];
    if (field == FILTER_FAMILY)
        return family_names[point->implementation->family];
    return axis_info[field].names[point->axis[field]];
}

static bool numbers_related(uint64_t a, enum comparator relation, uint64_t b)
{
    enum { LESS = 1, EQUAL = 2, GREATER = 4 };
    static const unsigned holds[] = {
        [RELATION_EQUAL] = EQUAL,     [RELATION_UNEQUAL] = LESS | GREATER,
        [RELATION_LESS] = LESS,       [RELATION_LESS_EQUAL] = LESS | EQUAL,
        [RELATION_GREATER] = GREATER, [RELATION_GREATER_EQUAL] = GREATER | EQUAL,
    };
    return holds[relation] & (a < b ? LESS : a == b ? EQUAL : GREATER);
}

/* Of a machine without that cache nothing is known. */
static bool fits_cache(const struct filter_term *term, const struct point *point)
{
    const struct problem_key key = point_problem(point, 0);
    const size_t bytes = cache_bytes(term->cache);
    return bytes > 0 &&
           numbers_related((uint64_t)problem_bytes(&key, point->n), term->relation, bytes / term->number);
}

/* What has no axis of workers has one worker. */
static bool term_holds(const struct filter_term *term, const struct point *point)
{
    if (term->cache)
        return fits_cache(term, point);
    if (term->field == AXIS_WORKERS)
        return numbers_related(point_workers(point), term->relation, term->number);
    if (term->field < AXIS_COUNT && !point_has(point, term->field))
        return term->relation == RELATION_UNEQUAL;
    if (field_is_word(term->field))
        return text_glob(term->pattern, point_word(point, term->field)) == (term->relation == RELATION_EQUAL);
    return numbers_related(point->axis[term->field], term->relation, term->number);
}

bool filter_matches(const struct filter *filter, const struct point *point)
{
    for (size_t i = 0; filter && i < filter->count; i++)
        if (!term_holds(&filter->term[i], point))
            return false;
    return true;
}

bool filter_admits(const struct filter *filter, const struct implementation *implementation)
{
    const struct point any = {.implementation = implementation};
    for (size_t i = 0; i < filter->count; i++)
        if (filter->term[i].field >= AXIS_COUNT && !term_holds(&filter->term[i], &any))
            return false;
    return true;
}

enum { CONDITION_BYTES = 256 };

/* The condition of a member: a text as it is, a number as text. */
static bool condition_text(const struct json_node *node, char text[CONDITION_BYTES])
{
    static const char expected[] = "a value or a condition such as \"<1Ki\"";
    const char *const string = json_string_value(node->value);
    uint64_t count;
    if (string && strlen(string) < CONDITION_BYTES)
        strcpy(text, string);
    else if (json_is_integer(node->value))
        snprintf(text, CONDITION_BYTES, "%" JSON_INTEGER_FORMAT, json_integer_value(node->value));
    else if (!json_is_real(node->value))
        return node_unexpected(node, expected);
    else if (json_real_value(node->value) <= 1)
        snprintf(text, CONDITION_BYTES, "%.9f", json_real_value(node->value));
    else if (!node_count(node, 0, UINT64_MAX, &count))
        return node_unexpected(node, expected);
    else
        snprintf(text, CONDITION_BYTES, "%llu", (unsigned long long)count);
    return true;
}

/* Add "<=l1d/2"; false, without an error, where the text names no cache. */
static bool add_cache(struct filter *filter, const char *condition)
{
    static const char *const names[] = {NULL, "l1d", "l2", "l3"};
    struct filter_term term = {.field = AXIS_N, .number = 1};
    struct error none = {0};
    if (!take_relation(&condition, &term.relation))
        term.relation = RELATION_EQUAL;
    condition += strspn(condition, " ");
    for (unsigned level = 1; level < sizeof names / sizeof names[0]; level++) {
        const size_t length = strlen(names[level]);
        const char *const after = condition + length;
        if (strncmp(condition, names[level], length) == 0 &&
            (*after == '\0' || (*after == '/' && text_parse_count(after + 1, &term.number, &none))))
            term.cache = level;
    }
    if (term.cache == 0 || term.number == 0 || filter->count == FILTER_TERMS)
        return false;
    filter->term[filter->count++] = term;
    return true;
}

/* filter_add, its error placed: WHAT; expected … */
static bool add_condition(const struct json_node *node, struct filter *filter, bool caches)
{
    char text[CONDITION_BYTES];
    struct error inner = {0};
    if (!condition_text(node, text))
        return false;
    if (caches && strcmp(node->key, axis_info[AXIS_N].name) == 0 && add_cache(filter, text))
        return true;
    if (filter_add(filter, node->key, text, &inner))
        return true;
    return node_fail_key(node, error_expected(&inner, "a condition"), "%.*s", error_what_length(&inner),
                         inner.text);
}

bool conditions_parse(const struct json_node *node, struct filter *filter, bool caches)
{
    const char *key;
    json_t *value;
    if (!json_is_object(node->value))
        return node_unexpected(node, "an object of conditions, such as { \"arrangement\": \"blocked\" }");
    if (!json_object_size(node->value))
        return node_fail(node, "at least one condition", "an empty object, which every point meets");
    json_object_foreach(node->value, key, value)
    {
        const struct json_node member = node_member(node, key);
        if (!add_condition(&member, filter, caches))
            return false;
    }
    return true;
}
