/* SPDX-License-Identifier: MIT */
/* The list of columns: names, agreement with the axes, and what is missing when. */
#include "registry/registry.h"
#include "report_fixture.h"
#include "results/results.h"

static const struct field *find(const char *name)
{
    for (size_t i = 0; i < field_count; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    fail_msg("no field %s", name);
    return NULL;
}

static struct cell value_of(const char *name, const struct record *record)
{
    return field_get(find(name), record);
}

TEST(names_are_unique)
{
    for (size_t i = 0; i < field_count; i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(fields[i].name, fields[k].name);
}

TEST(every_axis_is_a_column_of_its_kind)
{
    static const enum field_kind kinds[] = {
        [AXIS_IS_COUNT] = FIELD_COUNT, [AXIS_IS_CHOICE] = FIELD_WORD, [AXIS_IS_FRACTION] = FIELD_NUMBER};

    for (unsigned axis = 0; axis < AXIS_COUNT; axis++) {
        const struct field *const field = find(axis_info[axis].name);
        assert_int_equal(field->which, axis);
        assert_int_equal(field->kind, kinds[axis_info[axis].kind]);
        assert_int_equal(field->group, FIELD_IN_PARAMETERS);
    }
}

TEST(an_absent_axis_is_missing)
{
    struct record plain = fixture_record(&fixture_serial, 1000, 1e-6);
    struct record group = fixture_record(&fixture_group, 1000, 1e-6);

    assert_true(value_of("threads_per_group", &plain).missing);
    assert_true(value_of("isa", &plain).missing);
    assert_true(value_of("selectivity", &group).missing);
    assert_int_equal(value_of("threads_per_group", &group).count, 256);
    assert_string_equal(value_of("isa", &group).text, isa_names[isa_best()]);
    assert_string_equal(value_of("scan_mode", &plain).text, "exclusive");
    record_close(&plain);
    record_close(&group);
}

TEST(size_zero_is_a_size)
{
    struct record record = fixture_record(&fixture_serial, 0, 1e-8);

    assert_false(value_of("n", &record).missing);
    assert_int_equal(value_of("n", &record).count, 0);
    assert_false(value_of("bytes_per_s", &record).missing);
    assert_true(value_of("bytes_per_s", &record).number == 0);
    record_close(&record);
}

TEST(rates_follow_the_median)
{
    struct record record = fixture_record(&fixture_serial, 1000, 1e-6);

    assert_true(fabs(value_of("elements_per_s", &record).number / 1e9 - 1) < 1e-12);
    assert_true(fabs(value_of("bytes_per_s", &record).number / 8e9 - 1) < 1e-12);
    assert_true(value_of("time_sd_s", &record).missing);
    record_close(&record);
}

TEST(a_row_that_is_not_ok_has_no_numbers)
{
    for (unsigned status = 0; status < STATUS_COUNT; status++) {
        struct record record = fixture_record(&fixture_serial, 1000, 1e-6);
        record.status = (enum status)status;
        for (size_t i = 0; i < field_count; i++) {
            if (fields[i].group != FIELD_IN_STATISTICS && fields[i].group != FIELD_IN_LIMIT)
                continue;
            const bool is_none =
                strcmp(fields[i].name, "time_sd_s") == 0 || strcmp(fields[i].name, "lag1") == 0;
            assert_int_equal(value_of(fields[i].name, &record).missing, status != STATUS_OK || is_none);
        }
        record_close(&record);
    }
}

TEST(flags_are_joined)
{
    char text[256], small[7];

    assert_string_equal(flags_text(0, text, sizeof text), "");
    assert_string_equal(flags_text(FLAG_DRIFT | FLAG_STOPPED, text, sizeof text), "drift;stopped");
    assert_string_equal(flags_text(FLAG_DRIFT | FLAG_STOPPED, small, sizeof small), "drift;");
    assert_true(strlen(flags_text((1u << FLAG_COUNT) - 1, text, sizeof text)) < sizeof text - 1);
}

TEST(every_verdict_has_a_name)
{
    for (unsigned i = 0; i < STATUS_COUNT; i++)
        assert_non_null(status_names[i]);
    for (unsigned i = 0; i < STOP_COUNT; i++)
        assert_non_null(stop_reason_names[i]);
    assert_string_equal(status_names[STATUS_PENDING], "interrupted");
}

/* Fill every member of a record with a value of its own. */
static struct record distinct_record(void)
{
    struct record record = fixture_record(&fixture_serial, 1000, 1e-6);
    for (size_t i = 0; i < field_count; i++) {
        const struct field *const field = &fields[i];
        struct cell value = {.number = (double)i + 0.5, .count = 1, .name = registry[0]->name};
        snprintf(value.text, sizeof value.text, "text %zu", i);
        if (field->kind == FIELD_COUNT)
            value.count = 1000 + i;
        if (field_is_member(field) && field->kind != FIELD_WORD)
            field_set(field, &record, &value);
    }
    return record;
}

/* Read as a record of a known point, or with `described` as of a file of any version. */
static bool read_back(const json_t *result, struct record *read, struct implementation *described)
{
    struct error error = {0};
    const struct json_source source = {.path = "a.json", .text = ""};
    const struct json_node node = {.value = (json_t *)result, .source = &source, .error = &error};
    const bool ok = fields_read(&node, read, described);
    assert_int_equal(ok, error.text[0] == '\0');
    return ok;
}

static void assert_same(const struct record *record, const struct record *read)
{
    for (size_t i = 0; i < field_count; i++) {
        const struct cell a = field_get(&fields[i], record), b = field_get(&fields[i], read);
        assert_int_equal(a.missing, b.missing);
        assert_int_equal(a.count, b.count);
        assert_true(a.missing || a.number == b.number);
        assert_string_equal(a.text, b.text);
    }
}

TEST(members_come_back_from_json)
{
    struct record record = distinct_record(), read = fixture_record(&fixture_serial, 1000, 1e-3);
    json_t *const result = record_json(&record);
    assert_true(read_back(result, &read, NULL));
    assert_same(&record, &read);
    json_decref(result);
    record_close(&record);
    record_close(&read);
}

/* With what the file says of the implementation, whether or not this program has it. */
TEST(parameters_come_back_from_json)
{
    struct record records[] = {distinct_record(), fixture_record(&fixture_group, 4096, 1e-6)};
    records[1].limit_name = records[1].traffic_name = NULL; /* no program has it */
    for (size_t i = 0; i < 2; i++) {
        struct implementation described = {0};
        struct record read = record_of(&(struct point){.implementation = &described});
        json_t *const result = record_json(&records[i]);
        assert_true(read_back(result, &read, &described));
        assert_same(&records[i], &read);
        assert_int_equal(described.axes, records[i].point.implementation->axes);
        json_decref(result);
        record_close(&records[i]);
    }
}

/* A file of an older program may lack some. */
TEST(every_member_must_be_there)
{
    struct record record = distinct_record(), read = record;
    for (size_t i = 0; i < field_count; i++) {
        const char *const group = field_groups[fields[i].group].name;
        struct implementation described = {0};
        struct record from_file = record_of(&record.point);
        json_t *const result = record_json(&record);
        json_object_del(group ? json_object_get(result, group) : result, field_key(&fields[i]));
        assert_int_equal(read_back(result, &read, NULL), !field_is_member(&fields[i]));
        assert_int_equal(read_back(result, &from_file, &described), !fields[i].required);
        json_decref(result);
    }
    record_close(&record);
}

/* null, a value of another kind, and a word that nobody knows. */
TEST(every_member_must_be_of_its_kind)
{
    struct record record = distinct_record();
    for (size_t i = 0; i < field_count; i++) {
        const struct field *const field = &fields[i];
        const char *const group = field_groups[field->group].name;
        struct implementation described = {0};
        struct record read = record_of(&record.point);
        json_t *const result = record_json(&record);
        json_t *const object = group ? json_object_get(result, group) : result;
        const bool is_read = field->group != FIELD_ELSEWHERE;
        json_object_set_new(object, field_key(field), json_object());
        assert_int_equal(read_back(result, &read, &described), !is_read);
        json_object_set_new(object, field_key(field), json_null());
        assert_int_equal(read_back(result, &read, &described), !field->required);
        json_object_set_new(object, field_key(field), json_string("nonsense"));
        assert_int_equal(read_back(result, &read, &described),
                         !is_read || field->kind == FIELD_TEXT || field->kind == FIELD_NAME);
        assert_int_equal(read_back(result, &read, NULL),
                         !field_is_member(field) || field->kind == FIELD_TEXT);
        json_object_set_new(object, field_key(field), json_real(-0.5));
        if (field->kind == FIELD_NUMBER && is_read)
            assert_int_equal(read_back(result, &read, &described), field->negative);
        json_decref(result);
    }
    record_close(&record);
}

/* A newer program may have more of them; a journal is of this one. */
TEST(unknown_flags_are_left_out)
{
    struct record record = distinct_record(), read = record_of(&record.point);
    struct implementation described = {0};
    json_t *const result = record_json(&record), *const flags = json_array();
    json_array_append_new(flags, json_string("drift"));
    json_array_append_new(flags, json_string("eclipse"));
    json_object_set_new(result, "warnings", flags);
    assert_true(read_back(result, &read, &described));
    assert_int_equal(read.flags, FLAG_DRIFT);
    assert_false(read_back(result, &read, NULL));
    json_array_append_new(flags, json_integer(3));
    assert_false(read_back(result, &read, &described));
    json_decref(result);
    record_close(&record);
}

/* A group that is no object is refused, one that is missing or null is as its members. */
TEST(groups_must_be_objects)
{
    struct record record = distinct_record(), read = record_of(&record.point);
    for (unsigned group = 0; group < FIELD_GROUPS; group++) {
        struct implementation described = {0};
        json_t *const result = record_json(&record);
        const char *const name = field_groups[group].name;
        const bool required = group == FIELD_IN_PARAMETERS;
        if (name) {
            json_object_set_new(result, name, json_integer(7));
            assert_false(read_back(result, &read, &described));
            json_object_set_new(result, name, json_null());
            assert_int_equal(read_back(result, &read, &described), !required);
            assert_int_equal(read_back(result, &read, NULL), required);
        }
        json_decref(result);
    }
    record_close(&record);
}
