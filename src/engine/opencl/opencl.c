/* SPDX-License-Identifier: MIT */
/* The OpenCL engine: devices, their memory, and launches in one queue, in which all happens in order. */
#include "engine/opencl/opencl.h"

#include "base/memory.h"
#include "engine/opencl/opencl_program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PLATFORMS = 8, DEVICES = 16, ALIGNMENT = 64, HUGE_PAGE = 2 << 20 };

/* A kernel that is built, for groups of so many threads. */
struct opencl_built {
    struct built built;
    const struct opencl_api *api;
    cl_kernel kernel;
    size_t threads;
    size_t local_bytes; /* that a launch gives */
};

static struct opencl *opencl_of(struct engine_device *device)
{
    return (struct opencl *)device;
}

/* True when a call has succeeded, else the failure is kept. */
static bool succeeds(struct opencl *opencl, const char *call, int32_t status)
{
    if (status == CL_SUCCESS)
        return true;
    return error_set(&opencl->failure, EXIT_SYSTEM, "%s: OpenCL error %d", call, (int)status);
}

static void open_gate(struct opencl *opencl)
{
    if (opencl->gate) {
        succeeds(opencl, "clSetUserEventStatus",
                 opencl->api->clSetUserEventStatus(opencl->gate, CL_COMPLETE));
        opencl->api->clReleaseEvent(opencl->gate);
    }
    opencl->gate = NULL;
}

/* Before something is queued. */
static void count_waiting(struct opencl *opencl)
{
    if (opencl->gate && ++opencl->waiting > ENGINE_MOST_WAITING)
        open_gate(opencl);
}

static void wait_for_all(struct opencl *opencl)
{
    open_gate(opencl);
    succeeds(opencl, "clFinish", opencl->api->clFinish(opencl->queue));
}

/* A number that describes the device; 0 where it knows of no such thing. */
static uint64_t ask(const struct opencl *opencl, uint32_t what)
{
    uint64_t value = 0;
    if (opencl->api->clGetDeviceInfo(opencl->id, what, sizeof value, &value, NULL) != CL_SUCCESS)
        return 0;
    return value;
}

static bool has_extension(const struct opencl *opencl, const char *extension)
{
    char extensions[8192] = "";
    opencl->api->clGetDeviceInfo(opencl->id, CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL);
    return strstr(extensions, extension) != NULL;
}

/* What a device is asked for: "opencl:pocl:1" is the second one of a platform whose name or version has that
 * word, "opencl:1" of all. */
struct wanted {
    char platform[64];
    unsigned index;
};

static bool read_name(const char *name, struct wanted *wanted)
{
    const char *rest = name && strcmp(name, "-") != 0 ? name : "";
    char end;
    *wanted = (struct wanted){.index = 0};
    if (strncmp(rest, "opencl:", strlen("opencl:")) == 0)
        rest += strlen("opencl:");
    if (!*rest || sscanf(rest, "%u%c", &wanted->index, &end) == 1)
        return true;
    return sscanf(rest, "%63[^:]:%u%c", wanted->platform, &wanted->index, &end) == 2 ||
           (!strchr(rest, ':') && sscanf(rest, "%63[^:]", wanted->platform) == 1);
}

static bool platform_matches(const struct opencl *opencl, cl_platform platform, const char *word)
{
    char name[256] = "", version[256] = "";
    opencl->api->clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    opencl->api->clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version - 1, version, NULL);
    return strcasestr(name, word) || strcasestr(version, word);
}

static bool find_device(struct opencl *opencl, struct wanted *wanted)
{
    cl_platform platforms[PLATFORMS];
    uint32_t count = 0;
    if (opencl->api->clGetPlatformIDs(PLATFORMS, platforms, &count) != CL_SUCCESS)
        return false;
    for (uint32_t i = 0; i < count && i < PLATFORMS; i++) {
        cl_device devices[DEVICES];
        uint32_t found = 0;
        if (!platform_matches(opencl, platforms[i], wanted->platform) ||
            opencl->api->clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, DEVICES, devices, &found) !=
                CL_SUCCESS)
            continue;
        if (wanted->index < found && wanted->index < DEVICES) {
            opencl->id = devices[wanted->index];
            return true;
        }
        wanted->index -= found;
    }
    return false;
}

static bool describe_device(struct opencl *opencl, struct error *error)
{
    opencl->api->clGetDeviceInfo(opencl->id, CL_DEVICE_NAME, sizeof opencl->name - 1, opencl->name, NULL);
    opencl->is_cpu = ask(opencl, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
    if (ask(opencl, CL_DEVICE_SVM_CAPABILITIES) & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER)
        return true;
    return error_set(error, EXIT_SYSTEM, "%s lacks CL_DEVICE_SVM_COARSE_GRAIN_BUFFER", opencl->name);
}

static struct opencl_region *find_region(struct opencl *opencl, const void *address)
{
    const char *const at = address;
    for (size_t i = 0; i < OPENCL_REGIONS; i++) {
        struct opencl_region *const region = &opencl->regions[i];
        if (at ? region->base && at >= region->base && at < region->base + region->bytes : !region->base)
            return region;
    }
    return NULL;
}

/* Large arrays of a CPU in huge pages, as timed runs have theirs, where the system gives any. */
static void ask_huge_pages(char *base, size_t bytes)
{
    char *const first = base + (HUGE_PAGE - (uintptr_t)base % HUGE_PAGE) % HUGE_PAGE;
    if (base && bytes > 2 * HUGE_PAGE)
        madvise(first, (size_t)(base + bytes - first) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
}

static void *allocate(struct engine_device *device, const char *name, size_t bytes, struct error *why)
{
    struct opencl *const opencl = opencl_of(device);
    struct opencl_region *const region = find_region(opencl, NULL);
    if (!region) {
        error_set(why, EXIT_SYSTEM, "%s has no room for more than %d arrays", opencl->name, OPENCL_REGIONS);
        return NULL;
    }
    *region = (struct opencl_region){
        opencl->api->clSVMAlloc(opencl->context, CL_MEM_READ_WRITE, bytes ? bytes : 1, ALIGNMENT),
        bytes ? bytes : 1};
    if (!region->base)
        error_set(why, EXIT_SYSTEM, "%s: out of device memory: %zu bytes needed for %s", opencl->name, bytes,
                  name);
    if (opencl->is_cpu)
        ask_huge_pages(region->base, bytes);
    return region->base;
}

static void release(struct engine_device *device, void *memory)
{
    struct opencl *const opencl = opencl_of(device);
    struct opencl_region *const region = memory ? find_region(opencl, memory) : NULL;
    if (!region)
        return;
    wait_for_all(opencl);
    opencl->api->clSVMFree(opencl->context, region->base);
    *region = (struct opencl_region){NULL, 0};
}

static void copy_and_wait(struct engine_device *device, void *to, const void *from, size_t bytes)
{
    struct opencl *const opencl = opencl_of(device);
    open_gate(opencl);
    if (bytes)
        succeeds(opencl, "clEnqueueSVMMemcpy",
                 opencl->api->clEnqueueSVMMemcpy(opencl->queue, 1, to, from, bytes, 0, NULL, NULL));
}

static void copy(struct engine_device *device, void *to, const void *from, size_t bytes)
{
    struct opencl *const opencl = opencl_of(device);
    count_waiting(opencl);
    if (bytes)
        succeeds(opencl, "clEnqueueSVMMemcpy",
                 opencl->api->clEnqueueSVMMemcpy(opencl->queue, 0, to, from, bytes, 0, NULL, NULL));
}

static void fill_pattern(struct opencl *opencl, void *to, const void *pattern, size_t size, size_t bytes)
{
    count_waiting(opencl);
    if (bytes)
        succeeds(opencl, "clEnqueueSVMMemFill",
                 opencl->api->clEnqueueSVMMemFill(opencl->queue, to, pattern, size, bytes, 0, NULL, NULL));
}

/* Single elements without waiting: the pattern of a fill is kept by the call. */
static void copy_in(struct engine_device *device, void *to, const void *from, size_t bytes)
{
    if (bytes == 4 || bytes == 8)
        fill_pattern(opencl_of(device), to, from, bytes, bytes);
    else
        copy_and_wait(device, to, from, bytes);
}

static void fill(struct engine_device *device, void *to, int byte, size_t bytes)
{
    const unsigned char pattern = (unsigned char)byte;
    fill_pattern(opencl_of(device), to, &pattern, sizeof pattern, bytes);
}

static void close_device(struct engine_device *device)
{
    struct opencl *const opencl = opencl_of(device);
    open_gate(opencl);
    opencl_programs_release(opencl);
    if (opencl->loose)
        release(device, opencl->loose);
    if (opencl->queue)
        opencl->api->clReleaseCommandQueue(opencl->queue);
    if (opencl->context)
        opencl->api->clReleaseContext(opencl->context);
    free(opencl);
}

static bool open_context(struct opencl *opencl, struct error *error)
{
    const uint64_t properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    int32_t status;
    opencl->context = opencl->api->clCreateContext(NULL, 1, &opencl->id, NULL, NULL, &status);
    if (status == CL_SUCCESS)
        opencl->queue =
            opencl->api->clCreateCommandQueueWithProperties(opencl->context, opencl->id, properties, &status);
    if (status == CL_SUCCESS)
        opencl->loose = allocate(&opencl->device, "loose", sizeof(uint64_t), error);
    return opencl->loose || error_set(error, EXIT_SYSTEM, "%s has no context or queue: OpenCL error %d",
                                      opencl->name, (int)status);
}

static bool open_device(const char *name, struct engine_device **device, struct error *error)
{
    struct wanted wanted;
    const struct opencl_api *const api = opencl_load(error);
    if (!api)
        return false;
    if (!read_name(name, &wanted))
        return error_set(error, EXIT_USAGE, "%s is no device of OpenCL; expected opencl:PLATFORM:NUMBER",
                         name);
    struct opencl *const opencl = memory_array(1, sizeof *opencl);
    *opencl = (struct opencl){.device.engine = &opencl_engine, .api = api, .options = ""};
    *device = &opencl->device;
    if (!find_device(opencl, &wanted))
        error_set(error, EXIT_SYSTEM, "OpenCL has no device%s%s", name ? " " : "", name ? name : "");
    else if (describe_device(opencl, error) && open_context(opencl, error))
        return true;
    close_device(&opencl->device);
    return false;
}

/* A text that describes the device, put where there was none; cut at its end. */
static void ask_text(const struct opencl *opencl, uint32_t what, char *text, size_t size)
{
    char all[256] = "";
    opencl->api->clGetDeviceInfo(opencl->id, what, sizeof all - 1, all, NULL);
    snprintf(text, size, "%.*s", (int)size - 1, all);
}

/* Of all platforms. */
static unsigned count_devices(const struct opencl *opencl)
{
    cl_platform platforms[PLATFORMS];
    uint32_t count = 0, all = 0;
    if (opencl->api->clGetPlatformIDs(PLATFORMS, platforms, &count) != CL_SUCCESS)
        return 0;
    for (uint32_t i = 0; i < count && i < PLATFORMS; i++) {
        uint32_t found = 0;
        if (opencl->api->clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 0, NULL, &found) == CL_SUCCESS)
            all += found;
    }
    return all;
}

static void tell_facts(const struct engine_device *device, struct engine_facts *facts)
{
    const struct opencl *const opencl = (const struct opencl *)device;
    const cl_platform platform = (cl_platform)(uintptr_t)ask(opencl, CL_DEVICE_PLATFORM);
    char name[32] = "", version[32];
    opencl->api->clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    ask_text(opencl, CL_DRIVER_VERSION, version, sizeof version);
    snprintf(facts->name, sizeof facts->name, "%s", opencl->name);
    snprintf(facts->driver, sizeof facts->driver, "%s%s%s", name, *name ? " " : "", version);
    ask_text(opencl, CL_DEVICE_OPENCL_C_VERSION, facts->compiler, sizeof facts->compiler);
    facts->memory_bytes = ask(opencl, CL_DEVICE_GLOBAL_MEM_SIZE);
    facts->cache_bytes = ask(opencl, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
    facts->multiprocessors = (unsigned)ask(opencl, CL_DEVICE_MAX_COMPUTE_UNITS);
    facts->ecc = ask(opencl, CL_DEVICE_ERROR_CORRECTION_SUPPORT) != 0;
    facts->devices = count_devices(opencl);
}

const char *opencl_device_name(const struct engine_device *device)
{
    return ((const struct opencl *)device)->name;
}

void opencl_set_options(struct engine_device *device, const char *options)
{
    opencl_of(device)->options = options;
}

/* What kernels need of a device, by the names of the specification. */
static bool supports(struct engine_device *device, const struct point *point, struct error *why)
{
    const struct opencl *const opencl = opencl_of(device);
    const uint64_t atomics = ask(opencl, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
    const char *lacks = NULL;
    if (point->dtype == DTYPE_F64 && !ask(opencl, CL_DEVICE_DOUBLE_FP_CONFIG))
        lacks = "CL_DEVICE_DOUBLE_FP_CONFIG";
    else if (!(atomics & CL_DEVICE_ATOMIC_ORDER_ACQ_REL))
        lacks = "CL_DEVICE_ATOMIC_ORDER_ACQ_REL";
    else if (!(atomics & CL_DEVICE_ATOMIC_SCOPE_DEVICE))
        lacks = "CL_DEVICE_ATOMIC_SCOPE_DEVICE";
    else if (!has_extension(opencl, "cl_khr_int64_base_atomics"))
        lacks = "cl_khr_int64_base_atomics";
    if (lacks)
        return error_set(why, EXIT_USAGE, "%s lacks %s", opencl->name, lacks);
    const uint64_t most = ask(opencl, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    if (point->threads_per_group > most)
        return error_set(why, EXIT_USAGE, "%s has a CL_DEVICE_MAX_WORK_GROUP_SIZE of %llu", opencl->name,
                         (unsigned long long)most);
    return true;
}

static bool build(const struct run *run, const struct kernel *kernel, const struct build *build,
                  struct built **built, struct error *why)
{
    struct opencl *const opencl = opencl_of(run->device);
    int32_t status;
    const cl_program program = opencl_program_build(opencl, build, why);
    if (!program)
        return false;
    struct opencl_built *const made = memory_array(1, sizeof *made);
    made->built.kernel = kernel;
    made->api = opencl->api;
    made->threads = build->threads;
    made->local_bytes = build->threads * sizeof(uint64_t) * (build->ring ? 1 + build->values : 1);
    made->kernel = opencl->api->clCreateKernel(program, kernel->name, &status);
    *built = &made->built;
    if (status == CL_SUCCESS)
        return true;
    free(made);
    return error_set(why, EXIT_USAGE, "%s has no kernel %s for %s: OpenCL error %d", opencl->name,
                     kernel->name, dtype_names[build->dtype], (int)status);
}

static void discard(struct built *built)
{
    struct opencl_built *const made = (struct opencl_built *)built;
    made->api->clReleaseKernel(made->kernel);
    free(made);
}

/* An address that kernels reach. */
static const void *reachable(struct opencl *opencl, const void *address)
{
    if (!address || find_region(opencl, address))
        return address;
    fill_pattern(opencl, opencl->loose, address, sizeof(uint64_t), sizeof(uint64_t));
    return opencl->loose;
}

/* Argument i of OpenCL is parameter i − 1: the first is local memory of an element a thread, and a
 * tile where the kernel has a ring. */
static bool set_arguments(struct opencl *opencl, const struct opencl_built *built,
                          const union argument *arguments)
{
    const struct opencl_api *const api = opencl->api;
    const struct kernel *const kernel = built->built.kernel;
    int32_t status = api->clSetKernelArg(built->kernel, 0, built->local_bytes, NULL);
    for (uint32_t i = 0; status == CL_SUCCESS && i < kernel->count; i++)
        if (kernel->parameters[i].kind == PARAMETER_BY_VALUE)
            status =
                api->clSetKernelArg(built->kernel, i + 1, kernel->parameters[i].bytes, &arguments[i].value);
        else
            status = api->clSetKernelArgSVMPointer(built->kernel, i + 1, reachable(opencl, arguments[i].in));
    return succeeds(opencl, kernel->name, status);
}

static void launch(const struct run *run, const struct built *built, const void *arguments, size_t groups)
{
    struct opencl *const opencl = opencl_of(run->device);
    const struct opencl_built *const made = (const struct opencl_built *)built;
    const size_t all = groups * made->threads;
    union argument words[LAUNCH_ARGUMENTS];
    if (groups == 0 || opencl->failure.code != EXIT_OK)
        return;
    memcpy(words, arguments, built->kernel->count * sizeof *words);
    count_waiting(opencl);
    if (set_arguments(opencl, made, words))
        succeeds(opencl, "clEnqueueNDRangeKernel",
                 opencl->api->clEnqueueNDRangeKernel(opencl->queue, made->kernel, 1, NULL, &all,
                                                     &made->threads, 0, NULL, NULL));
}

/* OpenCL promises no group that another one goes on running. */
static size_t resident(const struct run *run)
{
    (void)run;
    return 1;
}

static void clear(const struct run *run, void *words, size_t bytes)
{
    fill(run->device, words, 0, bytes);
}

/* One thread of the host gives all launches, which follow each other. */
static void join(const struct run *run)
{
    (void)run;
}

static void mark(struct opencl *opencl, uint32_t waits, cl_event *event)
{
    succeeds(
        opencl, "clEnqueueMarkerWithWaitList",
        opencl->api->clEnqueueMarkerWithWaitList(opencl->queue, waits, waits ? &opencl->gate : NULL, event));
}

static void begin(struct engine_device *device)
{
    struct opencl *const opencl = opencl_of(device);
    int32_t status;
    wait_for_all(opencl);
    opencl->waiting = 0;
    opencl->gate = opencl->api->clCreateUserEvent(opencl->context, &status);
    if (succeeds(opencl, "clCreateUserEvent", status))
        mark(opencl, 1, &opencl->before);
}

/* The end of a marker, and the marker's; NAN when that is not known. */
static double take_time(struct opencl *opencl, cl_event *event)
{
    uint64_t nanoseconds = 0;
    if (!*event)
        return NAN;
    const bool known = succeeds(opencl, "clGetEventProfilingInfo",
                                opencl->api->clGetEventProfilingInfo(*event, CL_PROFILING_COMMAND_END,
                                                                     sizeof nanoseconds, &nanoseconds, NULL));
    opencl->api->clReleaseEvent(*event);
    *event = NULL;
    return known ? 1e-9 * (double)nanoseconds : NAN;
}

static double end(struct engine_device *device)
{
    struct opencl *const opencl = opencl_of(device);
    mark(opencl, 0, &opencl->after);
    succeeds(opencl, "clFlush", opencl->api->clFlush(opencl->queue));
    wait_for_all(opencl);
    const double before_s = take_time(opencl, &opencl->before), after_s = take_time(opencl, &opencl->after);
    return opencl->failure.code == EXIT_OK ? after_s - before_s : NAN;
}

static bool failed(struct engine_device *device, struct error *why)
{
    struct opencl *const opencl = opencl_of(device);
    if (opencl->failure.code == EXIT_OK)
        return false;
    error_set(why, opencl->failure.code, "%s: %s", opencl->name, opencl->failure.text);
    opencl->failure = (struct error){0};
    return true;
}

const struct engine opencl_engine = {
    .name = "opencl",
    .open = open_device,
    .close = close_device,
    .facts = tell_facts,
    .allocate = allocate,
    .release = release,
    .fill = fill,
    .copy = copy,
    .copy_in = copy_in,
    .copy_out = copy_and_wait,
    .supports = supports,
    .build = build,
    .discard = discard,
    .launch = launch,
    .resident = resident,
    .clear = clear,
    .join = join,
    .begin = begin,
    .end = end,
    .failed = failed,
};
