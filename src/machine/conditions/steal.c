/* SPDX-License-Identifier: MIT */
/* CPU time that others took from this process so far: the host, and the cgroups' quotas. */
#include "machine/conditions/conditions.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The eighth time of a line "cpu0 …" of /proc/stat, in ticks (proc(5)); NAN when it has fewer. */
static double steal_of(const char *times)
{
    double steal;
    const int found = sscanf(times, "%*f %*f %*f %*f %*f %*f %*f %lf", &steal);
    return found == 1 ? steal : NAN;
}

static bool is_placed(unsigned cpu, const struct place *places, size_t count)
{
    for (size_t i = 0; places && i < count; i++)
        if (places[i].cpu == cpu)
            return true;
    return !places;
}

static double read_steal(FILE *file, const struct place *places, size_t count)
{
    char *line = NULL;
    size_t room = 0;
    double ticks = NAN;
    while (getline(&line, &room, file) >= 0 && strncmp(line, "cpu", 3) == 0) {
        char *times;
        const unsigned long cpu = strtoul(line + 3, &times, 10);
        const bool sum = line[3] == ' ';
        if (sum || !is_placed((unsigned)cpu, places, count))
            continue;
        ticks = (isnan(ticks) ? 0 : ticks) + steal_of(times);
    }
    free(line);
    return ticks / (double)sysconf(_SC_CLK_TCK);
}

struct steal steal_read(const char *root, const struct place *places, size_t count)
{
    struct steal steal = {.stolen_s = NAN, .throttled = quota_read(root).throttled};
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/proc/stat", root);
    FILE *const file = fopen(path, "re");
    if (!file)
        return steal;
    steal.stolen_s = read_steal(file, places, count);
    fclose(file);
    return steal;
}
