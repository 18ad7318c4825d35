/* SPDX-License-Identifier: MIT */
/* The registry: a walk over it reaches everything that an implementation declares, and each passes it with
 * the best ISA. test_registry_isas.c has the others. */
#include "registry/registry.h"

#include "check/check.h"
#include "machine/isa.h"

#include "isolated.h"
#include "test.h"

/* What a walk has come by: a bit for each value, for sizes a bit for each way to be awkward. */
struct seen {
    unsigned dtypes, ops, modes, directions, isas, unrolls, workers, data, sizes, locals, broadcasts;
};
enum { SIZE_NONE = 1, SIZE_ONE = 2, SIZE_BEFORE_TILE = 4, SIZE_TILE = 8, SIZE_BEHIND_TILE = 16 };

static bool see(void *context, const struct point *point, enum case_data data)
{
    struct seen *const seen = context;
    const uint64_t tile = point_tile(point);
    seen->dtypes |= 1u << point->dtype;
    seen->ops |= 1u << point->op;
    seen->locals |= 1u << point->group_algorithm;
    seen->broadcasts |= 1u << point->broadcast;
    seen->modes |= 1u << point->scan_mode;
    seen->directions |= 1u << point->direction;
    seen->isas |= 1u << point->isa;
    seen->unrolls |= 1u << point->unroll;
    seen->workers |= 1u << point->workers;
    seen->data |= 1u << data;
    seen->sizes |= point->n == 0 ? SIZE_NONE : point->n == 1 ? SIZE_ONE : 0;
    if (tile && point->n - tile + 1 < 3)
        seen->sizes |= SIZE_BEFORE_TILE << (point->n - tile + 1);
    return true;
}

static unsigned available_isas(void)
{
    unsigned isas = 0;
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        isas |= isa_available(isa) ? 1u << isa : 0;
    return isas;
}

/* The element types and instruction sets that it does not refuse: of what it declares, some have no
 * instructions for it. */
static void ask_supported(const struct implementation *implementation, unsigned *dtypes, unsigned *isas)
{
    struct point point = implementation_point(implementation);
    struct error why;
    point.n = 1; /* some have no room for more than registers hold */
    *dtypes = *isas = 0;
    for (point.isa = ISA_NONE; point.isa < ISA_COUNT; point.isa++)
        for (point.dtype = DTYPE_NONE + 1; point.dtype < DTYPE_COUNT; point.dtype++) {
            const bool has =
                point_has(&point, AXIS_ISA) ? available_isas() & 1u << point.isa : point.isa == ISA_NONE;
            struct point rows = point; /* some have nothing but rows */
            rows.row_length = point_has(&point, AXIS_ROW_LENGTH);
            why = (struct error){0};
            if (!has || !(implementation->dtypes & 1u << point.dtype) ||
                (implementation->supports && !implementation->supports(&point, &why) &&
                 !implementation->supports(&rows, &why)))
                continue;
            *dtypes |= 1u << point.dtype;
            *isas |= 1u << point.isa;
        }
}

static void expect_walked(const struct implementation *implementation, const struct seen *seen)
{
    const struct point any = {.implementation = implementation};
    unsigned dtypes, isas;
    ask_supported(implementation, &dtypes, &isas);
    assert_int_equal(seen->dtypes, dtypes);
    assert_int_equal(seen->isas, isas);
    if (!dtypes) /* this CPU has no instructions for it */
        return;
    for (enum local local = LOCAL_NONE + 1; local < LOCAL_COUNT; local++)
        assert_int_equal(seen->locals >> local & 1, implementation_local(implementation, local) != NULL);
    for (enum broadcast broadcast = BROADCAST_YES; broadcast < BROADCASTS; broadcast++)
        assert_int_equal(seen->broadcasts >> broadcast & 1, point_has(&any, AXIS_BROADCAST));
    assert_int_equal(seen->ops, implementation->ops ? implementation->ops : 1u << OP_NONE);
    assert_int_equal(seen->modes, point_has(&any, AXIS_SCAN_MODE)
                                      ? 1u << MODE_EXCLUSIVE | 1u << MODE_INCLUSIVE
                                      : 1u << MODE_NONE);
    assert_int_equal(seen->directions >> DIRECTION_REVERSE, implementation->reverses);
    assert_int_equal(seen->unrolls, point_has(&any, AXIS_UNROLL) ? 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8 : 1);
    assert_int_equal(seen->workers & ~0x2eu, point_has(&any, AXIS_WORKERS) ? 0 : 1); /* of 1 to 5 */
    assert_int_equal(seen->sizes,
                     point_has(&any, AXIS_THREADS_PER_GROUP) || point_has(&any, AXIS_VALUES_PER_THREAD) ? 31
                                                                                                        : 3);
    assert_int_equal(!!(seen->data & 1u << CASE_PREFIXED), 1);
}

TEST(every_declared_value_is_walked)
{
    for (size_t i = 0; i < registry_count; i++) {
        struct seen seen = {0};
        if (!implementation_runs_on(registry[i], ENGINE_NONE))
            continue;
        for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++) {
            const struct case_extent few = {.smoke = true, .isa = isa};
            if (isa_available(isa))
                assert_true(cases_walk(registry[i], &few, see, &seen));
        }
        print_message("%s %s\n", primitive_names[registry[i]->primitive], registry[i]->name);
        expect_walked(registry[i], &seen);
    }
}

/* Nothing precedes a row, so that what scans rows alone takes no prefix. */
static bool has_rows_alone(const struct implementation *implementation)
{
    struct point whole = implementation_point(implementation), rows;
    struct error why = {0};
    whole.n = 1;
    rows = whole;
    rows.row_length = 1;
    return point_has(&whole, AXIS_ROW_LENGTH) && implementation->supports &&
           !implementation->supports(&whole, &why) && implementation->supports(&rows, &why);
}

static bool count_prefixed(void *context, const struct point *point, enum case_data data)
{
    struct problem_key key;
    *(size_t *)context += data == CASE_PREFIXED && case_problem(point, data, 1, &key);
    return true;
}

TEST(every_scan_starts_with_a_prefix)
{
    const struct case_extent few = {.smoke = true};
    for (size_t i = 0; i < registry_count; i++) {
        size_t prefixed = 0;
        assert_true(cases_walk(registry[i], &few, count_prefixed, &prefixed));
        print_message("%s %s\n", primitive_names[registry[i]->primitive], registry[i]->name);
        assert_int_equal(prefixed > 0,
                         primitive_info(registry[i]->primitive)->directed && !has_rows_alone(registry[i]));
    }
}

TEST(all_pass_with_the_best_isa)
{
    for (size_t i = 0; i < registry_count; i++) {
        const struct checker_options smoke = {.extent = {.smoke = true, .distinct = IS_SANITIZED}, .seed = 3};
        unsigned dtypes, isas;
        const struct checker_result result = checked(registry[i], &smoke);
        if (result.wrong)
            fail_msg("%s: %s", registry[i]->name, result.finding);
        ask_supported(registry[i], &dtypes, &isas);
        if (!implementation_runs_on(registry[i], ENGINE_NONE) || !dtypes)
            assert_int_equal(result.cases, 0);
        else
            assert_true(result.cases > 10);
    }
}

TEST(finds_its_rows)
{
    for (size_t i = 0; i < registry_count; i++)
        assert_ptr_equal(registry_find(registry[i]->primitive, registry[i]->name), registry[i]);
    assert_null(registry_find(PRIMITIVE_SCAN, "serial/strict"));
}
