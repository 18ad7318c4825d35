/* SPDX-License-Identifier: MIT */
/* The environment: plausible on this machine, and the memory limits of made-up cgroup trees of both versions.
 */
#include "machine/conditions/conditions.h"

#include "base/error.h"
#include "machine/machine.h"

#include "folder_bed.h"

#include <sys/resource.h>

#define MIB(n) ((size_t)(n) << 20)

static void check_memory(size_t bytes, const char *which)
{
    char found[128];
    assert_int_equal(environment_memory(folder, found, sizeof found), bytes);
    assert_string_equal(found, which);
}

TEST_WITH(nothing_known, make_folder, remove_folder)
{
    check_memory(SIZE_MAX, "");
}

TEST_WITH(machine_limit, make_folder, remove_folder)
{
    put_file(folder, "/proc/meminfo", "MemTotal:  9000000 kB\nMemAvailable:    2048 kB\nMemFree: 12 kB\n");
    check_memory(MIB(2), "MemAvailable");
}

static void put_version_2(void)
{
    put_file(folder, "/proc/meminfo", "MemAvailable: 8388608 kB\n");
    put_file(folder, "/proc/self/cgroup", "0::/a/b\n");
    put_file(folder, "/proc/self/mountinfo",
             "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
             "35 24 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n");
}

TEST_WITH(version_2_own_group, make_folder, remove_folder)
{
    put_version_2();
    put_file(folder, "/sys/fs/cgroup/a/b/memory.max", "104857600\n");
    put_file(folder, "/sys/fs/cgroup/a/b/memory.current", "31457280\n");
    put_file(folder, "/sys/fs/cgroup/a/memory.max", "max\n");
    put_file(folder, "/sys/fs/cgroup/a/memory.current", "41457280\n");
    check_memory(MIB(70), "cgroup /a/b");
}

TEST_WITH(version_2_ancestor, make_folder, remove_folder)
{
    put_version_2();
    put_file(folder, "/sys/fs/cgroup/a/b/memory.max", "max\n");
    put_file(folder, "/sys/fs/cgroup/a/b/memory.current", "31457280\n");
    put_file(folder, "/sys/fs/cgroup/a/memory.max", "104857600\n");
    put_file(folder, "/sys/fs/cgroup/a/memory.current", "104857600\n");
    check_memory(0, "cgroup /a");
    put_file(folder, "/sys/fs/cgroup/a/memory.stat", "anon 1\ninactive_file 20971520\nactive_file 7\n");
    check_memory(MIB(20), "cgroup /a");
}

/* A container without a cgroup namespace: its group's path is the host's, but only its own part is mounted.
 */
TEST_WITH(version_1_container, make_folder, remove_folder)
{
    put_file(folder, "/proc/self/cgroup",
             "5:cpu,cpuacct:/docker/f00\n4:memory,hugetlb:/docker/f00/job\n1:name=systemd:/\n0::/\n");
    put_file(folder, "/proc/self/mountinfo",
             "41 36 0:33 /docker/f00 /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu,cpuacct\n"
             "42 36 0:34 /docker/f00 /sys/fs/cgroup/memory ro - cgroup cgroup rw,hugetlb,memory\n");
    put_file(folder, "/sys/fs/cgroup/cpu/memory.limit_in_bytes", "1\n");
    put_file(folder, "/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "9223372036854771712\n");
    put_file(folder, "/sys/fs/cgroup/memory/job/memory.usage_in_bytes", "4096\n");
    put_file(folder, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "10485760\n");
    put_file(folder, "/sys/fs/cgroup/memory/memory.usage_in_bytes", "11534336\n");
    put_file(folder, "/sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 3145728\n");
    check_memory(MIB(2), "cgroup /");
}

TEST_WITH(broken_files_are_unknown, make_folder, remove_folder)
{
    put_file(folder, "/proc/meminfo", "MemAvailable: lots\n");
    put_file(folder, "/proc/self/cgroup", "\n:\nmemory\n4:memory:relative\n0::/a\n0::\n");
    put_file(folder, "/proc/self/mountinfo", "\n - \n1 2 3 / /sys - cgroup2\n1 2 3 / /m - cgroup x memory\n");
    put_file(folder, "/sys/memory.max", "-7\n");
    put_file(folder, "/sys/memory.current", "\n");
    check_memory(SIZE_MAX, "");
}

/* So high a limit that nothing is ever refused. */
TEST_WITH(address_space_limit, make_folder, remove_folder)
{
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    const struct rlimit limit = {(rlim_t)1 << 50, before.rlim_max};
    put_file(folder, "/proc/self/status", "Name:\tx\nVmPeak:\t 999999 kB\nVmSize:\t 102400 kB\n");
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    check_memory(((size_t)1 << 50) - MIB(100), "RLIMIT_AS");
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
}

TEST_WITH(a_short_name_is_cut, make_folder, remove_folder)
{
    char which[5];
    put_file(folder, "/proc/meminfo", "MemAvailable: 1 kB\n");
    assert_int_equal(environment_memory(folder, which, sizeof which), 1024);
    assert_string_equal(which, "MemA");
}

TEST(this_machine)
{
    struct machine machine;
    struct error error = {0};
    assert_true(machine_init(&machine, NULL, &error));
    const struct environment *const environment = &machine.environment;
    assert_true(environment->kernel[0] && environment->host_arch[0]);
    assert_int_equal(strlen(environment->utc), strlen("2026-01-31T12:00:00Z"));
    assert_true(environment->mhz == -1 || (environment->mhz > 50 && environment->mhz < 20000));
    assert_in_range(environment->boost + 1, 0, 2);
    assert_in_range(environment->aslr + 1, 0, 3);
    assert_null(strpbrk(environment->thp, "[] "));
    assert_true(environment->memory_available_bytes > 0);
    char which[128];
    const size_t bytes = environment_memory("", which, sizeof which);
    assert_true(bytes > 0 && bytes < SIZE_MAX && which[0]);
    machine_close(&machine);
}

TEST(a_bad_topology_is_reported)
{
    struct machine machine;
    struct error error = {0};
    assert_false(machine_init(&machine, "synthetic:nonsense", &error));
    assert_int_equal(error.code, EXIT_USAGE);
    machine_close(&machine);
}

TEST_WITH(settings_of_the_kernel, make_folder, remove_folder)
{
    struct environment environment = {.mitigation_count = 0};
    put_file(folder, "/sys/devices/system/cpu/smt/control", "off\n");
    put_file(folder, "/sys/devices/system/cpu/isolated", "\n");
    put_file(folder, "/sys/devices/system/cpu/vulnerabilities/meltdown", "Mitigation: PTI\n");
    put_file(folder, "/sys/devices/system/cpu/vulnerabilities/l1tf", "Not affected\n");
    put_version_2();
    put_file(folder, "/sys/fs/cgroup/a/cpu.max", "50000 100000\n");
    environment_settings(folder, &environment);
    assert_string_equal(environment.smt, "off");
    assert_string_equal(environment.isolated, "none");
    assert_int_equal(environment.mitigation_count, 2);
    assert_string_equal(environment.mitigations[0].name, "l1tf");
    assert_string_equal(environment.mitigations[1].state, "Mitigation: PTI");
    assert_true(environment.quota.cpus == 0.5);
    assert_string_equal(environment.quota.group, "/a");
    assert_true(environment.memory_left_bytes > 0);
    assert_true(environment.memory_bound[0]);
}

TEST_WITH(absent_settings_are_unknown, make_folder, remove_folder)
{
    struct environment environment = {.mitigation_count = 0};
    environment_settings(folder, &environment);
    assert_string_equal(environment.smt, "");
    assert_string_equal(environment.isolated, "");
    assert_int_equal(environment.mitigation_count, 0);
    assert_int_equal(environment.memory_left_bytes, -1);
}
