/* SPDX-License-Identifier: MIT */
/* Device models: the built-in ones and those that users write. */
#include "sweep/config.h"

#include "path_bed.h"

static bool read_text(const char *text, struct device *device, struct error *error)
{
    put_file("", path, text);
    *error = (struct error){0};
    return device_read(device, path, error);
}

TEST(built_in_models_are_found)
{
    for (size_t i = 0; device_models[i]; i++) {
        struct device device;
        struct error error = {0};
        assert_true(device_read(&device, device_models[i], &error));
        assert_string_equal(device.name, device_models[i]);
        assert_int_equal(device.simd_width, 32);
    }
    assert_null(device_find("metal"));
}

TEST(a_model_may_start_from_another)
{
    struct device device;
    struct error error;
    assert_true(read_text("{\"name\": \"mine\", \"like\": \"metal-m1\", \"progress\": \"hsa\", \"window\": 3,"
                          " \"visibility\": \"window\", \"order\": [\"random\", \"ascending\"],"
                          " \"atomics\": [\"int32\", \"acquire-release\"], \"resident_threads\": 512,"
                          " \"dtypes\": [\"u32\", \"f32\"]}",
                          &device, &error));
    assert_string_equal(device.name, "mine");
    assert_int_equal(device.shared_bytes, 32 << 10);
    assert_int_equal(device.progress, PROGRESS_HSA);
    assert_int_equal(device.visibility, VISIBILITY_WINDOW);
    assert_int_equal(device.window, 3);
    assert_int_equal(device.orders, 1u << ORDER_RANDOM | 1u << ORDER_ASCENDING);
    assert_int_equal(device.atomics, ATOMICS_INT32 | ATOMICS_ACQUIRE_RELEASE);
    assert_int_equal(device.dtypes, 1u << DTYPE_U32 | 1u << DTYPE_F32);
    assert_int_equal(device_resident_groups(&device, 64, 100, 1), 8);
    assert_int_equal(device_resident_groups(&device, 1024, 100, 1), 1);
    assert_int_equal(device_resident_groups(&device, 32, 4, 1), 4);
}

TEST(a_slip_is_refused_with_its_field)
{
    static const struct {
        const char *text, *field;
    } slips[] = {
        {"{\"banks\": 0}", "got 0 (/banks); expected a whole number from 1 to 64"},
        {"{\"simd_width\": 64}", "/simd_width"},
        {"{\"order\": \"upwards\"}", "unknown order 'upwards' (/order); expected ascending"},
        {"{\"order\": []}", "/order"},
        {"{\"progress\": 1}", "(/progress); expected none, hsa, obe or fair"},
        {"{\"visibility\": \"late\"}", "/visibility"},
        {"{\"atomics\": [\"int16\"]}", "/atomics/0"},
        {"{\"dtypes\": []}", "got an empty list (/dtypes); expected a list that is not empty"},
        {"{\"dtypes\": [\"-\"]}", "/dtypes/0"},
        {"{\"device_fence\": 1}", "(/device_fence); expected true or false"},
        {"{\"like\": \"opencl\"}", "/like"},
        {"{\"name\": \"a b\"}", "/name"},
        {"{\"shared_byte\": 1}", "did you mean 'shared_bytes'?"},
        {"{\"banks\": 1, \"banks\": 2}", "error:"},
        {"[]", "expected an object"},
    };
    for (size_t i = 0; i < sizeof slips / sizeof slips[0]; i++) {
        struct device device;
        struct error error;
        assert_false(read_text(slips[i].text, &device, &error));
        assert_int_equal(error.code, EXIT_USAGE);
        if (!strstr(error.text, slips[i].field))
            fail_msg("%s: %s", slips[i].text, error.text);
    }
}

TEST(an_unknown_name_gets_a_suggestion)
{
    struct device device;
    struct error error = {0};
    assert_false(device_read(&device, "metal-m2", &error));
    assert_non_null(strstr(error.text, "did you mean 'metal-m1'?"));
    static const char *const missing[] = {"./missing", "missing.json"};
    for (size_t i = 0; i < 2; i++) {
        error = (struct error){0};
        assert_false(device_read(&device, missing[i], &error));
        assert_error(&error, EXIT_USAGE, missing[i]);
    }
}

AROUND_TESTS(make_path, remove_path)
