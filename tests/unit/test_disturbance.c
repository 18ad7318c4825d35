/* SPDX-License-Identifier: MIT */
/* Every flag of a point is set by its condition alone. */
#include "engine/engine.h"
#include "measure/measure.h"
#include "registry/registry.h"

#include "made_up.h"
#include "scene_bed.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void expect(struct scene *scene, unsigned flags)
{
    char got[256], wanted[256];
    scene->record.statistics = record_statistics(&scene->record);
    scene->record.flags |=
        disturbance_of_samples(&scene->entry) |
        (scene->entry.memory->calls_here ? disturbance_of_host : disturbance_of_device)(&scene->entry);
    if (scene->record.flags != flags)
        fail_msg("'%s' and not '%s'", flags_text(scene->record.flags, got, sizeof got),
                 flags_text(flags, wanted, sizeof wanted));
    machine_close(&scene->machine);
}

TEST(calm_has_no_flag)
{
    struct scene scene;
    enter(&scene, REAL);
    expect(&scene, 0);
}

TEST(drift)
{
    struct scene scene;
    enter(&scene, REAL);
    for (size_t i = 0; i < 8; i++)
        scene.samples[i] *= 1.1;
    expect(&scene, FLAG_DRIFT);
}

/* Samples that differ by a quarter among each other may differ by a twentieth between their thirds. */
TEST(chance_is_no_drift)
{
    struct scene scene;
    enter(&scene, REAL);
    for (size_t i = 0; i < SAMPLES; i++) {
        const double place = 0.618034 * (double)i;
        scene.samples[i] *= 1 + 0.3 * (place - floor(place)) + (i < SAMPLES - SAMPLES / 3 ? 0 : 0.05);
    }
    expect(&scene, 0);
}

/* A third of three samples is the least that tells. */
TEST(drift_of_few)
{
    for (size_t count = 8; count <= 9; count++) {
        struct scene scene;
        enter(&scene, REAL);
        scene.record.sample_count = count;
        for (size_t i = 0; i < 3; i++)
            scene.samples[i] *= 1.1;
        expect(&scene, count < 9 ? 0 : FLAG_DRIFT);
    }
}

/* What is changed of a scene in which nothing disturbs, and the flag that follows. */
#define FLAGGED(name, change, flag) \
    TEST(name)                      \
    {                               \
        struct scene scene;         \
        enter(&scene, REAL);        \
        change;                     \
        expect(&scene, flag);       \
    }
FLAGGED(frequency, scene.record.compute_spread = 0.05, FLAG_FREQ)

/* What the clock cannot tell is no change of frequency. */
TEST(frequency_of_a_coarse_clock)
{
    struct scene scene;
    enter(&scene, REAL);
    scene.record.compute_spread = 0.05;
    scene.machine.clock.tick_s = 40e-9;
    expect(&scene, 0);
}

TEST(steal_and_throttling)
{
    struct scene scene;
    enter(&scene, REAL);
    scene.block.flags = FLAG_STEAL | FLAG_THROTTLED;
    expect(&scene, FLAG_STEAL | FLAG_THROTTLED);
}

TEST(preempted)
{
    struct scene scene;
    enter(&scene, REAL);
    scene.entry.disturbance.preempted = 1;
    expect(&scene, 0);
    enter(&scene, REAL);
    scene.entry.disturbance.preempted = 2;
    expect(&scene, FLAG_PREEMPTED);
}

/* Once, longer than two samples take: a plugin may wait for somebody else in each. */
TEST(stopped)
{
    struct scene scene;
    enter(&scene, REAL);
    scene.entry.disturbance.idle_s = 2;
    expect(&scene, FLAG_STOPPED);
    enter(&scene, REAL);
    scene.entry.disturbance.idle_s = 0.04;
    expect(&scene, 0);
    enter(&scene, REAL);
    scene.entry.disturbance.idle_s = 0.06;
    scene.record.batch = 50;
    expect(&scene, 0);
}

static void stop_once(const struct run *run)
{
    bool *const done = run->output;
    if (!*done)
        raise(SIGSTOP);
    *done = true;
}

/* In a child, which stops within a batch; says how long it ran on no CPU, in milliseconds. */
_Noreturn static void measure_stopped(int to)
{
    struct error error = {0};
    const struct clock clock = clock_calibrate();
    bool done = false;
    const struct implementation stopping = made_up_scan("stopping", stop_once);
    const struct point point = {.implementation = &stopping, .n = 1};
    struct team *const team = team_create(NULL, 1, &error);
    const struct run run = {.point = &point, .output = &done, .team = team, .workers = 1};
    const double idle_s = team ? batch_time(&run, &clock, &(struct calls){.count = 3}, NULL).idle_s : -1;
    const ssize_t written = write(to, &idle_s, sizeof idle_s);
    _exit(written == sizeof idle_s ? 0 : 1);
}

TEST(a_stop_is_seen_in_a_batch)
{
    int ends[2], status;
    double idle_s;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        measure_stopped(ends[1]);
    assert_int_equal(waitpid(child, &status, WUNTRACED), child);
    assert_true(WIFSTOPPED(status));
    usleep(200000);
    assert_int_equal(kill(child, SIGCONT), 0);
    assert_int_equal(read(ends[0], &idle_s, sizeof idle_s), sizeof idle_s);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(idle_s > 0.15);
    close(ends[0]);
    close(ends[1]);
}

FLAGGED(faults, scene.entry.disturbance.faulted = 1, FLAG_FAULTS)
FLAGGED(migrated, scene.entry.disturbance.migrated = true, FLAG_MIGRATED)
FLAGGED(oversubscribed, scene.bench.place_count = 1, FLAG_OVERSUBSCRIBED)
FLAGGED(siblings, scene.places[1].core = 0, FLAG_SMT_SHARED)
FLAGGED(small_pages, scene.record.huge_fraction = 0.5, FLAG_HUGE_PARTIAL)
FLAGGED(remote_pages, scene.set.remote_fraction = 0.2, FLAG_REMOTE_NUMA)
FLAGGED(coarse_clock, scene.machine.clock.tick_s = 1e-5, FLAG_CLOCK_COARSE)

static struct problem_key compaction(double selectivity)
{
    return (struct problem_key){
        .primitive = PRIMITIVE_COMPACT, .dtype = DTYPE_U32, .n = 5000, .selectivity = selectivity};
}

TEST(trained_predictor)
{
    struct scene scene;
    enter(&scene, REAL);
    scene.block.key = compaction(0.5);
    expect(&scene, FLAG_PREDICTOR_TRAINED);
    enter(&scene, REAL);
    scene.block.key = compaction(1);
    expect(&scene, 0);
}

TEST(simulated_topology)
{
    struct scene scene;
    enter(&scene, "synthetic:core:2 pu:1");
    expect(&scene, FLAG_SIMULATED_TOPOLOGY);
}

/* Two ticks of the kernel and more than 1 % are steal; no more stops of a group is no throttling. */
TEST(the_rounds_are_watched)
{
    struct scene scene;
    enter(&scene, REAL);
    disturbance_begin(&scene.block);
    scene.block.before = (struct steal){.stolen_s = -1e9, .throttled = -1};
    disturbance_end(&scene.block);
    assert_true(scene.block.flags & FLAG_STEAL);
    scene.block.flags = 0;
    scene.block.before = (struct steal){.stolen_s = 1e9, .throttled = 1000000000};
    disturbance_end(&scene.block);
    assert_int_equal(scene.block.flags, 0);
    machine_close(&scene.machine);
}

/* Nothing of the host is said of a point on a device. */
static void on_device(struct scene *scene)
{
    enter(scene, REAL);
    scene->implementation.axes = AXIS_BIT(AXIS_DEVICE);
    scene->record.point.device = DEVICE_CUDA_0;
    scene->entry.memory = &device_memory;
    scene->entry.disturbance.faulted = SAMPLES;
}

TEST(a_device_that_is_slowed_down)
{
    struct scene scene;
    on_device(&scene);
    scene.entry.disturbance.slowed = 1; /* of thirty */
    scene.entry.disturbance.slowed_by = 1u << SLOWDOWN_POWER;
    expect(&scene, 0);
    assert_string_equal(scene.record.slowed_by, "power");
    on_device(&scene);
    scene.entry.disturbance.slowed = 2;
    scene.entry.disturbance.slowed_by = (1u << SLOWDOWN_COUNT) - 1;
    expect(&scene, FLAG_THROTTLED);
    assert_string_equal(scene.record.slowed_by, "power;thermal;hardware;other-device");
}

TEST(a_device_that_is_shared)
{
    struct scene scene;
    on_device(&scene);
    scene.entry.disturbance.shared = 1;
    expect(&scene, FLAG_DEVICE_SHARED);
    assert_string_equal(scene.record.slowed_by, "");
}
