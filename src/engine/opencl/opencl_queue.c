/* SPDX-License-Identifier: MIT */
/* The queue of a device, in which all happens in order: what failed in it, and what it takes. */
#include "engine/opencl/opencl_queue.h"

#include <math.h>

bool opencl_succeeds(struct opencl *opencl, const char *call, int32_t status)
{
    if (status == CL_SUCCESS)
        return true;
    return error_set(&opencl->failure, EXIT_SYSTEM, "%s: OpenCL error %d%s", call, (int)status,
                     opencl_status_text(status));
}

void opencl_open_gate(struct opencl *opencl)
{
    if (opencl->gate) {
        opencl_succeeds(opencl, "clSetUserEventStatus",
                        opencl->api->clSetUserEventStatus(opencl->gate, CL_COMPLETE));
        opencl->api->clReleaseEvent(opencl->gate);
    }
    opencl->gate = NULL;
}

void opencl_count_waiting(struct opencl *opencl)
{
    if (opencl->gate && ++opencl->waiting > ENGINE_MOST_WAITING)
        opencl_open_gate(opencl);
}

void opencl_wait_for_all(struct opencl *opencl)
{
    opencl_open_gate(opencl);
    opencl_succeeds(opencl, "clFinish", opencl->api->clFinish(opencl->queue));
}

static void mark(struct opencl *opencl, uint32_t waits, cl_event *event)
{
    opencl_succeeds(
        opencl, "clEnqueueMarkerWithWaitList",
        opencl->api->clEnqueueMarkerWithWaitList(opencl->queue, waits, waits ? &opencl->gate : NULL, event));
}

void opencl_begin(struct engine_device *device)
{
    struct opencl *const opencl = (struct opencl *)device;
    int32_t status;
    opencl_wait_for_all(opencl);
    opencl->waiting = 0;
    opencl->gate = opencl->api->clCreateUserEvent(opencl->context, &status);
    if (opencl_succeeds(opencl, "clCreateUserEvent", status))
        mark(opencl, 1, &opencl->before);
}

/* The end of a marker, and the marker's; NAN when that is not known. */
static double take_time(struct opencl *opencl, cl_event *event)
{
    uint64_t nanoseconds = 0;
    if (!*event)
        return NAN;
    const bool known =
        opencl_succeeds(opencl, "clGetEventProfilingInfo",
                        opencl->api->clGetEventProfilingInfo(*event, CL_PROFILING_COMMAND_END,
                                                             sizeof nanoseconds, &nanoseconds, NULL));
    opencl->api->clReleaseEvent(*event);
    *event = NULL;
    return known ? 1e-9 * (double)nanoseconds : NAN;
}

double opencl_end(struct engine_device *device)
{
    struct opencl *const opencl = (struct opencl *)device;
    mark(opencl, 0, &opencl->after);
    opencl_succeeds(opencl, "clFlush", opencl->api->clFlush(opencl->queue));
    opencl_wait_for_all(opencl);
    const double before_s = take_time(opencl, &opencl->before), after_s = take_time(opencl, &opencl->after);
    return opencl->failure.code == EXIT_OK ? after_s - before_s : NAN;
}

bool opencl_failed(struct engine_device *device, struct error *why)
{
    struct opencl *const opencl = (struct opencl *)device;
    if (opencl->failure.code == EXIT_OK)
        return false;
    error_set(why, opencl->failure.code, "%s: %s", opencl->name, opencl->failure.text);
    opencl->failure = (struct error){0};
    return true;
}
