/* SPDX-License-Identifier: MIT */
/* Filters: what they select, and how bad ones are refused. */
#include "base/buffer.h"
#include "implementation/implementation.h"
#include "registry/registry.h"
#include "sweep/filter.h"

#include "test.h"

static const struct implementation with_selectivity = {
    .name = "test/compact",
    .primitive = PRIMITIVE_SCAN,
    .family = FAMILY_GROUP,
    .axes = AXIS_BIT(AXIS_SELECTIVITY),
};

static struct point raking_point(void)
{
    return (struct point){
        .implementation = registry_find(PRIMITIVE_SCAN, "group/reduce-then-scan"),
        .device = DEVICE_CPU,
        .group_algorithm = LOCAL_RAKING,
        .dtype = DTYPE_U32,
        .op = OP_SUM,
        .scan_mode = MODE_EXCLUSIVE,
        .n = 1 << 20,
        .threads_per_group = 256,
        .values_per_thread = 8,
        .workers = 2,
        .isa = ISA_BEST,
        .pages = PAGES_HUGE,
        .cache = CACHE_HOT,
    };
}

static bool holds(const char *text, const struct point *point)
{
    struct filter filter;
    struct error error = {0};
    assert_done(filter_parse(&filter, text, &error), &error);
    return filter_matches(&filter, point);
}

TEST(selects_a_group_point)
{
    static const struct {
        const char *text;
        bool holds;
    } cases[] = {
        {"n=1Mi", true},
        {"n=1M", false},
        {"n!=1Mi", false},
        {"n>=1Mi", true},
        {"n>1Mi", false},
        {"n<=1048576", true},
        {"n<1Mi", false},
        {"n>=1e6", true},
        {"n>1M,n<2M", true},
        {"n>1M,n<1048576", false},
        {" n >= 1M , workers = 2 ", true},
        {"algorithm=group/*", true},
        {"algorithm=*-then-scan", true},
        {"group_algorithm=r*king", true},
        {"group_algorithm!=raking", false},
        {"group_algorithm=cooperative", false},
        {"device=cpu", true},
        {"broadcast=yes", false},
        {"broadcast!=yes", true},
        {"algorithm!=group/*", false},
        {"algorithm=serial", false},
        {"algorithm=group/reduce-then-scan,group_algorithm=raking", true},
        {"primitive=scan", true},
        {"primitive=c*", false},
        {"family=group", true},
        {"family!=simd", true},
        {"dtype=u32,scan_mode=exclusive,op=sum,pages=huge,cache=hot", true},
        {"dtype=f*", false},
        {"scan_mode!=inclusive", true},
        {"threads_per_group=256,values_per_thread<9", true},
        /* An axis it lacks: only != holds. */
        {"unroll=4", false},
        {"unroll<=4", false},
        {"unroll!=4", true},
        {"lane_scan=kogge-stone", false},
        {"lane_scan!=kogge-stone", true},
    };
    const struct point point = raking_point();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (holds(cases[i].text, &point) != cases[i].holds)
            fail_msg("'%s' %s", cases[i].text, cases[i].holds ? "does not hold" : "holds");
}

/* What brings no axis of workers is one worker's. */
TEST(workers_are_at_least_one)
{
    static const struct {
        const char *text;
        bool holds;
    } cases[] = {{"workers=1", true},   {"workers<=2", true}, {"workers>=2", false},
                 {"workers!=1", false}, {"workers!=2", true}, {"workers=0", false}};
    struct point point = raking_point();
    point.implementation = registry_find(PRIMITIVE_SCAN, "serial");
    point.workers = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (holds(cases[i].text, &point) != cases[i].holds)
            fail_msg("'%s' %s", cases[i].text, cases[i].holds ? "does not hold" : "holds");
}

TEST(no_term_holds_for_all)
{
    const struct filter none = {.count = 0};
    const struct point point = raking_point();
    assert_true(filter_matches(&none, &point));
}

TEST(fractions)
{
    const struct point half = {
        .implementation = &with_selectivity, .dtype = DTYPE_U32, .selectivity = SELECTIVITY_ONE / 2};
    assert_true(holds("selectivity=0.5", &half));
    assert_true(holds("selectivity>0", &half));
    assert_false(holds("selectivity=1", &half));
    assert_true(holds("selectivity<=.75", &half));
}

TEST(refuses)
{
    static const struct {
        const char *text, *fragment;
    } cases[] = {
        {"", "empty"},
        {"   ", "empty"},
        {"n", "'n' is no condition"},
        {"=5", "'=5' is no condition"},
        {"n=1,", "'' is no condition"},
        {"n!5", "no condition"},
        {"nn=5", "unknown field 'nn'"},
        {"algoritm=serial", "did you mean 'algorithm'?"},
        {"N=5", "unknown field 'N'; expected an axis, algorithm, primitive or family; help: all axes"},
        {"workres>1", "did you mean 'workers'?"},
        {"n=1.5", "'1.5' is not a count"},
        {"n=", "'' is not a count"},
        {"n>=-1", "'-1' is not a count"},
        {"n=18446744073709551616", "too large"},
        {"workers=cores", "'cores' is not a count"},
        {"dtype=u23", "did you mean 'u32'?"},
        {"dtype=", "no dtype matches ''"},
        {"dtype>u32", "dtype has no order"},
        {"algorithm<=serial", "algorithm has no order"},
        {"algorithm=seriall", "did you mean 'serial'?"},
        {"algorithm=grup/*", "did you mean 'group/*'?"},
        {"n>1M and n<2M", "has a blank in it; expected commas between conditions"},
        {"algorithm=cub/*", "no algorithm matches 'cub/*'"},
        {"family=group/*", "no family matches 'group/*'"},
        {"primitive=scna", "did you mean 'scan'?"},
        {"isa=best", "no isa matches 'best'; expected sse4"},
        {"selectivity=2", "'2' is not a fraction"},
        {"selectivity=nan", "'nan' is not a fraction"},
        {"selectivity=0.5x", "'0.5x' is not a fraction"},
        {"n>0,n>0,n>0,n>0,n>0,n>0,n>0,n>0,n>0,n>0,n>0,n>0,n>0,n>0,n>0,n>0,n>0", "at most 16"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct filter filter;
        struct error error = {0};
        if (filter_parse(&filter, cases[i].text, &error))
            fail_msg("'%s' is accepted", cases[i].text);
        assert_int_equal(error.code, EXIT_USAGE);
        if (strncmp(error.text, "--filter: ", 10) != 0 || !strstr(error.text, cases[i].fragment))
            fail_msg("'%s' gives: %s", cases[i].text, error.text);
    }
}

TEST(refuses_long_texts)
{
    static char text[100000];
    struct filter filter;
    struct error error = {0};
    memset(text, 'n', sizeof text - 1);
    memcpy(text, "algorithm=", 10);
    assert_false(filter_parse(&filter, text, &error));
    text[300] = '\0';
    error = (struct error){0};
    assert_false(filter_parse(&filter, text, &error));
    memset(text + 10, '*', 290);
    error = (struct error){0};
    assert_false(filter_parse(&filter, text, &error));
}
