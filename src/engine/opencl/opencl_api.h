/* SPDX-License-Identifier: MIT */
/* The part of the OpenCL API that the engine calls, loaded when it is first asked for: nothing is linked, and
 * no header of OpenCL is needed. Names, types and numbers are those of the OpenCL 3.0 specification
 * (Khronos), the functions those of OpenCL 1.2: every device that is still driven has them. */
#pragma once

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* Handles. */
typedef struct cl_platform_of_icd *cl_platform;
typedef struct cl_device_of_icd *cl_device;
typedef struct cl_context_of_icd *cl_context;
typedef struct cl_queue_of_icd *cl_queue;
typedef struct cl_program_of_icd *cl_program;
typedef struct cl_kernel_of_icd *cl_kernel;
typedef struct cl_event_of_icd *cl_event;
typedef struct cl_mem_of_icd *cl_mem;

/* An entry of CL_DEVICE_OPENCL_C_ALL_VERSIONS. */
struct cl_name_version {
    uint32_t version; /* major, minor and patch in 10, 10 and 12 bits */
    char name[64];
};

enum {
    CL_SUCCESS = 0,
    CL_INVALID_MEM_OBJECT = -38,
    CL_PLATFORM_VERSION = 0x0901,
    CL_PLATFORM_NAME = 0x0902,
    CL_DEVICE_TYPE = 0x1000,
    CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
    CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004,
    CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010,
    CL_DEVICE_GLOBAL_MEM_CACHE_SIZE = 0x101E,
    CL_DEVICE_GLOBAL_MEM_SIZE = 0x101F,
    CL_DEVICE_LOCAL_MEM_SIZE = 0x1023,
    CL_DEVICE_ERROR_CORRECTION_SUPPORT = 0x1024,
    CL_DEVICE_COMPILER_AVAILABLE = 0x1028,
    CL_DEVICE_NAME = 0x102B,
    CL_DRIVER_VERSION = 0x102D,
    CL_DEVICE_VERSION = 0x102F,
    CL_DEVICE_EXTENSIONS = 0x1030,
    CL_DEVICE_PLATFORM = 0x1031,
    CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032,
    CL_DEVICE_OPENCL_C_VERSION = 0x103D,
    CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES = 0x1063,
    CL_DEVICE_OPENCL_C_ALL_VERSIONS = 0x1066,
    CL_PROGRAM_BUILD_LOG = 0x1183,
    CL_KERNEL_WORK_GROUP_SIZE = 0x11B0,
    CL_KERNEL_LOCAL_MEM_SIZE = 0x11B2,
    CL_PROFILING_COMMAND_END = 0x1283,
    CL_COMPLETE = 0,
    CL_VERSION_3_0 = 3 << 22,
};
#define CL_DEVICE_TYPE_CPU (UINT64_C(1) << 1)
#define CL_DEVICE_TYPE_ALL UINT64_C(0xFFFFFFFF)
#define CL_DEVICE_ATOMIC_ORDER_ACQ_REL (UINT64_C(1) << 1)
#define CL_DEVICE_ATOMIC_SCOPE_DEVICE (UINT64_C(1) << 5)
#define CL_MEM_READ_WRITE (UINT64_C(1) << 0)
#define CL_MEM_USE_HOST_PTR (UINT64_C(1) << 3)
#define CL_QUEUE_PROFILING_ENABLE (UINT64_C(1) << 1)

/* DO(result, name, parameters) for each function. What is `const void *` at an end is a list of events or
 * properties, or a callback. */
#define FOR_EACH_OPENCL_FUNCTION(DO)                                                                  \
    DO(int32_t, clGetPlatformIDs, (uint32_t, cl_platform *, uint32_t *))                              \
    DO(int32_t, clGetPlatformInfo, (cl_platform, uint32_t, size_t, void *, size_t *))                 \
    DO(int32_t, clGetDeviceIDs, (cl_platform, uint64_t, uint32_t, cl_device *, uint32_t *))           \
    DO(int32_t, clGetDeviceInfo, (cl_device, uint32_t, size_t, void *, size_t *))                     \
    DO(cl_context, clCreateContext,                                                                   \
       (const void *, uint32_t, const cl_device *, const void *, void *, int32_t *))                  \
    DO(int32_t, clReleaseContext, (cl_context))                                                       \
    DO(cl_queue, clCreateCommandQueue, (cl_context, cl_device, uint64_t, int32_t *))                  \
    DO(int32_t, clReleaseCommandQueue, (cl_queue))                                                    \
    DO(cl_program, clCreateProgramWithSource,                                                         \
       (cl_context, uint32_t, const char **, const size_t *, int32_t *))                              \
    DO(int32_t, clBuildProgram,                                                                       \
       (cl_program, uint32_t, const cl_device *, const char *, const void *, void *))                 \
    DO(int32_t, clGetProgramBuildInfo, (cl_program, cl_device, uint32_t, size_t, void *, size_t *))   \
    DO(int32_t, clReleaseProgram, (cl_program))                                                       \
    DO(cl_kernel, clCreateKernel, (cl_program, const char *, int32_t *))                              \
    DO(int32_t, clReleaseKernel, (cl_kernel))                                                         \
    DO(int32_t, clGetKernelWorkGroupInfo, (cl_kernel, cl_device, uint32_t, size_t, void *, size_t *)) \
    DO(int32_t, clSetKernelArg, (cl_kernel, uint32_t, size_t, const void *))                          \
    DO(int32_t, clEnqueueNDRangeKernel,                                                               \
       (cl_queue, cl_kernel, uint32_t, const size_t *, const size_t *, const size_t *, uint32_t,      \
        const void *, void *))                                                                        \
    DO(int32_t, clEnqueueReadBuffer,                                                                  \
       (cl_queue, cl_mem, uint32_t, size_t, size_t, void *, uint32_t, const void *, void *))          \
    DO(int32_t, clEnqueueWriteBuffer,                                                                 \
       (cl_queue, cl_mem, uint32_t, size_t, size_t, const void *, uint32_t, const void *, void *))    \
    DO(int32_t, clEnqueueCopyBuffer,                                                                  \
       (cl_queue, cl_mem, cl_mem, size_t, size_t, size_t, uint32_t, const void *, void *))            \
    DO(int32_t, clEnqueueFillBuffer,                                                                  \
       (cl_queue, cl_mem, const void *, size_t, size_t, size_t, uint32_t, const void *, void *))      \
    DO(int32_t, clFinish, (cl_queue))                                                                 \
    DO(int32_t, clFlush, (cl_queue))                                                                  \
    DO(cl_event, clCreateUserEvent, (cl_context, int32_t *))                                          \
    DO(int32_t, clSetUserEventStatus, (cl_event, int32_t))                                            \
    DO(int32_t, clEnqueueMarkerWithWaitList, (cl_queue, uint32_t, const cl_event *, cl_event *))      \
    DO(int32_t, clGetEventProfilingInfo, (cl_event, uint32_t, size_t, void *, size_t *))              \
    DO(int32_t, clReleaseEvent, (cl_event))                                                           \
    DO(cl_mem, clCreateBuffer, (cl_context, uint64_t, size_t, void *, int32_t *))                     \
    DO(int32_t, clReleaseMemObject, (cl_mem))

struct opencl_api {
#define OPENCL_MEMBER_(result, name, parameters) result(*name) parameters;
    FOR_EACH_OPENCL_FUNCTION(OPENCL_MEMBER_)
#undef OPENCL_MEMBER_
};

/* The functions of the library that SCANBENCH_LIBOPENCL names, else of libOpenCL.so.1. NULL with EXIT_SYSTEM
 * where there is none, or a function is missing in it.
 */
const struct opencl_api *opencl_load(struct error *error);

/* A status as its name in the specification, and what to do about it: " (CL_OUT_OF_RESOURCES); fewer …". ""
 * of one that says nothing more. */
const char *opencl_status_text(int32_t status);
