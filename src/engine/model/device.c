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
#define METAL_DTYPES ((EVERY_DTYPE | EVERY_CONVERTED_DTYPE) & ~(1u << DTYPE_F64))

enum { DEVICE_BYTES = 1 << 20, ANY_SHARED = 1 << 30 };

const char *const progress_names[PROGRESS_COUNT] = {"none", "hsa", "obe", "fair"};
static const char *const visibility_names[VISIBILITY_COUNT] = {"immediate", "fence", "window", "kernel-end"};
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
     .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE},
    {.name = "cpu",
     USUAL,
     .shared_bytes = ANY_SHARED,
     .orders = 1u << ORDER_ASCENDING,
     .progress = PROGRESS_FAIR,
     .visibility = VISIBILITY_IMMEDIATE,
     .device_fence = true,
     .atomics = ALL_ATOMICS,
     .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE},
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

/* A field of a user's model: how it is read into the member of struct device at `offset`; from what to what a
 * number may be; or its words, the places from `least` on below `most`, and what to say of another one.
 * `alone`: 1 where a word may stand without a list; `empty`: a list may be. */
struct device_field {
    const char *key;
    bool (*take)(const struct member *member, void *to);
    size_t offset, least, most;
    const char *const *words, *expected;
    bool alone, empty;
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

/* A word of the list that the field has, as the enumeration counts them. */
static bool take_word(const struct member *member, void *to)
{
    const struct device_field *const field = member->field;
    const int index = word_index(member->value, field->words, field->most);
    if (index < 0)
        return refuse(member, field->expected);
    *(unsigned *)to = (unsigned)index;
    return true;
}

/* One of them, or a list of those that may be: bits; a list alone where the field says so. */
static bool take_bits(const struct member *member, void *to)
{
    const struct device_field *const field = member->field;
    const bool list = json_is_array(member->value);
    const size_t count = list ? json_array_size(member->value) : field->alone;
    unsigned bits = 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *const item = list ? json_array_get(member->value, i) : member->value;
        const int index = word_index(item, field->words, field->most);
        if (index < (int)field->least)
            return refuse(member, field->expected);
        bits |= 1u << index;
    }
    *(unsigned *)to = bits;
    return (list && field->empty) || bits != 0 || refuse(member, field->expected);
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

static const char *const atomics_names[] = {"int32", "float32", "int64", "acquire-release"};

static const struct device_field device_fields[] = {
    {"name", take_name, .offset = offsetof(struct device, name)},
    {"like", take_like, .offset = 0},
    {"simd_width", take_unsigned, offsetof(struct device, simd_width), .least = LANES, .most = LANES},
    {"simd_lockstep", take_bool, .offset = offsetof(struct device, simd_lockstep)},
    {"max_threads_per_group", take_unsigned, offsetof(struct device, max_threads_per_group), .least = LANES,
     .most = MAX_THREADS},
    {"shared_bytes", take_size, offsetof(struct device, shared_bytes), .least = 0, .most = ANY_SHARED},
    {"banks", take_unsigned, offsetof(struct device, banks), .least = 1, .most = 64},
    {"bank_bytes", take_unsigned, offsetof(struct device, bank_bytes), .least = 4, .most = 8},
    {"order", take_bits, offsetof(struct device, orders), 0, ORDER_COUNT, order_names,
     "ascending, descending, random, or a list of them", .alone = true},
    {"order_seed", take_size, offsetof(struct device, order_seed), .least = 0, .most = SIZE_MAX / 2},
    {"resident_threads", take_size, offsetof(struct device, resident_threads), .least = 0, .most = 1 << 30},
    {"progress", take_word, offsetof(struct device, progress), 0, PROGRESS_COUNT, progress_names,
     .expected = "none, hsa, obe or fair"},
    {"visibility", take_word, offsetof(struct device, visibility), 0, VISIBILITY_COUNT, visibility_names,
     .expected = "immediate, fence, window or kernel-end"},
    {"window", take_unsigned, offsetof(struct device, window), .least = 0, .most = 1 << 30},
    {"device_fence", take_bool, .offset = offsetof(struct device, device_fence)},
    {"atomics", take_bits, offsetof(struct device, atomics), 0, 4, atomics_names,
     "a list of int32, float32, int64, acquire-release", .empty = true},
    {"dtypes", take_bits, offsetof(struct device, dtypes), DTYPE_NONE + 1, DTYPE_COUNT, dtype_names,
     .expected = "a list of element types"},
    {"segment_bytes", take_unsigned, offsetof(struct device, segment_bytes), .least = 4, .most = 4096},
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
