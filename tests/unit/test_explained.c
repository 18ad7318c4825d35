/* SPDX-License-Identifier: MIT */
/* Every implementation says what it does, costs and needs; what groups say they cost, the model counts. */
#include "engine/model/model_point.h"
#include "registry/registry.h"
#include "variants.h"

#include "test.h"

enum { GROUPS = 3, SEED = 1, MOST = GROUPS * 1024 * 32 };

static bool is_said(const struct implementation *implementation, const char *what, const char *text)
{
    if (text && *text && text[strlen(text) - 1] != '\n')
        return true;
    print_error("%s: %s\n", implementation->name, what);
    return false;
}

/* Formulas of known letters, none of which comes to less than nothing. */
static bool are_formulas(const struct implementation *implementation, const struct cost *costs)
{
    const struct point point = {
        .n = 1 << 20, .threads_per_group = 256, .values_per_thread = 8, .workers = 2, .isa = 1};
    bool ok = true;
    for (; costs && costs->what; costs++) {
        int64_t value = -1;
        if (cost_value(costs->formula, &point, 1 << 19, &value) && value >= 0)
            continue;
        print_error("%s: %s: '%s'\n", implementation->name, costs->what, costs->formula);
        ok = false;
    }
    return ok;
}

static bool are_locals_explained(const struct implementation *it)
{
    bool ok = true;
    for (enum local i = LOCAL_NONE; i < LOCAL_COUNT; i++) {
        const struct local_algorithm *const local = implementation_local(it, i);
        ok &= !local || (is_said(it, "no steps", local->steps) && is_said(it, "no source", local->source) &&
                         is_said(it, "no costs", local->costs->what) && are_formulas(it, local->costs));
    }
    return ok;
}

TEST(every_implementation_is_explained)
{
    bool ok = true;
    for (size_t i = 0; i < registry_count; i++) {
        const struct implementation *const it = registry[i];
        ok &= is_said(it, "no summary", it->summary) && is_said(it, "no phases", it->phases) &&
              is_said(it, "no preconditions", it->preconditions) &&
              is_said(it, "no place where its costs hold", it->costs_hold) &&
              is_said(it, "no source", it->source) &&
              is_said(it, "no costs", it->costs ? it->costs->what : NULL) && are_formulas(it, it->costs) &&
              are_formulas(it, it->tile_costs) && are_locals_explained(it);
    }
    assert_true(ok);
}

/* A run of full tiles on a device without delays, groups one after the other. */
static struct point point_of(const struct point *variant, unsigned threads, unsigned values)
{
    const struct implementation *const implementation = variant->implementation;
    struct point point = *variant;
    struct error why = {0};
    point.workers = 1;
    point.dtype = DTYPE_U32;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (point_has(&point, axis) && !point.axis[axis])
            point.axis[axis] = axis_info[axis].fallback;
    while (!(implementation->dtypes & 1u << point.dtype))
        point.dtype++;
    point.threads_per_group = threads;
    if (point_has(&point, AXIS_VALUES_PER_THREAD))
        point.values_per_thread = values;
    if (point_has(&point, AXIS_GROUPS))
        point.groups = GROUPS;
    point.n = GROUPS * point_tile(&point) * (point.vector_width ? point.vector_width : 1);
    if (point_has(&point, AXIS_ROW_LENGTH) && !implementation->supports(&point, &why))
        point.row_length = LANES * values; /* it has nothing but rows: one a subgroup */
    if (point_has(&point, AXIS_ROW_LENGTH) && !implementation->supports(&point, &why))
        point.row_length = point.n; /* few rows */
    return point;
}

static enum counter counter_named(const char *name)
{
    enum counter counter = 0;
    while (counter < COUNTER_COUNT && strcmp(model_counter_names[counter], name) != 0)
        counter++;
    return counter;
}

/* How many elements the model's problem selects. */
static uint64_t selected_of(const struct point *point)
{
    static uint64_t input[MOST];
    struct problem_key key = point_problem(point, SEED);
    uint64_t expected;
    size_t selected = 0;
    if (!primitive_counts(key.primitive))
        return 0;
    key.primitive = PRIMITIVE_TALLY;
    key.data = DATA_EXACT;
    const void *const inputs[PROBLEM_INPUTS] = {input};
    assert_true(point->n <= MOST);
    problem_fill(&key, 0, input, 0, point->n);
    problem_solve(&key, inputs, &expected, &selected);
    return selected;
}

/* What a table says of a counter; 0 where it is silent. */
static uint64_t cost_of(const struct cost *costs, enum counter counter, const struct point *point)
{
    int64_t value = 0;
    for (; costs->what; costs++)
        if (counter_named(costs->what) == counter)
            assert_true(cost_value(costs->formula, point, selected_of(point), &value));
    return (uint64_t)value;
}

static bool compare(const struct point *point, const struct cost *costs, enum counter counter,
                    uint64_t counted)
{
    char text[256];
    const uint64_t said = cost_of(costs, counter, point);
    if (counted == said)
        return true;
    print_error("%s: %s are %lu, not %lu\n", point_text(point, text, sizeof text),
                model_counter_names[counter], (unsigned long)counted, (unsigned long)said);
    return false;
}

static bool run_costs_hold(const struct model_result *result)
{
    static const enum counter counters[] = {COUNTER_DEVICE_LOADS, COUNTER_DEVICE_STORES, COUNTER_ATOMICS,
                                            COUNTER_POLLS, COUNTER_LAUNCHES};
    const struct implementation *const implementation = result->point.implementation;
    const struct point point =
        implementation->choose ? implementation->choose(&result->point) : result->point;
    bool ok = true;
    for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++) {
        uint64_t counted = 0;
        for (size_t k = 0; k < result->report.kernels; k++)
            counted += result->report.kernel[k].run[PHASE_TOTAL].of[counters[i]];
        ok &= compare(&point, point.implementation->costs, counters[i], counted);
    }
    return ok;
}

/* The kernel that has the implementation's own local algorithm: a scan's, not the reduction before it. */
static const struct model_kernel *own_kernel(const struct model_result *result)
{
    const bool scan = result->point.implementation->primitive == PRIMITIVE_SCAN;
    for (size_t k = 0; k < result->report.kernels; k++)
        if (result->report.kernel[k].has_group &&
            (!scan || strncmp(result->report.kernel[k].name, "scan", 4) == 0))
            return &result->report.kernel[k];
    return NULL;
}

/* What one group with a full tile costs: of its local algorithm, else of the whole kernel. */
static const struct cost *point_tile_costs(const struct point *point)
{
    const struct local_algorithm *const local =
        implementation_local(point->implementation, point->group_algorithm);
    return local ? local->costs : point->implementation->tile_costs;
}

static bool tile_costs_hold(const struct model_result *result)
{
    const struct implementation *const implementation = result->point.implementation;
    const struct model_kernel *const kernel = own_kernel(result);
    const enum phase phase = implementation->primitive == PRIMITIVE_TILED_SCAN ? PHASE_TOTAL : PHASE_LOCAL;
    bool ok = true;
    assert_non_null(kernel);
    for (enum counter counter = 0; counter <= COUNTER_SHARED_WORDS; counter++)
        ok &= compare(&result->point, point_tile_costs(&result->point), counter,
                      kernel->group[phase].of[counter]);
    return ok;
}

static bool point_costs_hold(const struct point *point)
{
    const struct implementation *const implementation = point->implementation;
    struct model_result result;
    struct error error = {0};
    assert_true(model_point_run(
        &result, point, &(struct model_conditions){device_find("cpu"), ORDER_ASCENDING, SEED}, &error));
    if (result.verdict != MODEL_OK)
        print_error("%s: %s\n", implementation->name, result.message);
    return result.verdict == MODEL_OK && run_costs_hold(&result) &&
           (!point_tile_costs(point) || tile_costs_hold(&result));
}

/* Every shape, and at one of them every network and element type. */
static bool costs_hold(const struct point *variant)
{
    const struct implementation *const implementation = variant->implementation;
    struct error why = {0};
    bool ok = true;
    for (unsigned threads = 32; threads <= 1024; threads *= 2)
        for (unsigned values = 1; values <= 32; values *= threads < 256 ? 4 : 32) {
            const struct point point = point_of(variant, threads, values);
            if (!implementation->supports || implementation->supports(&point, &why))
                ok &= point_costs_hold(&point);
        }
    struct point point = point_of(variant, 128, 4);
    for (enum dtype dtype = DTYPE_NONE + 1; dtype_is_plain(dtype); dtype++) {
        point.dtype = dtype;
        const bool said = dtype_size(dtype) == 4 || implementation->primitive == PRIMITIVE_DOT;
        ok &= !said || !(implementation->dtypes & 1u << dtype) || point_costs_hold(&point);
    }
    point = point_of(variant, 128, 4);
    while (point_has(&point, AXIS_LANE_SCAN) && ++point.lane_scan < axis_info[AXIS_LANE_SCAN].count)
        ok &= point_costs_hold(&point);
    return ok;
}

static bool are_columns(const struct implementation *implementation, const struct cost *costs)
{
    bool ok = true;
    for (; costs && costs->what; costs++)
        if (counter_named(costs->what) == COUNTER_COUNT) {
            print_error("%s: no column %s\n", implementation->name, costs->what);
            ok = false;
        }
    return ok;
}

TEST(groups_cost_what_they_say)
{
    bool ok = true;
    for (size_t i = 0; i < registry_count; i++) {
        const struct implementation *const implementation = registry[i];
        if (implementation->family != FAMILY_GROUP)
            continue;
        ok &= are_columns(implementation, implementation->costs) &&
              are_columns(implementation, implementation->tile_costs);
        struct point variant = {.implementation = implementation};
        EACH_VARIANT(&variant)
        if (variant.broadcast <= BROADCAST_NO)
            ok &= are_columns(implementation, point_tile_costs(&variant)) && costs_hold(&variant);
    }
    assert_true(ok);
}
