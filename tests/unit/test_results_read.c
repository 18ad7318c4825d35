/* SPDX-License-Identifier: MIT */
/* Reading results back: what was written, and with places what is wrong. */
#include "base/file.h"
#include "path_bed.h"
#include "report_fixture.h"
#include "results/result_file.h"

static void write_text(const char *text)
{
    struct error error = {0};
    assert_done(file_write(path, text, strlen(text), &error), &error);
}

TEST(reads_what_is_written)
{
    struct fixture fixture;
    struct result_file file;
    struct error error = {0};
    fixture_open(&fixture, 3);
    fixture.results.records[0] = fixture_record(&fixture_serial, 1024, 1e-6);
    fixture.results.records[1] = fixture_record(&fixture_group, 4096, 2e-6);
    fixture.results.records[1].flags = FLAG_DRIFT | FLAG_STOPPED;
    fixture.results.records[2] = fixture_record(&fixture_serial, 8192, 3e-6);
    fixture_fail(&fixture.results.records[2], STATUS_INTERRUPTED, "late");
    char *const text = json_text(&fixture.results, &fixture.context);
    write_text(text);
    free(text);
    assert_done(results_read(&file, path, &error), &error);
    assert_true(file.results.complete);
    assert_int_equal(file.results.count, 3);
    assert_true(json_is_object(file.identity) && json_is_object(file.state));
    for (size_t i = 0; i < 3; i++) {
        char read[1024], written[1024];
        assert_string_equal(point_key(&file.results.records[i].point, read, sizeof read),
                            point_key(&fixture.results.records[i].point, written, sizeof written));
        assert_int_equal(file.results.records[i].status, fixture.results.records[i].status);
        assert_int_equal(file.results.records[i].sample_count, 3);
        assert_memory_equal(file.results.records[i].samples_s, fixture.results.records[i].samples_s,
                            3 * sizeof(double));
    }
    assert_true(file.results.records[0].limit_bytes_per_s == 1e10);
    assert_true(isnan(file.results.records[2].limit_bytes_per_s));
    assert_int_equal(file.results.records[0].flags, 0);
    assert_int_equal(file.results.records[1].flags, FLAG_DRIFT | FLAG_STOPPED);
    assert_true(record_measured(&file.results.records[0]) && !record_measured(&file.results.records[2]) &&
                !record_measured(NULL));
    result_file_close(&file);
    fixture_close(&fixture);
}

static const char good[] =
    "{\"schema\":\"scanbench-results\",\"schema_version\":2,\"complete\":true,"
    "\"machine\":{\"identity\":{},\"state\":{}},\n"
    "\"results\":[{\"status\":\"ok\",\"warnings\":[],\"samples_s\":[1e-6],\"launches\":[{\"samples\":1,"
    "\"batch\":1,\"warnings\":[],\"time_median_s\":2e-6}],\n"
    "\"parameters\":{\"primitive\":\"scan\",\"algorithm\":\"gone\",\"family\":"
    "\"serial\",\"dtype\":\"u32\",\"n\":8,"
    "\"selectivity\":0.5,\"pages\":\"4k\",\"cache\":\"hot\"}}]}\n";

/* The text with one part replaced. */
static void replaced(char *text, const char *part, const char *by)
{
    const char *const at = strstr(good, part);
    assert_non_null(at);
    sprintf(text, "%.*s%s%s", (int)(at - good), good, by, at + strlen(part));
}

TEST(accepts_the_least)
{
    struct result_file file;
    struct error error = {0};
    write_text(good);
    assert_done(results_read(&file, path, &error), &error);
    assert_string_equal(file.described[0].name, "gone");
    assert_int_equal(file.results.records[0].point.selectivity, SELECTIVITY_ONE / 2);
    assert_int_equal(file.results.records[0].launch_count, 1);
    assert_true(file.results.records[0].statistics.median == 1e-6); /* what the sample says */
    result_file_close(&file);
}

TEST(refuses_with_places)
{
    static const struct {
        const char *part, *by, *place, *what;
    } cases[] = {
        {"scanbench-results", "other", ":1:", "scanbench-results"},
        {"\"schema_version\":2", "\"schema_version\":1", ":1:", "version 1, of an older scanbench"},
        {"\"schema_version\":2", "\"schema_version\":3", ":1:", "version 3, of a newer scanbench"},
        {"\"complete\":true", "\"complete\":1", ":1:", "true or false"},
        {"\"state\":{}", "\"stat\":{}", ":1:", "state"},
        {"\"results\":[", "\"results\":7,\"more\":[", ":2:", "list of results"},
        {"\"ok\"", "\"fine\"", ":2:", "unknown status"},
        {"[1e-6]", "[1e-6,null]", ":2:", "/results/0/samples_s/1"},
        {"[1e-6]", "[-1]", ":2:", "not negative"},
        {"[1e-6]", "[0]", ":2:", "above 0"},
        {"[1e-6]", "[1e9]", ":2:", "below 10^9 s"},
        {"\"samples_s\"", "\"placement\":{\"cpus\":[-1]},\"samples_s\"",
         ":2:", "/results/0/placement/cpus/0"},
        {"\"samples\":1,", "", ":2:", "/results/0/launches/0/samples"},
        {"\"samples\":1,", "\"samples\":0,", ":2:", "1 samples are of no launch"},
        {"\"warnings\":[]", "\"warnings\":[3]", ":2:", "/results/0/warnings/0"},
        {"\"scan\"", "\"skan\"", ":3:", "did you mean 'scan'"},
        {"\"u32\"", "\"u31\"", ":3:", "did you mean 'u32'"},
        {"\"dtype\":\"u32\",", "", ":3:", "missing 'dtype' (/results/0/parameters/dtype)"},
        {"\"n\":8", "\"n\":-8", ":3:", "/results/0/parameters/n"},
        {"\"gone\"", "7", ":3:", "a text"},
        {"\"gone\"", "\"\\u001b[2J\"", ":3:", "a name of letters"},
        {"}]}\n", "}]\n", ":", "error"},
        {"\"n\":8", "\"n\":8,\"n\":9", ":3:", "uplicate"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[sizeof good + 64], start[64];
        struct result_file file;
        struct error error = {0};
        replaced(text, cases[i].part, cases[i].by);
        write_text(text);
        assert_false(results_read(&file, path, &error));
        assert_int_equal(error.code, EXIT_USAGE);
        snprintf(start, sizeof start, "%s%s", path, cases[i].place);
        if (strncmp(error.text, start, strlen(start)) != 0 || strstr(error.text, cases[i].what) == NULL)
            fail_msg("%s: %s", cases[i].by, error.text);
    }
}

TEST(refuses_what_is_no_file)
{
    struct result_file file;
    struct error error = {0};
    assert_false(results_read(&file, "/nonexistent/result.json", &error));
    assert_int_equal(error.code, EXIT_USAGE);
}

/* A result with every member that this program writes, as few of them null as can be. */
static json_t *whole_result(void)
{
    static const char more[] =
        "{\"turns\":{\"session\":\"s\",\"side\":\"first\"},\"claims\":[{\"name\":\"c\",\"expects\":"
        "\"faster\","
        "\"verdict\":\"holds\",\"evidence\":\"e\",\"by\":1.5,\"cases\":[{\"left\":\"l\",\"right\":\"r\","
        "\"verdict\":\"holds\",\"ratio\":1.5,\"ratio_ci_low\":1.25,\"ratio_ci_high\":1.75}]}]}";
    static const char plugins[] =
        "[{\"name\":\"p\",\"version\":\"1\",\"build\":\"b\",\"file\":\"f\",\"sha256\":\"0\"}]";
    struct fixture fixture;
    fixture_open(&fixture, 2);
    struct environment *const now = &fixture.machine.environment;
    now->boost = 1;
    now->mhz = 2000.5;
    now->memory_left_bytes = now->memory_available_bytes = 1 << 20;
    now->quota = (struct quota){.cpus = 1.5, .throttled = 3, .group = "g"};
    snprintf(now->governor, sizeof now->governor, "powersave");
    snprintf(now->hypervisor, sizeof now->hypervisor, "kvm");
    fixture.results.complete = false;
    fixture.results.records[0] = fixture_record(&fixture_serial, 1024, 1e-6);
    struct record *const record = &fixture.results.records[1];
    *record = fixture_record(&fixture_group, 4096, 2e-6);
    record->flags = FLAG_DRIFT | FLAG_STOPPED;
    record->counts.enabled_ns = record->counts.running_ns = record->counted_calls = 8;
    record->launches = calloc(1, sizeof *record->launches);
    assert_non_null(record->launches);
    record->launch_count = 1;
    *record->launches = (struct launch_result){.samples = 3, .batch = 4, .flags = FLAG_DRIFT};
    char *const text = json_text(&fixture.results, &fixture.context);
    fixture_close(&fixture);
    json_t *const root = json_loads(text, 0, NULL), *const rest = json_loads(more, 0, NULL);
    free(text);
    assert_int_equal(json_object_update(root, rest), 0);
    json_decref(rest);
    json_object_set_new(json_object_get(json_object_get(root, "machine"), "identity"), "plugins",
                        json_loads(plugins, 0, NULL));
    return root;
}

/* Whether results_read takes the JSON; a refusal is one line with its place and what was expected. */
static bool is_taken(const json_t *root, struct error *error)
{
    struct result_file file;
    *error = (struct error){0};
    FILE *const stream = fopen(path, "w");
    assert_non_null(stream);
    assert_int_equal(json_dumpf(root, stream, JSON_INDENT(1)), 0);
    assert_int_equal(fclose(stream), 0);
    if (results_read(&file, path, error)) {
        result_file_close(&file);
        return true;
    }
    if (error->code != EXIT_USAGE || !error->located || !error->expected)
        fail_msg("%s", error->text);
    return false;
}

/* One value of each type. Null may be what is not known: it need not be refused. */
static const struct {
    json_type type;
    const char *text;
} values[] = {
    {JSON_STRING, "\"odd\""}, {JSON_TRUE, "true"}, {JSON_INTEGER, "7"}, {JSON_REAL, "1.5"},
    {JSON_ARRAY, "[]"},       {JSON_OBJECT, "{}"}, {JSON_NULL, "null"},
};

static bool is_wrong(json_type written, json_type given)
{
    if (written == JSON_FALSE)
        written = JSON_TRUE;
    if (written == JSON_REAL && given == JSON_INTEGER)
        return false;
    return written != JSON_NULL && given != JSON_NULL && written != given;
}

static size_t replacements;

/* Put one value of each type at a place; then what was there is there again. */
static void try_values(json_t *root, json_t *parent, const char *key, size_t index, const char *pointer)
{
    struct error error;
    json_t *const value = json_incref(key ? json_object_get(parent, key) : json_array_get(parent, index));
    for (size_t i = 0; i <= sizeof values / sizeof values[0]; i++) {
        const bool back = i == sizeof values / sizeof values[0];
        json_t *const given = back ? json_incref(value) : json_loads(values[i].text, JSON_DECODE_ANY, NULL);
        if (key)
            json_object_set_new(parent, key, given);
        else
            json_array_set_new(parent, index, given);
        if (back)
            continue;
        replacements++;
        const bool taken = is_taken(root, &error);
        if (is_wrong(json_typeof(value), values[i].type) && (taken || !strstr(error.text, pointer)))
            fail_msg("%s: %s: %s", pointer, values[i].text, taken ? "taken" : error.text);
    }
    json_decref(value);
}

static void try_all(json_t *root, json_t *parent, const char *pointer)
{
    char below[256];
    for (size_t i = 0; i < json_array_size(parent); i++) {
        snprintf(below, sizeof below, "%s/%zu", pointer, i);
        try_values(root, parent, NULL, i, below);
        try_all(root, json_array_get(parent, i), below);
    }
    const char *key;
    json_t *value;
    json_t *const names = json_object(); /* the walk may not see what it replaces */
    if (json_is_object(parent))
        json_object_update(names, parent);
    json_object_foreach(names, key, value)
    {
        snprintf(below, sizeof below, "%s/%s", pointer, key);
        try_values(root, parent, key, 0, below);
        try_all(root, value, below);
    }
    json_decref(names);
}

/* Each member, and each item of a list, as each type that it is not. */
TEST(refuses_every_wrong_type)
{
    struct error error;
    json_t *const root = whole_result();
    assert_done(is_taken(root, &error), &error);
    try_all(root, root, "");
    assert_true(is_taken(root, &error));
    assert_true(replacements > 1500);
    json_decref(root);
}

AROUND_TESTS(make_path, remove_path)
