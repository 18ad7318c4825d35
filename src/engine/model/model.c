/* SPDX-License-Identifier: MIT */
/* The model engine: kernels run exactly, one group at a time, under a device model; what they cost is
 * counted, what they may not do is reported. */
#include "engine/model/model.h"

#include "base/memory.h"
#include "engine/model/model_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_BYTES = 4 };

struct model *model_create(const struct model_options *options)
{
    struct model *const model = memory_array(1, sizeof *model);
    model->options = *options;
    model->random.state = options->device->order_seed;
    return model;
}

static void region_close(struct region *region)
{
    free(region->depth);
    free(region->pending);
}

void model_destroy(struct model *model)
{
    if (!model)
        return;
    for (size_t i = 0; i < model->regions; i++)
        region_close(&model->region[i]);
    stacks_free(model);
    free(model);
}

bool model_region(struct model *model, const char *name, void *base, size_t bytes, struct error *error)
{
    const size_t slots = bytes / DEPTH_BYTES + 1;
    struct region region = {.name = name, .base = base, .bytes = bytes};
    if (model->regions == MODEL_REGIONS)
        return error_set(error, EXIT_SYSTEM, "the model has no room for the buffer %s", name);
    region.depth = calloc(slots, sizeof *region.depth);
    region.pending = calloc(slots, sizeof *region.pending);
    if (!region.depth || !region.pending) {
        region_close(&region);
        return error_set(error, EXIT_SYSTEM, "out of memory for the model of %zu bytes", bytes);
    }
    model->region[model->regions++] = region;
    return true;
}

void model_forget(struct model *model, const void *base)
{
    for (size_t i = 0; i < model->regions; i++)
        if (model->region[i].base == base) {
            region_close(&model->region[i]);
            model->region[i] = model->region[--model->regions];
            return;
        }
}

/* Steps are those of one launch, the next one starts at none. */
static void launch_init(struct model *model, launch_kernel *kernel, const struct launch *launch)
{
    model->launched = kernel;
    model->launch = launch;
    model->kernel = NULL;
    memset(model->launch_steps, 0, sizeof model->launch_steps);
    for (size_t i = 0; i < model->regions; i++)
        memset(model->region[i].depth, 0, (model->region[i].bytes / DEPTH_BYTES + 1) * sizeof(unsigned));
}

static void launch_close(struct model *model)
{
    for (enum phase phase = 0; model->kernel && phase < PHASE_COUNT; phase++)
        model->kernel->run[phase].of[COUNTER_STEPS] += model->launch_steps[phase];
    if (model->kernel)
        model->kernel->run[PHASE_TOTAL].of[COUNTER_LAUNCHES]++;
}

void model_launch(struct model *model, launch_kernel *kernel, const struct launch *launch, size_t groups)
{
    const struct device *const device = model->options.device;
    if (model->halted || groups == 0)
        return;
    if (launch->threads > device->max_threads_per_group) {
        snprintf(model->report.message, sizeof model->report.message, "%u threads a group; %s has at most %u",
                 launch->threads, device->name, device->max_threads_per_group);
        model->report.unsupported = model->halted = true;
        return;
    }
    launch_init(model, kernel, launch);
    schedule_run(model, groups);
    launch_close(model);
}

bool model_finish(const struct model *model, struct error *error)
{
    return !model->out_of_memory || error_set(error, EXIT_SYSTEM, "out of memory within the model");
}

const struct model_report *model_report(const struct model *model)
{
    return &model->report;
}

void model_enter(const char *kernel)
{
    model_now->kernel_name = kernel;
}

void model_parameter(unsigned index, const char *name, enum model_parameter_kind kind, const void *address)
{
    model_now->parameter[index] = (struct parameter){name, kind, address};
}

static void enter_phase(struct group *group, enum phase phase)
{
    close_phase(group);
    group->phase = phase;
}

void model_call(group_function *function)
{
    struct group *const group = model_now;
    if (group->calls > 0) {
        group->calls++;
    } else if (function == group->launch.local) {
        group->calls = 1;
        enter_phase(group, PHASE_LOCAL);
    }
}

void model_return(void)
{
    struct group *const group = model_now;
    if (group->calls > 0 && --group->calls == 0)
        enter_phase(group, PHASE_FINISH);
}
