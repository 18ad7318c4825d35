/* SPDX-License-Identifier: MIT */
/* A stand-in for the loader of OpenCL, with one platform and one device, whose memory is the host's and whose
 * kernels do nothing. The words of FAKE_CUDA change it: those of its functions, "platforms=0", "devices=0",
 * and of the device "version=11" (of OpenCL, 1.1), "language=12" (of OpenCL C), "atomics=17"
 * (CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES), "fp64=0", "int64=0", "compiler=0", "group=64" (its largest
 * work-group), "kernel_group=64" (that of a kernel), "local=1024" (bytes of local memory), "largest=64" (the
 * bytes of its largest buffer), "cpu=1", "memory=0". */
#include "../cuda/fake_cuda.h"
#include "engine/opencl/opencl_api.h"

#define FUNCTION(result, symbol, parameters) \
    FAKE_EXPORT result symbol parameters;    \
    FAKE_EXPORT result symbol parameters
/* A function that does no more than to succeed, or to fail as asked. */
#define TRIVIAL(symbol, parameters)       \
    FUNCTION(int32_t, symbol, parameters) \
    {                                     \
        FAIL_AS_ASKED(symbol);            \
        return CL_SUCCESS;                \
    }
/* One that makes a handle, whose last parameter is the status. */
#define MAKES(result, symbol, parameters)                    \
    FUNCTION(result, symbol, parameters)                     \
    {                                                        \
        *status = (int32_t)fake_number(#symbol, CL_SUCCESS); \
        return *status == CL_SUCCESS ? handle() : NULL;      \
    }

#pragma GCC diagnostic ignored "-Wunused-parameter"
static void *handle(void)
{
    static int thing;
    return &thing;
}

TRIVIAL(clReleaseContext, (cl_context context))
TRIVIAL(clReleaseCommandQueue, (cl_queue queue))
TRIVIAL(clBuildProgram, (cl_program program, uint32_t count, const cl_device *devices, const char *options,
                         const void *call, void *with))
TRIVIAL(clReleaseProgram, (cl_program program))
TRIVIAL(clReleaseKernel, (cl_kernel kernel))
TRIVIAL(clSetKernelArg, (cl_kernel kernel, uint32_t index, size_t bytes, const void *value))
TRIVIAL(clEnqueueNDRangeKernel,
        (cl_queue queue, cl_kernel kernel, uint32_t dimensions, const size_t *offset, const size_t *all,
         const size_t *local, uint32_t count, const void *events, void *event))
TRIVIAL(clFinish, (cl_queue queue))
TRIVIAL(clFlush, (cl_queue queue))
TRIVIAL(clSetUserEventStatus, (cl_event event, int32_t status))
TRIVIAL(clReleaseEvent, (cl_event event))
MAKES(cl_context, clCreateContext,
      (const void *properties, uint32_t count, const cl_device *devices, const void *call, void *with,
       int32_t *status))
MAKES(cl_queue, clCreateCommandQueue,
      (cl_context context, cl_device device, uint64_t properties, int32_t *status))
MAKES(cl_program, clCreateProgramWithSource,
      (cl_context context, uint32_t count, const char **texts, const size_t *lengths, int32_t *status))
MAKES(cl_kernel, clCreateKernel, (cl_program program, const char *name, int32_t *status))
MAKES(cl_event, clCreateUserEvent, (cl_context context, int32_t *status))

FUNCTION(int32_t, clGetPlatformIDs, (uint32_t most, cl_platform *platforms, uint32_t *count))
{
    FAIL_AS_ASKED(clGetPlatformIDs);
    *count = (uint32_t)fake_number("platforms", 1);
    if (most && *count)
        platforms[0] = handle();
    return CL_SUCCESS;
}

FUNCTION(int32_t, clGetPlatformInfo,
         (cl_platform platform, uint32_t what, size_t bytes, void *value, size_t *needed))
{
    snprintf(value, bytes, what == CL_PLATFORM_NAME ? "Stand-ins" : "OpenCL 3.0");
    return CL_SUCCESS;
}

FUNCTION(int32_t, clGetDeviceIDs,
         (cl_platform platform, uint64_t type, uint32_t most, cl_device *devices, uint32_t *count))
{
    FAIL_AS_ASKED(clGetDeviceIDs);
    *count = (uint32_t)fake_number("devices", 1);
    if (most && *count)
        devices[0] = handle();
    return CL_SUCCESS;
}

/* "OpenCL C 1.2" of "language=12". */
static const char *version_text(const char *before, const char *word, long otherwise)
{
    static char text[64];
    const long version = fake_number(word, otherwise);
    snprintf(text, sizeof text, "%s %ld.%ld Stand-in", before, version / 10, version % 10);
    return text;
}

static const char *device_text(uint32_t what)
{
    switch (what) {
    case CL_DEVICE_NAME:
        return "Stand-in";
    case CL_DRIVER_VERSION:
        return "1.0";
    case CL_DEVICE_VERSION:
        return version_text("OpenCL", "version", 30);
    case CL_DEVICE_OPENCL_C_VERSION:
        return version_text("OpenCL C", "language", 12);
    case CL_DEVICE_EXTENSIONS:
        return fake_number("int64", 1) ? "cl_khr_other cl_khr_int64_base_atomics" : "cl_khr_other";
    default:
        return NULL;
    }
}

static uint64_t device_number(uint32_t what)
{
    switch (what) {
    case CL_DEVICE_TYPE:
        return fake_number("cpu", 0) ? CL_DEVICE_TYPE_CPU : CL_DEVICE_TYPE_CPU << 1;
    case CL_DEVICE_COMPILER_AVAILABLE:
        return (uint64_t)fake_number("compiler", 1);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return (uint64_t)fake_number("largest", 1 << 28);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return 4;
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return (uint64_t)fake_number("group", 1024);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return (uint64_t)fake_number("local", 48 << 10);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
        return 1 << 30;
    case CL_DEVICE_DOUBLE_FP_CONFIG:
        return (uint64_t)fake_number("fp64", 63);
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
        return (uint64_t)fake_number("atomics", 127);
    default:
        return 0;
    }
}

/* As a device of OpenCL 3.0 that calls itself one of C 1.2; an older one does not know the question. */
static int32_t language_versions(struct cl_name_version *versions, size_t *needed)
{
    if (fake_number("language", 0))
        return -30;
    versions[0] = (struct cl_name_version){1 << 22 | 2 << 12, "OpenCL C"};
    versions[1] = (struct cl_name_version){CL_VERSION_3_0, "OpenCL C"};
    *needed = 2 * sizeof *versions;
    return CL_SUCCESS;
}

FUNCTION(int32_t, clGetDeviceInfo,
         (cl_device device, uint32_t what, size_t bytes, void *value, size_t *needed))
{
    const char *const text = device_text(what);
    const uint64_t number = device_number(what);
    FAIL_AS_ASKED(clGetDeviceInfo);
    if (what == CL_DEVICE_OPENCL_C_ALL_VERSIONS)
        return language_versions(value, needed);
    if (text)
        snprintf(value, bytes, "%s", text);
    else
        memcpy(value, &number, bytes < sizeof number ? bytes : sizeof number);
    return CL_SUCCESS;
}

FUNCTION(int32_t, clGetKernelWorkGroupInfo,
         (cl_kernel kernel, cl_device device, uint32_t what, size_t bytes, void *value, size_t *needed))
{
    const uint64_t number =
        what == CL_KERNEL_WORK_GROUP_SIZE ? (uint64_t)fake_number("kernel_group", 1024) : 100;
    FAIL_AS_ASKED(clGetKernelWorkGroupInfo);
    memcpy(value, &number, bytes < sizeof number ? bytes : sizeof number);
    return CL_SUCCESS;
}

FUNCTION(int32_t, clGetProgramBuildInfo,
         (cl_program program, cl_device device, uint32_t what, size_t bytes, void *value, size_t *needed))
{
    static const char log[] = "kernels.cl:7: warning: nothing\nkernels.cl:12: error: planted\nand more";
    FAIL_AS_ASKED(clGetProgramBuildInfo);
    if (needed)
        *needed = sizeof log;
    if (value && bytes < sizeof log)
        return -30;
    if (value)
        memcpy(value, log, sizeof log);
    return CL_SUCCESS;
}

/* A buffer is its memory; host memory that it was given is its own. */
struct cl_mem_of_icd {
    char *bytes;
    size_t size;
    char given;
};

FUNCTION(cl_mem, clCreateBuffer,
         (cl_context context, uint64_t flags, size_t bytes, void *host, int32_t *status))
{
    const struct cl_mem_of_icd buffer = {host ? host : calloc(1, bytes), bytes, host != NULL};
    *status = fake_number("memory", 1) && fake_number("cpu", 0) == buffer.given ? CL_SUCCESS : -4;
    cl_mem made = *status == CL_SUCCESS ? malloc(sizeof *made) : NULL;
    if (made)
        *made = buffer;
    else if (!host)
        free(buffer.bytes);
    return made;
}

FUNCTION(int32_t, clReleaseMemObject, (cl_mem buffer))
{
    if (!buffer->given)
        free(buffer->bytes);
    free(buffer);
    return CL_SUCCESS;
}

static int outside(cl_mem buffer, size_t at, size_t bytes)
{
    return at > buffer->size || bytes > buffer->size - at;
}

FUNCTION(int32_t, clEnqueueReadBuffer,
         (cl_queue queue, cl_mem buffer, uint32_t blocking, size_t at, size_t bytes, void *to, uint32_t count,
          const void *events, void *event))
{
    FAIL_AS_ASKED(clEnqueueReadBuffer);
    if (outside(buffer, at, bytes))
        return -30;
    memcpy(to, buffer->bytes + at, bytes);
    return CL_SUCCESS;
}

FUNCTION(int32_t, clEnqueueWriteBuffer,
         (cl_queue queue, cl_mem buffer, uint32_t blocking, size_t at, size_t bytes, const void *from,
          uint32_t count, const void *events, void *event))
{
    FAIL_AS_ASKED(clEnqueueWriteBuffer);
    if (outside(buffer, at, bytes))
        return -30;
    memcpy(buffer->bytes + at, from, bytes);
    return CL_SUCCESS;
}

FUNCTION(int32_t, clEnqueueCopyBuffer,
         (cl_queue queue, cl_mem from, cl_mem to, size_t from_at, size_t to_at, size_t bytes, uint32_t count,
          const void *events, void *event))
{
    FAIL_AS_ASKED(clEnqueueCopyBuffer);
    if (outside(from, from_at, bytes) || outside(to, to_at, bytes))
        return -30;
    memmove(to->bytes + to_at, from->bytes + from_at, bytes);
    return CL_SUCCESS;
}

FUNCTION(int32_t, clEnqueueFillBuffer,
         (cl_queue queue, cl_mem buffer, const void *pattern, size_t size, size_t at, size_t bytes,
          uint32_t count, const void *events, void *event))
{
    FAIL_AS_ASKED(clEnqueueFillBuffer);
    if (outside(buffer, at, bytes) || at % size || bytes % size)
        return -30;
    for (size_t i = 0; i < bytes; i += size)
        memcpy(buffer->bytes + at + i, pattern, size);
    return CL_SUCCESS;
}

FUNCTION(int32_t, clEnqueueMarkerWithWaitList,
         (cl_queue queue, uint32_t count, const cl_event *events, cl_event *event))
{
    FAIL_AS_ASKED(clEnqueueMarkerWithWaitList);
    if (event)
        *event = handle();
    return CL_SUCCESS;
}

/* Each event a millisecond after the one before. */
FUNCTION(int32_t, clGetEventProfilingInfo,
         (cl_event event, uint32_t what, size_t bytes, void *value, size_t *needed))
{
    static uint64_t now_ns;
    FAIL_AS_ASKED(clGetEventProfilingInfo);
    now_ns += 1000000;
    memcpy(value, &now_ns, sizeof now_ns);
    return CL_SUCCESS;
}
