/* SPDX-License-Identifier: MIT */
/* How the kernel treats CPUs: siblings, isolation, mitigations; and what the cgroups leave. */
#include "machine/conditions/environment_settings.h"

#include "machine/conditions/environment_memory.h"
#include "machine/system_file.h"

#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_setting(const char *root, const char *name, char *text, size_t size)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.1000s" CPU_FOLDER "/%.300s", root, name);
    system_line(path, text, size);
}

/* An empty list is known, and no CPU. */
static void read_isolated(const char *root, char *text, size_t size)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s" CPU_FOLDER "/isolated", root);
    if (system_line(path, text, size) && !*text)
        snprintf(text, size, "none");
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void read_mitigation(const char *root, const char *name, struct mitigation *mitigation)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "vulnerabilities/%.200s", name);
    snprintf(mitigation->name, sizeof mitigation->name, "%.47s", name);
    read_setting(root, path, mitigation->state, sizeof mitigation->state);
}

/* One file for each weakness of processors that the kernel knows of. */
static void read_mitigations(const char *root, struct environment *environment)
{
    char folder[PATH_MAX];
    struct dirent **entries;
    snprintf(folder, sizeof folder, "%s" CPU_FOLDER "/vulnerabilities", root);
    const int count = scandir(folder, &entries, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        if (i < MITIGATIONS)
            read_mitigation(root, entries[i]->d_name,
                            &environment->mitigations[environment->mitigation_count++]);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

void environment_settings(const char *root, struct environment *environment)
{
    read_setting(root, "smt/control", environment->smt, sizeof environment->smt);
    read_isolated(root, environment->isolated, sizeof environment->isolated);
    read_mitigations(root, environment);
    environment->quota = quota_read(root);
    const size_t memory =
        environment_memory(root, environment->memory_bound, sizeof environment->memory_bound);
    environment->memory_left_bytes = memory == SIZE_MAX ? -1 : (long long)memory;
}
