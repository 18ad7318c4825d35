/* SPDX-License-Identifier: MIT */
/* The one list of what a result's JSON has beside its records, and where what is no member of a row comes
 * from. */
#include "results/run_fields.h"

#include "base/memory.h"
#include "base/release.h"
#include "base/sha256.h"
#include "base/text_stream.h"
#include "engine/engine_probe.h"
#include "machine/isa.h"
#include "registry/registry.h"
#include "results/environment_json.h"
#include "results/results_json.h"
#include "results/run_json.h"
#include "json/json_load.h"
#include "json/json_values.h"

#include <gnu/libc-version.h>
#include <stdlib.h>
#include <string.h>

static const struct machine *machine_of(const struct run_source *source)
{
    return source->context->machine;
}

static const struct topology_facts *facts_of(const struct run_source *source)
{
    return topology_facts(machine_of(source)->topology);
}

static json_t *get_schema(const struct run_source *source)
{
    (void)source;
    return json_string(results_schema);
}

static json_t *get_schema_version(const struct run_source *source)
{
    (void)source;
    return json_integer(RESULTS_VERSION);
}

static json_t *get_digest(const struct run_source *source)
{
    (void)source;
    return json_string(seal_blank);
}

static json_t *get_complete(const struct run_source *source)
{
    return json_boolean(source->results->complete);
}

static json_t *get_tool(const struct run_source *source)
{
    return run_json(RUN_TOOL, &release, source);
}

static json_t *get_argv(const struct run_source *source)
{
    return texts_json((const char *const *)source->context->argv, (size_t)source->context->argc);
}

static json_t *get_config(const struct run_source *source)
{
    const struct config *const config = source->context->config;
    json_error_t ignored;
    json_t *const parsed = json_load(config->text, config->length, 0, &ignored);
    return parsed ? parsed : json_null();
}

static json_t *get_config_sha256(const struct run_source *source)
{
    return json_string(source->context->config->sha256);
}

static json_t *get_environment(const struct run_source *source)
{
    (void)source;
    return environment_json();
}

static json_t *get_machine(const struct run_source *source)
{
    return run_json(RUN_MACHINE, NULL, source);
}

static json_t *get_state(const struct run_source *source)
{
    return run_json(RUN_STATE, &machine_of(source)->environment, source);
}

static json_t *get_limits(const struct run_source *source)
{
    return run_json(RUN_LIMITS, &machine_of(source)->environment, source);
}

static json_t *get_clock(const struct run_source *source)
{
    return run_json(RUN_CLOCK, &machine_of(source)->clock, source);
}

static json_t *get_warnings(const struct run_source *source)
{
    return texts_json(source->context->warnings, source->context->warning_count);
}

static json_t *get_effort(const struct run_source *source)
{
    return run_json(RUN_EFFORT, &source->results->effort, source);
}

/* Null where the other run ended before: what was measured is no pair. */
static json_t *get_turns(const struct run_source *source)
{
    const struct session *const session = source->context->session;
    if (!session || session->broken)
        return session ? json_null() : NULL;
    return json_pack("{s:s, s:s}", "session", session->name, "side", session->first ? "first" : "second");
}

static json_t *get_claims(const struct run_source *source)
{
    return json_incref(source->context->claims);
}

static int compare_places(const void *a, const void *b)
{
    const struct implementation *const *const x = a, *const *const y = b;
    const uintptr_t left = (uintptr_t)(*x)->run, right = (uintptr_t)(*y)->run;
    return (left > right) - (left < right);
}

/* In what order the linker has laid the implementations that are built in: a digest of their names, 16
 * digits. */
static json_t *get_link_order(const struct run_source *source)
{
    const struct implementation **const sorted = memory_array(registry_count + 1, sizeof *sorted);
    struct text_stream names;
    char digest[65];
    size_t count = 0;
    (void)source;
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->family != FAMILY_PLUGIN)
            sorted[count++] = registry[i];
    qsort(sorted, count, sizeof *sorted, compare_places);
    text_stream_open(&names);
    for (size_t i = 0; i < count; i++)
        fprintf(names.file, "%s\n", sorted[i]->name);
    char *const text = text_stream_close(&names);
    sha256_hex(text, strlen(text), digest);
    free(text);
    free(sorted);
    return json_stringn(digest, 16);
}

static json_t *get_libc(const struct run_source *source)
{
    (void)source;
    return json_string(gnu_get_libc_version());
}

static json_t *get_allowed_cpus(const struct run_source *source)
{
    json_t *const array = json_array();
    const struct place *places;
    const size_t count = topology_places(machine_of(source)->topology, &places);
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_integer(places[i].cpu));
    return array;
}

static json_t *get_caches(const struct run_source *source)
{
    const struct topology_facts *const facts = facts_of(source);
    json_t *const array = json_array();
    for (size_t i = 0; i < facts->caches; i++)
        json_array_append_new(array, run_json(RUN_CACHE, &facts->cache[i], source));
    return array;
}

static json_t *get_isa(const struct run_source *source)
{
    (void)source;
    return json_string(isa_names[isa_best()]);
}

static json_t *get_compiler(const struct run_source *source)
{
    (void)source;
    return text_json(release.compiler);
}

static json_t *get_flags(const struct run_source *source)
{
    (void)source;
    return text_json(release.flags);
}

static json_t *get_flags_kernel(const struct run_source *source)
{
    (void)source;
    return text_json(release.flags_kernel);
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

static json_t *get_pages(const struct run_source *source)
{
    return axis_json(source->results, AXIS_PAGES);
}

static json_t *get_cache(const struct run_source *source)
{
    return axis_json(source->results, AXIS_CACHE);
}

static json_t *get_pin(const struct run_source *source)
{
    return json_string(source->context->config->pin == PIN_CORES ? "cores" : "none");
}

/* Those that are loaded, by what is in their files. */
static json_t *get_plugins(const struct run_source *source)
{
    const struct plugin *const *plugins;
    const size_t count = registry_plugins(&plugins);
    json_t *const array = count ? json_array() : NULL;
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, run_json(RUN_PLUGIN, plugins[i], source));
    return array;
}

/* Those that a point of the results has, and that can be opened. */
static json_t *get_devices(const struct run_source *source)
{
    json_t *const devices = json_object();
    for (size_t i = 0; i < source->results->count; i++) {
        const uint64_t device = point_runs_on(&source->results->records[i].point);
        const struct engine_facts *facts;
        struct error why = {0};
        if (device && !json_object_get(devices, device_names[device]) && engine_probe(device, &facts, &why))
            json_object_set_new(devices, device_names[device], run_json(RUN_DEVICE, facts, source));
    }
    return devices;
}

static json_t *get_mitigations(const struct run_source *source)
{
    const struct environment *const now = &machine_of(source)->environment;
    json_t *const object = now->mitigation_count ? json_object() : json_null();
    for (size_t i = 0; i < now->mitigation_count; i++)
        json_object_set_new(object, now->mitigations[i].name, text_json(now->mitigations[i].state));
    return object;
}

#define MEMBER(type, member) \
    .place = (uint16_t)offsetof(struct type, member), .size = sizeof((struct type *)NULL)->member
#define MUST_MATCH .difference = RUN_REFUSED
#define WARNS .difference = RUN_WARNED
#define ELSEWHERE .get = NULL /* others write it */
#define BUILT(name) .difference = RUN_BUILT, .words = (name)

const struct run_field run_fields[] = {
    {RUN_ROOT, "schema", RUN_TEXT, .get = get_schema},
    {RUN_ROOT, "schema_version", RUN_COUNT, .get = get_schema_version},
    {RUN_ROOT, "digest", RUN_TEXT, .get = get_digest},
    {RUN_ROOT, "complete", RUN_TRUTH, .get = get_complete},
    {RUN_ROOT, "tool", RUN_OBJECT, .of = RUN_TOOL, .get = get_tool},
    {RUN_ROOT, "argv", RUN_TEXTS, .get = get_argv},
    {RUN_ROOT, "config", RUN_OBJECT, .of = RUN_CONFIG, .get = get_config},
    {RUN_ROOT, "config_sha256", RUN_TEXT, .get = get_config_sha256},
    {RUN_ROOT, "environment", RUN_WORDS, .get = get_environment},
    {RUN_ROOT, "machine", RUN_OBJECT, .of = RUN_MACHINE, .get = get_machine},
    {RUN_ROOT, "warnings", RUN_TEXTS, .get = get_warnings},
    {RUN_ROOT, "effort", RUN_OBJECT, .of = RUN_EFFORT, .get = get_effort},
    {RUN_ROOT, "turns", RUN_OBJECT, .of = RUN_TURNS, .get = get_turns},
    {RUN_ROOT, "claims", RUN_OBJECTS, .of = RUN_CLAIM, .get = get_claims},

    {RUN_TOOL, "version", RUN_STRING, MEMBER(release, version), BUILT("version")},
    {RUN_TOOL, "compiler", RUN_STRING, MEMBER(release, compiler), BUILT("compiler")},
    {RUN_TOOL, "flags", RUN_STRING, MEMBER(release, flags), BUILT("flags")},
    {RUN_TOOL, "flags_kernel", RUN_STRING, MEMBER(release, flags_kernel), BUILT("flags of kernels")},
    {RUN_TOOL, "link_order", RUN_TEXT, .get = get_link_order, BUILT("order of linking")},
    {RUN_TOOL, "libc", RUN_TEXT, .get = get_libc},
    {RUN_TOOL, "git", RUN_STRING, MEMBER(release, commit), BUILT("commit")},

    {RUN_MACHINE, "identity", RUN_OBJECT, .of = RUN_IDENTITY, .get = run_identity_json},
    {RUN_MACHINE, "state", RUN_OBJECT, .of = RUN_STATE, .get = get_state},

    {RUN_IDENTITY, "cpu_model", RUN_TEXT, MEMBER(topology_facts, cpu_model), MUST_MATCH},
    {RUN_IDENTITY, "topology_digest", RUN_TEXT, MEMBER(topology_facts, digest), MUST_MATCH},
    {RUN_IDENTITY, "real", RUN_TRUTH, MEMBER(topology_facts, real), MUST_MATCH},
    {RUN_IDENTITY, "sockets", RUN_COUNT, MEMBER(topology_facts, sockets), MUST_MATCH},
    {RUN_IDENTITY, "cores", RUN_COUNT, MEMBER(topology_facts, cores), MUST_MATCH},
    {RUN_IDENTITY, "units", RUN_COUNT, MEMBER(topology_facts, units), MUST_MATCH},
    {RUN_IDENTITY, "nodes", RUN_COUNT, MEMBER(topology_facts, nodes), MUST_MATCH},
    {RUN_IDENTITY, "smt", RUN_TRUTH, MEMBER(topology_facts, smt), MUST_MATCH},
    {RUN_IDENTITY, "allowed_cpus", RUN_COUNTS, .get = get_allowed_cpus, MUST_MATCH},
    {RUN_IDENTITY, "memory_bytes", RUN_COUNT, MEMBER(topology_facts, memory_bytes), MUST_MATCH},
    {RUN_IDENTITY, "caches", RUN_OBJECTS, .of = RUN_CACHE, .get = get_caches, MUST_MATCH},
    {RUN_IDENTITY, "isa", RUN_TEXT, .get = get_isa, MUST_MATCH},
    {RUN_IDENTITY, "compiler", RUN_TEXT, .get = get_compiler, MUST_MATCH},
    {RUN_IDENTITY, "flags", RUN_TEXT, .get = get_flags, MUST_MATCH},
    /* Rows are matched by these two. */
    {RUN_IDENTITY, "pages", RUN_TEXTS, .get = get_pages},
    {RUN_IDENTITY, "cache", RUN_TEXTS, .get = get_cache},
    {RUN_IDENTITY, "pin", RUN_TEXT, .get = get_pin, MUST_MATCH},
    {RUN_IDENTITY, "flags_kernel", RUN_TEXT, .get = get_flags_kernel, MUST_MATCH},
    {RUN_IDENTITY, "plugins", RUN_OBJECTS, .of = RUN_PLUGIN, .get = get_plugins, MUST_MATCH},
    {RUN_IDENTITY, NULL, RUN_OBJECT, .of = RUN_DEVICE, .get = get_devices, MUST_MATCH},

    {RUN_CACHE, "level", RUN_COUNT, MEMBER(cache_level, level)},
    {RUN_CACHE, "bytes", RUN_COUNT, MEMBER(cache_level, bytes)},
    {RUN_CACHE, "instances", RUN_COUNT, MEMBER(cache_level, instances)},

    {RUN_PLUGIN, "name", RUN_STRING, MEMBER(plugin, name)},
    {RUN_PLUGIN, "version", RUN_STRING, MEMBER(plugin, version)},
    {RUN_PLUGIN, "build", RUN_STRING, MEMBER(plugin, build)},
    {RUN_PLUGIN, "file", RUN_STRING, MEMBER(plugin, file)},
    {RUN_PLUGIN, "sha256", RUN_TEXT, MEMBER(plugin, sha256)},

    {RUN_DEVICE, "name", RUN_TEXT, MEMBER(engine_facts, name)},
    {RUN_DEVICE, "driver", RUN_TEXT, MEMBER(engine_facts, driver)},
    {RUN_DEVICE, "compiler", RUN_TEXT, MEMBER(engine_facts, compiler)},
    {RUN_DEVICE, "architecture", RUN_TEXT, MEMBER(engine_facts, architecture)},
    {RUN_DEVICE, "memory_bytes", RUN_POSITIVE, MEMBER(engine_facts, memory_bytes)},
    {RUN_DEVICE, "cache_bytes", RUN_POSITIVE, MEMBER(engine_facts, cache_bytes)},
    {RUN_DEVICE, "multiprocessors", RUN_POSITIVE, MEMBER(engine_facts, multiprocessors)},
    {RUN_DEVICE, "clock_mhz", RUN_POSITIVE, MEMBER(engine_facts, clock_mhz)},
    {RUN_DEVICE, "memory_clock_mhz", RUN_POSITIVE, MEMBER(engine_facts, memory_clock_mhz)},
    {RUN_DEVICE, "power_limit_w", RUN_POSITIVE, MEMBER(engine_facts, power_limit_w)},
    {RUN_DEVICE, "ecc", RUN_ANSWER, MEMBER(engine_facts, ecc)},

    {RUN_STATE, "kernel", RUN_TEXT, MEMBER(environment, kernel), WARNS},
    {RUN_STATE, "architecture", RUN_TEXT, MEMBER(environment, host_arch)},
    {RUN_STATE, "governor", RUN_TEXT, MEMBER(environment, governor), WARNS},
    {RUN_STATE, "boost", RUN_ANSWER, MEMBER(environment, boost), WARNS},
    {RUN_STATE, "mhz", RUN_NUMBER, MEMBER(environment, mhz), WARNS, .least = 0.02, .share = true},
    {RUN_STATE, "load_1min", RUN_NUMBER, MEMBER(environment, load_1min), WARNS, .least = 0.5},
    {RUN_STATE, "cpu_family_model_stepping", RUN_TEXT, MEMBER(environment, stepping)},
    {RUN_STATE, "microcode", RUN_TEXT, MEMBER(environment, microcode), WARNS},
    {RUN_STATE, "transparent_huge_pages", RUN_TEXT, MEMBER(environment, thp), WARNS},
    {RUN_STATE, "clocksource", RUN_TEXT, MEMBER(environment, clocksource), WARNS},
    {RUN_STATE, "aslr", RUN_KNOWN, MEMBER(environment, aslr), WARNS},
    {RUN_STATE, "hypervisor", RUN_TEXT, MEMBER(environment, hypervisor), WARNS},
    {RUN_STATE, "smt_control", RUN_TEXT, MEMBER(environment, smt)},
    {RUN_STATE, "isolated_cpus", RUN_TEXT, MEMBER(environment, isolated)},
    {RUN_STATE, "mitigations", RUN_WORDS, .get = get_mitigations},
    {RUN_STATE, "limits", RUN_OBJECT, .of = RUN_LIMITS, .get = get_limits},
    {RUN_STATE, "memory_available_bytes", RUN_KNOWN, MEMBER(environment, memory_available_bytes)},
    {RUN_STATE, "utc", RUN_TEXT, MEMBER(environment, utc)},
    {RUN_STATE, "clock", RUN_OBJECT, .of = RUN_CLOCK, .get = get_clock},

    {RUN_LIMITS, "memory_left_bytes", RUN_KNOWN, MEMBER(environment, memory_left_bytes)},
    {RUN_LIMITS, "memory_bound_by", RUN_TEXT, MEMBER(environment, memory_bound)},
    {RUN_LIMITS, "cpus", RUN_NUMBER, MEMBER(environment, quota.cpus)},
    {RUN_LIMITS, "cpus_bound_by", RUN_TEXT, MEMBER(environment, quota.group)},
    {RUN_LIMITS, "throttled", RUN_KNOWN, MEMBER(environment, quota.throttled)},

    {RUN_CLOCK, "name", RUN_STRING, MEMBER(clock, name)},
    {RUN_CLOCK, "tick_s", RUN_NUMBER, MEMBER(clock, tick_s)},
    {RUN_CLOCK, "overhead_s", RUN_NUMBER, MEMBER(clock, overhead_s)},

    {RUN_EFFORT, "wall_s", RUN_NUMBER, MEMBER(effort, wall_s)},
    {RUN_EFFORT, "sampled_s", RUN_NUMBER, MEMBER(effort, sampled_s)},
    {RUN_EFFORT, "untimed_s", RUN_NUMBER, MEMBER(effort, untimed_s)},
    {RUN_EFFORT, "evicted_s", RUN_NUMBER, MEMBER(effort, evicted_s)},
    {RUN_EFFORT, "warmed_s", RUN_NUMBER, MEMBER(effort, warmed_s)},

    {RUN_CONFIG, "name", RUN_TEXT, ELSEWHERE},

    {RUN_TURNS, "session", RUN_TEXT, ELSEWHERE},
    {RUN_TURNS, "side", RUN_TEXT, ELSEWHERE},

    {RUN_CLAIM, "name", RUN_TEXT, ELSEWHERE},
    {RUN_CLAIM, "expects", RUN_TEXT, ELSEWHERE},
    {RUN_CLAIM, "verdict", RUN_TEXT, ELSEWHERE},
    {RUN_CLAIM, "evidence", RUN_TEXT, ELSEWHERE},
    {RUN_CLAIM, "by", RUN_NUMBER, ELSEWHERE},
    {RUN_CLAIM, "within", RUN_NUMBER, ELSEWHERE},
    {RUN_CLAIM, "of_limit", RUN_NUMBER, ELSEWHERE},
    {RUN_CLAIM, "cases", RUN_OBJECTS, .of = RUN_CASE},
    {RUN_CLAIM, "source", RUN_TEXT, ELSEWHERE},
    {RUN_CLAIM, "on", RUN_TEXT, ELSEWHERE},
    {RUN_CLAIM, "published", RUN_NUMBER, ELSEWHERE},
    {RUN_CLAIM, "tolerance", RUN_NUMBER, ELSEWHERE},
    {RUN_CLAIM, "ours", RUN_NUMBER, ELSEWHERE},
    {RUN_CLAIM, "ours_ci_low", RUN_NUMBER, ELSEWHERE},
    {RUN_CLAIM, "ours_ci_high", RUN_NUMBER, ELSEWHERE},

    {RUN_CASE, "left", RUN_TEXT, ELSEWHERE},
    {RUN_CASE, "right", RUN_TEXT, ELSEWHERE},
    {RUN_CASE, "verdict", RUN_TEXT, ELSEWHERE},
    {RUN_CASE, "ratio", RUN_NUMBER, ELSEWHERE},
    {RUN_CASE, "ratio_ci_low", RUN_NUMBER, ELSEWHERE},
    {RUN_CASE, "ratio_ci_high", RUN_NUMBER, ELSEWHERE},
};
const size_t run_field_count = sizeof run_fields / sizeof run_fields[0];

json_t *run_identity_json(const struct run_source *source)
{
    return run_json(RUN_IDENTITY, facts_of(source), source);
}

static bool is_loaded(const json_t *wanted)
{
    const struct plugin *const *plugins;
    const char *const sha256 = json_string_value(json_object_get(wanted, "sha256"));
    for (size_t i = registry_plugins(&plugins); sha256 && i > 0; i--)
        if (strcmp(plugins[i - 1]->sha256, sha256) == 0)
            return true;
    return false;
}

bool run_plugins_match(const char *path, const json_t *identity, struct error *error)
{
    size_t i;
    const json_t *wanted;
    json_array_foreach(json_object_get(identity, "plugins"), i, wanted)
    {
        const char *const file = json_string_value(json_object_get(wanted, "file"));
        if (!is_loaded(wanted))
            return error_set(
                error, EXIT_UNSTABLE,
                "%s: it was measured with the plugin %.128s; expected --plugin with that very file", path,
                file ? file : "?");
    }
    return true;
}
