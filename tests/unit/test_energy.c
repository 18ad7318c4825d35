/* SPDX-License-Identifier: MIT */
/* Counters of energy, in a folder like powercap's. */
#include "machine/instruments/instruments.h"

#include "folder_bed.h"

static int make_powercap(void **state)
{
    return make_folder(state) != 0 || setenv("SCANBENCH_POWERCAP", folder, 1) != 0;
}

static void write_file(const char *zone, const char *file, const char *text)
{
    char name[96], line[64];
    snprintf(name, sizeof name, "/%s/%s", zone, file);
    snprintf(line, sizeof line, "%s\n", text);
    put_file(folder, name, line);
}

static void add_zone(const char *zone, const char *name, const char *uj)
{
    write_file(zone, "name", name);
    write_file(zone, "energy_uj", uj);
    write_file(zone, "max_energy_range_uj", "1000000000");
}

/* A package has its cores in it, but not its memory; the other interface to the same counter is not read. */
TEST_WITH(packages_and_memory_are_counted_once, make_powercap, remove_folder)
{
    struct energy_reading before, after;
    assert_false(energy_read(&before));
    add_zone("intel-rapl:0", "package-0", "5000000");
    add_zone("intel-rapl:0:0", "core", "4000000");
    add_zone("intel-rapl:0:1", "dram", "1000000");
    add_zone("intel-rapl:1", "package-1", "999000000");
    add_zone("intel-rapl:2", "psys", "8000000");
    add_zone("intel-rapl-mmio:0", "package-0", "5000000");
    assert_true(energy_read(&before));
    assert_int_equal(before.count, 3);
    add_zone("intel-rapl:0", "package-0", "7000000");
    add_zone("intel-rapl:0:0", "core", "6000000");
    add_zone("intel-rapl:0:1", "dram", "1500000");
    add_zone("intel-rapl:1", "package-1", "2000000"); /* begun anew */
    assert_true(energy_read(&after));
    assert_true(fabs(energy_between_j(&before, &after) - (2 + 0.5 + 3)) < 1e-9);
    assert_true(energy_between_j(&before, &before) == 0);
}
