/* SPDX-License-Identifier: MIT */
/* Plugins in the registry, and one that hangs: it costs its point. Nothing depends on how fast. */
#include "measure/measure.h"
#include "registry/registry.h"
#include "sweep/plan.h"

#include "test.h"

static const char faulty[] = PLUGINS "/faulty.so";

static const char config_text[] = "{\"name\": \"plugin\", \"measure\": {\"processes\": 1}, "
                                  "\"machine\": {\"pin\": \"none\", \"pages\": "
                                  "\"4k\"}, \"sweeps\": [{\"primitive\": \"scan\","
                                  "\"algorithm\": [\"faulty/right\", \"faulty/hang\", \"serial\"], "
                                  "\"sizes\": [100], \"scan_mode\": \"inclusive\"}]}";

TEST(added_all_or_none)
{
    const size_t before = registry_count;
    const struct plugin *const *plugins;
    struct error error = {0};
    assert_true(registry_add_plugin(faulty, &error));
    assert_int_equal(registry_plugins(&plugins), 1);
    assert_string_equal(plugins[0]->name, "faulty");
    assert_int_equal(registry_count, before + plugins[0]->count);
    const struct implementation *const right = registry_find(PRIMITIVE_SCAN, "faulty/right");
    assert_non_null(right);
    assert_int_equal(right->family, FAMILY_PLUGIN);
    /* The names are taken now. */
    assert_false(registry_add_plugin(faulty, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_int_equal(registry_plugins(&plugins), 1);
    assert_int_equal(registry_count, before + plugins[0]->count);
    registry_close();
    assert_int_equal(registry_count, before);
    assert_int_equal(registry_plugins(&plugins), 0);
    assert_null(registry_find(PRIMITIVE_SCAN, "faulty/right"));
}

TEST(hang_costs_one_point)
{
    struct error error = {0};
    struct config config;
    struct machine machine;
    struct plan plan;
    struct results *launches;
    const struct plan_options planning = {0};
    const struct launch_options options = {.running = {.smoke = true, .budget_s = INFINITY}, .hang_s = 0.3};
    assert_true(registry_add_plugin(faulty, &error));
    assert_true(config_parse(
        &config, &(struct config_text){.path = "test", .text = config_text, .length = strlen(config_text)},
        NULL, 0, &error));
    assert_true(machine_init(&machine, NULL, &error));
    assert_true(plan_make(&plan, &config, machine.topology, &planning, &error));
    launches_make(&launches, 1, &plan);
    assert_true(launches_run(&(struct workload){&plan, &config, &machine}, &options, launches, &error));
    const enum status expected[] = {STATUS_OK, STATUS_TIMEOUT, STATUS_OK};
    assert_int_equal(launches[0].count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(launches[0].records[i].status, expected[i]);
    launches_close(launches, 1);
    plan_close(&plan);
    machine_close(&machine);
    config_close(&config);
    registry_close();
}
