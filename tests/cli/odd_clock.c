/* SPDX-License-Identifier: MIT */
/* To be loaded before the C library: a monotonic clock that goes back by an hour, stands still, or goes on
 * half as fast, so many milliseconds after the program has first read it; or one whose ticks are so many
 * nanoseconds apart. ODD_CLOCK=back:MS, still:MS, half:MS or ticks:NS. */
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t id, struct timespec *now);

static const uint64_t hour_ns = 3600000000000u;

static int64_t read_ms(clockid_t id, struct timespec *now)
{
    syscall(SYS_clock_gettime, id, now);
    return now->tv_sec * INT64_C(1000) + now->tv_nsec / 1000000;
}

/* Since the clock was first read, by a clock that is not odd; children go on with their parent's. */
static int64_t elapsed_ms(void)
{
    static int64_t first_ms;
    struct timespec now;
    const int64_t ms = read_ms(CLOCK_BOOTTIME, &now);
    if (first_ms == 0)
        first_ms = ms;
    return ms - first_ms;
}

/* Ahead, so that it can go back on a machine that has just started. */
static uint64_t ahead_ns(clockid_t id)
{
    struct timespec now;
    read_ms(id, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec + 2 * hour_ns;
}

/* The same time for all threads once one has asked, read then: none has been told a later one. Nanoseconds.
 */
static uint64_t stand_still(clockid_t id)
{
    static _Atomic uint64_t stood[2];
    const uint64_t ns = ahead_ns(id);
    uint64_t since = 0;
    return atomic_compare_exchange_strong(&stood[id == CLOCK_MONOTONIC], &since, ns) ? ns : since;
}

int clock_gettime(clockid_t id, struct timespec *now)
{
    const char *const odd = getenv("ODD_CLOCK");
    const char *const after = odd ? strchr(odd, ':') : NULL;
    read_ms(id, now);
    if (id != CLOCK_MONOTONIC && id != CLOCK_MONOTONIC_RAW)
        return 0;
    uint64_t ns = ahead_ns(id);
    static _Atomic uint64_t halved[2];
    if (after && odd[0] == 't')
        ns -= ns % (uint64_t)atoi(after + 1);
    else if (after && elapsed_ms() >= atoi(after + 1) && odd[0] == 'h') {
        uint64_t since = 0;
        atomic_compare_exchange_strong(&halved[id == CLOCK_MONOTONIC], &since, ns);
        ns -= since ? (ns - since) / 2 : 0;
    } else if (after && elapsed_ms() >= atoi(after + 1))
        ns = odd[0] == 's' ? stand_still(id) : ns - hour_ns;
    *now = (struct timespec){(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
    return 0;
}
