/* SPDX-License-Identifier: MIT */
/* The figures' configs: each claim is about points that its config measures, two sides of one problem, or
 * that it counts. */
#include "machine/caches.h"
#include "sweep/plan.h"

#include "test.h"

#include <glob.h>

/* Claims on counts alone: such a config is only counted, others only measured. */
static bool is_counted(const struct config *config)
{
    size_t counted = 0;
    for (size_t i = 0; i < config->expectation_count; i++)
        counted += expectation_is_counted(&config->expectations[i]);
    if (counted != 0 && counted != config->expectation_count)
        fail_msg("%s: claims on counts and on times", config->path);
    return counted != 0;
}

/* What a table says, and no chart. */
static bool has_verdicts_alone(const struct config *config)
{
    for (size_t i = 0; i < config->expectation_count; i++)
        if (config->expectations[i].kind != EXPECT_VERDICT)
            return false;
    return true;
}

static bool is_tested(const struct expectation *expectation, const struct filter *left,
                      const struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        for (size_t k = 0; k < plan->count; k++)
            if (plan->points[i].supported && plan->points[k].supported &&
                filter_matches(left, &plan->points[i].point) &&
                (expectation->kind == EXPECT_REACHES || expectation_is_counted(expectation) ||
                 (filter_matches(&expectation->right, &plan->points[k].point) &&
                  point_compare_problems(&plan->points[i].point, &plan->points[k].point,
                                         expectation->by_element ? AXIS_BIT(AXIS_N) : 0) == 0)))
                return true;
    return false;
}

enum { MOST_CLAIMS = 64 };

/* Note which claims are measured; on a device: as its model could be counted, for widths that a CPU lacks. */
static void check_figure(const char *path, const struct topology *topology, const char *device,
                         bool tested[MOST_CLAIMS])
{
    struct config config;
    struct plan plan;
    struct error error = {0};
    assert_done(config_read(&config, path, &device, device ? 1 : 0, &error), &error);
    const struct plan_options options = {.counts = device || is_counted(&config)};
    assert_done(plan_make(&plan, &config, topology, &options, &error), &error);
    assert_true(config.plot_count > 0 || has_verdicts_alone(&config));
    assert_in_range(config.expectation_count, 1, MOST_CLAIMS);
    for (size_t i = 0; i < config.expectation_count; i++) {
        const struct expectation *const one = &config.expectations[i];
        tested[i] |=
            is_tested(one, &one->left, &plan) && (!one->has_best || is_tested(one, &one->best, &plan));
        if (device && !tested[i])
            fail_msg("%s: nothing is measured for '%s'", path, one->name);
    }
    plan_close(&plan);
    config_close(&config);
}

TEST(claims_are_measured)
{
    struct error error = {0};
    glob_t figures;
    struct topology *const topology = topology_create("synthetic:core:4 pu:1", &error);
    assert_non_null(topology);
    cache_set_bytes(1, 49152);
    assert_int_equal(glob("configs/figures/*.json", 0, NULL, &figures), 0);
    for (size_t i = 0; i < figures.gl_pathc; i++) {
        bool tested[MOST_CLAIMS] = {false};
        check_figure(figures.gl_pathv[i], topology, NULL, tested);
        check_figure(figures.gl_pathv[i], topology, "machine.device=cuda", tested);
    }
    globfree(&figures);
    topology_destroy(topology);
}
