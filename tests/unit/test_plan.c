/* SPDX-License-Identifier: MIT */
/* Plans: which points a sweep makes, in which order, and what is refused. Points as text. */
#include "base/buffer.h"
#include "registry/registry.h"
#include "sweep/plan.h"

#include "path_bed.h"

#define SWEEPS(text) "{\"name\":\"x\",\"sweeps\":[\n" text "]}"
#define SCAN(algorithm, members) \
    SWEEPS("{\"primitive\":\"scan\",\"algorithm\":" algorithm ",\"sizes\":[1,2]," members "}")

enum { CORES = 4, UNITS = 8 };

static struct topology *topology;

static int setup(void **state)
{
    struct error error = {0};
    topology = topology_create("synthetic:core:4 pu:2", &error);
    return !topology || make_path(state);
}

static int teardown(void **state)
{
    topology_destroy(topology);
    return remove_path(state);
}

static struct config read_config(const char *text)
{
    struct config config;
    struct error error = {0};
    put_file("", path, text);
    assert_done(config_read(&config, path, NULL, 0, &error), &error);
    return config;
}

static struct plan make(const char *text, const char *filter_text, enum isa isa)
{
    struct config config = read_config(text);
    struct filter filter;
    struct plan plan;
    struct error error = {0};
    struct plan_options options = {.isa = isa};
    if (filter_text) {
        assert_true(filter_parse(&filter, filter_text, &error));
        options.filter = &filter;
    }
    assert_done(plan_make(&plan, &config, topology, &options, &error), &error);
    config_close(&config);
    return plan;
}

static void expect_refusal(const char *text, const struct plan_options *options, const char *fragment)
{
    struct config config = read_config(text);
    struct plan plan;
    struct error error = {0};
    if (plan_make(&plan, &config, topology, options, &error))
        fail_msg("planned: %s", text);
    assert_int_equal(error.code, EXIT_USAGE);
    if (!strstr(error.text, fragment) || !(strstr(error.text, "expected") || strstr(error.text, "; note: ")))
        fail_msg("%s", error.text);
    assert_null(plan.points);
    config_close(&config);
}

static void expect_points(const struct plan *plan, const char *const *points, size_t count)
{
    char text[256];
    for (size_t i = 0; i < plan->count && i < count; i++)
        assert_string_equal(point_text(&plan->points[i].point, text, sizeof text), points[i]);
    assert_int_equal(plan->count, count);
}

#define EXPECT_POINTS(plan, ...)                               \
    expect_points(&(plan), (const char *const[]){__VA_ARGS__}, \
                  sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

TEST(lacking_axes_do_not_multiply)
{
    struct plan plan =
        make(SCAN("[\"serial\",\"simd/operators\"]",
                  "\"threads_per_group\":[32,64],\"values_per_thread\":[1,2,4],\"unroll\":[1,2],"
                  "\"workers\":[1,2],\"lane_scan\":\"sklansky\""),
             NULL, ISA_NONE);
    EXPECT_POINTS(plan, "scan serial u32 exclusive n=1", "scan serial u32 exclusive n=2",
                  "scan simd/operators u32 exclusive n=1 U=1", "scan simd/operators u32 exclusive n=1 U=2",
                  "scan simd/operators u32 exclusive n=2 U=1", "scan simd/operators u32 exclusive n=2 U=2");
    for (size_t i = 0; i < plan.count; i++) {
        assert_true(plan.points[i].supported);
        assert_string_equal(plan.points[i].reason, "");
    }
    plan_close(&plan);
}

TEST(silent_axes_take_defaults)
{
    struct plan plan =
        make(SWEEPS("{\"primitive\":\"scan\",\"algorithm\":\"group/reduce-then-scan\",\"sizes\":\"1Ki\"}"),
             NULL, ISA_NONE);
    char text[256], expected[256];
    assert_int_equal(plan.count, 1);
    snprintf(
        expected, sizeof expected,
        "primitive=scan,algorithm=group/"
        "reduce-then-scan,device=cpu,group_algorithm=raking,dtype=u32,op=sum,scan_mode=exclusive,n=1024,"
        "threads_per_group=256,values_per_thread=8,lane_scan=kogge-stone,workers=1,isa=%s,pages=huge,cache="
        "hot",
        isa_names[isa_best()]);
    assert_string_equal(point_key(&plan.points[0].point, text, sizeof text), expected);
    plan_close(&plan);
}

TEST(order_follows_the_config)
{
    struct plan plan = make(
        SWEEPS("{\"primitive\":[\"scan\",\"copy\"],\"algorithm\":[\"limit/"
               "memcpy\",\"serial\",\"*\"],\"sizes\":[5,3],"
               "\"dtype\":[\"f32\",\"u32\"]}"),
        "family!=group,family!=threads,family!=simd,algorithm!=limit/copy*,algorithm!=limit/read*", ISA_NONE);
    EXPECT_POINTS(plan, "copy limit/memcpy f32 n=5 workers=1", "copy limit/memcpy f32 n=3 workers=1",
                  "copy limit/memcpy u32 n=5 workers=1", "copy limit/memcpy u32 n=3 workers=1",
                  "scan serial f32 exclusive n=5", "scan serial f32 exclusive n=3",
                  "scan serial u32 exclusive n=5", "scan serial u32 exclusive n=3");
    plan_close(&plan);
}

TEST(points_come_once)
{
    struct plan plan =
        make(SWEEPS("{\"primitive\":\"scan\",\"algorithm\":[\"serial\",\"ser*\"],\"sizes\":[1024,\"1Ki\",7]},"
                    "{\"primitive\":\"scan\",\"algorithm\":\"serial\",\"sizes\":[7,9]}"),
             NULL, ISA_NONE);
    EXPECT_POINTS(plan, "scan serial u32 exclusive n=1Ki", "scan serial u32 exclusive n=7",
                  "scan serial u32 exclusive n=9");
    plan_close(&plan);
}

TEST(workers_follow_the_topology)
{
    struct plan plan = make(SWEEPS("{\"primitive\":\"copy\",\"algorithm\":\"limit/memcpy\",\"sizes\":1,"
                                   "\"workers\":[1,4,\"cores\",\"pus\",4096]}"),
                            NULL, ISA_NONE);
    EXPECT_POINTS(plan, "copy limit/memcpy u32 n=1 workers=1", "copy limit/memcpy u32 n=1 workers=4",
                  "copy limit/memcpy u32 n=1 workers=8", "copy limit/memcpy u32 n=1 workers=4096");
    assert_int_equal(topology_facts(topology)->allowed_cores, CORES);
    assert_int_equal(topology_facts(topology)->allowed_units, UNITS);
    plan_close(&plan);
}

TEST(zipped_axes_walk_together)
{
    struct plan plan =
        make(SWEEPS("{\"primitive\":\"scan\",\"algorithm\":[\"group/reduce-then-scan\",\"simd/"
                    "operators\",\"serial\"],\"sizes\":[1,2],"
                    "\"zip\":{\"threads_per_group\":[128,256,128],\"values_per_thread\":[4,2,4],"
                    "\"unroll\":[1,1,2]}}"),
             NULL, ISA_NONE);
    EXPECT_POINTS(plan, "scan group/reduce-then-scan raking u32 exclusive n=1 T=128 V=4 workers=1",
                  "scan group/reduce-then-scan raking u32 exclusive n=1 T=256 V=2 workers=1",
                  "scan group/reduce-then-scan raking u32 exclusive n=2 T=128 V=4 workers=1",
                  "scan group/reduce-then-scan raking u32 exclusive n=2 T=256 V=2 workers=1",
                  "scan simd/operators u32 exclusive n=1 U=1", "scan simd/operators u32 exclusive n=1 U=2",
                  "scan simd/operators u32 exclusive n=2 U=1", "scan simd/operators u32 exclusive n=2 U=2",
                  "scan serial u32 exclusive n=1", "scan serial u32 exclusive n=2");
    plan_close(&plan);
}

TEST(zip_takes_sizes)
{
    struct plan plan =
        make(SWEEPS("{\"primitive\":\"scan\",\"algorithm\":\"serial\",\"zip\":{\"sizes\":[10,20],"
                    "\"dtype\":[\"u32\",\"f32\"]}}"),
             NULL, ISA_NONE);
    EXPECT_POINTS(plan, "scan serial u32 exclusive n=10", "scan serial f32 exclusive n=20");
    plan_close(&plan);
}

TEST(exclude_and_filter_drop)
{
    static const char text[] = SWEEPS(
        "{\"primitive\":\"scan\",\"algorithm\":\"serial\",\"sizes\":[1,2,3,4,5],\"dtype\":[\"u32\",\"f32\"],"
        "\"exclude\":[{\"n\":\"<3\",\"dtype\":\"f32\"},{\"n\":4}]}");
    struct plan plan = make(text, "n<=3", ISA_NONE);
    EXPECT_POINTS(plan, "scan serial u32 exclusive n=1", "scan serial u32 exclusive n=2",
                  "scan serial u32 exclusive n=3", "scan serial f32 exclusive n=3");
    plan_close(&plan);
}

TEST(unsupported_points_have_a_reason)
{
    struct plan plan = make(SCAN("\"group/*\"", "\"threads_per_group\":[31,32]"),
                            "n=1,algorithm=group/reduce-then-scan", ISA_NONE);
    assert_int_equal(plan.count, 2);
    assert_false(plan.points[0].supported);
    assert_non_null(strstr(plan.points[0].reason, "threads_per_group"));
    assert_true(plan.points[1].supported);
    plan_close(&plan);
}

TEST(what_a_point_may_not_combine_has_a_reason)
{
    static const struct {
        const char *algorithm, *members, *reason; /* NULL: supported */
    } cases[] = {
        {"serial", "\"direction\":\"reverse\"", NULL},
        {"serial", "\"row_length\":3", NULL},
        {"serial", "\"dtype\":\"u8-u32\",\"op\":\"sum\"", NULL},
        {"group/fallback", "\"direction\":\"reverse\"", "its direction must be forward"},
        {"serial", "\"dtype\":\"u8-u32\",\"op\":\"max\"", "dtype u8-u32 has sums alone"},
        {"group/chained", "\"row_length\":3", "it takes no rows: row_length must be 0, the whole array"},
        {"serial", "\"row_length\":3,\"direction\":\"reverse\"", "rows take the direction forward only"},
        {"serial", "\"dtype\":\"u8-u32\",\"in_place\":\"yes\"",
         "in place what is written needs the width of what is read"},
        {"group/chained", "\"device\":\"model\"",
         "model is a model, for scanbench counts; expected cpu, or a device as cuda:0"},
        {"simd/operators", "\"dtype\":\"u8-u32\"",
         "it does not take dtype u8-u32; expected u32, i32, u64, f32, f64 or i64"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, SWEEPS("{\"primitive\":\"scan\",\"algorithm\":\"%s\",\"sizes\":[7],%s}"),
                 cases[i].algorithm, cases[i].members);
        struct plan plan = make(text, NULL, ISA_NONE);
        assert_int_equal(plan.count, 1);
        assert_string_equal(plan.points[0].reason, cases[i].reason ? cases[i].reason : "");
        assert_int_equal(plan.points[0].supported, cases[i].reason == NULL);
        plan_close(&plan);
    }
}

TEST(whole_rows_fit_who_has_them)
{
    static const struct {
        const char *primitive, *algorithm;
        unsigned threads, values, row;
        const char *reason; /* NULL: supported */
    } cases[] = {
        {"scan", "group/rows-subgroup", 64, 4, 125, NULL},
        {"scan", "group/rows-subgroup", 64, 4, 128, NULL},
        {"scan", "group/rows-subgroup", 64, 4, 126,
         "a subgroup has whole rows: row_length is at most 125, or a multiple of 4 up to 128"},
        {"scan", "group/rows-subgroup", 64, 1, 33, "a subgroup has whole rows: row_length is at most 32"},
        {"scan", "group/rows-group", 64, 4, 253, NULL},
        {"scan", "group/rows-group", 64, 4, 257,
         "a group has whole rows: row_length is at most 253, or a multiple of 4 up to 256"},
        {"scan", "group/row-loop", 64, 4, 257, NULL},
        {"scan", "group/row-loop", 64, 4, 0, "it scans rows: row_length is at least 1"},
        {"reduce", "group/rows-subgroup", 64, 4, 128, NULL},
        {"reduce", "group/rows-subgroup", 64, 4, 127,
         "a subgroup has whole rows: row_length is at most 125, or a multiple of 4 up to 128"},
        {"reduce", "group/row-loop", 64, 4, 0, "it reduces rows: row_length is at least 1"},
        {"reduce", "group/row-parts", 64, 4, 1000, NULL},
        {"reduce", "group/row-parts", 64, 4, 999, "each row has a group or more: groups is at least 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 SWEEPS("{\"primitive\":\"%s\",\"algorithm\":\"%s\",\"dtype\":\"u32\",\"sizes\":[1000],"
                        "\"threads_per_group\":%u,\"values_per_thread\":%u,\"row_length\":%u}"),
                 cases[i].primitive, cases[i].algorithm, cases[i].threads, cases[i].values, cases[i].row);
        struct plan plan = make(text, NULL, ISA_NONE);
        assert_int_equal(plan.count, 1);
        assert_string_equal(plan.points[0].reason, cases[i].reason ? cases[i].reason : "");
        plan_close(&plan);
    }
}

/* What Open MPI's launcher says to a rank; NULL: nobody started several. */
static void seat(const char *rank, const char *ranks)
{
    if (rank) {
        setenv("OMPI_COMM_WORLD_RANK", rank, 1);
        setenv("OMPI_COMM_WORLD_SIZE", ranks, 1);
    } else {
        unsetenv("OMPI_COMM_WORLD_RANK");
        unsetenv("OMPI_COMM_WORLD_SIZE");
    }
}

TEST(ranks_are_those_of_the_launcher)
{
    static const char scans[] = SCAN("\"mpi/scan\"", "\"ranks\":[1,2,3]"),
                      all[] = SCAN("\"*\"", "\"scan_mode\":\"inclusive\"");
    static const char filter[] = "n=1";
    seat(NULL, NULL);
    struct plan plan = make(scans, filter, ISA_NONE);
    assert_int_equal(plan.count, 3);
    assert_string_equal(plan.points[0].reason,
                        "not started by mpiexec: mpiexec -n 4 scanbench --config FILE");
    assert_string_equal(plan.points[2].reason,
                        "not started by mpiexec: mpiexec -n 3 scanbench --config FILE");
    plan_close(&plan);
    seat("0", "2");
    plan = make(scans, filter, ISA_NONE);
    assert_true(plan.points[0].supported && plan.points[1].supported);
    assert_string_equal(plan.points[2].reason,
                        "mpiexec started too few ranks: mpiexec -n 3 scanbench --config FILE");
    plan_close(&plan);
    for (size_t ranked = 0; ranked < 2; ranked++) {
        size_t on_ranks = 0;
        seat(ranked ? "1" : NULL, "2");
        plan = make(all, "n=1", ISA_NONE);
        for (size_t i = 0; i < plan.count; i++)
            on_ranks += point_on_ranks(&plan.points[i].point);
        assert_int_equal(on_ranks > 0, ranked);
        plan_close(&plan);
    }
    seat(NULL, NULL);
}

TEST(isas_of_other_machines_are_unsupported)
{
    char names[256] = "", config[512];
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        sprintf(names + strlen(names), "\"%s\",", isa_names[isa]);
    snprintf(config, sizeof config, SCAN("\"simd/operators\"", "\"isa\":[%s\"best\"]"), names);
    struct plan plan = make(config, "n=1", ISA_NONE);
    assert_int_equal(plan.count, ISA_COUNT - 1);
    for (size_t i = 0; i < plan.count; i++) {
        const struct planned_point *const planned = &plan.points[i];
        assert_int_equal(planned->point.isa, ISA_NONE + 1 + i);
        assert_int_equal(planned->supported, isa_available(planned->point.isa));
        assert_int_equal(planned->supported, strstr(planned->reason, isa_names[planned->point.isa]) == NULL);
    }
    plan_close(&plan);
}

TEST(isa_of_the_command_line_wins)
{
    struct plan plan =
        make(SCAN("\"simd/operators\"", "\"isa\":[\"sse4\",\"neon\",\"best\"]"), "n=1", isa_best());
    assert_int_equal(plan.count, 1);
    assert_int_equal(plan.points[0].point.isa, isa_best());
    assert_true(plan.points[0].supported);
    plan_close(&plan);
    const enum isa foreign = isa_available(ISA_NEON) ? ISA_SSE4 : ISA_NEON;
    expect_refusal(SCAN("\"serial\"", "\"unroll\":1"), &(struct plan_options){.isa = foreign},
                   "is not available");
}

TEST(nothing_left_is_refused)
{
    struct filter filter;
    struct error error = {0};
    assert_true(filter_parse(&filter, "n>2", &error));
    expect_refusal(SCAN("\"serial\"", "\"exclude\":[{\"n\":1}]"), &(struct plan_options){.filter = &filter},
                   "--filter removes 1 point; note: n is 2 there; note: exclude drops 1");
    expect_refusal(SCAN("\"serial\"", "\"exclude\":[{\"n\":\">0\"}]"), &(struct plan_options){.filter = NULL},
                   "no point is left; note: exclude drops 2");
}

TEST(too_many_points_are_refused)
{
    static const struct {
        const char *text;
        unsigned line, column;
        const char *pointer;
    } cases[] = {
        /* 10^6 + 1, over two sweeps. */
        {SWEEPS("{\"primitive\":\"scan\",\"algorithm\":\"serial\",\"sizes\":{\"from\":1,\"to\":500000,"
                "\"add\":1},\"scan_mode\":"
                "[\"exclusive\",\"inclusive\"]},\n "
                "{\"primitive\":\"scan\",\"algorithm\":\"serial\",\"sizes\":1}"),
         3, 2, "(/sweeps/1)"},
        /* 10^18 and more. */
        {SWEEPS("{\"primitive\":\"scan\",\"algorithm\":\"group/"
                "reduce-then-scan\",\"sizes\":{\"from\":1,\"to\":1000000,"
                "\"add\":1},"
                "\"threads_per_group\":{\"from\":1,\"to\":1024,\"add\":1},"
                "\"values_per_thread\":{\"from\":1,\"to\":32,\"add\":1},\"workers\":{\"from\":1,\"to\":4096,"
                "\"add\":1},"
                "\"dtype\":[\"u32\",\"f32\"],\"scan_mode\":[\"inclusive\",\"exclusive\"]}"),
         2, 1, "(/sweeps/0)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char place[128];
        snprintf(place, sizeof place, "%s:%u:%u: error: too many points %s", path, cases[i].line,
                 cases[i].column, cases[i].pointer);
        expect_refusal(cases[i].text, &(struct plan_options){.filter = NULL}, place);
    }
}

TEST(many_points_are_planned_once_each)
{
    struct plan plan = make(SWEEPS("{\"primitive\":\"scan\",\"algorithm\":\"group/"
                                   "reduce-then-scan\",\"sizes\":{\"from\":1,\"to\":100,\"add\":1},"
                                   "\"threads_per_group\":{\"from\":1,\"to\":1000,\"add\":1}}"),
                            NULL, ISA_NONE);
    assert_int_equal(plan.count, 100000);
    for (size_t i = 1; i < plan.count; i++)
        assert_int_not_equal(point_compare(&plan.points[i - 1].point, &plan.points[i].point), 0);
    plan_close(&plan);
}

TEST(bytes_of_a_point)
{
    struct point point = {.implementation = registry_find(PRIMITIVE_SCAN, "serial"),
                          .dtype = DTYPE_U32,
                          .op = OP_SUM,
                          .scan_mode = MODE_EXCLUSIVE,
                          .n = 1000};
    assert_int_equal(plan_point_bytes(&point), 3 * 4 * 1000);
    point.n = 0;
    assert_int_equal(plan_point_bytes(&point), 0);
    point.n = axis_info[AXIS_N].maximum;
    assert_true(plan_point_bytes(&point) == 12 * axis_info[AXIS_N].maximum);
    point.implementation = registry_find(PRIMITIVE_SCAN, "group/reduce-then-scan");
    point.threads_per_group = 32;
    point.values_per_thread = 1;
    point.n = 1 << 20;
    assert_true(plan_point_bytes(&point) > 12u << 20);
}

TEST(points_as_text)
{
    const struct point point = {.implementation = registry_find(PRIMITIVE_SCAN, "group/reduce-then-scan"),
                                .group_algorithm = LOCAL_RAKING,
                                .dtype = DTYPE_U32,
                                .op = OP_SUM,
                                .scan_mode = MODE_EXCLUSIVE,
                                .n = 1 << 20,
                                .device = axis_info[AXIS_DEVICE].fallback,
                                .threads_per_group = 256,
                                .values_per_thread = 8,
                                .lane_scan = axis_info[AXIS_LANE_SCAN].fallback,
                                .workers = 2,
                                .isa = isa_best(),
                                .pages = PAGES_4K,
                                .cache = CACHE_HOT};
    char text[256];
    assert_string_equal(
        point_text(&point, text, sizeof text),
        "scan group/reduce-then-scan raking u32 exclusive n=1Mi T=256 V=8 workers=2 pages=4k");
    assert_string_equal(point_axis_text(&point, AXIS_N, text, sizeof text), "1048576");
    assert_string_equal(point_axis_text(&point, AXIS_UNROLL, text, sizeof text), "-");
    assert_string_equal(point_axis_text(&point, AXIS_SCAN_MODE, text, sizeof text), "exclusive");
    assert_string_equal(point_text(&point, text, 8), "scan gr");
    assert_string_equal(point_key(&point, text, 20), "primitive=scan,algo");
}

TEST(points_have_an_order)
{
    struct point a = {.implementation = registry_find(PRIMITIVE_SCAN, "serial"), .dtype = DTYPE_U32, .n = 5};
    struct point b = a;
    assert_int_equal(point_compare(&a, &b), 0);
    b.n = 6;
    assert_true(point_compare(&a, &b) < 0);
    assert_true(point_compare(&b, &a) > 0);
    b.dtype = DTYPE_NONE;
    assert_true(point_compare(&b, &a) < 0);
    b.implementation = registry_find(PRIMITIVE_COPY, "limit/copy");
    assert_true(point_compare(&a, &b) < 0);
    assert_true(point_compare(&b, &a) > 0);
}

/* "cores" and "pus" are no way around the bound of a number. In packages, since hwloc compares each core with
 * all that have the same parent. */
TEST(described_workers_have_a_bound)
{
    static const struct {
        const char *topology, *workers;
        bool taken;
        const char *said;
    } cases[] = {
        {"synthetic:package:64 core:32 pu:2", "cores", true, NULL},
        {"synthetic:package:64 core:32 pu:2", "pus", true, NULL},
        {"synthetic:package:17 core:241 pu:1", "cores", false,
         "workers \"cores\" are 4097 here; expected at most 4096"},
        {"synthetic:package:3 core:683 pu:2", "pus", false,
         "workers \"pus\" are 4098 here; expected at most 4096"},
        {"synthetic:package:3 core:683 pu:2", "cores", true, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        struct plan plan;
        struct error error = {0};
        struct topology *const described = topology_create(cases[i].topology, &error);
        assert_non_null(described);
        snprintf(text, sizeof text, SCAN("\"threads/partitioned\"", "\"workers\":[1,\"%s\"]"),
                 cases[i].workers);
        struct config config = read_config(text);
        assert_int_equal(
            plan_make(&plan, &config, described, &(struct plan_options){.isa = ISA_NONE}, &error),
            cases[i].taken);
        if (cases[i].taken)
            plan_close(&plan);
        else
            assert_non_null(strstr(error.text, cases[i].said));
        assert_int_equal(error.code, cases[i].taken ? EXIT_OK : EXIT_USAGE);
        config_close(&config);
        topology_destroy(described);
    }
}

AROUND_TESTS(setup, teardown)
