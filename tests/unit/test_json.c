/* SPDX-License-Identifier: MIT */
/* JSON: its shape, nulls for what is unknown, and the same fields as CSV. */
#include "base/sha256.h"
#include "report_fixture.h"
#include "results/field.h"

#include <jansson.h>

static json_t *parse(struct fixture *fixture)
{
    json_error_t where;
    char *const text = json_text(&fixture->results, &fixture->context);

    assert_non_null(text);
    assert_int_equal(text[strlen(text) - 1], '\n');
    json_t *const report = json_loads(text, JSON_REJECT_DUPLICATES, &where);
    if (report == NULL)
        fail_msg("line %d: %s", where.line, where.text);
    free(text);
    return report;
}

static json_t *get(json_t *object, const char *key)
{
    json_t *const value = json_object_get(object, key);
    if (value == NULL)
        fail_msg("no \"%s\"", key);
    return value;
}

static const char *text_at(json_t *object, const char *key)
{
    return json_string_value(get(object, key));
}

static json_t *first_result(json_t *report)
{
    return json_array_get(get(report, "results"), 0);
}

TEST(head_says_what_and_where)
{
    struct fixture fixture;
    char digest[65];

    fixture_open(&fixture, 0);
    json_t *const report = parse(&fixture);
    assert_string_equal(text_at(report, "schema"), "scanbench-results");
    assert_int_equal(json_integer_value(get(report, "schema_version")), 2);
    assert_true(json_is_true(get(report, "complete")));
    assert_string_equal(text_at(get(report, "tool"), "version"), VERSION);
    assert_non_null(text_at(get(report, "tool"), "compiler"));
    get(get(report, "tool"), "flags");
    get(get(report, "tool"), "git");
    assert_string_equal(json_string_value(json_array_get(get(report, "argv"), 1)), "??");
    assert_string_equal(text_at(get(report, "config"), "name"), "sample");
    sha256_hex(fixture.config.text, fixture.config.length, digest);
    assert_string_equal(text_at(report, "config_sha256"), digest);
    assert_string_equal(json_string_value(json_array_get(get(report, "warnings"), 0)), "a warning");
    assert_int_equal(json_array_size(get(report, "results")), 0);
    json_decref(report);
    fixture_close(&fixture);
}

/* With one measured record. */
static void open_one(struct fixture *fixture)
{
    fixture_open(fixture, 1);
    fixture->results.records[0] = fixture_record(&fixture_group, 1000, 1e-6);
}

TEST_BETWEEN(fixture, open_one, fixture_close, machine_is_identity_and_state)
{
    json_t *const report = parse(fixture);
    json_t *const identity = get(get(report, "machine"), "identity");
    json_t *const now = get(get(report, "machine"), "state");
    assert_true(json_is_null(get(identity, "cpu_model")) || text_at(identity, "cpu_model")[0] != '\0');
    assert_int_equal(json_array_size(get(identity, "allowed_cpus")), 2);
    assert_int_equal(json_array_size(get(identity, "caches")), 3);
    assert_true(json_is_false(get(identity, "real")));
    assert_string_equal(text_at(identity, "pin"), "cores");
    assert_true(json_is_null(get(now, "governor")));
    assert_true(json_is_null(get(now, "boost")));
    assert_true(json_is_null(get(now, "mhz")));
    assert_int_equal(json_integer_value(get(now, "aslr")), 2);
    assert_true(json_is_null(get(now, "smt_control")));
    assert_string_equal(text_at(now, "isolated_cpus"), "none");
    assert_string_equal(text_at(get(now, "mitigations"), "meltdown"), "Not affected");
    assert_true(json_is_null(get(get(now, "limits"), "cpus")));
    assert_true(json_is_null(get(get(now, "limits"), "memory_left_bytes")));
    assert_string_equal(text_at(get(now, "clock"), "name"), "CLOCK_MONOTONIC");
    json_decref(report);
}

TEST_BETWEEN(fixture, open_one, fixture_close, result_holds_all)
{
    char key[512];
    struct record *const record = &fixture->results.records[0];
    record->flags = FLAG_STEAL | FLAG_STOPPED;
    json_t *const report = parse(fixture), *const result = first_result(report);
    assert_string_equal(text_at(result, "key"), point_key(&record->point, key, sizeof key));
    assert_int_equal(json_integer_value(get(get(result, "parameters"), "n")), 1000);
    assert_true(json_is_null(get(get(result, "parameters"), "unroll")));
    assert_true(json_real_value(get(get(result, "statistics"), "time_median_s")) == 1e-6);
    assert_true(json_is_null(get(get(result, "statistics"), "time_sd_s")));
    assert_true(json_is_null(get(get(result, "statistics"), "lag1")));
    assert_int_equal(json_array_size(get(result, "samples_s")), 3);
    assert_true(json_real_value(json_array_get(get(result, "samples_s"), 2)) == record->samples_s[2]);
    assert_true(json_is_array(get(result, "launches")));
    assert_true(json_is_null(get(result, "counters")));
    assert_true(json_real_value(get(result, "compute_s")) == 1e-6);
    assert_true(json_is_null(get(result, "compute_spread")));
    assert_string_equal(text_at(get(result, "limit"), "algorithm"), "limit/of-all");
    assert_true(json_real_value(get(get(result, "limit"), "bytes_per_s")) == 1e10);
    assert_true(json_real_value(get(get(result, "limit"), "ratio")) == 0.5);
    assert_true(json_real_value(get(get(result, "limit"), "ratio_ci_low")) == 0.25);
    assert_true(json_real_value(get(get(result, "limit"), "ratio_ci_high")) == 0.75);
    assert_int_equal(json_integer_value(get(get(result, "verify"), "outputs_right")), 7);
    assert_true(json_real_value(get(get(result, "verify"), "error_eps")) == 0.125);
    assert_true(json_is_true(get(get(result, "verify"), "bits_repeat")));
    assert_true(json_is_null(get(get(result, "verify"), "bits_same_across_workers")));
    assert_int_equal(json_integer_value(json_array_get(get(get(result, "placement"), "cpus"), 1)), 5);
    assert_true(json_is_null(get(get(result, "placement"), "huge_fraction")));
    assert_int_equal(json_array_size(get(result, "warnings")), 2);
    assert_string_equal(json_string_value(json_array_get(get(result, "warnings"), 0)), "steal");
    assert_string_equal(text_at(result, "stop_reason"), "precision");
    assert_string_equal(text_at(result, "status"), "ok");
    assert_true(json_is_null(get(result, "message")));
    json_decref(report);
}

TEST(counters_are_per_element)
{
    struct fixture fixture;

    fixture_open(&fixture, 2);
    fixture.results.records[0] = fixture_record(&fixture_serial, 1000, 1e-6);
    fixture.results.records[0].counts =
        (struct event_counts){.events = {4000, 8000, NAN}, .enabled_ns = 200, .running_ns = 100};
    fixture.results.records[0].counted_calls = 4;
    fixture.results.records[1] = fixture.results.records[0];
    fixture.results.records[1].samples_s = NULL;
    fixture.results.records[1].sample_count = 0;
    fixture.results.records[1].point.n = 0;
    json_t *const report = parse(&fixture), *const counters = get(first_result(report), "counters");
    assert_true(json_real_value(get(counters, "cycles_per_element")) == 2);
    assert_true(json_real_value(get(counters, "instructions_per_element")) == 4);
    assert_true(json_is_null(get(counters, "llc_misses_per_element")));
    assert_true(json_real_value(get(counters, "running")) == 0.5);
    assert_true(json_is_null(get(json_array_get(get(report, "results"), 1), "counters")));
    json_decref(report);
    fixture_close(&fixture);
}

TEST(a_wrong_result_has_no_rate_but_its_samples)
{
    struct fixture fixture;
    const char *name;
    json_t *value;

    fixture_open(&fixture, 1);
    fixture.results.records[0] = fixture_record(&fixture_serial, 1000, 1e-6);
    fixture_fail(&fixture.results.records[0], STATUS_WRONG, "element 17 of 1000");
    json_t *const report = parse(&fixture), *const result = first_result(report);
    assert_string_equal(text_at(result, "status"), "wrong");
    assert_string_equal(text_at(result, "message"), "element 17 of 1000");
    json_object_foreach(get(result, "statistics"), name, value) assert_true(json_is_null(value));
    json_object_foreach(get(result, "limit"), name, value) assert_true(json_is_null(value));
    assert_int_equal(json_array_size(get(result, "samples_s")), 3);
    json_decref(report);
    fixture_close(&fixture);
}

/* A field of the list that JSON forgot would be seen here. */
TEST_BETWEEN(fixture, open_one, fixture_close, every_field_has_its_place)
{
    json_t *const report = parse(fixture), *const result = first_result(report);
    for (size_t i = 0; i < field_count; i++) {
        const char *const group = field_groups[fields[i].group].name;
        if (fields[i].group != FIELD_ELSEWHERE)
            get(group ? get(result, group) : result, field_key(&fields[i]));
    }
    json_decref(report);
}
