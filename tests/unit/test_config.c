/* SPDX-License-Identifier: MIT */
/* Configs: what good ones mean, and what the schema for editors knows. */
#include "implementation/implementation.h"
#include "machine/caches.h"

#include "config_bed.h"
#include "machine/isa.h"
#include "sweep/config_members.h"

TEST(looks_of_plots)
{
    struct plot_look look = {.names = ""};
    assert_true(plot_name_add(&look, "T=256=a tile"));
    assert_string_equal(look.names, "T=256=a tile\n");
    assert_false(plot_name_add(&look, "serial"));
    assert_false(plot_name_add(&look, "=x"));
    assert_false(plot_name_add(&look, "a\x01=x"));
    size_t added = 0;
    while (plot_name_add(&look, "serial=a name that takes some room"))
        added++;
    assert_true(added > 100 && strlen(look.names) < sizeof look.names);
    assert_true(plot_width_valid("3.5in") && plot_width_valid("89mm") && !plot_width_valid("3.5"));
    assert_false(plot_title_valid("a\nb"));
    struct config config = read_text("{\"name\":\"x\",\"title\":\"about\",\"sweeps\":[{\"primitive\":"
                                     "\"scan\",\"algorithm\":\"serial\",\"sizes\":8}],"
                                     "\"plots\":[{\"kind\":\"ladder\",\"title\":\"Mine\",\"names\":{"
                                     "\"serial\":\"C\",\"simd/*\":\"V\"},\"width\":\"7in\","
                                     "\"font_size\":8,\"style\":\"grey\"}]}");
    assert_string_equal(config.plots[0].look.title, "Mine");
    assert_string_equal(config.plots[0].look.names, "serial=C\nsimd/*=V\n");
    assert_string_equal(config.plots[0].look.width, "7in");
    assert_string_equal(config.plots[0].look.style, "grey");
    assert_true(config.plots[0].look.font_points == 8);
    config_close(&config);
}

TEST(kinds_of_plots)
{
    static char pattern[PLOT_BASELINE + 1];
    struct error error = {0};
    for (int i = 0; i < PLOT_KINDS; i++)
        assert_int_equal(plot_kind_find(plot_kinds[i].name, &error), i);
    assert_int_equal(error.code, EXIT_OK);
    assert_int_equal(plot_kind_find("ladders", &error), -1);
    assert_error(&error, EXIT_USAGE, "did you mean 'ladder'?");
    memset(pattern, 'a', PLOT_BASELINE - 1);
    assert_true(plot_baseline_valid(pattern));
    pattern[PLOT_BASELINE - 1] = 'a';
    assert_false(plot_baseline_valid(pattern));
}

TEST(defaults)
{
    struct config config = read_text(WITH("\"$schema\":\"s\""));
    assert_string_equal(config.name, "x");
    assert_string_equal(config.path, path);
    assert_string_equal(config.text, WITH("\"$schema\":\"s\""));
    assert_int_equal(config.length, strlen(WITH("\"$schema\":\"s\"")));
    assert_int_equal(config.measure.processes, 10);
    assert_false(config.measure.processes_said);
    assert_int_equal(config.measure.samples, 1000);
    assert_true(config.measure.time_s == 1);
    assert_int_equal(config.measure.seed, 1);
    assert_int_equal(config.pin, PIN_CORES);
    assert_int_equal(config.sweep_count, 1);
    assert_int_equal(config.plot_count, 0);
    assert_int_equal(config.sweeps[0].axis[AXIS_WORKERS].count, 0);
    assert_true(config.sweeps[0].primitives[PRIMITIVE_SCAN]);
    assert_false(config.sweeps[0].primitives[PRIMITIVE_COPY]);
    config_close(&config);
}

/* A sweep that names no primitive is of scans; one that names another is of no scan. */
TEST(scan_is_the_primitive_of_who_names_none)
{
    struct config config =
        read_text("{\"name\":\"x\",\"sweeps\":[{\"algorithm\":\"threads/chained\",\"sizes\":1},"
                  "{\"primitive\":\"copy\",\"algorithm\":\"limit/*\",\"sizes\":1}]}");
    for (unsigned i = 0; i < PRIMITIVE_COUNT; i++) {
        assert_int_equal(config.sweeps[0].primitives[i], i == PRIMITIVE_SCAN);
        assert_int_equal(config.sweeps[1].primitives[i], i == PRIMITIVE_COPY);
    }
    config_close(&config);
}

/* Ten, unless a config says how many: time and samples are of all of them together. */
TEST(processes_share_time_and_samples)
{
    static const struct {
        const char *text;
        uint64_t processes, samples;
        double time_s;
    } rows[] = {{WITH("\"measure\":{}"), 10, 100, 0.1},
                {WITH("\"measure\":{\"samples\":25}"), 10, 3, 0.1},
                {WITH("\"measure\":{\"time\":\"3s\"}"), 10, 100, 0.3},
                {WITH("\"measure\":{\"time\":\"3s\",\"processes\":2}"), 2, 500, 1.5}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct config config = read_text(rows[i].text);
        assert_int_equal(config.measure.processes, rows[i].processes);
        assert_int_equal(measure_process_samples(&config.measure), rows[i].samples);
        assert_near(measure_process_time_s(&config.measure), rows[i].time_s, 1e-12);
        config_close(&config);
    }
}

/* A config of the text of a settled one measures the same, whatever its options and its plan made of it. */
TEST(energy_and_smoke_are_for_who_asks)
{
    static const struct {
        const char *text;
        double energy_s;
        bool smoke;
    } rows[] = {{WITH("\"measure\":{}"), 0, false},
                {WITH("\"measure\":{\"energy\":\"0s\",\"smoke\":false}"), 0, false},
                {WITH("\"measure\":{\"energy\":\"2s\",\"smoke\":true}"), 2, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct config config = read_text(rows[i].text);
        assert_true(config.measure.energy_s == rows[i].energy_s);
        assert_int_equal(config.measure.smoke, rows[i].smoke);
        config_close(&config);
    }
}

/* Sentences, for the manual and the schema. */
static void expect_help(const struct member_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct config_member *const member = &table->members[i];
        const char *const help = member_help(member);
        if (!*member_key(member) || !help || help[strlen(help) - 1] != '.' ||
            (member->kind != MEMBER_AXIS && !member->help))
            fail_msg("%s of %s has no help that ends in a full stop", member_key(member), table->name);
        if (member->kind == MEMBER_OBJECT)
            expect_help(member->table);
    }
}

TEST(each_member_has_help)
{
    expect_help(&config_table);
    expect_help(&sweep_table);
    expect_help(&plot_table);
    for (size_t i = 0; i < CLAIM_TABLES; i++)
        expect_help(&claim_tables[i]);
}

TEST(a_settled_config_says_all)
{
    static const char *const settings[] = {"filter=\"n>2\"", "isa=\"sse4\"", "measure.smoke=true",
                                           "machine.topology=\"synthetic:core:2\"",
                                           "measure.seed=\"18446744073709551615\""};
    struct config config = read_set(WITH("\"measure\":{\"time\":\"3s\"}"), settings, 5);
    config.measure.processes = 7;
    config.measure.time_s = 0.0123456789;
    config_settle(&config);
    struct config again = read_text(config.text);
    assert_int_equal(again.measure.processes, 7);
    assert_near(again.measure.time_s, 0.0123456789, 1e-12);
    assert_int_equal(again.measure.samples, 1000);
    assert_int_equal(again.measure.seed, UINT64_MAX);
    assert_true(again.measure.smoke);
    assert_int_equal(again.filter.count, 1);
    assert_int_equal(again.isa, ISA_SSE4);
    assert_string_equal(again.topology, "synthetic:core:2");
    config_settle(&again);
    assert_string_equal(config.text, again.text);
    config_close(&config);
    config_close(&again);
}

TEST(everything_given)
{
    struct config config = read_text(
        "{\"name\":\"a_B.c+d-1\","
        "\"measure\":{\"samples\":1e3,\"time\":\"150ms\",\"processes\":3,\"cache\":"
        "\"hot\","
        "\"seed\":18},"
        "\"machine\":{\"workers\":[1,\"cores\",\"pus\"],\"pin\":\"none\",\"pages\":[\"4k\",\"huge\"],"
        "\"isa\":\"best\",\"device\":\"cuda\"},"
        "\"sweeps\":[{\"primitive\":[\"copy\",\"scan\"],\"algorithm\":[\"limit/*\",\"serial\"],"
        "\"dtype\":[\"f32\",\"u32\"],\"sizes\":[0,1e6,\"4Ki\",\"2M\",3.0],\"selectivity\":[0,0.25,1],"
        "\"vector_"
        "width\":[1,2,4],"
        "\"workers\":7}, {\"primitive\":\"scan\",\"algorithm\":\"*\",\"sizes\":\"1Ki\"}],"
        "\"plots\":[{\"kind\":\"bandwidth-vs-size\"},{\"kind\":\"counts\",\"unit\":\"time\",\"baseline\":"
        "\"simd/*\","
        "\"filter\":{\"n\":\"< 1Mi\",\"algorithm\":\"group/*\"}}],"
        "\"expect\":[{\"name\":\"a claim\",\"faster\":{\"workers\":2},\"than\":{\"workers\":1},\"by\":1.5,"
        "\"where\":{\"n\":\">1k\"}},{\"name\":\"b\",\"same\":{\"n\":1},\"as\":{\"n\":2},\"within\":0.1}]}");
    assert_int_equal(config.measure.samples, 1000);
    assert_true(config.measure.time_s == 0.15);
    assert_true(config.measure.processes == 3 && config.measure.processes_said);
    assert_int_equal(config.measure.seed, 18);
    assert_int_equal(config.pin, PIN_NONE);
    assert_int_equal(config.plot_count, 2);
    assert_null(config.plots[0].unit);
    assert_int_equal(config.plots[0].filter.count, 0);
    assert_string_equal(plot_kinds[config.plots[1].kind].name, "counts");
    assert_string_equal(config.plots[1].unit, "time");
    assert_string_equal(config.plots[1].baseline, "simd/*");
    assert_int_equal(config.plots[1].filter.count, 2);
    assert_int_equal(config.plots[1].filter.term[0].number, 1048576);
    assert_string_equal(config.plots[1].filter.term[1].pattern, "group/*");
    assert_string_equal(plot_kinds[config.plots[0].kind].name, "bandwidth-vs-size");
    assert_int_equal(config.expectation_count, 2);
    assert_string_equal(config.expectations[0].name, "a claim");
    assert_int_equal(config.expectations[0].kind, EXPECT_FASTER);
    assert_true(config.expectations[0].by == 1.5);
    assert_int_equal(config.expectations[0].left.count, 2);
    assert_int_equal(config.expectations[0].left.term[0].number, 2);
    assert_int_equal(config.expectations[0].right.term[0].number, 1);
    assert_int_equal(config.expectations[0].right.term[1].number, 1000);
    assert_true(config.expectations[1].kind == EXPECT_SAME && config.expectations[1].within == 0.1);
    const struct axis_values *axis = config.sweeps[0].axis;
    EXPECT_VALUES(axis[AXIS_DTYPE], DTYPE_F32, DTYPE_U32);
    EXPECT_VALUES(axis[AXIS_N], 0, 1000000, 4096, 2000000, 3);
    EXPECT_VALUES(axis[AXIS_SELECTIVITY], 0, SELECTIVITY_ONE / 4, SELECTIVITY_ONE);
    EXPECT_VALUES(axis[AXIS_VECTOR_WIDTH], 1, 2, 4);
    EXPECT_VALUES(axis[AXIS_WORKERS], 7);
    EXPECT_VALUES(axis[AXIS_PAGES], PAGES_4K, PAGES_HUGE);
    EXPECT_VALUES(axis[AXIS_CACHE], CACHE_HOT);
    axis = config.sweeps[1].axis;
    EXPECT_VALUES(axis[AXIS_WORKERS], 1, WORKERS_CORES, WORKERS_PUS);
    EXPECT_VALUES(axis[AXIS_ISA], ISA_BEST);
    EXPECT_VALUES(axis[AXIS_DEVICE], DEVICE_MODEL_CUDA);
    config_close(&config);
}

TEST(ranges)
{
    struct config config = read_text(
        "{\"name\":\"x\",\"sweeps\":["
        "{\"primitive\":\"scan\",\"algorithm\":\"*\",\"sizes\":{\"from\":\"1Ki\",\"to\":\"16Ki\","
        "\"multiply\":4}},"
        "{\"primitive\":\"scan\",\"algorithm\":\"*\",\"sizes\":{\"from\":3,\"to\":100,\"multiply\":3}},"
        "{\"primitive\":\"scan\",\"algorithm\":\"*\",\"sizes\":{\"from\":0,\"to\":10,\"add\":5}},"
        "{\"primitive\":\"scan\",\"algorithm\":\"*\",\"sizes\":{\"from\":7,\"to\":7,\"add\":1}},"
        "{\"primitive\":\"scan\",\"algorithm\":\"*\",\"sizes\":{\"from\":288230376151711744,\"to\":"
        "288230376151711744,"
        "\"multiply\":9223372036854775807}},"
        "{\"primitive\":\"scan\",\"algorithm\":\"*\",\"sizes\":1,\"values_per_thread\":{\"from\":1,\"to\":32,"
        "\"multiply\":2}}"
        "]}");
    EXPECT_VALUES(config.sweeps[0].axis[AXIS_N], 1024, 4096, 16384);
    EXPECT_VALUES(config.sweeps[1].axis[AXIS_N], 3, 9, 27, 81);
    EXPECT_VALUES(config.sweeps[2].axis[AXIS_N], 0, 5, 10);
    EXPECT_VALUES(config.sweeps[3].axis[AXIS_N], 7);
    EXPECT_VALUES(config.sweeps[4].axis[AXIS_N], UINT64_C(288230376151711744));
    EXPECT_VALUES(config.sweeps[5].axis[AXIS_VALUES_PER_THREAD], 1, 2, 4, 8, 16, 32);
    config_close(&config);
}

TEST(zip_and_exclude)
{
    struct config config = read_text(SIZED(
        "\"zip\":{\"threads_per_group\":[128,256,128],\"values_per_thread\":[4,2,8]},"
        "\"exclude\":[{\"n\":\"<1Ki\",\"dtype\":\"u*\"},{\"workers\":3},{\"n\":2e3},{\"selectivity\":0.5}]"));
    const struct sweep *const sweep = &config.sweeps[0];
    assert_int_equal(sweep->zip.axes, AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_VALUES_PER_THREAD));
    assert_int_equal(sweep->zip.length, 3);
    EXPECT_VALUES(sweep->axis[AXIS_THREADS_PER_GROUP], 128, 256, 128);
    EXPECT_VALUES(sweep->axis[AXIS_VALUES_PER_THREAD], 4, 2, 8);
    assert_int_equal(sweep->exclude_count, 4);
    assert_int_equal(sweep->exclude[0].count, 2);
    assert_int_equal(sweep->exclude[0].term[0].field, AXIS_N);
    assert_int_equal(sweep->exclude[0].term[0].relation, RELATION_LESS);
    assert_int_equal(sweep->exclude[0].term[0].number, 1024);
    assert_string_equal(sweep->exclude[0].term[1].pattern, "u*");
    assert_int_equal(sweep->exclude[1].term[0].relation, RELATION_EQUAL);
    assert_int_equal(sweep->exclude[1].term[0].number, 3);
    assert_int_equal(sweep->exclude[2].term[0].number, 2000);
    assert_int_equal(sweep->exclude[3].term[0].number, SELECTIVITY_ONE / 2);
    config_close(&config);
}

TEST(unreadable_files)
{
    static const char *const paths[] = {"/", "/nonexistent/config.json"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct config config;
        struct error error = {0};
        assert_false(config_read(&config, paths[i], NULL, 0, &error));
        assert_error(&error, EXIT_USAGE, paths[i]);
    }
}

TEST(looks_of_charts)
{
    static const char *const colors[] = {"serial=#0072b2", "simd/*=#ABCDEF", "a=b=#000000"};
    static const char *const no_colors[] = {"#0072b2",       "=#0072b2",       "serial=0072b2",
                                            "serial=#0072b", "serial=#0072bg", "serial=#0072b21",
                                            "s\033=#0072b2", "serial"};
    static const char *const settings[] = {"height=2in", "x-label=elements, n", "legend="};
    static const char *const no_settings[] = {"height", "=2in", "Height=2in", "a\nb=c", "x-label=\033[1m"};
    for (size_t i = 0; i < sizeof colors / sizeof colors[0]; i++)
        assert_true(plot_color_valid(colors[i]));
    for (size_t i = 0; i < sizeof no_colors / sizeof no_colors[0]; i++)
        assert_false(plot_color_valid(no_colors[i]));
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        assert_true(plot_setting_valid(settings[i]));
    for (size_t i = 0; i < sizeof no_settings / sizeof no_settings[0]; i++)
        assert_false(plot_setting_valid(no_settings[i]));
    char longest[600];
    memset(longest, 'x', sizeof longest - 1);
    memcpy(longest, "title=", 6);
    longest[sizeof longest - 1] = '\0';
    assert_false(plot_setting_valid(longest));
}

/* Sizes of a claim by what fits into a cache: of what is read and written, and of this machine's caches. */
TEST(sizes_by_a_cache)
{
    static const struct implementation scan = {.primitive = PRIMITIVE_SCAN},
                                       dot = {.primitive = PRIMITIVE_DOT};
    static const struct {
        const char *where;
        const struct implementation *implementation;
        enum dtype dtype;
        uint64_t n;
        bool matches;
    } cases[] = {
        {"<=l1d", &scan, DTYPE_F32, 6144, true},    {"<=l1d", &scan, DTYPE_F32, 6145, false},
        {"<=l1d", &scan, DTYPE_F64, 3073, false},   {"<=l1d/2", &dot, DTYPE_F32, 3072, true},
        {"<=l1d/2", &dot, DTYPE_F32, 3073, false},  {"> l2/1Ki", &scan, DTYPE_F32, 129, true},
        {"> l2/1Ki", &scan, DTYPE_F32, 128, false}, {"<=l3", &scan, DTYPE_F32, 1, false}, /* it has none */
    };
    const size_t l1d = cache_bytes(1), l2 = cache_bytes(2), l3 = cache_bytes(3);
    cache_set_bytes(1, 49152);
    cache_set_bytes(2, 1048576);
    cache_set_bytes(3, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        const struct point point = {
            .implementation = cases[i].implementation, .dtype = cases[i].dtype, .n = cases[i].n};
        snprintf(text, sizeof text,
                 "{\"name\":\"x\",\"sweeps\":[" SWEEP
                 "],\"expect\":[{\"name\":\"a\",\"faster\":{\"n\":\">0\"},"
                 "\"than\":{\"n\":\">0\"},\"best\":{\"n\":\">0\"},\"where\":{\"n\":\"%s\"}}]}",
                 cases[i].where);
        struct config config = read_text(text);
        const struct expectation *const claim = &config.expectations[0];
        if (filter_matches(&claim->left, &point) != cases[i].matches ||
            filter_matches(&claim->right, &point) != cases[i].matches ||
            filter_matches(&claim->best, &point) != cases[i].matches)
            fail_msg("%s: %s", cases[i].where, cases[i].matches ? "should match" : "matches");
        config_close(&config);
    }
    cache_set_bytes(1, l1d);
    cache_set_bytes(2, l2);
    cache_set_bytes(3, l3);
}

AROUND_TESTS(make_path, remove_path)

/* A member that is required and missing is refused as that, whatever its kind. */
TEST(what_is_required_is_missed)
{
    static const char *const words[] = {"a", "b"};
    static const enum member_kind kinds[] = {MEMBER_TEXT,  MEMBER_WORD,   MEMBER_WORDS,
                                             MEMBER_COUNT, MEMBER_NUMBER, MEMBER_TIME};
    static const struct json_source source = {.path = "config", .text = "{}", .length = 2};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct config_member member = {.key = "x",
                                             .kind = kinds[i],
                                             .size = sizeof(double),
                                             .required = true,
                                             .expected = "an x",
                                             .words = words,
                                             .word_count = 2,
                                             .maximum = 9,
                                             .most = 9};
        const struct member_table table = {.members = &member, .count = 1};
        struct error error = {0};
        const struct json_node root = {.value = json_object(), .source = &source, .error = &error};
        double to = 0;
        assert_false(members_parse(&root, &table, &to));
        assert_says(&error, "missing 'x'");
        json_decref(root.value);
    }
}
