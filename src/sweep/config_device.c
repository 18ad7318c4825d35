/* SPDX-License-Identifier: MIT */
/* Device models that users write: which a name or a path means. */
#include "base/file.h"
#include "base/text.h"
#include "base/words.h"
#include "sweep/config_members.h"
#include "json/json_load.h"

#include <stdlib.h>
#include <string.h>

enum { DEVICE_BYTES = 1 << 20, MODELS = 4 };

/* The model that the others are of, which gives it all but its name. */
static bool parse_like(const struct json_node *node, void *to)
{
    size_t index;
    if (!node_word(node, "device model", device_models, MODELS, &index))
        return false;
    *(struct device *)to = *device_find(device_models[index]);
    strcpy(((struct device *)to)->name, "custom");
    return true;
}

static const char *const atomics_names[] = {"int32", "float32", "int64", "acquire-release"};

#define COUNT(field, least, most) \
#field, MEMBER_COUNT, MEMBER_AT(device, field), .minimum = (least), .maximum = (most)
#define TRUTH(field) #field, MEMBER_TRUTH, MEMBER_AT(device, field)
#define WORDS(names, number) .words = (names), .word_count = (number)
static const struct config_member members[] = {
    {"like", MEMBER_WORD, .parse = parse_like},
    {"name", MEMBER_TEXT, MEMBER_AT(device, name), .valid = text_is_label,
     .expected = "a label of letters, digits and _.:/+-, below 64 bytes"},
    {COUNT(simd_width, LANES, LANES)},
    {TRUTH(simd_lockstep)},
    {COUNT(max_threads_per_group, LANES, MAX_THREADS)},
    {COUNT(shared_bytes, 0, ANY_SHARED)},
    {COUNT(banks, 1, 64)},
    {COUNT(bank_bytes, 4, 8)},
    {"order", MEMBER_WORDS, MEMBER_AT(device, orders), WORDS(order_names, ORDER_COUNT), .minimum = 1},
    {COUNT(order_seed, 0, INT64_MAX)},
    {COUNT(resident_threads, 0, 1 << 30)},
    {"progress", MEMBER_WORD, MEMBER_AT(device, progress), WORDS(progress_names, PROGRESS_COUNT)},
    {"visibility", MEMBER_WORD, MEMBER_AT(device, visibility), WORDS(visibility_names, VISIBILITY_COUNT)},
    {COUNT(window, 0, 1 << 30)},
    {TRUTH(device_fence)},
    {"atomics", MEMBER_WORDS, MEMBER_AT(device, atomics), WORDS(atomics_names, 4)},
    {"dtypes", MEMBER_WORDS, MEMBER_AT(device, dtypes), WORDS(dtype_names + 1, DTYPE_COUNT - 1), .first = 1,
     .minimum = 1},
    {COUNT(segment_bytes, 4, 4096)},
};
static const struct member_table device_table = {MEMBERS(members)};

static bool read_file(struct device *device, const char *path, struct error *error)
{
    char *text = NULL;
    size_t length = 0;
    json_error_t why;
    if (!file_read(path, DEVICE_BYTES, &text, &length, error))
        return false;
    const struct json_source source = {.path = path, .text = text, .length = length};
    const struct json_node root = {
        .value = json_load(text, length, 0, &why), .source = &source, .error = error};
    *device = *device_find("cuda");
    strcpy(device->name, "custom");
    const bool ok = root.value ? members_parse(&root, &device_table, device)
                               : json_refuse(error, path, &why, "strict JSON");
    json_decref(root.value);
    free(text);
    return ok;
}

bool device_read(struct device *device, const char *name_or_path, struct error *error)
{
    const struct device *const built_in = device_find(name_or_path);
    char hint[WORDS_TEXT];
    if (built_in)
        *device = *built_in;
    else if (strchr(name_or_path, '/') || strchr(name_or_path, '.'))
        return read_file(device, name_or_path, error);
    return built_in || error_set(error, EXIT_USAGE,
                                 "no device model '%s'%s; expected metal-m1, metal-3.2, cuda, cpu "
                                 "or the path of a JSON file",
                                 name_or_path, words_suggest(hint, name_or_path, device_models, MODELS));
}
