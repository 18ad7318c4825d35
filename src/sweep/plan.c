/* SPDX-License-Identifier: MIT */
/* The plan: sweep × registry → points. */
#include "sweep/plan.h"

#include "base/memory.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/words.h"
#include "engine/engine.h"
#include "machine/conditions/conditions.h"
#include "registry/registry.h"
#include "json/node.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The product of one implementation with one sweep: its values on each axis count as the digits of a number.
 */
struct product {
    const struct sweep *sweep;
    const struct implementation *implementation;
    size_t radix[AXIS_COUNT];
    enum axis
        zip_leader; /* the first zipped axis it has, whose digit all zipped axes follow; AXIS_COUNT: none */
};

struct planner {
    struct plan *plan;
    size_t total; /* of the products' points, before any is dropped */
    const struct config *config;
    const struct topology_facts *facts;
    const struct plan_options *options;
    struct error *error;
    size_t excluded, filtered; /* points dropped */
    uint64_t least_n, most_n;  /* of those that were filtered */
};

static bool selects(const struct sweep *sweep, size_t pattern, const struct implementation *implementation)
{
    return sweep->primitives[implementation->primitive] &&
           text_glob(sweep->patterns[pattern], implementation->name);
}

/* Whether this pattern is the first that selects the implementation. */
static bool selects_first(const struct sweep *sweep, size_t pattern,
                          const struct implementation *implementation)
{
    if (!selects(sweep, pattern, implementation))
        return false;
    for (size_t before = 0; before < pattern; before++)
        if (selects(sweep, before, implementation))
            return false;
    return true;
}

static struct product product_make(const struct sweep *sweep, const struct implementation *implementation)
{
    struct product product = {sweep, implementation, {0}, AXIS_COUNT};
    const struct point any = {.implementation = implementation};
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const bool zipped = sweep->zip.axes & AXIS_BIT(axis);
        product.radix[axis] = 1;
        if (!point_has(&any, axis) || (zipped && product.zip_leader != AXIS_COUNT))
            continue;
        if (zipped)
            product.zip_leader = axis;
        if (sweep->axis[axis].count)
            product.radix[axis] = sweep->axis[axis].count;
    }
    return product;
}

/* Adds the product's points to the total; false above PLAN_POINTS. */
static bool count_product(struct planner *planner, const struct product *product)
{
    size_t count = 1;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (__builtin_mul_overflow(count, product->radix[axis], &count))
            return false;
    return !__builtin_add_overflow(planner->total, count, &planner->total) && planner->total <= PLAN_POINTS;
}

/* Step to the next digits, the last axis fastest; false after the last ones. */
static bool product_next(const struct product *product, size_t *digit)
{
    for (unsigned axis = AXIS_COUNT; axis > 0; axis--) {
        if (++digit[axis - 1] < product->radix[axis - 1])
            return true;
        digit[axis - 1] = 0;
    }
    return false;
}

static uint64_t workers_of(const struct planner *planner, uint64_t value)
{
    return value == WORKERS_CORES ? planner->facts->allowed_cores
           : value == WORKERS_PUS ? planner->facts->allowed_units
                                  : value;
}

static uint64_t axis_value(const struct planner *planner, const struct product *product, enum axis axis,
                           const size_t *digit)
{
    const struct axis_values *const values = &product->sweep->axis[axis];
    const bool zipped = product->sweep->zip.axes & AXIS_BIT(axis);
    const size_t index = digit[zipped ? product->zip_leader : axis];
    const uint64_t value = values->count ? values->value[index] : axis_info[axis].fallback;
    if (axis == AXIS_DEVICE && planner->options->counts)
        return DEVICE_MODEL;
    if (axis == AXIS_DEVICE && !values->count)
        return implementation_device(product->implementation);
    if (axis == AXIS_GROUPS && !values->count && product->implementation->groups)
        return product->implementation->groups;
    if (axis == AXIS_ISA && planner->options->isa != ISA_NONE)
        return planner->options->isa;
    if ((axis == AXIS_ISA && value == ISA_BEST) || (axis == AXIS_RANKS && !values->count))
        return axis_default(axis);
    return axis == AXIS_WORKERS ? workers_of(planner, value) : value;
}

static struct point product_point(const struct planner *planner, const struct product *product,
                                  const size_t *digit)
{
    struct point point = {.implementation = product->implementation};
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (point_has(&point, axis))
            point.axis[axis] = axis_value(planner, product, axis, digit);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (axis_info[axis].unsaid && point.axis[axis] == axis_info[axis].fallback)
            point.axis[axis] = 0;
    return point;
}

/* Whether a sweep asks for arrays on ranks by name, not by the way. */
static bool names_ranks(const struct sweep *sweep, const struct implementation *implementation)
{
    static const char family[] = "mpi";
    for (size_t i = 0; i < sweep->pattern_count; i++)
        if (strncmp(sweep->patterns[i], family, sizeof family - 1) == 0 &&
            text_glob(sweep->patterns[i], implementation->name))
            return true;
    return false;
}

static bool is_wanted(struct planner *planner, const struct sweep *sweep, const struct point *point)
{
    if (point_has(point, AXIS_DEVICE) && !implementation_runs_on(point->implementation, point_engine(point)))
        return false;
    if (point_on_ranks(point) && !seat_read().ranked && !names_ranks(sweep, point->implementation))
        return false;
    for (size_t i = 0; i < sweep->exclude_count; i++) {
        if (filter_matches(&sweep->exclude[i], point)) {
            planner->excluded++;
            return false;
        }
    }
    if (!filter_matches(planner->options->filter, point)) {
        planner->least_n = planner->filtered && planner->least_n < point->n ? planner->least_n : point->n;
        planner->most_n = planner->most_n > point->n ? planner->most_n : point->n;
        planner->filtered++;
        return false;
    }
    return true;
}

/* Whether mpiexec started as many ranks as a point has. */
static bool has_ranks(const struct point *point, struct error *why)
{
    const struct seat seat = seat_read();
    if (seat.ranked && point->ranks <= seat.ranks)
        return true;
    const unsigned ranks = point->ranks > 1 ? (unsigned)point->ranks : 4;
    return error_set(why, EXIT_USAGE, "%s: mpiexec -n %u scanbench --config FILE",
                     seat.ranked ? "mpiexec started too few ranks" : "not started by mpiexec", ranks);
}

/* Last, since it takes a process: whether the device is there. */
static bool is_runnable(const struct planner *planner, const struct point *point, struct error *why)
{
    const struct engine_facts *facts;
    if (point_engine(point) == ENGINE_MODEL && !planner->options->counts)
        return error_set(why, EXIT_USAGE,
                         "%s is a model, for scanbench counts; expected cpu, or a device as %s",
                         device_names[point->device], device_names[DEVICE_CUDA_0]);
    if (point_on_ranks(point) && !has_ranks(point, why))
        return false;
    return !point_on_device(point) || (engine_probe(point->device, &facts, why) &&
                                       engine_runs_at_once(point, facts->multiprocessors, why));
}

/* Devices and ranks fill arrays of their own, and the model has no memory that two arrays share. */
static bool is_where_asked(const struct point *point, struct error *why)
{
    const bool elsewhere =
        point_on_ranks(point) || point_on_device(point) || point_engine(point) == ENGINE_MODEL;
    if (!point_in_place(point))
        return true;
    if (!dtype_keeps_width(point->dtype))
        return error_set(why, EXIT_USAGE, "in place what is written needs the width of what is read");
    if (!elsewhere)
        return true;
    return error_set(why, EXIT_USAGE, "in place is measured on the host alone: device cpu, without ranks");
}

/* Everything that can be refused now, in the order in which an implementation may rely on it. */
static bool is_supported(const struct planner *planner, const struct point *point, struct error *why)
{
    const struct implementation *const implementation = point->implementation;
    if (!point_types_supported(point, why))
        return false;
    if (point_reversed(point) && !implementation->reverses)
        return error_set(why, EXIT_USAGE, "its direction must be forward");
    if (!dtype_takes(point->dtype, point->op))
        return error_set(why, EXIT_USAGE, "dtype %s has sums alone", dtype_names[point->dtype]);
    if (point->row_length && !(implementation->axes & AXIS_BIT(AXIS_ROW_LENGTH)))
        return error_set(why, EXIT_USAGE, "it takes no rows: row_length must be 0, the whole array");
    if (point->row_length && point_reversed(point))
        return error_set(why, EXIT_USAGE, "rows take the direction forward only");
    if (point_has(point, AXIS_GROUP_ALGORITHM) &&
        !implementation_local(implementation, point->group_algorithm))
        return error_set(why, EXIT_USAGE, "it does not take the group algorithm %s",
                         local_names[point->group_algorithm]);
    if (point_has(point, AXIS_ISA) && !isa_any(why))
        return false;
    if (point_has(point, AXIS_ISA) && !isa_available(point->isa))
        return error_set(why, EXIT_USAGE, "isa %s is not available %s", isa_names[point->isa],
                         isa_lacking(point->isa));
    return is_where_asked(point, why) &&
           (!implementation->supports || implementation->supports(point, why)) &&
           is_runnable(planner, point, why);
}

/* With what the model does not depend on as in a silent config. */
static struct point point_in_model(struct point point)
{
    static const enum axis ignored[] = {AXIS_WORKERS, AXIS_ISA, AXIS_PAGES, AXIS_CACHE};
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        if (point_has(&point, ignored[i]))
            point.axis[ignored[i]] = axis_default(ignored[i]);
    return point;
}

static bool add_product(struct planner *planner, const struct product *product)
{
    struct plan *const plan = planner->plan;
    size_t digit[AXIS_COUNT] = {0};
    do {
        const struct point point = product_point(planner, product, digit);
        if (is_wanted(planner, product->sweep, &point))
            plan->points[plan->count++].point = planner->options->counts ? point_in_model(point) : point;
    } while (product_next(product, digit));
    return true;
}

/* Of points by their places in the plan: equal ones in its order. */
static int compare_planned(const void *a, const void *b, void *points)
{
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    const struct planned_point *const of = points;
    const int order = point_compare(&of[left].point, &of[right].point);
    return order ? order : compare_numbers(left, right);
}

/* Leave each point where it is first. */
static void drop_repeated(struct plan *plan)
{
    uint32_t *const order = memory_array(plan->count, sizeof *order);
    bool *const repeated = memory_array(plan->count, sizeof *repeated);
    size_t left = 0;
    for (size_t i = 0; i < plan->count; i++)
        order[i] = (uint32_t)i;
    qsort_r(order, plan->count, sizeof *order, compare_planned, plan->points);
    for (size_t i = 1; i < plan->count; i++)
        repeated[order[i]] =
            point_compare(&plan->points[order[i - 1]].point, &plan->points[order[i]].point) == 0;
    for (size_t i = 0; i < plan->count; i++)
        if (!repeated[i])
            plan->points[left++].point = plan->points[i].point;
    plan->count = left;
    plan->points = memory_resize(plan->points, left, sizeof *plan->points);
    free(order);
    free(repeated);
}

static void judge_support(const struct planner *planner, struct planned_point *planned)
{
    struct error why = {0};
    planned->supported = is_supported(planner, &planned->point, &why);
    snprintf(planned->reason, sizeof planned->reason, "%.*s", (int)sizeof planned->reason - 1, why.text);
}

/* Visit the implementations that a sweep selects, by pattern and primitive, then in the registry's order. */
static bool each_product(struct planner *planner, const struct sweep *sweep,
                         bool (*visit)(struct planner *planner, const struct product *product))
{
    for (size_t pattern = 0; pattern < sweep->pattern_count; pattern++)
        for (enum primitive primitive = 0; primitive < PRIMITIVE_COUNT; primitive++)
            for (size_t i = 0; i < registry_count; i++) {
                if (registry[i]->primitive != primitive || !selects_first(sweep, pattern, registry[i]))
                    continue;
                const struct product product = product_make(sweep, registry[i]);
                if (!visit(planner, &product))
                    return false;
            }
    return true;
}

static bool too_many(const struct planner *planner, size_t sweep)
{
    const struct config *const config = planner->config;
    const struct json_source source = {.path = config->path, .text = config->text, .length = config->length};
    const struct json_node root = {.source = &source, .error = planner->error};
    const struct json_node sweeps = node_member(&root, "sweeps");
    const struct json_node item = node_item(&sweeps, sweep);
    char expected[64];
    snprintf(expected, sizeof expected, "at most %d in all sweeps together", PLAN_POINTS);
    return node_fail(&item, expected, "too many points");
}

/* A word may stand for more than a number may be: what a topology describes has no bound. */
static bool check_workers(struct planner *planner)
{
    const uint64_t most = axis_info[AXIS_WORKERS].maximum;
    for (size_t s = 0; s < planner->config->sweep_count; s++) {
        const struct axis_values *const workers = &planner->config->sweeps[s].axis[AXIS_WORKERS];
        for (size_t i = 0; i < workers->count; i++)
            if (workers_of(planner, workers->value[i]) > most)
                return error_set(planner->error, EXIT_USAGE,
                                 "%s: workers \"%s\" are %" PRIu64 " here; expected at most %" PRIu64,
                                 planner->config->path, workers->value[i] == WORKERS_CORES ? "cores" : "pus",
                                 workers_of(planner, workers->value[i]), most);
    }
    return true;
}

static bool count_all(struct planner *planner)
{
    for (size_t i = 0; i < planner->config->sweep_count; i++)
        if (!each_product(planner, &planner->config->sweeps[i], count_product))
            return too_many(planner, i);
    return true;
}

static bool no_point(const struct planner *planner)
{
    char least[32], most[32], excluded[64] = "";
    const char *const path = planner->config->path;
    const bool is_range = planner->least_n < planner->most_n;
    if (planner->excluded > 0)
        snprintf(excluded, sizeof excluded, "; note: exclude drops %zu", planner->excluded);
    if (planner->filtered == 0)
        return error_set(planner->error, EXIT_USAGE, "%s: no point is left%s", path, excluded);
    text_format_count(least, sizeof least, planner->least_n);
    text_format_count(most, sizeof most, planner->most_n);
    return error_set(planner->error, EXIT_USAGE,
                     "%s: --filter removes %s%zu point%s; note: n is %s%s%s there%s", path,
                     planner->filtered > 1 ? "all " : "", planner->filtered, planner->filtered > 1 ? "s" : "",
                     least, is_range ? " to " : "", is_range ? most : "", excluded);
}

static bool add_all(struct planner *planner)
{
    struct plan *const plan = planner->plan;
    plan->points = memory_array(planner->total, sizeof *plan->points);
    for (size_t i = 0; i < planner->config->sweep_count; i++)
        each_product(planner, &planner->config->sweeps[i], add_product);
    drop_repeated(plan);
    for (size_t i = 0; i < plan->count; i++)
        judge_support(planner, &plan->points[i]);
    return plan->count > 0 || no_point(planner);
}

static bool lacks_isa(enum isa isa, struct error *error)
{
    const char *names[ISA_COUNT];
    char expected[WORDS_TEXT];
    size_t count = 0;
    if (!isa_any(error))
        return false;
    for (enum isa other = ISA_NONE + 1; other < ISA_COUNT; other++)
        if (isa_available(other))
            names[count++] = isa_names[other];
    return error_set(error, EXIT_USAGE, "--isa %s is not available %s; expected %s", isa_names[isa],
                     isa_lacking(isa), words_list(expected, names, count));
}

bool plan_make(struct plan *plan, const struct config *config, const struct topology *topology,
               const struct plan_options *options, struct error *error)
{
    *plan = (struct plan){0};
    if (options->isa != ISA_NONE && !isa_available(options->isa))
        return lacks_isa(options->isa, error);
    struct planner planner = {.plan = plan,
                              .config = config,
                              .facts = topology_facts(topology),
                              .options = options,
                              .error = error};
    const bool made = check_workers(&planner) && count_all(&planner) && add_all(&planner);
    if (!made)
        plan_close(plan);
    return made;
}

void plan_close(struct plan *plan)
{
    free(plan->points);
    *plan = (struct plan){0};
}

size_t plan_point_bytes(const struct point *point)
{
    const struct implementation *const implementation = point->implementation;
    const struct problem_key key = point_problem(point, 0);
    size_t bytes = implementation->scratch_bytes ? implementation->scratch_bytes(point) : 0;
    const size_t arrays[] = {problem_all_input_bytes(&key), problem_output_bytes(&key),
                             implementation->slack * dtype_size(problem_output_dtype(&key)),
                             problem_expected_bytes(&key)};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        if (__builtin_add_overflow(bytes, arrays[i], &bytes))
            return SIZE_MAX;
    return bytes;
}
