/* SPDX-License-Identifier: MIT */
/* Words and numbers as people write them, well and badly. */
#include "base/text.h"

#include "test.h"

#include <errno.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

TEST(counts)
{
    static const struct {
        const char *text;
        uint64_t count;
    } cases[] = {
        {"0", 0},
        {"1", 1},
        {"007", 7},
        {"1000", 1000},
        {"3k", 3000},
        {"2M", 2000000},
        {"1G", 1000000000},
        {"1Ki", 1024},
        {"128Mi", 134217728},
        {"3Gi", 3221225472},
        {"1e6", 1000000},
        {"1E6", 1000000},
        {"1e+6", 1000000},
        {"1.5e3", 1500},
        {"1.50e1", 15},
        {"10e-1", 1},
        {"0e99999", 0},
        {"18446744073709551615", UINT64_MAX},
        {"17179869183Gi", 17179869183u * (UINT64_C(1) << 30)},
        {"1e19", 10000000000000000000u},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error error = {0};
        uint64_t count = 42;
        if (!text_parse_count(cases[i].text, &count, &error))
            fail_msg("%s: %s", cases[i].text, error.text);
        assert_int_equal(count, cases[i].count);
    }
}

TEST(bad_counts)
{
    static const char *const malformed[] = {
        "",     " 1",  "1 ", "-1",     "+1",  "1.5", "1.5Ki", "1K",    "1kib", "Ki",    "0x10", "1e",
        "1e-1", "1.e", "e6", "1.25e1", "nan", "inf", "1e6k",  "1e6.5", "1\n",  "1,000", ".5e1", "1_000"};
    for (size_t i = 0; i < COUNT_OF(malformed); i++) {
        struct error error = {0};
        uint64_t count = 42;
        if (text_parse_count(malformed[i], &count, &error))
            fail_msg("'%s' was taken for %llu", malformed[i], (unsigned long long)count);
        assert_error(&error, EXIT_USAGE, "not a count; expected");
        assert_int_equal(count, 42);
    }
    static const char *const large[] = {"18446744073709551616", "17179869184Gi", "1e20",
                                        "1e999999999999",       "2e19",          "99999999999999999999999"};
    for (size_t i = 0; i < COUNT_OF(large); i++) {
        struct error error = {0};
        uint64_t count;
        assert_false(text_parse_count(large[i], &count, &error));
        assert_non_null(strstr(error.text, "too large"));
    }
}

/* As people write them, with what scanbench calls them. */
TEST(counts_as_people_write_them)
{
    static const char *const written[] = {"64K", "64kb", "64KB", "64KiB", "64kib", "64KI"};
    static const char *const nothing[] = {"",      "K",    "64",   "64x", "64Kx",
                                          "64K 1", "6.4K", "64Ki", "9M",  "123456789012345678901K"};
    char hint[TEXT_HINT];
    struct error error = {0};
    uint64_t count;
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++)
        assert_string_equal(text_count_hint(written[i], hint), "; did you mean '64Ki' or '64k'?");
    assert_string_equal(text_count_hint("1m", hint), "; did you mean '1Mi' or '1M'?");
    assert_string_equal(text_count_hint("2gb", hint), "; did you mean '2Gi' or '2G'?");
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++)
        assert_string_equal(text_count_hint(nothing[i], hint), "");
    assert_false(text_parse_count("64K", &count, &error));
    assert_non_null(strstr(error.text, "; did you mean '64Ki' or '64k'?"));
}

TEST(durations)
{
    static const struct {
        const char *text;
        double seconds;
    } cases[] = {{"2s", 2},     {"1.5m", 90},  {"0s", 0},    {"10ms", 0.01},
                 {"3us", 3e-6}, {"7ns", 7e-9}, {"1h", 3600}, {"0.25s", 0.25}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error error = {0};
        double seconds = -1;
        assert_true(text_parse_duration(cases[i].text, &seconds, &error));
        assert_true(seconds > cases[i].seconds * (1 - 1e-15) - 1e-300);
        assert_true(seconds < cases[i].seconds * (1 + 1e-15) + 1e-300);
    }
}

TEST(bad_durations)
{
    static const char *const bad[] = {"",     "2",    "s",    "-1s",  "+1s",    " 1s", "1 s", "1s ", "1d",
                                      "infs", "nans", "0x1s", "1e3s", "1.2.3s", ".s",  ".5s", "1S",  "1m2s"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct error error = {0};
        double seconds = 42;
        if (text_parse_duration(bad[i], &seconds, &error))
            fail_msg("'%s' was taken for %g", bad[i], seconds);
        assert_int_equal(error.code, EXIT_USAGE);
        assert_true(seconds == 42);
    }
    char endless[402];
    memset(endless, '9', 400);
    strcpy(endless + 400, "s");
    struct error error = {0};
    double seconds;
    assert_false(text_parse_duration(endless, &seconds, &error));
    assert_non_null(strstr(error.text, "too long"));
}

TEST(formats)
{
    char text[32];
    assert_string_equal(text_format_count(text, sizeof text, 0), "0");
    assert_string_equal(text_format_count(text, sizeof text, 1000), "1000");
    assert_string_equal(text_format_count(text, sizeof text, 3072), "3Ki");
    assert_string_equal(text_format_count(text, sizeof text, 128u << 20), "128Mi");
    assert_string_equal(text_format_count(text, sizeof text, UINT64_C(5) << 40), "5120Gi");
    assert_string_equal(text_format_count(text, sizeof text, UINT64_MAX), "18446744073709551615");
    assert_string_equal(text_format_bytes(text, sizeof text, 0), "0 B");
    assert_string_equal(text_format_bytes(text, sizeof text, 1023), "1023 B");
    assert_string_equal(text_format_bytes(text, sizeof text, 3482), "3.4 KiB");
    assert_string_equal(text_format_bytes(text, sizeof text, 1048575), "1.0 MiB");
    assert_string_equal(text_format_bytes(text, sizeof text, 1288490189), "1.2 GiB");
    assert_string_equal(text_format_bytes(text, sizeof text, 0x1p70), "1048576.0 PiB");
}

TEST(format_durations)
{
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {{0, "0 s"},         {3e-10, "0.300 ns"},   {1.23e-5, "12.3 us"},
                 {4.56, "4.56 s"},   {9.999e-7, "1.00 us"}, {9.996e-3, "10.0 ms"},
                 {0.9999, "1.00 s"}, {59.94, "59.9 s"},     {59.96, "1m00s"},
                 {192, "3m12s"},     {185.4, "3m05s"},      {3599.7, "1h00m"},
                 {7500, "2h05m"},    {0.25, "250 ms"}};
    char text[32];
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(text_format_duration(text, sizeof text, cases[i].seconds), cases[i].text);
}

TEST(nearest)
{
    static const char *const names[] = {"serial", "simd/operators", "group/reduce-then-scan/raking", "n",
                                        "workers"};
    const size_t count = COUNT_OF(names);
    assert_string_equal(text_nearest("seral", names, count), "serial");
    assert_string_equal(text_nearest("sreial", names, count), "serial");
    assert_string_equal(text_nearest("rakin", names, count), "group/reduce-then-scan/raking");
    assert_string_equal(text_nearest("simd/operator", names, count), "simd/operators");
    assert_string_equal(text_nearest("worker", names, count), "workers");
    assert_string_equal(text_nearest("po", (const char *const[]){"n", "op"}, 2), "op");
    assert_string_equal(text_nearest("dtypes", (const char *const[]){"type", "dtype", "types"}, 3), "dtype");
    assert_string_equal(text_nearest("bandwith", (const char *const[]){"heatmap", "bandwidth-vs-size"}, 2),
                        "bandwidth-vs-size");
    assert_null(text_nearest("blelloch", names, count));
    assert_null(text_nearest("x", names, count));
    assert_null(text_nearest("", names, count));
    assert_null(text_nearest("serial", names, 0));
    char endless[1000];
    memset(endless, 's', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_null(text_nearest(endless, names, count));
    assert_null(text_nearest("serial", (const char *const[]){endless}, 1));
}

TEST(globs)
{
    assert_true(text_glob("group/*", "group/reduce-then-scan/raking"));
    assert_true(text_glob("*", "serial"));
    assert_true(text_glob("*raking", "group/reduce-then-scan/raking"));
    assert_true(text_glob("simd/operator?", "simd/operators"));
    assert_false(text_glob("group/*", "simd/operators"));
    assert_false(text_glob("serial", "serial2"));
    assert_false(text_glob("", "serial"));
}

TEST(labels)
{
    static const char *const good[] = {"a", "0", "group/reduce-then-scan/raking", "m1:x_y.z+w"};
    static const char *const bad[] = {"",      "-a",  ".a",       "a b", "=1+1", "a;b",
                                      "a$(x)", "a\n", "\xc3\xa9", "a\"", "/a"};
    for (size_t i = 0; i < COUNT_OF(good); i++)
        assert_true(text_is_label(good[i]));
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(text_is_label(bad[i]));
    char longest[130];
    memset(longest, 'a', 129);
    longest[129] = '\0';
    assert_false(text_is_label(longest));
    assert_true(text_is_label(longest + 1));
}

TEST(first_error_wins)
{
    struct error error = {0};
    assert_false(error_set(&error, EXIT_USAGE, "first %d", 1));
    assert_false(error_set(&error, EXIT_SYSTEM, "second"));
    assert_false(error_set_errno(&error, EXIT_SYSTEM, "third"));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text, "first 1");
}

TEST(errors_are_one_line)
{
    struct error error = {0};
    error_set(&error, EXIT_USAGE, "a\nb\x1b[31m");
    assert_string_equal(error.text, "a?b?[31m");
    char path[5000];
    memset(path, 'p', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    error = (struct error){0};
    errno = ENOENT;
    error_set_errno(&error, EXIT_OUTPUT, "%s", path);
    assert_non_null(strstr(error.text, ": No such file or directory"));
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}
