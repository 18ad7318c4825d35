/* SPDX-License-Identifier: MIT */
/* A record read from JSON that stands in no file. */
#pragma once

#include "results/results.h"

static inline bool read_record(struct record *record, json_t *value, struct error *error)
{
    const struct json_source nowhere = {.path = "", .text = ""};
    return record_read(record, &(struct json_node){.value = value, .source = &nowhere, .error = error}, NULL);
}
