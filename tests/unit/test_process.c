/* SPDX-License-Identifier: MIT */
/* Running programs: how they end, what they said last, and that none outlives its time. */
#include "base/process.h"

#include "test.h"

#include <time.h>

static struct process_result run_shell(const char *script, double timeout_s)
{
    const char *const arguments[] = {"sh", "-c", script, NULL};
    struct process_result result;
    struct error error = {0};

    if (!process_run(arguments, timeout_s, &result, &error))
        fail_msg("%s", error.text);
    return result;
}

static void exit_codes_come_back(void **state)
{
    (void)state;
    const struct process_result fine = run_shell("exit 0", 10), bad = run_shell("exit 7", 10);
    assert_int_equal(fine.end, PROCESS_EXITED);
    assert_int_equal(fine.status, 0);
    assert_string_equal(fine.last_line, "");
    assert_int_equal(bad.end, PROCESS_EXITED);
    assert_int_equal(bad.status, 7);
}

static void the_last_line_is_kept(void **state)
{
    (void)state;
    assert_string_equal(run_shell("echo one >&2; echo two >&2; echo '  ' >&2; echo >&2", 10).last_line,
                        "two");
    assert_string_equal(run_shell("printf 'no newline' >&2; echo stdout", 10).last_line, "no newline");
    const size_t most = sizeof((struct process_result *)0)->last_line - 1;
    assert_int_equal(strlen(run_shell("yes x | tr -d '\\n' | head -c 100000 >&2", 10).last_line), most);
}

static void a_missing_program_is_told(void **state)
{
    const char *const arguments[] = {"scanbench-no-such-program", NULL};
    struct process_result result;
    struct error error = {0};

    (void)state;
    assert_true(process_run(arguments, 1, &result, &error));
    assert_int_equal(result.end, PROCESS_MISSING);
}

static void what_cannot_be_started_is_an_error(void **state)
{
    const char *const arguments[] = {"/dev/null", NULL};
    struct process_result result;
    struct error error = {0};

    (void)state;
    assert_false(process_run(arguments, 1, &result, &error));
    assert_int_equal(error.code, EXIT_SYSTEM);
    assert_non_null(strstr(error.text, "/dev/null"));
}

static void a_hanging_program_is_killed(void **state)
{
    const time_t before = time(NULL);

    (void)state;
    assert_int_equal(run_shell("echo hanging >&2; exec sleep 30", 0.2).end, PROCESS_TIMEOUT);
    assert_true(time(NULL) - before < 10);
}

static void a_grandchild_that_holds_stderr_delays_nothing(void **state)
{
    const time_t before = time(NULL);

    (void)state;
    const struct process_result result = run_shell("sleep 20 & echo done >&2", 15);
    assert_int_equal(result.end, PROCESS_EXITED);
    assert_string_equal(result.last_line, "done");
    assert_true(time(NULL) - before < 10);
}

static void a_signal_is_told(void **state)
{
    (void)state;
    const struct process_result result = run_shell("kill -9 $$", 10);
    assert_int_equal(result.end, PROCESS_KILLED);
    assert_int_equal(result.status, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exit_codes_come_back),
        cmocka_unit_test(the_last_line_is_kept),
        cmocka_unit_test(a_missing_program_is_told),
        cmocka_unit_test(what_cannot_be_started_is_an_error),
        cmocka_unit_test(a_hanging_program_is_killed),
        cmocka_unit_test(a_grandchild_that_holds_stderr_delays_nothing),
        cmocka_unit_test(a_signal_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
