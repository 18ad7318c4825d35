/* SPDX-License-Identifier: MIT */
/* Exports: conditions, expansion, and what a file needs of a source. */
#include "export/export_state.h"

#include "test.h"

#include <stdlib.h>
#include <string.h>

static struct macros macros_of(const char *inlined)
{
    struct macros macros = {.open = strdup("OPEN"), .inlined = strdup(inlined)};
    macros_define(&macros, "#define FOUR 4");
    macros_define(&macros, "#define LANES (FOUR * 2)");
    macros_define(&macros, "#define ADD(a, b) ((a) + (b))");
    macros_define(&macros, "#define NAMED(kind, ...) kind##_of(__VA_ARGS__, #kind)");
    macros_define(&macros, "#define PICK(name) name");
    macros_define(&macros, "#define SELF(x) SELF(x + 1)");
    return macros;
}

TEST(conditions)
{
    static const struct {
        const char *expression;
        enum condition expected;
    } rows[] = {
        {"FOUR == 4", CONDITION_TRUE},
        {"LANES > 8", CONDITION_FALSE},
        {"LANES / 3 == 2 && !ABSENT", CONDITION_TRUE},
        {"defined FOUR && !defined(ABSENT)", CONDITION_TRUE},
        {"OPEN >= 900", CONDITION_OPEN},
        {"FOUR == 5 && OPEN", CONDITION_FALSE},
        {"FOUR == 4 || defined OPEN", CONDITION_TRUE},
        {"FOUR == 4 && OPEN", CONDITION_OPEN},
        {"1 + 2 * 3 == 7", CONDITION_TRUE},
        {"1 / 0", CONDITION_FALSE},
    };
    struct macros macros = macros_of("");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (macros_decide(&macros, rows[i].expression) != rows[i].expected)
            fail_msg("%s", rows[i].expression);
    macros_close(&macros);
}

TEST(expansions)
{
    static const struct {
        const char *text, *expected;
    } rows[] = {
        {"x = ADD(1, FOUR);", "x = ((1) + (4));"},
        {"f(LANES)", "f(LANES)"}, /* is not in the list */
        {"NAMED(sum, a, b)", "sum_of(a, b, \"sum\")"},
        {"PICK(ADD)(1, 2)", "((1) + (2))"},
        {"\"FOUR\" /* FOUR */ FOUR", "\"FOUR\" /* FOUR */ 4"},
        {"ADD", "ADD"},
        {"SELF(1)", "SELF(1 + 1)"},
        {"ADD(f(1, 2), {3, 4})", "((f(1, 2)) + ({3, 4}))"},
    };
    struct macros macros = macros_of("FOUR ADD NAM* PICK SELF");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *const expanded = macros_expand(&macros, rows[i].text);
        char *const clean = replace_all(expanded, PAINT, "");
        assert_string_equal(clean, rows[i].expected);
        free(clean);
        free(expanded);
    }
    macros_close(&macros);
}

static const char source[] = "/* How many. */\n"
                             "#define COUNT 3\n"
                             "#define UNUSED 4\n"
                             "\n"
                             "struct pair {\n    int a, b;\n};\n"
                             "\n"
                             "/* Is not needed. */\n"
                             "static int other(struct pair pair)\n{\n    return pair.a;\n}\n"
                             "\n"
                             "/* Is needed. */\n"
                             "static int needed(int pair, int op)\n{\n"
                             "#if WIDTH == 8\n    return pair * COUNT;\n#else\n    return 0;\n#endif\n}\n";

TEST(a_file_has_what_it_needs)
{
    char *const file = extract(&(struct extraction){
        "#define WIDTH 8\n#define NAME f\n", source,
        "#edit \", int op\" \"\"\n#inline NAME\n#open TEST\n#head\n/* head */\n#code\n#tail\n"
        "int NAME(void)\n{\n    return needed(1);\n}\n#ifdef TEST\nint test;\n#endif\n",
        ""});
    assert_string_equal(file, "/* head */\n"
                              "\n"
                              "/* How many. */\n"
                              "#define COUNT 3\n"
                              "\n"
                              "/* Is needed. */\n"
                              "static int needed(int pair)\n{\n    return pair * COUNT;\n}\n"
                              "\n"
                              "int f(void)\n{\n    return needed(1);\n}\n#ifdef TEST\nint test;\n#endif\n");
    free(file);
}

TEST(what_overrides_takes_the_first_place)
{
    char *const file = extract(&(struct extraction){
        "", source, "#head\n/* head */\n#code\n#define COUNT 9\n#tail\nint f = COUNT;\n", ""});
    assert_string_equal(file, "/* head */\n\n/* How many. */\n#define COUNT 9\n\nint f = COUNT;\n");
    free(file);
}

TEST(functions_begin_with_what_is_asked_for_and_have_a_statement_a_line)
{
    char *const file = extract(&(struct extraction){
        "", "\nKERNEL(twice)\n{\n    int x = TWO;\n}\n\nstatic void other(void)\n{\n}\n",
        "#begin \"KERNEL\" \"    wait();\\n    START; /* now */\\n\"\n#inline KERNEL TWO START\n"
        "#define TWO 2 /* in all */\n#define START f(\"a; b\"); for (;;) g(); h(1)\n"
        "#head\n/* head */\n#code\n#define KERNEL(name) void name(void)\n#tail\nvoid *all = twice;\n",
        ""});
    assert_string_equal(file, "/* head */\n"
                              "\n"
                              "void twice(void)\n{\n"
                              "    wait();\n"
                              "    f(\"a; b\");\n"
                              "    for (;;) g();\n"
                              "    h(1); /* now */\n"
                              "    int x = 2;\n}\n"
                              "\n"
                              "void *all = twice;\n");
    free(file);
}
