/* SPDX-License-Identifier: MIT */
/* What every unit test includes: cmocka with what it needs, and small helpers. */
#pragma once

#include "base/error.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

/* The tests of a program, in the order in which they stand, and what comes before and after all of them. */
enum { TESTS_MOST = 64 };
static struct CMUnitTest test_list[TESTS_MOST];
static CMFixtureFunction before_all, after_all;

/* Whether a sanitizer looks on: gcc says so by a macro, clang by a feature. */
#if defined __has_feature
#define IS_SANITIZED __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#define IS_SANITIZED true
#else
#define IS_SANITIZED false
#endif

/* Every program that includes this runs its tests. */
int main(void)
{
    return cmocka_run_group_tests(test_list, before_all, after_all);
}

static inline void test_add(struct CMUnitTest test)
{
    size_t at = 0;
    while (at < TESTS_MOST && test_list[at].name)
        at++;
    if (at == TESTS_MOST) {
        fprintf(stderr, "%s: more tests than TESTS_MOST\n", test.name);
        abort();
    }
    test_list[at] = test;
}

/* TEST(name) { … } is a test; TEST_WITH one that has something before it and after it, each may be NULL. */
#define TEST_WITH(name, setup, teardown)                                   \
    static void name(void **state);                                        \
    static __attribute__((constructor)) void add_##name(void)              \
    {                                                                      \
        test_add((struct CMUnitTest){#name, name, setup, teardown, NULL}); \
    }                                                                      \
    static void name(__attribute__((unused)) void **state)
#define TEST(name) TEST_WITH(name, NULL, NULL)

/* A test of a struct KIND, which it has as a pointer: KIND_open, or another function, comes before it and
 * KIND_close after it. */
#define TEST_BETWEEN(kind, open, close, name)      \
    static void name##_between(struct kind *kind); \
    TEST(name)                                     \
    {                                              \
        struct kind kind;                          \
        open(&kind);                               \
        name##_between(&kind);                     \
        close(&kind);                              \
    }                                              \
    static void name##_between(__attribute__((unused)) struct kind *kind)
#define TEST_OF(kind, name) TEST_BETWEEN(kind, kind##_open, kind##_close, name)

/* What comes before and after all tests of a program, each may be NULL. */
#define AROUND_TESTS(setup, teardown)                         \
    static __attribute__((constructor)) void add_around(void) \
    {                                                         \
        before_all = setup;                                   \
        after_all = teardown;                                 \
    }

/* A call that gives true, or else fills the error. */
#define assert_done(call, error)           \
    do {                                   \
        if (!(call))                       \
            fail_msg("%s", (error)->text); \
    } while (0)

/* An error of this kind, with the part in its text. */
#define assert_error(error, kind, part)                           \
    do {                                                          \
        assert_int_equal((error)->code, kind);                    \
        if (!strstr((error)->text, part))                         \
            fail_msg("'%s' is not in '%s'", part, (error)->text); \
    } while (0)

/* The text of an error is one line, which has the part. */
static inline void assert_says(const struct error *error, const char *text)
{
    if (!strstr(error->text, text) || strchr(error->text, '\n'))
        fail_msg("\"%s\" is not one line with \"%s\" in it", error->text, text);
}

static inline void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g is not %.17g within %g", value, expected, tolerance);
}

/* Write a file below a folder, with the folders that it needs. The name starts with '/'. */
static inline void put_file(const char *root, const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s%s", root, name);
    for (char *slash = strchr(path + strlen(root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *const file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* Remove a folder of a test with all that is in it; 0, or what the command returned. */
static inline int remove_tree(const char *folder)
{
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}
