/* SPDX-License-Identifier: MIT */
/* The devices of engines that results were measured on. */
#include "results/devices_json.h"

#include "engine/engine_probe.h"
#include "implementation/distribution.h"
#include "json/json_values.h"

static json_t *count_json(uint64_t count)
{
    return count ? json_integer((json_int_t)count) : json_null();
}

static json_t *facts_json(const struct engine_facts *facts)
{
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name", text_json(facts->name), "driver",
        text_json(facts->driver), "compiler", text_json(facts->compiler), "architecture",
        text_json(facts->architecture), "memory_bytes", count_json(facts->memory_bytes), "cache_bytes",
        count_json(facts->cache_bytes), "multiprocessors", count_json(facts->multiprocessors), "clock_mhz",
        count_json(facts->clock_mhz), "memory_clock_mhz", count_json(facts->memory_clock_mhz),
        "power_limit_w", count_json(facts->power_limit_w), "ecc", known_bool_json(facts->ecc));
}

uint64_t device_of_point(const struct point *point)
{
    return engine_has_device(point->engine) ? point->device : device_first(node_engine(point->node));
}

void devices_add(json_t *identity, const struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct point *const point = &results->records[i].point;
        const struct engine_facts *facts;
        struct error why = {0};
        const uint64_t device = device_of_point(point);
        if (!device || json_object_get(identity, device_names[device]))
            continue;
        if (engine_probe(device, &facts, &why))
            json_object_set_new(identity, device_names[device], facts_json(facts));
    }
}
