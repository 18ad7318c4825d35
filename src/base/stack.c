/* SPDX-License-Identifier: MIT */
/* How much stack a process needs and has. */
#include "base/stack.h"

#include "base/text.h"

#include <stdint.h>
#include <sys/auxv.h>
#include <sys/resource.h>

/* What lies between the caller and the end of the stack that came first, where the kernel wrote the name of
 * the program above arguments and environment: they count too. */
static size_t used_bytes(void)
{
    const uintptr_t end = getauxval(AT_EXECFN), here = (uintptr_t)__builtin_frame_address(0);
    return end > here ? end - here : 0;
}

static bool refuse(size_t need, size_t used, rlim_t limit, struct error *error)
{
    char have_text[32], need_text[32];
    const size_t have = limit > used ? limit - used : 0;
    return error_set_expected(error, EXIT_SYSTEM, "more, as of \"ulimit -s 8192\"",
                              "the stack is limited: %s are needed, %s are left of %zu KiB",
                              text_format_bytes(need_text, sizeof need_text, (double)need),
                              text_format_bytes(have_text, sizeof have_text, (double)have),
                              (size_t)limit >> 10);
}

bool stack_require(size_t need, struct error *error)
{
    struct rlimit limit;
    const size_t used = used_bytes();
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= used + need)
        return true;
    const rlim_t before = limit.rlim_cur;
    limit.rlim_cur = used + need;
    if (limit.rlim_cur <= limit.rlim_max && setrlimit(RLIMIT_STACK, &limit) == 0)
        return true;
    return refuse(need, used, before > limit.rlim_max ? before : limit.rlim_max, error);
}
