/* SPDX-License-Identifier: MIT */
/* Small stacks: refused with what is needed and what there is, raised where that may be. */
#include "base/stack.h"

#include "test.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KIB = 1024 };

struct trial {
    rlim_t soft, hard;
    size_t need;
    bool granted;
    const char *said; /* of the refusal */
};

/* 0 where the trial goes as it should. */
static int try_limits(const struct trial *trial)
{
    const struct rlimit limit = {trial->soft, trial->hard};
    struct rlimit after;
    struct error error = {0};
    if (setrlimit(RLIMIT_STACK, &limit) != 0)
        return 1;
    if (stack_require(trial->need, &error) != trial->granted)
        return 2;
    if (!trial->granted)
        return error.code != EXIT_SYSTEM || strstr(error.text, trial->said) == NULL;
    getrlimit(RLIMIT_STACK, &after);
    return error.code != EXIT_OK || after.rlim_cur < trial->need || after.rlim_cur < trial->soft;
}

/* In a process of its own, whose limits end with it. */
static void run_trial(const struct trial *trial)
{
    int status;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(try_limits(trial));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

TEST(what_there_is_is_enough)
{
    run_trial(&(struct trial){8192 * KIB, 8192 * KIB, STACK_KERNELS, true, NULL});
}

TEST(a_soft_limit_is_raised)
{
    run_trial(&(struct trial){1024 * KIB, 8192 * KIB, STACK_KERNELS, true, NULL});
}

TEST(a_hard_limit_is_told)
{
    run_trial(&(struct trial){1024 * KIB, 1024 * KIB, STACK_KERNELS, false, "of 1024 KiB; expected more"});
    run_trial(&(struct trial){1024 * KIB, 2048 * KIB, STACK_KERNELS, false, "4.0 MiB are needed"});
    run_trial(&(struct trial){1024 * KIB, 2048 * KIB, STACK_KERNELS, false, "of 2048 KiB"});
}
