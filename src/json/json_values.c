/* SPDX-License-Identifier: MIT */
/* Values of reports as JSON, each fresh; what is unknown is null. */
#include "json/json_values.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

json_t *text_json(const char *text)
{
    if (text == NULL || text[0] == '\0')
        return json_null();
    json_t *const whole = json_string(text);
    if (whole != NULL)
        return whole;
    char *const ascii = memory_text(text);
    for (char *c = ascii; *c != '\0'; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    json_t *const plain = json_string(ascii);
    free(ascii);
    return plain;
}

void json_append(json_t **array, json_t *value)
{
    if (json_array_append_new(*array, value) == 0)
        return;
    json_decref(*array);
    *array = NULL;
}

json_t *number_json(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

json_t *known_json(long long number)
{
    return number < 0 ? json_null() : json_integer(number);
}

json_t *known_bool_json(int number)
{
    return number < 0 ? json_null() : json_boolean(number != 0);
}

void json_set(json_t **object, const char *name, json_t *value)
{
    if (json_object_set_new(*object, name, value) == 0)
        return;
    json_decref(*object);
    *object = NULL;
}

json_t *texts_json(const char *const *texts, size_t count)
{
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++)
        json_append(&array, text_json(texts[i]));
    return array;
}
