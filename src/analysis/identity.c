/* SPDX-License-Identifier: MIT */
/* Whether two results may be compared: identity must match, state only warns. */
#include "analysis/identity.h"

#include "base/memory.h"
#include "base/words.h"
#include "json/json_load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 128, VALUE_BYTES = 96 };

static const char algorithm_key[] = "algorithm";

/* Axes of every row, which the identity sums up. */
static bool is_row_key(const char *key)
{
    return strcmp(key, axis_info[AXIS_PAGES].name) == 0 || strcmp(key, axis_info[AXIS_CACHE].name) == 0;
}

/* Those that are not there already. */
static size_t add_names(const char **names, size_t count, const json_t *object)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        if (count < NAMES && !words_have(names, count, key))
            names[count++] = key;
    }
    return count;
}

static size_t known_names(const char **names, const struct result_file *base, const struct result_file *next)
{
    size_t count = 0;
    names[count++] = algorithm_key;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        names[count++] = axis_info[axis].name;
    count = add_names(names, count, base->identity);
    return add_names(names, count, next->identity);
}

bool variation_make(struct variation *variation, const struct result_file *base,
                    const struct result_file *next, struct error *error)
{
    const char *names[NAMES];
    const size_t name_count = known_names(names, base, next);
    const char *const *const keys = variation->keys;
    for (size_t i = 0; i < variation->count; i++) {
        char expected[WORDS_TEXT], meant[WORDS_TEXT];
        if (!words_have(names, name_count, keys[i]))
            return error_set(error, EXIT_USAGE, "--vary: unknown '%.64s'; expected %s%s", keys[i],
                             words_list(expected, names, name_count),
                             words_suggest(meant, keys[i], names, name_count));
        variation->algorithm |= strcmp(keys[i], algorithm_key) == 0;
        for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
            if (strcmp(keys[i], axis_info[axis].name) == 0)
                variation->axes |= AXIS_BIT(axis);
    }
    return true;
}

static const char *show(const json_t *value, char text[VALUE_BYTES])
{
    char *const dump = value ? json_dump_text(value, JSON_ENCODE_ANY | JSON_COMPACT) : memory_text("nothing");
    snprintf(text, VALUE_BYTES, "%.*s", VALUE_BYTES - 1, dump);
    free(dump);
    return text;
}

/* A device that one of two results was not measured on has no rows to compare in it. */
static bool is_lacking_device(const char *key, const struct result_file *base, const struct result_file *next)
{
    const bool both = json_object_get(base->identity, key) && json_object_get(next->identity, key);
    return !both && words_have(device_names, DEVICE_COUNT, key);
}

/* What older files do not tell. */
static bool is_untold(const char *key, const struct result_file *base, const struct result_file *next)
{
    const bool both = json_object_get(base->identity, key) && json_object_get(next->identity, key);
    return !both && strcmp(key, "flags_kernel") == 0;
}

/* The first member of an object that another one has not, or not so; NULL where there is none. */
static const char *first_difference(const json_t *object, const json_t *other)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value)
    {
        const json_t *const same = json_object_get(other, name);
        if (!same || !json_equal(value, same))
            return name;
    }
    return NULL;
}

/* Where objects differ, go on with the first member that does, and put its name after the key. */
static void find_difference(char *key, size_t size, const json_t **a, const json_t **b)
{
    const size_t length = strlen(key);
    if (!json_is_object(*a) || !json_is_object(*b))
        return;
    const char *const in_a = first_difference(*a, *b), *const name = in_a ? in_a : first_difference(*b, *a);
    snprintf(key + length, size - length, ".%s", name);
    *a = json_object_get(*a, name);
    *b = json_object_get(*b, name);
}

static bool same_member(const char *key, const struct result_file *base, const struct result_file *next,
                        struct error *error)
{
    const json_t *a = json_object_get(base->identity, key);
    const json_t *b = json_object_get(next->identity, key);
    char before[VALUE_BYTES], after[VALUE_BYTES], which[VALUE_BYTES];
    if (a && b && json_equal(a, b))
        return true;
    snprintf(which, sizeof which, "%.*s", VALUE_BYTES / 2, key);
    find_difference(which, sizeof which, &a, &b);
    return error_set(error, EXIT_UNSTABLE,
                     "not comparable: %s is %s in %s and %s in %s; --vary %s compares all the same", which,
                     show(a, before), base->path, show(b, after), next->path, key);
}

bool identity_match(const struct result_file *base, const struct result_file *next,
                    const struct variation *variation, struct error *error)
{
    const char *names[NAMES];
    const size_t count = add_names(names, add_names(names, 0, base->identity), next->identity);
    for (size_t i = 0; i < count; i++) {
        if (is_row_key(names[i]) || is_lacking_device(names[i], base, next) ||
            is_untold(names[i], base, next) || words_have(variation->keys, variation->count, names[i]))
            continue;
        if (!same_member(names[i], base, next, error))
            return false;
    }
    return true;
}

/* Numbers that always vary a little, and from when on that says something. */
static bool differs(const char *key, const json_t *a, const json_t *b)
{
    if (strcmp(key, "mhz") == 0 && json_is_number(a) && json_is_number(b))
        return fabs(json_number_value(a) - json_number_value(b)) > 0.02 * json_number_value(a);
    if (strcmp(key, "load_1min") == 0 && json_is_number(a) && json_is_number(b))
        return fabs(json_number_value(a) - json_number_value(b)) > 0.5;
    return !json_equal(a, b);
}

size_t build_differences(const struct result_file *base, const struct result_file *next,
                         char differences[BUILD_DIFFERENCES][STATE_WARNING_BYTES])
{
    static const struct {
        const char *key, *words;
    } rows[BUILD_DIFFERENCES] = {{"version", "version"},
                                 {"git", "commit"},
                                 {"compiler", "compiler"},
                                 {"flags", "flags"},
                                 {"flags_kernel", "flags of kernels"},
                                 {"link_order", "order of linking"}};
    const json_t *const of_base = json_object_get(base->root, "tool");
    const json_t *const of_next = json_object_get(next->root, "tool");
    size_t count = 0;
    for (size_t i = 0; i < BUILD_DIFFERENCES; i++) {
        const json_t *const a = json_object_get(of_base, rows[i].key), *const b = json_object_get(
                                                                           of_next, rows[i].key);
        char before[VALUE_BYTES], after[VALUE_BYTES];
        if (a && b && !json_equal(a, b))
            snprintf(differences[count++], STATE_WARNING_BYTES, "%s %s and %s", rows[i].words,
                     show(a, before), show(b, after));
    }
    return count;
}

size_t state_warnings(const struct result_file *base, const struct result_file *next,
                      char warnings[STATE_WARNINGS][STATE_WARNING_BYTES])
{
    static const char *const keys[] = {"governor",   "boost",  "mhz",
                                       "load_1min",  "kernel", "microcode",
                                       "hypervisor", "aslr",   "transparent_huge_pages",
                                       "clocksource"};
    size_t count = 0;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && count < STATE_WARNINGS; i++) {
        const json_t *const a = json_object_get(base->state, keys[i]);
        const json_t *const b = json_object_get(next->state, keys[i]);
        char before[VALUE_BYTES], after[VALUE_BYTES];
        if (a && b && differs(keys[i], a, b))
            snprintf(warnings[count++], STATE_WARNING_BYTES, "%s was %s and is %s", keys[i], show(a, before),
                     show(b, after));
    }
    return count;
}
