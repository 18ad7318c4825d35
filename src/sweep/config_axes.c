/* SPDX-License-Identifier: MIT */
/* The values of an axis in a config: one, a list, or a range. */

#include "base/memory.h"
#include "sweep/config_members.h"

#include <stdlib.h>
#include <string.h>

/* A range of counts: from, then times multiply or plus add while it is not above to. */
struct range {
    uint64_t from, to, step;
    bool multiplies;
};

const char *axis_key(enum axis axis)
{
    return axis_info[axis].key ? axis_info[axis].key : axis_info[axis].name;
}

/* The words that stand for values which only the machine knows. */
static const struct {
    enum axis axis;
    const char *word;
    uint64_t value;
} machine_words[] = {
    {AXIS_WORKERS, "cores", WORKERS_CORES},
    {AXIS_WORKERS, "pus", WORKERS_PUS},
    {AXIS_ISA, "best", ISA_BEST},
};
enum { MACHINE_WORDS = sizeof machine_words / sizeof machine_words[0] };

static bool take_machine_word(const struct json_node *node, enum axis axis, uint64_t *value)
{
    const char *const word = json_string_value(node->value);
    for (size_t i = 0; word && i < MACHINE_WORDS; i++) {
        if (machine_words[i].axis != axis || strcmp(word, machine_words[i].word) != 0)
            continue;
        *value = machine_words[i].value;
        return true;
    }
    return false;
}

_Static_assert(AXIS_WORDS > (int)DEVICE_COUNT, "the axis of most words");

size_t axis_words(enum axis axis, const char **words)
{
    const struct axis_info *const info = &axis_info[axis];
    size_t count = 0;
    for (size_t i = 1; i < info->count; i++)
        words[count++] = info->names[i];
    for (size_t i = 0; i < MACHINE_WORDS; i++)
        if (machine_words[i].axis == axis)
            words[count++] = machine_words[i].word;
    return count;
}

static bool take_choice(const struct json_node *node, enum axis axis, uint64_t *value)
{
    const char *words[AXIS_WORDS];
    size_t index;
    const bool found = node_word(node, axis_info[axis].name, words, axis_words(axis, words), &index);
    *value = found ? index + 1 : 0;
    return found;
}

static bool take_fraction(const struct json_node *node, uint64_t *value)
{
    const double fraction = json_number_value(node->value);
    if (!json_is_number(node->value) || !(fraction >= 0 && fraction <= 1))
        return node_unexpected(node, "a number from 0 to 1");
    *value = (uint64_t)(fraction * SELECTIVITY_ONE + 0.5);
    return true;
}

static bool take_count(const struct json_node *node, enum axis axis, uint64_t *value)
{
    const struct axis_info *const info = &axis_info[axis];
    const char *word = json_string_value(node->value);
    if (axis == AXIS_WORKERS && word && (word[0] < '0' || word[0] > '9'))
        return node_unexpected(node, "a number of workers, \"cores\" or \"pus\"");
    if (!node_count(node, info->minimum, info->maximum, value))
        return false;
    if (info->power_of_two && (*value & (*value - 1)) != 0)
        return node_unexpected(node, "a power of two");
    return true;
}

static bool take_value(const struct json_node *node, enum axis axis, uint64_t *value)
{
    if (take_machine_word(node, axis, value))
        return true;
    if (axis_info[axis].kind == AXIS_IS_CHOICE)
        return take_choice(node, axis, value);
    if (axis_info[axis].kind == AXIS_IS_FRACTION)
        return take_fraction(node, value);
    return take_count(node, axis, value);
}

static bool parse_values(const struct json_node *node, enum axis axis, struct axis_values *values)
{
    if (json_is_array(node->value) && !node_list(node, PLAN_POINTS))
        return false;
    values->value = memory_array(values_count(node), sizeof *values->value);
    while (values->count < values_count(node)) {
        const struct json_node item = value_at(node, values->count);
        if (!take_value(&item, axis, &values->value[values->count++]))
            return false;
    }
    return true;
}

static bool parse_step(const struct json_node *node, struct range *range)
{
    const struct json_node multiply = node_member(node, "multiply"), add = node_member(node, "add");
    if (!multiply.value == !add.value)
        return node_fail(node, "one of multiply and add", "a range with %s", add.value ? "both" : "no step");
    range->multiplies = multiply.value;
    if (range->multiplies && range->from == 0)
        return node_fail(node, "from of at least 1, or add", "0 never grows by multiplying");
    return range->multiplies ? node_count(&multiply, 2, UINT64_MAX, &range->step)
                             : node_count(&add, 1, UINT64_MAX, &range->step);
}

static bool parse_ends(const struct json_node *node, enum axis axis, struct range *range)
{
    const struct json_node from = node_member(node, "from"), to = node_member(node, "to");
    const uint64_t minimum = axis_info[axis].minimum, maximum = axis_info[axis].maximum;
    if (!node_count(&from, minimum, maximum, &range->from) || !node_count(&to, minimum, maximum, &range->to))
        return false;
    return range->from <= range->to || node_unexpected(&to, "at least the first value");
}

/* The value after this one; false at the end of the range. */
static bool range_next(const struct range *range, uint64_t *value)
{
    const bool overflows = range->multiplies ? __builtin_mul_overflow(*value, range->step, value)
                                             : __builtin_add_overflow(*value, range->step, value);
    return !overflows && *value <= range->to;
}

static size_t range_length(const struct range *range)
{
    size_t length = 1;
    for (uint64_t value = range->from; length <= PLAN_POINTS && range_next(range, &value);)
        length++;
    return length;
}

static bool parse_range(const struct json_node *node, enum axis axis, struct axis_values *values)
{
    static const char *const keys[] = {"from", "to", "multiply", "add"};
    struct range range;
    if (axis_info[axis].kind != AXIS_IS_COUNT || axis_info[axis].power_of_two)
        return node_unexpected(node, "a value or a list");
    if (!node_keys(node, keys, sizeof keys / sizeof keys[0]) || !parse_ends(node, axis, &range) ||
        !parse_step(node, &range))
        return false;
    const size_t length = range_length(&range);
    if (length > PLAN_POINTS)
        return node_fail(node, "a shorter one", "a range of more than %d values", PLAN_POINTS);
    values->value = memory_array(length, sizeof *values->value);
    uint64_t value = range.from;
    do
        values->value[values->count++] = value;
    while (range_next(&range, &value));
    return true;
}

bool axis_parse(const struct json_node *node, enum axis axis, struct axis_values *values)
{
    *values = (struct axis_values){0};
    const bool parsed =
        json_is_object(node->value) ? parse_range(node, axis, values) : parse_values(node, axis, values);
    if (!parsed)
        axis_close(values);
    return parsed;
}

void axis_copy(const struct axis_values *from, struct axis_values *to)
{
    to->value = memory_array(from->count, sizeof *to->value);
    memcpy(to->value, from->value, from->count * sizeof *to->value);
    to->count = from->count;
}

void axis_close(struct axis_values *values)
{
    free(values->value);
    *values = (struct axis_values){0};
}
