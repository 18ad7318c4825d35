/* SPDX-License-Identifier: MIT */
/* --set: what it changes, what it refuses, and the places that stay. */
#include "base/inert.h"
#include "config_bed.h"

#define CONFIG(sweep) "{\"name\":\"scan\",\"sweeps\":[{\"primitive\":" sweep "}]}"

TEST(settings_apply)
{
    static const char *const settings[] = {
        "measure.time=1s",    "measure.seed=7",          "sweeps.0.sizes=[\"2Ki\",5]",
        "sweeps.0.dtype=f32", "machine.workers=\"pus\"", "name=other",
        "plots=[]",           "sweeps.0.sizes.1=6",      "measure.seed=8"};
    struct config config =
        read_set(WITH("\"measure\":{\"seed\":3}"), settings, sizeof settings / sizeof settings[0]);
    assert_string_equal(config.name, "other");
    assert_true(config.measure.time_s == 1);
    assert_int_equal(config.measure.seed, 8);
    EXPECT_VALUES(config.sweeps[0].axis[AXIS_N], 2048, 6);
    EXPECT_VALUES(config.sweeps[0].axis[AXIS_DTYPE], DTYPE_F32);
    EXPECT_VALUES(config.sweeps[0].axis[AXIS_WORKERS], WORKERS_PUS);
    assert_string_equal(config.text, WITH("\"measure\":{\"seed\":3}"));
    config_close(&config);
}

TEST(settings_refused)
{
    static char long_key[300];
    memset(long_key, 'k', sizeof long_key - 3);
    strcpy(long_key + sizeof long_key - 3, "=1");
    const struct {
        const char *setting, *fragment;
    } cases[] = {
        {"measure.time=1x", "got '1x' (/measure/time)"},
        {"measur.time=1s", "unknown key 'measur' (/measur)"},
        {"sweeps.0.sizes={\"from\":1}", "missing 'to' (/sweeps/0/sizes/to)"},
        {"sweeps.0.sizes=1e999", "got '1e999' (/sweeps/0/sizes)"},
        {"sweeps.0.sizes.0=1", "there is no '0'"},
        {"sweeps.0.algorithm=seriall", "did you mean 'serial'?"},
        {"sweeps.1.sizes=1", "there is no '1'"},
        {"sweeps.x.sizes=1", "there is no 'x'"},
        {"sweeps.18446744073709551616.sizes=1", "there is no '18446744073709551616'"},
        {"name.x=1", "there is no 'x'"},
        {"name", "expected KEY=VALUE"},
        {"=1", "expected KEY=VALUE"},
        {"a..b=1", "an empty name"},
        {".a=1", "an empty name"},
        {"name=", "got '' (/name)"},
        {"name=\xff", "not UTF-8"},
        {"measure.\xff=1", "not UTF-8"},
        {"sweeps.0={\"primitive\":\"scan\"}", "missing 'algorithm' (/sweeps/0/algorithm)"},
        {"sweeps.1=1", "there is no '1'"},
        {"a/b~c.d=1", "unknown key 'a/b~c' (/a~1b~0c)"},
        {long_key, "expected KEY=VALUE"},
        {"name={\"a\":1,\"a\":2}", "got '{\"a\":1,\"a\":2}' (/name)"},
    };
    write_config(WITH("\"measure\":{}"), strlen(WITH("\"measure\":{}")));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct config config;
        struct error error = {0};
        char place[512];
        snprintf(place, sizeof place, "--set %s: ", cases[i].setting);
        if (config_read(&config, path, &cases[i].setting, 1, &error))
            fail_msg("accepted: %s", cases[i].setting);
        assert_int_equal(error.code, EXIT_USAGE);
        if (strncmp(error.text, text_inert(place), strlen(place)) != 0 ||
            !strstr(error.text, cases[i].fragment))
            fail_msg("%s gives: %s", cases[i].setting, error.text);
    }
}

/* What a setting did not touch keeps its place in the file. */
TEST(settings_leave_places)
{
    static const char *const settings[] = {"measure.seed=7"};
    static const char text[] = WITH("\"measure\":{\"samples\":[1]}");
    struct config config;
    struct error error = {0};
    char place[128];
    write_config(text, sizeof text - 1);
    assert_false(config_read(&config, path, settings, 1, &error));
    snprintf(place, sizeof place, "%s:2:22: error: got a list (/measure/samples)", path);
    assert_ptr_equal(strstr(error.text, place), error.text);
}

/* A config that options made has no lines that a user wrote. */
TEST(options_are_named)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {CONFIG("\"scan\",\"algorithm\":\"serial\",\"sizes\":1,\"dtype\":[\"u9\"]"),
         "--dtype: unknown dtype 'u9'"},
        {CONFIG("\"scan\",\"algorithm\":\"serial\",\"sizes\":[1,-1]"), "--n: got -1"},
        {CONFIG("\"scan\",\"algorithm\":\"group/one-round\",\"sizes\":1,\"threads_per_group\":[0]"),
         "--threads-per-group: got 0"},
        {"{\"name\":\"scan\",\"sweeps\":{}}", "(/sweeps)"}, /* in no sweep */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct config_text from = {
            .path = "scan", .text = cases[i].text, .length = strlen(cases[i].text), .of_options = true};
        struct config config;
        struct error error = {0};
        assert_false(config_parse(&config, &from, NULL, 0, &error));
        if (!strstr(error.text, cases[i].error))
            fail_msg("%s gives: %s", cases[i].text, error.text);
    }
    const char *const settings[] = {"sweeps.0.dtype=u9"}, *const text = cases[0].text;
    const struct config_text from = {
        .path = "scan", .text = text, .length = strlen(text), .of_options = true};
    struct config config;
    struct error error = {0};
    assert_false(config_parse(&config, &from, settings, 1, &error));
    assert_non_null(strstr(error.text, "--set sweeps.0.dtype=u9: unknown dtype 'u9'"));
}

AROUND_TESTS(make_path, remove_path)
