/* SPDX-License-Identifier: MIT */
/* Records as no reader may take them, wherever they stand: sent by a child, in a journal, in a result. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct damaged_row {
    const char *pointer; /* where in what record_json writes */
    const char *value;   /* what stands there instead; NULL: nothing */
    bool elsewhere;      /* a result may have it: of another build */
    const char *place;   /* what is refused; NULL: that */
};

static const struct damaged_row damaged_rows[] = {
    {"/status", "\"fine\"", false, NULL},
    {"/status", "7", false, NULL},
    {"/status", NULL, false, NULL},
    {"/status", "\"wrong\"", false, "/statistics"}, /* which has times */
    {"/warnings", "[\"drunk\"]", true, NULL},
    {"/warnings", "{}", false, NULL},
    {"/stop_reason", "\"boredom\"", false, NULL},
    {"/key", "\"another\"", true, NULL},
    {"/key", NULL, true, NULL},
    {"/statistics", "[]", false, NULL},
    {"/samples_s", "[]", false, NULL},
    {"/samples_s", "[-1]", false, NULL},
    {"/samples_s", "[1e300]", false, NULL},
    {"/samples_s", "[null]", false, NULL},
    {"/samples_s", "{\"0\":1}", false, NULL},
    {"/launches", "[7]", false, NULL},
    {"/launches", "[{\"samples\":1e18,\"batch\":1,\"warnings\":[]}]", false, NULL},
    {"/launches", NULL, false, NULL},
    {"/counters", "{}", false, NULL},
    {"/counters", "7", false, NULL},
    {"/limit/algorithm", "\"a limit that is not\"", true, NULL},
    {"/limit/times_s", "[1e-6]", false, NULL},
    {"/limit/bytes_per_s", "-1", false, NULL},
    {"/placement/cpus", "[-1]", false, NULL},
    {"/placement/cpus", "[1,2,3,4,5,6,7,8,9]", false, NULL},
    {"/verify/outputs_right", "-1", false, NULL},
    {"/message", "7", false, NULL},
};
enum { DAMAGED_ROWS = sizeof damaged_rows / sizeof damaged_rows[0] };

/* Put the damage of a row into a record. */
static inline void damage(json_t *record, const struct damaged_row *row)
{
    const char *const end = strrchr(row->pointer, '/');
    char group[32] = "";
    if (end > row->pointer)
        sprintf(group, "%.*s", (int)(end - row->pointer - 1), row->pointer + 1);
    json_t *const object = *group ? json_object_get(record, group) : record;
    if (row->value)
        json_object_set_new(object, end + 1, json_loads(row->value, JSON_DECODE_ANY, NULL));
    else
        json_object_del(object, end + 1);
}
