/* SPDX-License-Identifier: MIT */
/* Hardware counters of the workers through perf_event_open. */
#include "machine/instruments/instruments.h"

#include "base/memory.h"
#include "machine/system_file.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *const event_names[EVENT_COUNT] = {
#define EVENT(event, name, hardware) [EVENT_##event] = name,
    EVENTS(EVENT)
#undef EVENT
};

const struct event_source hardware_events[EVENT_COUNT] = {
#define EVENT(event, name, hardware) [EVENT_##event] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_##hardware},
    EVENTS(EVENT)
#undef EVENT
};

/* What a read of a group's leader gives, in the order in which its events were opened. */
struct reading {
    uint64_t count, enabled_ns, running_ns, value[EVENT_COUNT];
};

/* The events of one thread. The first is the leader; those that the machine lacks are −1. */
struct event_group {
    int descriptor[EVENT_COUNT];
    struct reading before;
};

struct counters {
    struct team *team;
    unsigned size;
    const struct event_source *events;
    _Atomic int refusal; /* errno of the first leader that was refused */
    struct event_group group[];
};

static int open_event(const struct event_source *event, int leader)
{
    struct perf_event_attr attr = {
        .size = sizeof attr,
        .type = event->type,
        .config = event->config,
        .disabled = leader < 0,
        .exclude_kernel = event->type == PERF_TYPE_HARDWARE,
        .exclude_hv = 1,
        .read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
    };
    return (int)syscall(SYS_perf_event_open, &attr, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

static void open_group(void *argument, unsigned worker)
{
    struct counters *const counters = argument;
    struct event_group *const group = &counters->group[worker];
    for (unsigned i = 0; i < EVENT_COUNT; i++) {
        group->descriptor[i] = open_event(&counters->events[i], i ? group->descriptor[0] : -1);
        if (i == 0 && group->descriptor[0] < 0) {
            atomic_store(&counters->refusal, errno);
            return;
        }
    }
}

static bool explain(int refusal, struct error *why)
{
    char level[16];
    system_line("/proc/sys/kernel/perf_event_paranoid", level, sizeof level);
    if (refusal == ENOENT || refusal == EOPNOTSUPP || refusal == ENODEV)
        return error_set(why, EXIT_SYSTEM,
                         "this CPU, or the virtual machine around it, offers no hardware counters");
    if (refusal == EACCES || refusal == EPERM)
        return error_set(
            why, EXIT_SYSTEM,
            "the kernel forbids it (kernel.perf_event_paranoid is %s; 2 or less allows it, unless a "
            "container's filter does not)",
            *level ? level : "unknown");
    if (refusal == ENOSYS)
        return error_set(why, EXIT_SYSTEM, "this kernel, or the container's filter, has no perf_event_open");
    errno = refusal;
    return error_set_errno(why, EXIT_SYSTEM, "perf_event_open");
}

struct counters *counters_create(struct team *team, const struct event_source events[EVENT_COUNT],
                                 struct error *why)
{
    const unsigned size = team_size(team);
    struct counters *const counters = memory_array(1, sizeof *counters + size * sizeof counters->group[0]);
    *counters = (struct counters){.team = team, .size = size, .events = events};
    for (unsigned w = 0; w < size; w++)
        memset(counters->group[w].descriptor, -1, sizeof counters->group[w].descriptor);
    team_run(team, size, open_group, counters);
    const int refusal = atomic_load(&counters->refusal);
    if (!refusal)
        return counters;
    explain(refusal, why);
    counters_destroy(counters);
    return NULL;
}

void counters_destroy(struct counters *counters)
{
    for (unsigned w = 0; counters && w < counters->size; w++)
        for (unsigned i = EVENT_COUNT; i-- > 0;)
            if (counters->group[w].descriptor[i] >= 0)
                close(counters->group[w].descriptor[i]);
    free(counters);
}

void counters_start(struct counters *counters, unsigned worker)
{
    if (counters)
        ioctl(counters->group[worker].descriptor[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

void counters_stop(struct counters *counters, unsigned worker)
{
    if (counters)
        ioctl(counters->group[worker].descriptor[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
}

static void add_group(struct event_group *group, struct event_counts *counts)
{
    struct reading now = {0};
    if (read(group->descriptor[0], &now, sizeof now) <= 0)
        return;
    for (unsigned i = 0, at = 0; i < EVENT_COUNT; i++) {
        if (group->descriptor[i] < 0) {
            counts->events[i] = NAN;
            continue;
        }
        counts->events[i] += (double)(now.value[at] - group->before.value[at]);
        at++;
    }
    counts->enabled_ns += now.enabled_ns - group->before.enabled_ns;
    counts->running_ns += now.running_ns - group->before.running_ns;
    group->before = now;
}

void counters_take(struct counters *counters, unsigned workers, struct event_counts *counts)
{
    for (unsigned w = 0; counters && w < workers; w++)
        add_group(&counters->group[w], counts);
}

double counters_scaled(const struct event_counts *counts, enum event event)
{
    if (counts->running_ns == 0)
        return NAN;
    return counts->events[event] * (double)counts->enabled_ns / (double)counts->running_ns;
}

double counters_running(const struct event_counts *counts)
{
    return counts->enabled_ns ? (double)counts->running_ns / (double)counts->enabled_ns : NAN;
}
