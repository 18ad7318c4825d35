/* SPDX-License-Identifier: MIT */
/* Configs in a file: read, or refused with a place. */
#pragma once

#include "sweep/config.h"

#include "path_bed.h"

/* The shortest config, with more members of the config, and with one sweep that has more members. */
#define SWEEP "{\"primitive\":\"scan\",\"algorithm\":\"serial\",\"sizes\":1}"
#define WITH(members) "{\"name\":\"x\",\"sweeps\":[" SWEEP "],\n" members "}"
#define SCAN(members) \
    "{\"name\":\"x\",\"sweeps\":[{\"primitive\":\"scan\",\"algorithm\":\"*\",\n" members "}]}"
#define SIZED(members) SCAN("\"sizes\":1,\n" members)

static inline void write_config(const char *text, size_t length)
{
    FILE *const file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static inline struct config read_text(const char *text)
{
    struct config config;
    struct error error = {0};
    write_config(text, strlen(text));
    assert_done(config_read(&config, path, NULL, 0, &error), &error);
    return config;
}

static inline struct config read_set(const char *text, const char *const *settings, size_t count)
{
    struct config config;
    struct error error = {0};
    write_config(text, strlen(text));
    assert_done(config_read(&config, path, settings, count, &error), &error);
    return config;
}

struct broken {
    const char *text;
    unsigned line, column;
    const char *pointer; /* NULL: none, as for syntax */
    const char *fragment;
};

static inline void expect_error(const struct broken *broken, size_t length)
{
    struct config config;
    struct error error = {0};
    char place[128], pointer[128];
    write_config(broken->text, length);
    if (config_read(&config, path, NULL, 0, &error))
        fail_msg("accepted: %s", broken->text);
    assert_int_equal(error.code, EXIT_USAGE);
    snprintf(place, sizeof place, "%s:%u:%u: error: ", path, broken->line, broken->column);
    snprintf(pointer, sizeof pointer, " (%s); expected ", broken->pointer ? broken->pointer : "");
    if (strncmp(error.text, place, strlen(place)) != 0 || !strstr(error.text, broken->fragment) ||
        (broken->pointer && !strstr(error.text, pointer)) || !strstr(error.text, "; expected ") ||
        strchr(error.text, '\n'))
        fail_msg("%s\ngives: %s\nwanted: %s…%s…%s", broken->text, error.text, place, broken->fragment,
                 pointer);
}

static inline void expect_values(const struct axis_values *values, const uint64_t *expected, size_t count)
{
    assert_int_equal(values->count, count);
    for (size_t i = 0; i < count; i++)
        assert_true(values->value[i] == expected[i]);
}

#define EXPECT_VALUES(values, ...)                            \
    expect_values(&(values), (const uint64_t[]){__VA_ARGS__}, \
                  sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))
