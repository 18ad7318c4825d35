/* SPDX-License-Identifier: MIT */
/* The team: barriers that let nobody through early, any number of active workers, sleep and waking, and the
 * parts. */
#include "machine/workers/pin.h"
#include "machine/workers/team.h"

#include "test.h"

#include <time.h>
#include <unistd.h>

enum { MOST = 64, WATCHDOG_S = 60 };

static struct team *make(const struct place *places, unsigned size)
{
    struct error error = {0};
    struct team *const team = team_create(places, size, &error);
    assert_done(team, &error);
    assert_int_equal(team_size(team), size);
    return team;
}

/* Plain memory on purpose: the barrier alone must make it safe (ThreadSanitizer watches). */
struct lockstep {
    struct team *team;
    unsigned active;
    unsigned rounds;
    unsigned step[MOST];
    unsigned early[MOST]; /* how often a worker saw another that was not at its own step */
};

static void march(void *argument, unsigned worker)
{
    struct lockstep *const lockstep = argument;
    for (unsigned round = 1; round <= lockstep->rounds; round++) {
        lockstep->step[worker] = round;
        team_barrier(lockstep->team, worker);
        for (unsigned other = 0; other < lockstep->active; other++)
            lockstep->early[worker] += lockstep->step[other] != round;
        team_barrier(lockstep->team, worker);
    }
}

static void march_with(struct team *team, unsigned active, unsigned rounds)
{
    struct lockstep lockstep = {.team = team, .active = active, .rounds = rounds};
    team_run(team, active, march, &lockstep);
    for (unsigned w = 0; w < MOST; w++) {
        assert_int_equal(lockstep.step[w], w < active ? rounds : 0);
        assert_int_equal(lockstep.early[w], 0);
    }
}

TEST(barriers_hold)
{
    static const unsigned sizes[] = {1, 2, 3, 5, 8, 64}, rounds[] = {10000, 10000, 3000, 2000, 1000, 60};
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct team *const team = make(NULL, sizes[i]);
        march_with(team, sizes[i], rounds[i]);
        team_destroy(team);
    }
}

TEST(any_number_may_be_active)
{
    struct team *const team = make(NULL, 8);
    for (unsigned i = 0; i < 400; i++)
        march_with(team, i * 5 % 8 + 1, i % 7);
    team_destroy(team);
}

static void count(void *argument, unsigned worker)
{
    ((unsigned *)argument)[worker]++;
}

/* Runs in quick succession, where a worker may still be leaving the last one. */
TEST(runs_follow_each_other)
{
    struct team *const team = make(NULL, 3);
    unsigned counts[3] = {0};
    for (unsigned i = 0; i < 6000; i++)
        team_run(team, i % 3 + 1, count, counts);
    assert_int_equal(counts[0], 6000);
    assert_int_equal(counts[1], 4000);
    assert_int_equal(counts[2], 2000);
    team_destroy(team);
}

/* Pauses around the time after which an idle worker goes to sleep, to meet it in the act. */
TEST(sleepers_wake)
{
    struct team *const team = make(NULL, 4);
    unsigned counts[4] = {0};
    for (unsigned i = 0; i < 2000; i++) {
        const struct timespec pause = {.tv_nsec = i * 7919 % 120000};
        if (i % 2)
            nanosleep(&pause, NULL);
        team_run(team, 4, count, counts);
    }
    for (unsigned w = 0; w < 4; w++)
        assert_int_equal(counts[w], 2000);
    team_destroy(team);
}

static double cpu_seconds(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

TEST(idle_workers_use_no_cpu)
{
    struct team *const team = make(NULL, 4);
    const struct timespec settle = {.tv_nsec = 50000000}, pause = {.tv_nsec = 200000000};
    unsigned counts[4] = {0};
    team_run(team, 4, count, counts);
    nanosleep(&settle, NULL);
    const double start = cpu_seconds();
    nanosleep(&pause, NULL);
    assert_true(cpu_seconds() - start < 0.02);
    team_destroy(team);
}

static void where(void *argument, unsigned worker)
{
    ((unsigned *)argument)[worker] = pin_current();
}

TEST(workers_stay_where_they_are_pinned)
{
    struct error error = {0};
    struct topology *const topology = topology_create(NULL, &error);
    assert_non_null(topology);
    const struct place *allowed;
    const size_t allowed_count = topology_places(topology, &allowed);
    struct place places[5];
    unsigned cpus[5];
    struct binding before, after;
    assert_true(pin_save(&before));
    for (unsigned w = 0; w < 5; w++)
        places[w] = allowed[w % allowed_count];
    struct team *const team = make(places, 5);
    team_run(team, 5, where, cpus);
    for (unsigned w = 0; w < 5; w++) {
        assert_int_equal(cpus[w], places[w].cpu);
        assert_int_equal(team_cpu(team, w), places[w].cpu);
    }
    march_with(team, 5, 200);
    team_destroy(team);
    assert_true(pin_save(&after));
    assert_true(CPU_EQUAL_S(sizeof before.cpus, before.cpus, after.cpus));
    topology_destroy(topology);
}

static unsigned count_threads(void)
{
    char line[128];
    unsigned threads = 0;
    FILE *const file = fopen("/proc/self/status", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) && sscanf(line, "Threads: %u", &threads) != 1) {
    }
    fclose(file);
    return threads;
}

TEST(a_refused_pin_leaves_nothing)
{
    struct place places[3] = {{.cpu = pin_current()}, {.cpu = BINDING_CPUS - 1}, {.cpu = BINDING_CPUS - 2}};
    struct binding before, after;
    struct error error = {0};
    const unsigned threads = count_threads();
    assert_true(pin_save(&before));
    assert_null(team_create(places, 3, &error));
    assert_error(&error, EXIT_SYSTEM, "cannot pin to CPU 3276");
    assert_int_equal(count_threads(), threads);
    assert_true(pin_save(&after));
    assert_true(CPU_EQUAL_S(sizeof before.cpus, before.cpus, after.cpus));
}

TEST(too_large_a_team_is_refused)
{
    struct error error = {0};
    assert_null(team_create(NULL, 1u << 30, &error));
    assert_int_equal(error.code, EXIT_SYSTEM);
}

static void check_parts(size_t n, size_t grain, unsigned size)
{
    size_t expected = 0, least = SIZE_MAX, most = 0;
    for (unsigned w = 0; w < size; w++) {
        const struct span own = team_part(n, grain, w, size);
        const size_t first = own.first, last = own.last;
        assert_true(first == expected && last >= first && last <= n);
        assert_true(last == n || last % grain == 0);
        const size_t grains = (last - first) / grain + ((last - first) % grain != 0);
        least = grains < least ? grains : least;
        most = grains > most ? grains : most;
        expected = last;
    }
    assert_true(expected == n);
    assert_true(most - least <= 1);
}

TEST(parts_cover_all_evenly)
{
    static const size_t grains[] = {1, 2, 3, 16, 1000, 4096};
    static const size_t large[] = {1u << 20, 1000003, SIZE_MAX / 2, SIZE_MAX - 1, SIZE_MAX};
    for (unsigned g = 0; g < sizeof grains / sizeof grains[0]; g++) {
        for (unsigned size = 1; size <= 70; size++) {
            for (size_t n = 0; n <= 300; n++)
                check_parts(n, grains[g], size);
            for (unsigned i = 0; i < sizeof large / sizeof large[0]; i++)
                check_parts(large[i], grains[g], size);
        }
    }
}

/* A lost wake-up or a stuck barrier ends the test. */
static int limit_time(void **state)
{
    (void)state;
    alarm(WATCHDOG_S);
    return 0;
}

AROUND_TESTS(limit_time, NULL)
