/* SPDX-License-Identifier: MIT */
/* What a launch is given, wherever it runs: how long, and with which options. */
#include "measure/measure.h"

#include <math.h>

double launch_hang_s(const struct plan *plan)
{
    size_t most = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const size_t bytes = plan->points[i].supported ? plan_point_bytes(&plan->points[i].point) : 0;
        most = bytes > most ? bytes : most;
    }
    return 60 + (double)most / 10e6;
}

double launch_turn_s(const struct plan *plan)
{
    const double hang_s = launch_hang_s(plan), silent_s = launch_hang_s(&(struct plan){.count = 0});
    return 2 * hang_s + (double)plan->count * (1 + hang_s - silent_s);
}

double launch_budget_s(const struct launch_run *run)
{
    const double spent_s = clock_since_s(&run->workload->machine->clock, run->start_ns);
    return fmax(0, run->options->running.budget_s - spent_s);
}

void launch_note_effort(const struct launch_run *run, const struct effort *effort)
{
    run->results->effort = *effort;
    run->results->effort.wall_s = clock_since_s(&run->workload->machine->clock, run->launch_start_ns);
}

struct runner_options launch_running(const struct launch_run *run, struct watch *watch, void *context)
{
    struct runner_options running = run->options->running;
    running.budget_s = launch_budget_s(run);
    running.launch = run->launch;
    running.earlier = run->earlier;
    running.before = run->before;
    running.watch = watch;
    running.context = context;
    return running;
}
