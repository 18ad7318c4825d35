/* SPDX-License-Identifier: MIT */
/* The list of columns: names, agreement with the axes, and what is missing when. */
#include "report_fixture.h"
#include "results/fields.h"

static const struct field *find(const char *name)
{
    for (size_t i = 0; i < field_count; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    fail_msg("no field %s", name);
    return NULL;
}

static struct field_value value_of(const char *name, const struct record *record)
{
    return field_get(find(name), &(struct field_source){record, NULL});
}

static void names_are_unique(void **state)
{
    (void)state;
    for (size_t i = 0; i < field_count; i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(fields[i].name, fields[k].name);
}

static void every_axis_is_a_column_of_its_kind(void **state)
{
    static const enum field_kind kinds[] = {
        [AXIS_IS_COUNT] = FIELD_COUNT, [AXIS_IS_CHOICE] = FIELD_TEXT, [AXIS_IS_FRACTION] = FIELD_NUMBER};
    const struct field *before = NULL;

    (void)state;
    for (unsigned axis = 0; axis < AXIS_COUNT; axis++) {
        const struct field *const field = find(axis_info[axis].name);
        assert_int_equal(field->which, axis);
        assert_int_equal(field->kind, kinds[axis_info[axis].kind]);
        assert_int_equal(field->group, FIELD_IN_PARAMETERS);
        assert_true(before == NULL || field == before + 1);
        before = field;
    }
}

static void an_absent_axis_is_missing(void **state)
{
    struct record plain = fixture_record(&fixture_serial, 1000, 1e-6);
    struct record group = fixture_record(&fixture_group, 1000, 1e-6);

    (void)state;
    assert_true(value_of("threads_per_group", &plain).missing);
    assert_true(value_of("isa", &plain).missing);
    assert_true(value_of("selectivity", &group).missing);
    assert_int_equal(value_of("threads_per_group", &group).count, 256);
    assert_string_equal(value_of("isa", &group).text, isa_names[isa_best()]);
    assert_string_equal(value_of("mode", &plain).text, "exclusive");
    record_close(&plain);
    record_close(&group);
}

static void size_zero_is_a_size(void **state)
{
    struct record record = fixture_record(&fixture_serial, 0, 1e-8);

    (void)state;
    assert_false(value_of("n", &record).missing);
    assert_int_equal(value_of("n", &record).count, 0);
    assert_false(value_of("bytes_per_s", &record).missing);
    assert_true(value_of("bytes_per_s", &record).number == 0);
    record_close(&record);
}

static void rates_follow_the_median(void **state)
{
    struct record record = fixture_record(&fixture_serial, 1000, 1e-6);

    (void)state;
    assert_true(fabs(value_of("elements_per_s", &record).number / 1e9 - 1) < 1e-12);
    assert_true(fabs(value_of("bytes_per_s", &record).number / 8e9 - 1) < 1e-12);
    assert_true(value_of("time_sd_s", &record).missing);
    record_close(&record);
}

static void a_row_that_is_not_ok_has_no_numbers(void **state)
{
    (void)state;
    for (unsigned status = 0; status < STATUS_COUNT; status++) {
        struct record record = fixture_record(&fixture_serial, 1000, 1e-6);
        record.status = (enum status)status;
        for (size_t i = 0; i < field_count; i++) {
            if (fields[i].group != FIELD_IN_STATISTICS && fields[i].group != FIELD_IN_LIMIT)
                continue;
            const bool is_none = isnan(record.statistics.sd) && strcmp(fields[i].name, "time_sd_s") == 0;
            assert_int_equal(value_of(fields[i].name, &record).missing, status != STATUS_OK || is_none);
        }
        record_close(&record);
    }
}

static void foreign_text_is_inert(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 1);
    fixture.results.records[0] = fixture_record(&fixture_serial, 1000, 1e-6);
    strcpy(fixture.machine.environment.utc, "=cmd|'/C x'!\"A0\",\n`y`");
    const struct field_value value =
        field_get(find("utc"), &(struct field_source){&fixture.results.records[0], &fixture.machine});
    assert_string_equal(value.text, "_cmd__/C x___A0____y_");
    fixture_close(&fixture);
}

static void caches_come_from_the_machine(void **state)
{
    struct fixture fixture;

    (void)state;
    fixture_open(&fixture, 1);
    fixture.results.records[0] = fixture_record(&fixture_serial, 1000, 1e-6);
    const struct field_source source = {&fixture.results.records[0], &fixture.machine};
    assert_int_equal(field_get(find("l1d_bytes"), &source).count, 32768);
    assert_int_equal(field_get(find("l2_bytes"), &source).count, 1048576);
    assert_int_equal(field_get(find("l3_bytes"), &source).count, 8388608);
    assert_true(value_of("l1d_bytes", source.record).missing);
    fixture_close(&fixture);
}

static void flags_are_joined(void **state)
{
    char text[256], small[9];

    (void)state;
    assert_string_equal(flags_text(0, text, sizeof text), "");
    assert_string_equal(flags_text(FLAG_CI_WIDE | FLAG_UNSTABLE, text, sizeof text), "ci_wide;unstable");
    assert_string_equal(flags_text(FLAG_CI_WIDE | FLAG_UNSTABLE, small, sizeof small), "ci_wide;");
    assert_true(strlen(flags_text((1u << FLAG_COUNT) - 1, text, sizeof text)) < sizeof text - 1);
}

static void every_verdict_has_a_name(void **state)
{
    (void)state;
    for (unsigned i = 0; i < STATUS_COUNT; i++)
        assert_non_null(status_names[i]);
    for (unsigned i = 0; i < STOP_COUNT; i++)
        assert_non_null(stop_reason_names[i]);
    assert_string_equal(status_names[STATUS_PENDING], "interrupted");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_unique),          cmocka_unit_test(every_axis_is_a_column_of_its_kind),
        cmocka_unit_test(an_absent_axis_is_missing), cmocka_unit_test(size_zero_is_a_size),
        cmocka_unit_test(rates_follow_the_median),   cmocka_unit_test(a_row_that_is_not_ok_has_no_numbers),
        cmocka_unit_test(foreign_text_is_inert),     cmocka_unit_test(caches_come_from_the_machine),
        cmocka_unit_test(flags_are_joined),          cmocka_unit_test(every_verdict_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
