/* SPDX-License-Identifier: MIT */
/* Device models: what an execution of kernels may rely on, built in or given by a user as JSON. */
#include "engine/model/device.h"

#include "base/file.h"
#include "base/text.h"
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

static const struct device models[] = {
    {.name = "metal-m1",
     .simd_width = LANES,
     .max_threads_per_group = MAX_THREADS,
     .shared_bytes = 32 << 10,
     .banks = 32,
     .bank_bytes = 4,
     .orders = ANY_ORDER,
     .order_seed = 1,
     .resident_threads = 24576,
     .progress = PROGRESS_NONE,
     .visibility = VISIBILITY_KERNEL_END,
     .device_fence = false,
     .atomics = ATOMICS_INT32,
     .dtypes = METAL_DTYPES,
     .segment_bytes = 128},
    {.name = "metal-3.2",
     .simd_width = LANES,
     .max_threads_per_group = MAX_THREADS,
     .shared_bytes = 32 << 10,
     .banks = 32,
     .bank_bytes = 4,
     .orders = ANY_ORDER,
     .order_seed = 1,
     .resident_threads = 24576,
     .progress = PROGRESS_NONE,
     .visibility = VISIBILITY_FENCE,
     .device_fence = true,
     .atomics = ATOMICS_INT32 | ATOMICS_ACQUIRE_RELEASE,
     .dtypes = METAL_DTYPES,
     .segment_bytes = 128},
    {.name = "cuda",
     .simd_width = LANES,
     .max_threads_per_group = MAX_THREADS,
     .shared_bytes = 48 << 10,
     .banks = 32,
     .bank_bytes = 4,
     .orders = ANY_ORDER,
     .order_seed = 1,
     .resident_threads = 132 * 2048,
     .progress = PROGRESS_OBE,
     .visibility = VISIBILITY_FENCE,
     .device_fence = true,
     .atomics = ALL_ATOMICS,
     .dtypes = EVERY_DTYPE,
     .segment_bytes = 128},
    {.name = "cpu",
     .simd_width = LANES,
     .max_threads_per_group = MAX_THREADS,
     .shared_bytes = ANY_SHARED,
     .banks = 32,
     .bank_bytes = 4,
     .orders = 1u << ORDER_ASCENDING,
     .order_seed = 1,
     .resident_threads = 0,
     .progress = PROGRESS_FAIR,
     .visibility = VISIBILITY_IMMEDIATE,
     .device_fence = true,
     .atomics = ALL_ATOMICS,
     .dtypes = EVERY_DTYPE,
     .segment_bytes = 128},
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

/* A field of a user's model: its path for messages, its value. */
struct member {
    const char *path, *key;
    json_t *value;
    struct error *error;
};

static bool refuse(const struct member *member, const char *expected)
{
    return error_set(member->error, EXIT_USAGE, "%s: device field '%s'; expected %s", member->path,
                     member->key, expected);
}

static bool take_size(const struct member *member, size_t least, size_t most, size_t *value)
{
    char expected[96];
    const json_int_t number = json_integer_value(member->value);
    if (json_is_integer(member->value) && number >= 0 && (uint64_t)number >= least &&
        (uint64_t)number <= most) {
        *value = (size_t)number;
        return true;
    }
    snprintf(expected, sizeof expected, "a whole number from %zu to %zu", least, most);
    return refuse(member, expected);
}

static bool take_unsigned(const struct member *member, unsigned least, unsigned most, unsigned *value)
{
    size_t number = 0;
    const bool ok = take_size(member, least, most, &number);
    if (ok)
        *value = (unsigned)number;
    return ok;
}

static bool take_bool(const struct member *member, bool *value)
{
    *value = json_is_true(member->value);
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

static bool take_progress(const struct member *member, struct device *device)
{
    const int index = word_index(member->value, progress_names, PROGRESS_COUNT);
    if (index < 0)
        return refuse(member, "none, hsa, obe or fair");
    device->progress = (enum progress)index;
    return true;
}

static bool take_visibility(const struct member *member, struct device *device)
{
    const int index = word_index(member->value, visibility_names, VISIBILITY_COUNT);
    if (index < 0)
        return refuse(member, "immediate, fence, window or kernel-end");
    device->visibility = (enum visibility)index;
    return true;
}

/* One order, or a list of those that may happen. */
static bool take_orders(const struct member *member, struct device *device)
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
    device->orders = orders;
    return orders != 0 || refuse(member, expected);
}

static bool take_atomics(const struct member *member, struct device *device)
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
    device->atomics = atomics;
    return true;
}

static bool take_dtypes(const struct member *member, struct device *device)
{
    unsigned dtypes = 0;
    for (size_t i = 0; i < json_array_size(member->value); i++) {
        const int index = word_index(json_array_get(member->value, i), dtype_names, DTYPE_COUNT);
        if (index <= DTYPE_NONE)
            return refuse(member, "a list of element types");
        dtypes |= 1u << index;
    }
    device->dtypes = dtypes;
    return dtypes != 0 || refuse(member, "a list of element types");
}

static bool take_name(const struct member *member, struct device *device)
{
    const char *const name = json_string_value(member->value);
    if (!name || !text_is_label(name) || strlen(name) >= sizeof device->name)
        return refuse(member, "a label of letters, digits and _.:/+-, below 64 bytes");
    snprintf(device->name, sizeof device->name, "%s", name);
    return true;
}

static bool take_like(const struct member *member, struct device *device)
{
    (void)device;
    return (json_is_string(member->value) && device_find(json_string_value(member->value))) ||
           refuse(member, "metal-m1, metal-3.2, cuda or cpu");
}

#define TAKE_COUNT(field, take, least, most)                                     \
    static bool take_##field(const struct member *member, struct device *device) \
    {                                                                            \
        return take(member, least, most, &device->field);                        \
    }
TAKE_COUNT(simd_width, take_unsigned, LANES, LANES)
TAKE_COUNT(max_threads_per_group, take_unsigned, LANES, MAX_THREADS)
TAKE_COUNT(shared_bytes, take_size, 0, ANY_SHARED)
TAKE_COUNT(banks, take_unsigned, 1, 64)
TAKE_COUNT(bank_bytes, take_unsigned, 4, 8)
TAKE_COUNT(order_seed, take_size, 0, SIZE_MAX / 2)
TAKE_COUNT(resident_threads, take_size, 0, 1 << 30)
TAKE_COUNT(window, take_unsigned, 0, 1 << 30)
TAKE_COUNT(segment_bytes, take_unsigned, 4, 4096)

#define TAKE_BOOL(field)                                                         \
    static bool take_##field(const struct member *member, struct device *device) \
    {                                                                            \
        return take_bool(member, &device->field);                                \
    }
TAKE_BOOL(simd_lockstep)
TAKE_BOOL(device_fence)

static const struct {
    const char *key;
    bool (*take)(const struct member *member, struct device *device);
} device_fields[] = {
    {"name", take_name},
    {"like", take_like},
    {"simd_width", take_simd_width},
    {"simd_lockstep", take_simd_lockstep},
    {"max_threads_per_group", take_max_threads_per_group},
    {"shared_bytes", take_shared_bytes},
    {"banks", take_banks},
    {"bank_bytes", take_bank_bytes},
    {"order", take_orders},
    {"order_seed", take_order_seed},
    {"resident_threads", take_resident_threads},
    {"progress", take_progress},
    {"visibility", take_visibility},
    {"window", take_window},
    {"device_fence", take_device_fence},
    {"atomics", take_atomics},
    {"dtypes", take_dtypes},
    {"segment_bytes", take_segment_bytes},
};
enum { DEVICE_FIELDS = sizeof device_fields / sizeof device_fields[0] };

static bool take_member(const struct member *member, struct device *device)
{
    const char *names[DEVICE_FIELDS];
    for (size_t i = 0; i < DEVICE_FIELDS; i++) {
        if (strcmp(member->key, device_fields[i].key) == 0)
            return device_fields[i].take(member, device);
        names[i] = device_fields[i].key;
    }
    const char *const nearest = text_nearest(member->key, names, DEVICE_FIELDS);
    return error_set(member->error, EXIT_USAGE, "%s: no device field '%s'%s%s%s", member->path, member->key,
                     nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
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
    json_object_foreach(
        root, key, value) if (!take_member(&(struct member){path, key, value, error}, device)) return false;
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
    const size_t count = sizeof device_models / sizeof device_models[0] - 1;
    const char *const nearest = text_nearest(name_or_path, device_models, count);
    return error_set(error, EXIT_USAGE,
                     "no device model '%s'%s%s%s; expected metal-m1, metal-3.2, cuda, cpu "
                     "or the path of a JSON file",
                     name_or_path, nearest ? "; did you mean '" : "", nearest ? nearest : "",
                     nearest ? "'?" : "");
}
