/* SPDX-License-Identifier: MIT */
/* Device models: what an execution of kernels may rely on, built in or given by a user as JSON. */
#include "engine/model/device.h"

#include "base/file.h"
#include "base/text.h"
#include "base/words.h"
#include "kernels/lanes.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANY_ORDER (1u << ORDER_ASCENDING | 1u << ORDER_DESCENDING | 1u << ORDER_RANDOM)
#define ALL_ATOMICS (ATOMICS_INT32 | ATOMICS_FLOAT32 | ATOMICS_INT64 | ATOMICS_ACQUIRE_RELEASE)

/* Metal Shading Language: no double. */
#define METAL_DTYPES (EVERY_DTYPE & ~(1u << DTYPE_F64))

enum { DEVICE_BYTES = 1 << 20, ANY_SHARED = 1 << 30 };

const char *const progress_names[PROGRESS_COUNT] = {"none", "hsa", "obe", "fair"};
const char *const visibility_names[VISIBILITY_COUNT] = {"immediate", "fence", "window", "kernel-end"};
const char *const order_names[ORDER_COUNT] = {"ascending", "descending", "random"};
const char *const device_models[] = {"metal-m1", "metal-3.2", "cuda", "cpu", NULL};

/* What all models have, and what those of Metal do. */
#define USUAL                                                                                \
    .simd_width = LANES, .max_threads_per_group = MAX_THREADS, .banks = 32, .bank_bytes = 4, \
    .order_seed = 1, .segment_bytes = 128
#define METAL                                                                        \
    USUAL, .shared_bytes = 32 << 10, .orders = ANY_ORDER, .resident_threads = 24576, \
           .progress = PROGRESS_NONE, .dtypes = METAL_DTYPES

static const struct device models[] = {
    {.name = "metal-m1", METAL, .visibility = VISIBILITY_KERNEL_END, .atomics = ATOMICS_INT32},
    {.name = "metal-3.2",
     METAL,
     .visibility = VISIBILITY_FENCE,
     .device_fence = true,
     .atomics = ATOMICS_INT32 | ATOMICS_ACQUIRE_RELEASE},
    {.name = "cuda",
     USUAL,
     .shared_bytes = 48 << 10,
     .orders = ANY_ORDER,
     .resident_threads = 132 * 2048,
     .progress = PROGRESS_OBE,
     .visibility = VISIBILITY_FENCE,
     .device_fence = true,
     .atomics = ALL_ATOMICS,
     .dtypes = EVERY_DTYPE},
    {.name = "cpu",
     USUAL,
     .shared_bytes = ANY_SHARED,
     .orders = 1u << ORDER_ASCENDING,
     .progress = PROGRESS_FAIR,
     .visibility = VISIBILITY_IMMEDIATE,
     .device_fence = true,
     .atomics = ALL_ATOMICS,
     .dtypes = EVERY_DTYPE},
};

const struct device *device_find(const char *name)
{
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
        if (strcmp(models[i].name, name) == 0)
            return &models[i];
    return NULL;
}

size_t device_resident_groups(const struct device *device, unsigned threads, size_t groups, unsigned workers)
{
    const size_t resident = device->resident_threads ? device->resident_threads / threads : workers;
    const size_t at_least_one = resident ? resident : 1;
    return at_least_one < groups ? at_least_one : groups;
}

struct member;

/* A field of a user's model: how it is read into the member of struct device at `offset`, and from what to
 * what a number may be. */
struct device_field {
    const char *key;
    bool (*take)(const struct member *member, void *to);
    size_t offset, least, most;
};

/* What a user's model has for a field; the path is for messages. */
struct member {
    const char *path;
    const struct device_field *field;
    json_t *value;
    struct error *error;
};

static bool refuse(const struct member *member, const char *expected)
{
    return error_set(member->error, EXIT_USAGE, "%s: device field '%s'; expected %s", member->path,
                     member->field->key, expected);
}

/* A number as large as the field may hold: a size_t, which an order's seed is as wide as. */
static bool take_size(const struct member *member, void *to)
{
    const size_t least = member->field->least, most = member->field->most;
    char expected[96];
    const json_int_t number = json_integer_value(member->value);
    if (json_is_integer(member->value) && number >= 0 && (uint64_t)number >= least &&
        (uint64_t)number <= most) {
        *(size_t *)to = (size_t)number;
        return true;
    }
    snprintf(expected, sizeof expected, "a whole number from %zu to %zu", least, most);
    return refuse(member, expected);
}

static bool take_unsigned(const struct member *member, void *to)
{
    size_t number = 0;
    const bool ok = take_size(member, &number);
    if (ok)
        *(unsigned *)to = (unsigned)number;
    return ok;
}

static bool take_bool(const struct member *member, void *to)
{
    *(bool *)to = json_is_true(member->value);
    return json_is_boolean(member->value) || refuse(member, "true or false");
}

/* The place of a word in a list, or -1. */
static int word_index(const json_t *value, const char *const *names, size_t count)
{
    for (size_t i = 0; json_is_string(value) && i < count; i++)
        if (strcmp(json_string_value(value), names[i]) == 0)
            return (int)i;
    return -1;
}

static bool take_progress(const struct member *member, void *to)
{
    const int index = word_index(member->value, progress_names, PROGRESS_COUNT);
    if (index < 0)
        return refuse(member, "none, hsa, obe or fair");
    *(enum progress *)to = (enum progress)index;
    return true;
}

static bool take_visibility(const struct member *member, void *to)
{
    const int index = word_index(member->value, visibility_names, VISIBILITY_COUNT);
    if (index < 0)
        return refuse(member, "immediate, fence, window or kernel-end");
    *(enum visibility *)to = (enum visibility)index;
    return true;
}

/* One order, or a list of those that may happen. */
static bool take_orders(const struct member *member, void *to)
{
    static const char *const expected = "ascending, descending, random, or a list of them";
    const size_t count = json_is_array(member->value) ? json_array_size(member->value) : 1;
    unsigned orders = 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *const item =
            json_is_array(member->value) ? json_array_get(member->value, i) : member->value;
        const int index = word_index(item, order_names, ORDER_COUNT);
        if (index < 0)
            return refuse(member, expected);
        orders |= 1u << index;
    }
    *(unsigned *)to = orders;
    return orders != 0 || refuse(member, expected);
}

static bool take_atomics(const struct member *member, void *to)
{
    static const char *const names[] = {"int32", "float32", "int64", "acquire-release"};
    unsigned atomics = 0;
    if (!json_is_array(member->value))
        return refuse(member, "a list of int32, float32, int64, acquire-release");
    for (size_t i = 0; i < json_array_size(member->value); i++) {
        const int index = word_index(json_array_get(member->value, i), names, 4);
        if (index < 0)
            return refuse(member, "a list of int32, float32, int64, acquire-release");
        atomics |= 1u << index;
    }
    *(unsigned *)to = atomics;
    return true;
}

static bool take_dtypes(const struct member *member, void *to)
{
    unsigned dtypes = 0;
    for (size_t i = 0; i < json_array_size(member->value); i++) {
        const int index = word_index(json_array_get(member->value, i), dtype_names, DTYPE_COUNT);
        if (index <= DTYPE_NONE)
            return refuse(member, "a list of element types");
        dtypes |= 1u << index;
    }
    *(unsigned *)to = dtypes;
    return dtypes != 0 || refuse(member, "a list of element types");
}

static bool take_name(const struct member *member, void *to)
{
    enum { NAME_BYTES = sizeof models[0].name };
    const char *const name = json_string_value(member->value);
    if (!name || !text_is_label(name) || strlen(name) >= NAME_BYTES)
        return refuse(member, "a label of letters, digits and _.:/+-, below 64 bytes");
    snprintf(to, NAME_BYTES, "%s", name);
    return true;
}

/* Which model the others are of is known before. */
static bool take_like(const struct member *member, void *to)
{
    (void)to;
    return (json_is_string(member->value) && device_find(json_string_value(member->value))) ||
           refuse(member, "metal-m1, metal-3.2, cuda or cpu");
}

static const struct device_field device_fields[] = {
    {"name", take_name, offsetof(struct device, name), 0, 0},
    {"like", take_like, 0, 0, 0},
    {"simd_width", take_unsigned, offsetof(struct device, simd_width), LANES, LANES},
    {"simd_lockstep", take_bool, offsetof(struct device, simd_lockstep), 0, 0},
    {"max_threads_per_group", take_unsigned, offsetof(struct device, max_threads_per_group), LANES,
     MAX_THREADS},
    {"shared_bytes", take_size, offsetof(struct device, shared_bytes), 0, ANY_SHARED},
    {"banks", take_unsigned, offsetof(struct device, banks), 1, 64},
    {"bank_bytes", take_unsigned, offsetof(struct device, bank_bytes), 4, 8},
    {"order", take_orders, offsetof(struct device, orders), 0, 0},
    {"order_seed", take_size, offsetof(struct device, order_seed), 0, SIZE_MAX / 2},
    {"resident_threads", take_size, offsetof(struct device, resident_threads), 0, 1 << 30},
    {"progress", take_progress, offsetof(struct device, progress), 0, 0},
    {"visibility", take_visibility, offsetof(struct device, visibility), 0, 0},
    {"window", take_unsigned, offsetof(struct device, window), 0, 1 << 30},
    {"device_fence", take_bool, offsetof(struct device, device_fence), 0, 0},
    {"atomics", take_atomics, offsetof(struct device, atomics), 0, 0},
    {"dtypes", take_dtypes, offsetof(struct device, dtypes), 0, 0},
    {"segment_bytes", take_unsigned, offsetof(struct device, segment_bytes), 4, 4096},
};
enum { DEVICE_FIELDS = sizeof device_fields / sizeof device_fields[0] };

/* What else is known of the member is set. */
static bool take_member(struct member member, const char *key, struct device *device)
{
    const char *names[DEVICE_FIELDS];
    char hint[WORDS_TEXT];
    for (size_t i = 0; i < DEVICE_FIELDS; i++) {
        names[i] = device_fields[i].key;
        if (strcmp(key, names[i]) != 0)
            continue;
        member.field = &device_fields[i];
        return member.field->take(&member, (char *)device + member.field->offset);
    }
    return error_set(member.error, EXIT_USAGE, "%s: no device field '%s'%s", member.path, key,
                     words_suggest(hint, key, names, DEVICE_FIELDS));
}

static bool take_all(struct device *device, const char *path, json_t *root, struct error *error)
{
    const char *key;
    json_t *value;
    const char *const like = json_string_value(json_object_get(root, "like"));
    if (!json_is_object(root))
        return error_set(error, EXIT_USAGE, "%s: expected a JSON object, the fields of a device model", path);
    const struct device *const base = device_find(like ? like : "cuda");
    *device = base ? *base : models[0];
    snprintf(device->name, sizeof device->name, "custom");
    json_object_foreach(root, key, value)
    {
        if (!take_member((struct member){.path = path, .value = value, .error = error}, key, device))
            return false;
    }
    return true;
}

static bool read_json(struct device *device, const char *path, struct error *error)
{
    char *text = NULL;
    size_t length = 0;
    if (!file_read(path, DEVICE_BYTES, &text, &length, error))
        return false;
    json_error_t where;
    json_t *const root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &where);
    free(text);
    if (!root)
        return error_set_at(error, &(struct error_place){path, (unsigned)where.line, (unsigned)where.column},
                            NULL, "%s", where.text);
    const bool ok = take_all(device, path, root, error);
    json_decref(root);
    return ok;
}

bool device_read(struct device *device, const char *name_or_path, struct error *error)
{
    const struct device *const built_in = device_find(name_or_path);
    if (!built_in && (strchr(name_or_path, '/') || strchr(name_or_path, '.')))
        return read_json(device, name_or_path, error);
    if (built_in) {
        *device = *built_in;
        return true;
    }
    char hint[WORDS_TEXT];
    return error_set(
        error, EXIT_USAGE,
        "no device model '%s'%s; expected metal-m1, metal-3.2, cuda, cpu "
        "or the path of a JSON file",
        name_or_path,
        words_suggest(hint, name_or_path, device_models, sizeof device_models / sizeof device_models[0] - 1));
}
