/* SPDX-License-Identifier: MIT */
/* CPU quotas of made-up cgroup trees, what was taken in all, and the watch for interruptions. */
#include "machine/conditions/conditions.h"

#include "folder_bed.h"

#include <unistd.h>

TEST_WITH(nothing_is_no_limit, make_folder, remove_folder)
{
    const struct quota quota = quota_read(folder);
    assert_true(isinf(quota.cpus));
    assert_string_equal(quota.group, "");
    assert_true(quota.throttled < 0);
}

TEST_WITH(version_2_takes_the_least, make_folder, remove_folder)
{
    put_file(folder, "/proc/self/cgroup", "0::/outer/inner\n");
    put_file(folder, "/sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n");
    put_file(folder, "/sys/fs/cgroup/outer/cpu.max", "150000 100000\n");
    put_file(folder, "/sys/fs/cgroup/outer/cpu.stat", "usage_usec 5\nnr_periods 9\nnr_throttled 3\n");
    const struct quota quota = quota_read(folder);
    assert_true(quota.cpus == 1.5);
    assert_string_equal(quota.group, "/outer");
    assert_int_equal(quota.throttled, 3);
}

/* A container sees its own group as the root. */
TEST_WITH(group_that_is_not_seen, make_folder, remove_folder)
{
    put_file(folder, "/proc/self/cgroup", "0::/not/seen/here\n");
    put_file(folder, "/sys/fs/cgroup/cpu.max", "50000 100000\n");
    const struct quota quota = quota_read(folder);
    assert_true(quota.cpus == 0.5);
    assert_string_equal(quota.group, "/");
    assert_int_equal(quota.throttled, -1);
}

TEST_WITH(version_1, make_folder, remove_folder)
{
    put_file(folder, "/proc/self/cgroup", "12:memory:/docker/a\n4:cpu,cpuacct:/docker/a\n0::/\n");
    put_file(folder, "/sys/fs/cgroup/cpu,cpuacct/docker/a/cpu.cfs_quota_us", "200000\n");
    put_file(folder, "/sys/fs/cgroup/cpu,cpuacct/docker/a/cpu.cfs_period_us", "100000\n");
    put_file(folder, "/sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_quota_us", "-1\n");
    put_file(folder, "/sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_period_us", "100000\n");
    const struct quota quota = quota_read(folder);
    assert_true(quota.cpus == 2);
    assert_string_equal(quota.group, "/docker/a");
}

TEST_WITH(odd_files_are_no_limit, make_folder, remove_folder)
{
    put_file(folder, "/proc/self/cgroup", "nonsense\n:\n0::/a\n");
    put_file(folder, "/sys/fs/cgroup/a/cpu.max", "what 0\n");
    put_file(folder, "/sys/fs/cgroup/cpu.max", "100000 0\n");
    assert_true(isinf(quota_read(folder).cpus));
}

/* Every group with a quota may have been stopped. */
TEST_WITH(stops_add_up, make_folder, remove_folder)
{
    put_file(folder, "/proc/self/cgroup", "0::/outer/inner\n");
    put_file(folder, "/sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n");
    put_file(folder, "/sys/fs/cgroup/outer/inner/cpu.stat", "nr_throttled 100\n");
    put_file(folder, "/sys/fs/cgroup/outer/cpu.max", "150000 100000\n");
    put_file(folder, "/sys/fs/cgroup/outer/cpu.stat", "nr_throttled 3\n");
    put_file(folder, "/sys/fs/cgroup/cpu.max", "350000 100000\n");
    put_file(folder, "/sys/fs/cgroup/cpu.stat", "nr_throttled 4\n");
    assert_int_equal(quota_read(folder).throttled, 7);
    assert_int_equal(steal_read(folder, NULL, 0).throttled, 7);
}

TEST_WITH(steal_is_of_the_places, make_folder, remove_folder)
{
    const struct place places[] = {{.cpu = 1}, {.cpu = 2}};
    const double tick_s = 1.0 / (double)sysconf(_SC_CLK_TCK);
    assert_true(isnan(steal_read(folder, NULL, 0).stolen_s));
    put_file(folder, "/proc/stat",
             "cpu  1 2 3 4 5 6 7 600 9 10\ncpu0 1 2 3 4 5 6 7 100 9 10\n"
             "cpu1 1 2 3 4 5 6 7 200 9 10\ncpu2 1 2 3 4 5 6 7 300 9 10\nintr 5\n");
    assert_true(fabs(steal_read(folder, NULL, 0).stolen_s - 600 * tick_s) < 1e-9);
    assert_true(fabs(steal_read(folder, places, 2).stolen_s - 500 * tick_s) < 1e-9);
    put_file(folder, "/proc/stat", "cpu  1 2 3 4\ncpu1 1 2 3 4\n");
    assert_true(isnan(steal_read(folder, places, 2).stolen_s));
}

TEST(watch_says_what_it_saw)
{
    const struct clock clock = clock_calibrate();
    const struct interruption seen = interruption_watch(&clock, 1e-3);
    assert_true(seen.watched_s >= 1e-3);
    assert_true(seen.share >= 0 && seen.share <= 1);
    assert_true(seen.longest_s <= seen.watched_s);
    assert_true(isnan(seen.steal) || (seen.steal >= 0 && seen.steal <= 1));
}
