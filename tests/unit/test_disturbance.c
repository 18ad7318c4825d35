/* SPDX-License-Identifier: MIT */
/* Every flag of a point: set by its condition alone, and provoked where a test can provoke it. */
#include "machine/nodes.h"
#include "measure/disturbance.h"
#include "measure/limits.h"
#include "measure/runner.h"
#include "registry/registry.h"

#include "made_up.h"
#include "test.h"

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
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
    if (flags & FLAGS_UNSTABLE)
        flags |= FLAG_UNSTABLE;
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
    expect(&scene, FLAG_DRIFT);
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

/* A scan against a copy of the same bytes whose calls take so many times as long, in rounds that both share.
 */
static struct record rate_against_limit(double slower)
{
    static const struct implementation copy = {.name = "copy", .primitive = PRIMITIVE_COPY};
    double copied[SAMPLES];
    struct scene scene;
    enter(&scene, REAL);
    const struct point point = {.implementation = &copy, .dtype = DTYPE_U32, .n = N, .workers = 2};
    struct record limit = record_of(&point);
    for (size_t i = 0; i < SAMPLES; i++) {
        scene.samples[i] *= 1 + 0.5 * (double)(i % 5); /* a disturbance of whole rounds */
        copied[i] = slower * scene.samples[i] * (1 + 1e-3 * (double)(i % 2));
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
    limits_rate(&scene.block);
    machine_close(&scene.machine);
    return scene.record;
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

/* Provoked, in a run of made-up scans. */
static void scan_in_fresh_memory(const struct run *run)
{
    char *const page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(page, MAP_FAILED);
    *(volatile char *)page = 1;
    munmap(page, 4096);
    scan_sums(run);
}

static unsigned elsewhere; /* a CPU that the worker is not pinned to */

static void scan_elsewhere(const struct run *run)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(elsewhere, &set);
    assert_int_equal(sched_setaffinity(0, sizeof set, &set), 0);
    scan_sums(run);
}

static unsigned flags_of(void (*run)(const struct run *), size_t n)
{
    const struct implementation made_up = {
        .name = "made-up",
        .primitive = PRIMITIVE_SCAN,
        .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_MODE),
        .dtypes = 1u << DTYPE_U32,
        .ops = 1u << OP_SUM,
        .run = run,
    };
    struct planned_point point = {.supported = true,
                                  .point = {.implementation = &made_up,
                                            .dtype = DTYPE_U32,
                                            .op = OP_SUM,
                                            .mode = MODE_EXCLUSIVE,
                                            .n = n,
                                            .pages = PAGES_4K,
                                            .cache = CACHE_HOT}};
    const struct plan plan = {&point, 1};
    const struct config config = {.measure = {.samples_min = SAMPLES,
                                              .samples_max = SAMPLES,
                                              .precision = -1,
                                              .max_time_s = 60,
                                              .launches = 1}};
    const struct runner_options options = {.budget_s = INFINITY};
    struct machine machine;
    struct results results = {0};
    struct error error = {0};
    assert_true(machine_init(&machine, NULL, &error));
    assert_true(runner_run(&(struct workload){&plan, &config, &machine}, &options, &results, &error));
    assert_int_equal(results.records[0].status, STATUS_OK);
    const unsigned flags = results.records[0].flags;
    results_close(&results);
    machine_close(&machine);
    return flags;
}

static void fresh_pages_are_faults(void **state)
{
    (void)state;
    assert_true(flags_of(scan_in_fresh_memory, 1000) & FLAG_FAULTS);
}

static const struct place *all_places(struct machine *machine, size_t *count)
{
    struct error error = {0};
    const struct place *places;
    assert_true(machine_init(machine, NULL, &error));
    *count = topology_places(machine->topology, &places);
    return places;
}

static void another_cpu_is_a_migration(void **state)
{
    (void)state;
    struct machine machine;
    size_t count;
    const struct place *const places = all_places(&machine, &count);
    elsewhere = places[count - 1].cpu;
    machine_close(&machine);
    if (count < 2)
        skip();
    assert_true(flags_of(scan_elsewhere, 1000) & FLAG_MIGRATED);
}

/* Another process wants the same CPU for as long as the samples take. */
static void company_preempts(void **state)
{
    (void)state;
    struct machine machine;
    size_t count;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(all_places(&machine, &count)[0].cpu, &set);
    machine_close(&machine);
    const pid_t company = fork();
    if (company == 0) {
        sched_setaffinity(0, sizeof set, &set);
        alarm(60);
        for (;;) {
        }
    }
    const unsigned flags = flags_of(scan_sums, 16 << 20);
    kill(company, SIGKILL);
    waitpid(company, NULL, 0);
    assert_true(flags & FLAG_PREEMPTED && flags & FLAG_UNSTABLE);
}

static void pages_know_their_node(void **state)
{
    (void)state;
    const size_t bytes = 64 * 4096;
    struct machine machine;
    size_t count;
    unsigned nodes[64];
    const struct place *const places = all_places(&machine, &count);
    for (size_t i = 0; i < count && i < 64; i++)
        nodes[i] = places[i].node;
    char *const pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(pages, MAP_FAILED);
    assert_true(isnan(nodes_elsewhere(pages, bytes, nodes, 1)));
    memset(pages, 1, bytes);
    if (!isnan(nodes_elsewhere(pages, bytes, nodes, 1))) {
        assert_true(nodes_elsewhere(pages, bytes, nodes, count < 64 ? count : 64) == 0);
        assert_true(nodes_elsewhere(pages, bytes, nodes, 0) == 1);
    }
    munmap(pages, bytes);
    machine_close(&machine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calm_has_no_flag),
        cmocka_unit_test(wide_interval),
        cmocka_unit_test(drift),
        cmocka_unit_test(frequency),
        cmocka_unit_test(frequency_of_a_coarse_clock),
        cmocka_unit_test(steal_and_throttling),
        cmocka_unit_test(preempted),
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
        cmocka_unit_test(the_rounds_are_watched),
        cmocka_unit_test(fresh_pages_are_faults),
        cmocka_unit_test(another_cpu_is_a_migration),
        cmocka_unit_test(company_preempts),
        cmocka_unit_test(pages_know_their_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
