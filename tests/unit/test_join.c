/* SPDX-License-Identifier: MIT */
/* Joining launches: every field as its row says. */
#include "registry/registry.h"
#include "report_fixture.h"
#include "results/fields.h"
#include "results/join.h"

enum { LAUNCHES = 3 };

/* What each launch has in a field: so that least, most, sum, first and median differ. */
static const double numbers[LAUNCHES] = {30, 50, 10};
static const uint64_t counts[LAUNCHES] = {4, 2, 1};

static struct field_value value_of(const struct field *field, size_t launch)
{
    struct field_value value = {.number = numbers[launch], .count = counts[launch]};
    value.name = registry[launch]->name;
    snprintf(value.text, sizeof value.text, "launch %zu", launch);
    if (field->kind == FIELD_KNOWN)
        value.count = launch == 1 ? NO : YES;
    return value;
}

/* Three launches of one point, with the field set in those of the mask. */
static void make_launches(struct results *launches, const struct field *field, unsigned mask)
{
    for (size_t i = 0; i < LAUNCHES; i++) {
        launches[i] = (struct results){.records = calloc(1, sizeof(struct record)), .count = 1};
        assert_non_null(launches[i].records);
        launches[i].records[0] = fixture_record(&fixture_serial, 1000, 1e-6);
        const struct field_value value = value_of(field, i);
        if (mask >> i & 1)
            field_set(field, &launches[i].records[0], &value);
    }
}

static struct record join(const struct field *field, unsigned mask)
{
    struct results launches[LAUNCHES], joined;
    make_launches(launches, field, mask);
    results_join(launches, LAUNCHES, &joined);
    for (size_t i = 0; i < LAUNCHES; i++)
        results_close(&launches[i]);
    const struct record record = joined.records[0];
    free(joined.records);
    return record;
}

static void check_number(const struct field *field, double number)
{
    static const double expected[] = {
        [JOIN_FIRST] = 30, [JOIN_MEDIAN] = 30, [JOIN_LEAST] = 10, [JOIN_MOST] = 50};
    assert_true(field->join == JOIN_LOW || field->join == JOIN_HIGH || number == expected[field->join]);
}

static void check_count(const struct field *field, const struct field_value *value)
{
    if (field->join == JOIN_ANY)
        assert_int_equal(value->count & 7, 7);
    else if (field->join == JOIN_ALL)
        assert_int_equal(value->count, NO);
    else
        assert_int_equal(value->count, field->join == JOIN_SUM ? 7 : 4);
}

static void every_member_is_joined_as_its_row_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < field_count; i++) {
        const struct field *const field = &fields[i];
        if (!field_is_member(field) || field->join == JOIN_SAMPLES || field->kind == FIELD_WORD)
            continue;
        struct record record = join(field, 7);
        const struct field_value value = field_get(field, &(struct field_source){&record, NULL});
        if (field->kind == FIELD_NUMBER)
            check_number(field, value.number);
        else if (field->kind == FIELD_TEXT)
            assert_string_equal(value.text, "launch 0");
        else if (field->kind == FIELD_NAME)
            assert_string_equal(value.text, registry[0]->name);
        else
            check_count(field, &value);
        record_close(&record);
    }
}

static const struct field *find(const char *name)
{
    for (size_t i = 0; i < field_count; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    fail_msg("no field %s", name);
    return NULL;
}

/* mean ± t(0.975, 2) · sd / √3 of the ratios */
static void the_interval_of_a_number_is_across_launches(void **state)
{
    (void)state;
    struct record record = join(find("limit_ratio"), 7);
    const double half = 4.3027 * 20 / sqrt(3);
    assert_true(record.limit_ratio == 30);
    assert_true(record.limit_interval.low == 0);
    assert_true(fabs(record.limit_interval.high - (30 + half)) < 1e-9);
    record_close(&record);
}

/* compute_s of the fixture is 1e-6 in all, compute_spread is not known in any. */
static void launches_that_lack_a_number_do_not_count(void **state)
{
    (void)state;
    struct record record = join(find("compute_spread"), 2);
    assert_true(record.compute_spread == 50);
    record_close(&record);
    record = join(find("compute_s"), 0);
    assert_true(record.compute_s == 1e-6);
    assert_true(isnan(record.compute_spread));
    record_close(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_is_joined_as_its_row_says),
        cmocka_unit_test(the_interval_of_a_number_is_across_launches),
        cmocka_unit_test(launches_that_lack_a_number_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
