/* SPDX-License-Identifier: MIT */
/* Every flag of a point is set by its condition alone. */
#include "engine/engine.h"
#include "measure/batch.h"
#include "measure/disturbance.h"
#include "measure/limits.h"
#include "measure/runner.h"
#include "registry/registry.h"

#include "made_up.h"
#include "test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAMPLES = 30, N = 1 << 20 };

/* A measured entry that nothing disturbed. */
struct scene {
    struct machine machine;
    struct config config;
    struct runner_options options;
    struct place places[2];
    struct bench bench;
    struct implementation implementation;
    double samples[SAMPLES];
    struct record record;
    struct entry entry;
    struct buffer_set set;
    struct block block;
};

static void enter(struct scene *scene, const char *topology)
{
    struct error error = {0};
    *scene = (struct scene){
        .config = {.measure = {.precision = 0.01}},
        .places = {{.cpu = 0, .core = 0}, {.cpu = 1, .core = 1}},
        .implementation = {.name = "calm", .primitive = PRIMITIVE_SCAN},
        .set = {.workers = 2, .huge_fraction = 1, .remote_fraction = 0},
    };
    assert_true(machine_init(&scene->machine, topology, &error));
    scene->machine.clock.tick_s = scene->machine.clock.overhead_s = 1e-8;
    for (size_t i = 0; i < SAMPLES; i++)
        scene->samples[i] = 1e-3 * (1 + 1e-6 * (double)(i % 3));
    const struct point point = {.implementation = &scene->implementation, .n = N, .workers = 2};
    scene->record = record_of(&point);
    scene->record.batch = 1;
    scene->record.samples_s = scene->samples;
    scene->record.sample_count = SAMPLES;
    scene->record.huge_fraction = 1;
    scene->record.compute_s = 1e-6;
    scene->record.compute_spread = 0.01;
    scene->record.stop_reason = STOP_MAX_SAMPLES;
    scene->entry = (struct entry){.record = &scene->record};
    scene->block = (struct block){
        .key = {.primitive = PRIMITIVE_SCAN, .dtype = DTYPE_U32, .n = N},
        .pages = PAGES_HUGE,
        .workers = 2,
        .sets = &scene->set,
        .set_count = 1,
    };
    scene->bench = (struct bench){
        .config = &scene->config,
        .machine = &scene->machine,
        .options = &scene->options,
        .places = scene->places,
        .place_count = 2,
    };
}

static void expect(struct scene *scene, unsigned flags)
{
    char got[256], wanted[256];
    scene->record.statistics = record_statistics(&scene->record);
    disturbance_flag(&scene->block, &scene->bench, &scene->entry);
    if (scene->record.flags != flags)
        fail_msg("'%s' and not '%s'", flags_text(scene->record.flags, got, sizeof got),
                 flags_text(flags, wanted, sizeof wanted));
    machine_close(&scene->machine);
}

#define REAL NULL

static void calm_has_no_flag(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    expect(&scene, 0);
}

static void wide_interval(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    for (size_t i = 0; i < SAMPLES; i++)
        scene.samples[i] *= i % 2 ? 1 : 1.1;
    expect(&scene, FLAG_CI_WIDE);
}

static void drift(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    for (size_t i = 0; i < 8; i++)
        scene.samples[i] *= 1.1;
    expect(&scene, FLAG_DRIFT | FLAG_CI_WIDE); /* which hangs together, so that the interval is wide */
}

/* A third of three samples is the least that tells. */
static void drift_of_few(void **state)
{
    (void)state;
    for (size_t count = 8; count <= 9; count++) {
        struct scene scene;
        enter(&scene, REAL);
        scene.record.sample_count = count;
        for (size_t i = 0; i < 3; i++)
            scene.samples[i] *= 1.1;
        expect(&scene, count < 9 ? FLAG_CI_WIDE : FLAG_CI_WIDE | FLAG_DRIFT);
    }
}

static void frequency(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    scene.record.compute_spread = 0.05;
    expect(&scene, FLAG_FREQ);
}

/* What the clock cannot tell is no change of frequency. */
static void frequency_of_a_coarse_clock(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    scene.record.compute_spread = 0.05;
    scene.machine.clock.tick_s = 40e-9;
    expect(&scene, 0);
}

static void steal_and_throttling(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    scene.block.flags = FLAG_STEAL | FLAG_THROTTLED;
    expect(&scene, FLAG_STEAL | FLAG_THROTTLED);
}

static void preempted(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    scene.entry.disturbance.preempted = 1;
    expect(&scene, 0);
    enter(&scene, REAL);
    scene.entry.disturbance.preempted = 2;
    expect(&scene, FLAG_PREEMPTED);
}

/* Once, longer than two samples take: a plugin may wait for somebody else in each. */
static void stopped(void **state)
{
    (void)state;
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

static void a_stop_is_seen_in_a_batch(void **state)
{
    int ends[2], status;
    double idle_s;
    (void)state;
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

static void faults(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    scene.entry.disturbance.faulted = 1;
    expect(&scene, FLAG_FAULTS);
}

static void migrated(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    scene.entry.disturbance.migrated = true;
    expect(&scene, FLAG_MIGRATED);
}

static void oversubscribed(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    scene.bench.place_count = 1;
    expect(&scene, FLAG_OVERSUBSCRIBED);
}

static void siblings(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    scene.places[1].core = 0;
    expect(&scene, FLAG_SMT_SHARED);
}

static void small_pages(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    scene.record.huge_fraction = 0.5;
    expect(&scene, FLAG_HUGE_PARTIAL);
}

static void remote_pages(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    scene.set.remote_fraction = 0.2;
    expect(&scene, FLAG_REMOTE_NUMA);
}

/* The samples of the commonest placement alone are pooled: no drift, no wide interval. */
static void moved_placement(void **state)
{
    (void)state;
    struct scene scene;
    double trips_s[SAMPLES];
    enter(&scene, REAL);
    for (size_t i = 0; i < SAMPLES; i++) {
        trips_s[i] = i < 12 ? 500e-9 : 100e-9;
        scene.samples[i] *= i < 12 ? 2 : 1;
    }
    scene.record.trips_s = trips_s;
    expect(&scene, FLAG_PLACEMENT_MOVED);
    assert_int_equal(scene.record.statistics.samples, 18);
    assert_true(scene.record.statistics.max < 1.1e-3);
}

static void coarse_clock(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    scene.machine.clock.tick_s = 1e-5;
    expect(&scene, FLAG_CLOCK_COARSE);
}

static struct problem_key compaction(double selectivity)
{
    return (struct problem_key){
        .primitive = PRIMITIVE_COMPACT, .dtype = DTYPE_U32, .n = 5000, .selectivity = selectivity};
}

static void trained_predictor(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    scene.block.key = compaction(0.5);
    expect(&scene, FLAG_PREDICTOR_TRAINED);
    enter(&scene, REAL);
    scene.block.key = compaction(1);
    expect(&scene, 0);
}

static void simulated_topology(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, "synthetic:core:2 pu:1");
    expect(&scene, FLAG_SIMULATED_TOPOLOGY);
}

/* Two ticks of the kernel and more than 1 % are steal; no more stops of a group is no throttling. */
static void the_rounds_are_watched(void **state)
{
    (void)state;
    struct scene scene;
    enter(&scene, REAL);
    disturbance_begin(&scene.block, &scene.bench);
    scene.block.before = (struct steal){.stolen_s = -1e9, .throttled = -1};
    disturbance_end(&scene.block, &scene.bench);
    assert_true(scene.block.flags & FLAG_STEAL);
    scene.block.flags = 0;
    scene.block.before = (struct steal){.stolen_s = 1e9, .throttled = 1000000000};
    disturbance_end(&scene.block, &scene.bench);
    assert_int_equal(scene.block.flags, 0);
    machine_close(&scene.machine);
}

/* Limits that joined: one as fast as the best goes on, one that is far behind goes, and bounds nothing. */
static void slow_limits_are_dropped(void **state)
{
    (void)state;
    static const struct implementation scan = {.name = "scan", .primitive = PRIMITIVE_SCAN};
    static const struct implementation copy = {.name = "copy", .primitive = PRIMITIVE_COPY};
    static const double slowness[] = {3, 1, 1.1, 1.5};
    enum { ENTRIES = 4 };
    double samples[ENTRIES][SAMPLES];
    struct record records[ENTRIES];
    struct entry entries[ENTRIES];
    for (size_t e = 0; e < ENTRIES; e++) {
        const struct point point = {
            .implementation = e ? &copy : &scan, .dtype = DTYPE_U32, .n = N, .workers = 1};
        records[e] = record_of(&point);
        records[e].samples_s = samples[e];
        records[e].sample_count = 19;
        for (size_t i = 0; i < SAMPLES; i++)
            samples[e][i] = slowness[e] * 1e-6 * (1 + 1e-3 * (double)(i % 2));
        entries[e] = (struct entry){.record = &records[e], .active = true};
    }
    struct block block = {.key = {.primitive = PRIMITIVE_SCAN, .dtype = DTYPE_U32, .n = N},
                          .entries = entries,
                          .entry_count = ENTRIES,
                          .planned_count = 1};
    limits_drop(&block);
    assert_true(entries[3].active); /* too early to tell */
    for (size_t e = 0; e < ENTRIES; e++)
        records[e].sample_count = 20;
    limits_drop(&block);
    assert_true(entries[0].active && entries[1].active && entries[2].active);
    assert_true(!entries[3].active && entries[3].beaten);
}

/* A scan against a copy of the same bytes whose calls take so many times as long, in rounds that both share.
 */
static struct record rate_noisy(double slower, double noise, size_t cache_bytes)
{
    static const struct implementation copy = {.name = "copy", .primitive = PRIMITIVE_COPY};
    double copied[SAMPLES];
    struct scene scene;
    enter(&scene, REAL);
    const struct point point = {.implementation = &copy, .dtype = DTYPE_U32, .n = N, .workers = 2};
    struct record limit = record_of(&point);
    for (size_t i = 0; i < SAMPLES; i++) {
        scene.samples[i] *= 1 + 0.5 * (double)(i % 5); /* a disturbance of whole rounds */
        copied[i] = slower * scene.samples[i] * (1 + noise * (double)(i % 2));
    }
    limit.samples_s = copied;
    limit.sample_count = SAMPLES;
    limit.statistics = statistics_make(copied, SAMPLES);
    scene.record.point.dtype = DTYPE_U32;
    scene.record.statistics = statistics_make(scene.samples, SAMPLES);
    limit.status = scene.record.status = STATUS_OK;
    struct entry entries[] = {{.record = &scene.record}, {.record = &limit}};
    scene.block.entries = entries;
    scene.block.entry_count = 2;
    scene.block.planned_count = 1;
    scene.record.samples_s = malloc(sizeof scene.samples);
    memcpy(scene.record.samples_s, scene.samples, sizeof scene.samples);
    limits_rate(&scene.block, &(struct limit_floors){cache_bytes, SIZE_MAX});
    record_close(&scene.record);
    machine_close(&scene.machine);
    return scene.record;
}

static struct record rate_in_cache(double slower, size_t cache_bytes)
{
    return rate_noisy(slower, 1e-3, cache_bytes);
}

static struct record rate_against_limit(double slower)
{
    return rate_in_cache(slower, SIZE_MAX);
}

/* Rounds that are slow for both widen the times, and not their ratio. */
static void limit_is_paired(void **state)
{
    (void)state;
    const struct record below = rate_against_limit(0.5);
    assert_true(fabs(below.limit_ratio - 0.5) < 0.01);
    assert_true(below.limit_interval.low > 0.499 && below.limit_interval.high < 0.501);
    assert_int_equal(below.flags, 0);
}

static void limit_exceeded(void **state)
{
    (void)state;
    const struct record near = rate_against_limit(1.01), above = rate_against_limit(1.05);
    assert_int_equal(near.flags, 0);
    assert_true(near.limit_ratio > 1);
    assert_int_equal(above.flags, FLAG_LIMIT_EXCEEDED);
    assert_true(above.limit_ratio > 1.04);
}

/* Nothing of the host is said of a point on a device. */
static void on_device(struct scene *scene)
{
    enter(scene, REAL);
    scene->implementation.axes = AXIS_BIT(AXIS_ENGINE) | AXIS_BIT(AXIS_DEVICE);
    scene->record.point.engine = ENGINE_CUDA;
    scene->entry.disturbance.faulted = SAMPLES;
}

static void a_device_that_is_slowed_down(void **state)
{
    (void)state;
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

static void a_device_that_is_shared(void **state)
{
    (void)state;
    struct scene scene;
    on_device(&scene);
    scene.entry.disturbance.shared = 1;
    expect(&scene, FLAG_DEVICE_SHARED);
    assert_string_equal(scene.record.slowed_by, "");
}

/* Above 1.25, the whole interval, and beyond the first cache. */
static void implausible(void **state)
{
    (void)state;
    assert_int_equal(rate_in_cache(1.24, 0).status, STATUS_OK);
    assert_int_equal(rate_in_cache(1.4, SIZE_MAX).status, STATUS_OK);
    const struct record record = rate_in_cache(1.4, 0);
    assert_int_equal(record.status, STATUS_IMPLAUSIBLE);
    assert_true(isnan(record_bytes_per_s(&record)) && isnan(record.limit_ratio));
    assert_non_null(strstr(record.message, "1.4 times"));
}

/* What is above with half of the rounds is not above with confidence. */
static void above_without_confidence(void **state)
{
    (void)state;
    const struct record record = rate_noisy(1, 0.8, 0);
    assert_int_equal(record.status, STATUS_OK);
    assert_true(record.limit_ratio > 1.25 && record.limit_interval.low < 1.02);
    assert_int_equal(record.flags & FLAG_LIMIT_EXCEEDED, 0);
}

/* The share is in its own interval, whatever the samples. */
static void limit_ratio_is_in_its_interval(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        const struct record record = rate_against_limit(0.4 + 0.01 * i);
        assert_true(record.limit_interval.low <= record.limit_ratio &&
                    record.limit_ratio <= record.limit_interval.high);
        assert_near(record_bytes_per_s(&record) / record.limit_bytes_per_s, record.limit_ratio, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_limits_are_dropped),
        cmocka_unit_test(a_device_that_is_slowed_down),
        cmocka_unit_test(a_device_that_is_shared),
        cmocka_unit_test(calm_has_no_flag),
        cmocka_unit_test(wide_interval),
        cmocka_unit_test(drift),
        cmocka_unit_test(drift_of_few),
        cmocka_unit_test(above_without_confidence),
        cmocka_unit_test(frequency),
        cmocka_unit_test(frequency_of_a_coarse_clock),
        cmocka_unit_test(steal_and_throttling),
        cmocka_unit_test(preempted),
        cmocka_unit_test(stopped),
        cmocka_unit_test(a_stop_is_seen_in_a_batch),
        cmocka_unit_test(faults),
        cmocka_unit_test(migrated),
        cmocka_unit_test(oversubscribed),
        cmocka_unit_test(siblings),
        cmocka_unit_test(small_pages),
        cmocka_unit_test(remote_pages),
        cmocka_unit_test(moved_placement),
        cmocka_unit_test(coarse_clock),
        cmocka_unit_test(trained_predictor),
        cmocka_unit_test(simulated_topology),
        cmocka_unit_test(limit_is_paired),
        cmocka_unit_test(limit_exceeded),
        cmocka_unit_test(implausible),
        cmocka_unit_test(limit_ratio_is_in_its_interval),
        cmocka_unit_test(the_rounds_are_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
