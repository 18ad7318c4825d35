/* SPDX-License-Identifier: MIT */
/* The facts of a run as JSON: members of rows, and what is none. */
#include "results/results.h"

#include "base/memory.h"
#include "base/release.h"
#include "base/sha256.h"
#include "base/sort.h"
#include "base/text_stream.h"
#include "engine/engine.h"
#include "machine/isa.h"
#include "registry/registry.h"
#include "json/json_load.h"

#include <gnu/libc-version.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The variables of the environment that this program, its libraries and those of plugins read. */
static bool is_read(const char *variable)
{
    static const char *const starts[] = {
        "SCANBENCH_", "LD_",       "GLIBC_TUNABLES=", "MALLOC_", "OMP_",  "GOMP_", "KMP_",
        "MKL_",       "OPENBLAS_", "CUDA_",           "OCL_",    "POCL_", "OMPI_", "MPICH_",
    };
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strncmp(variable, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

/* A list of paths, with those in the working folder as from there: results are published, and where somebody
 * keeps things says nothing of a measurement. */
static json_t *paths_json(const char *value)
{
    char *const folder = getcwd(NULL, 0);
    const size_t length = folder ? strlen(folder) : 0;
    struct text_stream stream;
    text_stream_open(&stream);
    for (const char *path = value; *path; path += strcspn(path, ":")) {
        if (*path == ':')
            putc(*path++, stream.file);
        const size_t rest = strcspn(path, ":");
        const bool within = length > 1 && rest >= length && strncmp(path, folder, length) == 0;
        if (within && rest == length)
            putc('.', stream.file);
        else if (within && path[length] == '/')
            fprintf(stream.file, "%.*s", (int)(rest - length - 1), path + length + 1);
        else
            fprintf(stream.file, "%.*s", (int)rest, path);
    }
    char *const text = text_stream_close(&stream);
    json_t *const json = text_json(text);
    free(text);
    free(folder);
    return json;
}

/* By their names. */
static json_t *variables_json(void)
{
    json_t *const object = json_object();
    for (size_t i = 0; environ && environ[i]; i++) {
        const char *const value = strchr(environ[i], '=');
        char name[128];
        if (!value || !is_read(environ[i]) || (size_t)(value - environ[i]) >= sizeof name)
            continue;
        memcpy(name, environ[i], (size_t)(value - environ[i]));
        name[value - environ[i]] = '\0';
        json_object_set_new(object, name, paths_json(value + 1));
    }
    return object;
}

/* Null where the other run ended before: what was measured is no pair. NULL: there are no turns. */
static json_t *turns_json(const struct session *session)
{
    if (!session || session->broken)
        return session ? json_null() : NULL;
    return json_pack("{s:s, s:s}", "session", session->name, "side", session->first ? "first" : "second");
}

static int compare_places(const void *a, const void *b)
{
    const struct implementation *const *const x = a, *const *const y = b;
    return compare_numbers((uintptr_t)(*x)->run, (uintptr_t)(*y)->run);
}

/* In what order the linker has laid the implementations that are built in: a digest of their names, 16
 * digits. */
static json_t *link_order_json(void)
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
    free(text);
    free(sorted);
    return json_stringn(digest, 16);
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

static json_t *caches_json(const struct topology_facts *facts)
{
    json_t *const array = json_array();
    for (size_t i = 0; i < facts->caches; i++)
        json_array_append_new(array, run_json(RUN_CACHE, &facts->cache[i], NULL));
    return array;
}

/* Those that are loaded, by what is in their files. NULL: none is. */
static json_t *plugins_json(void)
{
    const struct plugin *const *plugins;
    const size_t count = registry_plugins(&plugins);
    json_t *const array = count ? json_array() : NULL;
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, run_json(RUN_PLUGIN, plugins[i], NULL));
    return array;
}

/* Those that a point of the results has, and that can be opened. */
static json_t *devices_json(const struct results *results)
{
    json_t *const devices = json_object();
    for (size_t i = 0; i < results->count; i++) {
        const uint64_t device = point_runs_on(&results->records[i].point);
        const struct engine_facts *facts;
        struct error why = {0};
        if (device && !json_object_get(devices, device_names[device]) && engine_probe(device, &facts, &why))
            json_object_set_new(devices, device_names[device], run_json(RUN_DEVICE, facts, NULL));
    }
    return devices;
}

static json_t *mitigations_json(const struct environment *now)
{
    json_t *const object = now->mitigation_count ? json_object() : json_null();
    for (size_t i = 0; i < now->mitigation_count; i++)
        json_object_set_new(object, now->mitigations[i].name, text_json(now->mitigations[i].state));
    return object;
}

json_t *run_tool_json(void)
{
    return run_json(RUN_TOOL, &release,
                    json_pack("{s:o, s:s}", "link_order", link_order_json(), "libc", gnu_get_libc_version()));
}

json_t *run_identity_json(const struct results *results, const struct report_context *context)
{
    const struct topology *const topology = context->machine->topology;
    const struct topology_facts *const facts = topology_facts(topology);
    json_t *const others = json_pack(
        "{s:o, s:o, s:s, s:o, s:o, s:s, s:o, s:o*}", "allowed_cpus", cpus_json(topology), "caches",
        caches_json(facts), "isa", isa_names[isa_best()], "compiler", text_json(release.compiler), "flags",
        text_json(release.flags), "pin", context->config->pin == PIN_CORES ? "cores" : "none", "flags_kernel",
        text_json(release.flags_kernel), "plugins", plugins_json());
    json_object_update_new(others, devices_json(results));
    return run_json(RUN_IDENTITY, facts, others);
}

static json_t *state_json(const struct machine *machine)
{
    const struct environment *const now = &machine->environment;
    return run_json(RUN_STATE, now,
                    json_pack("{s:o, s:o, s:o}", "mitigations", mitigations_json(now), "limits",
                              run_json(RUN_LIMITS, now, NULL), "clock",
                              run_json(RUN_CLOCK, &machine->clock, NULL)));
}

json_t *run_config_json(const struct config *config)
{
    json_error_t ignored;
    json_t *const parsed = json_load(config->text, config->length, 0, &ignored);
    return parsed ? parsed : json_null();
}

json_t *run_facts_json(const struct results *results, const struct report_context *context)
{
    return json_pack("{s:s, s:i, s:s, s:b, s:o, s:o, s:o, s:s, s:o, s:{s:o, s:o}, s:o, s:o, s:o*, s:O*}",
                     "schema", results_schema, "schema_version", RESULTS_VERSION, "digest", digest_blank,
                     "complete", results->complete, "tool", run_tool_json(), "argv",
                     texts_json((const char *const *)context->argv, (size_t)context->argc), "config",
                     run_config_json(context->config), "config_sha256", context->config->sha256,
                     "environment", variables_json(), "machine", "identity",
                     run_identity_json(results, context), "state", state_json(context->machine), "warnings",
                     texts_json(context->warnings, context->warning_count), "effort",
                     run_json(RUN_EFFORT, &results->effort, NULL), "turns", turns_json(context->session),
                     "claims", context->claims);
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
