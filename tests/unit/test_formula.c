/* SPDX-License-Identifier: MIT */
/* Formulas come to what they say, and what is no formula is refused. */
#include "implementation/cost.h"

#include "test.h"

static const struct cost_variable variables[] = {{'S', 8}, {'T', 256}, {'V', 4}, {'W', -3}};

static bool evaluate(const char *text, int64_t *value)
{
    return formula_value(text, variables, sizeof variables / sizeof variables[0], value);
}

TEST(formulas_come_to_their_values)
{
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {
        {"7", 7},
        {"2T + 97", 609},
        {"129(S + 1) + S + T", 1425},
        {"(7S - 3)(S - 1)", 371},
        {"2TV", 2048},
        {"T - S - V", 244},
        {"2 3", 6},
        {"W W", 9},
        {"S - 2W", 14},
        {"T = 32 ? 160 : T + 128", 384},
        {"S > 1 ? S + 5 : 5", 13},
        {"S < 8 ? 1 : S = 8 ? 2 : 3", 2},
        {"2(S = 8 ? 10 : 20)", 20},
        {"2T - 5T/(4V + 1)", 437},
        {"T/3/2V", 168},
        {"9223372036854775807", INT64_MAX},
        {"0 - 1 - (0 - 9223372036854775807 - 1)", INT64_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t value = 0;
        assert_true(evaluate(cases[i].text, &value));
        assert_int_equal(value, cases[i].value);
    }
}

TEST(what_is_no_formula_is_refused)
{
    static const char *const texts[] = {"",
                                        " ",
                                        "+",
                                        "T +",
                                        "X",
                                        "(T",
                                        "T)",
                                        "2 * T",
                                        "T = 32",
                                        "T = 32 ? 1",
                                        "T ? 1 : 2",
                                        "S < ? 1 : 2",
                                        "9223372036854775808",
                                        "T - ",
                                        "-T",
                                        "1.5",
                                        "T/0",
                                        "T/W",
                                        "T/",
                                        "1 - (0 - 9223372036854775807 - 1)"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        int64_t value;
        if (evaluate(texts[i], &value))
            fail_msg("'%s' is taken for a formula", texts[i]);
    }
}

TEST(deep_nesting_is_refused)
{
    char text[2001];
    int64_t value;
    memset(text, '(', 1000);
    memset(text + 1000, ')', 1000);
    text[2000] = 0;
    assert_false(evaluate(text, &value));
}
