/* SPDX-License-Identifier: MIT */
/* Whether two results may be compared: what the list of a run's fields makes of each that differs. */
#include "analysis/analysis.h"

#include "base/memory.h"
#include "base/words.h"
#include "json/json_load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 128, VALUE_BYTES = 96 };

static const char algorithm_key[] = "algorithm", machine_key[] = "machine";

/* The keys that --ignore may name: "machine", "algorithm", the axes, and what the list of fields refuses. */
static size_t known_names(const char **names)
{
    size_t count = 0;
    names[count++] = machine_key;
    names[count++] = algorithm_key;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        names[count++] = axis_info[axis].name;
    for (size_t i = 0; i < run_field_count; i++)
        if (run_fields[i].difference == RUN_REFUSED && run_fields[i].name)
            names[count++] = run_fields[i].name;
    for (unsigned device = DEVICE_NONE + 1; device < DEVICE_COUNT; device++)
        names[count++] = device_names[device];
    return count;
}

bool variation_make(struct variation *variation, struct error *error)
{
    const char *names[NAMES];
    const size_t name_count = known_names(names);
    const char *const *const keys = variation->keys;
    for (size_t i = 0; i < variation->count; i++) {
        char expected[WORDS_TEXT], meant[WORDS_TEXT];
        if (!words_have(names, name_count, keys[i]))
            return error_set(error, EXIT_USAGE, "--ignore: unknown '%.64s'; expected %s%s", keys[i],
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
    if (json_is_real(value)) {
        snprintf(text, VALUE_BYTES, "%.4g", json_real_value(value));
        return text;
    }
    char *const dump = value ? json_dump_text(value, JSON_ENCODE_ANY | JSON_COMPACT) : memory_text("nothing");
    snprintf(text, VALUE_BYTES, "%.*s", VALUE_BYTES - 1, dump);
    free(dump);
    return text;
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

/* What another machine may differ in: all of an identity but what the user chose. */
static bool is_of_machine(const char *key)
{
    static const char *const chosen[] = {"plugins", "pin"};
    return !words_have(chosen, sizeof chosen / sizeof chosen[0], key);
}

static bool is_ignored(const struct variation *variation, const char *key)
{
    return words_have(variation->keys, variation->count, key) ||
           (is_of_machine(key) && words_have(variation->keys, variation->count, machine_key));
}

/* How many members are not the same in both. */
static size_t count_differing(const json_t *base, const json_t *next)
{
    const char *key;
    json_t *value;
    size_t count = 0;
    json_object_foreach((json_t *)base, key, value) count += !json_equal(value, json_object_get(next, key));
    json_object_foreach((json_t *)next, key, value) count += json_object_get(base, key) == NULL;
    return count;
}

static bool same_member(const char *key, const struct result_file *base, const struct result_file *next,
                        struct error *error)
{
    const json_t *a = json_object_get(base->identity, key);
    const json_t *b = json_object_get(next->identity, key);
    char before[VALUE_BYTES], after[VALUE_BYTES], which[VALUE_BYTES], others[64] = "";
    if (a == b || (a && b && json_equal(a, b)))
        return true;
    const size_t count = count_differing(base->identity, next->identity);
    snprintf(which, sizeof which, "%.*s", VALUE_BYTES / 2, key);
    find_difference(which, sizeof which, &a, &b);
    if (count > 1)
        snprintf(others, sizeof others, "; note: %zu properties differ", count);
    return error_set(
        error, EXIT_UNSTABLE,
        "not comparable: %s is %s in %.256s and %s in %.256s%s; help: to compare anyway, add --ignore %s",
        which, show(a, before), base->path, show(b, after), next->path, others,
        count > 1 && is_of_machine(key) ? machine_key : key);
}

/* One that only one of two results was measured on has no rows to compare. */
static bool same_devices(const struct result_file *base, const struct result_file *next,
                         const struct variation *variation, struct error *error)
{
    for (unsigned device = DEVICE_NONE + 1; device < DEVICE_COUNT; device++) {
        const char *const name = device_names[device];
        if (json_object_get(base->identity, name) && json_object_get(next->identity, name) &&
            !is_ignored(variation, name) && !same_member(name, base, next, error))
            return false;
    }
    return true;
}

/* What a newer program says of a machine must be the same too: nobody here can judge it. */
static bool same_unknown(const struct result_file *one, const struct result_file *other,
                         const struct variation *variation, struct error *error)
{
    const char *names[NAMES], *key;
    const size_t count = known_names(names);
    json_t *value;
    json_object_foreach((json_t *)one->identity, key, value)
    {
        if (!words_have(names, count, key) && !is_ignored(variation, key) &&
            !same_member(key, one, other, error))
            return false;
    }
    return true;
}

bool identity_match(const struct result_file *base, const struct result_file *next,
                    const struct variation *variation, struct error *error)
{
    for (size_t i = 0; i < run_field_count; i++) {
        const char *const name = run_fields[i].name;
        if (run_fields[i].difference == RUN_REFUSED && name && !is_ignored(variation, name) &&
            !same_member(name, base, next, error))
            return false;
    }
    return same_devices(base, next, variation, error) && same_unknown(base, next, variation, error) &&
           same_unknown(next, base, variation, error);
}

/* Numbers always vary a little. */
static bool differs(const struct run_field *field, const json_t *a, const json_t *b)
{
    const double base = json_number_value(a), change = fabs(base - json_number_value(b));
    if (json_is_number(a) && json_is_number(b) && field->least > 0)
        return change > (field->share ? field->least * base : field->least);
    return !json_equal(a, b);
}

size_t run_differences(const struct result_file *base, const struct result_file *next,
                       enum run_difference difference, char lines[RUN_DIFFERENCES][RUN_DIFFERENCE_BYTES])
{
    const bool built = difference == RUN_BUILT;
    const json_t *const of_base = built ? json_object_get(base->root, "tool") : base->state;
    const json_t *const of_next = built ? json_object_get(next->root, "tool") : next->state;
    size_t count = 0;
    for (size_t i = 0; i < run_field_count; i++) {
        const struct run_field *const field = &run_fields[i];
        if (field->difference != difference)
            continue;
        const json_t *const a = json_object_get(of_base, field->name);
        const json_t *const b = json_object_get(of_next, field->name);
        char before[VALUE_BYTES], after[VALUE_BYTES];
        if (a && b && differs(field, a, b) && count < RUN_DIFFERENCES)
            snprintf(lines[count++], RUN_DIFFERENCE_BYTES, built ? "%s %s and %s" : "%s was %s and is %s",
                     built ? field->words : field->name, show(a, before), show(b, after));
    }
    return count;
}
