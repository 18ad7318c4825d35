/* SPDX-License-Identifier: MIT */
/* Runs that measure on one device know of each other, and of nobody who has gone. */
#include "machine/conditions/conditions.h"

#include "test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 8 };

static char device[64], another[64];

static int name_devices(void **state)
{
    (void)state;
    snprintf(device, sizeof device, "test-%d:0", (int)getpid());
    return snprintf(another, sizeof another, "test-%d:1", (int)getpid()) < 0;
}

TEST(who_is_alone_has_no_company)
{
    assert_int_equal(occupancy_others(device, -1), 0);
    const int place = occupancy_enter(device);
    assert_true(place >= 0);
    assert_int_equal(occupancy_others(device, place), 0);
    assert_int_equal(occupancy_others(another, -1), 0);
    occupancy_leave(place);
    occupancy_leave(-1);
    assert_int_equal(occupancy_others(device, -1), 0);
}

TEST(all_that_have_a_place_are_counted)
{
    int places[MOST];
    for (unsigned i = 0; i < MOST; i++) {
        places[i] = occupancy_enter(device);
        assert_true(places[i] >= 0);
        assert_int_equal(occupancy_others(device, places[i]), i);
        assert_int_equal(occupancy_others(device, -1), i + 1);
    }
    assert_int_equal(occupancy_enter(device), -1);
    for (unsigned i = 0; i < MOST; i++)
        occupancy_leave(places[i]);
    assert_int_equal(occupancy_others(device, -1), 0);
}

TEST(who_is_killed_leaves_no_place)
{
    int ends[2];
    char ready;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        if (occupancy_enter(device) < 0 || write(ends[1], "", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    assert_int_equal(read(ends[0], &ready, 1), 1);
    assert_int_equal(occupancy_others(device, -1), 1);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_int_equal(occupancy_others(device, -1), 0);
    close(ends[0]);
    close(ends[1]);
}

AROUND_TESTS(name_devices, NULL)
