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

json_t *number_json(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

json_t *texts_json(const char *const *texts, size_t count)
{
    json_t *const array = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, text_json(texts[i]));
    return array;
}
