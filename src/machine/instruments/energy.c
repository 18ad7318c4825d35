/* SPDX-License-Identifier: MIT */
/* What the CPU packages and their memory have taken, as the kernel's powercap tells it (RAPL). */
#include "machine/instruments/instruments.h"

#include "machine/system_file.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POWERCAP "/sys/class/powercap"

/* A number of the zone that has this name file. */
static bool zone_number(const char *name, const char *file, uint64_t *number)
{
    char path[512], text[32];
    snprintf(path, sizeof path, "%.*s/%s", (int)(strrchr(name, '/') - name), name, file);
    if (!system_line(path, text, sizeof text))
        return false;
    *number = strtoull(text, NULL, 10);
    return true;
}

/* Memory is no part of its package. */
static bool is_counted(const char *name)
{
    char zone[32];
    return system_line(name, zone, sizeof zone) &&
           (strncmp(zone, "package", strlen("package")) == 0 || strcmp(zone, "dram") == 0);
}

bool energy_read(struct energy_reading *reading)
{
    const char *const named = getenv("SCANBENCH_POWERCAP");
    char pattern[256];
    glob_t zones = {.gl_pathc = 0};
    snprintf(pattern, sizeof pattern, "%.200s/intel-rapl:*/name", named && *named ? named : POWERCAP);
    *reading = (struct energy_reading){.count = 0};
    glob(pattern, 0, NULL, &zones);
    for (size_t i = 0; i < zones.gl_pathc && reading->count < ENERGY_COUNTERS; i++) {
        struct energy_counter *const counter = &reading->counters[reading->count];
        reading->count += is_counted(zones.gl_pathv[i]) &&
                          zone_number(zones.gl_pathv[i], "energy_uj", &counter->uj) &&
                          zone_number(zones.gl_pathv[i], "max_energy_range_uj", &counter->range_uj);
    }
    globfree(&zones);
    return reading->count > 0;
}

double energy_between_j(const struct energy_reading *before, const struct energy_reading *after)
{
    double sum_uj = 0;
    for (size_t i = 0; i < before->count && i < after->count; i++) {
        const uint64_t from = before->counters[i].uj, to = after->counters[i].uj;
        sum_uj += to >= from ? (double)(to - from) : (double)(before->counters[i].range_uj - from + to);
    }
    return 1e-6 * sum_uj;
}
