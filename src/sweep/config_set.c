/* SPDX-License-Identifier: MIT */
/* --set KEY=VALUE: changes to a config from the command line. */
#include "sweep/config.h"

#include "json/json_load.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_BYTES = 256 };

/* The item's index in a list; false when the list has no such item. */
static bool list_index(const json_t *list, const char *step, size_t *index)
{
    char *end;
    if (step[strspn(step, "0123456789")] != '\0')
        return false;
    *index = strtoul(step, &end, 10);
    return *index < json_array_size(list);
}

/* One step down, to an object that is made where there is none; NULL when there is no way. */
static json_t *descend(json_t *value, const char *step)
{
    size_t index;
    if (json_typeof(value) == JSON_ARRAY)
        return list_index(value, step, &index) ? json_array_get(value, index) : NULL;
    if (json_typeof(value) == JSON_OBJECT && !json_object_get(value, step))
        json_object_set_new(value, step, json_object());
    return json_object_get(value, step);
}

static bool put(json_t *container, const char *step, json_t *value)
{
    size_t index;
    if (json_typeof(container) == JSON_ARRAY)
        return list_index(container, step, &index) && json_array_set(container, index, value) == 0;
    return json_typeof(container) == JSON_OBJECT && json_object_set(container, step, value) == 0;
}

static bool put_at(json_t *root, char *key, json_t *value, struct setting *setting, struct error *error)
{
    json_t *container = root;
    for (char *step = key, *next; step; step = next) {
        next = strchr(step, '.');
        if (next)
            *next++ = '\0';
        if (*step == '\0')
            return error_set(error, EXIT_USAGE, "--set %s: an empty name in the key", setting->text);
        if (next)
            container = descend(container, step);
        if (!container || (!next && !put(container, step, value)))
            return error_set(error, EXIT_USAGE,
                             "--set %s: there is no '%s'; expected a key of the config such as "
                             "measure.time or sweeps.0.sizes",
                             setting->text, step);
        pointer_append(setting->pointer, step);
    }
    return true;
}

static bool check_text(const char *text, struct error *error)
{
    json_t *const value = json_string(text);
    const bool valid = value != NULL;
    json_decref(value);
    return valid || error_set(error, EXIT_USAGE, "--set %s: not UTF-8; expected text in UTF-8", text);
}

/* A copy of the key, or false with the error; *value is the text after '='. */
static bool split(const char *text, char key[KEY_BYTES], const char **value, struct error *error)
{
    const size_t length = strcspn(text, "=");
    if (text[length] == '\0' || length == 0 || length >= KEY_BYTES)
        return error_set(error, EXIT_USAGE,
                         "--set %s: no key and value; expected KEY=VALUE, such as "
                         "measure.time=1s",
                         text);
    memcpy(key, text, length);
    key[length] = '\0';
    *value = text + length + 1;
    return true;
}

bool setting_apply(json_t *root, const char *text, struct setting *setting, struct error *error)
{
    char key[KEY_BYTES];
    const char *value_text = NULL;
    json_error_t ignored;
    *setting = (struct setting){.text = text};
    if (!check_text(text, error) || !split(text, key, &value_text, error))
        return false;
    json_t *value = json_load(value_text, strlen(value_text), JSON_DECODE_ANY, &ignored);
    if (!value)
        value = json_string(value_text);
    const bool applied = put_at(root, key, value, setting, error);
    json_decref(value);
    return applied;
}
