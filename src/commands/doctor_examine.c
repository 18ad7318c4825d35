/* SPDX-License-Identifier: MIT */
/* Looking at the machine: what can be measured, what disturbs, and what the user may change. */
#include "commands/commands.h"

#include "base/buffer.h"
#include "base/text.h"
#include "engine/engine.h"
#include "machine/conditions/conditions.h"
#include "machine/instruments/instruments.h"
#include "machine/isa.h"
#include "machine/system_file.h"
#include "measure/measure.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define POWERCAP "/sys/class/powercap/intel-rapl:0"
#define CLOCKSOURCE "/sys/devices/system/clocksource/clocksource0"

enum { TEXT = 256 };
static const size_t test_bytes = (size_t)32 << 20;
static const double watch_s = 0.2;

static void examine_clock(struct findings *findings, const struct machine *machine)
{
    const struct clock *const clock = &machine->clock;
    const char *const source = machine->environment.clocksource;
    char tick[32], pair[32], available[TEXT];
    const bool slow = clock->overhead_s > 1e-6;
    findings_add(findings, "clock", slow ? FINDING_DISTURBS : FINDING_OK, NULL,
                 "%s: tick %s, two reads cost %s", clock->name,
                 text_format_duration(tick, sizeof tick, clock->tick_s),
                 text_format_duration(pair, sizeof pair, clock->overhead_s));
    if (!slow || strcmp(source, "tsc") == 0)
        return;
    system_line(CLOCKSOURCE "/available_clocksource", available, sizeof available);
    findings_add(findings, "clock", FINDING_NOTE,
                 strstr(available, "tsc") ? "echo tsc | sudo tee " CLOCKSOURCE "/current_clocksource" : NULL,
                 "the clock source is %s", *source ? source : "unknown");
}

static void examine_cpus(struct findings *findings, const struct machine *machine)
{
    const struct topology_facts *const facts = topology_facts(machine->topology);
    struct error none = {0};
    if (isa_any(&none))
        findings_add(findings, "cpu", FINDING_OK, NULL, "%s, best instruction set %s",
                     *facts->cpu_model ? facts->cpu_model : "unknown", isa_names[isa_best()]);
    else
        findings_add(findings, "cpu", FINDING_MISSING, NULL, "%s: only the serial family runs", none.text);
    if (facts->allowed_units < facts->units)
        findings_add(findings, "cpus", FINDING_NOTE, "taskset -p $$",
                     "%u of %u CPUs are allowed, on %u of %u cores", facts->allowed_units, facts->units,
                     facts->allowed_cores, facts->cores);
    else
        findings_add(findings, "cpus", FINDING_OK, NULL, "all %u CPUs of %u cores are allowed", facts->units,
                     facts->cores);
    if (facts->smt)
        findings_add(findings, "smt", FINDING_NOTE, "echo off | sudo tee " CPU_FOLDER "/smt/control",
                     "cores have %.3g threads: what runs on the other one slows a worker",
                     (double)facts->units / (double)facts->cores);
    else
        findings_add(findings, "smt", FINDING_OK, NULL, "one thread a core");
    if (facts->nodes > 1)
        findings_add(findings, "numa", FINDING_NOTE, NULL,
                     "%u NUMA nodes: pages lie where their worker wrote first", facts->nodes);
}

static void examine_caches(struct findings *findings, const struct machine *machine)
{
    const struct topology_facts *const facts = topology_facts(machine->topology);
    char text[TEXT] = "", bytes[32];
    for (size_t i = 0; i < facts->caches; i++)
        text_add(text, sizeof text, "%sL%u %s × %u", i ? ", " : "", facts->cache[i].level,
                 text_format_bytes(bytes, sizeof bytes, (double)facts->cache[i].bytes),
                 facts->cache[i].instances);
    if (!facts->caches)
        findings_add(findings, "caches", FINDING_MISSING, NULL, "unknown: no size can be called memory");
    else
        findings_add(
            findings, "caches", FINDING_OK, NULL, "%s; memory begins at %s", text,
            text_format_bytes(bytes, sizeof bytes, 4 * (double)topology_last_cache(machine->topology)));
}

static void examine_memory(struct findings *findings)
{
    char which[TEXT], bytes[32];
    const size_t available = environment_memory("", which, sizeof which);
    if (available == SIZE_MAX)
        findings_add(findings, "memory", FINDING_MISSING, NULL, "how much is left is unknown");
    else
        findings_add(findings, "memory", FINDING_OK, NULL, "%s may be taken (%s)",
                     text_format_bytes(bytes, sizeof bytes, (double)available), which);
}

static void examine_frequency(struct findings *findings, const struct machine *machine)
{
    const struct environment *const now = &machine->environment;
    if (!*now->governor)
        findings_add(findings, "governor", FINDING_MISSING, NULL,
                     "unknown: the kernel does not control the frequency here");
    else if (strcmp(now->governor, "performance") == 0)
        findings_add(findings, "governor", FINDING_OK, NULL, "performance");
    else
        findings_add(findings, "governor", FINDING_DISTURBS,
                     "echo performance | sudo tee " CPU_FOLDER "/cpu*/cpufreq/scaling_governor",
                     "%s: the frequency follows the load", now->governor);
    if (now->boost < 0)
        findings_add(findings, "boost", FINDING_MISSING, NULL, "unknown");
    else if (now->boost == 0)
        findings_add(findings, "boost", FINDING_OK, NULL, "off");
    else
        findings_add(findings, "boost", FINDING_DISTURBS,
                     "echo 0 | sudo tee " CPU_FOLDER "/cpufreq/boost || echo 1 | sudo tee " CPU_FOLDER
                     "/intel_pstate/no_turbo",
                     "on: the frequency follows temperature and neighbours");
}

static void examine_virtualisation(struct findings *findings, const struct machine *machine)
{
    const char *const hypervisor = machine->environment.hypervisor;
    if (*hypervisor)
        findings_add(
            findings, "virtualisation", FINDING_DISTURBS,
            "compare versions interleaved (run --against) and rates with limits of the same rounds, or use a "
            "machine of its own",
            "%s: the host moves and shares the CPUs", hypervisor);
    else
        findings_add(findings, "virtualisation", FINDING_OK, NULL, "none is seen");
}

static void examine_load(struct findings *findings, const struct machine *machine)
{
    const double load = machine->environment.load_1min;
    const unsigned units = topology_facts(machine->topology)->units;
    if (load < 0)
        findings_add(findings, "load", FINDING_MISSING, NULL, "unknown");
    else if (load > 0.1 * units)
        findings_add(findings, "load", FINDING_DISTURBS, "ps -eo pcpu,pid,comm --sort=-pcpu | head",
                     "%.2f over the last minute on %u CPUs: others run here", load, units);
    else
        findings_add(findings, "load", FINDING_OK, NULL, "%.2f over the last minute on %u CPUs", load, units);
}

static void examine_settings(struct findings *findings)
{
    char text[TEXT];
    if (system_line("/proc/sys/kernel/numa_balancing", text, sizeof text) && system_number(text) > 0)
        findings_add(findings, "numa", FINDING_DISTURBS, "sudo sysctl kernel.numa_balancing=0",
                     "the kernel moves pages between nodes while they are used");
    if (system_line(CPU_FOLDER "/isolated", text, sizeof text) && *text)
        findings_add(findings, "isolated", FINDING_NOTE, NULL, "CPUs %s are isolated from the scheduler",
                     text);
}

void examine_state(struct findings *findings, const struct machine *machine)
{
    examine_clock(findings, machine);
    examine_cpus(findings, machine);
    examine_caches(findings, machine);
    examine_frequency(findings, machine);
    examine_virtualisation(findings, machine);
    examine_load(findings, machine);
}

static void examine_quota(struct findings *findings)
{
    const struct quota quota = quota_read("");
    if (isinf(quota.cpus))
        findings_add(findings, "quota", FINDING_OK, NULL, "no limit of CPU time is seen");
    else
        findings_add(findings, "quota", FINDING_DISTURBS, "run outside this group, or raise its cpu.max",
                     "%.3g CPUs for cgroup %.100s, stopped %lld times so far", quota.cpus, quota.group,
                     quota.throttled);
}

static void touch(struct buffer *buffer)
{
    for (size_t i = 0; i < buffer->bytes; i += PAGE)
        ((volatile unsigned char *)buffer->data)[i] = 1;
}

static void examine_pages(struct findings *findings, const struct machine *machine)
{
    const char *const mode = machine->environment.thp;
    const struct buffer_shape shape = {.bytes = test_bytes, .placement = PLACE_OFFSET, .pages = PAGES_HUGE};
    struct buffer buffer;
    struct error refusal = {0};
    if (!buffer_map(&buffer, &shape, &refusal)) {
        findings_add(findings, "pages", FINDING_MISSING, NULL, "%s", refusal.text);
        return;
    }
    touch(&buffer);
    const double fraction = buffer_huge_fraction(&buffer);
    buffer_unmap(&buffer);
    if (isnan(fraction))
        findings_add(findings, "pages", FINDING_MISSING, NULL, "this kernel has no transparent huge pages");
    else if (fraction >= 0.9)
        findings_add(findings, "pages", FINDING_OK, NULL, "huge pages hold %.0f %% of a test buffer (%s)",
                     100 * fraction, mode);
    else
        findings_add(findings, "pages", FINDING_DISTURBS,
                     strcmp(mode, "never") == 0
                         ? "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"
                         : "echo 1 | sudo tee /proc/sys/vm/compact_memory",
                     "huge pages hold %.0f %% of a test buffer (%s)", 100 * fraction, mode);
}

static void examine_counters(struct findings *findings, struct team *team)
{
    struct error why = {0};
    char level[16];
    struct counters *const counters = counters_create(team, hardware_events, &why);
    system_line("/proc/sys/kernel/perf_event_paranoid", level, sizeof level);
    if (counters)
        findings_add(findings, "counters", FINDING_OK, NULL,
                     "cycles, instructions and cache misses are counted");
    else
        findings_add(findings, "counters", FINDING_MISSING,
                     system_number(level) > 2 ? "sudo sysctl kernel.perf_event_paranoid=2" : NULL, "%s",
                     why.text);
    counters_destroy(counters);
}

static void examine_energy(struct findings *findings)
{
    struct energy_reading reading;
    if (energy_read(&reading))
        findings_add(findings, "energy", FINDING_OK, NULL, "%zu counter%s of CPU packages and memory",
                     reading.count, reading.count == 1 ? "" : "s");
    else
        findings_add(findings, "energy", FINDING_MISSING,
                     access(POWERCAP, F_OK) == 0 ? "sudo chmod -R a+r " POWERCAP : NULL,
                     access(POWERCAP, F_OK) == 0 ? "of CPUs: " POWERCAP " can be read by root alone"
                                                 : "of CPUs: there is no " POWERCAP
                                                   ": a virtual machine has none");
}

static void examine_interruptions(struct findings *findings, const struct machine *machine)
{
    const struct interruption seen = interruption_watch(&machine->clock, watch_s);
    char longest[32];
    findings_add(findings, "interruptions", seen.share > 0.01 ? FINDING_DISTURBS : FINDING_OK, NULL,
                 "%.2f %% of %.1f s were taken away, at most %s at once", 100 * seen.share, seen.watched_s,
                 text_format_duration(longest, sizeof longest, seen.longest_s));
    if (isnan(seen.steal))
        findings_add(findings, "steal", FINDING_MISSING, NULL, "unknown");
    else
        findings_add(findings, "steal", seen.steal > 0.005 ? FINDING_DISTURBS : FINDING_OK, NULL,
                     "the host took %.2f %% during the test", 100 * seen.steal);
}

/* What needs pinned workers. */
static void examine_workers(struct findings *findings, const struct machine *machine)
{
    const struct place *places;
    const unsigned cores = topology_facts(machine->topology)->allowed_cores;
    const size_t count = topology_places(machine->topology, &places);
    const unsigned size = cores && cores <= count ? cores : (unsigned)count;
    struct error refusal = {0};
    char cost[32];
    struct team *const team = team_create(places, size, &refusal);
    if (!team) {
        findings_add(findings, "pinning", FINDING_MISSING, NULL, "%s", refusal.text);
        return;
    }
    findings_add(findings, "pinning", FINDING_OK, NULL,
                 "workers stay where they are put, one on each of %u cores; "
                 "releasing and joining them costs %s",
                 size, text_format_duration(cost, sizeof cost, batch_empty_s(team, size, &machine->clock)));
    examine_counters(findings, team);
    examine_energy(findings);
    examine_interruptions(findings, machine);
    team_destroy(team);
}

void examine_trial(struct findings *findings, const struct machine *machine)
{
    examine_settings(findings);
    examine_memory(findings);
    examine_quota(findings);
    examine_pages(findings, machine);
    examine_workers(findings, machine);
}

/* "; at most 1980 MHz, its memory 3201 MHz, 700 W, ECC, energy counted": what is known of it, "" of none. */
static void write_bounds(const struct engine_facts *facts, char *text, size_t size)
{
    *text = '\0';
    if (!facts->clock_mhz)
        return;
    text_add(text, size, "; at most %u MHz", facts->clock_mhz);
    if (facts->memory_clock_mhz)
        text_add(text, size, ", its memory %u MHz", facts->memory_clock_mhz);
    if (facts->power_limit_w)
        text_add(text, size, ", %u W", facts->power_limit_w);
    if (facts->ecc >= 0)
        text_add(text, size, ", %sECC", facts->ecc ? "" : "no ");
    if (facts->counts_energy)
        text_add(text, size, ", energy counted");
}

static void examine_facts(struct findings *findings, enum devices device, const struct engine_facts *facts)
{
    char memory[32], bounds[96];
    const bool known = *facts->architecture;
    write_bounds(facts, bounds, sizeof bounds);
    findings_add(findings, device_names[device], FINDING_OK, NULL, "%s%s%s, %u multiprocessors, %s%s; %s, %s",
                 facts->name, known ? ", " : "", facts->architecture, facts->multiprocessors,
                 text_format_bytes(memory, sizeof memory, (double)facts->memory_bytes), bounds, facts->driver,
                 facts->compiler);
    if (device_engine(device) == ENGINE_CUDA && !*bounds)
        findings_add(findings, device_names[device], FINDING_MISSING,
                     "install libnvidia-ml.so.1 of NVIDIA's driver, or name it in SCANBENCH_LIBNVML",
                     "its clocks, temperature, ECC and what slows it down are unknown");
    if (occupancy_others(*facts->address ? facts->address : device_names[device], -1))
        findings_add(findings, device_names[device], FINDING_DISTURBS, NULL,
                     "another run of scanbench measures on it: let it end first");
    if (facts->others)
        findings_add(findings, device_names[device], FINDING_DISTURBS, "nvidia-smi",
                     "%u other process%s on it: end them, or take another device", facts->others,
                     facts->others > 1 ? "es compute" : " computes");
}

/* All devices of an engine, or why there is none. */
static void examine_engine(struct findings *findings, enum engines engine)
{
    const enum devices first = device_first(engine);
    const struct engine_facts *facts;
    unsigned count = 1;
    for (unsigned i = 0; i < count && device_engine(first + i) == engine; i++) {
        struct error why = {0};
        if (engine_probe(first + i, &facts, &why)) {
            examine_facts(findings, first + i, facts);
            count = facts->devices;
        } else {
            findings_add(findings, i ? device_names[first + i] : engine_names[engine], FINDING_MISSING, NULL,
                         "%s", why.text);
        }
    }
}

void examine_devices(struct findings *findings)
{
    for (enum engines engine = ENGINE_NONE + 1; engine < ENGINES; engine++)
        if (engine_has_device(engine))
            examine_engine(findings, engine);
}
