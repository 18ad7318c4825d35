/* SPDX-License-Identifier: MIT */
/* What results were measured with and on, as JSON: the tool, what identifies the machine, and its state. */
#include "results/machine_json.h"

#include "base/memory.h"
#include "base/release.h"
#include "base/sha256.h"
#include "base/text_stream.h"
#include "machine/isa.h"
#include "registry/registry.h"
#include "results/devices_json.h"
#include "results/plugins_json.h"
#include "json/json_values.h"

#include <gnu/libc-version.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int compare_places(const void *a, const void *b)
{
    const struct implementation *const *const x = a, *const *const y = b;
    const uintptr_t left = (uintptr_t)(*x)->run, right = (uintptr_t)(*y)->run;
    return (left > right) - (left < right);
}

/* In what order the linker has laid the implementations that are built in: a digest of their names, 16
 * digits. */
static void write_link_order(char order[17])
{
    const struct implementation **const sorted = memory_array(registry_count + 1, sizeof *sorted);
    struct text_stream names;
    char digest[65];
    size_t count = 0;
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->family != FAMILY_PLUGIN)
            sorted[count++] = registry[i];
    qsort(sorted, count, sizeof *sorted, compare_places);
    text_stream_open(&names);
    for (size_t i = 0; i < count; i++)
        fprintf(names.file, "%s\n", sorted[i]->name);
    char *const text = text_stream_close(&names);
    sha256_hex(text, strlen(text), digest);
    snprintf(order, 17, "%.16s", digest);
    free(text);
    free(sorted);
}

json_t *tool_json(void)
{
    char order[17];
    write_link_order(order);
    return json_pack("{s:s, s:o, s:o, s:o, s:s, s:s, s:o}", "version", release.version, "compiler",
                     text_json(release.compiler), "flags", text_json(release.flags), "flags_kernel",
                     text_json(release.flags_kernel), "link_order", order, "libc", gnu_get_libc_version(),
                     "git", text_json(release.commit));
}

/* The names that the results have on an axis, each once. */
static json_t *axis_json(const struct results *results, enum axis axis)
{
    json_t *const array = json_array();
    uint64_t seen = 0;

    for (size_t i = 0; i < results->count; i++) {
        const struct point *const point = &results->records[i].point;
        char text[64];
        if (!point_has(point, axis) || (seen >> point->axis[axis] & 1))
            continue;
        seen |= UINT64_C(1) << point->axis[axis];
        json_array_append_new(array, text_json(point_axis_text(point, axis, text, sizeof text)));
    }
    return array;
}

static json_t *caches_json(const struct topology_facts *facts)
{
    json_t *const array = json_array();

    for (size_t i = 0; i < facts->caches; i++)
        json_array_append_new(array, json_pack("{s:i, s:I, s:i}", "level", (int)facts->cache[i].level,
                                               "bytes", (json_int_t)facts->cache[i].bytes, "instances",
                                               (int)facts->cache[i].instances));
    return array;
}

static json_t *cpus_json(const struct topology *topology)
{
    json_t *const array = json_array();
    const struct place *places;
    const size_t count = topology_places(topology, &places);

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_integer(places[i].cpu));
    return array;
}

json_t *identity_json(const struct results *results, const struct machine *machine,
                      const struct config *config)
{
    const struct topology_facts *const facts = topology_facts(machine->topology);
    json_t *const identity =
        json_pack("{s:o, s:s, s:b, s:i, s:i, s:i, s:i, s:b, s:o, s:I, s:o, s:s, s:o, s:o, s:o, s:o, s:s}",
                  "cpu_model", text_json(facts->cpu_model), "topology_digest", facts->digest, "real",
                  (int)facts->real, "sockets", (int)facts->sockets, "cores", (int)facts->cores, "units",
                  (int)facts->units, "nodes", (int)facts->nodes, "smt", (int)facts->smt, "allowed_cpus",
                  cpus_json(machine->topology), "memory_bytes", (json_int_t)facts->memory_bytes, "caches",
                  caches_json(facts), "isa", isa_names[isa_best()], "compiler", text_json(release.compiler),
                  "flags", text_json(release.flags), "pages", axis_json(results, AXIS_PAGES), "cache",
                  axis_json(results, AXIS_CACHE), "pin", config->pin == PIN_CORES ? "cores" : "none");

    json_object_set_new(identity, "flags_kernel", text_json(release.flags_kernel));
    plugins_add(identity);
    devices_add(identity, results);
    return identity;
}

/* What may have changed since, and only warns. */
static json_t *mitigations_json(const struct environment *now)
{
    if (now->mitigation_count == 0)
        return json_null();
    json_t *const object = json_object();
    for (size_t i = 0; i < now->mitigation_count; i++)
        json_object_set_new(object, now->mitigations[i].name, text_json(now->mitigations[i].state));
    return object;
}

/* Of memory and CPU time, what all cgroups above this process leave; no limit is null. */
static json_t *limits_json(const struct environment *now)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "memory_left_bytes", known_json(now->memory_left_bytes),
                     "memory_bound_by", text_json(now->memory_bound), "cpus",
                     now->quota.cpus > 0 ? number_json(now->quota.cpus) : json_null(), "cpus_bound_by",
                     text_json(now->quota.group), "throttled", known_json(now->quota.throttled));
}

static json_t *clock_json(const struct clock *clock)
{
    return json_pack("{s:s, s:o, s:o}", "name", clock->name, "tick_s", number_json(clock->tick_s),
                     "overhead_s", number_json(clock->overhead_s));
}

/* Of which a negative one means unknown. */
static json_t *positive_json(double number)
{
    return number < 0 ? json_null() : number_json(number);
}

json_t *state_json(const struct machine *machine)
{
    const struct environment *const now = &machine->environment;
    json_t *const state = json_object();

    json_object_set_new(state, "kernel", text_json(now->kernel));
    json_object_set_new(state, "architecture", text_json(now->host_arch));
    json_object_set_new(state, "governor", text_json(now->governor));
    json_object_set_new(state, "boost", known_bool_json(now->boost));
    json_object_set_new(state, "mhz", positive_json(now->mhz));
    json_object_set_new(state, "load_1min", positive_json(now->load_1min));
    json_object_set_new(state, "cpu_family_model_stepping", text_json(now->stepping));
    json_object_set_new(state, "microcode", text_json(now->microcode));
    json_object_set_new(state, "transparent_huge_pages", text_json(now->thp));
    json_object_set_new(state, "clocksource", text_json(now->clocksource));
    json_object_set_new(state, "aslr", known_json(now->aslr));
    json_object_set_new(state, "hypervisor", text_json(now->hypervisor));
    json_object_set_new(state, "smt_control", text_json(now->smt));
    json_object_set_new(state, "isolated_cpus", text_json(now->isolated));
    json_object_set_new(state, "mitigations", mitigations_json(now));
    json_object_set_new(state, "limits", limits_json(now));
    json_object_set_new(state, "memory_available_bytes", known_json(now->memory_available_bytes));
    json_object_set_new(state, "utc", text_json(now->utc));
    json_object_set_new(state, "clock", clock_json(&machine->clock));
    return state;
}
