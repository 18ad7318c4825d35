/* SPDX-License-Identifier: MIT */
/* An engine that runs the launches of group implementations as OpenCL C. The implementations call
 * model_launch with kernels of the model, which the linker leads here; a kernel's place in the tables tells
 * its name. */
#define CL_TARGET_OPENCL_VERSION 300
#include "opencl_engine.h"

#include "engine/model/model.h"
#include "engine/model/model_kernels.h"
#include "problem/primitive.h"

#include <CL/cl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    MOST_PROGRAMS = 1024,
    OPTIONS = 1024,
    MESSAGE = 4096,
    HANG_SECONDS = 60,
    MOST_REGIONS = 8,
    HUGE_PAGE = 2 << 20
};

struct program {
    char options[OPTIONS];
    cl_program program;
};

/* What opencl_allocate gave. */
struct region {
    char *base;
    size_t bytes;
};

struct opencl_engine {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    char name[256];
    bool optimised;
    struct program programs[MOST_PROGRAMS];
    size_t program_count;
    struct region regions[MOST_REGIONS];
    void *loose; /* one element of those that stand elsewhere */
    char failure[MESSAGE];
};

struct name {
    launch_kernel *kernel;
    const char *name;
};

static void fail(struct opencl_engine *engine, const char *format, ...)
{
    va_list arguments;
    if (*engine->failure)
        return;
    va_start(arguments, format);
    vsnprintf(engine->failure, sizeof engine->failure, format, arguments);
    va_end(arguments);
}

static bool succeeds(struct opencl_engine *engine, const char *call, cl_int status)
{
    if (status != CL_SUCCESS)
        fail(engine, "%s: OpenCL error %d", call, status);
    return status == CL_SUCCESS;
}

static bool find_device(struct opencl_engine *engine, char *why, size_t size)
{
    cl_platform_id platforms[8];
    cl_uint count = 0;
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS)
        count = 0;
    for (cl_uint i = 0; i < count && i < 8; i++) {
        cl_device_svm_capabilities memory = 0;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &engine->device, NULL) != CL_SUCCESS)
            continue;
        clGetDeviceInfo(engine->device, CL_DEVICE_SVM_CAPABILITIES, sizeof memory, &memory, NULL);
        clGetDeviceInfo(engine->device, CL_DEVICE_NAME, sizeof engine->name, engine->name, NULL);
        if (memory & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)
            return true;
    }
    snprintf(why, size,
             "no OpenCL CPU device with fine-grained shared memory (packages pocl-opencl-icd, "
             "ocl-icd-opencl-dev)");
    return false;
}

struct opencl_engine *opencl_create(bool optimised, char *why, size_t size)
{
    struct opencl_engine *const engine = calloc(1, sizeof *engine);
    cl_int status = CL_SUCCESS;
    if (!engine || !find_device(engine, why, size)) {
        free(engine);
        return NULL;
    }
    engine->optimised = optimised;
    engine->context = clCreateContext(NULL, 1, &engine->device, NULL, NULL, &status);
    if (status == CL_SUCCESS)
        engine->queue = clCreateCommandQueueWithProperties(engine->context, engine->device, NULL, &status);
    if (status == CL_SUCCESS)
        engine->loose = opencl_allocate(engine, sizeof(uint64_t));
    if (engine->loose)
        return engine;
    snprintf(why, size, "no OpenCL context or queue: error %d", status);
    opencl_destroy(engine);
    return NULL;
}

void opencl_destroy(struct opencl_engine *engine)
{
    opencl_free(engine, engine->loose);
    for (size_t i = 0; i < engine->program_count; i++)
        clReleaseProgram(engine->programs[i].program);
    if (engine->queue)
        clReleaseCommandQueue(engine->queue);
    if (engine->context)
        clReleaseContext(engine->context);
    free(engine);
}

const char *opencl_device(const struct opencl_engine *engine)
{
    return engine->name;
}

static struct region *find_region(struct opencl_engine *engine, const void *address)
{
    const char *const at = address;
    for (size_t i = 0; i < MOST_REGIONS; i++) {
        struct region *const region = &engine->regions[i];
        if (at ? region->base && at >= region->base && at < region->base + region->bytes : !region->base)
            return region;
    }
    return NULL;
}

/* Large arrays in huge pages, as scanbench itself has them, where the system gives any. */
static void ask_huge_pages(char *base, size_t bytes)
{
    char *const first = base + (HUGE_PAGE - (uintptr_t)base % HUGE_PAGE) % HUGE_PAGE;
    if (base && bytes > 2 * HUGE_PAGE)
        madvise(first, (size_t)(base + bytes - first) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
}

void *opencl_allocate(struct opencl_engine *engine, size_t bytes)
{
    struct region *const region = find_region(engine, NULL);
    if (!region)
        return NULL;
    *region = (struct region){
        clSVMAlloc(engine->context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, bytes, 64), bytes};
    ask_huge_pages(region->base, bytes);
    return region->base;
}

void opencl_free(struct opencl_engine *engine, void *memory)
{
    struct region *const region = memory ? find_region(engine, memory) : NULL;
    if (!region)
        return;
    clSVMFree(engine->context, region->base);
    *region = (struct region){NULL, 0};
}

void opencl_start(struct opencl_engine *engine)
{
    *engine->failure = '\0';
}

const char *opencl_failure(const struct opencl_engine *engine)
{
    return *engine->failure ? engine->failure : NULL;
}

static const char *kernel_name(launch_kernel *kernel)
{
    const struct scan_kernels *const scan = &model_scan_kernels;
    const struct dot_kernels *const dot = &model_dot_kernels;
    const struct compact_kernels *const compact = &model_compact_kernels;
    const struct name names[] = {
        {scan->reduce_tile[0], "reduce_tile"},
        {scan->reduce_atomic[0], "reduce_atomic"},
        {scan->scan_tile[0], "scan_tile"},
        {scan->scan_tile_total[0], "scan_tile_total"},
        {scan->add_partial[0], "add_partial"},
        {scan->chained[0], "scan_chained"},
        {scan->lookback[0], "scan_lookback"},
        {scan->fallback[0], "scan_fallback"},
        {scan->naive, "tiled_naive"},
        {scan->shared, "tiled_shared"},
        {scan->warp, "tiled_warp"},
        {scan->double_buffer, "tiled_double_buffer"},
        {scan->coarsened[0], "tiled_coarsened"},
        {dot->first, "dot_first"},
        {dot->second, "dot_second"},
        {dot->first_device, "dot_first_device"},
        {dot->second_device, "dot_second_device"},
        {dot->exchange, "dot_exchange"},
        {dot->counter, "dot_counter"},
        {dot->tagged, "dot_tagged"},
        {compact->count_sequence, "count_sequence"},
        {compact->count_block, "count_block"},
        {compact->move_sequence, "move_sequence"},
        {compact->move_block, "move_block"},
        {compact->lookback, "compact_lookback"},
        {compact->atomics, "compact_atomics"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].kernel == kernel)
            return names[i].name;
    return NULL;
}

static const char *const scan_names[LOCAL_COUNT] = {
#define LOCAL_ROW(NAME, spelling, scan, reduce) [LOCAL_##NAME] = #scan,
#include "implementation/local.def"
#undef LOCAL_ROW
};
static const char *const reduce_names[LOCAL_COUNT] = {
#define LOCAL_ROW(NAME, spelling, scan, reduce) [LOCAL_##NAME] = #reduce,
#include "implementation/local.def"
#undef LOCAL_ROW
};

static const char *const dot_names[DOT_LOCAL_COUNT] = {
    [DOT_SHARED] = "dot_shared", [DOT_SHUFFLE] = "dot_shuffle", [DOT_SIMD_SUM] = "dot_simd_sum"};

/* The name of the group function of a launch, among those of one type; where it has none of them, any. */
static const char *local_name(const struct launch *launch, void (*const *locals)(void),
                              const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (launch->local && locals[i] == launch->local)
            return names[i];
    return names[LOCAL_RAKING];
}

static const char *network_name(enum network network)
{
    static const char *const names[] = {"kogge_stone", "kogge_stone", "sklansky", "brent_kung",
                                        "han_carlson"};
    return names[network];
}

static void write_options(const struct launch *launch, bool optimised, char *options)
{
    const enum dtype dtype = (enum dtype)launch->dtype;
    const enum op op = launch->op ? (enum op)launch->op : OP_SUM;
    const bool is_float = dtype_is_float(dtype);
    snprintf(options, OPTIONS,
             "-cl-std=CL3.0 %s -cl-kernel-arg-info -Isrc -Itests/opencl -DELEM=%s "
             "-DELEM_BYTES=%zu -DIS_FLOAT=%d -DOPERATOR=operator_%s -DIS_SUM=%d -DHAS_ATOMIC=%d -DVALUES=%u "
             "-DNETWORK=%s -DLAYOUT_STRIPED=%d -DLOCAL_local_scan=%s -DLOCAL_local_reduce=%s "
             "-DLOCAL_local_dot=%s",
             optimised ? "" : "-cl-opt-disable", dtype_names[dtype], dtype_size(dtype), is_float,
             op_names[op], op == OP_SUM, !is_float && dtype_size(dtype) == 4 && op != OP_PRODUCT,
             launch->values ? launch->values : 1, network_name(launch->network), LAYOUT_STRIPED,
             local_name(launch, model_scan_kernels.local_scan, scan_names, LOCAL_COUNT),
             local_name(launch, model_scan_kernels.local_reduce, reduce_names, LOCAL_COUNT),
             local_name(launch, model_dot_kernels.local, dot_names, DOT_LOCAL_COUNT));
}

static void note_build(struct opencl_engine *engine, cl_program program, const char *options)
{
    char log[MESSAGE / 2] = "";
    clGetProgramBuildInfo(program, engine->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fail(engine, "cannot be built with %s: %s", options, log);
}

static cl_program program_of(struct opencl_engine *engine, const struct launch *launch)
{
    static const char *source = "#include \"kernels.cl\"\n";
    struct program *const next = &engine->programs[engine->program_count];
    cl_int status;
    write_options(launch, engine->optimised, next->options);
    for (size_t i = 0; i < engine->program_count; i++)
        if (strcmp(engine->programs[i].options, next->options) == 0)
            return engine->programs[i].program;
    if (engine->program_count + 1 == MOST_PROGRAMS) {
        fail(engine, "more than %d programs", MOST_PROGRAMS);
        return NULL;
    }
    next->program = clCreateProgramWithSource(engine->context, 1, &source, NULL, &status);
    if (!succeeds(engine, "clCreateProgramWithSource", status))
        return NULL;
    engine->program_count++;
    if (clBuildProgram(next->program, 1, &engine->device, next->options, NULL, NULL) == CL_SUCCESS)
        return next->program;
    note_build(engine, next->program, next->options);
    return NULL;
}

/* An address that kernels reach: what stands elsewhere is the single element before an array. */
static const void *reachable(struct opencl_engine *engine, const void *address)
{
    if (!address || find_region(engine, address))
        return address;
    return memcpy(engine->loose, address, sizeof(uint64_t));
}

/* Buffers by address; what kernels take by value is 64 or 32 bits wide. */
static bool set_argument(struct opencl_engine *engine, cl_kernel kernel, cl_uint index,
                         const union argument *argument)
{
    cl_kernel_arg_address_qualifier where;
    const uint32_t word = (uint32_t)argument->value;
    if (!succeeds(
            engine, "clGetKernelArgInfo",
            clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof where, &where, NULL)))
        return false;
    if (where == CL_KERNEL_ARG_ADDRESS_GLOBAL)
        return succeeds(engine, "clSetKernelArgSVMPointer",
                        clSetKernelArgSVMPointer(kernel, index, reachable(engine, argument->in)));
    return clSetKernelArg(kernel, index, sizeof argument->value, &argument->value) == CL_SUCCESS ||
           succeeds(engine, "clSetKernelArg", clSetKernelArg(kernel, index, sizeof word, &word));
}

static bool set_arguments(struct opencl_engine *engine, cl_kernel kernel, const struct launch *launch)
{
    cl_uint count = 0;
    bool ok = succeeds(engine, "clGetKernelInfo",
                       clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL)) &&
              succeeds(engine, "clSetKernelArg",
                       clSetKernelArg(kernel, 0, launch->threads * sizeof(uint64_t), NULL));
    for (cl_uint i = 1; ok && i < count; i++)
        ok = set_argument(engine, kernel, i, &launch->argument[i - 1]);
    return ok;
}

/* A kernel that hangs is a failure of the test, not of whoever waits for it. */
static void run_kernel(struct opencl_engine *engine, cl_kernel kernel, const struct launch *launch,
                       size_t groups)
{
    const size_t threads = launch->threads, all = groups * threads;
    if (!set_arguments(engine, kernel, launch))
        return;
    alarm(HANG_SECONDS);
    if (succeeds(engine, "clEnqueueNDRangeKernel",
                 clEnqueueNDRangeKernel(engine->queue, kernel, 1, NULL, &all, &threads, 0, NULL, NULL)))
        succeeds(engine, "clFinish", clFinish(engine->queue));
    alarm(0);
}

/* What the implementations call in the place of model_launch. */
void __wrap_model_launch(struct model *model, launch_kernel *kernel, const struct launch *launch,
                         size_t groups);
void __wrap_model_launch(struct model *model, launch_kernel *kernel, const struct launch *launch,
                         size_t groups)
{
    struct opencl_engine *const engine = (struct opencl_engine *)model;
    const char *const name = kernel_name(kernel);
    cl_int status;
    if (!name)
        fail(engine, "a kernel that this engine has no name for");
    if (groups == 0 || *engine->failure)
        return;
    const cl_program program = program_of(engine, launch);
    if (!program)
        return;
    const cl_kernel built = clCreateKernel(program, name, &status);
    if (!succeeds(engine, name, status))
        return;
    run_kernel(engine, built, launch, groups);
    clReleaseKernel(built);
}
