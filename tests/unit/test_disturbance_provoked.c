/* SPDX-License-Identifier: MIT */
/* Flags that a run gets from the system: memory that is fresh, another CPU, company on its own. */
#include "machine/machine.h"
#include "measure/measure.h"

#include "made_up.h"
#include "test.h"

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAMPLES = 30 };

/* Made-up scans. */
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
    const struct implementation made_up = made_up_scan("made-up", run);
    struct planned_point point = {.point = made_up_point(&made_up, n), .supported = true};
    const struct plan plan = {&point, 1};
    const struct config config = {.measure = {.samples = SAMPLES, .time_s = 60, .processes = 1}};
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

TEST(fresh_pages_are_faults)
{
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

TEST(another_cpu_is_a_migration)
{
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
TEST(company_preempts)
{
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
    assert_true(flags & FLAG_PREEMPTED);
}

TEST(pages_know_their_node)
{
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
