/* SPDX-License-Identifier: MIT */
/* A folder with the config of a small run, its results and what it prints, for the tests of injected faults.
 */
#pragma once

#include "inject.h"

#include "../unit/test.h"

static char folder[] = "/tmp/scanbench-faults-XXXXXX";
static char config[64], output[64], said[64];

/* The folder, and in it a config of one thread a core with these members of a sweep. */
static inline bool make_config(const char *workers, const char *sweep)
{
    if (!mkdtemp(folder))
        return false;
    snprintf(config, sizeof config, "%s/c.json", folder);
    snprintf(output, sizeof output, "%s/out", folder);
    snprintf(said, sizeof said, "%s/said", folder);
    FILE *const file = fopen(config, "w");
    return file &&
           fprintf(file,
                   "{\"name\":\"f\",\"machine\":{\"workers\":%s,\"pages\":\"4k\"},\"plots\":[],\"sweeps\":[{"
                   "\"primitive\":\"scan\",%s,\"dtype\":\"u32\",\"scan_mode\":\"inclusive\",\"unroll\":1}]}",
                   workers, sweep) > 0 &&
           fclose(file) == 0;
}

static inline bool ends_with(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcmp(name + length - tail, ending) == 0;
}

/* Of calls that are not tried one by one every so many: FAULT_STRIDE. */
static inline unsigned stride(void)
{
    const char *const text = getenv("FAULT_STRIDE");
    return text && atoi(text) > 0 ? (unsigned)atoi(text) : 61;
}
