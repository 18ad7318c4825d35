/* SPDX-License-Identifier: MIT */
/* The queue of a device of OpenCL, in which all happens in order, and its memory: buffers, each with a span
 * of this process's addresses that stand for it, to be added to. Those of a CPU are its memory; others lead
 * nowhere. */
#include "engine/opencl/opencl.h"

#include "base/buffer.h"

#include <math.h>
#include <sys/mman.h>

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

static struct opencl_region *find_free(struct opencl *opencl)
{
    for (size_t i = 0; i < OPENCL_REGIONS; i++)
        if (!opencl->regions[i].base)
            return &opencl->regions[i];
    return NULL;
}

static struct opencl_region *find_region(struct opencl *opencl, const char *at)
{
    for (size_t i = 0; i < OPENCL_REGIONS; i++) {
        struct opencl_region *const region = &opencl->regions[i];
        if (region->base && at >= region->base && at <= region->base + region->bytes)
            return region;
    }
    return NULL;
}

bool opencl_memory_find(struct opencl *opencl, const void *address, struct opencl_place *place)
{
    const struct opencl_region *const region = find_region(opencl, address);
    if (region)
        *place = (struct opencl_place){region->buffer, (uint64_t)((const char *)address - region->base)};
    return region != NULL;
}

/* An address that is not of its memory is a mistake of the caller, which costs its point. */
static bool find_or_fail(struct opencl *opencl, const void *address, struct opencl_place *place)
{
    return opencl_memory_find(opencl, address, place) ||
           opencl_succeeds(opencl, "an address of no array", CL_INVALID_MEM_OBJECT);
}

/* The addresses that a region takes, with one more, so that its end is no other one's start. */
static size_t span(const struct opencl_region *region)
{
    return region->bytes + 1;
}

/* Large arrays of a CPU in huge pages, as timed runs have theirs, where the system gives any. */
static bool reserve(const struct opencl *opencl, struct opencl_region *region)
{
    const int access = opencl->is_cpu ? PROT_READ | PROT_WRITE : PROT_NONE;
    void *const base = mmap(NULL, span(region), access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return false;
    region->base = base;
    char *const first = region->base + (HUGE_PAGE - (uintptr_t)base % HUGE_PAGE) % HUGE_PAGE;
    if (opencl->is_cpu && region->bytes > 2 * HUGE_PAGE)
        madvise(first, (size_t)(region->base + region->bytes - first) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
    return true;
}

static void let_go(struct opencl_region *region)
{
    munmap(region->base, span(region));
    *region = (struct opencl_region){NULL, 0, NULL};
}

static bool make_buffer(const struct opencl *opencl, struct opencl_region *region)
{
    int32_t status;
    if (!reserve(opencl, region))
        return false;
    region->buffer = opencl->api->clCreateBuffer(
        opencl->context, CL_MEM_READ_WRITE | (opencl->is_cpu ? CL_MEM_USE_HOST_PTR : 0), region->bytes,
        opencl->is_cpu ? region->base : NULL, &status);
    if (status == CL_SUCCESS)
        return true;
    let_go(region);
    return false;
}

void *opencl_allocate(struct engine_device *device, const char *name, size_t bytes, struct error *why)
{
    struct opencl *const opencl = (struct opencl *)device;
    struct opencl_region *const region = find_free(opencl);
    if (!region) {
        error_set(why, EXIT_SYSTEM, "%s has no room for more than %d arrays", opencl->name, OPENCL_REGIONS);
        return NULL;
    }
    if (opencl->most_bytes && bytes > opencl->most_bytes) {
        error_set(why, EXIT_SYSTEM, "%s has a CL_DEVICE_MAX_MEM_ALLOC_SIZE of %llu: %zu bytes needed for %s",
                  opencl->name, (unsigned long long)opencl->most_bytes, bytes, name);
        return NULL;
    }
    region->bytes = bytes ? bytes : 1;
    if (!make_buffer(opencl, region))
        error_set(why, EXIT_SYSTEM, "%s: out of device memory: %zu bytes needed for %s", opencl->name, bytes,
                  name);
    return region->base;
}

void opencl_release(struct engine_device *device, void *memory)
{
    struct opencl *const opencl = (struct opencl *)device;
    struct opencl_region *const region = memory ? find_region(opencl, memory) : NULL;
    if (!region)
        return;
    opencl_wait_for_all(opencl);
    opencl->api->clReleaseMemObject(region->buffer);
    let_go(region);
}

static void write_and_wait(struct opencl *opencl, void *to, const void *from, size_t bytes)
{
    struct opencl_place place;
    opencl_open_gate(opencl);
    if (bytes && find_or_fail(opencl, to, &place))
        opencl_succeeds(opencl, "clEnqueueWriteBuffer",
                        opencl->api->clEnqueueWriteBuffer(opencl->queue, place.buffer, 1, place.offset, bytes,
                                                          from, 0, NULL, NULL));
}

void opencl_copy_out(struct engine_device *device, void *to, const void *from, size_t bytes)
{
    struct opencl *const opencl = (struct opencl *)device;
    struct opencl_place place;
    opencl_open_gate(opencl);
    if (bytes && find_or_fail(opencl, from, &place))
        opencl_succeeds(opencl, "clEnqueueReadBuffer",
                        opencl->api->clEnqueueReadBuffer(opencl->queue, place.buffer, 1, place.offset, bytes,
                                                         to, 0, NULL, NULL));
}

void opencl_copy(struct engine_device *device, void *to, const void *from, size_t bytes)
{
    struct opencl *const opencl = (struct opencl *)device;
    struct opencl_place source, target;
    opencl_count_waiting(opencl);
    if (bytes && find_or_fail(opencl, from, &source) && find_or_fail(opencl, to, &target))
        opencl_succeeds(opencl, "clEnqueueCopyBuffer",
                        opencl->api->clEnqueueCopyBuffer(opencl->queue, source.buffer, target.buffer,
                                                         source.offset, target.offset, bytes, 0, NULL, NULL));
}

static void fill_pattern(struct opencl *opencl, void *to, const void *pattern, size_t size, size_t bytes)
{
    struct opencl_place place;
    opencl_count_waiting(opencl);
    if (bytes && find_or_fail(opencl, to, &place))
        opencl_succeeds(opencl, "clEnqueueFillBuffer",
                        opencl->api->clEnqueueFillBuffer(opencl->queue, place.buffer, pattern, size,
                                                         place.offset, bytes, 0, NULL, NULL));
}

/* Single elements without waiting: the pattern of a fill, which is a multiple of it from the start on, is
 * kept by the call. */
void opencl_copy_in(struct engine_device *device, void *to, const void *from, size_t bytes)
{
    if ((bytes == 4 || bytes == 8) && (uintptr_t)to % bytes == 0)
        fill_pattern((struct opencl *)device, to, from, bytes, bytes);
    else
        write_and_wait((struct opencl *)device, to, from, bytes);
}

void opencl_fill(struct engine_device *device, void *to, int byte, size_t bytes)
{
    const unsigned char pattern = (unsigned char)byte;
    fill_pattern((struct opencl *)device, to, &pattern, sizeof pattern, bytes);
}
