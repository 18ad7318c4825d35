/* SPDX-License-Identifier: MIT */
/* Any text as a config: refused in one line with a place, or planned. */
#include "fuzz.h"

#include "registry/registry.h"
#include "sweep/plan.h"

#include <string.h>

enum { POINTS_MOST = 5000 };

static const struct topology *machine(void)
{
    static struct topology *topology;
    struct error error = {0};
    if (topology == NULL)
        topology = topology_create("synthetic:pack:2 numa:1 core:4 pu:2", &error);
    CHECK(topology != NULL);
    return topology;
}

static void check_error(const struct error *error)
{
    CHECK(error->code != EXIT_OK);
    CHECK(error->text[0] != '\0');
    CHECK(strchr(error->text, '\n') == NULL);
}

/* A million points are refused by a count of their own; what lies below is too much for every input. */
static bool is_small(const struct config *config)
{
    size_t points = 0;
    for (size_t i = 0; i < config->sweep_count; i++) {
        size_t product = registry_count;
        for (enum axis axis = 0; axis < AXIS_COUNT && product <= POINTS_MOST; axis++)
            product *= config->sweeps[i].axis[axis].count ? config->sweeps[i].axis[axis].count : 1;
        points += product;
    }
    return points <= POINTS_MOST;
}

static void check_plan(const struct config *config)
{
    struct plan plan;
    struct error error = {0};
    const struct plan_options options = {0};
    if (!plan_make(&plan, config, machine(), &options, &error)) {
        check_error(&error);
        return;
    }
    CHECK(plan.count > 0 && plan.count <= PLAN_POINTS);
    for (size_t i = 0; i < plan.count; i++) {
        char text[1024];
        CHECK(plan.points[i].supported == (plan.points[i].reason[0] == '\0'));
        CHECK(point_text(&plan.points[i].point, text, sizeof text)[0] != '\0');
        CHECK(point_key(&plan.points[i].point, text, sizeof text)[0] != '\0');
        plan_point_bytes(&plan.points[i].point);
    }
    plan_close(&plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct config config;
    struct error error = {0};
    if (!config_parse(&config,
                      &(struct config_text){.path = "fuzz.json", .text = (const char *)data, .length = size},
                      NULL, 0, &error)) {
        check_error(&error);
        CHECK(error.code != EXIT_USAGE || strncmp(error.text, "fuzz.json:", 10) == 0);
        return 0;
    }
    CHECK(config.name[0] != '\0' && strpbrk(config.name, "/:") == NULL);
    if (is_small(&config))
        check_plan(&config);
    config_close(&config);
    return 0;
}
