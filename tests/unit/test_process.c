/* SPDX-License-Identifier: MIT */
/* Running programs: how they end, what they said last, and that none outlives its time. */
#include "base/process.h"

#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct process_result run_shell(const char *script, double timeout_s)
{
    const char *const arguments[] = {"sh", "-c", script, NULL};
    struct process_result result;
    struct error error = {0};

    assert_done(process_run(arguments, timeout_s, &result, &error), &error);
    return result;
}

TEST(exit_codes_come_back)
{
    const struct process_result fine = run_shell("exit 0", 10), bad = run_shell("exit 7", 10);
    assert_int_equal(fine.end, PROCESS_EXITED);
    assert_int_equal(fine.status, 0);
    assert_string_equal(fine.last_line, "");
    assert_int_equal(bad.end, PROCESS_EXITED);
    assert_int_equal(bad.status, 7);
}

TEST(the_last_line_is_kept)
{
    assert_string_equal(run_shell("echo one >&2; echo two >&2; echo '  ' >&2; echo >&2", 10).last_line,
                        "two");
    assert_string_equal(run_shell("printf 'no newline' >&2; echo stdout", 10).last_line, "no newline");
    const size_t most = sizeof((struct process_result *)0)->last_line - 1;
    assert_int_equal(strlen(run_shell("yes x | tr -d '\\n' | head -c 100000 >&2", 10).last_line), most);
}

TEST(a_missing_program_is_told)
{
    const char *const arguments[] = {"scanbench-no-such-program", NULL};
    struct process_result result;
    struct error error = {0};

    assert_true(process_run(arguments, 1, &result, &error));
    assert_int_equal(result.end, PROCESS_MISSING);
}

TEST(what_cannot_be_started_is_an_error)
{
    const char *const arguments[] = {"/dev/null", NULL};
    struct process_result result;
    struct error error = {0};

    assert_false(process_run(arguments, 1, &result, &error));
    assert_error(&error, EXIT_SYSTEM, "/dev/null");
}

TEST(a_hanging_program_is_killed)
{
    const time_t before = time(NULL);

    assert_int_equal(run_shell("echo hanging >&2; exec sleep 30", 0.2).end, PROCESS_TIMEOUT);
    assert_true(time(NULL) - before < 10);
}

TEST(a_grandchild_that_holds_stderr_delays_nothing)
{
    const time_t before = time(NULL);

    const struct process_result result = run_shell("sleep 20 & echo done >&2", 15);
    assert_int_equal(result.end, PROCESS_EXITED);
    assert_string_equal(result.last_line, "done");
    assert_true(time(NULL) - before < 10);
}

TEST(a_signal_is_told)
{
    const struct process_result result = run_shell("kill -9 $$", 10);
    assert_int_equal(result.end, PROCESS_KILLED);
    assert_int_equal(result.status, 9);
}

/* In a process of its own: start a program that would go on, send its number and go on too. */
_Noreturn static void start_one_and_wait(int channel)
{
    const char *const arguments[] = {"sleep", "600", NULL};
    const struct process_program program = {.arguments = arguments,
                                            .ending = SIGKILL,
                                            .input = PROCESS_NULL,
                                            .output = PROCESS_NULL,
                                            .errors = PROCESS_SAME};
    pid_t child = 0;
    if (process_start(&program, &child) != 0 || write(channel, &child, sizeof child) != sizeof child)
        _exit(1);
    for (;;)
        pause();
}

TEST(what_was_started_ends_with_its_parent)
{
    int ends[2], status;
    pid_t child = 0;
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0); /* so that its end comes to us */
    assert_int_equal(pipe(ends), 0);
    const pid_t parent = process_fork(SIGKILL);
    if (parent == 0)
        start_one_and_wait(ends[1]);
    assert_int_equal(read(ends[0], &child, sizeof child), sizeof child);
    kill(parent, SIGKILL);
    assert_int_equal(waitpid(parent, &status, 0), parent);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    close(ends[0]);
    close(ends[1]);
}

/* Why a program of this name does not start where PATH is this. */
static int start(const char *name, const char *path, char *const *environment)
{
    const char *const arguments[] = {name, NULL};
    const struct process_program program = {.arguments = arguments,
                                            .environment = environment,
                                            .ending = SIGKILL,
                                            .input = PROCESS_NULL,
                                            .output = PROCESS_NULL,
                                            .errors = PROCESS_SAME};
    char *const before = strdup(getenv("PATH"));
    pid_t child;
    int status = 0;
    if (path)
        setenv("PATH", path, 1);
    else
        unsetenv("PATH");
    const int reason = process_start(&program, &child);
    setenv("PATH", before, 1);
    free(before);
    if (reason == 0)
        assert_int_equal(waitpid(child, &status, 0), child);
    return reason ? reason : -WEXITSTATUS(status);
}

TEST(programs_are_found_in_the_path)
{
    assert_int_equal(start("true", "/nowhere:/dev/null:/bin:/usr/bin", NULL), 0);
    assert_int_equal(start("true", NULL, NULL), 0);
    assert_int_equal(start("true", "/nowhere", NULL), ENOENT);
    assert_int_equal(start("true", "", NULL), ENOENT);
    assert_int_equal(start("/bin/true", "/nowhere", NULL), 0);
}

/* execvp would have a shell read it. */
TEST(a_text_is_no_program)
{
    char folder[] = "/tmp/scanbench-process-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/text", folder);
    const int descriptor = open(path, O_WRONLY | O_CREAT, 0755);
    assert_int_equal(write(descriptor, "exit 3\n", 7), 7);
    close(descriptor);
    assert_int_equal(start("text", folder, NULL), ENOEXEC);
    unlink(path);
    rmdir(folder);
}

TEST(a_program_has_the_environment_it_is_given)
{
    char *const given[] = {"ANSWER=42", NULL};
    const char *const arguments[] = {"/bin/sh", "-c", "exit $ANSWER", NULL};
    const struct process_program program = {.arguments = arguments,
                                            .environment = given,
                                            .ending = SIGKILL,
                                            .input = STDIN_FILENO, /* its own already */
                                            .output = PROCESS_SAME,
                                            .errors = PROCESS_SAME};
    pid_t child;
    int status;
    assert_int_equal(process_start(&program, &child), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 42);
}
